"""The match sheet: seats, losers of sets, fines, and the captains' signatures."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from league.access.actors import Actor
from league.access.queries.rights import day_of, may_direct
from league.errors import IllegalError, InvalidError, NotAllowedError, StaleError
from league.events.models import Block, Event, Participation, Seat, Table
from league.matches import rules
from league.matches.models import LeagueTeam, Match, MatchSignature, SquadMember
from league.matches.queries.access import captain_side
from league.matches.queries.sheets import SET_FINE, TABLE_FINE, standings_of
from league.people.models.people import Person, User
from league.results.models.results import Charge, Result
from league.results.queries.results import current_result
from league.results.services.results import (
    SeatCharge,
    SeatLine,
    record_charge,
    record_result,
)


# --- who sits where -------------------------------------------------------------------------
def line_up(*, match: Match, side: rules.Side, pairs: Sequence[Sequence[Person]]) -> None:
    """Line up a team: `pairs` are its players at tables 1 to 4 in the first round.

    Home pairs stay at their table, the guests go one on each round. Our choice: a team of fewer
    than eight plays with one at a table. Repeating it changes nothing; until the first set another
    line-up takes the place of the one before. Locks the match and its tables. InvalidError for an
    empty table, for a player who is lined up twice, or one from outside of the squad.
    """
    people = [person for pair in pairs for person in pair]
    if len(pairs) != rules.TABLES or not all(1 <= len(pair) <= rules.PAIR for pair in pairs):
        raise InvalidError(
            "table_without_player", _("At each of the four tables one or two of a team play.")
        )
    if len(set(people)) != len(people):
        raise InvalidError("lined_up_twice", _("Somebody is lined up twice."))
    with transaction.atomic():
        event = _locked(match)
        team = match.home if side == rules.HOME else match.away
        _of_the_squad(team, people)
        if _results(match).exists():
            raise IllegalError(
                "match_has_begun",
                _("The first set is played. From now on only substitutes come in."),
            )
        tables = _tables(event)
        seats = Seat.objects.filter(table__block__event=event)
        seats.filter(position__in=[rules.position_of(side, which) for which in (0, 1)]).delete()
        participations = {person.pk: _present(event, person) for person in people}
        for round_number, number, table in tables:
            pair = number if side == rules.HOME else rules.away_pair_at(number, round_number)
            for which, person in enumerate(pairs[pair - 1]):
                Seat.objects.create(
                    table=table,
                    position=rules.position_of(side, which),
                    participation=participations[person.pk],
                )


def substitute(*, match: Match, goes: Person, comes: Person, from_round: int) -> None:
    """Put another player of the squad in the place of one, from a round on.

    Our choice: only at tables without a set; a table is ended by those who began it. A repeat
    changes nothing. Locks the match and its tables. InvalidError for a player from outside of the
    squad; IllegalError if no such table is left, or the substitute plays there already.
    """
    with transaction.atomic():
        event = _locked(match)
        seats = Seat.objects.filter(
            table__block__event=event, active=True, table__block__number__gte=from_round
        ).select_related("table__block")
        taken = set(
            seats.filter(participation__person=comes).values_list("table__block", flat=True)
        )
        leaving = [
            seat
            for seat in seats.filter(participation__person=goes).order_by("table__block__number")
            if not Result.objects.filter(table=seat.table).exists()
        ]
        if not leaving:
            if taken:
                return
            raise IllegalError(
                "no_table_left", _("%(name)s has no table left to play.") % {"name": goes.name}
            )
        side = rules.side_at(leaving[0].position)
        _of_the_squad(match.home if side == rules.HOME else match.away, [comes])
        if taken.intersection(seat.table.block_id for seat in leaving):
            raise IllegalError(
                "plays_already", _("%(name)s plays there already.") % {"name": comes.name}
            )
        participation = _present(event, comes)
        for seat in leaving:
            place, table = seat.position, seat.table
            seat.delete()
            Seat.objects.create(table=table, position=place, participation=participation)


def _locked(match: Match) -> Event:
    """Lock the match and its tables, in the order of their keys: no set is entered meanwhile."""
    Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    tables = (
        Table.objects.select_for_update(no_key=True, of=("self",))
        .filter(block__event=match.event_id)
        .order_by("pk")
    )
    list(tables.values_list("pk"))
    _still_on(match)
    return match.event


def _still_on(match: Match) -> None:
    standing = standings_of([match])[match.pk]
    if standing.is_off:
        raise IllegalError(
            "team_has_withdrawn", _("A team has withdrawn: this match is not played any more.")
        )
    if standing.awarded_to:
        raise IllegalError("match_was_awarded", _("This match was given to a team unplayed."))


def _results(match: Match) -> QuerySet[Result]:
    return Result.objects.filter(table__block__event=match.event_id)


def _of_the_squad(team: LeagueTeam, people: Sequence[Person]) -> None:
    squad = set(SquadMember.objects.filter(team=team).values_list("person_id", flat=True))
    for person in people:
        if person.pk not in squad:
            raise InvalidError(
                "not_in_the_squad",
                _("%(name)s is not in the squad of “%(team)s”.")
                % {"name": person.name, "team": team.name},
            )


def _present(event: Event, person: Person) -> Participation:
    participation, _created = Participation.objects.get_or_create(
        event=event,
        person=person,
        defaults={"attendance": Participation.Attendance.PRESENT},
    )
    return participation


def _tables(event: Event) -> list[tuple[int, int, Table]]:
    """Return the four tables of each of the four rounds, made with the first line-up."""
    if not Block.objects.filter(event=event).exists():
        for round_number in range(1, rules.ROUNDS + 1):
            block = Block.objects.create(event=event, number=round_number)
            Table.objects.bulk_create(
                Table(block=block, number=number) for number in range(1, rules.TABLES + 1)
            )
    tables = Table.objects.filter(block__event=event).select_related("block")
    return [(table.block.number, table.number, table) for table in tables]


# --- sets and fines -------------------------------------------------------------------------
def enter_set(
    *,
    match: Match,
    table: Table,
    number: int,
    loser: int,
    seen: int | None,
    reason: str = "",
    client_id: str,
    actor: Actor,
    now: datetime,
) -> Result:
    """Enter the loser of set `number` at a table: the key of a seat there. The set is the other
    pair's.

    `seen` is the version the writer looked at, None for a new set; a correction says why, and its
    fine goes where it belongs. The same loser again changes nothing. Locks the table. InvalidError
    for a seat of elsewhere or a fourth set, IllegalError before both teams are lined up, else as
    `league.results.services.results.record_result`.
    """
    if not 1 <= number <= rules.SETS:
        raise InvalidError("no_such_set", _("Three sets are played at a table."))
    with transaction.atomic():
        Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        _still_on(match)
        seats = {seat.pk: seat for seat in Seat.objects.filter(table=table, active=True)}
        if loser not in seats:
            raise InvalidError("foreign_seat", _("The card names a seat from elsewhere."))
        if {rules.side_at(seat.position) for seat in seats.values()} != set(rules.SIDES):
            raise IllegalError("not_lined_up", _("First both teams say who plays."))
        current = current_result(table, number)
        if current is not None and seen == current.version and _lost(current, loser):
            return current
        fine = match.league.fine_cents
        return record_result(
            table=table,
            number=number,
            replaces=seen,
            client_id=client_id,
            source=Result.Source.CARD,
            ended_by=Result.EndedBy.FINAL,
            rulebook=match.event.rulebook,
            house_rules=match.event.house_rules,
            lines={seat: SeatLine(lost_game=seat == loser) for seat in seats},
            charges=[SeatCharge(loser, SET_FINE, Charge.Kind.FINE, fine)] if fine else (),
            reason=" ".join(reason.split())[:200],
            actor=actor,
            now=now,
        )


def _lost(result: Result, seat: int) -> bool:
    return any(line.seat_id == seat and line.lost_game for line in result.lines.all())


def add_fine(
    *,
    match: Match,
    table: Table,
    seat: int,
    title: str,
    cents: int,
    client_id: str,
    by: User | None,
    now: datetime,
) -> Charge:
    """Fine the player on `seat` for another incident at the table.

    A repeat of the same `client_id` changes nothing. InvalidError for a seat of elsewhere or
    without a title.
    """
    title = " ".join(title.split())[:80]
    if not title:
        raise InvalidError("title_missing", _("What is the fine for?"), field="title")
    fined = Seat.objects.filter(table=table, pk=seat, active=True).first()
    if fined is None:
        raise InvalidError("foreign_seat", _("The card names a seat from elsewhere."))
    return record_charge(
        event=match.event,
        person=fined.participation.person,
        code=TABLE_FINE,
        kind=Charge.Kind.FINE,
        cents=cents,
        title=title,
        client_id=f"{table.pk}-{client_id}",
        by=by,
        now=now,
    )


# --- the captains' word ---------------------------------------------------------------------
def sign(
    *, match: Match, side: rules.Side, digest: str, by: User, on_paper: bool = False, now: datetime
) -> MatchSignature:
    """Sign the sheet as a captain. A repeat returns the existing signature.

    `digest` is that of the sheet the captain saw. With `on_paper` the direction confirms a sheet
    signed by hand. Locks the match. NotAllowedError for a user who is not the captain of this team
    (`on_paper`: does not direct), IllegalError while sets are missing, StaleError if a set was
    corrected meanwhile.
    """
    allowed = may_direct(by, day_of(now)) if on_paper else captain_side(by, match) == side
    if not allowed:
        raise NotAllowedError("not_the_captain", _("Only the captain of this team signs here."))
    with transaction.atomic():
        Match.objects.select_for_update(no_key=True).get(pk=match.pk)
        _still_on(match)
        standing = standings_of([match])[match.pk]
        if standing.digest != digest:
            raise StaleError(
                "sheet_changed", _("Somebody has corrected a set meanwhile. Look at it again.")
            )
        if not standing.outcome.is_complete:
            raise IllegalError("sets_missing", _("Not all sets are entered yet."))
        signature, _created = MatchSignature.objects.get_or_create(
            match=match,
            side=side,
            digest=digest,
            defaults={"by": by, "on_paper": on_paper, "at": now},
        )
        return signature
