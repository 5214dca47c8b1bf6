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
    said = _("%(n)s von %(known)s")
    rows = [[one.name, said % {"n": one.number, "known": one.known}] for one in found]
    parts: list[Part] = [Table([_("Wo verloren"), _("Wie oft")], rows)]
    if counts.first_of < counts.games or counts.second_of < counts.games:
        note = _("Gezählt ist nur, was aufgeschrieben wurde: Nicht jede Karte nennt jede Hälfte.")
        parts.append(Text([note], soft=True))
    return parts


def over_time(name: str, counts: Person) -> list[Part]:
    """Share lost, evening by evening or month by month."""
    course = words.course(counts)
    if len(course) < 2:
        return []
    rows = [[one.name, str(one.games), str(one.lost), percent(one.so_far)] for one in course]
    columns = [_("Wann"), _("Spiele"), _("verloren"), _("bis dahin")]
    title = _("%(name)s: verlorene Spiele") % {"name": name}
    return [drawing(title, words.draw_course(name, course)), Table(columns, rows)]


def streaks(counts: Person) -> list[Part]:
    """The longest runs of games, and the most Schock-Aus."""
    runs = counts.runs
    rows: list[list[str]] = []
    if runs and runs.kept:
        rows.append(_streak(_("Am längsten nicht verloren"), runs.kept))
    if runs and runs.lost:
        rows.append(_streak(_("Am längsten nur verloren"), runs.lost))
    rows += _most(_("Meiste Schock-Aus in einem Spiel"), counts.most_in_a_game)
    rows += _most(_("Meiste Schock-Aus an einem Abend"), counts.most_at_an_evening)
    columns = [_("Was"), _("Wann"), _("Wie oft")]
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
        [title, one.name, _("%(lost)s von %(all)s") % {"lost": one.lost, "all": one.games}]
        for title, beside in (
            (_("Lieblingsopfer: verliert, wenn du dabei bist"), found.victims),
            (_("Angstgegner: ist dabei, wenn du verlierst"), found.nemeses),
        )
        for one in beside
    ]
    note = _(
        "Gezählt werden gemeinsame Spiele, ab %(few_together)s davon. Bei so wenigen sind "
        "Unterschiede meist Zufall."
    ) % {"few_together": words.FEW_TOGETHER}
    columns = [_("Was"), _("Wer"), _("Spiele")]
    return [Table(columns, rows, figures=2, wide=1), Text([note], soft=True)] if rows else []


def rating(season: Season, found: Rating) -> list[Part]:
    said = _("In der Saison %(name)s: %(rating)s.") % {
        "name": season.name,
        "rating": words.said_rating(found),
    }
    unsure = [] if words.is_sure(found) else [_("noch ungewiss")]
    return [
        Text([said, *unsure]),
        drawing(
            pgettext("of a person", "Wertung"), words.draw_rating(found), words.said_rating(found)
        ),
        Text(_about_ratings(), soft=True),
    ]


def luck(name: str, found: Mapping[str, Any] | None) -> list[Part]:
    """Luck and skill of one person, out of `figure_throws.of_person`."""
    if found is None:
        return []
    said = ngettext(
        "In einem Zug waren %(expected)s Deckel zu erwarten, gekommen sind %(came)s.",
        "In %(n)s Zügen aus %(games)s Spielen waren %(expected)s Deckel zu erwarten, "
        "gekommen sind %(came)s.",
        found["turns"],
    ) % {"n": found["turns"], **found}
    right = _("Von %(decisions)s Entscheidungen waren %(share)s die beste.") % {
        "decisions": found["decisions"],
        "share": found["right"],
    }
    lines = [f"{said} {right}"]
    if found["few"]:
        lines.insert(0, _("Wenige Spiele: Das sagt noch nicht viel."))
    facts = [
        (
            found["luck"],
            _("Deckel Glück; bis ±%(wide)s ist nichts Besonderes") % {"wide": found["ordinary"]},
        ),
        (
            found["skill"],
            _("Deckel verschenkt; %(each)s je hundert Züge") % {"each": found["skill_each"]},
        ),
    ]
    parts: list[Part] = [Facts(facts), Text(lines)]
    if found["drawing"]:
        title = _("%(name)s: Glück und Können") % {"name": name}
        rows = [
            [short_day(one["day"]), one["luck"], f"±{one['ordinary']}", one["skill"]]
            for one in found["nights"]
        ]
        parts.append(drawing(title, found["drawing"]))
        parts.append(Table([_("Abend"), _("Glück"), _("nichts Besonderes bis"), _("Können")], rows))
    if found["costliest"]:
        title = _("Was die beste Entscheidung gebracht hätte, von jedem Spiel die teuerste:")
        parts += [Text([title]), Points([_costly(one) for one in found["costliest"]])]
    return parts


