"""The words beside the figures in the standings of a tournament."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from league import formats
from league.events.models import Event
from league.tournaments.core.labels import rankings as ranking
from league.tournaments.core.labels import state as state_words
from league.tournaments.core.queries.block_state import BlockState
from league.tournaments.models.tournaments import Prize
from league.tournaments.registration.queries.registrations import Counts


class Tag(NamedTuple):
    """A word or two beside a name or a heading; `tone` is its appearance."""

    text: str
    tone: str = ""


def tags(row: formats.Row, *, goes_on: bool, is_locked: bool, has_left: bool) -> Iterator[Tag]:
    """Yield the tags of a player's line: until the block is locked, all of it may change."""
    if goes_on:
        yield Tag(_("advances") if is_locked else _("would advance"), "good")
    if has_left:
        yield Tag(pgettext("a person", "left"))
    if row.credited:
        yield Tag(str(state_words.CREDITED[row.credited]))


def standing_of(block: BlockState) -> Tag:
    return Tag(_("released"), "good") if block.step == "ranked" else Tag(_("provisional"), "warn")


def state_of(event: Event, today: date) -> Tag | None:
    """Return the state of a tournament, for its name in a list; None for a future one."""
    if event.is_cancelled:
        return Tag(_("called off"), "bad")
    if event.tournament.finished_at:
        return Tag(_("closed"), "good")
    if event.business_date == today:
        return Tag(_("today"), "warn")
    return Tag(_("Registration open")) if event.tournament.registration_open else None


def step_of(block: BlockState) -> Tag | None:
    """Return the progress of a block, for its name in the programme; None before it is drawn."""
    if block.step == "ranked":
        return Tag(pgettext("of a report", "done"), "good")
    if block.step == "locked":
        return Tag(_("being evaluated"))
    return Tag(_("under way"), "warn") if block.block.released_at else None


def places(counts: Counts) -> str:
    """Say whether a new registration gets a place."""
    if counts.is_full:
        return _("All places are taken. Whoever registers goes on the waiting list.")
    if counts.places:
        return _("%(n)s of %(places)s places left.") % {"n": counts.left, "places": counts.places}
    sentence = ngettext(
        "One person is registered, there are places enough.",
        "%(n)s are registered, there are places enough.",
        counts.registered,
    )
    return sentence % {"n": counts.registered}


def prize_title(prize: Prize) -> str:
    """Return the award a prize is for."""
    if prize.award == Prize.Award.PLACE:
        return _("Place %(place)s") % {"place": prize.place}
    if prize.award == Prize.Award.TEAM:
        return _("Team, place %(place)s") % {"place": prize.place}
    return str(prize.get_award_display())


def prize_consists_of(prize: Prize) -> str:
    """Return the prize itself: a thing, a share of the pot, or both."""
    share = _("%(n)s %% of the pot") % {"n": prize.pot_percent} if prize.pot_percent else ""
    return ", ".join(filter(None, [prize.thing, share]))


def notes(block: BlockState) -> Iterator[str]:
    """Yield the notes a reader of a block's figures needs."""
    setting = block.setting
    if block.step != "ranked":
        params = {"n": block.cards_in, "all": len(block.played)}
        yield _("%(n)s of %(all)s cards are in.") % params
    if setting.carry_over:
        yield _("The points of the rounds before count as well.")
    if setting.scoring.better == "fewer" and not setting.scoring.lives:
        yield _("Few points are good.")


def reached(row: formats.Row) -> str:
    """Return the figure a player's place rests on: points, or the lives left."""
    if row.lives is None:
        return ranking.points(row.points)
    return _("Lives: %(n)s") % {"n": row.lives}


def moved(was: int | None, now: int | None) -> str:
    """Say which place a corrected card moved a player to, from place `was` to place `now`."""
    if now is None:
        return _("without a place")
    if was is None:
        return _("new, in place %(now)s") % {"now": now}
    return _("place %(now)s instead of %(was)s") % {"was": was, "now": now}


def nothing_yet(*, is_past: bool, is_stale: bool) -> str:
    """Say why standings are missing; empty while they are computed, as noted above them."""
    if is_past:
        return _("Nothing had been played yet.")
    if is_stale:
        return ""
    return _("Nothing has been drawn yet. After the first games the standings appear here.")
