"""The annual general meeting of eleven people, called, invited and open."""

from datetime import date, datetime, time, timedelta
from types import SimpleNamespace

from league.assemblies import mails
from league.assemblies.models.calling import Assembly
from league.assemblies.services import calling, meeting
from tests import builders
from tests.builders import BERLIN
from tests.plugins.built import built_once

DAY = date(2026, 3, 21)
INVITED = datetime(2026, 3, 5, 18, tzinfo=BERLIN)
EVENING = datetime(2026, 3, 21, 19, 30, tzinfo=BERLIN)


@built_once
def eleven(club):
    """Return the ten members, of whom Gustav has no vote, and Erna, who has no mail."""
    erna = builders.member("Erna", kind="")
    from league.people.services import people

    people.start_membership(person=erna, kind="active", start=date(2025, 1, 1))
    return SimpleNamespace(**vars(club), erna=erna)


@built_once
def assembly(eleven):
    """Call an assembly with elections of the treasurer, and motions until a week before."""
    return calling.call_assembly(
        title="Jahreshauptversammlung",
        day=DAY,
        start_time=time(19, 30),
        place="Zum Anker",
        text="",
        motions_until=DAY - timedelta(days=7),
        offices=["treasurer"],
        client_id="jhv",
        by=eleven.stine.user,
        now=INVITED,
        today=INVITED.date(),
    )


@built_once
def invited(assembly):
    calling.invite(assembly=assembly, tell=mails.invite, client_id="briefe", now=INVITED)
    return Assembly.objects.get(pk=assembly.pk)


@built_once
def opened(invited, eleven):
    """Open the assembly with all ten who have a vote."""
    there = [eleven.anke, eleven.kadir, eleven.stine, eleven.rolf, eleven.paula, eleven.bernd]
    there += [eleven.jette, eleven.oemer, eleven.hilde, eleven.erna]
    for person in there:
        meeting.note_attendance(assembly=invited, person=person, is_here=True, now=EVENING)
    return meeting.open_assembly(
        assembly=invited, chaired_by=eleven.anke, kept_by=eleven.stine, now=EVENING
    )
