"""A members' meeting: called, invited, counted, elected, signed; what the database refuses."""

from contextlib import contextmanager
from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction

from config.privacy import columns
from config.privacy import queries as privacy
from finance.books.queries.access import may_post
from league.approvals.models import Approval
from league.approvals.services import confirm
from league.assemblies import mails
from league.assemblies.models.calling import AgendaItem, AssemblyInvitation
from league.assemblies.models.meeting import AssemblyAttendance, Ballot, CandidateVotes
from league.assemblies.models.minutes import Minutes
from league.assemblies.queries import access
from league.assemblies.queries import calling as reading
from league.assemblies.queries import minutes as words
from league.assemblies.queries.meeting import presence, state_of, states
from league.assemblies.services import agenda, calling, elections, meeting, minutes
from league.delivery.models import Letter
from league.errors import IllegalError, InvalidError, StaleError
from league.mail.models import Mail
from league.people.models.people import Office
from league.people.services import people
from league.security.models import SecurityEntry
from tests.league.assemblies.conftest import DAY, EVENING, INVITED


@contextmanager
def refused_with(error, code):
    with pytest.raises(error) as refused:
        yield
    assert refused.value.code == code


def item_of(assembly, kind):
    item = assembly.items.filter(kind=kind).first()
    item.assembly = assembly
    return item


def vote(item, yes, no, abstained, **more):
    more = {"client_id": f"{item.pk}-{yes}-{no}-{abstained}", "seen": item.ballots.count(), **more}
    return meeting.count_vote(
        item=item, yes=yes, no=no, abstained=abstained, by=None, now=EVENING, **more
    )


def elect(item, votes, abstained=0, against=0, round_number=1, **more):
    """`votes` by candidacy."""
    more = {"client_id": f"{item.pk}-{item.ballots.count()}", "seen": item.ballots.count(), **more}
    return meeting.count_election(
        item=item,
        round_number=round_number,
        votes={candidacy.pk: n for candidacy, n in votes.items()},
        against=against,
        abstained=abstained,
        by=None,
        now=EVENING,
        **more,
    )


def put_off(assembly):
    """Write in the minutes of each undecided item that it was put off."""
    for state in states(assembly):
        if state.is_undecided:
            meeting.write_note(item=state.item, note="Vertagt.")


def close_and_sign(assembly, by=None):
    put_off(assembly)
    now = EVENING + timedelta(hours=2)
    assembly = meeting.close_assembly(assembly=assembly, now=now)
    seen = words.digest_of(words.content_of(assembly))
    return minutes.sign(assembly=assembly, seen=seen, by=by, now=now)


