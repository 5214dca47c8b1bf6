from django.urls import path

from bench.reference import views

urlpatterns = [
    path("bare/<int:pk>/", views.bare),
    path("unchanged/", views.unchanged),
    path("textbook/<int:pk>/", views.ThrowView.as_view()),
]
