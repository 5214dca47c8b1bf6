"""The addresses of tournaments: the direction's, the public pages, and the API."""

from django.urls import include, path

from league.tournaments.direction.api import reading as api_directing
from league.tournaments.direction.api import writing as api_writes
from league.tournaments.direction.views import (
    card_photos,
    crediting,
    direction,
    drawing,
    folder,
    listing,
    papers,
    programs,
    settings,
    steps,
    swapping,
)
from league.tournaments.planning.views import block, editor, templates
from league.tournaments.public.api import players as api_players
from league.tournaments.public.api import tournaments as api_tournaments
from league.tournaments.public.views import calendar, public, pushing
from league.tournaments.public.views import standings as ranked
from league.tournaments.registration import api as api_registrations
from league.tournaments.registration.views import registering, registrations, several
from league.web.addresses import Address

# The direction's pages, below the address of a tournament.
BLOCK: list[Address] = [
    path("", drawing.direct_block, name="direct_block"),
    path("schritt/", steps.step, name="block_step"),
    path("auslosung/", drawing.propose, name="propose_draw"),
    path("auslosung/freigabe/", drawing.release, name="release_draw"),
    path("auslosung/verwerfen/", drawing.discard, name="discard_draw"),
    path("auslosung/papier/", folder.draw_by_hand, name="draw_by_hand"),
    path("aenderung/", drawing.change, name="change_draw"),
    path("tausch/", swapping.swap, name="swap"),
    path("tausch/fest/", swapping.change_places, name="change_places"),
    path("gleichstand/", steps.decide_tie, name="decide_tie"),
    path("gleichstand/zurueck/", steps.withdraw_tie, name="withdraw_tie"),
    path("statt-spielen/<int:person>/", crediting.credit, name="credit"),
    path("fassung/<int:version>/", drawing.draw_version, name="draw_version"),
]
SETTINGS: list[Address] = [
    path("", settings.tournament_settings, name="tournament_settings"),
    path("ausschreibung/", settings.describe, name="describe_tournament"),
    path("wann/", settings.when, name="tournament_when"),
    path("absage/", settings.call_off, name="call_off"),
    path("loeschen/", settings.remove, name="remove_tournament"),
    path("oeffentlich/", settings.publish_tournament, name="publish_tournament"),
    path("programme/", programs.programs, name="tournament_programs"),
    path("programme/<int:token>/sperren/", programs.revoke_program, name="revoke_program"),
    path("anpassen/", settings.fit_format, name="fit_format"),
    path("preise/", settings.add_prize, name="add_prize"),
    path("preise/<int:prize>/weg/", settings.remove_prize, name="remove_prize"),
]
FORMAT: list[Address] = [
    path("", editor.format_editor, name="format_editor"),
    path("durchgang/<int:number>/", block.format_block, name="format_block"),
    path("durchgang/<int:number>/schritt/", editor.format_step, name="format_step"),
    path("mannschaften/", editor.format_whole, name="format_whole"),
    path("uebernehmen/", editor.take_format_over, name="take_format_over"),
    path("verwerfen/", editor.discard_format, name="discard_format"),
    path("vorlagen/", templates.format_templates, name="format_templates"),
    path("vorlagen/speichern/", templates.save_format, name="save_format"),
    path("vorlagen/weg/", templates.remove_format, name="remove_format"),
    path("datei/", templates.format_file, name="format_file"),
    path("datei/lesen/", templates.read_format, name="read_format"),
]
DIRECTION: list[Address] = [
    path("", direction.direction, name="direction"),
    path("tische/<int:table>/", direction.direct_table, name="direct_table"),
    path("tische/<int:table>/karte/", direction.table_card, name="table_card"),
    path("tische/<int:table>/ohne-karte/", crediting.give_up_card, name="give_up_card"),
    path("tische/<int:table>/foto/", card_photos.add_card_photo, name="add_card_photo"),
    path("kartenfotos/<int:photo>.jpg", card_photos.card_photo, name="card_photo"),
    path("kartenfotos/<int:photo>/weg/", card_photos.remove_card_photo, name="remove_card_photo"),
    path("notfallmappe/", folder.emergency_folder, name="emergency_folder"),
    path("karte/", folder.find_card, name="find_card"),
    path("leute/", direction.direct_people, name="direct_people"),
    path("leute/wechsel/", direction.gone, name="gone"),
    path("abschluss/", direction.closing, name="closing"),
    path("abschluss/fest/", direction.finish, name="finish_tournament"),
    path("abschluss/oeffnen/", direction.reopen, name="reopen_tournament"),
    path("durchgang/<int:number>/", include(BLOCK)),
    path("einstellungen/", include(SETTINGS)),
    path("ablauf/", include(FORMAT)),
]
# The same in the API.
API_DIRECTION: list[Address] = [
    path("", api_directing.direction, name="api_direction"),
    path(
        "registrations/",
        api_writes.DirectedRegistrationsAPI.as_view(),
        name="api_directed_registrations",
    ),
    path(
        "registrations/<int:registration>/",
        api_writes.DirectedRegistrationAPI.as_view(),
        name="api_directed_registration",
    ),
    path(
        "blocks/<int:number>/steps/", api_writes.DirectedStepAPI.as_view(), name="api_directed_step"
    ),
    path("people/", api_directing.directed_people, name="api_directed_people"),
    path("closing/", api_directing.closing, name="api_closing"),
    path("settings/", api_directing.settings, name="api_settings"),
    path("blocks/<int:number>/", api_directing.directed_block, name="api_directed_block"),
    path(
        "blocks/<int:number>/draws/<int:version>/",
        api_directing.draw_version,
        name="api_draw_version",
    ),
    path("blocks/<int:number>/why/", api_directing.why, name="api_directed_why"),
]

