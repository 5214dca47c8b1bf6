"""The door of a tournament: who has paid, and what the winners get out of the pot."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from finance.books import tournament_labels as words
from finance.books.forms import EntryForm, PayoutForm
from finance.books.models.payments import Payment
from finance.books.permissions import above_the_sum, posts, reads
from finance.books.queries.access import get_person_for, get_tournament_for, may_post
from finance.books.queries.tournaments import (
    Entry,
    entries,
    fees_paid,
    payouts,
    pot_of,
    shares,
    unassigned,
)
from finance.books.services.entry_fees import pay_prize, take_entry
from league.access.permissions import acting_today, user_of
from league.access.reauthentication import asks_again
from league.events.models import Event, Participation
from league.tournaments.registration.queries.registrations import get_registration_at
from league.tournaments.registration.services.checking_in import receive
from league.tournaments.registration.views.registrations import chosen_number, list_address
from league.web.money import euro
from league.web.submit import attempt, submit


@reads
def tournament(request: HttpRequest, pk: int) -> HttpResponse:
    event = get_tournament_for(request.user, pk, timezone.localdate())
    return _page(request, event, PayoutForm(event=event))


def _page(request: HttpRequest, event: Event, form: PayoutForm, status: int = 200) -> HttpResponse:
    entered = entries(event)
    waiting = [entry for entry in entered if entry.claims and not entry.is_paid]
    pot, made = pot_of(event), list(payouts(event))
    parts = shares(event, pot, made)
    per_head = event.tournament.fee_cents + event.tournament.pot_cents
    posts_here = may_post(request.user, timezone.localdate())
    context = {
        "event": event,
        "per_head": per_head,
        "waiting": [(entry, _tap(entry), words.take(entry)) for entry in waiting],
        "nobody_waits": words.nobody_waits(entered),
        "paid": [entry for entry in entered if entry.is_paid],
        "uncharged": [entry for entry in entered if not entry.claims],
        "uncharged_words": words.uncharged(per_head),
        "fees": fees_paid(entered),
        "outstanding": sum(entry.due for entry in waiting),
        "pot": pot,
        "overdrawn": max(0, -pot.left),
        "shares": [
            {
                "share": share,
                "prize": words.prize(share.prize),
                "astray": [
                    (payout, words.astray(share, payout, posts=posts_here))
                    for payout in share.astray
                ],
                "payout_form": PayoutForm.for_share(share, event)
                if share.open_cents and posts_here
                else None,
            }
            for share in parts
        ],
        "rest": words.rest(unassigned(pot, parts, made)) if parts else "",
        "payouts": made,
        "for_money": bool(event.tournament.pot_cents or pot.paid_in),
        "form": form,
        "may_post": posts_here,
    }
    return render(request, "finance/tournament.html", context, status=status)


def _tap(entry: Entry) -> EntryForm:
    return EntryForm(initial={"cents": entry.due}, auto_id=False)


@posts
def paid(request: HttpRequest, pk: int, person: int) -> HttpResponse:
    """Book with one tap that this person has paid in cash what the page said."""
    today = timezone.localdate()
    event = get_tournament_for(request.user, pk, today)
    who = get_person_for(request.user, person, today)
    form = EntryForm(request.POST)

    def message(payment: Payment | None) -> str:
        if payment is None:
            return _("%(name)s has paid with credit.") % {"name": who.name}
        sentence = _("%(amount)s from %(name)s booked.")
        return sentence % {"amount": euro(payment.amount), "name": who.name}

    attempt(
        request,
        lambda: take_entry(
            event=event,
            person=who,
            amount=form.cleaned_data["cents"],
            client_id=form.cleaned_data["client_id"],
            **acting_today(request),
        ),
        message,
        form=form,
        tags="received",
    )
    return redirect("finance:tournament", pk)


@posts
@asks_again(needs=above_the_sum("amount"))
def pay_out(request: HttpRequest, pk: int) -> HttpResponse:
    today = timezone.localdate()
    event = get_tournament_for(request.user, pk, today)
    form = PayoutForm(request.POST, event=event)
    return submit(
        request,
        form,
        lambda data: pay_prize(
            event=event, cents=data.pop("amount"), **data, **acting_today(request)
        ),
        lambda payout: (
            _("%(amount)s paid out to %(name)s.")
            % {"amount": euro(payout.cents), "name": payout.person.name}
        ),
        redirect("finance:tournament", pk),
    ) or _page(request, event, form, status=422)


@posts
def enter_paid(request: HttpRequest, pk: int, registration: int) -> HttpResponse:
    """Check a participant in who has paid the amount on the page; return to the list.

    A person unknown to the club becomes its guest by it.
    """
    today, now = timezone.localdate(), timezone.now()
    event = get_tournament_for(request.user, pk, today)
    who = get_registration_at(event, registration)
    form = EntryForm(request.POST)

    def enter() -> Participation:
        own = receive(
            registration=who, by=user_of(request), now=now, number=chosen_number(request.POST)
        )
        take_entry(
            event=event,
            person=own.person,
            amount=form.cleaned_data["cents"],
            client_id=form.cleaned_data["client_id"],
            **acting_today(request),
        )
        return own

    def message(own: Participation) -> str:
        return _("%(name)s is here and has paid. Start number %(number)s.") % {
            "name": own.person.name,
            "number": own.start_number,
        }

    attempt(request, enter, message, form=form, tags="received")
    return redirect(list_address(event, request.POST))
