"""The words about rounds of drinks: recipients, due time and outcome."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.books import labels as words
from finance.books.models.rounds import GivenRound
from finance.books.queries.rounds import Debtor, OwedRound
from league.events.models import Event


class Tag(NamedTuple):
    text: str
    tone: str = ""


def back_from(event: Event) -> str:
    """Return the address of the tournament or the evening at which rounds are given."""
    name = "tournament" if event.kind == Event.Kind.TOURNAMENT else "evening"
    return reverse(f"league:{name}", args=[event.pk])


def question(event: Event, *, is_today: bool) -> str:
    if is_today:
        return _("What is due today?")
    return _("What is due on %(day)s?") % {"day": date_format(event.business_date, _("j F Y"))}


def rules(event: Event, *, absent_keep: bool) -> list[str]:
    """Return the rules of rounds at an event: due time and recipients, as the club decided."""
    sentences = [_("A round without alcohol counts just the same.")]
    if event.kind == Event.Kind.TOURNAMENT:
        sentences.insert(0, _("Due before the next draw."))
    if absent_keep:
        sentences.append(_("Whoever is missing still has it to come: so the club decided."))
    else:
        sentences.append(
            _("Rounds are given to those who are here; whoever is missing has nothing to come.")
        )
    return sentences


def how_much(debtor: Debtor) -> str:
    """Write „3 Runden für 4 Köpfe, 2 sind da“; empty if nothing is due."""
    if not debtor.count:
        return ""
    sentence = ngettext("%(rounds)s for %(n)s head", "%(rounds)s for %(n)s heads", debtor.heads) % {
        "rounds": words.rounds(debtor.count),
        "n": debtor.heads,
    }
    if debtor.heads_here == debtor.heads:
        return sentence
    if not debtor.heads_here:
        return sentence + _(", none of them is here")
    here = ngettext(", one is here", ", %(n)s are here", debtor.heads_here)
    return sentence + here % {"n": debtor.heads_here}


def for_whom(owed_round: OwedRound) -> list[str]:
    """Return the people a round is for, and those of its heads who had it already."""
    to_come = owed_round.to_come
    values = {"n": len(to_come), "people": words.people(to_come)}
    if not owed_round.served:
        heads = ngettext("for one head: %(people)s", "for %(n)s heads: %(people)s", len(to_come))
        return [heads % values]
    heads = ngettext(
        "still for one head: %(people)s", "still for %(n)s heads: %(people)s", len(to_come)
    )
    had = _("Already had it: %(people)s") % {"people": words.people(owed_round.served)}
    return [heads % values, had]


def moved_to(owed_round: OwedRound) -> str:
    """Say until when a round was moved; empty if it was not, or that day has come."""
    if not owed_round.is_later or owed_round.moved is None:
        return ""
    return _("moved to %(day)s") % {"day": words.day_label(owed_round.moved.until)}


def not_yet(owed_round: OwedRound) -> str:
    """Return the reason why a round is not due at an evening; empty if it is due."""
    if owed_round.is_due:
        return ""
    return moved_to(owed_round) or _("of this evening, due on the next")


def became(given_round: GivenRound) -> Tag | None:
    """Return the outcome of a given round as a tag; None if all had it."""
    if given_round.is_taken_back:
        return Tag(_("taken back"))
    return None if given_round.payment else Tag(_("not yet for all"), "warn")
