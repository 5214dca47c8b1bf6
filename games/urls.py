from django.urls import path

from games.views import breaches, cards, rules

app_name = "games"

urlpatterns = [
    path("abende/<int:pk>/regeln/", rules.rules, name="rules"),
    path("abende/<int:pk>/strafen/", breaches.breaches, name="breaches"),
    path("strafen/<int:pk>/zurueck/", breaches.withdraw, name="withdraw"),
    path("tische/<int:pk>/karte/", cards.new_card, name="new_card"),
    path("tische/<int:pk>/karte/<int:number>/", cards.card, name="card"),
]
