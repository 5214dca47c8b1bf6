"""The effect of a card corrected after the next draw, and the possible remedy."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.results.models.results import Result
from league.tournaments.core.labels.rankings import listed
from league.tournaments.core.queries.block_state import BlockState
from league.tournaments.core.queries.state import TournamentState

# The button names up to this many pairs, otherwise their number.
NAMED = 3


@dataclass(frozen=True)
class Difference:
    """„Nach der Korrektur an Tisch 3 wäre Kai statt Uwe weiter“, in the block `number`.

    `replaces` names the new and old holders of the seats that can still be put right, else it is
    empty.
    """

    number: int
    sentence: str
    replaces: str


def differences(state: TournamentState) -> list[Difference]:
    """Return a difference for each drawn block with other players than the current cards give.

    A block whose ranking is released is left out.
    """
    differences = []
    for number, block in state.blocks.items():
        if block.draw is None or block.block.ranked_at is not None:
            continue
        wrong, missing = state.differs(number)
        if wrong or missing:
            sentence = _sentence(state, block, wrong, missing)
            differences.append(Difference(number, sentence, _replaces(state, block)))
    return differences


def _replaces(state: TournamentState, block: BlockState) -> str:
    """Return „Kai für Uwe“."""
    if block.block.locked_at is not None:
        return ""
    wrong, missing = state.replaceable(block.block.number)
    if len(wrong) > NAMED:
        return _("%(n)s people") % {"n": len(wrong)}
    name = {person: state.people[person].both_names for person in (*wrong, *missing)}
    pairs = [
        _("%(one)s for %(other)s") % {"one": name[new], "other": name[old]}
        for new, old in zip(missing, wrong, strict=False)
    ]
    pairs += [_("without %(name)s") % {"name": name[old]} for old in wrong[len(missing) :]]
    return ", ".join(pairs)


def _sentence(
    state: TournamentState, block: BlockState, wrong: list[int], missing: list[int]
) -> str:
    tables = _corrected(state, block)
    cause = (
        ngettext(
            "After the correction at table %(tables)s",
            "After the corrections at tables %(tables)s",
            len(tables),
        )
        % {"tables": listed([str(number) for number in tables])}
        if tables
        else _("As it stands now")
    )
    return " ".join([_difference(state, cause, wrong, missing), _what_counts(state, block, wrong)])


def _difference(state: TournamentState, cause: str, wrong: list[int], missing: list[int]) -> str:
    sits = listed([state.people[person].both_names for person in wrong])
    would = listed([state.people[person].both_names for person in missing])
    if not missing:
        sentence = ngettext(
            "%(cause)s, %(sits)s would not have advanced.",
            "%(cause)s, %(sits)s would not have advanced.",
            len(wrong),
        )
        return sentence % {"cause": cause, "sits": sits}
    sentence = ngettext(
        "%(cause)s, %(would)s would have advanced instead of %(sits)s.",
        "%(cause)s, %(would)s would have advanced instead of %(sits)s.",
        len(missing),
    )
    return sentence % {"cause": cause, "would": would, "sits": sits}


def _what_counts(state: TournamentState, block_state: BlockState, wrong: list[int]) -> str:
    """Say what counts at the tables where the wrong players sit."""
    block = {"block": block_state.name}
    if not any(table.played for table in block_state.tables):
        return _("Nobody has played in “%(block)s” yet.") % block
    if len(state.replaceable(block_state.block.number)[0]) == len(wrong):
        return _("At their table in “%(block)s” nobody has played yet.") % block
    sentence = _(
        "Games have been played in “%(block)s”: whoever has played at a table stays "
        "there, and the cards count."
    )
    return sentence % block


def _corrected(state: TournamentState, block: BlockState) -> list[int]:
    """Return the tables of the blocks before with a card that was changed after this draw."""
    assert block.draw is not None
    changed = Result.objects.filter(
        table__block__event=state.event,
        table__block__number__in=block.setting.who.blocks,
        is_current=True,
        version__gt=1,
        entered_at__gt=block.draw.made_at,
    ).exclude(version=2, occasion=Result.Occasion.LOG_ARRIVED)
    return sorted(set(changed.values_list("table__number", flat=True)))
