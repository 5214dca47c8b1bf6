"""Close an evening: payments of those present, and two signatures under its figures."""

import hashlib
from collections.abc import Sequence
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books.models.claims import Claim
from finance.books.models.payments import Payment
from finance.books.queries.doubts import is_held, with_doubts
from finance.books.queries.ledger import balance
from finance.books.queries.settings import till_settings
from finance.books.services.claims import confirm_evening
from finance.books.services.ledger import lock_persons
from finance.books.services.payments import take_payment
from finance.books.services.reconcile import reconcile
from finance.books.services.tables import lock_books
from finance.cash.models import CashCount
from finance.cash.queries import last_count
from finance.catalogue.queries.averages import average_of
from finance.catalogue.services.averages import charge_absentees
from finance.close.figures import books_now, evening_now
from finance.close.labels import unfinished
from finance.close.models import ClosePaper, CloseSignature, EveningClose
from finance.close.paper import evening_close
from finance.close.queries import already_closed, last_close, may_cosign
from finance.close.statement import digest, evening_of, frozen
from finance.errors import IllegalError, InvalidError, NotAllowedError, StaleError
from league.access.queries.rights import person_of
from league.events.models import Event
from league.events.queries import playing
from league.guards.versioned import written_together
from league.people.models.people import Person, User
from league.results.queries.confirming import open_problems
from league.web.money import euro

Role = CloseSignature.Role


