"""The way back that pages about events share."""

from django.http import HttpResponse
from django.shortcuts import redirect

from league.events.models import Event


def back_to(event: Event, anchor: str = "") -> HttpResponse:
    response = redirect("league:evening", event.pk)
    response["Location"] += f"#{anchor}" if anchor else ""
    return response
