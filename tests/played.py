"""Games as `league.formats` reads them, in short words; and the templates the tests speak of."""

from dataclasses import replace

from hypothesis import strategies as st

from league.formats import Advance, Game, Line, load, slugs

ANNA, BEN, CARO, DIRK, EMMA, FRED = 1, 2, 3, 4, 5, 6
FOUR = (ANNA, BEN, CARO, DIRK)
GONZERATH = load("gonzerath").block(1)
# As the source has it: of tables of five it says nothing.
WERL = replace(load("werl").block(1).scoring, exits_else=())
POINT_ROUND = load("schockfreunde").block(1)
KNOCK_OUT = load("schockfreunde").block(4)


def game(first, second, loser, ended_by=None, seats=FOUR, number=1, table=1, exits=(), **counts):
    """Return a game by its losers. `exits` are two dicts of when each player got out."""
    outs = [dict(half) for half in exits] or [{}, {}]
    lines = tuple(
        Line(
            person,
            seat,
            lost_first=None if first is None else person == first,
            lost_second=None if second is None else person == second,
            lost_game=person == loser,
            exit_first=outs[0].get(person),
            exit_second=outs[1].get(person),
            **{name: by_person.get(person, 0) for name, by_person in counts.items()},
        )
        for seat, person in enumerate(seats, 1)
    )
    ending = ended_by or ("sweep" if first == second else "final")
    return Game(table, number, len(seats), ending, lines)


def in_order(*people):
    """Return the order in which these people got out."""
    return {person: number for number, person in enumerate(people, 1)}


def order(rows):
    return [row.person for row in rows]


def by_person(rows):
    return {row.person: row for row in rows}


def knocked_out(*losers, seats=FOUR, table=1):
    """Return the games of a knock-out table, by the loser of each."""
    return [
        game(loser, loser, loser, seats=seats, number=number, table=table)
        for number, loser in enumerate(losers, 1)
    ]


def best(number):
    return replace(POINT_ROUND, advance=Advance("best", number))


def season(rng, people=12, games=24, scoring=None):
    """Return games with everything recorded, of people who sit together by chance."""
    season = []
    for number in range(1, games + 1):
        seats = rng.sample(range(1, people + 1), rng.choice((3, 4)))
        first, second = rng.choice(seats), rng.choice(seats)
        loser = rng.choice((first, second))
        outs = []
        for lost in (first, second):
            moments = {who: rng.randint(1, 3) for who in seats if who != lost}
            outs.append(moments)
        aus = {who: rng.choice((0, 0, 1)) for who in seats}
        season.append(
            game(
                first,
                second,
                loser,
                seats=seats,
                number=number,
                exits=outs,
                schock_aus=aus,
                throw_points=aus,
            )
        )
    return season


scorings = st.sampled_from(
    [block.scoring for slug in slugs() for block in load(slug).blocks]
    + [replace(WERL, together="seat"), replace(GONZERATH.scoring, lives=3, life_per="half")]
)

TIED = [game(ANNA, ANNA, ANNA)]  # the other three are equal in everything
