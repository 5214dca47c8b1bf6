from django.urls import path

from league.views import evenings, people, standings

app_name = "league"

urlpatterns = [
    path("abende/", evenings.evenings, name="evenings"),
    path("abende/neu/", evenings.new_evening, name="new_evening"),
    path("abende/<int:pk>/", evenings.evening, name="evening"),
    path("abende/<int:pk>/gast/", evenings.add_guest, name="add_guest"),
    path("abende/<int:pk>/tisch/", evenings.add_table, name="add_table"),
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
]
