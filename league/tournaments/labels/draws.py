"""Sentences for the codes of the pure core: what cannot be drawn, why somebody meets again.

The core gives codes and figures; here they become German (and through gettext English).
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from league.draw import DrawError, Quality, Spread, Why
from league.formats import FormatError

Sentence = str | Promise

_DRAW: Mapping[str, Sentence] = {
    "no_room": _(
        "An allen Tischen, die noch spielen, sind die Plätze besetzt. Lose die Tische neu aus, die "
        "noch nicht gespielt haben; sonst spielt die Person ab dem nächsten Durchgang mit."
    ),
    "no_open_table": _(
        "Alle Karten dieses Durchgangs sind da. Die Person spielt ab dem nächsten Durchgang mit."
    ),
    "already_seated": _("Diese Person sitzt in diesem Durchgang schon an einem Tisch."),
    "not_in_the_draw": _("Diese Person ist in dieser Auslosung nicht dabei."),
    "table_too_small": _(
        "Der Tisch wäre dann zu klein, und von keinem anderen kann jemand umziehen. Lose die "
        "Tische neu aus, die noch nicht gespielt haben, oder lass die Karte so abgeben."
    ),
    "table_sizes_invalid": _("Diese Tischgrößen passen nicht zusammen."),
}
_OTHER_DRAW = _("So kann nicht ausgelost werden. Prüfe, wer da ist und wie groß die Tische sind.")


def draw_error(error: DrawError) -> Sentence:
    """What a DrawError says to the direction."""
    if error.code == "table_sizes_impossible":
        above, below = error.data["above"], error.data["below"]
        if below is None:
            return ngettext_lazy(
                "Mit %(n)s Person geht kein Tisch auf; es braucht mindestens %(above)s.",
                "Mit %(n)s Leuten geht kein Tisch auf; es braucht mindestens %(above)s.",
                "n",
            ) % {"n": error.data["number"], "above": above}
        return _(
            "%(n)s Leute passen nicht an Tische zu %(least)s bis %(most)s: "
            "%(below)s gingen, oder %(above)s."
        ) % {
            "n": error.data["number"],
            "least": error.data["least"],
            "most": error.data["most"],
            "below": below,
            "above": above,
        }
    return _DRAW.get(error.code, _OTHER_DRAW)


def why(answer: Why, one: str, other: str, *, together: bool = False) -> list[Sentence]:
    """„Warum wieder zusammen?“ in a few sentences; `one` and `other` are names.

    `together`: the round was drawn with others at once, which the answer does not look at.
    """
    names = {"one": one, "other": other}
    if answer.code == "not_together":
        return [_("%(one)s und %(other)s sitzen hier nicht zusammen.") % names]
    if len(answer.sizes) == 1:
        return [_("Hier gibt es nur einen Tisch, also sitzen alle zusammen.")]
    if answer.code == "kept":
        return [_("Beide saßen schon an diesem Tisch, bevor neu gelost wurde.")]
    if not answer.earlier:
        return [_("%(one)s und %(other)s treffen sich hier zum ersten Mal.") % names]
    said: list[Sentence] = [
        ngettext_lazy(
            "%(one)s und %(other)s saßen schon einmal zusammen.",
            "%(one)s und %(other)s saßen schon %(n)s Mal zusammen.",
            "n",
        )
        % {**names, "n": len(answer.earlier)}
    ]
    if answer.repeats_at_least:
        said.append(
            ngettext_lazy(
                "Bei %(people)s Leuten muss sich in diesem Durchgang mindestens ein Paar wieder "
                "treffen: %(bound)s",
                "Bei %(people)s Leuten müssen sich in diesem Durchgang mindestens %(n)s Paare "
                "wieder treffen: %(bound)s",
                "n",
            )
            % {
                "n": answer.repeats_at_least,
                "people": answer.people,
                "bound": _BOUND[answer.bound or "pairs"],
            }
        )
    said.append(_TOGETHER if together and answer.code in _ALONE else _WHY[answer.code] % names)
    if answer.code == "worse_otherwise" and answer.because is not None:
        said.append(_BECAUSE[answer.because])
    return said


def why_not_by_meetings(draw: str, times: int) -> list[Sentence]:
    """„Warum wieder zusammen?“ where nobody looked who had met: the lot decides, or the ranking."""
    met = ngettext_lazy(
        "Beide saßen schon einmal zusammen.", "Beide saßen schon %(n)s Mal zusammen.", "n"
    ) % {"n": times}
    reason = (
        _("In diesem Durchgang sitzen Nachbarn der Rangliste zusammen.")
        if draw == "points"
        else _("In diesem Durchgang entscheidet allein das Los.")
    )
    return [met, reason] if times else [reason]


_BOUND: Mapping[str, Sentence] = {
    "pairs": _("So viele neue Paare gibt es nicht mehr."),
    "person": _("Wer an einem Tisch sitzt, trifft mehr Leute, als er noch nicht getroffen hat."),
    "table": _("Von einem Tisch müssen welche zusammen weiterziehen, denn es gibt weniger Tische."),
}
_WHY: Mapping[str, Sentence] = {
    "unavoidable": _("Auch die Suche, die beide trennen sollte, fand keinen Weg."),
    "others_instead": _(
        "Getrennt hätten sich andere wieder getroffen, genauso oft. Hier entschied das Los."
    ),
    "worse_otherwise": _("Beide zu trennen hätte die Auslosung insgesamt schlechter gemacht."),
    "better_found": _(
        "Mit mehr Suchen gäbe es eine bessere Auslosung. Die Leitung kann neu auslosen, solange "
        "niemand spielt."
    ),
    "first_meeting": "",
}
# What the answer cannot know of a round that was drawn with others.
_ALONE = {"better_found", "others_instead"}
_TOGETHER = _(
    "Beide zu trennen wäre in diesem Durchgang allein gegangen. Gelost wurde er aber zusammen mit "
    "weiteren, und dort hätten sich dann andere öfter getroffen oder ebenso oft."
)
_BECAUSE: Mapping[str, Sentence] = {
    "apart": _("Dafür hätten zwei zusammen gesessen, die nicht zusammen sitzen sollen."),
    "meetings": _("Andere hätten sich dafür öfter wieder getroffen."),
    "mates": _("Dafür hätten Leute einer Mannschaft zusammen gesessen."),
    "sizes": _("Dafür hätte jemand öfter am kleinen Tisch gesessen."),
    "lopsided": _("Dafür hätte jemand viel öfter am kleinen Tisch gesessen als die anderen."),
}


# Why nobody looked at who had met: for draws that do not go by meetings.
NOT_BY_MEETINGS: Mapping[str, Sentence] = {
    "lot": _(
        "Dieser Durchgang wird frei gelost. Wer schon zusammen saß, spielt dabei keine Rolle."
    ),
    "points": _(
        "In diesem Durchgang sitzen Nachbarn der Tabelle zusammen. Wer sich schon getroffen hat, "
        "spielt dabei keine Rolle."
    ),
}


def quality(figures: Quality, *, separate_teams: bool) -> list[Sentence]:
    """How even the rounds came out so far; team mates only where they are to be kept apart."""
    said: list[Sentence] = []
    if not figures.repeats:
        said.append(_("Bis hierher hat niemand jemanden zweimal getroffen."))
    else:
        said.append(
            ngettext_lazy(
                "Bis hierher trafen sich einmal zwei wieder.",
                "Bis hierher trafen sich %(n)s Mal zwei wieder.",
                "n",
            )
            % {"n": figures.repeats}
        )
        said.append(
            _("Öfter als %(most)s Mal saß niemand mit jemandem zusammen.")
            % {"most": figures.most_meetings}
        )
    if separate_teams and figures.mates:
        said.append(
            ngettext_lazy(
                "Einmal saßen zwei aus derselben Mannschaft zusammen.",
                "%(n)s Mal saßen zwei aus derselben Mannschaft zusammen.",
                "n",
            )
            % {"n": figures.mates}
        )
    said.append(_("Auf Platz 1 saß jeder %(times)s Mal.") % {"times": _times(figures.firsts)})
    if len(figures.sizes) > 1:
        size = min(figures.sizes)
        said.append(
            _("Am Tisch zu %(size)s saß jeder %(times)s Mal.")
            % {"size": size, "times": _times(figures.sizes[size])}
        )
    return said


def _times(spread: Spread) -> Sentence:
    if spread.least == spread.most:
        return str(spread.most)
    return _("%(least)s bis %(most)s") % {"least": spread.least, "most": spread.most}


def format_error(error: FormatError) -> str:
    """What a FormatError says to whoever sets up the tournament."""
    data = {name: value for name, value in error.data.items() if isinstance(value, str | int)}
    if error.code == "tables_impossible":
        return _impossible(error)
    sentence = _FORMAT.get(error.code)
    if sentence is None:
        return str(_("So geht der Ablauf nicht auf. Prüfe die Durchgänge nacheinander."))
    return str(sentence) % data


def _impossible(error: FormatError) -> str:
    people, below, above = (error.data.get(key) for key in ("number", "below", "above"))
    if below is None:
        return _("%(n)s Leute sind zu wenige für einen Tisch; es braucht %(above)s.") % {
            "n": people,
            "above": above,
        }
    return _(
        "%(n)s Leute gehen an solchen Tischen nicht auf; %(below)s gingen, oder %(above)s."
    ) % {
        "n": people,
        "below": below,
        "above": above,
    }


_FORMAT: Mapping[str, Sentence] = {
    "unknown_format": _("Diese Vorlage gibt es nicht. Wähle eine aus der Liste."),
    "too_few_people": _(
        "%(people)s Leute sind zu wenige für diesen Ablauf; es braucht mindestens %(least)s. Pass "
        "ihn in den Einstellungen an, oder warte auf mehr."
    ),
    "final_too_big": _(
        "Ins Finale kommen %(number)s, an den Tisch passen nur %(most)s. Lass davor weniger "
        "weiterkommen, oder erlaube im Finale mehr am Tisch."
    ),
    "final_needs_one_table": _(
        "Im Finale säßen %(people)s Leute an mehr als einem Tisch. Lass davor weniger "
        "weiterkommen, häng in den Einstellungen noch einen Durchgang an, oder erlaube im Finale "
        "mehr am Tisch."
    ),
    "games_missing": _("Wie viele Spiele hat „%(block)s“?"),
    "nobody_would_go_out": _(
        "In „%(block)s“ schiede niemand aus: %(leave)s bleiben, und so klein ist schon ein Tisch."
    ),
    "whole_table_advances": _(
        "In „%(block)s“ kämen %(number)s je Tisch weiter, und so klein ist schon ein Tisch."
    ),
    "survivors_without_lives": _("In „%(block)s“ hat niemand ein Leben zu verlieren."),
    "table_sizes_invalid": _(
        "Die Tischgrößen passen nicht: mindestens %(least)s, Ziel %(target)s, höchstens %(most)s."
    ),
    "nobody_advances": _("Wer kommt weiter? In Durchgang %(block)s fehlt die Angabe."),
    "advance_leads_nowhere": _(
        "Nach Durchgang %(block)s kommt nichts mehr, wohin jemand weiterkäme."
    ),
    "size_missing": _(
        "In „%(block)s“ fehlt die Angabe für Tische zu %(size)s. Ändere „Mindestens“ und "
        "„Höchstens am Tisch“ so, dass es keine zu %(size)s gibt; sind es die Deckel, trag sie ein."
    ),
    "team_sizes_invalid": _("Die Größe der Mannschaften passt nicht zusammen."),
    "no_blocks": _("Ein Turnier braucht mindestens einen Durchgang."),
}


# What „scharf“ means, by `formats.Block.overtime`.
OVERTIME: Mapping[str, Sentence] = {
    "sudden_round": _("Wer jetzt eine Wurfrunde verliert, verliert die Hälfte."),
    "one_half": _("Die laufende Hälfte entscheidet das Spiel."),
    "finish_game": _("Das laufende Spiel wird zu Ende gespielt, dann ist Schluss."),
}
