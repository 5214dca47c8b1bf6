from django.urls import URLPattern, URLResolver, path

from games.cards.api import scanned as scanned_api
from games.cards.api import whole
from games.cards.views import breaches, cards, scanned, score_cards
from games.evening import api as looking
from games.evening import views as running
from games.friends import views as friends
from games.luck import views as luck
from games.rules import views as rules
from games.scoring import views as play
from games.scoring.api import closing, elsewhere, lobby, mend, phone, show, start
from games.scoring.api import play as api
from games.scoring.onlookers import shared
from games.wall import views as wall
from league.web.addresses import by_first_word

app_name = "games"

ADDRESSES: list[URLPattern | URLResolver] = [
    # First: every tap is looked up here.
    path("api/games/<uuid:key>/events/", api.EventsAPI.as_view(), name="api_events"),
    path("api/games/<uuid:key>/", shared(show.ShowAPI.as_view()), name="api_game"),
    path("api/games/<uuid:key>/preview/", api.PreviewAPI.as_view(), name="api_preview"),
    path("api/games/<uuid:key>/retract/", api.RetractAPI.as_view(), name="api_retract"),
    path("api/games/<uuid:key>/abandon/", closing.AbandonAPI.as_view(), name="api_abandon"),
    path("api/games/<uuid:key>/finish/", closing.FinishAPI.as_view(), name="api_finish"),
    path("api/games/<uuid:key>/reopen/", closing.ReopenAPI.as_view(), name="api_reopen"),
    path("api/games/<uuid:key>/actions/", show.ActionsAPI.as_view(), name="api_actions"),
    path("api/games/<uuid:key>/rounds/<int:number>/", mend.MendAPI.as_view(), name="api_round"),
    path(
        "api/games/<uuid:key>/rounds/<int:number>/preview/",
        mend.MendPreviewAPI.as_view(),
        name="api_round_preview",
    ),
    path("api/games/<uuid:key>/entries/", phone.EntriesAPI.as_view(), name="api_entries"),
    path("api/games/<uuid:key>/versions/", elsewhere.TakeAPI.as_view(), name="api_take"),
    path("api/games/<uuid:key>/log/", show.LogAPI.as_view(), name="api_log"),
    path("api/tables/<int:pk>/", lobby.LobbyAPI.as_view(), name="api_lobby"),
    path("api/tables/<int:pk>/games/", start.StartAPI.as_view(), name="api_start"),
    path("api/tables/<int:pk>/versions/", elsewhere.VersionsAPI.as_view(), name="api_versions"),
    path("api/tables/<int:pk>/scanned/", scanned_api.ScannedAPI.as_view(), name="api_scanned"),
    path(
        "api/tables/<int:pk>/scanned/preview/",
        scanned_api.ScannedPreviewAPI.as_view(),
        name="api_scanned_preview",
    ),
    path(
        "api/tournaments/<int:pk>/direction/cards/<int:block>/<int:table>/",
        whole.WholeCardAPI.as_view(),
        name="api_whole_card",
    ),
    path("api/tables/<int:pk>/import/", start.ImportAPI.as_view(), name="api_import"),
    path(
        "api/tables/<int:pk>/games/<int:number>/turns/",
        looking.TurnsAPI.as_view(),
        name="api_turns",
    ),
    path("api/evenings/<int:pk>/running/", looking.running, name="api_running"),
    path("api/evenings/<int:pk>/charges/", looking.charges, name="api_charges"),
    path("api/evenings/<int:pk>/rules/", looking.rules, name="api_rules"),
    path("api/rulebooks/<slug:slug>/", looking.rulebook, name="api_rulebook"),
    path("api/chances/", looking.chances, name="api_chances"),
    path("heute/", running.tonight, name="tonight"),
    path("abende/<int:pk>/regeln/", rules.rules, name="rules"),
    path("abende/<int:pk>/strafen/", breaches.breaches, name="breaches"),
    path("abende/<int:pk>/spiele/", running.running, name="running"),
    path("strafen/<int:pk>/zurueck/", breaches.withdraw, name="withdraw"),
    path("ergebnis/", scanned.scanned, name="scanned"),
    path("tische/<int:pk>/karte/", cards.new_card, name="new_card"),
    path("tische/<int:pk>/karte/<int:number>/", cards.card, name="card"),
    path("tische/<int:pk>/spielkarte/", score_cards.score_card, name="score_card"),
    path("tische/<int:pk>/spiele/<int:number>/entscheidung/", score_cards.decide, name="decide"),
    path("tische/<int:pk>/spiele/<int:number>/", running.game, name="game"),
    path("tische/<int:pk>/spiele/<int:number>/fassungen/", running.versions, name="versions"),
    path("tische/<int:pk>/spiel/", play.play, name="play"),
    path("tische/<int:pk>/spiele/<int:number>/zuege/", luck.turns, name="turns"),
    path("spielen/", friends.friends, name="friends"),
    path("spielen/uebernehmen/", friends.hand_in, name="hand_in"),
    path("zahlen/so-wird-gerechnet/", luck.reckoning, name="reckoning"),
    path("regelwerke/daten/<slug:digest>.json", rules.rulebooks_data, name="rulebooks_data"),
    path("regelwerke/<slug:slug>/", play.values, name="values"),
    path("wand/", wall.public_wall, name="wall"),
    path("wand/code/", wall.wall_code, name="wall_code"),
    path("wand/bild/", wall.public_snapshot, name="wall_picture"),
    path("wand/<str:token>/", wall.wall_by_link, name="wall_by_link"),
    path("wand/<str:token>/bild/", wall.snapshot_by_link, name="wall_link_picture"),
]
urlpatterns = by_first_word(ADDRESSES)