# --- the story ------------------------------------------------------------------------------
def test_the_annual_meeting_of_eleven_people(eleven, assembly, client):
    """From the call to a new treasurer, who has the till from her day on, and the old one not."""
    agenda.hand_in(
        assembly=assembly,
        person=eleven.bernd,
        title="Die Strafe fürs Zuspätkommen fällt weg",
        text="Der Bus.",
        client_id="bernd",
        now=INVITED,
        today=INVITED.date(),
    )
    told = calling.invite(assembly=assembly, tell=mails.invite, client_id="briefe", now=INVITED)
    assert told == 11
    assert Mail.objects.filter(about__startswith=f"assembly:{assembly.pk}:").count() == 10
    letter = Letter.objects.get(person=eleven.erna)
    assert letter.batch == "briefe"
    assert "6. Wahl: Kassenwart" in letter.body
    assert "7. Die Strafe fürs Zuspätkommen fällt weg (Antrag von Bernd)" in letter.body
    # On the evening all but Hilde come, Gustav without a vote.
    everybody = [eleven.anke, eleven.kadir, eleven.stine, eleven.rolf, eleven.paula, eleven.bernd]
    everybody += [eleven.jette, eleven.oemer, eleven.erna, eleven.gustav]
    for person in everybody:
        meeting.note_attendance(assembly=assembly, person=person, is_here=True, now=EVENING)
    assembly = meeting.open_assembly(
        assembly=assembly, chaired_by=eleven.rolf, kept_by=eleven.jette, now=EVENING
    )
    there = presence(assembly)
    assert (there.here, there.voters, there.others_here) == (9, 10, 1)
    discharge = item_of(assembly, "discharge")
    vote(discharge, 6, 0, 3, board_abstained=[eleven.anke, eleven.kadir, eleven.stine])
    motion = item_of(assembly, "motion")
    meeting.write_note(item=motion, note="Bernd erklärt den Fahrplan.")
    vote(motion, 4, 5, 0)
    # Three candidates, none has more than half; the run-off elects Jette.
    election = item_of(assembly, "election")
    jette, kadir, oemer = (
        meeting.put_up(item=election, person=person, now=EVENING)
        for person in (eleven.jette, eleven.kadir, eleven.oemer)
    )
    elect(election, {jette: 4, kadir: 3, oemer: 2})
    elect(election, {jette: 5, kadir: 3}, abstained=1, round_number=2)
    old = Office.objects.get(person=eleven.kadir, role="treasurer")
    start = DAY + timedelta(days=1)
    given = elections.accept(
        candidacy=jette, start=start, replaces=old, by=eleven.stine, now=EVENING
    )
    old.refresh_from_db()
    assert (given.person, given.start, given.end) == (eleven.jette, start, None)
    assert old.end == start
    assert (may_post(eleven.kadir.user, DAY), may_post(eleven.jette.user, DAY)) == (True, False)
    assert (may_post(eleven.kadir.user, start), may_post(eleven.jette.user, start)) == (False, True)
    noted = SecurityEntry.objects.filter(about="office:treasurer").values_list("kind", flat=True)
    assert {SecurityEntry.Kind.OFFICE_GIVEN, SecurityEntry.Kind.OFFICE_ENDED} <= set(noted)
    # The minutes name it all, and once they are signed no word changes.
    signed = close_and_sign(assembly, by=eleven.jette.user)
    said = str(signed.content)
    assert "Der Vorstand ist entlastet: 6 Ja, 0 Nein, 3 Enthaltungen." in said
    assert "Als Mitglieder des Vorstands enthalten: Anke, Kadir und Stine." in said
    assert "Abgelehnt: 4 Ja, 5 Nein, 0 Enthaltungen." in said
    assert "Stichwahl: Jette ist gewählt. (Jette 5, Kadir 3, eine Enthaltung)" in said
    assert "Jette nimmt die Wahl an; im Amt ab 22.03.2026." in said
    assert "Bernd erklärt den Fahrplan." in said
    assert "9 von 10 mit Stimmrecht" in said
    with refused_with(IllegalError, "minutes_are_signed"):
        meeting.write_note(item=motion, note="Doch nicht.")
    assert not access.may_read_minutes(eleven.bernd.user, assembly, start)
    minutes.release(minutes=signed, now=EVENING + timedelta(days=1))
    assert access.may_read_minutes(eleven.bernd.user, assembly, start)
    minutes.add_addendum(
        minutes=signed, text="Es war der 27er Bus.", client_id="n1", by=None, now=EVENING
    )
    assert [addendum.text for addendum in signed.addenda.all()] == ["Es war der 27er Bus."]


# --- before it ------------------------------------------------------------------------------
def test_everything_may_arrive_twice(assembly, eleven):
    again = calling.call_assembly(
        title="Andere",
        day=DAY,
        start_time=assembly.start_time,
        place="Woanders",
        text="",
        motions_until=None,
        offices=[],
        client_id="jhv",
        by=None,
        now=INVITED,
        today=INVITED.date(),
    )
    assert again == assembly
    for _time in range(2):
        calling.invite(assembly=assembly, tell=mails.invite, client_id="briefe", now=INVITED)
        agenda.add_item(
            assembly=assembly, kind="motion", title="Neue Becher", client_id="b", now=INVITED
        )
    assert AssemblyInvitation.objects.count() == 11
    assert assembly.items.filter(title="Neue Becher").count() == 1
    titles = [item.title for item in reading.agenda(assembly)]
    assert titles[-2:] == ["Neue Becher", "Verschiedenes"]


