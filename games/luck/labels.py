"""Luck, skill and hands in words: figures in Deckel, the ways of playing, and drawings of both."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, NamedTuple

from django.utils.formats import date_format, number_format
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine import Rulebook, hand_name
from games.engine.dice import Hand
from games.luck.queries.throws import HandCount, Night
from games.luck.weighing import UNIT
from games.rules.rulebooks import lang
from league.files import drawings
from league.files.drawings import Bar, Caption, Drift
from league.templatetags.league import percent

CATEGORIES = {
    "schock_aus": gettext_lazy("Schock-Aus"),
    "schock": gettext_lazy("Schock"),
    "general": gettext_lazy("General"),
    "strasse": gettext_lazy("Straight"),
    "jule": gettext_lazy("Jule"),
    "zahl": gettext_lazy("Plain number"),
}
PHASES = {
    "first_half": gettext_lazy("1st half"),
    "second_half": gettext_lazy("2nd half"),
    "final": gettext_lazy("Final"),
}


class Notice(NamedTuple):
    """A notice above the figures of a game, or instead of them; `style` is its class."""

    text: str
    style: str = "message"


def notices(
    *, is_running: bool, is_ready: bool, has_lines: bool, silent_since: datetime | None
) -> list[Notice]:
    """Explain why a game has no figures, or not all: it is open, not computed yet, or has no
    throws.

    `silent_since` is when the worker was last heard of, if that is too long ago.
    """
    texts = []
    if is_running:
        texts.append(Notice(_("This game is open. It is weighed once it is closed.")))
    if is_ready and not has_lines:
        whole_hands = _(
            "Only whole hands or rounds stand here. What somebody decided is known only where "
            "each throw is written down."
        )
        texts.append(Notice(whole_hands, "empty"))
    elif not is_ready and not is_running:
        texts.append(Notice(_not_computed(silent_since)))
    return texts


def _not_computed(silent_since: datetime | None) -> str:
    if silent_since is None:
        return _("This is being reckoned. Look again in a minute.")
    when = date_format(localtime(silent_since), _("j N Y, H:i"))
    sentence = _("This has not been computed since %(when)s. Tell the board.")
    return sentence % {"when": when}


# --- figures --------------------------------------------------------------------------------
def deckel(parts: int, digits: int = 1) -> str:
    """Write „12,3“, rounded half up; a minus is a real one."""
    return _signless(parts, digits, "")


def signed(parts: int, digits: int = 1) -> str:
    """Write „+4,2“, „−4,2“, „0,0“."""
    return _signless(parts, digits, "+")


def _signless(parts: int, digits: int, plus: str) -> str:
    exact = Decimal(abs(parts)) / UNIT
    rounded = exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    sign = "" if not rounded else "−" if parts < 0 else plus
    return sign + number_format(rounded, digits)


def whole(number: int) -> str:
    """Write whole Deckel that came, or went."""
    return f"−{-number}" if number < 0 else str(number)


def share(part: int, whole: int) -> str:
    return str(percent(part / whole)) if whole else "–"


def dashed(dice: Sequence[int]) -> str:
    """Write „6-3-2“ that stays in one line."""
    return "\u2011".join(map(str, dice))


def shown_hand(book: Rulebook, faces: Mapping[str, Any]) -> str:
    """Name a hand as this rulebook does: „Schock 6“."""
    hand: Hand = book.ranking.hands[tuple(faces["dice"]), faces["throws"], faces["at_once"]]
    return hand_name(book, hand, lang())


# --- decisions ------------------------------------------------------------------------------
def way(done: Mapping[str, Any]) -> str:
    """Say „stehen bleiben“, „2 liegen lassen“, „alles neu werfen“."""
    if done["way"] == "stand":
        return _("stand")
    dice_kept = done["kept"]
    sentence = (
        _("keep %(dice)s") % {"dice": dashed(dice_kept)} if dice_kept else _("throw all again")
    )
    if done["turned"]:
        turned = ngettext("one six turned", "%(n)s sixes turned", done["turned"])
        sentence += f" ({turned % {'n': done['turned']}})"
    if done["way"] == "cover":
        sentence += ", " + _("leave the cup down")
    return sentence


def taken(done: Mapping[str, Any]) -> str:
    """Say what a player did, and how many Deckel that brings in the long run."""
    values = {"way": way(done), "deckel": deckel(done["expected"], 2)}
    return _("Done: %(way)s (%(deckel)s Deckel).") % values


def verdict(done: Mapping[str, Any], best: Mapping[str, Any]) -> str:
    """Say what would have been better than what was done, and what that cost."""
    cost = done["expected"] - best["expected"]
    if not cost:
        return _("Nothing was better.")
    values = {
        "way": way(best),
        "deckel": deckel(best["expected"], 2),
        "cost": deckel(cost, 2),
    }
    return _("Better: %(way)s (%(deckel)s), it cost %(cost)s.") % values


def outcome(giver: str, taker: str, moved: int) -> str:
    """Say how a round ended: `moved` Deckel went to `taker`; without a `giver` no one was best."""
    values = {"giver": giver, "taker": taker, "n": moved}
    if giver:
        sentence = ngettext(
            "%(giver)s was best, %(taker)s was worst and got one Deckel.",
            "%(giver)s was best, %(taker)s was worst and got %(n)s Deckel.",
            moved,
        )
    else:
        sentence = ngettext(
            "%(taker)s was worst and got one Deckel.",
            "%(taker)s was worst and got %(n)s Deckel.",
            moved,
        )
    return sentence % values


def situation(decision: Mapping[str, Any]) -> str:
    """Say „Nach 2 Würfen lag 6-3-2.“; nothing before the first throw."""
    if not decision["throws"]:
        return ""
    sentence = ngettext(
        "After one throw there was %(dice)s.",
        "After %(n)s throws there was %(dice)s.",
        decision["throws"],
    )
    return sentence % {"n": decision["throws"], "dice": dashed(decision["dice"])}


def where(decision: Mapping[str, Any]) -> str:
    """Say „1. Hälfte, Runde 7“."""
    return _("%(part)s, round %(number)s") % {
        "part": PHASES[decision["phase"]],
        "number": decision["round"],
    }


def chances(of: Mapping[str, Any]) -> str:
    """Say how often the player is the worst and how often the best by a way, as done or as best: a
    way may risk more and still cost less, because the best one gives away.
    """
    worst, best = share(of["is_worst"], UNIT), share(of["is_best"], UNIT)
    return _("last in %(worst)s, best in %(best)s") % {"worst": worst, "best": best}


# --- drawings -------------------------------------------------------------------------------
def draw_nights(name: str, nights: Sequence[Night]) -> SafeString:
    """Draw luck and skill added up from evening to evening, and how far luck scatters by itself."""
    last = nights[-1].so_far
    caption = Caption(
        _("%(name)s: luck and skill") % {"name": name},
        _("At last luck %(luck)s and skill %(skill)s Deckel; up to ±%(wide)s is nothing special.")
        % {
            "luck": signed(last.luck),
            "skill": signed(last.skill),
            "wide": deckel(last.ordinary, 0),
        },
    )
    marks = [
        Drift(
            date_format(night.day, _("j M")),
            night.so_far.luck / UNIT,
            night.so_far.skill / UNIT,
            night.so_far.ordinary / UNIT,
        )
        for night in nights
    ]
    names = (_("Luck"), _("Skill"), _("nothing special"))
    return SafeString(drawings.drift(caption, marks, names=names, number=_whole))


def _whole(number: float) -> str:
    return signed(round(number) * UNIT, 0)


def draw_hands(title: str, hands: Sequence[HandCount], turns: int) -> SafeString:
    """Draw the share of each category, and beside it what the dice bring, both in thousandths."""
    lines = [
        Bar(
            str(CATEGORIES[hand_count.code]),
            round(1000 * hand_count.number / turns),
            round(1000 * hand_count.expected / turns),
        )
        for hand_count in hands
    ]
    caption = Caption(title, "; ".join(f"{line.name}: {_percent(line.now)}" for line in lines))
    legend = {"now": _("fell"), "before": _("to be expected")}
    return SafeString(drawings.bars(caption, lines, money=_percent, **legend))


def _percent(thousandths: int) -> str:
    return str(percent(thousandths / 1000))
