"""The pages of a tournament that players and strangers see: programme, table, games, draws."""

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from league import formats
from league.access.queries.rights import DIRECTS, RUNS_EVENINGS, is_member, roles_of
from league.access.tokens import sign_registration
from league.events.models import Participation
from league.seasons.past_forms import PastMomentForm
from league.tournaments import lists
from league.tournaments.labels import course as course_words
from league.tournaments.labels import draws as words
from league.tournaments.labels import formats as format_words
from league.tournaments.labels import rankings as ranking
from league.tournaments.models.tournaments import Prize
from league.tournaments.queries import draws, moves, public, registrations, versions
from league.tournaments.queries.course import BlockCourse, Course
from league.tournaments.queries.past import PastCourse
from league.tournaments.views.looking import Context, Look, looked_at
from league.web.views import typed_number

# Beyond so many people a matrix is no picture any more; then one looks at one's own row.
MOST_IN_A_MATRIX = 40
AWARDS = Prize.Award.values
# How many of the standings stand on the programme.
TOP = 5
# Of more who are equal only their number is said.
MOST_NAMED = 3


@looked_at("league/tournament/programme.html", "league/tournament/_now.html")
def programme(look: Look) -> Context:
    """What is on, where one has to go, and what there is to win."""
    event, course, now = look.event, look.course, timezone.now()
    roles = roles_of(look.request.user, timezone.localdate(now))
    return {
        **_now(look),
        "schedule": [
            {"one": one, "lines": format_words.block_lines(course.format, number)}
            for number, one in course.blocks.items()
        ],
        "top": [_placed(course, placed) for placed in course.ranking[:TOP]],
        "is_final": course.unfinished is None,
        "prizes": sorted(event.prizes.all(), key=lambda prize: AWARDS.index(prize.award)),
        "counts": registrations.counts(event),
        "closed": registrations.against_registering(event, now),
        "directs": not roles.isdisjoint(DIRECTS),
        "runs": not roles.isdisjoint(RUNS_EVENINGS),
    }


@looked_at("league/tournament/my_table.html", "league/tournament/_my_table.html")
def my_table(look: Look) -> Context:
    """„An welchen Tisch muss ich?“ by number, by name, or by who one is."""
    typed = " ".join(look.request.GET.get("search", "").split())[:80]
    chosen = look.request.GET.get("person", "")
    if (person := typed_number(chosen)) is not None:
        found = [
            participation for participation in [look.course.people.get(person)] if participation
        ]
    elif typed:
        found = public.search(look.course, typed)
    else:
        found = [look.me] if look.me else []
    context = {"typed": typed, "found": found, "seek": True}
    return {**context, **_where(look, found[0] if len(found) == 1 else None)}


def _now(look: Look) -> Context:
    course = look.course
    playing = public.now_played(course)
    over = course.event.tournament.finished_at is not None
    return {
        "playing": [
            {
                "one": block,
                "sharp": words.OVERTIME[block.setting.overtime],
                "ends_at": block.ends_at(),
            }
            for block in playing
        ],
        "between": None if playing or over else course.current,
        "seek": True,
        **_where(look, look.me),
    }


def _where(look: Look, who: Participation | None) -> Context:
    if who is None:
        return {"place": None}
    place = public.whereabouts(look.course, who.pk)
    found: Context = {
        "place": place,
        "registration": _own_address(who) if who == look.me else "",
    }
    if place.table is None or place.block is None:
        is_ahead = look.event.business_date > timezone.localdate()
        block = place.block.name if place.block else ""
        place_words = course_words.place(place.where, is_ahead=is_ahead, block=block)
        return {**found, "place_words": place_words}
    seats = [_seat(seat.participation, who) for seat in place.table.seats]
    return {
        **found,
        "ring": _ring(place.table.table.number, seats, place.block.setting),
        "sharp": words.OVERTIME[place.block.setting.overtime],
    }


def _own_address(me: Participation) -> str:
    """The token of somebody's own registration; of nobody else's."""
    own = registrations.registration_of(me.event, me.person)
    return sign_registration(own.pk) if own is not None else ""


def _seat(one: Participation, me: Participation | None) -> dict[str, object]:
    return {"who": one, "is_me": one == me}


def _ring(number: int, seats: list[dict[str, object]], setting: formats.Block) -> Context:
    """A table as it is drawn: around it the seats clockwise, the first throws first."""
    return {
        "number": number,
        "seats": seats,
        "size": len(seats),
        "deckel": range(setting.deckel.get(len(seats), 0)),
    }