def test_a_late_invitation_is_said_and_not_refused(assembly):
    late = DAY - timedelta(days=9)
    told = reading.notice(assembly, late)
    assert (told.is_late, told.days, told.needed) == (True, 8, 14)
    assert not reading.notice(assembly, date(2026, 3, 6)).is_late
    now = EVENING - timedelta(days=9)
    assert calling.invite(assembly=assembly, tell=mails.invite, client_id="x", now=now) == 11
    assembly.refresh_from_db()
    assert "8 Tage vorher statt 14" in str(words.content_of(assembly))


def test_a_motion_comes_in_time_and_goes_by_its_author_alone(invited, eleven):
    def hand_in(day):
        return agenda.hand_in(
            assembly=invited,
            person=eleven.bernd,
            title="Freibier",
            text="",
            client_id="freibier",
            now=EVENING,
            today=day,
        )

    with refused_with(IllegalError, "motions_are_closed"):
        hand_in(DAY - timedelta(days=6))
    motion = hand_in(DAY - timedelta(days=7))
    assert motion.came_late
    with refused_with(IllegalError, "agenda_is_out"):
        agenda.remove_item(item=motion)
    agenda.withdraw_motion(item=motion, now=EVENING)
    rows = {item.title: number for number, item in reading.numbered(reading.agenda(invited))}
    assert (rows["Freibier"], rows["Verschiedenes"]) == (None, 7)


def test_the_agenda_is_put_in_order(assembly):
    report = item_of(assembly, "report")
    agenda.move_item(item=report, up=True)
    assert [item.kind for item in reading.agenda(assembly)][:2] == ["report", "opening"]
    agenda.move_item(item=report, up=True)  # there is nothing above it
    assert [item.kind for item in reading.agenda(assembly)][:2] == ["report", "opening"]
    agenda.remove_item(item=report)
    assert not assembly.items.filter(kind="report").exists()


def test_the_rules_hold_for_meetings_that_are_called_later(assembly, eleven):
    calling.set_rules(
        notice_days=28, quorum_percent=50, without_vote=[], by=eleven.anke.user, now=INVITED
    )
    assembly.refresh_from_db()
    assert (assembly.rule.notice_days, presence(assembly).quorum) == (14, 0)
    assert eleven.gustav.pk not in reading.voters(assembly)
    with pytest.raises(InvalidError):
        calling.set_rules(notice_days=14, quorum_percent=0, without_vote=[], by=None, now=INVITED)


def test_whoever_was_invited_hears_that_it_is_off(invited):
    calling.cancel_assembly(assembly=invited, tell=mails.call_off, now=INVITED)
    calling.cancel_assembly(assembly=invited, tell=mails.call_off, now=INVITED)
    assert Mail.objects.filter(about__endswith=":off").count() == 10
    assert Letter.objects.filter(about__endswith=":off").count() == 1
    with refused_with(IllegalError, "assembly_is_off"):
        calling.invite(assembly=invited, tell=mails.invite, client_id="x", now=INVITED)


# --- on the evening -------------------------------------------------------------------------
def test_it_opens_on_its_day_and_then_hands_are_counted(invited, eleven):
    opening = {"assembly": invited, "chaired_by": eleven.anke, "kept_by": eleven.stine}
    with refused_with(IllegalError, "assembly_not_yet"):
        meeting.open_assembly(**opening, now=EVENING - timedelta(days=1))
    with refused_with(IllegalError, "assembly_not_opened"):
        vote(item_of(invited, "discharge"), 1, 0, 0)


def test_whoever_leaves_is_gone_from_the_count_and_stays_on_the_list(opened, eleven):
    for is_here in (False, False, True):
        meeting.note_attendance(
            assembly=opened, person=eleven.hilde, is_here=is_here, now=EVENING + timedelta(hours=1)
        )
    assert AssemblyAttendance.objects.filter(person=eleven.hilde).count() == 2
    assert presence(opened).here == 10
    with refused_with(IllegalError, "no_member"):
        meeting.note_attendance(assembly=opened, person=eleven.timo, is_here=True, now=EVENING)


