"""Tables of before come in as they were written, with their source, and no game is counted."""

import pytest

from league.old_tables.models import OldTable, OldTableLine
from league.old_tables.reading import FIGURE, Row, Table, proposed, table_of, with_heading
from league.people.queries.imports import columns_known
from league.people.reading.sheets import read
from league.results.models.results import Result
from league.seasons.models import Season
from league.standings.services import compute_all_time, compute_standing
from tests import builders
from tests.html import one_line

pytestmark = [pytest.mark.django_db, pytest.mark.once]
TEXT = "Platz;Name;Spiele;Verloren\n1.;Bernd;40;3\n2.;Wilhelm selig;38;5"


def as_read(text: str) -> Table:
    sheet = with_heading(read(text))
    return table_of(sheet, proposed(sheet))


def test_place_name_and_figures_are_read():
    table = as_read(TEXT)
    assert table.columns == ("Spiele", "Verloren")
    assert table.rows[0] == Row("1", "Bernd", ("40", "3"))
    assert as_read("Platz;Spieler;Punkte\n1;Anke;7").rows == (Row("1", "Anke", ("7",)),)
    assert as_read("Vorname;Nachname;Punkte\nAnke;Filz;7").rows == (Row("", "Anke Filz", ("7",)),)


def test_a_list_without_headings_has_its_places_in_front():
    assert as_read("1.\tAnke\t7\n2.\tKim\t6").rows[1] == Row("2", "Kim", ("6",))
    assert as_read("Pl.\tSchocker\tDeckel\n1.\tAnke\t7").rows == (Row("1", "Anke", ("7",)),)
    assert as_read("Anke\t7\t12\nKim\t6\t10").rows[0] == Row("", "Anke", ("7", "12"))


def test_wrong_columns_are_put_right_once_and_known_the_next_time(client, club):
    client.force_login(club.stine.user)
    url = "/tabelle/alt/neu/"
    text = "Rang;Stamm;Wer;Tore\n1;Krone;Bernd;40\n2;Krone;;3"
    data = {"title": "Alt", "kind": "season", "source": "Heft", "text": text, "client_id": "two"}
    assert "Zeile 3 nennt niemanden und bleibt weg" in one_line(client.post(url, data))
    chosen = {"column_0": "place", "column_1": "", "column_2": "", "column_3": FIGURE}
    fault = one_line(client.post(url, {**data, **chosen, "take": "1"}))
    assert "Wähle die Spalte mit dem Namen" in fault
    assert not OldTable.objects.exists()
    chosen["column_2"] = "name"
    seen = table_of(read(text), ("place", "", "name", FIGURE)).digest
    client.post(url, {**data, **chosen, "seen": seen, "take": "1"})
    assert OldTableLine.objects.get().figures == "Tore 40"
    again = client.post(url, {**data, "client_id": "three"}).content.decode()
    assert f'name="seen" value="{seen}"' in again
    # The list of the people has columns of its own under the same heading.
    assert columns_known("Rang;Stamm;Wer;Tore") is None


def test_a_club_without_a_season_finds_the_way_to_its_old_lists(client, club):
    client.force_login(club.stine.user)
    assert 'href="/tabelle/alt/"' in client.get("/tabelle/").content.decode()
    form = one_line(client.get("/tabelle/alt/neu/"))
    assert "Je Platz eine Zeile" in form
    assert "Eine Person je Zeile" not in form


