"""Accounts of the club's own: kinds of receipts and payments, funds, tills, accounts at a bank."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books import chart
from finance.books.booking import SPHERES
from finance.books.models.ledger import Posting
from finance.books.models.own_accounts import OwnAccount
from finance.books.places import places
from finance.books.queries.chart import own_accounts, whole_chart
from finance.books.queries.funds import balance_of
from finance.books.queries.ledger import balance
from finance.errors import IllegalError, InvalidError, choice_unknown
from league.club.models import Club
from league.people.models.people import User


def add_account(
    *,
    kind: str,
    name: str,
    sphere: int = 0,
    place: str = "",
    shared: bool = False,
    by: User | None,
    now: datetime,
) -> OwnAccount:
    """Add an account with a code that nothing had before. IllegalError if its name exists already.

    A repeat answers with the existing one. Locks the club.
    """
    if kind not in OwnAccount.Kind.values:
        raise choice_unknown("kind")
    name = _named(name)
    _must_be_sphere(kind, sphere)
    _must_be_place(kind, place)
    with transaction.atomic():
        lock_chart()
        for own in own_accounts():
            known = (own.kind, own.name, own.sphere, own.place, own.shared, own.ended)
            if known == (kind, name, sphere, place, shared, None):
                return own
        _must_be_new(name, kind)
        number = 1 + sum(own.kind == kind for own in own_accounts())
        return OwnAccount.objects.create(
            kind=kind,
            code=f"{kind}_{number}",
            name=name,
            sphere=sphere,
            place=place,
            shared=shared,
            set_by=by,
            set_at=now,
        )


def change_account(
    *,
    account: OwnAccount,
    name: str,
    sphere: int = 0,
    ended: date | None,
    place: str = "",
    shared: bool = False,
    by: User | None,
    now: datetime,
) -> OwnAccount:
    """Set how an account is called and counted from now on; from `ended` on nothing is booked on
    it.

    Appended; nothing if the same holds already. What was closed keeps its words. IllegalError if
    something is booked on a day on which it would have ended. Locks the club.
    """
    name = _named(name)
    _must_be_sphere(account.kind, sphere)
    _must_be_place(account.kind, place)
    with transaction.atomic():
        lock_chart()
        now_is: OwnAccount = OwnAccount.objects.filter(code=account.code).latest("pk")
        held_so = (now_is.name, now_is.sphere, now_is.ended, now_is.place, now_is.shared)
        if held_so == (name, sphere, ended, place, shared):
            return now_is
        if name != now_is.name:
            _must_be_new(name, now_is.kind)
        if ended is not None and _is_full(now_is):
            raise IllegalError(
                "account_not_empty",
                _("There is still money in it. Take it out first, then it can end."),
                field="ended",
            )
        if ended is not None:
            booked = Posting.objects.filter(
                account__code=account.code, transaction__date__gte=ended
            )
            if last := booked.order_by("-transaction__date").first():
                raise IllegalError(
                    "booked_after_end",
                    _("On %(day)s something is booked for it. It can end on the day after that.")
                    % {"day": f"{last.transaction.date:%d.%m.%Y}"},
                    field="ended",
                )
        return OwnAccount.objects.create(
            kind=now_is.kind,
            code=now_is.code,
            name=name,
            sphere=sphere,
            place=place,
            shared=shared,
            ended=ended,
            set_by=by,
            set_at=now,
        )


def lock_chart() -> None:
    """Lock the chart: additions to it and earmarking wait for one another."""
    Club.objects.get_or_create(pk=Club.ONLY)
    Club.objects.select_for_update(no_key=True).get(pk=Club.ONLY)


def _is_full(account: OwnAccount) -> bool:
    """Return whether a fund, a till or an account at a bank still holds money."""
    if account.kind == OwnAccount.Kind.FUND:
        return balance_of(account.code) != 0
    return account.kind in chart.MORE_MONEY and balance(account.code) != 0


def _named(name: str) -> str:
    name = " ".join(name.split())[:60]
    if not name:
        raise InvalidError("name_missing", _("What shall it be called?"), field="name")
    return name


def _must_be_sphere(kind: str, sphere: int) -> None:
    """Check the sphere: receipts and expenses have one, and nothing else."""
    if sphere not in (SPHERES if chart.OWN[kind].sphere else (0,)):
        raise InvalidError("sphere_unknown", _("There is no such tax sphere."), field="sphere")


def _must_be_place(kind: str, place: str) -> None:
    if place and (place not in places() or places()[place].kind != kind):
        raise choice_unknown("place")


def _must_be_new(name: str, kind: str) -> None:
    """Check that the name is new among kinds on one side of the report, or among tills."""
    same = [
        account
        for account in whole_chart().values()
        if account.kind == chart.OWN[kind].kind and account.name.casefold() == name.casefold()
    ]
    if same:
        raise IllegalError(
            "account_exists",
            _("“%(name)s” is there already. Choose another name.") % {"name": name},
            field="name",
        )
