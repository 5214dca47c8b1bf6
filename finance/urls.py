"""The till's addresses."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path

app_name = "finance"


def soon(request: HttpRequest, **kwargs: int) -> HttpResponse:
    raise Http404


urlpatterns = [
    path("", soon, name="till"),
    path("mein-konto/", soon, name="own_account"),
    path("abend/<int:pk>/", soon, name="evening"),
]