# --- how it stands --------------------------------------------------------------------------
@looked_at("league/tournament/standings.html", "league/tournament/_standings.html", lists.ranking)
def standings(look: Look) -> Context:
    """The ranking of one block, or of the day; for members also that of a past moment."""
    past = _past(look)
    course = look.course if past.moment is None else PastCourse(look.event, past.moment)
    wanted = look.request.GET.get("block", "")
    ranked = {number: one for number, one in course.blocks.items() if one.rows}
    block = ranked.get(typed_number(wanted) or 0)
    if not wanted and course.unfinished is not None and course.current is not None:
        block = ranked.get(course.current.block.number)
    return {
        "course": course,
        "past": past,
        "inside": _is_inside(look),
        "ranked": ranked.values(),
        "shown": block,
        "rows": block_rows(course, block) if block else [],
        "ties": _ties(course, block) if block else [],
        "placed": []
        if block
        else [{**_placed(course, one), "day": course.day[one.person]} for one in course.ranking],
        "is_final": course.unfinished is None,
        "specials": _specials(course),
        "strokes": [
            {"rank": honour.rank, "who": course.people[honour.person], "number": honour.value}
            for honour in course.honours["schock_aus_king"]
        ],
        "how": _how(block.setting) if block else None,
        "corrected": [] if past.moment else _corrected(look, block),
    }


def _past(look: Look) -> PastMomentForm:
    """Which moment is asked for; strangers may not ask."""
    asked = look.request.GET if _is_inside(look) else None
    return PastMomentForm(asked or None, now=timezone.now())


def _is_inside(look: Look) -> bool:
    return is_member(look.request.user, timezone.localdate())


def _corrected(look: Look, block: BlockCourse | None) -> list[dict[str, object]]:
    """Which corrections moved whom. Why is for members: there a name may stand in it."""
    people = {
        participation.person_id: participation for participation in look.course.people.values()
    }
    inside = _is_inside(look)
    return [
        {
            "result": correction.result,
            "reason": correction.result.reason if inside else "",
            "moves": [
                {"who": people[move.person_id], "was": move.was, "now": move.now}
                for move in correction.moves.all()
                if move.person_id in people
            ],
        }
        for correction in moves.corrections_in(look.course, block.block.pk if block else None)
    ]


def _how(setting: formats.Block) -> dict[str, object]:
    """By what a block ranks, in words."""
    return {
        "scoring": format_words.scoring(setting),
        "criteria": [format_words.CRITERIA[code] for code in setting.ties],
    }


def block_rows(course: Course, block: BlockCourse) -> list[dict[str, object]]:
    names = {pk: one.name for pk, one in course.people.items()}
    numbers = {t.table.pk: t.table.number for one in course.blocks.values() for t in one.tables}
    goes_on = set(block.advancing.people) if block.advancing else set()
    last = max((row.position for row in block.rows if row.person in goes_on), default=0)
    lots = draws.lots(block.block)
    return [
        {
            "row": row,
            "who": course.people[row.person],
            "goes_on": row.person in goes_on,
            "is_cut": row.position == last == len(goes_on) and last < len(block.rows),
            "why": _why_below(row, names),
            "seed": lots.get(row.person, "") if _code(row) == "lot" else "",
            "lacks": [ranking.lack(one, numbers) for one in row.incomplete],
            "lives": [at < (row.lives or 0) for at in range(block.setting.scoring.lives)],
        }
        for row in block.rows
    ]


def _code(row: formats.Row) -> str:
    return row.decided.code if row.decided else ""


def _why_below(row: formats.Row, names: dict[int, str]) -> str:
    """Only what the figures beside the name do not say by themselves."""
    if len(row.tied_with) > MOST_NAMED:
        return _("tied with %(n)s others") % {"n": len(row.tied_with)}
    if row.tied_with:
        return _("tied with %(names)s") % {
            "names": ranking.listed([names[one] for one in row.tied_with])
        }
    return "" if _code(row) in {"", "points", "lives"} else ranking.decided(row, names)


def _ties(course: Course, block: BlockCourse) -> list[str]:
    names = {pk: one.name for pk, one in course.people.items()}
    open_ties = [*(block.advancing.ties if block.advancing else ()), *block.podium_ties]
    return [ranking.open_tie(tie, names) for tie in open_ties] if block.block.locked_at else []


