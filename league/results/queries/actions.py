"""The actions on a result that are possible now, for the page that asks whether it is right."""

from league.access.queries.tables import TableRights
from league.errors import LeagueError
from league.results.models.results import Result

# Reasons of `against_confirming` about the user or the browser: another hand could sign.
OWN_HANDS = frozenset({"same_user", "same_holder", "same_device", "same_person", "device_unknown"})


def is_own_hand(against: LeagueError | None) -> bool:
    return against is not None and against.code in OWN_HANDS


def result_actions(
    *,
    state: str,
    rights: TableRights,
    against: LeagueError | None,
    may_correct: bool,
    by_link: bool,
    source: str,
) -> list[str]:
    """Return codes, in the page's order. `state` is `state_of`, `against` `against_confirming`.

    rule       decide about the problem
    confirm    say that it is right
    object     report a problem
    correct    enter it anew: a card, by a user who is logged in
    reopen     a scored game is corrected where it was scored
    """
    if state == "disputed":
        return ["rule"] if rights.rule else []
    being_corrected = state == "correcting"
    is_scored = source == Result.Source.GAME
    offered = {
        "confirm": state == "entered" and rights.confirm and against is None,
        "object": rights.object and not being_corrected,
        "correct": may_correct and not by_link and not is_scored,
        "reopen": may_correct and is_scored and not being_corrected,
    }
    return [code for code, may in offered.items() if may]
