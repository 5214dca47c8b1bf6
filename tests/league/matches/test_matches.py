"""A match of teams from its line-up to the table: through the services, as on the evening."""

from datetime import date, time
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from finance.books.queries.claims import claims_of_event
from games.cards.services.cards import enter_card
from games.rules.outcomes import Card
from league.access.actors import NOBODY
from league.errors import IllegalError, InvalidError, NotAllowedError, StaleError
from league.events.models import Event, Seat, Table
from league.matches import rules
from league.matches.models import LeagueTeam, Match, MatchSignature, SquadMember
from league.matches.queries.leagues import overview
from league.matches.queries.sheets import sheet_of, standings_of
from league.matches.rules import AWAY, HOME
from league.matches.services import days, leagues, sheets
from league.people.services.people import give_login
from league.standings.models import Standing
from tests.builders import NIGHT


def pairs(people):
    return [people[at : at + 2] for at in range(0, 8, 2)]


@pytest.fixture
def lined_up(match, squads):
    sheets.line_up(match=match, side=HOME, pairs=pairs(squads.home[:8]))
    sheets.line_up(match=match, side=AWAY, pairs=pairs(squads.away))
    return match


def at(match, round_number, number):
    return sheet_of(match).table(round_number, number)


def enter(match, state, number, lost_by, seen=None, reason="", which=0):
    seat = next(seat for seat in state.seats if seat.position == rules.position_of(lost_by, which))
    return sheets.enter_set(
        match=match,
        table=state.table,
        number=number,
        loser=seat.pk,
        seen=seen,
        reason=reason,
        client_id=uuid4().hex,
        actor=NOBODY,
        now=NIGHT,
    )


def play_all(match, lost_by=AWAY, but=()):
    """Let one side lose every set, but those named, as (round, table, set), by the other."""
    for state in sheet_of(match).tables:
        # Only the first round costs something: a claim for each of the others takes its time.
        match.league.fine_cents = 50 if state.round == 1 else None
        for number in range(1, rules.SETS + 1):
            is_other = (state.round, state.number, number) in but
            loser = rules.opponent_of(lost_by) if is_other else lost_by
            enter(match, state, number, loser)


# --- the league -----------------------------------------------------------------------------
def test_nobody_plays_for_two_teams_in_one_season(league):
    other = league.teams.get(name="Würfelfreunde")
    with pytest.raises(InvalidError, match="Bechergeister"):
        leagues.add_to_squad(team=other, name="bernd")
    bernd = SquadMember.objects.get(person__name="Bernd")
    with pytest.raises(IntegrityError), transaction.atomic():
        SquadMember.objects.create(team=other, season=league.season, person=bernd.person)


def test_the_fixtures_are_events_of_their_own_kind(fixtures, league):
    assert len(fixtures) == 6
    assert (
        leagues.make_fixtures(league=league, first_day=date(2026, 5, 1), weeks=1, now=NIGHT)
        == fixtures
    )
    event = fixtures[0].event
    assert (event.kind, event.start_time, event.place) == ("match", time(20), fixtures[0].home.pub)
    at_the_anchor = [
        match.event.business_date for match in Match.objects.filter(home__pub="Zum Anker")
    ]
    assert len(set(at_the_anchor)) == len(at_the_anchor) == 4


def test_what_the_fixtures_are_refused_for(league):
    with pytest.raises(InvalidError) as refused:
        leagues.planned(league, date(2026, 12, 1), 4)
    assert refused.value.code == "outside_the_season"
    leagues.add_team(league=league, name="Dritte", pub="ZUM ANKER")
    with pytest.raises(IllegalError, match="Anker"):
        leagues.planned(league, date(2026, 3, 6), 2)


def test_once_made_no_team_comes_or_goes(fixtures, league):
    with pytest.raises(IllegalError):
        leagues.add_team(league=league, name="Nachzügler", pub="Post")
    with pytest.raises(IntegrityError, match="fixtures_are_made"), transaction.atomic():
        LeagueTeam.objects.create(league=league, name="Nachzügler", pub="Post")
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=fixtures[0].pk).update(day=9)


