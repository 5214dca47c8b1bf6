"""The figures in reports: streaks, phases, rating, luck, hands, records.

From the sections of the pages and in their words (`figures.sections`, `words`, `throws`), so that
paper and page say the same. Each drawing has its figures beside it.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from config.site.figures import club_sections, person_sections, sections, throw_sections, words
from config.site.figures import company as beside
from config.site.figures import throws as throw_figures
from config.site.figures.filter import Chosen
from games.luck.queries import throws
from games.luck.queries.throws import Which
from league.figures import EVENINGS, Most, Person, Rating, Run, Scope
from league.figures.queries import ClubFigures, events_of_records
from league.people.models.people import Person as Somebody
from league.people.queries.names import inside_naming
from league.reports.paper import Drawing, Facts, Part, Points, Table, Text, short_day
from league.seasons.models import Season

# As on the pages by themselves: evenings, any rulebook, written down in any way.
AT_EVENINGS = Scope(occasion=EVENINGS)
ON_PAPER = Chosen(None, AT_EVENINGS, {})
# So many lines of a drawing are read at a glance.
DRAWN = 10
Named = Sequence[tuple[Somebody, Person]]


def drawing(title: str, svg: str, text: str = "") -> Drawing:
    return Drawing(str(svg), f"{title}. {text}" if text else title)


def drawn_table(section: sections.Section, title: str, text: str = "") -> list[Part]:
    """Return drawing and table of a page's section; on paper nothing is behind a number."""
    assert section.table is not None, "a drawing has its table"
    rows = [[str(cell.text) for cell in row.cells] for row in section.table.rows]
    return [drawing(title, section.drawing, text), Table(section.table.columns, rows)]


# --- one person -----------------------------------------------------------------------------
def phases(counts: Person) -> list[Part]:
    phases = words.phases([counts], counts.games)
    sentence = _("%(n)s of %(known)s")
    rows = [[phase.name, sentence % {"n": phase.number, "known": phase.known}] for phase in phases]
    parts: list[Part] = [Table([_("Where lost"), _("How often")], rows)]
    if counts.first_of < counts.games or counts.second_of < counts.games:
        note = _("Only what was written down counts: not every card names every half.")
        parts.append(Text([note], soft=True))
    return parts


def over_time(person: Somebody, counts: Person) -> list[Part]:
    """Draw the share lost, evening by evening or month by month."""
    section = person_sections.over_time(person, counts, ON_PAPER)
    title = _("%(name)s: games lost") % {"name": person.name}
    return drawn_table(section, title) if section else []


def streaks(counts: Person) -> list[Part]:
    """Tabulate the longest runs of games, and the most Schock-Aus."""
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
    start, end = (short_day(date.fromisoformat(key.day)) for key in (run.start, run.end))
    return [title, start if start == end else f"{start} – {end}", words.games(run.length)]


def _most(title: str, most: Most) -> list[list[str]]:
    if most.key is None:
        return []
    return [[title, short_day(date.fromisoformat(most.key.day)), str(most.number)]]


def company(counts: Person, names: Mapping[int, str]) -> list[Part]:
    """Tabulate victims and nemeses of a person; nothing if it is chance."""
    company = beside.company(counts, names)
    if not company.enough:
        return []
    rows = [
        [
            title,
            companion.name,
            _("%(lost)s of %(all)s") % {"lost": companion.lost, "all": companion.games},
        ]
        for title, beside in (
            (_("Favourite victim: loses when you are there"), company.victims),
            (_("Nemesis: is there when you lose"), company.nemeses),
        )
        for companion in beside
    ]
    note = _(
        "Games played together count, from %(few_together)s of them on. With so few, "
        "differences are mostly chance."
    ) % {"few_together": beside.FEW_TOGETHER}
    columns = [_("What"), _("Who"), _("Games")]
    return [Table(columns, rows, figures=2, wide=1), Text([note], soft=True)] if rows else []


def rating(season: Season, rating: Rating) -> list[Part]:
    sentence = _("In season %(name)s: %(rating)s.") % {
        "name": season.name,
        "rating": words.rating_text(rating),
    }
    unsure = [] if words.is_sure(rating) else [_("still uncertain")]
    return [
        Text([sentence, *unsure]),
        drawing(
            pgettext("of a person", "Rating"), words.draw_rating(rating), words.rating_text(rating)
        ),
        Text(_about_ratings(), soft=True),
    ]


