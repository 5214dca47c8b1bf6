from django.urls import path

from games import views

app_name = "games"

urlpatterns = [
    path("abende/<int:pk>/regeln/", views.rules, name="rules"),
    path("abende/<int:pk>/strafen/", views.breaches, name="breaches"),
    path("strafen/<int:pk>/zurueck/", views.withdraw, name="withdraw"),
    path("tische/<int:pk>/karte/", views.new_card, name="new_card"),
    path("tische/<int:pk>/karte/<int:number>/", views.card, name="card"),
]