def test_no_more_votes_than_people_with_one(opened):
    discharge = item_of(opened, "discharge")
    with pytest.raises(InvalidError) as refused:
        vote(discharge, 8, 2, 1)
    assert "11 Stimmen" in str(refused.value)
    assert "10 Stimmberechtigte" in str(refused.value)
    with refused_with(InvalidError, "no_votes"):
        vote(discharge, 0, 0, 0)
    assert vote(discharge, 8, 1, 1) == vote(discharge, 8, 1, 1)


def test_a_recount_replaces_and_shows_what_was_before(opened, eleven):
    discharge = item_of(opened, "discharge")
    vote(discharge, 4, 5, 1)
    with pytest.raises(StaleError):
        vote(discharge, 5, 4, 1, seen=0)
    # Some have gone meanwhile: a slip is put right with as many as were there.
    for person in (eleven.hilde, eleven.rolf):
        meeting.note_attendance(assembly=opened, person=person, is_here=False, now=EVENING)
    vote(discharge, 5, 4, 1)
    state = state_of(discharge)
    assert [(b.yes, b.no) for b in (*state.rounds, *state.replaced)] == [(5, 4), (4, 5)]
    assert state.sentence.startswith("Der Vorstand ist entlastet")


def test_two_thirds_for_the_statutes(opened):
    motion = agenda.add_item(
        assembly=opened,
        kind="motion",
        title="Neue Satzung",
        majority="two_thirds",
        client_id="s",
        now=EVENING,
    )
    vote(motion, 6, 4, 0)
    assert state_of(motion).sentence.startswith("Abgelehnt")
    with refused_with(IllegalError, "item_was_voted_on"):
        agenda.set_majority(item=motion, majority="simple")


def test_a_declined_election_is_voted_on_again(opened, eleven):
    election = item_of(opened, "election")
    jette, kadir = (
        meeting.put_up(item=election, person=person, now=EVENING)
        for person in (eleven.jette, eleven.kadir)
    )
    elect(election, {jette: 7, kadir: 3})
    with refused_with(IllegalError, "candidate_is_elected"):
        meeting.withdraw_candidacy(candidacy=jette, now=EVENING)
    with refused_with(IllegalError, "not_elected"):
        elections.decline(candidacy=kadir, now=EVENING)
    elections.decline(candidacy=jette, now=EVENING)
    elect(election, {kadir: 9}, against=1, round_number=2)
    before = Office.objects.filter(role="treasurer").count()
    held = elections.accept(
        candidacy=kadir, start=DAY + timedelta(days=1), replaces=None, by=None, now=EVENING
    )
    # An officer elected again goes on.
    assert held.person == eleven.kadir
    assert (held.end, Office.objects.filter(role="treasurer").count()) == (None, before)
    with refused_with(IllegalError, "election_is_accepted"):
        elect(election, {kadir: 8}, against=2, round_number=2)


def test_an_own_office_at_the_till_waits_for_a_second_person(opened, eleven):
    election = item_of(opened, "election")
    stine = meeting.put_up(item=election, person=eleven.stine, now=EVENING)
    elect(election, {stine: 10})
    old = Office.objects.get(role="treasurer")
    waiting = elections.accept(
        candidacy=stine, start=DAY, replaces=old, by=eleven.stine, now=EVENING
    )
    assert isinstance(waiting, Approval)
    old.refresh_from_db()
    assert old.end is None
    confirm(approval=waiting, by=eleven.anke, now=EVENING)
    old.refresh_from_db()
    assert (old.end, Office.objects.on(DAY).get(role="treasurer").person) == (DAY, eleven.stine)


def test_whoever_audits_keeps_no_till(opened, eleven):
    election = item_of(opened, "election")
    paula = meeting.put_up(item=election, person=eleven.paula, now=EVENING)
    elect(election, {paula: 10})
    old = Office.objects.get(role="treasurer")
    with refused_with(IllegalError, "auditor_on_board"):
        elections.accept(candidacy=paula, start=DAY, replaces=old, by=eleven.stine, now=EVENING)
    old.refresh_from_db()
    paula.refresh_from_db()
    assert (old.end, paula.answer) == (None, "")