def take_what_is_open(
    *,
    person: Person,
    amount: int,
    day: date,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> Payment:
    """Book in cash the sum that the page showed as open, in cents, on the `day` it was paid.

    Locks the person. A repeat of the `client_id` answers with what it stored; StaleError if the
    open sum has changed, InvalidError for a day to come, IllegalError for a closed one.
    """
    return take_payment(
        person=person,
        method=Payment.Method.CASH,
        amount=amount,
        day=day,
        client_id=client_id,
        by=by,
        today=today,
        now=now,
        seen=amount,
    )


@written_together()
def take_from_all(
    *,
    payers: Sequence[tuple[Person, int]],
    day: date,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> list[Payment]:
    """Book „Alle haben bezahlt“: the sum shown as open for each of them, in cash, or nothing.

    Locks the persons. A repeat of the `client_id` answers with what it stored; InvalidError for an
    empty list, StaleError if a person's open sum has changed.
    """
    if not payers:
        raise InvalidError("nobody_chosen", _("Please choose who has paid."))
    with transaction.atomic():
        lock_persons([person.pk for person, _amount in payers])
        return [
            take_what_is_open(
                person=person,
                amount=amount,
                day=day,
                client_id=f"{client_id}:{person.pk}",
                by=by,
                today=today,
                now=now,
            )
            for person, amount in payers
        ]


def charge_the_absent(*, event: Event, seen: int, by: User | None, now: datetime) -> list[Claim]:
    """Charge all absentees with the evening's average, and book it.

    `seen` is the amount the page showed, in cents. Locks the event; earlier charges stay, so a
    repeat changes nothing. StaleError if the amount has changed.
    """
    with transaction.atomic():
        event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        average = average_of(event)
        if average.absent and average.cents != seen:
            raise StaleError(
                "average_changed",
                _("The average is %(now)s by now, not %(seen)s. Look again.")
                % {"now": euro(average.cents), "seen": euro(seen)},
            )
        made = charge_absentees(event=event, by=by, now=now)
        proposed = Claim.objects.filter(charge__in=made, is_current=True)
        keys = set(proposed.values_list("pk", flat=True))
        return confirm_evening(event=event, seen=keys, by=by, now=now)


def sign_evening(*, event: Event, by: User, now: datetime, although: int = 0) -> EveningClose:
    """Sign the evening as treasurer in its present state; in a simple till that closes it.

    `although` is the number of running games and contested results known to the signer. Freezes the
    figures in a new version, unless this person has signed the same already. Locks the event and
    all books, so that no booking comes in between. IllegalError while more than that is unfinished,
    while proposals are ready to be confirmed, or if the cash was not counted since the last booking
    of cash.
    """
    reconcile(event_id=event.pk, now=now)
    with transaction.atomic():
        event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        lock_books()
        evening, last = evening_now(event), last_close(event)
        needed = 1 if till_settings().simple else 2
        # A close waiting for a second signature is signed anew if no one else has to sign now.
        holds = last is not None and (last.is_closed or last.signatures_needed == needed)
        if last is not None and holds and evening_of(last.statement) == evening:
            return last
        running, contested = playing(event).count(), open_problems(event).count()
        if running + contested > although:
            left = unfinished(running, contested)
            raise IllegalError(
                "games_running",
                _("%(left)s. If you want to close all the same, tick the box for it.")
                % {"left": left},
            )
        _must_be_decided(event)
        count = _count_that_holds(event)
        version = last.version + 1 if last is not None else 1
        statement = frozen(
            evening,
            count={
                "id": count.pk,
                "pieces": count.pieces,
                "expected": count.expected,
                "counted": count.counted,
            },
            running=running,
            contested=contested,
            books=books_now(event),
        )
        close = EveningClose.objects.create(
            event=event,
            version=version,
            count=count,
            statement=statement,
            digest=digest(event.pk, version, statement),
            made_at=now,
            signatures_needed=needed,
        )
        _sign(close, Role.TREASURER, by, now)
        return close


def cosign_evening(
    *, close: EveningClose, seen: str, by: User, today: date, now: datetime
) -> EveningClose:
    """Sign as a second person who was there; with that the evening is closed.

    `seen` is the digest of the statement on the page. Locks as `sign_evening`; a repeat changes
    nothing. NotAllowedError for a person who was not there or audits the till, IllegalError after
    two signatures, StaleError if the figures have changed.
    """
    with transaction.atomic():
        event = Event.objects.select_for_update(no_key=True).get(pk=close.event_id)
        lock_books()
        last = last_close(event)
        if last is None or last.digest != seen:
            raise _other_by_now()
        person = person_of(by)
        if any(signature.person == person for signature in last.signed):
            return last
        if last.is_closed:
            raise already_closed(last)
        if not may_cosign(by, last, today):
            raise NotAllowedError(
                "no_witness",
                _("A member who was there and does not audit the till can sign."),
            )
        if evening_of(last.statement) != evening_now(event):
            raise _other_by_now()
        _sign(last, Role.WITNESS, by, now)
        return last


def _must_be_decided(event: Event) -> None:
    proposed = Claim.objects.filter(event=event, is_current=True, state=Claim.State.PROPOSED)
    ready = [claim for claim in with_doubts(proposed) if claim.is_ready and not is_held(claim)]
    if ready:
        raise IllegalError("proposals_open", _("First confirm what is proposed, or refuse it."))


def _count_that_holds(event: Event) -> CashCount:
    count = last_count(event)
    if count is None:
        raise IllegalError("not_counted", _("Count the cash first."))
    if count.counted != balance("cash"):
        raise IllegalError(
            "counted_before",
            _("Cash was booked since the count. Count the cash again."),
        )
    return count


def _sign(close: EveningClose, role: str, by: User, now: datetime) -> None:
    person = person_of(by)
    if person is None:
        raise NotAllowedError("nobody_signs", _("Only somebody of the club can sign."))
    CloseSignature.objects.create(
        close=close,
        role=role,
        person=person,
        user=by,
        name=person.name,
        digest=close.digest,
        signed_at=now,
    )


def _other_by_now() -> StaleError:
    return StaleError(
        "close_changed",
        _("Something has changed since the first signature. The treasurer signs again, then you."),
    )


def paper_of(*, close: EveningClose, language: str, now: datetime) -> ClosePaper:
    """Return the paper of an evening that two have signed, in the reader's language.

    Made once in each, and kept for ever as it was made: the figures are those that were signed.

    IllegalError before that. PrintError if it could not be made.
    """
    if not close.is_closed:
        raise IllegalError("not_closed", _("The PDF is there once two people have signed."))
    known = ClosePaper.objects.filter(close=close, language=language).first()
    if known is not None:
        return known
    made = evening_close(close, language)
    paper, _made = ClosePaper.objects.get_or_create(
        close=close,
        language=language,
        defaults={"pdf": made, "sha256": hashlib.sha256(made).hexdigest(), "made_at": now},
    )
    return paper
