"""A club's life beside its till: games, tables, a tournament, a meeting."""

from datetime import date, datetime, time, timedelta
from random import Random
from uuid import UUID

from config.demo.play import Manner, play
from games.scoring.services import start
from league.access.actors import NOBODY
from league.assemblies.models.calling import Assembly
from league.assemblies.queries import minutes as words
from league.assemblies.services import calling, elections, meeting, minutes
from league.events.queries import seats_of
from league.standings.services import compute_all_time, compute_standing
from league.tournaments.direction.services import setting_up
from tests import builders
from tests import tournaments as day
from tests.builders import BERLIN, NIGHT
from tests.finance.club import Club

MEETING = date(2026, 3, 21)
EVENING = datetime(2026, 3, 21, 19, 30, tzinfo=BERLIN)
GAME = UUID(int=38)


def the_rest_happened(club: Club) -> None:
    """Play a game throw by throw, a whole tournament, all tables, a meeting and its minutes."""
    play_a_game(club)
    _tournament()
    _meeting(club)


def play_a_game(club: Club) -> None:
    """Robin, Sascha and Toni play one game throw by throw, and the tables are counted."""
    event = builders.evening()
    table = builders.table(event, club.robin, club.sascha, club.toni)
    seats = [str(seat.pk) for seat in seats_of(table)]
    header = {"format": 1, "rulebook": "rsc2003", "players": seats, "starter": seats[0]}
    start.import_game(
        table=table,
        key=GAME,
        log={"header": header, "events": [*play(header, Manner(), Random(1))]},
        seats={},
        may_rule=True,
        actor=NOBODY,
        now=NIGHT,
    )
    compute_standing(season=event.season, now=NIGHT)
    compute_all_time(now=NIGHT)


def _tournament() -> None:
    event = builders.tournament()
    day.people(event, *(f"Gast {at}" for at in range(6)))
    setting_up.fit_to_people(event=event, seen=day.seen(event))
    rng = Random(1)
    for block in event.blocks.order_by("number").values_list("number", flat=True):
        day.draw(event, block)
        day.play(event, block, rng)
        day.close(event, block, rng)
    day.counted(event)
    day.finish(event)


def _meeting(club: Club) -> None:
    before = EVENING - timedelta(days=20)
    assembly = calling.call_assembly(
        title="Jahreshauptversammlung",
        day=MEETING,
        start_time=time(19, 30),
        place="Zum Anker",
        text="Wir freuen uns.",
        motions_until=None,
        offices=["secretary"],
        client_id="jhv",
        by=club.user("chris"),
        now=before,
        today=before.date(),
    )
    calling.invite(assembly=assembly, tell=lambda *_: None, client_id="briefe", now=before)
    there = [club.persons[name] for name in ("chris", "kim", "robin", "sascha", "toni")]
    for person in there:
        meeting.note_attendance(assembly=assembly, person=person, is_here=True, now=EVENING)
    assembly = meeting.open_assembly(
        assembly=assembly, chaired_by=there[0], kept_by=there[2], now=EVENING
    )
    how = {"seen": 0, "by": club.user("chris"), "now": EVENING}
    discharge, election = (assembly.items.get(kind=kind) for kind in ("discharge", "election"))
    meeting.count_vote(
        item=discharge, yes=3, no=0, abstained=2, board_abstained=there[:1], client_id="d", **how
    )
    meeting.write_note(item=discharge, note="Kim dankt.")
    candidacy = meeting.put_up(item=election, person=club.toni, now=EVENING)
    meeting.count_election(
        item=election,
        round_number=1,
        votes={candidacy.pk: 4},
        against=0,
        abstained=1,
        client_id="e",
        **how,
    )
    candidacy.refresh_from_db()
    elections.accept(
        candidacy=candidacy,
        start=MEETING + timedelta(days=1),
        replaces=None,
        by=club.chris,
        now=EVENING,
    )
    meeting.close_assembly(assembly=assembly, now=EVENING)
    assembly = Assembly.objects.get(pk=assembly.pk)
    signed = minutes.sign(
        assembly=assembly,
        seen=words.digest_of(words.content_of(assembly)),
        by=club.user("chris"),
        now=EVENING,
    )
    minutes.release(minutes=signed, now=EVENING)
    minutes.add_addendum(
        minutes=signed, text="Es regnete.", client_id="n", by=club.user("chris"), now=EVENING
    )
