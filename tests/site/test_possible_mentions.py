"""What may mean an erased person without the name is decided by an officer, text by text."""

from datetime import date, datetime, time

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from config.privacy.likely import Likely
from config.privacy.models import Erasure, PossibleMention
from config.privacy.queries import preview
from config.privacy.services import possible, retention
from league.assemblies.models.calling import Assembly
from league.assemblies.services import calling
from league.people.models.people import Person
from league.people.services import people
from league.people.services.details import save_details
from league.results.models.second_look import Objection
from league.tournaments.models.tournaments import Tournament
from tests import builders
from tests.builders import BERLIN
from tests.html import one_line
from tests.plugins.built import built_once

pytestmark = pytest.mark.django_db
TONIGHT = datetime(2061, 6, 15, 4, 0, tzinfo=BERLIN)


@built_once
def told_of(club):
    """Four texts mean Quirina without her name, and one means her brother."""
    quirina = people.create_person(name="Quirina Zwölfender")
    save_details(person=quirina, values={"phone": "0171 7654321"}, now=TONIGHT)
    people.create_member(name="Peter Zwölfender", email="", kind="active", start=date(2025, 1, 1))
    table = builders.table(builders.evening(), club.anke, club.bernd)
    Objection.objects.create(
        result=builders.card(table, club.anke, club.anke),
        client_id="phone-1",
        text="Die Zwoelfender und Peter Zwölfender saßen falsch.",
        raised_at=TONIGHT,
    )
    calling.call_assembly(
        title="Versammlung der Zwölfender",
        day=TONIGHT.date(),
        start_time=time(19, 30),
        place="Zum Anker, +49 171 / 7654321",
        text="",
        motions_until=None,
        offices=[],
        client_id="meeting",
        by=club.anke.user,
        now=TONIGHT,
        today=TONIGHT.date(),
    )
    builders.tournament()
    Tournament.objects.update(words="Kuchen bringt Quirina Z.")
    return quirina


@pytest.fixture
def chair(client, club, time_machine):
    time_machine.move_to(TONIGHT, tick=False)
    client.force_login(builders.member("Chris", "chair").user)
    session = client.session
    session["proved_at"] = TONIGHT.timestamp()
    session.save()
    return client


def erased(chair, person):
    address = reverse("erase_person", args=[person.pk])
    seen = preview(Person.objects.get(pk=person.pk), TONIGHT.date()).digest
    return chair.get(address), chair.post(address, {"seen": seen, "meant": "on"}, follow=True)


def decide(chair, place, outcome):
    mention = PossibleMention.objects.get(place=place, decided_at=None)
    return one_line(
        chair.post(
            reverse("possible_mentions"), {"mention": mention.pk, "outcome": outcome}, follow=True
        )
    )


def test_what_may_mean_the_person_is_shown_before_and_decided_after_one_by_one(chair, told_of):
    before, after = map(one_line, erased(chair, told_of))
    assert "Könnte diese Person meinen" in before
    assert "Die <mark>Zwoelfender</mark> und Peter Zwölfender saßen falsch." in before
    assert "Gelöscht. Entscheide jetzt über jeden dieser Texte." in after
    assert "4 Texte könnten noch eine gelöschte Person meinen." in after
    assert "Kuchen bringt <mark>Quirina Z.</mark>" in after
    assert "Zum Anker, <mark>+49 171 / 7654321</mark>" in after
    assert "4 Texte könnten noch eine gelöschte Person meinen." in one_line(chair.get("/"))

    assert "Der Name ist entfernt." in decide(chair, "league.Objection", "emptied")
    instead = f"Jemand Nr. {told_of.pk}"
    text = Objection.objects.get().text
    assert text == f"Die {instead} und Peter Zwölfender saßen falsch."
    assert "jemand anderes ist gemeint" in decide(chair, "league.Tournament", "other")
    assert Tournament.objects.get().words == "Kuchen bringt Quirina Z."
    assert "2 Texte könnten" in one_line(chair.get(reverse("possible_mentions")))
    done = PossibleMention.objects.get(place="league.Objection")
    assert (done.outcome, done.decided_by.person.name) == ("emptied", "Chris")
    assert not any("Zwoelfender" in str(value) for value in vars(done).values())