ADDRESSES: list[Address] = [
    path("turniere/", listing.tournaments, name="tournaments"),
    path("turniere/neu/", listing.new_tournament, name="new_tournament"),
    path("turniere/<int:pk>/leitung/", include(DIRECTION)),
    path("turniere/<int:pk>/", public.programme, name="tournament"),
    path("turniere/<int:pk>/kalender.ics", calendar.calendar, name="tournament_calendar"),
    path("turniere/<int:pk>/mein-tisch/", public.my_table, name="my_table"),
    path("turniere/<int:pk>/benachrichtigung/", pushing.push_device, name="push_device"),
    path("turniere/<int:pk>/tabelle/", ranked.standings, name="tournament_table"),
    path("turniere/<int:pk>/tabelle/einbetten/", ranked.embedded, name="embedded_table"),
    path("turniere/<int:pk>/spieler/<int:participation>/", ranked.player, name="tournament_player"),
    path("turniere/<int:pk>/mannschaften/", ranked.teams, name="tournament_teams"),
    path("turniere/<int:pk>/auslosung/<int:number>/", public.draw, name="tournament_draw"),
    path("turniere/<int:pk>/anmeldung/", registering.register, name="register"),
    path(
        "turniere/anmeldung/bestaetigen/<str:token>/",
        registering.confirm,
        name="confirm_registration",
    ),
    path("turniere/anmeldung/wartet/<str:token>/", registering.own_request, name="own_request"),
    path("turniere/anmeldung/<str:token>/", registering.registration, name="registration"),
    path(
        "turniere/<int:pk>/leitung/anmeldungen/", registrations.registrations, name="registrations"
    ),
    path("turniere/<int:pk>/leitung/mehrere/", several.add_several, name="add_several"),
    path("turniere/<int:pk>/leitung/mannschaft/", registrations.desk_team, name="desk_team"),
    path("anmeldungen/<int:pk>/", registrations.at_desk, name="at_desk"),
    path(
        "anmeldungen/anfragen/<int:pk>/", registrations.decide_request, name="decide_registration"
    ),
    path("turniere/<int:pk>/leitung/druck/<slug:paper>/", papers.paper, name="papers"),
    path("api/tournaments/", api_tournaments.tournaments, name="api_tournaments"),
    path(
        "api/tournaments/<int:pk>/", api_tournaments.TournamentAPI.as_view(), name="api_tournament"
    ),
    path(
        "api/tournaments/<int:pk>/blocks/<int:number>/",
        api_tournaments.BlockAPI.as_view(),
        name="api_block",
    ),
    path(
        "api/tournaments/<int:pk>/draws/<int:number>/",
        api_tournaments.DrawAPI.as_view(),
        name="api_draw",
    ),
    path(
        "api/tournaments/<int:pk>/draws/<int:number>/players/<int:participation>/",
        api_tournaments.DrawWhyAPI.as_view(),
        name="api_draw_why",
    ),
    path(
        "api/tournaments/<int:pk>/players/<int:participation>/",
        api_players.PlayerAPI.as_view(),
        name="api_player",
    ),
    path(
        "api/tournaments/<int:pk>/registration/",
        api_registrations.registration,
        name="api_registration",
    ),
    path(
        "api/tournaments/<int:pk>/registrations/",
        api_registrations.registrations,
        name="api_registrations",
    ),
    path("api/tournaments/<int:pk>/direction/", include(API_DIRECTION)),
]
