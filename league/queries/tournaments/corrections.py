"""What a card that was corrected after the next draw would have changed, in sentences."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.format_words import names
from league.models import Result
from league.queries.tournaments.course import BlockCourse, Course


def sentences(course: Course) -> list[str]:
    """„Nach der Korrektur an Tisch 3 wäre Kai statt Uwe weiter“, and what can be done."""
    found = []
    for number, one in course.blocks.items():
        if one.draw is None or one.block.ranked_at is not None:
            continue
        wrong, missing = course.differs(number)
        if wrong or missing:
            found.append(_sentence(course, one, wrong, missing))
    return found


def _sentence(course: Course, one: BlockCourse, wrong: list[int], missing: list[int]) -> str:
    tables = _corrected(course, one)
    cause = (
        ngettext(
            "Nach der Korrektur an Tisch %(tables)s",
            "Nach den Korrekturen an den Tischen %(tables)s",
            len(tables),
        )
        % {"tables": names([str(number) for number in tables])}
        if tables
        else _("Nach dem Stand von jetzt")
    )
    return " ".join([_difference(course, cause, wrong, missing), _way_out(one)])


def _difference(course: Course, cause: str, wrong: list[int], missing: list[int]) -> str:
    sits = names([course.people[person].both_names for person in wrong])
    would = names([course.people[person].both_names for person in missing])
    if not missing:
        said = ngettext(
            "%(cause)s wäre %(sits)s nicht weiter.",
            "%(cause)s wären %(sits)s nicht weiter.",
            len(wrong),
        )
        return said % {"cause": cause, "sits": sits}
    said = ngettext(
        "%(cause)s wäre %(would)s statt %(sits)s weiter.",
        "%(cause)s wären %(would)s statt %(sits)s weiter.",
        len(missing),
    )
    return said % {"cause": cause, "would": would, "sits": sits}


def _way_out(one: BlockCourse) -> str:
    if any(table.played for table in one.tables):
        return _(
            "In „%(block)s“ ist schon gespielt worden: Wer sitzt, bleibt sitzen, und die Karten "
            "zählen. Wer fehlt, kann dort noch dazukommen."
        ) % {"block": one.setting.name}
    return _("In „%(block)s“ hat noch niemand gespielt: Lose dort neu aus, dann stimmt es.") % {
        "block": one.setting.name
    }


def _corrected(course: Course, one: BlockCourse) -> list[int]:
    """The tables of the block before with a card that was changed after this draw."""
    assert one.draw is not None
    changed = Result.objects.filter(
        table__block__event=course.event,
        table__block__number=one.setting.who.of or 0,
        is_current=True,
        version__gt=1,
        entered_at__gt=one.draw.made_at,
    )
    return sorted(set(changed.values_list("table__number", flat=True)))
