"""What a card that was corrected after the next draw would have changed, and what can be done."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.results.models.results import Result
from league.tournaments.labels.formats import names
from league.tournaments.queries.course import BlockCourse, Course

# So many pairs stand on the button; of more only the number.
SAID = 3


@dataclass(frozen=True)
class Difference:
    """„Nach der Korrektur an Tisch 3 wäre Kai statt Uwe weiter“, in the block `number`.

    `replaces` says who takes whose seat where that can still be put right, else it is empty.
    """

    number: int
    sentence: str
    replaces: str


def differences(course: Course) -> list[Difference]:
    """Where others sit than would go on by the cards of now; what is ranked stands."""
    found = []
    for number, one in course.blocks.items():
        if one.draw is None or one.block.ranked_at is not None:
            continue
        wrong, missing = course.differs(number)
        if wrong or missing:
            sentence = _sentence(course, one, wrong, missing)
            found.append(Difference(number, sentence, _replaces(course, one)))
    return found


def _replaces(course: Course, one: BlockCourse) -> str:
    """„Kai für Uwe“."""
    if one.block.locked_at is not None:
        return ""
    wrong, missing = course.replaceable(one.block.number)
    if len(wrong) > SAID:
        return _("%(n)s people") % {"n": len(wrong)}
    name = {person: course.people[person].both_names for person in (*wrong, *missing)}
    pairs = [
        _("%(one)s for %(other)s") % {"one": name[new], "other": name[old]}
        for new, old in zip(missing, wrong, strict=False)
    ]
    pairs += [_("without %(name)s") % {"name": name[old]} for old in wrong[len(missing) :]]
    return ", ".join(pairs)


def _sentence(course: Course, one: BlockCourse, wrong: list[int], missing: list[int]) -> str:
    tables = _corrected(course, one)
    cause = (
        ngettext(
            "After the correction at table %(tables)s",
            "After the corrections at tables %(tables)s",
            len(tables),
        )
        % {"tables": names([str(number) for number in tables])}
        if tables
        else _("As it stands now")
    )
    return " ".join([_difference(course, cause, wrong, missing), _what_counts(course, one, wrong)])


def _difference(course: Course, cause: str, wrong: list[int], missing: list[int]) -> str:
    sits = names([course.people[person].both_names for person in wrong])
    would = names([course.people[person].both_names for person in missing])
    if not missing:
        said = ngettext(
            "%(cause)s, %(sits)s would not have advanced.",
            "%(cause)s, %(sits)s would not have advanced.",
            len(wrong),
        )
        return said % {"cause": cause, "sits": sits}
    said = ngettext(
        "%(cause)s, %(would)s would have advanced instead of %(sits)s.",
        "%(cause)s, %(would)s would have advanced instead of %(sits)s.",
        len(missing),
    )
    return said % {"cause": cause, "would": would, "sits": sits}


def _what_counts(course: Course, one: BlockCourse, wrong: list[int]) -> str:
    """What stands where they sit."""
    block = {"block": one.name}
    if not any(table.played for table in one.tables):
        return _("Nobody has played in “%(block)s” yet.") % block
    if len(course.replaceable(one.block.number)[0]) == len(wrong):
        return _("At their table in “%(block)s” nobody has played yet.") % block
    said = _(
        "Games have been played in “%(block)s”: whoever has played at a table stays "
        "there, and the cards count."
    )
    return said % block


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
