"""A meeting by its pages: called, invited, a motion, the evening, minutes that members read."""

import re
from datetime import date, timedelta

import pytest
import time_machine
from django.urls import reverse

from league.assemblies.models.calling import Assembly
from league.assemblies.models.meeting import Candidacy
from league.people.models.people import Office
from tests.html import one_line
from tests.league.assemblies.conftest import DAY, EVENING, INVITED

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def at(name, *keys):
    return reverse(f"league:{name}", args=keys)


def test_a_meeting_from_its_call_to_its_minutes_by_the_pages(client, eleven):
    def enter(person):
        client.force_login(person.user)

    def post(address, **data):
        answer = client.post(address, data, follow=True)
        return answer.status_code, one_line(answer)

    with time_machine.travel(INVITED, tick=False):
        enter(eleven.stine)
        assert "Die Satzung verlangt 14 Tage" in one_line(client.get(at("new_assembly")))
        form = {"title": "Jahreshauptversammlung", "day": DAY, "start_time": "19:30"}
        form |= {"place": "Zum Anker", "offices": ["treasurer"], "client_id": "jhv"}
        status, page = post(at("new_assembly"), **form)
        assert (status, "Eingeladen ist noch niemand" in page) == (200, True)
        pk = Assembly.objects.get().pk
        status, page = post(at("change_assembly", pk), **form | {"place": "Krone"})
        assert "Krone" in page
        item = {"kind": "election", "majority": "simple", "client_id": "e"}
        status, page = post(at("assembly_agenda", pk), **item)
        assert (status, "Welches Amt wird gewählt?" in page) == (422, True)
        page = one_line(client.get(at("invite_assembly", pk)))
        assert "15 Tage; die Satzung verlangt 14" in page
        assert "Erna" in page
        # Members hear of it once they are invited.
        enter(eleven.bernd)
        assert "Jahreshauptversammlung" not in one_line(client.get("/"))
        enter(eleven.stine)
        status, page = post(at("invite_assembly", pk), client_id="briefe")
        assert "11 Leute sind eingeladen." in page
        assert reverse("league:letters_file", args=["briefe"]) in page
        assert client.get(at("letters_file", "briefe")).content.startswith(b"%PDF")
        enter(eleven.bernd)
        assert at("assembly_motion", pk) in one_line(client.get("/"))
        status, page = post(at("assembly_motion", pk), title="Neue Becher", client_id="b")
        assert "Antrag von Bernd" in page
        assert client.get(at("assembly_minutes", pk)).status_code == 403
        client.logout()
        assert client.get(at("assembly", pk)).status_code == 302
    with time_machine.travel(EVENING, tick=False):
        enter(eleven.stine)
        for person in (eleven.anke, eleven.stine, eleven.bernd):
            post(at("assembly_attendance", pk, person.pk), here="1")
        keys = {"chaired_by": eleven.anke.pk, "kept_by": eleven.bernd.pk}
        status, page = post(at("assembly_evening", pk), **keys)
        assert "3 von 10 Stimmberechtigten sind da" in page
        items = {item.kind: item.pk for item in Assembly.objects.get().items.all()}
        # Who keeps the minutes counts too, though he holds no office.
        enter(eleven.bernd)
        count = {"act": "count", "seen": 0, "client_id": "m1", "no": 0, "abstained": 1}
        status, page = post(at("assembly_item", pk, items["motion"]), yes=3, **count)
        assert (status, "4 Stimmen, da sind aber nur 3" in page) == (422, True)
        status, page = post(at("assembly_item", pk, items["motion"]), yes=2, **count)
        assert "Angenommen: 2 Ja, 0 Nein, eine Enthaltung." in page
        election = at("assembly_item", pk, items["election"])
        status, page = post(election, act="candidate", person=eleven.jette.pk)
        jette = Candidacy.objects.get()
        count = {"act": "count", "seen": 0, "client_id": "w1", "round_number": 1}
        count |= {f"votes-{jette.pk}": 3, "against": 0, "abstained": 0}
        status, page = post(election, **count)
        assert "Nimmt Jette an?" in page
        old = Office.objects.get(role="treasurer")
        yes = {"answer": "accepted", "start": DAY + timedelta(days=1), "replaces": old.pk}
        assert post(at("accept_election", pk, jette.pk), **yes)[0] == 403
        enter(eleven.stine)
        status, page = post(at("accept_election", pk, jette.pk), **yes)
        assert "Jette nimmt an; im Amt ab 22.03.2026." in page
        old.refresh_from_db()
        assert old.end == date(2026, 3, 22)
        # Over an item without a result the meeting stays open, and says which it is.
        status, page = post(at("assembly_evening", pk), close="1")
        assert "Noch ohne Ergebnis: Entlastung des Vorstands." in page
        discharge = at("assembly_item", pk, items["discharge"])
        count = {"act": "count", "seen": 0, "client_id": "e1", "no": 0, "abstained": 0}
        status, page = post(discharge, yes=2, **count)
        assert (status, "Das sind 2 von 3 Stimmen." in page) == (422, True)
        status, page = post(discharge, yes=2, fewer="on", **count)
        assert (status, "2 Ja, 0 Nein" in page) == (200, True)
        status, page = post(at("assembly_evening", pk), close="1")
        assert "Antrag von Bernd" in page
        seen = re.search(r'name="seen" value="(\w+)"', page)
        post(at("assembly_minutes", pk), act="sign", seen=seen[1])
        assert client.get(at("assembly_minutes_pdf", pk)).content.startswith(b"%PDF")
        enter(eleven.jette)
        assert client.get(at("assembly_minutes", pk)).status_code == 403
        enter(eleven.stine)
        post(at("assembly_minutes", pk), act="release")
        status, page = post(at("assembly_minutes", pk), text="Es regnete.", client_id="n")
        assert "Es regnete." in page
        enter(eleven.jette)
        page = one_line(client.get(at("assembly_minutes", pk)))
        assert "Jette nimmt die Wahl an" in page
        assert "Beide haben unterschrieben" not in page


