"""The page of all rights: it says what the addresses really answer, for every role."""

from types import SimpleNamespace

import pytest

from config.site.rights.queries import rights_of_all
from config.site.rights.register import RIGHTS
from tests.html import one_line
from tests.rights.actors import NAMES
from tests.rights.decisions import DECISIONS
from tests.rights.stage import undone
from tests.rights.world import NOW, TODAY, browser

pytestmark = [pytest.mark.django_db, pytest.mark.once]
OFFICERS = {"chair", "treasurer", "secretary", "referee", "director", "auditor"}
# One address for each right. What it answers to all is asked in tests/test_rights.py.
ASKED = {
    "own": "league:read_tokens GET",
    "member": "league:people GET",
    "run": "league:new_evening GET",
    "rule": "games:card POST of a confirmed result",
    "direct": "league:new_team_league GET",
    "keep": "league:new_person GET",
    "mails": "league:outbox GET",
    "security": "all_rights GET",
    "club": "our_club GET",
    "seasons": "league:season_scoring GET",
    "stakes": "finance:settings POST",
    "rounds": "finance:rounds GET",
    "read_till": "finance:till GET",
    "post": "finance:expense GET",
    "years": "finance:years GET",
    "audit": "finance:sign_year POST",
}
# The chair proposed it here; the proposer never confirms it.
BY_ANOTHER = "league:decide_approval"


def shown(w: SimpleNamespace) -> dict[str, set[str]]:
    """Return the people to whom the page gives a right, by its code."""
    actors = {w.persons[name].pk: name for name in NAMES if name != "all"}
    having: dict[str, set[str]] = {right.code: set() for right in RIGHTS}
    for row in rights_of_all(TODAY, NOW):
        for right in row.rights:
            if right.code in having and row.person.pk in actors:
                having[right.code].add(actors[row.person.pk])
    return having


def test_the_page_gives_everybody_what_the_addresses_answer_and_nothing_else(whole_club):
    with undone():
        having = shown(whole_club)
    assert set(ASKED) == {right.code for right in RIGHTS}
    for code, key in ASKED.items():
        assert having[code] == {
            name for name in NAMES if name != "all" and DECISIONS[key].answer(name) == "yes"
        }, code


def test_no_address_is_open_to_offices_that_the_page_does_not_name(whole_club):
    with undone():
        having = {frozenset(actors & OFFICERS) for actors in shown(whole_club).values()}
    for key, rule in DECISIONS.items():
        officers = frozenset(name for name in OFFICERS if rule.answer(name) == "yes")
        if rule.answer("member") != "yes" and officers and not key.startswith(BY_ANOTHER):
            assert officers in having, key


def test_the_chair_reads_who_may_what_and_why_and_everybody_the_own(whole_club):
    with undone():
        page = one_line(browser(whole_club, "chair").get("/leute/rechte/?right=post"))
        assert "Kadir" in page
        assert f"Kassenwart/in seit {TODAY:%d.%m.}2025" in page
        assert "Rolf</strong>" not in page
        key = whole_club.persons["member_here"].pk
        page = one_line(browser(whole_club, "chair").get(f"/leute/rechte/?person={key}"))
        assert "Tisch 1, " in page
        own = one_line(browser(whole_club, "future").get("/was-ich-darf/"))
        assert "Amt, das später beginnt" in own
        assert "Geld buchen" not in own
