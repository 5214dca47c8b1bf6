"""Open matters of the direction besides the next step, so that none is forgotten."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.events.models import Event
from league.mail.queries import unsent_since
from league.tournaments.core.labels.rankings import listed
from league.tournaments.core.queries import agenda
from league.tournaments.core.queries.block_state import BlockState
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.models.tournaments import Draw

# With more half cards a round is in full swing.
MOST_HALF_CARDS = 5


class Waiting(NamedTuple):
    """An open matter: its sentence, and the page that settles it (empty: not the direction's)."""

    sentence: str
    address: str = ""
    deed: str = ""


def waiting(
    event: Event, state: TournamentState, following: agenda.Next, now: datetime
) -> list[Waiting]:
    """Return what is open in any block, without what the next step already leads to."""
    if event.tournament.finished_at is not None or event.is_cancelled:
        return []
    return [
        *_proposals(event, state, following),
        *_ties(event, state, following),
        *_half_cards(state),
        *_mails(now),
    ]


def _leads_to(following: agenda.Next, deed: agenda.Deed, block: BlockState) -> bool:
    return following.deed == deed and following.block is block


def _block_page(event: Event, block: BlockState) -> str:
    return reverse("league:direct_block", args=[event.pk, block.block.number])


def _proposals(event: Event, state: TournamentState, following: agenda.Next) -> Iterator[Waiting]:
    open_draws = Draw.objects.filter(block__event=event, released_at=None, superseded_at=None)
    for draw in open_draws.select_related("block").order_by("block__number"):
        block = state.blocks[draw.block.number]
        if not _leads_to(following, "release", block):
            yield Waiting(
                _("A proposal waits for its release: %(block)s, %(kind)s.")
                % {"block": block.name, "kind": draw.get_kind_display()},
                _block_page(event, block),
                _("Look at it"),
            )


def _ties(event: Event, state: TournamentState, following: agenda.Next) -> Iterator[Waiting]:
    for block in state.blocks.values():
        is_open = block.block.locked_at is not None and block.block.ranked_at is None
        if is_open and agenda.open_ties(block) and not _leads_to(following, "tie", block):
            yield Waiting(
                _("A tie is open in “%(block)s”.") % {"block": block.name},
                f"{_block_page(event, block)}#gleichstand",
                _("Decide the tie"),
            )


def _half_cards(state: TournamentState) -> Iterator[Waiting]:
    """Yield the cards that were entered in part, once others of their block are whole.

    A table that plays on a phone fills its card by itself.
    """
    for block in state.blocks.values():
        if block.block.locked_at is not None or not block.cards_in:
            continue
        half = [
            table
            for table in block.outstanding
            if table.state == "playing" and table.expected and table.table.playing is None
        ]
        if len(half) == 1:
            table = half[0]
            yield Waiting(
                ngettext(
                    "The card of table %(table)s has %(n)s game of %(of)s.",
                    "The card of table %(table)s has %(n)s games of %(of)s.",
                    table.played,
                )
                % {"table": table.table.number, "n": table.played, "of": table.expected},
                reverse("games:score_card", args=[table.table.pk]),
                _("Enter the card"),
            )
        elif half and len(half) <= MOST_HALF_CARDS:  # their tiles lead to them
            numbers = listed([str(table.table.number) for table in half])
            yield Waiting(_("The cards of tables %(tables)s are half in.") % {"tables": numbers})


def _mails(now: datetime) -> Iterator[Waiting]:
    since = unsent_since(now)
    if since is not None:
        when = timezone.localtime(since).strftime("%H:%M")
        yield Waiting(_("No mail has gone out since %(when)s.") % {"when": when})
