from django.urls import path

from league import api
from league.views import calendar, confirming, evenings, links, people, standings

app_name = "league"

urlpatterns = [
    path("abende/", evenings.evenings, name="evenings"),
    path("abende/neu/", evenings.new_evening, name="new_evening"),
    path("abende/reihe/", calendar.series, name="series"),
    path("abende/<int:pk>/", evenings.evening, name="evening"),
    path("abende/<int:pk>/wann/", calendar.details, name="details"),
    path("abende/<int:pk>/gast/", evenings.add_guest, name="add_guest"),
    path("abende/<int:pk>/tisch/", evenings.add_table, name="add_table"),
    path("abende/<int:pk>/oeffentlich/", evenings.publish, name="publish"),
    path("abende/<int:pk>/tischkarten/", links.table_cards, name="table_cards"),
    path("t/<str:token>/", links.enter_table, name="enter_table"),
    path("tische/<int:pk>/telefon/", links.phone, name="phone"),
    path("tische/<int:pk>/link/", links.table_link, name="table_link"),
    path("tische/<int:pk>/link/sperren/", links.revoke_link, name="revoke_link"),
    path("tische/<int:pk>/ruf/", confirming.call, name="call"),
    path("rufe/<int:pk>/antwort/", confirming.answer, name="answer"),
    path("schiedsrichter/", confirming.referee, name="referee"),
    path("ergebnisse/<int:pk>/", confirming.result, name="result"),
    path("ergebnisse/<int:pk>/bestaetigen/", confirming.confirm, name="confirm"),
    path("ergebnisse/<int:pk>/problem/", confirming.object_to, name="object"),
    path("probleme/<int:pk>/entscheidung/", confirming.rule, name="rule"),
    path("anwesenheit/<int:pk>/", evenings.attendance, name="attendance"),
    path("tische/<int:pk>/platz/", evenings.seat, name="seat"),
    path("plaetze/<int:pk>/", evenings.change_seat, name="change_seat"),
    path("tabelle/", standings.current_table, name="table"),
    path("tabelle/<int:pk>/", standings.season_table, name="season_table"),
    path("tabelle/<int:pk>/person/<int:person>/", standings.season_person, name="season_person"),
    path("leute/", people.people, name="people"),
    path("leute/neu/", people.new_person, name="new_person"),
    path("leute/<int:pk>/", people.person, name="person"),
    path("leute/<int:pk>/name/", people.rename, name="rename"),
    path("leute/<int:pk>/mitgliedschaft/", people.membership, name="membership"),
    path("leute/<int:pk>/amt/", people.appoint, name="appoint"),
    path("leute/<int:pk>/zugang/", people.give_login, name="give_login"),
    path("aemter/<int:pk>/ende/", people.dismiss, name="dismiss"),
    path("api/tables/<int:pk>/call/", api.CallAPI.as_view(), name="api_call"),
    path("api/results/<int:pk>/confirm/", api.ConfirmAPI.as_view(), name="api_confirm"),
    path("api/results/<int:pk>/objections/", api.ObjectionAPI.as_view(), name="api_objection"),
]