def _costly(one: Mapping[str, Any]) -> str:
    """What lay there, what was done, what was better, and where that was."""
    done = _("Getan: %(way)s (%(chance)s).") % {
        "way": one["taken"],
        "chance": one["taken_chances"],
    }
    better = _("Besser: %(way)s (%(chance)s).") % {
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
        "eine Hand",
        "%(n)s Hände in %(throws)s Würfen aus %(games)s Spielen",
        found["turns"],
    ) % {"n": found["turns"], "throws": found["throws"], "games": found["games"]}
    rows = [[str(one["name"]), str(one["number"]), one["expected"]] for one in found["rows"]]
    return [
        drawing(title, found["drawing"], said),
        Table([_("Hand"), _("gefallen"), _("zu erwarten")], rows),
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
        drawing(_("Wo Spiele verloren gehen"), words.draw_phases(said)),
        Table([_("Wo"), _("Anzahl")], rows),
    ]


def ratings(persons: Named) -> list[Part]:
    """Everybody's rating, the best first; the first of them drawn."""
    rated = [(who, counts.rating) for who, counts in persons if counts.rating.games]
    rated.sort(key=lambda one: (-one[1].mean, one[0].sort_key))
    if not rated:
        return []
    rows = [
        [
            _marked(who.name, _("noch ungewiss"), not words.is_sure(one)),
            str(one.games),
            words.said_rating(one),
        ]
        for who, one in rated
    ]
    drawn = words.draw_ratings([(who.name, one) for who, one in rated[:DRAWN]])
    return [
        drawing(pgettext("of a person", "Wertung"), drawn),
        Table([_("Wer"), _("Spiele"), pgettext("of a person", "Wertung")], rows),
        Text(_about_ratings(), soft=True),
    ]


def _about_ratings() -> list[str]:
    return [
        _(
            "Nach jedem Spiel rückt, wer davonkam, gegen die anderen am Tisch nach vorn, und wer "
            "verlor, nach hinten, umso mehr, je weniger man es erwartet hätte (Plackett-Luce)."
        ),
        _(
            "Jeder beginnt bei 25. Die Zahl hinter ± sagt, wie weit es danebenliegen kann: In zwei "
            "von drei Fällen nicht weiter. Unter %(few_rated)s Spielen heißt die Wertung „noch "
            "ungewiss“."
        )
        % {"few_rated": words.FEW_RATED},
    ]


def lucky(found: Sequence[Mapping[str, Any]]) -> list[Part]:
    """Luck and skill of everybody, out of `figure_throws.of_club`."""
    if not found:
        return []
    rows = [
        [
            _marked(one["name"], _("wenige Spiele"), one["few"]),
            one["skill_each"],
            one["luck"],
            f"±{one['ordinary']}",
            str(one["turns"]),
        ]
        for one in found
    ]
    columns = [_("Wer"), _("Können"), _("Glück"), _("nichts Besonderes bis"), _("Züge")]
    note = _("In Deckeln; Können je hundert Züge, null ist fehlerfrei.")
    return [Table(columns, rows), Text([note], soft=True)]


def _marked(name: str, label: str, marked: bool) -> str:
    return f"{name} ({label})" if marked else name
