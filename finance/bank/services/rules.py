"""Rules for lines of the bank: added, changed, ended."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.bank.models.rules import BankRule
from finance.bank.services.account import locked_accounts
from finance.books.queries.chart import received, spent
from finance.errors import InvalidError
from league.people.models.people import User
from league.web.spelling import plain

# Fewer letters occur in every other line.
SHORTEST = 3


def set_rule(
    *,
    words: str,
    incoming: bool,
    account: str,
    by_statement: bool = False,
    by: User | None,
    now: datetime,
) -> BankRule:
    """Propose lines with these words as this kind from now on; a rule of the same words ends.

    The same again changes nothing. InvalidError for words that are too short and for what is no
    kind of this side. Locks the club's account.
    """
    words = " ".join(words.split())[:60]
    if sum(sign.isalnum() for sign in words) < SHORTEST:
        raise InvalidError(
            "rule_words",
            _("Which word stands in these lines? At least three letters."),
            field="words",
        )
    if account not in dict(received() if incoming else spent()):
        raise InvalidError("account_unknown", _("There is no such account."), field="account")
    by_statement = by_statement and not incoming
    with transaction.atomic():
        locked_accounts()
        open_ones = BankRule.objects.filter(incoming=incoming, ended_at=None)
        same = next((rule for rule in open_ones if plain(rule.words) == plain(words)), None)
        if same is not None:
            if (same.account, same.by_statement) == (account, by_statement):
                return same
            _end(same, by, now)
        return BankRule.objects.create(
            words=words,
            incoming=incoming,
            account=account,
            by_statement=by_statement,
            set_by=by,
            set_at=now,
        )


def end_rule(*, rule: BankRule, by: User | None, now: datetime) -> BankRule:
    """End a rule, so that it proposes nothing any more. A repeat changes nothing. Locks the club's
    account.
    """
    with transaction.atomic():
        locked_accounts()
        rule = BankRule.objects.get(pk=rule.pk)
        if rule.ended_at is None:
            _end(rule, by, now)
        return rule


def _end(rule: BankRule, by: User | None, now: datetime) -> None:
    rule.ended_by, rule.ended_at = by, now
    rule.save(update_fields=["ended_by", "ended_at"])