def _placed(course: Course, placed: formats.Placed) -> dict[str, object]:
    return {
        "placed": placed,
        "who": course.people[placed.person],
        "block": course.blocks[placed.block],
    }


def _specials(course: Course) -> list[dict[str, object]]:
    return [
        {
            "word": ranking.special(special),
            "names": [course.people[pk].name for pk in special.people],
        }
        for special in course.specials
    ]


@looked_at("league/tournament/player.html", "league/tournament/_player.html")
def player(look: Look, participation: int) -> Context:
    """The games behind somebody's numbers, block by block."""
    course = look.course
    who = course.people.get(participation)
    if who is None:
        raise Http404
    return {
        "who": who,
        "place": next((one for one in course.ranking if one.person == who.pk), None),
        "is_final": course.unfinished is None,
        "blocks": public.games_behind(course, who.pk),
        "people": course.people,
    }


@looked_at("league/tournament/teams.html", "league/tournament/_teams.html", lists.teams)
def teams(look: Look) -> Context:
    course = look.course
    named = {
        participation.team_id: participation.team.name
        for participation in course.people.values()
        if participation.team is not None
    }
    return {
        "teams": [
            {
                "row": row,
                "name": named.get(row.team, "?"),
                "members": [
                    {"one": member, "who": course.people[member.person]} for member in row.members
                ],
            }
            for row in course.teams
        ],
        "sizes": course.format.team,
        "differ": _sizes(public.team_sizes(course)),
        "is_final": course.unfinished is None,
    }


def _sizes(sizes: list[int]) -> str:
    """„zu 3 und zu 4“ where teams are not of one size, else empty."""
    if len(sizes) < 2:
        return ""
    return ranking.listed([_("of %(n)s") % {"n": size} for size in sizes])


# --- draws ----------------------------------------------------------------------------------
@looked_at("league/tournament/draw.html")
def draw(look: Look, number: int) -> Context:
    """A released draw: who sits where, where it came from, who meets whom again and why."""
    course = look.course
    drawn = public.get_released_draw(look.event, number)
    block = course.blocks[number]
    people = [course.people[pk] for table in drawn.tables for pk in table["people"]]
    figures = draws.quality(look.event, number)
    return {
        "draw": drawn,
        "shown": block,
        "rings": [
            _ring(
                table["number"],
                [_seat(course.people[pk], look.me) for pk in table["people"]],
                block.setting,
            )
            for table in drawn.tables
        ],
        "springers": [course.people[pk] for pk in drawn.springers],
        "seed": draws.seed_of(drawn),
        "quality": words.quality(figures, separate_teams=block.setting.separate_teams)
        if figures
        else [],
        "versions": list(draws.released_draws(drawn.block)),
        "people": sorted(people, key=lambda participation: participation.name.lower()),
        **_meetings(look, number, people),
        **_again(look, drawn, block, people),
    }


def _meetings(look: Look, number: int, people: list[Participation]) -> Context:
    """How often each met each: the whole of it, or one row where there are many."""
    met = draws.meetings(look.event, number)
    order = sorted(people, key=lambda participation: participation.name.lower())
    if len(order) <= MOST_IN_A_MATRIX:
        rows = [
            {
                "who": participation,
                "times": [met[participation.pk].get(other.pk, 0) for other in order],
            }
            for participation in order
        ]
        return {"matrix": rows}
    chosen = _chosen(look, people)
    if chosen is None:
        return {"matrix": None}
    row = met.get(chosen.pk, {})
    others = [
        (participation, row.get(participation.pk, 0))
        for participation in order
        if row.get(participation.pk, 0)
    ]
    return {"matrix": None, "met": sorted(others, key=lambda one: -one[1])}


def _chosen(look: Look, people: list[Participation]) -> Participation | None:
    wanted = typed_number(look.request.GET.get("person", ""))
    return next((participation for participation in people if participation.pk == wanted), None)


def _again(
    look: Look, drawn: draws.Draw, block: BlockCourse, people: list[Participation]
) -> Context:
    """„Warum wieder zusammen?“ for the one who was chosen."""
    chosen = _chosen(look, people)
    if chosen is None:
        return {"chosen": None}
    if block.setting.draw != "meetings":
        return {"chosen": chosen, "instead": words.NOT_BY_MEETINGS[block.setting.draw]}
    answers = versions.again(look.course, block, drawn, chosen.pk)
    return {"chosen": chosen, "again": [said for _other, said in answers]}
