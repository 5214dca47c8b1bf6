from django.urls import path

from league import views

app_name = "league"

urlpatterns = [
    path("abende/", views.evenings, name="evenings"),
    path("abende/neu/", views.new_evening, name="new_evening"),
    path("abende/<int:pk>/", views.evening, name="evening"),
    path("abende/<int:pk>/gast/", views.add_guest, name="add_guest"),
    path("abende/<int:pk>/tisch/", views.add_table, name="add_table"),
    path("anwesenheit/<int:pk>/", views.attendance, name="attendance"),
    path("tische/<int:pk>/platz/", views.seat, name="seat"),
    path("plaetze/<int:pk>/", views.change_seat, name="change_seat"),
    path("tabelle/", views.current_table, name="table"),
    path("tabelle/<int:pk>/", views.season_table, name="season_table"),
    path("tabelle/<int:pk>/person/<int:person>/", views.season_person, name="season_person"),
    path("leute/", views.people, name="people"),
    path("leute/neu/", views.new_person, name="new_person"),
    path("leute/<int:pk>/", views.person, name="person"),
    path("leute/<int:pk>/mitgliedschaft/", views.membership, name="membership"),
    path("leute/<int:pk>/amt/", views.appoint, name="appoint"),
    path("leute/<int:pk>/zugang/", views.give_login, name="give_login"),
    path("aemter/<int:pk>/ende/", views.dismiss, name="dismiss"),
]
