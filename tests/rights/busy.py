"""Prepare the club with all on its pages that needs a decision, a confirmation or an answer."""

from types import SimpleNamespace

from tests.rights import asking, public
from tests.rights.asking import INSIDE, asked, preparation
from tests.rights.decisions import DECISIONS
from tests.rights.stage import method_of

HAPPENED = (
    *(asking.booked, asking.own_kind, asking.objected, asking.vouched),
    *(asking.on_the_account, asking.drafted, asking.running, asking.drawn),
    *(asking.reported, asking.appointed_himself, asking.on_the_wall),
    *(asking.all_sets_played, asking.meeting_opened),
)


def make_busy(w: SimpleNamespace) -> None:
    w.mara.participations.update(shown_as="Startnummer 12")
    public.disputed(w)
    for happened in HAPPENED:
        happened(w)
    public.misplayed(w)
    for key in WHILE_BUSY:
        asked(key, w, "chair")  # some make first what they are about, and pages link to it


# --- which rows are asked about it ----------------------------------------------------------
# Of what is not so: an evening or a club that shows itself to the public, a wall without a screen.
OTHERWISE = (*INSIDE, "of a public evening", "where it is public", "games:wall_picture GET")
# The rows of the matrix that need no other preparation.
WHILE_BUSY = {
    key: rule
    for key, rule in DECISIONS.items()
    if method_of(key) == "GET"
    and set(preparation(key)) <= set(HAPPENED)
    and not key.endswith(OTHERWISE)
}