def test_a_match_is_moved_with_its_history_and_never_onto_another(match, fixtures):
    asked = {"start_time": time(19), "place": "", "by": None, "now": NIGHT}
    other = next(
        fixture
        for fixture in fixtures
        if match.home_id in (fixture.home_id, fixture.away_id) and fixture != match
    )
    with pytest.raises(IllegalError, match=other.home.name):
        days.move_match(
            match=match, day=other.event.business_date, reason="Kirmes", client_id="a", **asked
        )
    for _repeat in range(2):
        days.move_match(match=match, day=date(2026, 6, 12), reason="Kirmes", client_id="b", **asked)
    event = Event.objects.get(pk=match.event_id)
    assert (event.business_date, event.start_time, event.revision) == (
        date(2026, 6, 12), time(19), 1,
    )  # fmt: skip
    assert [(move.was_on, move.reason) for move in match.moves.all()] == [
        (date(2026, 3, 6), "Kirmes")
    ]


# --- the line-up ----------------------------------------------------------------------------
def test_the_home_pairs_stay_and_the_guests_go_round(lined_up):
    def names(round_number, number):
        return [seat.participation.person.name for seat in at(lined_up, round_number, number).seats]

    assert names(1, 1) == ["Bernd", "Ada", "Jette", "Benno"]
    assert names(2, 1) == ["Bernd", "Gesa", "Jette", "Hein"]
    assert names(2, 2) == ["Ömer", "Ada", "Hilde", "Benno"]


def test_whoever_comes_with_seven_plays_with_one_at_a_table(match, squads):
    sheets.line_up(match=match, side=HOME, pairs=[*pairs(squads.home)[:3], [squads.home[6]]])
    assert [len(state.seats) for state in sheet_of(match).rounds[0].tables] == [2, 2, 2, 1]
    with pytest.raises(InvalidError):
        sheets.line_up(match=match, side=HOME, pairs=[*pairs(squads.home)[:3], []])
    with pytest.raises(InvalidError, match="Ada"):
        sheets.line_up(match=match, side=HOME, pairs=pairs([squads.away[0], *squads.home]))
    with pytest.raises(IllegalError):  # no guest is there yet
        enter(match, at(match, 1, 1), 1, HOME)


def test_a_substitute_plays_from_the_next_table_on(lined_up, squads):
    enter(lined_up, at(lined_up, 1, 1), 1, HOME)
    bernd, paula = squads.home[0], squads.home[8]
    for _repeat in range(2):
        sheets.substitute(match=lined_up, goes=bernd, comes=paula, from_round=1)
    at_table_one = [
        at(lined_up, number, 1).seats[0].participation.person for number in (1, 2, 3, 4)
    ]
    assert at_table_one == [bernd, paula, paula, paula]
    with pytest.raises(InvalidError):
        sheets.substitute(match=lined_up, goes=paula, comes=squads.away[0], from_round=3)


