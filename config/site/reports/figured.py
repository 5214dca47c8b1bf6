"""The figures in reports: streaks, phases, rating, luck, hands, records.

From the queries of the pages and in their words (`figure_words`, `figure_throws`), so that paper
and page say the same. Each drawing has its figures beside it.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from config.site.figures import throws as thrown
from config.site.figures import words
from league.figures import EVENINGS, Most, Person, Rating, Run, Scope
from league.figures.queries import ClubFigures, events_of_records
from league.people.models.people import Person as Somebody
from league.reports.paper import Drawing, Facts, Part, Points, Table, Text, short_day
from league.seasons.models import Season
from league.templatetags.league import percent

# As on the pages by themselves: evenings, whatever the rulebook, however it was written down.
AT_EVENINGS = Scope(occasion=EVENINGS)
# So many lines of a drawing are read at a glance.
DRAWN = 10
Named = Sequence[tuple[Somebody, Person]]


def drawing(title: str, svg: str, said: str = "") -> Drawing:
    return Drawing(str(svg), f"{title}. {said}" if said else title)


# --- one person -----------------------------------------------------------------------------
def phases(counts: Person) -> list[Part]:
    found = words.phases([counts], counts.games)
    said = _("%(n)s of %(known)s")
    rows = [[one.name, said % {"n": one.number, "known": one.known}] for one in found]
    parts: list[Part] = [Table([_("Where lost"), _("How often")], rows)]
    if counts.first_of < counts.games or counts.second_of < counts.games:
        note = _("Only what was written down counts: not every card names every half.")
        parts.append(Text([note], soft=True))
    return parts


def over_time(name: str, counts: Person) -> list[Part]:
    """Share lost, evening by evening or month by month."""
    course = words.course(counts)
    if len(course) < 2:
        return []
    rows = [[one.name, str(one.games), str(one.lost), percent(one.so_far)] for one in course]
    columns = [_("When"), _("Games"), _("lost"), _("up to then")]
    title = _("%(name)s: games lost") % {"name": name}
    return [drawing(title, words.draw_course(name, course)), Table(columns, rows)]


def streaks(counts: Person) -> list[Part]:
    """The longest runs of games, and the most Schock-Aus."""
    runs = counts.runs
    rows: list[list[str]] = []
    if runs and runs.kept:
        rows.append(_streak(_("Longest without losing"), runs.kept))
    if runs and runs.lost:
        rows.append(_streak(_("Longest losing only"), runs.lost))
    rows += _most(_("Most Schock-Aus in one game"), counts.most_in_a_game)
    rows += _most(_("Most Schock-Aus at one evening"), counts.most_at_an_evening)
    columns = [_("What"), _("When"), _("How often")]
    return [Table(columns, rows, figures=2, wide=1)] if rows else []


def _streak(title: str, run: Run) -> list[str]:
    start, end = (short_day(date.fromisoformat(one.day)) for one in (run.start, run.end))
    return [title, start if start == end else f"{start} – {end}", words.games(run.length)]


def _most(title: str, most: Most) -> list[list[str]]:
    if most.key is None:
        return []
    return [[title, short_day(date.fromisoformat(most.key.day)), str(most.number)]]


def company(counts: Person, names: Mapping[int, str]) -> list[Part]:
    """Who loses where somebody sits, and beside whom he loses himself; none where it is chance."""
    found = words.company(counts, names)
    if not found.enough:
        return []
    rows = [
        [title, one.name, _("%(lost)s of %(all)s") % {"lost": one.lost, "all": one.games}]
        for title, beside in (
            (_("Favourite victim: loses when you are there"), found.victims),
            (_("Nemesis: is there when you lose"), found.nemeses),
        )
        for one in beside
    ]
    note = _(
        "Games played together count, from %(few_together)s of them on. With so few, "
        "differences are mostly chance."
    ) % {"few_together": words.FEW_TOGETHER}
    columns = [_("What"), _("Who"), _("Games")]
    return [Table(columns, rows, figures=2, wide=1), Text([note], soft=True)] if rows else []


def rating(season: Season, found: Rating) -> list[Part]:
    said = _("In season %(name)s: %(rating)s.") % {
        "name": season.name,
        "rating": words.said_rating(found),
    }
    unsure = [] if words.is_sure(found) else [_("still uncertain")]
    return [
        Text([said, *unsure]),
        drawing(
            pgettext("of a person", "Rating"), words.draw_rating(found), words.said_rating(found)
        ),
        Text(_about_ratings(), soft=True),
    ]


def luck(name: str, found: Mapping[str, Any] | None) -> list[Part]:
    """Luck and skill of one person, out of `figure_throws.of_person`."""
    if found is None:
        return []
    said = ngettext(
        "In one turn %(expected)s Deckel were to be expected, %(came)s came.",
        "In %(n)s turns of %(games)s games %(expected)s Deckel were to be expected, %(came)s came.",
        found["turns"],
    ) % {"n": found["turns"], **found}
    right = _("Of %(decisions)s decisions %(share)s were the best.") % {
        "decisions": found["decisions"],
        "share": found["right"],
    }
    lines = [f"{said} {right}"]
    if found["few"]:
        lines.insert(0, _("Few games: this does not say much yet."))
    facts = [
        (
            found["luck"],
            _("Deckel of luck; up to ±%(wide)s is nothing special") % {"wide": found["ordinary"]},
        ),
        (
            found["skill"],
            _("Deckel given away; %(each)s in a hundred turns") % {"each": found["skill_each"]},
        ),
    ]
    parts: list[Part] = [Facts(facts), Text(lines)]
    if found["drawing"]:
        title = _("%(name)s: luck and skill") % {"name": name}
        rows = [
            [short_day(one["day"]), one["luck"], f"±{one['ordinary']}", one["skill"]]
            for one in found["nights"]
        ]
        parts.append(drawing(title, found["drawing"]))
        parts.append(Table([_("Evening"), _("Luck"), _("nothing special up to"), _("Skill")], rows))
    if found["costliest"]:
        title = _("What the best decision would have brought, the dearest of each game:")
        parts += [Text([title]), Points([_costly(one) for one in found["costliest"]])]
    return parts


def _costly(one: Mapping[str, Any]) -> str:
    """What lay there, what was done, what was better, and where that was."""
    done = _("Done: %(way)s (%(chance)s).") % {
        "way": one["taken"],
        "chance": one["taken_chances"],
    }
    better = _("Better: %(way)s (%(chance)s).") % {
        "way": one["best"],
        "chance": one["best_chances"],
    }
    cost = _("%(deckel)s Deckel") % {"deckel": one["cost"]}
    said = [one["situation"], done, better]
    where = f"({short_day(one['day'])}, {one['where']})"
    return " ".join(part for part in (f"{cost}:", *said, where) if part)


def hands(title: str, found: Mapping[str, Any] | None) -> list[Part]:
    """Which hands fell, beside what the dice bring."""
    if found is None:
        return []
    said = ngettext(
        "one hand",
        "%(n)s hands in %(throws)s throws of %(games)s games",
        found["turns"],
    ) % {"n": found["turns"], "throws": found["throws"], "games": found["games"]}
    rows = [[str(one["name"]), str(one["number"]), one["expected"]] for one in found["rows"]]
    return [
        drawing(title, found["drawing"], said),
        Table([_("Hand"), _("fell"), _("to be expected")], rows),
    ]


# --- the club -------------------------------------------------------------------------------
def records(found: ClubFigures, outermost: Sequence[thrown.Outermost]) -> list[list[str]]:
    """The records of results and of throws: what, of whom or when, how much."""
    rows = []
    for one in words.records(found.persons, found, events_of_records(found)):
        at = one.event
        where = f"{at.name}, {short_day(at.business_date)}" if at is not None else ""
        rows.append(
            [
                one.title,
                f"{one.person.name} {one.beside}".rstrip() if one.person else where,
                one.number,
            ]
        )
    rows += [[one.title, f"{one.who}, {short_day(one.day)}", one.number] for one in outermost]
    return rows


def phases_of_all(found: ClubFigures) -> list[Part]:
    if not found.games:
        return []
    said = words.phases([counts for _person, counts in found.persons], found.games)
    rows = [[one.name, str(one.number)] for one in said]
    return [
        drawing(_("Where games are lost"), words.draw_phases(said)),
        Table([_("Where"), pgettext("how many", "Number")], rows),
    ]


def ratings(persons: Named) -> list[Part]:
    """Everybody's rating, the best first; the first of them drawn."""
    rated = [(who, counts.rating) for who, counts in persons if counts.rating.games]
    rated.sort(key=lambda one: (-one[1].mean, one[0].sort_key))
    if not rated:
        return []
    rows = [
        [
            _marked(who.name, _("still uncertain"), not words.is_sure(one)),
            str(one.games),
            words.said_rating(one),
        ]
        for who, one in rated
    ]
    drawn = words.draw_ratings([(who.name, one) for who, one in rated[:DRAWN]])
    return [
        drawing(pgettext("of a person", "Rating"), drawn),
        Table([_("Who"), _("Games"), pgettext("of a person", "Rating")], rows),
        Text(_about_ratings(), soft=True),
    ]


def _about_ratings() -> list[str]:
    return [
        _(
            "After each game whoever got away moves up against the others at the table, and "
            "whoever lost moves down, the more so the less it was to be expected "
            "(Plackett-Luce)."
        ),
        _(
            "Everybody begins at 25. The figure behind ± says how far it can be off: in two "
            "cases of three no further. Below %(few_rated)s games the rating is called "
            "“still uncertain”."
        )
        % {"few_rated": words.FEW_RATED},
    ]


def lucky(found: Sequence[Mapping[str, Any]]) -> list[Part]:
    """Luck and skill of everybody, out of `figure_throws.of_club`."""
    if not found:
        return []
    rows = [
        [
            _marked(one["name"], _("few games"), one["few"]),
            one["skill_each"],
            one["luck"],
            f"±{one['ordinary']}",
            str(one["turns"]),
        ]
        for one in found
    ]
    columns = [_("Who"), _("Skill"), _("Luck"), _("nothing special up to"), _("Turns")]
    note = _("In Deckel; skill for each hundred turns, nought is without a mistake.")
    return [Table(columns, rows), Text([note], soft=True)]


def _marked(name: str, label: str, marked: bool) -> str:
    return f"{name} ({label})" if marked else name
