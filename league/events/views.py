"""What pages about events share."""

from django.http import HttpResponse
from django.shortcuts import redirect

from league.events.models import Event

# What a club plays that never chose: the first of the five rulebooks.
FIRST_RULEBOOK = "schock4life"


def back_to(event: Event, anchor: str = "") -> HttpResponse:
    response = redirect("league:evening", event.pk)
    response["Location"] += f"#{anchor}" if anchor else ""
    return response