# --- sets, fines, signatures ----------------------------------------------------------------
def test_a_whole_match_with_fines_a_correction_and_two_captains(lined_up, squads, league):
    match = lined_up
    bernd = give_login(person=squads.home[0], email="b@club.invalid") and squads.home[0].user
    ada = give_login(person=squads.away[0], email="a@nachbar.invalid")
    play_all(match, lost_by=AWAY, but=[(1, 1, 1), (1, 1, 2), (4, 4, 3)])
    standing = standings_of([match])[match.pk]
    assert standing.outcome == rules.Outcome(15, 1, 45, 3)
    assert (standing.counts, standing.is_official) == (True, False)

    # Each table holds its fines; the loser owes them, a member as well as a guest.
    first = at(match, 1, 1)
    assert first.fines_cents == 150
    assert sheet_of(match).fines_cents == 4 * 150
    assert sheet_of(match, fines=False).fines_cents == 0
    owed = [claim for claim in claims_of_event(match.event) if claim.person == squads.home[0]]
    assert [(claim.code, claim.amount) for claim in owed] == [("set_lost", 50)] * 2
    sheets.add_fine(
        match=match, table=first.table, seat=first.seats[0].pk, title="Würfel am Boden",
        cents=20, client_id="x", by=None, now=NIGHT,
    )  # fmt: skip
    assert at(match, 1, 1).fines_cents == 170

    def signed(by, side, digest=standing.digest):
        return sheets.sign(match=match, side=side, digest=digest, by=by, now=NIGHT)

    with pytest.raises(NotAllowedError):
        signed(bernd, AWAY)
    assert signed(bernd, HOME) == signed(bernd, HOME)

    # A set is corrected: its fine goes along, and both look at the sheet again.
    match.league.fine_cents = 50
    with pytest.raises(InvalidError):
        enter(match, first, 1, AWAY, seen=1)
    enter(match, first, 1, AWAY, seen=1, reason="verlesen")
    with pytest.raises(StaleError):
        signed(ada, AWAY)
    owed = claims_of_event(match.event).filter(person=squads.home[0], code="set_lost")
    assert owed.count() == 1
    corrected = standings_of([match])[match.pk]
    assert corrected.outcome == rules.Outcome(16, 0, 46, 2)
    assert corrected.signed == frozenset()
    signed(bernd, HOME, corrected.digest)
    signed(ada, AWAY, corrected.digest)
    assert standings_of([match])[match.pk].is_official
    with pytest.raises(IntegrityError), transaction.atomic():
        MatchSignature.objects.filter(match=match).update(side=HOME)

    table = overview(league)
    assert not table.is_provisional
    best = table.ranking[0]
    assert (table.teams[best.team].name, best.points, best.tables_won) == ("Bechergeister", 2, 16)
    # What teams play is no business of the table of persons.
    assert not Standing.objects.filter(event=match.event).exists()


def test_a_set_cannot_be_entered_twice_or_beside_the_sheet(lined_up, squads):
    state = at(lined_up, 1, 1)
    asked = {
        "match": lined_up, "table": state.table, "number": 1, "seen": None,
        "client_id": "phone-1", "actor": NOBODY, "now": NIGHT,
    }  # fmt: skip
    first = sheets.enter_set(loser=state.seats[0].pk, **asked)
    assert sheets.enter_set(loser=state.seats[0].pk, **asked) == first
    with pytest.raises(StaleError):
        enter(lined_up, state, 1, AWAY)
    with pytest.raises(InvalidError):
        enter(lined_up, state, 4, AWAY)
    elsewhere = at(lined_up, 1, 2).seats[0].pk
    with pytest.raises(InvalidError):
        sheets.enter_set(loser=elsewhere, **{**asked, "client_id": "phone-2"})
    seats = [seat.pk for seat in state.seats]
    with pytest.raises(IllegalError) as refused:
        enter_card(
            table=Table.objects.select_related("block__event").get(pk=state.table.pk),
            number=2, replaces=None, seen=None, client_id="card", actor=NOBODY, now=NIGHT,
            card=Card(
                seats=seats, lost_first=seats[0], lost_second=seats[1], lost_game=seats[0]
            ),
        )  # fmt: skip
    assert refused.value.code == "match_sheet"
    with pytest.raises(IllegalError):
        sheets.line_up(match=lined_up, side=HOME, pairs=pairs(squads.home[:8]))
    assert Seat.objects.filter(table=state.table).count() == 4


def test_a_match_that_was_not_played_is_given_away_and_taken_back(match, league, squads):
    def award(winner, reason="nicht angetreten"):
        return days.award_match(match=match, winner=winner, reason=reason, by=None, now=NIGHT)

    assert award(AWAY) == award(AWAY)
    assert overview(league).ranking[0].sets_won == 48
    with pytest.raises(IllegalError):
        sheets.line_up(match=match, side=HOME, pairs=pairs(squads.home[:8]))
    award("", "doch gespielt")
    assert {row.played for row in overview(league).ranking} == {0}