def test_a_decision_is_made_once(chair, told_of):
    erased(chair, told_of)
    decide(chair, "league.Tournament", "other")
    mention = PossibleMention.objects.get(place="league.Tournament")
    sent = {"mention": mention.pk, "outcome": "emptied"}
    page = one_line(chair.post(reverse("possible_mentions"), sent, follow=True))
    assert "Darüber ist schon anders entschieden." in page
    with pytest.raises(IntegrityError), transaction.atomic():
        PossibleMention.objects.filter(pk=mention.pk).update(outcome="emptied")
    with pytest.raises(IntegrityError), transaction.atomic():
        mention.delete()


def test_a_text_that_was_changed_meanwhile_is_left_alone(chair, told_of):
    erased(chair, told_of)
    Tournament.objects.update(words="Kuchen bringt der Wirt.")
    assert "inzwischen geändert" in one_line(chair.get(reverse("possible_mentions")))
    assert "inzwischen anders" in decide(chair, "league.Tournament", "emptied")
    assert Tournament.objects.get().words == "Kuchen bringt der Wirt."


def test_a_night_and_a_restore_leave_nothing_silently_either(chair, told_of):
    Person.objects.filter(pk=told_of.pk).update(created_at=TONIGHT.replace(year=2050))
    assert retention.let_go(now=TONIGHT).counts["guests"] >= 1
    assert Erasure.objects.get(person=told_of).cause == "retention"
    assert PossibleMention.objects.filter(erasure__person=told_of).count() == 4


def test_words_of_a_meeting_that_nobody_can_rewrite_are_emptied(chair, told_of):
    assembly = Assembly.objects.get()
    item = assembly.items.first()
    type(item).objects.filter(pk=item.pk).update(note="wie die Zwölfender sagte")
    erased(chair, told_of)
    decide(chair, "league.AgendaItem", "emptied")
    assert type(item).objects.get(pk=item.pk).note == ""


def test_the_number_of_queries_does_not_grow_with_the_texts(
    chair, told_of, django_assert_max_num_queries
):
    erased(chair, told_of)
    with django_assert_max_num_queries(30):
        few = chair.get(reverse("possible_mentions"))
    for number in range(30):
        builders.evening(name=f"Abend {number}", place="bei der Zwölfender")
    gone = Erasure.objects.get(person=told_of)
    hits = [hit for hit in preview(_like(told_of), TONIGHT.date()).hits if hit.column == "place"]
    possible.note(erasure=gone, hits=hits)
    with django_assert_max_num_queries(30):
        many = chair.get(reverse("possible_mentions"))
    assert one_line(many).count("<mark>") > one_line(few).count("<mark>") + 25


def _like(person):
    """Somebody else of that name, by whom the same texts are found again."""
    return people.create_person(name="Quirina Zwölfender")


def test_only_keepers_of_the_people_see_them(client, club, told_of):
    client.force_login(club.jette.user)
    assert client.get(reverse("possible_mentions")).status_code == 403


@pytest.mark.once
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("die Zwölfender war da", ["Zwölfender"]),
        ("Zwoelfenders Hund", ["Zwoelfenders"]),
        ("Q. Z. und Quirina Z.", ["Q. Z.", "Quirina Z."]),
        ("0171/7654321, +49 (0)171-7654321", ["0171/7654321", "+49 (0)171-7654321"]),
        ("Peter Zwölfender kam, Quirina auch", []),
        ("10171 76543219, z. B. q. z.", []),
    ],
)
def test_a_surname_initials_and_a_number_are_found_however_they_are_written(text, found):
    likely = Likely.of(["Quirina Zwölfender"], ["0171 7654321"], ["Peter Zwölfender", "Anke"])
    assert [text[start:end] for start, end in likely.spans(text)] == found


@pytest.mark.once
def test_a_double_surname_is_found_whole_and_in_parts():
    likely = Likely.of(["Rolf Pfeiffer-Groß"], [], [])
    text = "Pfeiffer-Gross, der Pfeiffer"
    assert [text[start:end] for start, end in likely.spans(text)] == ["Pfeiffer-Gross", "Pfeiffer"]
    assert list(likely.found_in({"a": ["x", "bei Groß"]})) == [(("a", 1), "bei Groß", [(4, 8)])]
