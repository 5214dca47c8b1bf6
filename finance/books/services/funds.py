"""Keeping money for one thing, and setting it free again: no money moves, only what it is for."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books import booking, chart
from finance.books.models.ledger import Transaction
from finance.books.models.own_accounts import OwnAccount
from finance.books.models.payments import Payment
from finance.books.queries.cashbook import of_form
from finance.books.queries.funds import free_money, lowest_held_from, share_key, shares_of
from finance.books.services.cashbook import enter, purpose
from finance.books.services.ledger import Draft, lock_persons
from finance.books.services.outlays import set_off_outlay
from finance.books.services.own_accounts import lock_chart
from finance.books.services.own_matters import must_not_be_own
from finance.books.services.vouchers import SelfMade
from finance.errors import IllegalError, InvalidError, StaleError, require_above_zero
from league.people.models.people import Person, User
from league.web.money import euro

# The account of a share that is paid out: it was kept for the trip.
SHARES = "trips"


def earmark(
    *,
    fund: OwnAccount,
    amount: int,
    takes_out: bool = False,
    day: date,
    text: str,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> Transaction:
    """Put `amount` cents of what the club has into a fund, or take it out.

    Locks the club, then the journal; a repeat of the `client_id` answers with what is stored.
    InvalidError without an amount or a reason, IllegalError if the club has not so much free money,
    or the fund less, then or since.
    """
    require_above_zero(amount)
    text = purpose(text)
    if not fund.is_open(day):
        raise InvalidError("fund_ended", _("This fund had ended by that day."), field="day")
    entries = booking.earmark(fund.code, -amount if takes_out else amount)
    draft = Draft(chart.claims_journal(chart.EUR), day, Transaction.Kind.FUND, entries, text)
    with transaction.atomic():
        lock_chart()
        is_new = not of_form(client_id)
        if is_new and not takes_out and (free := free_money()) < amount:
            raise IllegalError(
                "not_enough_free",
                _("Only %(free)s are free: put in less, or take something out of another fund.")
                % {"free": euro(max(free, 0))},
                field="amount",
            )
        (made,) = enter([draft], amount, None, client_id, by, today, now)
        if is_new and lowest_held_from(fund.code, day) < 0:
            raise IllegalError(
                "fund_short_then",
                _("On that day, or on a day after it, there was not that much in the fund."),
                field="day",
            )
    return made


def pay_share(
    *,
    person: Person,
    fund: OwnAccount,
    seen: int,
    by: User | None,
    today: date,
    now: datetime,
) -> Payment:
    """Take a leaver's part out of a shared fund and settle the open claims with it.

    `seen` is the sum on the page, in cents. Once for each membership: a repeat answers with what is
    stored. StaleError if the amount has changed, NotAllowedError for one's own, and the errors of
    `set_off_outlay` and `earmark`.
    """
    must_not_be_own(by, [person.pk], confirmed=False)
    sentence = _("Share of %(fund)s") % {"fund": fund.name}
    with transaction.atomic():
        lock_chart()
        lock_persons([person.pk])
        if known := _paid_share(person, fund):
            return known
        share = next(
            (share for share in shares_of(person, today) if share.fund.code == fund.code), None
        )
        if share is None or share.cents != seen:
            raise StaleError("share_changed", _("It is another amount by now. Look again."))
        payment = set_off_outlay(
            person=person,
            account=SHARES,
            amount=share.cents,
            day=today,
            text=sentence,
            voucher=SelfMade(
                person.name,
                sentence,
                str(_("One of %(n)s equal parts of the fund") % {"n": share.heads}),
            ),
            client_id=share.key,
            by=by,
            today=today,
            now=now,
        )
        earmark(
            fund=fund,
            amount=share.cents,
            takes_out=True,
            day=today,
            text=f"{sentence}: {person.name}",
            client_id=share.key,
            by=by,
            today=today,
            now=now,
        )
        return payment


def _paid_share(person: Person, fund: OwnAccount) -> Payment | None:
    last = person.memberships.order_by("start").last()
    key = share_key(fund, last) if last else ""
    return Payment.objects.filter(client_id=key).first()