def luck(name: str, row: Mapping[str, Any] | None) -> list[Part]:
    """Say luck and skill of one person, out of `throws.luck`."""
    if row is None:
        return []
    sentence = ngettext(
        "In one turn %(expected)s Deckel were to be expected, %(came)s came.",
        "In %(n)s turns of %(games)s games %(expected)s Deckel were to be expected, %(came)s came.",
        row["turns"],
    ) % {"n": row["turns"], **row}
    right = _("Of %(decisions)s decisions %(share)s were the best.") % {
        "decisions": row["decisions"],
        "share": row["right"],
    }
    lines = [f"{sentence} {right}"]
    if row["few"]:
        lines.insert(0, _("Few games: this does not say much yet."))
    facts = [
        (
            row["luck"],
            _("Deckel of luck; up to ±%(wide)s is nothing special") % {"wide": row["ordinary"]},
        ),
        (
            row["skill"],
            _("Deckel given away; %(each)s in a hundred turns") % {"each": row["skill_each"]},
        ),
    ]
    parts: list[Part] = [Facts(facts), Text(lines)]
    if row["drawing"]:
        title = _("%(name)s: luck and skill") % {"name": name}
        rows = [
            [short_day(night["day"]), night["luck"], f"±{night['ordinary']}", night["skill"]]
            for night in row["nights"]
        ]
        parts.append(drawing(title, row["drawing"]))
        parts.append(Table([_("Evening"), _("Luck"), _("nothing special up to"), _("Skill")], rows))
    if row["costliest"]:
        title = _("What the best decision would have brought, the dearest of each game:")
        parts += [Text([title]), Points([_costly(decision) for decision in row["costliest"]])]
    return parts


def _costly(row: Mapping[str, Any]) -> str:
    """Say what lay there, what was done, what was better, and at which game."""
    done = _("Done: %(way)s (%(chance)s).") % {
        "way": row["taken"],
        "chance": row["taken_chances"],
    }
    better = _("Better: %(way)s (%(chance)s).") % {
        "way": row["best"],
        "chance": row["best_chances"],
    }
    cost = _("%(deckel)s Deckel") % {"deckel": row["cost"]}
    decision_parts = [row["situation"], done, better]
    where = f"({short_day(row['day'])}, {row['where']})"
    return " ".join(part for part in (f"{cost}:", *decision_parts, where) if part)


def hands(which: Which, person: Somebody | None = None) -> list[Part]:
    """Tabulate the hands that fell, beside what the dice bring."""
    section = throw_sections.hands(throws.hands(which, person), person)
    title = _("Hands of %(name)s") % {"name": person.name} if person else _("Hands of the club")
    return drawn_table(section, title, section.sentences[0]) if section else []


# --- the club -------------------------------------------------------------------------------
def records(
    club_figures: ClubFigures, outermost: Sequence[throw_figures.Outermost]
) -> list[list[str]]:
    """Return the records of results and of throws: what, of whom or when, how much."""
    reader = sections.Reader(inside_naming(), ON_PAPER, inside=True)
    records = words.records(club_figures.persons, club_figures, events_of_records(club_figures))
    shown = [club_sections.records(records, reader), throw_sections.thrown(outermost)]
    return [
        [line.title, line.of, line.number] for section in shown if section for line in section.lines
    ]


def phases_of_all(club_figures: ClubFigures) -> list[Part]:
    if not club_figures.games:
        return []
    phases = words.phases([counts for _person, counts in club_figures.persons], club_figures.games)
    section = club_sections.phases(phases)
    return drawn_table(section, section.title)


def ratings(persons: Named) -> list[Part]:
    """Tabulate all ratings, the best first; the first of them drawn."""
    rated = [(who, counts.rating) for who, counts in persons if counts.rating.games]
    rated.sort(key=lambda pair: (-pair[1].mean, pair[0].sort_key))
    if not rated:
        return []
    rows = [
        [
            _marked(who.name, _("still uncertain"), not words.is_sure(rating)),
            str(rating.games),
            words.rating_text(rating),
        ]
        for who, rating in rated
    ]
    drawn = words.draw_ratings([(who.name, rating) for who, rating in rated[:DRAWN]])
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


def lucky(balances: Sequence[throw_figures.Lucky]) -> list[Part]:
    """Tabulate luck and skill of all."""
    if not balances:
        return []
    rows = [
        [
            _marked(balance.person.name, _("few games"), balance.few),
            balance.skill_each,
            balance.luck,
            f"±{balance.ordinary}",
            str(balance.turns),
        ]
        for balance in balances
    ]
    columns = [_("Who"), _("Skill"), _("Luck"), _("nothing special up to"), _("Turns")]
    note = _("In Deckel; skill for each hundred turns, nought is without a mistake.")
    return [Table(columns, rows), Text([note], soft=True)]


def _marked(name: str, label: str, marked: bool) -> str:
    return f"{name} ({label})" if marked else name