def test_the_secretary_takes_one_over_and_back(client, club):
    client.force_login(club.stine.user)
    url = "/tabelle/alt/neu/"
    data = {"title": "Saison 2018/19", "kind": "season", "source": "Kassenbuch", "text": TEXT}
    data["client_id"] = "one"
    shown = client.post(url, data)
    assert "nicht zugeordnet" in one_line(shown)
    assert not OldTable.objects.exists()
    seen = as_read(TEXT).digest
    assert f'name="seen" value="{seen}"' in shown.content.decode()
    for _tap in range(2):
        answer = client.post(url, {**data, "seen": seen, "take": "1"})
    table = OldTable.objects.get()
    page = one_line(client.get(answer.headers["Location"]))
    assert "Quelle: Kassenbuch" in page
    assert "Kein Spiel wird dadurch gezählt" in page
    bernd = one_line(client.get(f"/leute/{club.bernd.pk}/"))
    assert "Saison 2018/19" in bernd
    assert "Platz 1 · Spiele 40, Verloren 3 · Kassenbuch" in bernd
    assert not Result.objects.exists()
    assert "Bernd" not in one_line(client.get("/tabelle/ewig/"))
    client.post(f"/tabelle/alt/{table.pk}/zurueck/")
    assert not OldTableLine.objects.exists()
    assert client.get(f"/tabelle/alt/{table.pk}/").status_code == 404


def take_over(client, text: str, kind: str = "season") -> OldTable:
    """Send a table through the page, and take over what was seen; return it."""
    data = {"title": "Ewig bis 2020", "kind": kind, "source": "Heft", "text": text}
    data |= {"client_id": "over", "seen": as_read(text).digest, "take": "1"}
    client.post("/tabelle/alt/neu/", data)
    return OldTable.objects.get()


def test_names_of_lists_find_their_people_and_others_are_linked_by_hand(client, club):
    client.force_login(club.stine.user)
    for name, written in (("Anke Filz", club.anke), ("Karl-Heinz Schäfer", club.bernd)):
        written.name = name
        written.save()
    text = "Platz;Name;Spiele\n1;Filz, Anke;40\n2;Schäfer Karl-Heinz;38\n3;K.-H. Sch.;7\n4;Selig;1"
    table = take_over(client, text)
    linked = dict(table.lines.values_list("number", "person__name"))
    assert linked == {1: "Anke Filz", 2: "Karl-Heinz Schäfer", 3: None, 4: None}
    page = client.get(f"/tabelle/alt/{table.pk}/").content.decode()
    third = table.lines.get(number=3)
    assert "K.-H. Sch." in page
    links = {f"line_{third.pk}": str(club.bernd.pk), f"line_{table.lines.get(number=4).pk}": ""}
    for said in ("Ein Name zugeordnet.", "0 Namen zugeordnet."):
        answer = client.post(f"/tabelle/alt/{table.pk}/zuordnen/", links, follow=True)
        assert said in one_line(answer)
    assert set(table.lines.filter(person=None).values_list("name", flat=True)) == {"Selig"}
    assert "Ewig bis 2020" in one_line(client.get(f"/leute/{club.bernd.pk}/"))
    # A member who does not keep the people cannot.
    client.force_login(club.jette.user)
    assert client.post(f"/tabelle/alt/{table.pk}/zuordnen/", links).status_code == 403


def test_an_all_time_table_of_before_is_a_column_of_the_one_of_today(client, club):
    table = builders.table(builders.evening(), club.bernd, club.jette)
    builders.card(table, club.bernd, club.jette, club.bernd)
    compute_standing(season=Season.objects.get(), now=builders.NIGHT)
    compute_all_time(now=builders.NIGHT)
    client.force_login(club.stine.user)
    take_over(client, "Platz;Name;Spiele;Verloren\n1.;Bernd;40;3", "all_time")
    page = one_line(client.get("/tabelle/ewig/"))
    assert '<th scope="col" class="number beside">Ewig bis 2020</th>' in page
    assert '<td class="number beside">1. · 40 · 3</td>' in page
    assert page.count("1. · 40 · 3") == 2  # wide, and below the row on a phone
    assert "40 · 3" not in one_line(client.get("/tabelle/"))
    exported = client.get("/tabelle/ewig/?export=csv").getvalue().decode("utf-8-sig").splitlines()
    assert exported[0].endswith(";Ewig bis 2020")
    assert [line[-11:] for line in exported[1:] if ";Bernd;" in line] == [";1. · 40 · 3"[-11:]]
