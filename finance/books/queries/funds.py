"""Money that is kept for one thing: what is in each fund, and what is free beside them."""

from dataclasses import dataclass
from datetime import date
from itertools import accumulate

from django.db.models import Q, Sum

from finance.books.models.ledger import Posting
from finance.books.models.own_accounts import OwnAccount
from finance.books.models.payments import Payment
from finance.books.queries.chart import funds
from finance.books.queries.money import of_money
from league.people.models.kinds import MembershipKind
from league.people.models.people import Membership, Person


@dataclass(frozen=True)
class Fund:
    """A fund from the first to the last of some days, in cents."""

    code: str
    name: str
    opening: int
    put_in: int
    taken_out: int

    @property
    def closing(self) -> int:
        return self.opening + self.put_in - self.taken_out


def balance_of(code: str) -> int:
    """Return the cents in a fund, which are a credit in the books."""
    return -(Posting.objects.filter(account__code=code).aggregate(sum=Sum("amount"))["sum"] or 0)


def funds_of(start: date, end: date) -> list[Fund]:
    """Return each fund in these days; one in which nothing was and nothing happened is left out.

    What is taken back lowers the side on which it was.
    """
    rows = Posting.objects.filter(account__code__startswith="fund_", transaction__date__lte=end)
    here = Q(transaction__date__gte=start)
    comes = Q(amount__lt=0, transaction__reverses=None) | Q(
        amount__gt=0, transaction__reverses__isnull=False
    )
    sums = {
        code: (before or 0, came or 0, went or 0)
        for code, before, came, went in rows.order_by()
        .values_list("account__code")
        .annotate(
            before=Sum("amount", filter=~here),
            came=Sum("amount", filter=here & comes),
            went=Sum("amount", filter=here & ~comes),
        )
    }
    funds_of = []
    for own in funds():
        before, came, went = sums.get(own.code, (0, 0, 0))
        if before or came or went or own.ended is None:
            funds_of.append(Fund(own.code, own.name, -before, -came, went))
    return funds_of


@dataclass(frozen=True)
class Share:
    """A person's part of a shared fund: `cents` of it, as one of `heads`, not paid out yet.

    Its payment is known by the `key`: there is one for each fund and membership.
    """

    fund: OwnAccount
    cents: int
    heads: int
    key: str


def heads_of(today: date, *more: int) -> int:
    """Return among how many a shared fund is divided: the active members, and these persons."""
    active = Membership.objects.on(today).filter(kind__counts_as=MembershipKind.CountsAs.ACTIVE)
    return len({*active.values_list("person_id", flat=True), *more})


def share_key(fund: OwnAccount, membership: Membership) -> str:
    return f"share-{fund.code}-{membership.pk}"


def shares_of(person: Person, today: date) -> list[Share]:
    """Return a person's part of each shared fund; none unless active, now or at the end."""
    shared = [own for own in funds() if own.shared and own.is_open(today)]
    if not shared:
        return []
    began = Membership.objects.filter(person=person, start__lte=today).select_related("kind")
    last = began.order_by("start").last()
    if last is None or last.kind.counts_as != MembershipKind.CountsAs.ACTIVE:
        return []
    heads = heads_of(today, person.pk)
    shares = [
        Share(own, balance_of(own.code) // heads, heads, share_key(own, last)) for own in shared
    ]
    paid = set(
        Payment.objects.filter(client_id__in=[share.key for share in shares]).values_list(
            "client_id", flat=True
        )
    )
    return [share for share in shares if share.cents > 0 and share.key not in paid]


def lowest_held_from(code: str, day: date) -> int:
    """Return the least that was in a fund at the end of `day` or of any day after it."""
    days = dict(
        Posting.objects.filter(account__code=code)
        .order_by("transaction__date")
        .values_list("transaction__date")
        .annotate(sum=Sum("amount"))
    )
    standing = {on: -cents for on, cents in zip(days, accumulate(days.values()), strict=True)}
    then = [cents for on, cents in standing.items() if on <= day][-1:]
    least: int = min([*(then or [0]), *(cents for on, cents in standing.items() if on > day)])
    return least


def free_money() -> int:
    """Return the cents in tills, banks and transit that are not earmarked."""
    money = Posting.objects.filter(of_money("account__code") | Q(account__code="transit"))
    earmarked = Posting.objects.filter(account__code__startswith="fund_")
    lies: int = money.aggregate(sum=Sum("amount"))["sum"] or 0
    earmarked_cents: int = earmarked.aggregate(sum=Sum("amount"))["sum"] or 0
    return lies + earmarked_cents  # what is kept is a credit