def test_whoever_forgot_to_invite_still_finds_the_way_on_the_day_itself(client, eleven):
    client.force_login(eleven.stine.user)
    with time_machine.travel(EVENING, tick=False):
        form = {"title": "Sitzung", "day": DAY, "start_time": "23:00", "place": "Krone"}
        client.post(at("new_assembly"), {**form, "client_id": "spontan"})
        pk = Assembly.objects.get().pk
        page = client.get(at("assembly", pk)).content.decode()
        assert at("invite_assembly", pk) in page
        client.post(at("invite_assembly", pk), {"client_id": "briefe"})
        assert at("invite_assembly", pk) not in client.get(at("assembly", pk)).content.decode()


def test_who_has_the_minutes_signed_hears_of_an_election_that_nobody_accepted(
    client, opened, eleven
):
    with time_machine.travel(EVENING, tick=False):
        client.force_login(eleven.anke.user)
        item = opened.items.get(kind="election")
        election, minutes = (
            at("assembly_item", opened.pk, item.pk),
            at("assembly_minutes", opened.pk),
        )
        client.post(election, {"act": "candidate", "person": eleven.jette.pk})
        for kind in ("discharge", "election"):
            words = {"act": "note", "note": "Das klären wir nachher."}
            there = opened.items.get(kind=kind).pk
            client.post(at("assembly_item", opened.pk, there), words)
        client.post(at("assembly_evening", opened.pk), {"close": "1"})
        warning = "noch hat niemand angenommen"
        assert warning in one_line(client.get(minutes))
        jette = Candidacy.objects.get()
        count = {"act": "count", "seen": 0, "client_id": "w1", "round_number": 1}
        count |= {f"votes-{jette.pk}": 9, "against": 0, "abstained": 1}
        client.post(election, count)
        assert warning in one_line(client.get(minutes))
        yes = {"answer": "accepted", "start": DAY + timedelta(days=1)}
        client.post(at("accept_election", opened.pk, jette.pk), yes)
        assert warning not in one_line(client.get(minutes))