# --- what the database refuses --------------------------------------------------------------
def refused(write):
    with pytest.raises(IntegrityError), transaction.atomic():
        write()


def test_the_database_refuses_nonsense(opened, eleven):
    discharge, election = item_of(opened, "discharge"), item_of(opened, "election")

    def ballot(**values):
        values = {"item": discharge, "client_id": "x", "number": 1, "entitled": 10} | values
        return Ballot.objects.create(**values, counted_at=EVENING)

    refused(lambda: ballot(yes=11))
    refused(lambda: ballot(yes=-1))
    refused(lambda: ballot(entitled=11))  # ten are there
    refused(
        lambda: AgendaItem.objects.create(
            assembly=opened,
            client_id="y",
            position=1,
            kind="motion",
            title="Doppelt",
            added_at=EVENING,
        )
    )
    refused(
        lambda: election.candidacies.model.objects.create(
            item=discharge, person=eleven.jette, added_at=EVENING
        )
    )
    jette = meeting.put_up(item=election, person=eleven.jette, now=EVENING)
    counted = elect(election, {jette: 6}, against=4)
    refused(lambda: Ballot.objects.filter(pk=counted.pk).update(no=0))
    refused(counted.votes.all().delete)
    other = ballot(yes=9)
    refused(lambda: CandidateVotes.objects.create(ballot=other, candidacy=jette, votes=1))


def test_the_database_keeps_signed_minutes(opened, eleven):
    discharge = item_of(opened, "discharge")
    vote(discharge, 9, 0, 1)
    signed = close_and_sign(opened)
    refused(lambda: Minutes.objects.filter(pk=signed.pk).update(content={}))
    refused(lambda: AgendaItem.objects.filter(pk=discharge.pk).update(note="anders"))
    refused(lambda: AssemblyAttendance.objects.filter(person=eleven.hilde).delete())
    refused(
        lambda: Ballot.objects.create(
            item=discharge, client_id="z", number=2, entitled=9, yes=9, counted_at=EVENING
        )
    )
    refused(signed.delete)
    # Only the law's time empties them, for good.
    Minutes.objects.filter(pk=signed.pk).update(content="", erased_at=EVENING)
    refused(lambda: Minutes.objects.filter(pk=signed.pk).update(content={"a": 1}))


def test_signing_is_about_what_was_read(opened):
    put_off(opened)
    closed = meeting.close_assembly(assembly=opened, now=EVENING + timedelta(hours=2))
    seen = words.digest_of(words.content_of(closed))
    meeting.write_note(item=item_of(closed, "other"), note="Noch etwas.")
    with refused_with(StaleError, "minutes_changed"):
        minutes.sign(assembly=closed, seen=seen, by=None, now=EVENING)


def test_an_erased_member_stays_in_signed_minutes_alone(opened, eleven):
    meeting.write_note(item=item_of(opened, "other"), note="Jette lädt ein.")
    signed = close_and_sign(opened)
    people.end_membership(person=eleven.jette, end=DAY + timedelta(days=10))
    preview = privacy.preview(eleven.jette, DAY + timedelta(days=20))
    changed = {(change.model._meta.label, change.column) for change in preview.changes}
    assert ("league.AgendaItem", "note") in changed
    kept = [(k.place, k.row, k.ends_on) for k in preview.retained if k.place == "league.Minutes"]
    assert kept == [("league.Minutes", signed.pk, date(2036, 12, 31))]
    assert columns.RETAINED["league.Minutes"].ground == columns.Ground.BOOKS


def test_who_chairs_the_meeting_does_not_keep_its_minutes(eleven, invited):
    with refused_with(InvalidError, "chair_keeps_minutes"):
        meeting.open_assembly(
            assembly=invited, chaired_by=eleven.anke, kept_by=eleven.anke, now=EVENING
        )
    invited.refresh_from_db()
    assert invited.opened_at is None
