"""Missing games of players, and the effect of each way to go on without them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league import formats
from league.events.models import Participation
from league.tournaments.core.labels import rankings as ranking_words
from league.tournaments.core.queries.block_state import BlockState
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.models.tournaments import Credit


@dataclass(frozen=True)
class Choice:
    """One way to go on: the words of its button, and the effect on each player."""

    kind: str
    button: str
    effects: tuple[tuple[Participation, str], ...] = ()


def choices(
    state: TournamentState, number: int, people: Sequence[Participation], *, for_card: bool
) -> list[Choice]:
    """Return what the direction can let count in a block for these people, besides sums by hand.

    `state` is computed, not stored. With `for_card` their card is lost, and those with games keep
    them.
    """
    block = state.blocks[number]
    rows = {who.pk: block.row_of(who.pk) for who in people}
    participations = [
        who for who in people if for_card and (row := rows[who.pk]) and row.here.games
    ]
    others = [who for who in people if who not in participations]
    stays = tuple((who, _("what is entered counts")) for who in participations)
    choices = []
    kinds: list[formats.CreditKind] = [] if block.setting.scoring.lives else ["table"]
    if kinds and formats.alike_to(state.format, number):
        kinds.insert(0, "own")
    for kind in kinds:
        values = state.would_count(number, [who.pk for who in others], kind)
        effects = tuple((who, _counts(values[who.pk], kind)) for who in others)
        choices.append(Choice(kind, _button(kind, others), (*effects, *stays)))
    choices.append(Choice("nothing", _nothing(block, others)))
    return choices


def _counts(value: formats.Tally | None, kind: str) -> str:
    """Return the figures that would count for a player: all that the order of a ranking uses."""
    if value is not None:
        return _("%(points)s, games lost: %(lost)s, Schock-Aus: %(aus)s") % {
            "points": ranking_words.points(value.points),
            "lost": value.games_lost,
            "aus": value.schock_aus,
        }
    if kind == "own":
        return _("nothing yet; counts once another round is played")
    return _("nothing yet; counts once somebody has played here")


def _who(people: Sequence[Participation]) -> str:
    if len(people) == 1:
        return people[0].both_names
    return _("all %(n)s") % {"n": len(people)}


def _button(kind: str, people: Sequence[Participation]) -> str:
    words = (
        _("Own average of the other rounds for %(who)s")
        if kind == "own"
        else _("Average of the others in this round for %(who)s")
    )
    return words % {"who": _who(people)}


def _nothing(block: BlockState, people: Sequence[Participation]) -> str:
    who, scoring = {"who": _who(people)}, block.setting.scoring
    if not people:
        return _("Nothing: what is entered stays as it is")
    if scoring.lives:
        return _("Nothing: no life lost for %(who)s") % who
    if any((row := block.row_of(own.pk)) and row.here.games for own in people):
        return _("Nothing for %(who)s: the games entered are all that counts") % who
    if scoring.better == "fewer":
        return _("Nothing for %(who)s: a place below all who have played") % who
    return _("Nothing: 0 points for %(who)s") % who


def without_games(state: TournamentState) -> list[tuple[BlockState, Participation]]:
    """Return the present players without a game in a locked block for all, with the block.

    Players the direction has already ruled on are left out, as are tables whose card was given up.
    """
    decided = set(
        Credit.objects.filter(block__event=state.event, withdrawn_at=None).values_list(
            "block__number", "participation"
        )
    )
    pairs = []
    for number, block in state.blocks.items():
        if block.block.locked_at is None or block.setting.who.kind != "all":
            continue
        has = {
            row.person for row in block.rows if row.here.games or row.here.springer or row.credited
        }
        has |= {who for table in block.tables if table.state == "missing" for who in table.people}
        pairs += [
            (block, who)
            for who in state.people.values()
            if who.is_here and who.pk not in has and (number, who.pk) not in decided
        ]
    return sorted(pairs, key=lambda item: (item[1].person.sort_key, item[0].block.number))
