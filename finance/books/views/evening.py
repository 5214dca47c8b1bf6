"""An evening's proposals: the treasurer changes nothing, but confirms or refuses."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.books import evening_labels as words
from finance.books.models.claims import Claim
from finance.books.permissions import posts, reads
from finance.books.queries.access import get_event_for, may_post
from finance.books.queries.agreements import guests_among
from finance.books.queries.claims import claims_of_event
from finance.books.queries.doubts import (
    held_among,
    is_held,
    results_seen_by_one,
    undone,
    with_doubts,
)
from finance.books.services.claims import confirm_evening
from league.access.permissions import acting
from league.web.asked import posted_texts


@reads
def evening(request: HttpRequest, pk: int) -> HttpResponse:
    today = timezone.localdate()
    event = get_event_for(request.user, pk, today)
    claims = list(with_doubts(claims_of_event(event)))
    undecided = [claim for claim in claims if claim.state in Claim.UNDECIDED]
    decided = [claim for claim in claims if claim not in undecided]
    held_back = [claim for claim in undecided if is_held(claim)]
    free = [claim for claim in undecided if claim not in held_back]
    ready = [claim for claim in free if claim.is_ready]
    guests = guests_among(event, {claim.person for claim in claims})
    posts_here = may_post(request.user, today)
    return render(
        request,
        "finance/evening.html",
        {
            "event": event,
            "left": words.left(len(ready), len(free) - len(ready), len(held_back)),
            "groups": words.by_person(undecided, guests, words.asked_guests(undecided)),
            "decided": words.by_person(decided, guests),
            "ready": ready if posts_here else [],
            "ready_sum": words.total(ready),
            "held_back": held_back,
            "seen_by_one": results_seen_by_one(event),
            "undone": undone(event),
            "may_post": posts_here,
        },
    )


@posts
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    event = get_event_for(request.user, pk, timezone.localdate())
    seen = {int(key) for key in posted_texts(request, "claim") if key.isdecimal()}
    done = confirm_evening(event=event, seen=seen, **acting(request))
    if done:
        sentence = ngettext("%(n)s claim booked.", "%(n)s claims booked.", len(done))
        messages.success(request, sentence % {"n": len(done)})
    if claims := held_among(event, seen):
        sentence = ngettext(
            "%(n)s claim is held back until its game has been decided.",
            "%(n)s claims are held back until their games have been decided.",
            len(claims),
        )
        messages.warning(request, sentence % {"n": len(claims)})
    elif not done:
        messages.info(request, _("There was nothing left to confirm; somebody was faster."))
    return redirect("finance:evening", pk)
