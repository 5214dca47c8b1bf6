"""Members' meeting before the demo club's season: attendance, discharge, signed minutes."""

from datetime import date, datetime, time, timedelta

from config.demo.till import Till
from league.assemblies.models.calling import AgendaItem
from league.assemblies.models.meeting import Ballot
from league.assemblies.queries import minutes as minutes_queries
from league.assemblies.queries.calling import voters
from league.assemblies.services import calling, meeting, minutes
from league.people.models.people import Person

CALLED, BEGINS = timedelta(days=21), time(19, 30)
CAME, ABSTAINED = 16, ("Kadir Münzer", "Stine Federkiel")
NOTES = {
    AgendaItem.Kind.OPENING: "Anke begrüßt alle. Eingeladen war rechtzeitig, es sind genug da.",
    AgendaItem.Kind.REPORT: "Ein ruhiges Jahr: 21 Abende, ein Turnier, ein Flohmarkt.",
    AgendaItem.Kind.ACCOUNTS: "Kadir geht die Zahlen durch. Fragen gibt es zu den Bechern.",
    AgendaItem.Kind.AUDIT: "Paula und Magda haben geprüft und empfehlen die Entlastung.",
}


def hold(till: Till, day: date) -> Ballot:
    """Call the assembly, count those present and the vote on the discharge, release the minutes.

    No mail is sent: it is long past. Return the vote.
    """
    chair, keeper = till.people["Anke Brettschneider"], till.people["Stine Federkiel"]
    evening = datetime.combine(day, BEGINS, till.zone)
    assembly = calling.call_assembly(
        title="Jahreshauptversammlung",
        day=day,
        start_time=BEGINS,
        place="Zum Anker, Vereinsraum",
        text="",
        motions_until=None,
        offices=(),
        client_id="demo-assembly",
        by=keeper.user,
        now=evening - CALLED,
        today=day - CALLED,
    )
    calling.invite(
        assembly=assembly, tell=lambda *_: None, client_id="demo-assembly", now=evening - CALLED
    )
    assembly = meeting.open_assembly(
        assembly=assembly, chaired_by=chair, kept_by=keeper, now=evening
    )
    there = Person.objects.filter(pk__in=voters(assembly)).order_by("pk")
    for person in there[:CAME]:
        meeting.note_attendance(assembly=assembly, person=person, is_here=True, now=evening)
    for item in assembly.items.filter(kind__in=NOTES):
        meeting.write_note(item=item, note=NOTES[AgendaItem.Kind(item.kind)])
    vote = meeting.count_vote(
        item=assembly.items.get(kind=AgendaItem.Kind.DISCHARGE),
        yes=CAME - len(ABSTAINED),
        no=0,
        abstained=len(ABSTAINED),
        board_abstained=[till.people[name] for name in ABSTAINED],
        seen=0,
        client_id="demo-discharge",
        by=keeper.user,
        now=evening + timedelta(minutes=50),
    )
    over = meeting.close_assembly(assembly=assembly, now=evening + timedelta(hours=2))
    signed = minutes.sign(
        assembly=over,
        seen=minutes_queries.digest_of(minutes_queries.content_of(over)),
        by=keeper.user,
        now=evening + timedelta(days=2),
    )
    minutes.release(minutes=signed, now=evening + timedelta(days=2))
    return vote
