"""Sentences for the codes of the pure core: draws that are impossible, people who meet again.

The core gives codes and figures; here they become German (and through gettext English).
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from league.draw import DrawError, Quality, Spread, Why

Sentence = str | Promise


def seat_line(table: int, place: int, block: str) -> str:
    """Return „Tisch 5, Platz 2 (Vorrunde)“, as mails and devices show it."""
    values = {"table": table, "place": place, "block": block}
    return gettext("Table %(table)s, seat %(place)s (%(block)s)") % values


_DRAW: Mapping[str, Sentence] = {
    "no_room": _(
        "All seats are taken at every table that still plays. Draw the tables "
        "again that have not played yet; otherwise they join from the next round "
        "on."
    ),
    "no_open_table": _("All cards of this round are in. They join from the next round on."),
    "already_seated": _("This person already sits at a table in this round."),
    "not_in_the_draw": _("This person is not in this draw."),
    "table_too_small": _(
        "The table would be too small then, and nobody can move over from "
        "another. Draw the tables again that have not played yet, or have "
        "the card handed in as it is."
    ),
    "table_sizes_invalid": _("These table sizes do not fit together."),
}
_OTHER_DRAW = _("It cannot be drawn like this. Check who is here and how large the tables are.")


def draw_error(error: DrawError) -> Sentence:
    """Return the sentence of a DrawError for the direction."""
    if error.code == "table_sizes_impossible":
        above, below = error.data["above"], error.data["below"]
        if below is None:
            return ngettext_lazy(
                "With %(n)s person no table works out; it takes at least %(above)s.",
                "With %(n)s people no table works out; it takes at least %(above)s.",
                "n",
            ) % {"n": error.data["number"], "above": above}
        return _(
            "%(n)s people do not fit at tables of %(least)s to %(most)s: %(below)s "
            "would, or %(above)s."
        ) % {
            "n": error.data["number"],
            "least": error.data["least"],
            "most": error.data["most"],
            "below": below,
            "above": above,
        }
    return _DRAW.get(error.code, _OTHER_DRAW)


def why(answer: Why, first: str, other: str, *, together: bool = False) -> list[Sentence]:
    """Answer „Warum wieder zusammen?“ in a few sentences; `first` and `other` are names.

    With `together` the round was drawn at once with others, which `answer` does not consider.
    """
    names = {"one": first, "other": other}
    if answer.code == "not_together":
        return [_("%(one)s and %(other)s do not sit together here.") % names]
    if len(answer.sizes) == 1:
        return [_("There is only one table here, so all sit together.")]
    if answer.code == "kept":
        return [_("Both already sat at this table before it was drawn again.")]
    if not answer.earlier:
        return [_("%(one)s and %(other)s meet here for the first time.") % names]
    texts: list[Sentence] = [
        ngettext_lazy(
            "%(one)s and %(other)s have sat together once before.",
            "%(one)s and %(other)s have sat together %(n)s times before.",
            "n",
        )
        % {**names, "n": len(answer.earlier)}
    ]
    if answer.repeats_at_least:
        texts.append(
            ngettext_lazy(
                "With %(people)s people at least one pair has to meet again in this round: "
                "%(bound)s",
                "With %(people)s people at least %(n)s pairs have to meet again in this "
                "round: %(bound)s",
                "n",
            )
            % {
                "n": answer.repeats_at_least,
                "people": answer.people,
                "bound": _BOUND[answer.bound or "pairs"],
            }
        )
    texts.append(_TOGETHER if together and answer.code in _ALONE else _WHY[answer.code] % names)
    if answer.code == "worse_otherwise" and answer.because is not None:
        texts.append(_BECAUSE[answer.because])
    return texts


def why_not_by_meetings(draw: str, times: int) -> list[Sentence]:
    """Answer „Warum wieder zusammen?“ for a draw that ignores earlier meetings.

    The reason is the lot, the ranking or the lives, as `draw` says.
    """
    met = ngettext_lazy(
        "The two have sat together once before.",
        "The two have sat together %(n)s times before.",
        "n",
    ) % {"n": times}
    reason = (
        _("In this round neighbours in the ranking sit together.")
        if draw == "points"
        else _("In this round even and odd numbers of lives sit apart.")
        if draw == "parity"
        else _("In this round the lot alone decides.")
    )
    return [met, reason] if times else [reason]


_BOUND: Mapping[str, Sentence] = {
    "pairs": _("There are not that many new pairs left."),
    "person": _("Whoever sits at a table meets more people than they have not met yet."),
    "table": _("From one table some have to move on together, because there are fewer tables."),
}
_WHY: Mapping[str, Sentence] = {
    "unavoidable": _("Even the search that was to keep the two apart found no way."),
    "others_instead": _("Apart, others would have met again, just as often. Here the lot decided."),
    "worse_otherwise": _("Keeping the two apart would have made the draw worse as a whole."),
    "better_found": _(
        "With more searching there would be a better draw. The directors can "
        "draw again as long as nobody plays."
    ),
    "first_meeting": "",
}
# Codes that only fit a round drawn alone.
_ALONE = {"better_found", "others_instead"}
_TOGETHER = _(
    "Keeping the two apart would have worked in this round alone. But it was "
    "drawn together with others, and there others would then have met more "
    "often, or just as often."
)
_BECAUSE: Mapping[str, Sentence] = {
    "apart": _("For that, two people who are not to sit together would have sat together."),
    "meetings": _("Others would have met again more often for it."),
    "mates": _("For that, people of one team would have sat together."),
    "sizes": _("For that, somebody would have sat at the small table more often."),
    "lopsided": _(
        "For that, somebody would have sat at the small table far more often than the others."
    ),
}


# For draws that ignore earlier meetings.
NOT_BY_MEETINGS: Mapping[str, Sentence] = {
    "lot": _("This round is drawn freely. Who has sat together before does not matter."),
    "points": _(
        "In this round neighbours in the standings sit together. Who has met "
        "before does not matter."
    ),
    "parity": _(
        "In this round even and odd numbers of lives sit apart. Who has met before does not matter."
    ),
}


def quality(figures: Quality, *, separate_teams: bool) -> list[Sentence]:
    """Describe how even the rounds are so far; team mates only where teams are kept apart."""
    texts: list[Sentence] = []
    if not figures.repeats:
        texts.append(_("Up to here nobody has met anybody twice."))
    else:
        texts.append(
            ngettext_lazy(
                "Up to here two people met again once.",
                "Up to here two people met again %(n)s times.",
                "n",
            )
            % {"n": figures.repeats}
        )
        texts.append(
            _("Nobody sat with anybody more than %(most)s times.") % {"most": figures.most_meetings}
        )
    if separate_teams and figures.mates:
        texts.append(
            ngettext_lazy(
                "Two people of the same team sat together once.",
                "Two people of the same team sat together %(n)s times.",
                "n",
            )
            % {"n": figures.mates}
        )
    texts.append(_("On seat 1 for everybody: %(times)s times.") % {"times": _times(figures.firsts)})
    if len(figures.sizes) > 1:
        size = min(figures.sizes)
        texts.append(
            _("At a table of %(size)s, for everybody: %(times)s×.")
            % {"size": size, "times": _times(figures.sizes[size])}
        )
    return texts


def _times(spread: Spread) -> Sentence:
    if spread.least == spread.most:
        return str(spread.most)
    return _("%(least)s to %(most)s") % {"least": spread.least, "most": spread.most}


# The meaning of „scharf“, by `formats.Block.overtime`.
OVERTIME: Mapping[str, Sentence] = {
    "sudden_round": _("Whoever loses a round now loses the half."),
    "one_half": _("The current half decides the game."),
    "finish_game": _("The current game is played to the end, then it is over."),
}
