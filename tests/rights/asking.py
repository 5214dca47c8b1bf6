"""Ask each address about an object, with data; a minimal request that succeeds.

`ASK[key]` is a function of the world and, where it makes a difference, of the actor's name. Most
objects are Mara's, who is no actor of the matrix; „of oneself“ is about the actor. All that has to
exist before (a game under way, a confirmed result) comes from `BEFORE`, once for a whole row.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import time, timedelta
from functools import cache, lru_cache, wraps
from inspect import signature
from random import Random
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core import mail, signing
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.merging import queries as merging
from config.privacy.models import Erasure, PossibleMention
from config.privacy.queries import preview
from finance.bank.services.account import set_club_account
from finance.bank.services.imports import import_file
from finance.bank.services.lines import Share, book_line, ignore_line
from finance.bank.services.notices import announce
from finance.bank.services.rules import set_rule
from finance.books import voucher_pictures
from finance.books.formulas import AVERAGE, FIXED, Formula
from finance.books.models.claims import Claim
from finance.books.models.rounds import GivenRound
from finance.books.queries.funds import shares_of
from finance.books.queries.people import owing_of as account_of
from finance.books.references import reference
from finance.books.services import (
    agreements,
    cashbook,
    claims,
    entry_fees,
    objections,
    openings,
    payments,
    vouchers,
)
from finance.books.services import rounds as drinks
from finance.books.services.charging import charge_people
from finance.books.services.funds import earmark
from finance.books.services.own_accounts import add_account
from finance.books.services.payments import take_payment
from finance.cash.services import count_cash
from finance.catalogue.queries.averages import average_of
from finance.catalogue.services.catalogue import set_tariff
from finance.catalogue.services.excuses import excuse
from finance.close import services as evening_close
from finance.dues import services as dues
from finance.dues.queries import plan
from finance.reminders.models import Reminder
from finance.reminders.queries import token
from finance.reminders.services import Pick, remind
from finance.sepa.models import CreditTransfer, Debit, DebitRun, TransferRun
from finance.sepa.rules import next_bank_day
from finance.sepa.services import add_mandate, set_creditor
from finance.years.services import audits as auditing
from finance.years.services import yearend
from games.engine.phone import rulebooks_digest
from games.scoring.queries import live_game
from games.scoring.services import closing, elsewhere, play, start
from league import formats
from league.access import services as read_tokens
from league.access import tokens
from league.access.actors import NOBODY, Actor
from league.assemblies.queries import minutes as minutes_words
from league.assemblies.services import calling, meeting, minutes
from league.club.models import Club
from league.club.services import choose_look, set_public
from league.delivery import services as delivery
from league.delivery.models import Letter
from league.evenings.models import CalendarLink
from league.evenings.services import answers, calendars
from league.events.models import Event, Participation, Seat, Table
from league.events.queries import seats_of
from league.events.services import attendance, evenings, seating
from league.files import file_store, waiting
from league.mail import services as outbox
from league.mail.models import Mail
from league.mail.sending import deliver
from league.matches import rules as match_rules
from league.matches.models import LeagueTeam
from league.matches.queries.sheets import standings_of
from league.matches.services import leagues, sheets
from league.old_tables.models import OldTable
from league.old_tables.reading import Table as OldReading
from league.old_tables.reading import proposed, table_of
from league.old_tables.services import take_over
from league.people.models.imports import PeopleImport
from league.people.models.joining import JoinRequest
from league.people.models.people import Office, Person, User
from league.people.queries import details, imports
from league.people.reading.lines import Columns, read_lines
from league.people.reading.sheets import read
from league.people.services import addresses, invitations, joining, people
from league.people.services import details as detailing
from league.people.services.imports import take_in
from league.people.views.addresses import TICKET
from league.push.models import PushDevice
from league.reports import services as reports
from league.results.models.results import Result, ResultLine
from league.results.models.second_look import RefereeCall
from league.results.queries.results import current_result
from league.results.services import confirming
from league.results.services.results import record_charge
from league.seasons import services as seasons
from league.tournaments.direction.services import card_photos, dating, programs, rounds, setting_up
from league.tournaments.draws.services import drawing
from league.tournaments.models.registration_requests import RegistrationRequest
from league.tournaments.models.templates import FormatTemplate
from league.tournaments.models.tournaments import Draw, Tournament
from league.tournaments.planning import services as planning
from league.tournaments.planning.forms.block import BlockForm
from league.tournaments.planning.queries import draft_of
from league.tournaments.ranking.services import crediting, ties
from league.tournaments.registration.services import checking_in, identities, leaving
from league.tournaments.registration.services import registering as services
from league.wall import services as walls
from tests import builders
from tests import tournaments as day
from tests.finance.files import WEBP, picture
from tests.rights.decisions import SHOWN_IN_API
from tests.rights.world import DAY, GAME, NOW, TODAY

World = SimpleNamespace
Step = Callable[[World], None]
LAST_YEAR = TODAY.year - 1
POSTAL = {"street": "Am Tresen 3", "postcode": "54290", "town": "Trier", "country": "DE"}


@dataclass
class Ask:
    """One request; `before` is done by the same browser first."""

    args: list[Any] | None = None  # as `ABOUT` says, if nothing else is said
    data: dict[str, Any] | None = None
    before: Callable[[Client], None] | None = None
    demo: bool = False
    writes: bool | None = True  # whether a success changes what the club keeps; None: it may
    query: dict[str, str] = field(default_factory=dict)
    leaves: str = ""  # the table in which a refusal leaves its line


STEPS: dict[Step, tuple[Step, ...]] = {}  # of what happens after something else


def after(earlier: Step) -> Callable[[Step], Step]:
    """Decorate a step that happens after `earlier`, and makes that happen first."""

    def decorate(step: Step) -> Step:
        @wraps(step)
        def both(w: World) -> None:
            earlier(w)
            step(w)

        STEPS[both] = (*STEPS.get(earlier, (earlier,)), step)
        return both

    return decorate


def sends(form: str = "", /, **data: Any) -> Ask:
    """Return a body, or a form, whose name comes before its fields if a page has several."""
    return Ask(data={f"{form}-{name}" if form else name: value for name, value in data.items()})


_address = lru_cache(10_000)(lambda route, args: reverse(route, args=args))


def url_of(key: str, ask: Ask) -> str:
    url = _address(key.split(" ")[0], tuple(ask.args or ()))
    return f"{url}?{urlencode(ask.query)}" if ask.query else url


def _self(w: World, actor: str) -> Person:
    return w.persons.get(actor, w.hilde)


def _own_device(w: World, actor: str) -> PushDevice:
    return PushDevice.objects.get_or_create(
        digest=f"of {actor}",
        defaults={"person": _self(w, actor), "endpoint": "x", "language": "de", "agreed_at": NOW},
    )[0]


def _passing() -> Person:
    """Return a guest with no open matters."""
    known = Person.objects.filter(name="Vera Vorbei").first()
    return known or people.create_person(name="Vera Vorbei")


def _possible() -> PossibleMention:
    """Return a text that may mean an erased person."""
    gone = Person.objects.filter(erasure__isnull=False).first()
    if gone is None:
        gone = people.create_person(name="Gerd Gegangen")
        Erasure.objects.create(person=gone, cause="asked", erased_at=NOW)
    where = {"place": "league.Event", "row": 0, "field": "place"}
    return PossibleMention.objects.create(erasure=gone.erasure, **where, spans=[[0, 4]], size=9)


def _merge(kept: Person) -> dict[str, str]:
    seen = merging.preview(kept, _passing(), None, TODAY).digest
    return {"seen": seen, "client_id": uuid4().hex, "meant": "on"}


def _with_photo(w: World) -> Person:
    detailing.save_details(person=w.mara, values={}, photo=picture(), now=NOW)
    return w.mara


def _requested(w: World, email: str = "offen@gast.invalid") -> str:
    asked, _made = RegistrationRequest.objects.get_or_create(
        event=w.cup,
        client_id=f"open form {email}",
        defaults={
            "email": email,
            "typed": {"name": "Otto Offen", "shown": "short", "is_adult": True},
            "asked_at": timezone.now(),
            "ends_at": timezone.now() + timedelta(days=2),
        },
    )
    return tokens.sign_request(asked.pk)


def _list(*, owing: bool = False) -> PeopleImport:
    """Take in a list with one newcomer, with an address, or `owing` something."""
    roles = ("name", "debt") if owing else ("name", "email")
    sheet = read(f"{uuid4().hex};{'3,00' if owing else f'{uuid4().hex}@club.invalid'}")
    lines = read_lines(sheet, Columns(roles, {}), {}, TODAY).lines
    planned = imports.plan(lines, "active", TODAY)
    return take_in(
        planned=planned,
        heading=sheet.heading,
        roles=roles,
        client_id=uuid4().hex,
        by=None,
        now=NOW,
        today=TODAY,
    )


def _old() -> dict[str, str]:
    """Return a table of earlier years, as the page sends what was seen."""
    text = "Platz;Name;Verloren\n1;Mara;3"
    return {
        "title": "Saison 2018",
        "kind": "season",
        "source": "Heft",
        "client_id": uuid4().hex,
        "text": text,
        "seen": _read_old(text)[0].digest,
    }


def _read_old(text: str) -> tuple[OldReading, tuple[str, ...]]:
    sheet = read(text)
    roles = proposed(sheet)
    return table_of(sheet, roles), roles


def _old_table() -> OldTable:
    said = _old()
    table, roles = _read_old(said["text"])
    return take_over(
        table=table,
        heading="table:Platz;Name;Verloren",
        roles=roles,
        kind="season",
        title="Saison 2018",
        source="Heft",
        client_id=said["client_id"],
        by=None,
        now=NOW,
    )


def _link_to(table: OldTable, person: int) -> Ask:
    """Ask to link a line that means a person by hand."""
    line = table.lines.get()
    table.lines.update(person=None)
    return Ask([table.pk], {f"line_{line.pk}": str(person)})


def _club_link(revoked: bool = False) -> str:
    made = joining.renew_invitation(seen=None, by=None, now=timezone.now())
    if revoked:
        joining.revoke_invitation(now=timezone.now())
    return tokens.sign_club_invitation(made.pk)


def _newcomer() -> dict[str, str]:
    return {"name": f"Neu {uuid4().hex}", "email": f"{uuid4().hex}@club.invalid"}


def _asked() -> JoinRequest:
    link = joining.renew_invitation(seen=None, by=None, now=timezone.now())
    return joining.ask_to_join(invitation=link, **_newcomer(), now=timezone.now())


def _crest() -> str:
    return choose_look(colour=Club.Colour.RED, crest=picture(8, 8)).crest


def _claim(w: World, code: str) -> Claim:
    return Claim.objects.get(person=w.mara, code=code, is_current=True)


def _seats(w: World) -> list[Seat]:
    return list(seats_of(w.here))


# --- steps beforehand -----------------------------------------------------------------------
def public(w: World) -> None:
    w.event.is_public = True
    w.event.save()


def opened(w: World) -> None:
    """Make public all that a club can."""
    set_public(pages=Club.PAGES)


def running(w: World) -> None:
    """Start a game at the table, with one throw."""
    seats = [seat.pk for seat in _seats(w)]
    start.start_game(
        table=w.here,
        key=GAME,
        seats=seats,
        starter=seats[0],
        options={},
        actor=NOBODY,
        now=NOW,
        rng=Random(1),
    )
    add(w, throw(w))


def add(w: World, *events: dict[str, Any]) -> None:
    game = live_game(GAME)
    game.refresh()
    play.append_events(
        game=game,
        seen=game.sequence,
        events=[{"id": uuid4().hex, **event} for event in events],
        actor=NOBODY,
        may_rule=True,
        now=NOW,
    )


def put_aside(w: World) -> None:
    """Keep a version of the game under way, from a phone without network."""
    game = live_game(GAME)
    elsewhere.keep_version(
        table=w.here,
        client_id="aside",
        key=GAME,
        number=game.number,
        base=0,
        header=game.header,
        events=[throw(w)],
        tapped_at=NOW,
        actor=NOBODY,
        now=NOW,
    )


def seen() -> int:
    game = live_game(GAME)
    game.refresh()
    return game.sequence


def throw(w: World) -> dict[str, Any]:
    player = str(_seats(w)[0].pk)
    return {"type": "throw", "player": player, "kept": [], "turned": 0, "dice": [6, 4, 1]}


def stand(w: World) -> dict[str, Any]:
    return {"type": "stand", "player": str(_seats(w)[0].pk)}


def ruling(w: World, **effect: Any) -> dict[str, Any]:
    return {"type": "ruling", "by": "Rolf", "text": "Der Wurf gilt nicht.", "effect": effect}


@after(running)
def settled(w: World) -> None:
    """Settle one round of the game under way, entered as a whole."""
    loser = str(_seats(w)[1].pk)
    add(w, {"type": "retract"}, {"type": "round", "loser": loser, "penalty": 3, "best": None})


@after(running)
def ruled(w: World) -> None:
    add(w, ruling(w))


@after(running)
def over(w: World) -> None:
    add(w, ruling(w, lose_game=str(_seats(w)[1].pk)))


@after(over)
def finished(w: World) -> None:
    game = live_game(GAME)
    closing.finish_game(game=game, seen=seen(), client_id="end", actor=NOBODY, now=NOW)


def _on_hildes_phone(w: World) -> Actor:
    return Actor(user_id=w.hilde.user.pk, device="hildes-phone", name="Hilde")


def confirmed(w: World) -> None:
    """Confirm game 1, which Mara entered, as Hilde."""
    confirming.confirm_result(result=w.result, actor=_on_hildes_phone(w), now=NOW)


@after(finished)
def finished_and_confirmed(w: World) -> None:
    result = current_result(w.here, 2)
    confirming.confirm_result(result=result, actor=_on_hildes_phone(w), now=NOW)


def third_table(w: World) -> None:
    """Add a table that has no link yet."""
    seating.add_table(event=w.event)


def team_league(w: World) -> None:
    """Found two teams, each with a captain who can log in, and three more."""
    w.league = leagues.found_league(
        season=w.season, name="Altstadtliga", rulebook="rsc2003", fine_cents=50
    )
    home, away = w.persons["member_here"].name, w.persons["guest_tonight"].name
    for name, squad in (
        ("Becher", [home, w.mara.name, "Ada Neu", "Udo Neu", "Ina Neu"]),
        ("Dreier", [away, "Eva Nah", "Jan Nah", "Kai Nah"]),
    ):
        team = leagues.add_team(league=w.league, name=name, pub=f"Zum {name}")
        members = [leagues.add_to_squad(team=team, name=person) for person in squad]
        leagues.set_captain(member=members[0], is_captain=True)
        setattr(w, name.lower(), team)


@after(team_league)
def fixtures_made(w: World) -> None:
    leagues.make_fixtures(league=w.league, first_day=TODAY, weeks=1, now=NOW)
    matches = w.league.matches.select_related("event", "home", "away", "league")
    w.match = matches.get(home=w.becher)


@after(fixtures_made)
def lined_up(w: World) -> None:
    for side, team in ((match_rules.HOME, w.becher), (match_rules.AWAY, w.dreier)):
        squad = [member.person for member in team.squad.order_by("pk")[:4]]
        sheets.line_up(match=w.match, side=side, pairs=[[person] for person in squad])
    tables = Table.objects.filter(block__event=w.match.event)
    w.match_table = tables.get(block__number=1, number=1)


@after(lined_up)
def all_sets_played(w: World) -> None:
    """Enter all 48 sets as the sheet would have them, without a request for each."""
    tables = Table.objects.filter(block__event=w.match.event)
    results = Result.objects.bulk_create(
        Result(
            table=table,
            number=number,
            source="card",
            ended_by="final",
            rulebook="rsc2003",
            entered_at=NOW,
            client_id=str(number),
        )
        for table in tables
        for number in (1, 2, 3)
    )
    ResultLine.objects.bulk_create(
        ResultLine(result=result, seat=seat, lost_game=seat.position == 1)
        for result in results
        for seat in Seat.objects.filter(table=result.table)
    )


def coming(w: World) -> None:
    """Plan an evening next week, to which all of this one are invited, and make Mara's calendar."""
    w.coming = builders.evening(day=TODAY + 7 * DAY)
    calendars.renew_calendar(person=w.mara, seen=None, now=NOW)


def came_late(w: World) -> None:
    attendance.mark_attendance(participation=w.waiting, attendance="late")


def closed(w: World) -> None:
    seasons.close_season(season=w.season, by=None, now=NOW, today=TODAY)


@after(coming)
def called_off(w: World) -> None:
    answers.cancel_event(event=w.coming, reason="Kirmes", by=None, now=NOW)


@after(coming)
def revoked(w: World) -> None:
    calendars.revoke_calendar(person=w.mara, now=NOW)


def on_the_wall(w: World) -> None:
    w.wall = walls.renew_link(event=w.event, seen=None, by=None, now=NOW)


@after(on_the_wall)
def off_the_wall(w: World) -> None:
    walls.revoke_link(link=w.wall, by=None, now=NOW)


def at_a_tournament(w: World) -> None:
    """Turn the evening into a tournament's first block."""
    Event.objects.filter(pk=w.event.pk).update(kind=Event.Kind.TOURNAMENT)
    Tournament.objects.create(event=w.event, template="schockfreunde")
    settings = formats.load("schockfreunde").block(1).to_dict()
    w.event.blocks.update(settings=settings, released_at=NOW)


@after(at_a_tournament)
def locked(w: World) -> None:
    w.event.blocks.update(locked_at=NOW)


def called(w: World) -> None:
    confirming.call_referee(table=w.here, client_id="c", note="Streit", actor=NOBODY, now=NOW)


def disputed(w: World) -> None:
    w.objection = confirming.raise_objection(
        result=w.result, client_id="o", text="Falsch gezählt", actor=_on_hildes_phone(w), now=NOW
    )


def _by(w: World) -> dict[str, Any]:
    """Return the arguments of the treasurer acting tonight."""
    return {"by": w.persons["treasurer"].user, "now": NOW}


def _today(w: World) -> dict[str, Any]:
    """Return the arguments of the treasurer booking tonight."""
    return {**_by(w), "today": TODAY}


def booked(w: World) -> None:
    """Book the settled ones of Mara's claims; one is refused."""
    claims.refuse_claim(claim=_claim(w, "left_table"), reason="War krank", **_by(w))
    claims.confirm_evening(event=w.event, seen=ready(w), **_by(w))


def objected(w: World) -> None:
    """Object to a fine, as Mara."""
    w.objected = objections.object_to(
        claim=_claim(w, "early_lift"), text="Das war der Wind", by=w.mara.user, now=NOW
    )


def cost_dues(w: World) -> None:
    """Set the dues from the month before on."""
    w.rate = dues.set_rate(
        kind="active",
        period="month",
        cents=500,
        start=(timezone.localdate() - 40 * DAY).replace(day=1),
        ground="Satzung",
        decided_on=None,
        now=timezone.now(),
    )


def own_kind(w: World) -> None:
    """Add an account for money that the club spends, and a fund."""
    w.kind = add_account(kind="expense", name="GEMA", sphere=1, by=None, now=timezone.now())
    w.fund = add_account(kind="fund", name="Fahrt", by=None, now=timezone.now())


def shared_fund(w: World) -> None:
    """Earmark two euros of the club's for its active members."""
    w.shared_fund = add_account(kind="fund", name="Reisekasse", shared=True, **_by(w))
    put = {"text": "Beschluss", "client_id": "put", "day": TODAY}
    earmark(fund=w.shared_fund, amount=200, **put, **_today(w))


def less_dues(w: World) -> None:
    """Free Mara of all dues."""
    w.reduction = dues.reduce_dues(
        person=w.mara,
        percent=0,
        ground="Ehrenmitglied",
        start=timezone.localdate() - DAY,
        by=w.persons["treasurer"].user,
        now=timezone.now(),
    )


def welcomed(w: World) -> None:
    """Let a guest agree to pay what games cost."""
    guest = w.persons["guest_tonight"]
    w.agreement = agreements.agree(person=guest, start=TODAY, by=None, now=NOW)


def everybody_owes(w: World) -> None:
    """Charge each person of the matrix with something tonight."""
    for name, person in w.persons.items():
        attendance.add_participant(event=w.event, person=person)
        record_charge(
            event=w.event,
            person=person,
            code="early_lift",
            kind="fine",
            cents=100,
            client_id=f"own-{name}",
            by=None,
            now=NOW,
        )


def _own_claim(w: World, actor: str) -> int:
    """Return a claim about the actor; about Mara if no person is behind the login."""
    own = Claim.objects.filter(person=w.persons.get(actor, w.mara), code="early_lift").first()
    return (own or _claim(w, "early_lift")).pk


@after(booked)
def one_absent(w: World) -> None:
    """Book the evening without Anke, with an average for absence in the club's catalogue."""
    set_tariff(
        code="absent", title="Gefehlt", formula=Formula(AVERAGE), start=TODAY - 30 * DAY, now=NOW
    )
    own = attendance.add_participant(event=w.event, person=w.persons["chair"])
    attendance.mark_attendance(participation=own, attendance="absent")


@after(one_absent)
def one_no_show(w: World) -> None:
    """Fine Anke, who was absent, by the club's catalogue."""
    fixed = Formula(FIXED, cents=500)
    set_tariff(code="no_show", title="", formula=fixed, start=TODAY - 30 * DAY, now=NOW)


@after(one_absent)
def one_excused(w: World) -> None:
    """Excuse Anke, who was absent, from the average."""
    w.excused = excuse(event=w.event, person=w.persons["chair"], reason="Krank", **_by(w))


@after(booked)
def counted(w: World) -> None:
    """Book everything, and count the empty till."""
    nothing: Any = {"pieces": {}, "seen": 0, "reason": "", "client_id": "nothing"}
    count_cash(event=w.event, day=TODAY, **nothing, **_by(w))


@after(counted)
def signed_by_one(w: World) -> None:
    """Sign as Hilde, who kept the till that evening; a second signature is still missing."""
    w.close = evening_close.sign_evening(event=w.event, although=9, by=w.hilde.user, now=NOW)


def reported(w: World) -> None:
    """Make a report of the season, and one that failed; Mara gets such reports by mail."""
    w.report, w.failed = (
        reports.ask_for(
            kind="season",
            subject=w.season.pk,
            person=None,
            title="Saisonbericht",
            language="de",
            by=w.mara.user if name == "good" else None,
            client_id=name,
            now=NOW,
        )
        for name in ("good", "bad")
    )
    good = reports.claim(pk=w.report.pk, now=NOW)
    digest = file_store.store(settings.REPORT_DIR, b"%PDF")
    reports.finish(report=good, sha256=digest, size=4, pages=1, now=NOW)
    reports.fail(report=reports.claim(pk=w.failed.pk, now=NOW), sentence="Kein Papier.")
    w.by_mail = reports.subscribe(person=w.mara, kind="season", language="de", now=NOW)


@after(signed_by_one)
def signed_by_two(w: World) -> None:
    evening_close.cosign_evening(
        close=w.close, seen=w.close.digest, by=w.mara.user, today=TODAY, now=NOW
    )


def meeting_called(w: World) -> None:
    """Call a members' meeting for today, with an election of the treasurer."""
    w.assembly = calling.call_assembly(
        title="Jahreshauptversammlung",
        day=TODAY,
        start_time=time(19, 30),
        place="Zum Anker",
        text="",
        motions_until=None,
        offices=["treasurer"],
        client_id="jhv",
        by=None,
        now=NOW - DAY,
        today=TODAY,
    )
    w.discharge = w.assembly.items.get(kind="discharge")
    w.election = w.assembly.items.get(kind="election")


@after(meeting_called)
def meeting_opened(w: World) -> None:
    """Open the meeting of two, and elect Mara."""
    for person in (w.mara, w.persons["chair"]):
        meeting.note_attendance(assembly=w.assembly, person=person, is_here=True, now=NOW)
    w.assembly = meeting.open_assembly(
        assembly=w.assembly, chaired_by=w.mara, kept_by=w.hilde, now=NOW
    )
    w.election.assembly = w.assembly
    w.candidacy = meeting.put_up(item=w.election, person=w.mara, now=NOW)
    meeting.count_election(
        item=w.election,
        round_number=1,
        votes={w.candidacy.pk: 2},
        against=0,
        abstained=0,
        seen=0,
        client_id="count",
        by=None,
        now=NOW,
    )
    for item in (w.discharge, w.election):
        meeting.write_note(item=item, note="Vertagt.")


@after(meeting_opened)
def meeting_closed(w: World) -> None:
    w.assembly = meeting.close_assembly(assembly=w.assembly, now=NOW)


@after(meeting_closed)
def minutes_released(w: World) -> None:
    seen = minutes_words.digest_of(minutes_words.content_of(w.assembly))
    signed = minutes.sign(assembly=w.assembly, seen=seen, by=None, now=NOW)
    minutes.release(minutes=signed, now=NOW)


def lettered(w: World) -> None:
    """Print a letter about money; the invitation of a person without a login waits."""
    delivery.write_letter(
        person=w.alone,
        kind=Letter.Kind.MONEY,
        about="debit:1",
        subject="Lastschrift",
        body="Hallo",
        now=NOW,
    )
    delivery.print_letters(letters=Letter.objects.all(), client_id="printed", now=NOW)
    invitations.invite(person=w.alone, by=None, now=NOW)


def overdue(w: World) -> None:
    """Charge Mara with a claim that was due last week and is not paid."""
    charge_people(
        people=[w.mara],
        amount=500,
        shared=False,
        code="outing",
        note="Fahrt",
        day=TODAY - timedelta(days=9),
        due=TODAY - timedelta(days=7),
        client_id="overdue",
        **_today(w),
    )


@after(overdue)
def reminded(w: World) -> None:
    remind(picks={w.mara.pk: Pick(Reminder.Way.LETTER, 500)}, client_id="sent", **_today(w))


def _to_pay() -> str:
    """Return the token in the link of the last reminder, if any."""
    reminder = Reminder.objects.last()
    return token(reminder) if reminder else "0.none"


def _overdue(w: World) -> dict[str, Any]:
    key = w.mara.pk
    return {"client_id": "r", f"pick-{key}": "on", f"way-{key}": "link", f"seen-{key}": 500}


@after(booked)
def on_the_account(w: World) -> None:
    """Read the bank's file: Mara's money, the bank's charges, one line that stays out."""
    club, other = "DE02120300000000202051", "DE02500105170137075030"
    set_club_account(holder="Club", iban=club, **_by(w))
    w.bank_file = _bank_file(reference(w.mara.pk), "50,00")
    done = import_file(content=w.bank_file, name="auszug.csv", **_by(w))
    w.bank_import = done.bank_import
    w.came, w.left_bank, w.returned, w.out = w.bank_import.lines.order_by("pk")
    ignore_line(line=w.out, reason="Irrläufer", **_by(w))
    set_creditor(typed="DE98ZZZ09999999999", **_by(w))
    w.mandate = add_mandate(person=w.mara, iban=other, signed_on=TODAY, **_today(w))
    made = {"made_by": w.persons["treasurer"].user, "made_at": NOW}
    ordered = {"day": TODAY, "holder": "Club", "iban": club, **made}
    w.debit_run = DebitRun.objects.create(
        message="SW1", identifier="DE98ZZZ09999999999", client_id="debits", **ordered
    )
    Debit.objects.create(run=w.debit_run, mandate=w.mandate, cents=5000)
    w.transfer_run, w.transfers_done = (
        TransferRun.objects.create(message=message, client_id=message, **ordered)
        for message in ("SWT1", "SWT2")
    )
    bill = {"name": "Brauerei", "iban": other, "text": "Rechnung 7"}
    CreditTransfer.objects.create(pk=98, run=w.transfer_run, cents=6000, **bill)
    CreditTransfer.objects.create(pk=99, run=w.transfers_done, person=w.mara, cents=300, **bill)
    w.bank_rule = set_rule(words="Stadtwerke", incoming=False, account="venue", **_by(w))
    w.notice = announce(person=w.mara, cents=700, day=TODAY, client_id="sent", today=TODAY, now=NOW)


def _bank_file(sign: str, euros: str) -> bytes:
    day = f"{TODAY:%d.%m.%Y}"
    rows = [
        (sign, euros),
        ("Entgelt SWT2-99", "-3,00"),
        ("Rückgabe", "-50,00"),
        ("Irrläufer", "1,00"),
    ]
    lines = [f"{day};{text};{amount}" for text, amount in rows]
    return "\r\n".join(["Buchungstag;Verwendungszweck;Betrag", *lines, ""]).encode()


def from_the_phone(client: Client) -> None:
    """Mark the request as a browser does if no page has sent it."""
    client.defaults["HTTP_SEC_FETCH_SITE"] = "none"


def _unknown_file(w: World, actor: str) -> str:
    """Return the ticket of an unknown CSV, uploaded by the actor."""
    content = f"Tag|Wofür|Wert\n{TODAY:%d.%m.%Y}|Beitrag|5,00\n".encode()
    person = w.persons.get(actor)
    owner = person.user if person is not None and person.user else w.persons["treasurer"].user
    return waiting.ticket("auszug.csv", content, owner.pk)


@after(on_the_account)
def line_booked(w: World) -> None:
    book_line(line=w.came, shares=[Share(w.mara.pk, 5000)], client_id="line", **_today(w))
    w.bank_booking = w.came.bookings.get()


@after(line_booked)
def fee_taken(w: World) -> None:
    day = f"{TODAY:%d.%m.%Y}"
    rows = ["Buchungstag;Verwendungszweck;Betrag", f"{day};Entgelt für Rücklastschrift;-3,50", ""]
    done = import_file(content="\r\n".join(rows).encode(), name="entgelt.csv", **_by(w))
    w.fee = done.bank_import.lines.get()


@after(on_the_account)
def paid_by_hand(w: World) -> None:
    w.by_hand = take_payment(
        person=w.mara, method="bank", amount=5000, day=TODAY, client_id="hand", **_today(w)
    )


def everybody_has_a_token(w: World) -> None:
    """Give a program of each actor access."""
    w.own_tokens = {
        name: read_tokens.make_token(
            person=person, name="Tafel", with_money=False, client_id="t", now=NOW
        )[0]
        for name, person in {**w.persons, "": w.hilde}.items()
    }


def appointed_himself(w: World) -> None:
    """Appoint the chair as treasurer too, if a second person agrees."""
    w.approval = people.give_office(
        person=w.persons["chair"], role="treasurer", start=TODAY, by=w.persons["chair"], now=NOW
    )


def _new_address(w: World, actor: str) -> Ask:
    """Type in the code that went to the actor's new address."""
    ticket = signing.dumps([_self(w, actor).pk, "neu@club.invalid"], salt=TICKET)
    return Ask(data={"ticket": ticket, "code": addresses.code_for_new(ticket)})


def everybody_announced(w: World) -> None:
    """Make an announcement of each actor."""
    w.own_notices = {
        name: announce(person=person, cents=100, day=TODAY, client_id=name, today=TODAY, now=NOW)
        for name, person in {**w.persons, "": w.hilde}.items()
    }


def vouched(w: World) -> None:
    """Spend money as the treasurer, with a voucher of his own and a later photo.

    The worker has made a picture of the photo.
    """
    w.spent = cashbook.record_expense(
        account="drinks",
        amount=1250,
        paid_from="bank",
        day=TODAY,
        text="Blumen",
        voucher=vouchers.SelfMade(payee="Markthalle", what="Blumen", why="Keiner da"),
        client_id="spent",
        **_today(w),
    )
    w.voucher = w.spent.vouchers.get()
    w.photo = vouchers.attach(
        booking=w.spent, paper=vouchers.Upload("foto.webp", WEBP), client_id="photo", **_by(w)
    ).voucher
    voucher_pictures.make_picture(w.photo.sha256)


def given_in_part(w: World) -> None:
    """Give Mara's round while a person is away who still has it to come."""
    drinks.decide_on_absent(
        start=TODAY, keep=True, decided="Vorstand", by=None, today=TODAY, now=NOW
    )
    attendance.mark_attendance(participation=w.waiting, attendance="absent")
    drinks.give_round(
        claim=_claim(w, "dropped_dice"),
        event=w.event,
        client_id="part",
        by=None,
        today=TODAY,
        now=NOW,
    )


def at_the_door(w: World) -> None:
    """Open a tournament at which Mara is checked in and asked for her stake."""
    w.cup = Event.objects.create(
        kind=Event.Kind.TOURNAMENT,
        season=w.season,
        name="Kirmespokal",
        business_date=TODAY,
        rulebook="rsc2003",
    )
    Tournament.objects.create(event=w.cup, template="free", pot_cents=500)
    own = services.add_at_desk(event=w.cup, client_id="mara", name="Mara", now=NOW)
    own = identities.settle_identity(registration=own, person=w.mara, now=NOW)
    checking_in.receive(registration=own, by=None, now=NOW)


@after(at_the_door)
def paid_in(w: World) -> None:
    entry_fees.take_entry(event=w.cup, person=w.mara, amount=500, client_id="paid", **_today(w))


def owing_before(w: World) -> None:
    """Open the books with a debt of Mara's."""
    (w.opened,) = openings.open_accounts(
        balances=[openings.Balance(w.mara, 500)], day=TODAY, client_id="opened", **_today(w)
    )


def overpaid(w: World) -> None:
    """Give Mara a credit."""
    payments.take_payment(
        person=w.mara, method="cash", amount=900, day=TODAY, client_id="too much", **_today(w)
    )


def last_year(w: World) -> None:
    """Take a payment of Mara's in a year that is over."""
    w.paid = payments.take_payment(
        person=w.mara,
        method="cash",
        amount=500,
        day=TODAY.replace(year=LAST_YEAR, month=12),
        client_id="last year",
        **_today(w),
    ).transaction


@after(last_year)
def looked_through(w: World) -> None:
    """Draw a sample, mark it, and note one finding, as the auditor."""
    who = {"by": w.persons["auditor"].user, "today": TODAY, "now": NOW}
    year = LAST_YEAR
    auditing.draw_sample(year=year, seed="421", size=1, client_id="s", **who)
    auditing.mark_booking(booking=w.paid, mark="fine", remark="", client_id="m", **who)
    w.finding = auditing.add_finding(year=year, text="Zettelwirtschaft", client_id="f", **who)


@after(last_year)
def questioned(w: World) -> None:
    """Ask about a booking, as the auditor."""
    auditing.mark_booking(
        booking=w.paid,
        mark="question",
        remark="Wovon?",
        client_id="q",
        by=w.persons["auditor"].user,
        today=TODAY,
        now=NOW,
    )


@after(looked_through)
def drafted(w: World) -> None:
    yearend.draft_year(year=LAST_YEAR, **_today(w))


@after(drafted)
def board_confirmed(w: World) -> None:
    yearend.confirm_year(year=LAST_YEAR, by=w.persons["chair"].user, now=NOW)


@after(board_confirmed)
def audited(w: World) -> None:
    paula = w.persons["auditor"].user
    yearend.sign_year(year=LAST_YEAR, recommends=True, remark="", by=paula, today=TODAY, now=NOW)


def ready(w: World) -> list[int]:
    """Return the proposals that can be confirmed as they are."""
    return [claim.pk for claim in Claim.objects.filter(event=w.event) if claim.is_ready]


def registering(w: World) -> None:
    """Make a public tournament open to all, with a guest whom the desk accepted and a namesake."""
    w.cup = builders.tournament()
    w.nora, w.namesake = (
        services.register(
            event=w.cup, client_id=name, name=name, is_adult=True, person=None, now=NOW
        )
        for name in ("Nora", "Mara")
    )
    identities.accept_everybody(event=w.cup, now=NOW)
    w.nora.refresh_from_db()


@after(registering)
def inside(w: World) -> None:
    evenings.set_public(event=w.cup, is_public=False)


def drawn(w: World) -> None:
    """Draw a public tournament whose first block sits at its table; the second is proposed."""
    w.cup = builders.tournament(fee_cents=0, pot_cents=0)
    guests = day.people(w.cup, "Nora", "Kuno", "Edda", "Veit")
    w.nora = guests[0].registration
    day.draw(w.cup, 1)
    drawing.propose_draw(
        block=day.block_of(w.cup, 2), seen=day.seen(w.cup), seed="geheim", by=None, now=NOW
    )


@after(drawn)
def drawn_inside(w: World) -> None:
    evenings.set_public(event=w.cup, is_public=False)


@after(registering)
def checked_in(w: World) -> None:
    checking_in.check_in(participation=w.nora.participation, by=None, now=NOW)


def founded(w: World) -> None:
    """Found a small cup: four people, one block, nothing drawn; one prize."""
    w.cup = builders.tournament(template="steele", fee_cents=0, pot_cents=0)
    block = replace(formats.load("steele").block(1), name="Finale", minutes=30)
    setting_up.set_chain(event=w.cup, seen=day.seen(w.cup), blocks=[block], team=None)
    w.players = day.people(w.cup, "Nora", "Kuno", "Edda", "Veit")
    w.prize = setting_up.add_prize(event=w.cup, award="place", place=1, thing="Pokal")


@after(founded)
def format_drafted(w: World) -> None:
    """Draft a longer format for a small cup, and save a format for the club."""
    holds = draft_of(w.cup)
    changed = formats.another(holds.format, 1)
    planning.save_draft(event=w.cup, format=changed, seen=holds.stamp)
    planning.save_format(name="Vatertag", format=formats.load("werl"), by=None, now=NOW)
    w.saved = FormatTemplate.objects.get()


@after(founded)
def cup_called_off(w: World) -> None:
    dating.call_off(event=w.cup, reason="Kirmes", by=None, now=NOW)


@after(founded)
def cup_running(w: World) -> None:
    day.draw(w.cup, 1)


@after(founded)
def cup_proposed(w: World) -> None:
    drawing.propose_draw(
        block=day.block_of(w.cup, 1), seen=day.seen(w.cup), seed="geheim", by=None, now=NOW
    )


@after(cup_running)
def cup_played(w: World) -> None:
    """Enter one game, so that the card can be handed in."""
    table = day.tables(w.cup, 1)[0].table
    names = day.circle(table)
    day.game(table, 1, names[0], names[1], names[0])


@after(founded)
def with_a_program(w: World) -> None:
    w.program, _secret = programs.make_token(
        event=w.cup, name="Tafel", client_id="hall", by=w.persons["director"].user, now=NOW
    )


@after(cup_running)
def card_photographed(w: World) -> None:
    w.photo = card_photos.add_photo(
        table=_cup_table(w), content=picture(), client_id="f", by=None, now=NOW
    )


@after(cup_played)
def cup_handed_in(w: World) -> None:
    rounds.hand_in_card(table=_cup_table(w), now=NOW)


@after(cup_running)
def cup_tied(w: World) -> None:
    """Give the card up: no player has a point, and all four are first."""
    crediting.give_up_card(
        table=_cup_table(w), reason="fort", seen=day.seen(w.cup), by=None, now=NOW
    )
    rounds.lock_block(block=day.block_of(w.cup, 1), seen=day.seen(w.cup), now=NOW)


@after(cup_tied)
def cup_decided(w: World) -> None:
    w.decision = ties.enter_playoff(
        block=day.block_of(w.cup, 1),
        order=[player.pk for player in w.players],
        client_id="stechen",
        seen=day.seen(w.cup),
        by=None,
        now=NOW,
    )


@after(cup_decided)
def cup_ranked(w: World) -> None:
    rounds.release_ranking(block=day.block_of(w.cup, 1), seen=day.seen(w.cup), now=NOW)


@after(cup_ranked)
def cup_over(w: World) -> None:
    day.finish(w.cup)


@after(founded)
def cup_left(w: World) -> None:
    leaving.go_home(participation=w.players[0], seen=day.seen(w.cup))


def _cup_table(w: World) -> Table:
    """Return the cup's table; before a draw it has none."""
    return Table.objects.filter(block__event=w.cup).first() or Table(pk=0)


def _proposal(w: World) -> int:
    return Draw.objects.get(block__event=w.cup, released_at=None).pk


def _on_paper(w: World) -> str:
    """Return all players at one table, in the order of their numbers."""
    return f"1: {' '.join(str(player.start_number) for player in w.players)}"


def _two(w: World) -> dict[str, Any]:
    participation, other = Participation.objects.filter(event=w.cup)[:2]
    return {"first": participation.pk, "second": other.pk, "when": "start"}


def _decides(w: World, *args: Any, **data: Any) -> Ask:
    """Send a form of the direction, on the page as it is now."""
    return Ask([w.cup.pk, *args], {"seen": day.seen(w.cup), **data})


def _builds(w: World, *args: Any, **data: Any) -> Ask:
    """Send a form of the format editor, on the page as it is now."""
    event = Event.objects.select_related("tournament").get(pk=w.cup.pk)
    ask = _decides(w, *args, **data)
    return replace(ask, data={**(ask.data or {}), "stamp": draft_of(event).stamp})


def _round_form(w: World) -> dict[str, str]:
    """Return the first round of the cup with another name."""
    event = Event.objects.select_related("tournament").get(pk=w.cup.pk)
    form = BlockForm(format=draft_of(event).format, number=1)
    values = {name: form[name].value() for name in form.fields}
    sent = {name: str(value) for name, value in values.items() if value not in (None, False)}
    return {**sent, "name": "Durchgang"}


# The public pages of a tournament, and the questions about one that is not public.
CUP_PAGES = {
    "league:tournament",
    "league:my_table",
    "league:tournament_table",
    "league:embedded_table",
    "league:tournament_teams",
    "league:tournament_player",
    "league:tournament_draw",
    "league:tournament_calendar",
}
INSIDE = ("of the club alone", "by a registration")

BEFORE: dict[str, tuple[Step, ...]] = {
    " ".join(row.split()): steps
    for rows, steps in {
        """
        league:team_league GET, league:team_league GET where it is public, league:league_team,
        league:change_squad, league:withdraw_team, league:line_up_home, league:line_up_away,
        league:direct_match
        """: (fixtures_made,),
        "league:team_league POST, league:fixtures, league:remove_team": (team_league,),
        "league:match, league:sign_match": (all_sets_played,),
        "league:substitute, league:match_table, league:match_fine, league:match_sheet": (lined_up,),
        """
        league:assembly, league:assembly_motion, league:change_assembly, league:assembly_agenda,
        league:invite_assembly
        """: (meeting_called,),
        """
        league:assembly_evening, league:assembly_attendance, league:assembly_item,
        league:accept_election
        """: (meeting_opened,),
        """
        league:assembly_minutes GET, league:assembly_minutes POST, league:assembly_minutes_pdf
        """: (meeting_closed,),
        "league:assembly_minutes GET of what is released": (minutes_released,),
        """
        league:person GET of a tournament's guest, person_figures GET of a tournament's guest,
        person_games GET of a tournament's guest, league:register GET, league:register POST,
        league:confirm_registration, league:push_device, league:registration, league:own_request,
        league:decide_registration,
        league:registrations, league:at_desk POST, league:at_desk POST about a name,
        league:add_several, league:desk_team
        """: (registering,),
        """
        games:api_events POST, games:api_events POST of an infraction,
        games:api_events POST of a ruling, games:api_events POST of a public evening,
        games:api_preview, games:api_retract POST, games:api_abandon, games:api_game,
        games:api_actions, games:api_take, games:api_entries, games:api_log, games:game,
        games:turns, games:api_turns, games:running
        """: (running,),
        "games:api_round, games:api_round_preview": (settled,),
        "games:api_retract POST of a ruling": (ruled,),
        "games:api_finish": (over,),
        "games:api_reopen POST": (finished,),
        "games:api_reopen POST of a confirmed result": (finished_and_confirmed,),
        """
        games:card POST of a confirmed result, games:new_card POST of a confirmed result
        """: (confirmed,),
        "games:score_card GET, games:score_card POST, games:decide": (at_a_tournament,),
        "games:score_card POST in a locked block, games:card POST in a locked block": (locked,),
        "games:api_events POST in a locked block": (running, locked),
        "games:versions": (running, put_aside),
        "league:register GET of the club alone, league:register POST of the club alone": (inside,),
        "league:at_desk POST to undo": (checked_in,),
        "league:direction, league:direct_table, league:table_card POST": (cup_played,),
        """
        league:papers, league:find_card, games:api_whole_card, league:emergency_folder,
        league:add_card_photo, league:give_up_card, league:credit, league:block_step,
        league:change_draw, league:swap, league:change_places, league:draw_version
        """: (cup_running,),
        "league:table_card POST back": (cup_handed_in,),
        """
        league:tournament_programs, league:api_directed_registrations,
        league:api_directed_registration, league:api_directed_step, league:draw_by_hand,
        league:gone POST, league:propose_draw, league:tournament_settings,
        league:describe_tournament, league:tournament_when, league:call_off POST,
        league:publish_tournament, league:fit_format, league:add_prize, league:remove_prize
        """: (founded,),
        "league:revoke_program": (with_a_program,),
        "league:card_photo, league:remove_card_photo": (card_photographed,),
        "league:direct_people, league:gone POST back": (cup_left,),
        "league:closing, league:finish_tournament": (cup_ranked,),
        "league:reopen_tournament": (cup_over,),
        "league:direct_block, league:release_draw, league:discard_draw": (cup_proposed,),
        "league:decide_tie": (cup_tied,),
        "league:withdraw_tie": (cup_decided,),
        "league:call_off POST back": (cup_called_off,),
        "league:remove_tournament": (cup_called_off,),
        """
        league:format_editor, league:format_block, league:format_step, league:format_whole,
        league:take_format_over, league:discard_format, league:format_templates,
        league:save_format, league:remove_format, league:format_file, league:read_format
        """: (format_drafted,),
        "league:table_cards POST": (third_table,),
        """
        league:details POST to another day, league:cancel POST, league:feed GET,
        league:feed GET of a forged link
        """: (coming,),
        "league:late": (came_late,),
        "league:cancel POST back": (called_off,),
        "league:feed GET of a revoked link": (revoked,),
        "games:wall_by_link GET, games:wall_link_picture GET": (on_the_wall,),
        """
        games:wall_by_link GET of a revoked link, games:wall_link_picture GET of a revoked link
        """: (off_the_wall,),
        "league:api_call DELETE, league:answer": (called,),
        "league:season_reopen": (closed,),
        "league:rule": (disputed,),
        """
        finance:journal_year, finance:figures_of, finance:receipts_of, finance:propose_again,
        finance:give_round, finance:waive_claim, finance:rounds, finance:give_at,
        finance:move_round, finance:note_drink, finance:turn_into_euros, finance:take,
        finance:storno, close_give, close_pay, close_pay_all, finance:take_over
        """: (booked,),
        "finance:overdue POST": (overdue,),
        "finance:pay_later": (overdue,),
        "finance:reminded, finance:reminder_letters, finance:to_pay GET": (reminded,),
        "finance:end_agreement": (welcomed,),
        "finance:end_rate, finance:run_dues": (cost_dues,),
        "finance:move_fund": (own_kind, paid_in),
        "finance:pay_share": (paid_in, shared_fund),
        "finance:change_kind": (own_kind,),
        "finance:end_reduction": (less_dues,),
        "finance:object": (everybody_owes,),
        "finance:objection": (objected,),
        "finance:take_back": (booked, given_in_part),
        "finance:tournament, finance:take_entry, finance:enter_paid": (at_the_door,),
        "finance:pay_prize": (paid_in,),
        "finance:pay_out_credit": (overpaid,),
        "finance:take_back_openings": (owing_before,),
        """
        finance:years, finance:year_file, finance:draft_year, finance:audit_bookings,
        finance:draw_sample, finance:add_finding, finance:audit_booking POST
        """: (last_year,),
        "finance:year, finance:confirm_year, finance:give_year_back": (drafted,),
        """
        finance:year_report, finance:audit, finance:settle_finding, finance:audit_booking GET
        """: (looked_through,),
        "finance:sign_year": (board_confirmed,),
        "finance:discharge_board": (audited,),
        "finance:answer_question": (questioned,),
        """
        reports, report_mails, report, report_again, report_file, no_report_mails GET,
        no_report_mails POST
        """: (reported,),
        "league:letters_file": (lettered,),
        "close_evening, cosign_evening": (signed_by_one,),
        "close_paper": (signed_by_two,),
        "close_average, close_excuse": (one_absent,),
        "close_no_shows": (one_no_show,),
        "close_charge_after_all": (one_excused,),
        "close_sign": (counted,),
        """
        finance:import_bank, finance:bank_imports, finance:bank_import, finance:set_rule,
        finance:debits, finance:end_mandate, finance:collect, finance:debit_run,
        finance:debit_file, finance:withdraw_debits, finance:book_debits, finance:transfers,
        finance:order_transfers, finance:transfer_run, finance:transfer_file,
        finance:withdraw_transfers, finance:end_rule, finance:bank_columns, finance:book_sure,
        finance:book_likely, finance:undo_import, finance:bank_line, finance:book_line,
        finance:book_elsewhere, finance:transfer_line, finance:ignore_line, finance:take_up_line,
        finance:confirm_notice, finance:refuse_notice, finance:slip,
        finance:withdraw_notice POST of another
        """: (on_the_account,),
        "finance:book_transfers, finance:refund_line": (overpaid, on_the_account),
        "finance:tie_line": (paid_by_hand,),
        "finance:give_back_line": (line_booked,),
        "finance:pass_fee_on": (fee_taken,),
        "finance:withdraw_notice POST of oneself": (everybody_announced,),
        "league:approval, league:decide_approval": (appointed_himself,),
        "league:revoke_token": (everybody_has_a_token,),
        """
        finance:booking, finance:attach_voucher, finance:voucher, finance:voucher_file,
        finance:voucher_picture
        """: (vouched,),
    }.items()
    for row in rows.split(",")
}


def preparation(key: str) -> tuple[Step, ...]:
    """Return the steps before a row can be asked, in order; rows of the same share them."""
    row, steps = SHOWN_IN_API.get(key, key), []
    if key.split(" ")[0] in CUP_PAGES:
        steps.append(drawn_inside if key.endswith(INSIDE) else drawn)
    steps += BEFORE.get(row) or BEFORE.get(row.split(" ")[0], ())
    if row.endswith("where it is public"):
        steps.append(opened)
    if key.endswith("of a public evening"):
        steps.append(public)
    return tuple(steps)


def steps_of(key: str) -> tuple[Step, ...]:
    """Return the same, one by one: rows that begin alike have the same steps in common."""
    return tuple(step for each in preparation(key) for step in STEPS.get(each, (each,)))


# --- the requests ---------------------------------------------------------------------------
def _one_at_each(team: LeagueTeam) -> dict[str, Any]:
    """Return the first four of a squad, one at each table."""
    squad = team.squad.order_by("pk").values_list("person", flat=True)[:4]
    return {f"t{table}_0": person for table, person in enumerate(squad, start=1)}


def _meeting() -> dict[str, Any]:
    day = TODAY + 20 * DAY
    return {
        "client_id": "new",
        "title": "Sondersitzung",
        "day": day.isoformat(),
        "start_time": "19:30",
        "place": "Zum Anker",
    }


def _signature(w: World, side: str = "home") -> dict[str, Any]:
    return {"side": side, "digest": standings_of([w.match])[w.match.pk].digest}


def _card(w: World, **more: Any) -> dict[str, Any]:
    first, second, _third = (str(seat.pk) for seat in _seats(w))
    return {
        "client_id": "tap",
        "number": 2,
        "ending": "normal",
        "lost_first": first,
        "lost_second": second,
        "lost_game": second,
        **more,
    }


def _pair(w: World) -> dict[str, str]:
    first, other = w.cup.participations.order_by("pk").values_list("pk", flat=True)[:2]
    return {"player": str(first), "other": str(other)}


def _correction(w: World) -> dict[str, Any]:
    """Return the card of game 1 once more, with another loser."""
    return _card(w, number=1, seen=1, reason="verwechselt")


def _another_loser(w: World) -> dict[str, Any]:
    return {"loser": str(_seats(w)[0].pk), "penalty": 3, "best": None}


def _mark(**more: Any) -> dict[str, Any]:
    return {"seen": seen(), "id": "mark", **more}


def _events(event: dict[str, Any]) -> Ask:
    return sends(seen=seen(), events=[{"id": "e", **event}])


def _log(w: World, *more: dict[str, Any]) -> dict[str, Any]:
    players = [str(seat.pk) for seat in _seats(w)]
    header = {"format": 1, "rulebook": "rsc2003", "players": players, "starter": players[0]}
    return {"id": str(GAME), "header": header, "events": [throw(w), *more]}


def _scanned(w: World) -> dict[str, Any]:
    first, second, _third = (str(seat.pk) for seat in _seats(w))
    figures = ("exit_first", "exit_second", "schock_aus", "jule", "deckel_taken", "deckel_given")
    lost = {"lost_first": (first,), "lost_second": (second,), "lost_game": (second,)}
    return {
        "id": str(GAME),
        "number": 2,
        "rulebook": "rsc2003",
        "ended_by": "final",
        "depth": "rounds",
        "seats": {
            str(seat.pk): {
                **{part: str(seat.pk) in losers for part, losers in lost.items()},
                **dict.fromkeys(figures),
                "throw_points": None,
            }
            for seat in _seats(w)
        },
    }


def _start(w: World) -> dict[str, Any]:
    seats = [seat.pk for seat in _seats(w)]
    return {"id": str(GAME), "seats": seats, "starter": seats[0]}


def _ask_for_a_code(w: World, actor: str) -> Callable[[Client], None]:
    def before(client: Client) -> None:
        email = _self(w, actor).user.email if actor != "inactive" else w.hilde.user.email
        client.post(reverse("account_request_login_code"), {"email": email})

    return before


def _over(token: str, **data: str) -> Ask:
    return Ask([token], data or None, leaves="league_linkuse")


class TypedFromMail:
    """The code of the last mail, written into the form."""

    def __str__(self) -> str:
        deliver(timezone.now)
        if not mail.outbox:
            return "none"  # a user who is logged in already is asked for none
        match = re.search(r"^\s*([A-Z0-9-]{6,9})\s*$", str(mail.outbox[-1].body), re.MULTILINE)
        return match[1] if match else ""


def _missing(w: World) -> int:
    """Return a line on the evening's list of a person who is absent."""
    return Participation.objects.get(event=w.event, person=w.persons["auditor"]).pk


def _calendar(w: World) -> str:
    """Return the secret of Mara's calendar, if she has one."""
    link = CalendarLink.objects.filter(person=w.mara).first()
    return tokens.sign_calendar(link.pk if link else 0)


def _decided() -> dict[str, str]:
    return {"decided_on": TODAY.isoformat(), "start": TODAY.isoformat()}


def _by_hand(**more: str) -> dict[str, Any]:
    fields = {"client_id": "hand", "amount": "12,50", "day": TODAY.isoformat(), "text": "Blumen"}
    return fields | more


def _form(w: World) -> Ask:
    """Send the form of a new person; a login is named by itself."""
    sent = {"client_id": "tap", "name": "Enzo Neu", "shown": "short", "is_adult": "on"}
    return Ask([w.cup.pk], sent)


def _own_page(w: World, **data: str) -> Ask:
    return Ask([tokens.sign_registration(w.nora.pk)], data or None)


def _passkey(w: World, actor: str) -> int:
    """Make a passkey of the actor, or Mara's."""
    email = "niemand@club.invalid" if actor == "unknown" else ""
    user = User.objects.get(email=email) if email else w.persons.get(actor, w.mara).user
    return Authenticator.objects.create(user=user, type="webauthn", data={"name": "Telefon"}).pk


def _mail() -> Mail:
    letter = EmailMessage("Betreff", "Text", to=["wer@club.invalid"])
    return outbox.put(kind=Mail.Kind.NOTICE, letter=letter, now=timezone.now())


def _letters(w: World, actor: str) -> dict[str, Any]:
    """Return the letters that an office may tick, of two kinds."""
    kind = Letter.Kind.MONEY if actor == "treasurer" else Letter.Kind.PEOPLE
    letter = delivery.write_letter(
        person=w.mara, kind=kind, about=f"test:{actor}", subject="Brief", body="Hallo", now=NOW
    )
    return {"client_id": "rights", "letters": [letter.pk]}


def _read_out(w: World) -> str:
    asked = invitations.invite(person=w.alone, by=None, now=timezone.now())
    return tokens.invitation_code(asked.pk)


def _login_link(w: World) -> str:
    w.hilde.user.refresh_from_db()
    return tokens.sign_login(w.hilde.user.pk, w.hilde.user.last_login)


def _invited(w: World, *, withdrawn: bool = False, **data: str) -> Ask:
    """Open the link of a person without a login; `withdrawn` by the next one."""
    asked = invitations.invite(person=w.alone, by=None, now=timezone.now())
    if withdrawn:
        invitations.invite(person=w.alone, by=None, now=timezone.now())
    return Ask([tokens.sign_invitation(asked.pk)], data or None)


ASK: dict[str, Ask | Callable[..., Ask]] = {
    "found POST": Ask(data={"name": "Neu", "email": "neu@club.invalid"}, writes=False),
    "finance:shared_receipt POST": lambda w: Ask(
        data={"file": SimpleUploadedFile("bon.pdf", b"%PDF-1.4 Bon %%EOF")},
        before=from_the_phone,
        writes=False,
    ),
    "theme POST": Ask(data={"theme": "dark"}, writes=False),
    "set_language POST": Ask(data={"language": "en"}, writes=None),
    # A user who is logged in already gets no code, so it writes nothing.
    "account_login POST": lambda w, a: Ask(data={"email": _self(w, a).user.email}, writes=None),
    "account_request_login_code POST": lambda w, a: Ask(
        data={"email": _self(w, a).user.email}, writes=None
    ),
    "account_confirm_login_code GET": lambda w, a: Ask(before=_ask_for_a_code(w, a)),
    "account_confirm_login_code POST": lambda w, a: Ask(
        data={"code": TypedFromMail()}, before=_ask_for_a_code(w, a), writes=None
    ),
    "account_logout POST": Ask(data={}, writes=False),
    "api_nothing DELETE": Ask(data={}),
    "demo_login POST": lambda w: sends(user=w.hilde.user.pk),
    "demo_login POST in the demo": lambda w: Ask(
        data={"user": w.hilde.user.pk}, demo=True, writes=None
    ),
    # Evenings
    "league:new_evening POST": sends(
        name="Neu", business_date=(TODAY + DAY).isoformat(), venue="pub"
    ),
    "league:series POST": sends(
        name="Reihe",
        first=(TODAY + DAY).isoformat(),
        last=(TODAY + 8 * DAY).isoformat(),
        weeks=1,
        venue="pub",
        day=[(TODAY + DAY).isoformat(), (TODAY + 8 * DAY).isoformat()],
    ),
    "league:details POST": sends(start_time="20:00"),
    "league:details POST to another day": lambda w: Ask(
        [w.coming.pk], {"day": (TODAY + 8 * DAY).isoformat()}
    ),
    "league:publish POST": sends(public="1"),
    "league:cancel POST": sends(reason="Kirmes"),
    "league:cancel POST back": sends(back="1"),
    "league:crown POST": sends(person=""),
    "league:in_time POST": sends(in_time="0"),
    "league:reply POST": sends(answer="yes"),
    "league:reply_for POST": sends(answer="no"),
    "league:read_tokens POST": sends(client_id="new", name="Tafel"),
    "league:own_address POST": sends(email="neu@club.invalid"),
    "league:own_address POST with the code": _new_address,
    "my_mails POST": sends(evenings="daily", tournaments="daily", reports="at_once"),
    "league:remove_push_device POST": lambda w, a: Ask([_own_device(w, a).pk], {}),
    "league:letters POST": lambda w, a: sends(**_letters(w, a)),
    "league:decide_mail POST": sends(stop="1"),
    "league:devices POST": Ask(data={"others": "1"}, writes=None),
    "passkeys POST": Ask(data={"credential": "{}"}, writes=False),
    "remove_passkey POST of oneself": lambda w, a: Ask([_passkey(w, a)], {}),
    "remove_passkey POST of another": lambda w: Ask([_passkey(w, "")], {}),
    "passkey_login POST": Ask(data={"credential": "{}"}, writes=False),
    "league:prove POST": Ask(data={}, writes=False),
    "league:read_out POST": lambda w: Ask(data={"code": _read_out(w)}, writes=False),
    "league:login_link POST": sends(come="1"),
    "league:decide_approval POST": sends(answer="confirm"),
    "league:decide_approval POST to refuse": sends(answer="refuse"),
    "league:decide_approval POST to withdraw": sends(answer="withdraw"),
    "league:revoke_token POST of oneself": lambda w, a: Ask(
        [w.own_tokens.get(a, w.own_tokens[""]).pk], {}
    ),
    "league:revoke_token POST of another": lambda w: Ask([w.own_tokens[""].pk], {}),
    "league:calendar POST": sends(renew="1"),
    "league:event_wall POST": sends(renew="1"),
    "league:club_wall POST": sends(renew="1"),
    "league:ceremony POST": sends(hides="1"),
    "league:feed GET of a forged link": lambda w: Ask([tokens.sign_reminder(w.mara.pk)]),
    "league:invitation GET": lambda w: _invited(w),
    "league:invitation POST": lambda w: _invited(w, email="neu@club.invalid"),
    "league:invitation GET of a withdrawn one": lambda w: _invited(w, withdrawn=True),
    "league:invitation POST of a withdrawn one": lambda w: _invited(
        w, withdrawn=True, email="neu@club.invalid"
    ),
    "league:invitation GET of a forged link": Ask(["1:gefälscht"]),
    "league:no_reminders POST of a forged link": lambda w: Ask(
        [tokens.sign_calendar(w.mara.pk)], {}
    ),
    "league:add_guest POST": sends(name="Gast von nebenan"),
    "league:attendance POST": sends(attendance="late"),
    "league:attendance_list POST": lambda w: sends(participation=w.waiting.pk, attendance="late"),
    "league:late POST": sends(minutes="20"),
    "league:seat POST": lambda w: sends(participation=w.waiting.pk),
    "league:change_seat POST": sends(up="1"),
    "games:rules POST": sends(venue="pub"),
    "games:breaches POST": lambda w: sends(
        client_id="b", person=_missing(w), code="no_show", count=1, note=""
    ),
    # Tournaments
    "league:my_table GET by a registration": lambda w: Ask(
        query={"registration": tokens.sign_registration(w.nora.pk)}
    ),
    "league:push_device POST": lambda w: Ask(
        data={"registration": tokens.sign_registration(w.nora.pk)}, writes=False
    ),
    "league:renew_push POST": Ask(
        data={"endpoint": "https://updates.push.services.mozilla.com/wpush/v2/new"}, writes=False
    ),
    "league:tournament_draw GET of what is proposed": lambda w: Ask([w.cup.pk, 2]),
    "league:api_draw_why GET of what is proposed": lambda w: Ask(
        [w.cup.pk, 2, w.nora.participation_id]
    ),
    # The direction of a tournament
    "league:new_tournament POST": sends(
        name="Neuer Cup", business_date=(TODAY + DAY).isoformat(), venue="pub", template="werl"
    ),
    "league:table_card POST": sends(do="in"),
    "league:papers GET": lambda w: Ask([w.cup.pk, "sitzplan"], query={"block": "1"}),
    "league:papers POST": lambda w: Ask([w.cup.pk, "tischkarten"], query={"block": "1"}),
    "league:table_card POST back": sends(do="back"),
    "league:tournament_programs POST": sends(name="Tafel", client_id="hall"),
    "league:api_directed_registrations POST": sends(id="guest", name="Neu Dazu"),
    "league:api_directed_registration POST": sends(id="out", do="undo"),
    "league:api_directed_step POST": lambda w: sends(id="draw", do="draw", seen=day.seen(w.cup)),
    "games:api_whole_card PUT": sends(id="card", games={"1": "4321/1234/1"}),
    "league:find_card GET": Ask(query={"card": "1-1"}),
    "league:draw_by_hand POST": lambda w: _decides(w, 1, seating=_on_paper(w)),
    "league:add_card_photo POST": lambda w: sends(
        client_id="f", photo=SimpleUploadedFile("karte.png", picture())
    ),
    "league:give_up_card POST": lambda w: _decides(w, _cup_table(w).pk, reason="fort"),
    "league:credit POST": lambda w: _decides(
        w, 1, w.players[0].pk, kind="nothing", reason="kam später"
    ),
    "league:gone POST": lambda w: _decides(w, person=w.players[0].pk),
    "league:gone POST back": lambda w: _decides(w, person=w.players[0].pk, do="back"),
    "league:finish_tournament POST": lambda w: _decides(w),
    "league:reopen_tournament POST": lambda w: _decides(w),
    "league:api_directed_why GET": lambda w: Ask(query=_pair(w)),
    "league:block_step POST": lambda w: _decides(w, 1, step="sharp"),
    "league:propose_draw POST": lambda w: _decides(w, 1),
    "league:release_draw POST": lambda w: _decides(w, 1, draw=_proposal(w)),
    "league:discard_draw POST": lambda w: _decides(w, 1, draw=_proposal(w)),
    "league:change_draw POST": lambda w: _decides(w, 1, change="leave", person=w.players[0].pk),
    "league:swap GET": lambda w: Ask(query=_two(w)),
    "league:change_places POST": lambda w: _decides(w, 1, client_id="tausch", **_two(w)),
    "league:decide_tie POST": lambda w: _decides(
        w, 1, do="lot", person=[player.pk for player in w.players]
    ),
    "league:withdraw_tie POST": lambda w: _decides(w, 1, decision=w.decision.pk),
    "league:describe_tournament POST": lambda w: _decides(w, words="Parken im Hof"),
    "league:tournament_when POST": lambda w: _decides(
        w, name=w.cup.name, business_date=str(w.cup.business_date), place="Zum Anker"
    ),
    "league:call_off POST": sends(reason="Kirmes"),
    "league:call_off POST back": sends(back="1"),
    "league:publish_tournament POST": sends(public="0"),
    "league:fit_format POST": lambda w: _decides(w),
    "league:format_block POST": lambda w: _builds(w, 1, **_round_form(w)),
    "league:format_step POST": lambda w: _builds(w, 1, do="another"),
    "league:format_whole POST": lambda w: _builds(w, has_teams="on", by="points"),
    "league:take_format_over POST": lambda w: _builds(w),
    "league:format_templates POST": lambda w: _builds(w, choice="werl"),
    "league:save_format POST": sends(name="Kirmesturnier"),
    "league:remove_format POST": lambda w: sends(saved=w.saved.pk),
    "league:read_format POST": lambda w: _builds(
        w, file=SimpleUploadedFile("ablauf.toml", formats.written(formats.load("werl")).encode())
    ),
    "league:add_prize POST": lambda w: _decides(w, award="last", thing="Rote Laterne"),
    # At the door of a tournament
    "league:register POST": lambda w: _form(w),
    "league:decide_registration POST": sends(accept="1"),
    "league:registration GET": lambda w: _own_page(w),
    "league:registration POST": lambda w: _own_page(w, shown="number"),
    "league:registration POST to cancel": lambda w: _own_page(w, cancel="1"),
    "league:registration GET of a forged address": lambda w: Ask([tokens.sign_calendar(w.nora.pk)]),
    "league:registration POST of a forged address": lambda w: Ask(
        [tokens.sign_calendar(w.nora.pk)], {"cancel": "1"}
    ),
    "league:registrations POST": sends(client_id="desk", name="Enzo Neu", shown="short"),
    "league:add_several POST": sends(client_id="several", text="Enzo Neu"),
    "league:at_desk POST": sends(check_in="1"),
    "league:at_desk POST to undo": sends(undo="1"),
    "league:at_desk POST about a name": lambda w: Ask([w.namesake.pk], {"same": "1"}),
    "league:desk_team POST": sends(name="Die Würfler"),
    # Leagues of teams
    "league:new_team_league POST": lambda w: sends(
        season=w.season.pk, name="Liga", withdrawal="strike"
    ),
    "league:team_league POST": sends(name="Neue", pub="Post"),
    "league:fixtures POST": sends(first_day=TODAY.isoformat(), weeks=1, make="1"),
    "league:league_team POST": sends(name="Neu Dabei"),
    "league:change_squad POST": lambda w: sends(captain=w.becher.squad.get(person=w.mara).pk),
    "league:withdraw_team POST": sends(reason="Zu wenige"),
    "league:line_up_home POST": lambda w: sends(**_one_at_each(w.becher)),
    "league:line_up_away POST": lambda w: sends(**_one_at_each(w.dreier)),
    "league:substitute POST": lambda w: sends(
        goes=w.mara.pk, comes=w.becher.squad.latest("pk").person_id, from_round=2
    ),
    "league:match_table POST": lambda w: sends(number=1, loser=w.match_table.seats.first().pk),
    "league:match_fine POST": lambda w: sends(
        client_id="tap", seat=w.match_table.seats.first().pk, title="Würfel am Boden", cents="0,20"
    ),
    "league:sign_match POST": lambda w, a: sends(
        **_signature(w, "away" if a == "guest_tonight" else "home")
    ),
    "league:sign_match POST for paper": lambda w: sends(**_signature(w), paper="1"),
    "league:direct_match POST": sends(
        client_id="move", day=(TODAY + 3 * DAY).isoformat(), reason="Kirmes"
    ),
    "league:direct_match POST to give it away": sends(
        **{"award": "1", "award-winner": "home", "award-reason": "nicht da"}
    ),
    # Members' meetings
    "league:new_assembly POST": sends(**_meeting()),
    "league:assembly_rules POST": sends(notice_days=28),
    "league:assembly_motion POST": sends(client_id="motion", title="Neue Becher"),
    "league:change_assembly POST": sends(**_meeting()),
    "league:assembly_agenda POST": lambda w: sends(gone=w.discharge.pk),
    "league:invite_assembly POST": sends(client_id="letters"),
    "league:assembly_evening POST": sends(close="1"),
    "league:assembly_attendance POST": sends(here="0"),
    "league:assembly_item POST": sends(
        act="count", client_id="tap", seen=0, yes=2, no=0, abstained=0
    ),
    "league:accept_election POST": sends(answer="accepted", start=(TODAY + DAY).isoformat()),
    "league:accept_election POST of a no": sends(answer="declined"),
    "league:assembly_minutes POST": lambda w: sends(
        act="sign", seen=minutes_words.digest_of(minutes_words.content_of(w.assembly))
    ),
    # The club
    "change_club POST": sends("name", name="Die Becher"),
    "retention POST": sends(
        clause="§ 147 AO", book_years=11, voucher_years=8, backup_years=10, mail_days=30
    ),
    "erase_person POST": lambda w: sends(seen=preview(_passing(), TODAY).digest, meant="on"),
    "possible_mentions POST": lambda w: sends(mention=_possible().pk, outcome="other"),
    "merge_people POST": lambda w: sends(**_merge(w.mara)),
    "founding_step POST": Ask(
        [3], {"name-name": "Die Becher", "konto-holder": "", "konto-iban": ""}
    ),
    "games:tonight POST": lambda w: sends(
        **{
            "names": f"{w.mara.name}, Neuling",
            "rulebook": "rsc2003",
            "client_id": uuid4().hex,
            "who-0": w.mara.pk,
            "seat-0": "comes",
            "who-1": "guest",
        }
    ),
    "league:season_scoring POST": sends(min_games=3),
    "league:season_reopen POST": sends(reason="Einspruch"),
    "league:club_invitation POST": sends(renew="1"),
    "league:decide_request POST": sends(who="guest"),
    "league:join POST": lambda w: sends(**_newcomer()),
    "league:join GET of a revoked link": lambda w: Ask([_club_link(revoked=True)]),
    "league:join POST of a revoked link": lambda w: Ask([_club_link(revoked=True)], _newcomer()),
    "league:join GET of a forged link": Ask([tokens.sign_wall(1)]),
    "league:people_list POST": Ask(data={"text": "Neu Eins\nNeu Zwei"}, writes=False),
    "league:new_old_table POST": lambda w: sends(**_old(), take="1"),
    "league:link_old_table POST": lambda w: _link_to(_old_table(), w.mara.pk),
    "league:new_person POST": sends(name="Neu", email="", kind="active", start=TODAY.isoformat()),
    "league:membership_kinds POST": sends(name="Probe", counts_as="active"),
    "league:person_fields POST": lambda w: sends(
        **{rule.code: "members" for rule in details.field_rules()}
    ),
    "league:add_person_field POST": sends(name="Trikot", seen_by="board"),
    "league:leave_club POST": sends(last=TODAY.isoformat()),
    "league:correct_membership POST": lambda w: sends(
        kind="passive", start=w.mara.memberships.get().start.isoformat()
    ),
    "league:person_details POST of oneself": sends(phone="0651 123456"),
    "league:person_details POST of another": sends(phone="0651 99"),
    "league:postal_address POST": sends(**POSTAL),
    "league:seen_as POST": sends(seen_as="hidden"),
    "league:seen_as POST of one without a login": sends(seen_as="name"),
    "league:rename POST": sends("name", name="Mara Neu"),
    "league:membership POST": sends(kind="passive", day=TODAY.isoformat()),
    "league:appoint POST": sends(role="referee", start=TODAY.isoformat()),
    "league:give_login POST": sends("login", email="neu@club.invalid"),
    # Getting to a table
    "league:enter_table POST": sends(name="Irgendwer"),
    "league:api_table_token POST": lambda w: sends(link=w.token, name="Anzeige"),
    "league:enter_table GET of a revoked link": lambda w: _over(w.revoked_token),
    "league:enter_table POST of a revoked link": lambda w: _over(w.revoked_token, name="Ich"),
    "league:enter_table GET of a link that ended": lambda w: _over(w.ended_token),
    "league:enter_table POST of a link that ended": lambda w: _over(w.ended_token, name="Ich"),
    "league:enter_table GET of a forged link": lambda w: Ask([w.token[:-1] + "!"]),
    "league:phone POST": sends(name="Irgendwer"),
    "league:table_link POST": lambda w: sends(replaces=w.link.pk),
    "league:revoke_link POST": lambda w: sends(link=w.link.pk),
    "league:revoke_link POST of another table": lambda w: Ask([w.there.pk], {"link": w.link.pk}),
    # At a table
    "games:api_scanned POST": lambda w: sends(**_scanned(w)),
    "games:api_scanned_preview POST": lambda w: Ask(data=_scanned(w), writes=False),
    "games:new_card POST": lambda w: sends(**_card(w)),
    "games:card POST": lambda w: sends(**_correction(w)),
    "games:new_card POST of a confirmed result": lambda w: sends(**_correction(w)),
    "games:score_card POST": sends(client_id="sheet", seen_1=1, game_1="133", game_2="122"),
    "games:score_card POST in a locked block": sends(
        client_id="sheet", seen_1=1, game_1="122", reason="verwechselt"
    ),
    "games:decide POST": sends(client_id="d", seen=1, game="123", reason="Streit"),
    "games:api_events POST": lambda w: _events(stand(w)),
    "games:api_start POST": lambda w: sends(**_start(w)),
    "games:api_import POST": lambda w: sends(**_log(w)),
    "games:api_versions GET": Ask(query={"number": "1"}),
    "games:api_versions POST": lambda w: sends(**_log(w), game=str(GAME), number=1, base=0),
    "games:api_take POST": lambda w: sends(**_mark(id="taken"), base=0, events=[]),
    "games:api_import POST with a ruling": lambda w: sends(**_log(w, ruling(w))),
    "games:api_events POST of an infraction": lambda w: _events(
        {"type": "infraction", "player": str(_seats(w)[0].pk), "code": "early_lift"}
    ),
    "games:api_events POST of a ruling": lambda w: _events(ruling(w)),
    "games:api_preview POST": lambda w: Ask(
        data={"seen": seen(), "events": [stand(w)]}, writes=False
    ),
    "games:api_round POST": lambda w: sends(**_mark(outcome=_another_loser(w))),
    "games:api_round_preview POST": lambda w: Ask(
        data={"seen": seen(), "outcome": _another_loser(w)}, writes=False
    ),
    "games:api_retract POST": lambda w: sends(**_mark()),
    "games:api_abandon POST": lambda w: sends(**_mark(reason="Zu spät")),
    "games:api_finish POST": lambda w: sends(**_mark()),
    "games:api_reopen POST": lambda w: sends(**_mark(reason="Vertippt")),
    "games:api_reopen POST of a confirmed result": lambda w: sends(**_mark(reason="Falsch")),
    # The second pair of eyes
    "league:api_call POST": sends(id="c", note="Streit"),
    "league:api_objection POST": sends(id="o", text="Falsch"),
    "league:confirm_card POST": lambda w: sends(result=w.result.pk),
    "league:object POST": sends(client_id="o", text="Falsch"),
    "league:rule POST": sends(outcome="stands", ruling="Ja."),
    "league:call POST": sends(client_id="c", note="Streit"),
    # The till
    "finance:overdue POST": lambda w: sends(**_overdue(w)),
    "finance:reminder_steps POST": sends(
        **{
            "number": "1",
            "step1-title": "Mahnung",
            "step1-text": "Bitte zahl.",
            "step1-wait": "7",
            "step1-is_used": "on",
        }
    ),
    "finance:to_pay GET of a forged link": Ask(["1.forged"]),
    "finance:confirm_evening POST": lambda w: sends(claim=ready(w)),
    "finance:refuse_claim POST": sends("refuse", reason="Versehen"),
    "finance:give_round POST": sends(client_id="given"),
    "finance:waive_claim POST": sends("waive", reason="Geburtstag", client_id="waive"),
    "finance:give_at POST": lambda w: sends(client_id="given", claim=_claim(w, "dropped_dice").pk),
    "finance:move_round POST": lambda w: sends(
        "move", until=(timezone.localdate() + 7 * DAY).isoformat(), reason="Fährt heute"
    ),
    "finance:note_drink POST": sends(drink="Cola"),
    "finance:turn_into_euros POST": sends(
        "euros", client_id="euros", amount="5", reason="Zahlt lieber"
    ),
    "finance:decide_rounds POST": sends(absent="keep", start=TODAY.isoformat(), decided="Vorstand"),
    "finance:pay POST": sends(
        client_id="pay", seen=0, amount="5", method="cash", day=TODAY.isoformat()
    ),
    "finance:pay_out_credit POST": sends(
        "refund", client_id="back", amount="9", method="cash", day=TODAY.isoformat()
    ),
    "finance:open_person POST": lambda w: sends(
        "one", client_id="one", person=w.mara.pk, amount="9", what="debt", day=TODAY.isoformat()
    ),
    "finance:open_list POST": Ask(
        data={"client_id": "list", "text": "Mara; 5", "day": TODAY.isoformat()}, writes=False
    ),
    "finance:take_back_openings POST": sends(reason="Vertippt"),
    "finance:pay_later POST": sends("deferral", day_1="2040-01-01", amount_1="5", note="Raten"),
    "finance:charge_people POST": lambda w: sends(
        client_id="charge",
        people=[w.mara.pk],
        amount="5",
        how="each",
        note="Ausflug",
        code="outing",
        day=TODAY.isoformat(),
    ),
    "finance:take POST": lambda w: sends(client_id="t", cents=account_of(w.mara).cents),
    "finance:storno POST": sends(reason="Vertippt"),
    "ask_report POST": lambda w, a: sends(kind="season", subject=w.season.pk, client_id=f"by {a}"),
    "report_mails POST": sends(kind="season", wanted="1"),
    "no_report_mails POST of a forged link": lambda w: Ask([tokens.sign_reminder(w.mara.pk)], {}),
    "cosign_evening POST": lambda w: sends(seen=w.close.digest),
    "close_confirm POST": lambda w: sends(claim=ready(w)),
    "close_average POST": lambda w: sends(cents=average_of(w.event).cents),
    "close_excuse POST": lambda w: sends(
        "excuse", person=average_of(w.event).absent[0].pk, reason="Krank"
    ),
    "close_give POST": lambda w: sends(client_id="given", claim=_claim(w, "dropped_dice").pk),
    "close_pay POST": lambda w: sends(client_id="tap", cents=account_of(w.mara).cents),
    "close_pay_all POST": lambda w: sends(
        **{"client_id": "all", "paid": [w.mara.pk], f"cents-{w.mara.pk}": account_of(w.mara).cents}
    ),
    "close_pay_other POST": lambda w: sends(client_id="other", person=w.mara.pk, amount="5"),
    "close_count POST": sends(client_id="count", seen=0, eur_5="1", reason="Fund"),
    "finance:add_count POST": sends(client_id="count", seen=0, eur_5="1", reason="Fund"),
    "finance:settings POST": sends(board_reads=""),
    "finance:set_bank_account POST": sends(holder="Club", iban="DE02120300000000202051"),
    "finance:import_bank POST": lambda w: sends(
        file=SimpleUploadedFile("auszug.csv", _bank_file("Neues", "2,00"))
    ),
    "finance:set_rule POST": sends(words="REWE", account="drinks"),
    "finance:set_creditor POST": sends(typed="DE98ZZZ09999999999", notice_days="10"),
    "finance:add_mandate POST": lambda w: sends(
        person=w.mara.pk, iban="DE02200505501015871393", signed_on=TODAY.isoformat()
    ),
    "finance:collect POST": sends(client_id="debits", day=TODAY.isoformat()),
    "finance:order_transfers POST": lambda w: sends(
        **{
            "client_id": "transfers-2",
            "day": next_bank_day(TODAY).isoformat(),
            "bill-1-name": "Druckerei",
            "bill-1-iban": "DE02500105170137075030",
            "bill-1-amount": "12,50",
            "bill-1-text": "Rechnung 8",
        }
    ),
    "finance:bank_columns GET": lambda w, a: Ask(query={"file": _unknown_file(w, a)}),
    "finance:bank_columns POST": lambda w, a: sends(
        file=_unknown_file(w, a),
        **{f"column_{place}": role for place, role in enumerate(("booked", "text", "amount"))},
        amounts="in",
    ),
    "finance:book_sure POST": lambda w: sends(line=w.came.pk),
    "finance:book_likely POST": lambda w: sends(
        **{f"line-{w.came.pk}": "on", f"proposal-{w.came.pk}": f"{w.mara.pk}:5000"}
    ),
    "finance:book_line POST": lambda w: sends(client_id="line", person_1=w.mara.pk, amount_1="50"),
    "finance:book_elsewhere POST": sends(client_id="else", account="gifts", text="Spende"),
    "finance:transfer_line POST": sends("carried", client_id="carried", cash_day=TODAY.isoformat()),
    "finance:refund_line POST": lambda w: sends("refund", client_id="refund", person=w.mara.pk),
    "finance:tie_line POST": lambda w: sends(booking=w.by_hand.transaction_id),
    "finance:give_back_line POST": lambda w: sends(booking=w.bank_booking.pk),
    "finance:pass_fee_on POST": lambda w: sends(client_id="fee", person=w.mara.pk),
    "finance:ignore_line POST": sends(reason="Irrläufer"),
    "finance:refuse_notice POST": sends(reason="Kam nie an"),
    "finance:take_over POST": lambda w: sends(
        client_id="over", taker=w.hilde.pk, amount="1", reason="Wette", day=TODAY.isoformat()
    ),
    "finance:transfer POST": sends(client_id="sent", amount="5", day=TODAY.isoformat()),
    "finance:withdraw_notice POST of oneself": lambda w, a: Ask(
        [w.own_notices.get(a, w.own_notices[""]).pk], {}
    ),
    "finance:withdraw_notice POST of another": lambda w: Ask([w.notice.pk], {}),
    "finance:attach_voucher POST": sends(client_id="v", payee="Markthalle", why="Keiner da"),
    "finance:close_period POST": sends(through=(TODAY - 40 * DAY).isoformat()),
    "finance:expense POST": sends(
        **_by_hand(account="drinks", paid_from="bank", payee="Markthalle", why="Keiner da")
    ),
    "finance:income POST": sends(**_by_hand(account="gifts", paid_into="cash")),
    "finance:add_kind POST": sends(kind="income", name="Zuschüsse", sphere="1"),
    "finance:change_kind POST": sends(name="Musik", sphere="4"),
    "finance:add_money_account POST": sends(kind="till", name="Turnierkasse"),
    "finance:pay_share POST": lambda w: sends(seen=shares_of(w.mara, TODAY)[0].cents),
    "finance:add_fund POST": sends(name="Jubiläum"),
    "finance:move_fund POST": lambda w: sends(
        **_by_hand(fund=w.fund.code, way="in", amount="1,00")
    ),
    "finance:move POST": sends(**_by_hand(source="bank")),
    "finance:open_money POST": sends("bank", **_by_hand()),
    "finance:take_entry POST": sends(client_id="tap", cents="500"),
    "finance:enter_paid POST": sends(client_id="tap", cents="500"),
    "finance:pay_prize POST": lambda w: sends(
        client_id="won", person=w.mara.pk, amount="5", for_what="Sieg"
    ),
    "finance:new_tariff GET of a kind": Ask(query={"kind": "steps"}),
    "finance:new_tariff POST": Ask(
        data={"title": "Handy", "amount": "1", "ground": "Satzung", **_decided()},
        query={"kind": "fixed"},
    ),
    "finance:sign_year POST": sends("sign", recommends="yes"),
    "finance:discharge_board POST": sends(
        "vote", held_on=TODAY.isoformat(), votes_for="9", votes_against="0", abstained="1"
    ),
    "finance:give_year_back POST": sends("back", reason="Fehlt was"),
    "finance:draw_sample POST": sends(client_id="d", seed="421", size="1", method="plain"),
    "finance:add_finding POST": sends(client_id="n", text="Zettelwirtschaft"),
    "finance:settle_finding POST": sends(how="Ordner gekauft"),
    "finance:audit_booking POST": sends(client_id="b", mark="fine", remark=""),
    "finance:answer_question POST": sends(client_id="w", text="Vom Abend davor"),
    "finance:adopt POST": sends(ground="Satzung", **_decided()),
    "finance:deeds POST": lambda w: sends(
        client_id="deed",
        person=w.event.participations.get(person=w.mara).pk,
        tariff=w.price.pk,
        count="1",
    ),
    "finance:add_rate POST": sends(
        kind="active", amount="5", period="month", ground="Satzung", **_decided()
    ),
    "finance:reduce_dues POST": lambda w: sends(
        "reduction", person=w.mara.pk, percent="50", ground="Studium", start=TODAY.isoformat()
    ),
    "finance:run_dues POST": lambda w: sends(
        through=str(timezone.localdate()), seen=plan(timezone.localdate()).fingerprint
    ),
    "finance:agree POST": sends(span="tonight"),
    "finance:object GET": lambda w, a: Ask([_own_claim(w, a)]),
    "finance:object POST": lambda w, a: Ask([_own_claim(w, a)], {"text": "Das war der Wind"}),
    "finance:objection POST": sends(outcome="struck", ruling="Es zog wirklich"),
}

# The object of an address: the arguments of its path.
ABOUT: dict[str, Callable[[World], list[Any]]] = {
    route: about
    for routes, about in {
        """
        league:details league:publish league:crown league:reply league:event_wall league:ceremony
        league:add_guest league:add_table league:attendance_list league:all_here games:rules
        games:breaches league:table_cards finance:confirm_evening finance:rounds finance:give_at
        close_evening cosign_evening close_confirm close_no_shows close_average close_excuse
        close_give close_pay_all close_pay_other close_count close_sign finance:deeds
        league:evening league:evening_table games:running finance:evening
        """: lambda w: [w.event.pk],
        "league:cancel": lambda w: [w.coming.pk],
        """
        league:in_time league:api_confirm league:api_objection league:confirm league:object
        league:result league:api_result
        """: lambda w: [w.result.pk],
        "league:reply_for": lambda w: [_missing(w)],
        "league:letters_file": lambda w: ["printed"],
        "league:decide_mail": lambda w: [_mail().pk],
        "league:login_link": lambda w: [_login_link(w)],
        "league:approval league:decide_approval": lambda w: [w.approval.pk],
        "league:feed": lambda w: [_calendar(w)],
        "games:wall_by_link games:wall_link_picture": lambda w: [tokens.sign_wall(w.wall.pk)],
        "league:no_reminders": lambda w: [tokens.sign_reminder(w.mara.pk)],
        "league:attendance league:late": lambda w: [w.waiting.pk],
        """
        league:seat league:api_table_token league:phone league:table_link league:revoke_link
        games:api_scanned games:api_scanned_preview games:new_card games:score_card
        games:api_start games:api_import games:api_versions league:api_call league:confirm_card
        league:call games:play games:api_lobby
        """: lambda w: [w.here.pk],
        "league:change_seat": lambda w: [_seats(w)[1].pk],
        "games:withdraw finance:take_back_deed": lambda w: [w.fine.pk],
        """
        league:my_table league:push_device league:direction league:tournament_programs
        league:api_directed_registrations league:find_card league:emergency_folder
        league:direct_people league:closing league:tournament_settings league:call_off
        league:remove_tournament
        league:publish_tournament league:format_editor league:format_whole league:take_format_over
        league:discard_format league:format_templates league:save_format league:remove_format
        league:format_file league:register league:registrations league:add_several
        league:desk_team
        finance:tournament finance:pay_prize league:tournament league:tournament_table
        league:embedded_table
        league:tournament_teams league:tournament_calendar
        """: lambda w: [w.cup.pk],
        """
        league:direct_table league:table_card league:add_card_photo
        """: lambda w: [w.cup.pk, _cup_table(w).pk],
        "league:revoke_program": lambda w: [w.cup.pk, w.program.pk],
        "league:api_directed_registration": lambda w: [w.cup.pk, w.players[0].registration.pk],
        """
        league:api_directed_step league:direct_block league:api_directed_why league:swap
        league:format_block league:tournament_draw
        """: lambda w: [w.cup.pk, 1],
        "games:api_whole_card league:draw_version": lambda w: [w.cup.pk, 1, 1],
        "league:card_photo league:remove_card_photo": lambda w: [w.cup.pk, w.photo.pk],
        "league:credit": lambda w: [w.cup.pk, 1, w.cup.participations.earliest("pk").pk],
        "league:remove_prize": lambda w: [w.cup.pk, w.prize.pk],
        "league:confirm_registration": lambda w: [_requested(w)],
        "league:own_request": lambda w: [_requested(w, email="")],
        "league:decide_registration": lambda w: [tokens.read_request(_requested(w, email=""))],
        "league:at_desk": lambda w: [w.nora.pk],
        "league:team_league league:fixtures": lambda w: [w.league.pk],
        """
        league:league_team league:change_squad league:remove_team league:withdraw_team
        """: lambda w: [w.becher.pk],
        """
        league:match league:line_up_home league:line_up_away league:substitute league:match_sheet
        league:sign_match league:direct_match
        """: lambda w: [w.match.pk],
        "league:match_table league:match_fine": lambda w: [w.match.pk, 1, 1],
        """
        league:assembly league:assembly_motion league:change_assembly league:assembly_agenda
        league:invite_assembly league:assembly_evening league:assembly_minutes
        league:assembly_minutes_pdf
        """: lambda w: [w.assembly.pk],
        "league:assembly_attendance": lambda w: [w.assembly.pk, w.mara.pk],
        "league:assembly_item": lambda w: [w.assembly.pk, w.discharge.pk],
        "league:accept_election": lambda w: [w.assembly.pk, w.candidacy.pk],
        """
        league:season_table league:embedded_season league:year_ranking league:season_scoring
        league:season_close league:season_reopen
        """: lambda w: [w.season.pk],
        "league:crest": lambda w: [_crest()],
        "change_club": lambda w: ["name"],
        "erase_person": lambda w: [_passing().pk],
        "merge_people different_people": lambda w: [w.mara.pk, _passing().pk],
        "founding_step": lambda w: [1],
        "league:season_person": lambda w: [w.season.pk, w.mara.pk],
        "league:decide_request": lambda w: [_asked().pk],
        "league:join": lambda w: [_club_link()],
        "league:people_import league:ask_in league:undo_import": lambda w: [_list().pk],
        "league:old_table league:undo_old_table": lambda w: [_old_table().pk],
        "league:book_balances": lambda w: [_list(owing=True).pk],
        "league:end_membership_kind": lambda w: ["passive"],
        """
        league:end_person_field
        """: lambda w: [detailing.add_field(name="Schuhe", seen_by="board").code],
        """
        league:leave_club league:rename league:membership league:appoint league:give_login
        finance:closing_statement finance:closing_statement_file finance:pay
        finance:pay_out_credit finance:pay_later finance:take finance:slip finance:take_over
        """: lambda w: [w.mara.pk],
        "league:correct_membership": lambda w: [w.mara.memberships.get().pk],
        "league:person_photo": lambda w: [_with_photo(w).pk],
        "league:invite": lambda w: [w.alone.pk],
        """
        league:dismiss
        """: lambda w: [Office.objects.get(person=w.persons["director"], role="director").pk],
        "league:enter_table": lambda w: [w.token],
        "games:values finance:adopt": lambda w: ["rsc2003"],
        "games:rulebooks_data": lambda w: [rulebooks_digest()],
        "games:card games:decide": lambda w: [w.here.pk, 1],
        """
        games:api_events games:api_take games:api_preview games:api_retract games:api_abandon
        games:api_finish games:api_reopen games:api_game games:api_actions games:api_entries
        games:api_log
        """: lambda w: [GAME],
        "games:api_round games:api_round_preview": lambda w: [GAME, 1],
        "league:rule": lambda w: [w.objection.pk],
        "league:answer": lambda w: [RefereeCall.objects.get().pk],
        """
        finance:claim finance:confirm_claim finance:refuse_claim finance:waive_claim
        """: lambda w: [_claim(w, "early_lift").pk],
        "finance:journal": lambda w: ["cash"],
        "finance:journal_year": lambda w: ["claims", TODAY.year],
        """
        finance:figures_of finance:receipts_of finance:exports_of finance:vouchers_year
        finance:adviser
        """: lambda w: [TODAY.year],
        "finance:reminded finance:reminder_letters": lambda w: ["sent"],
        "finance:to_pay": lambda w: [_to_pay()],
        "finance:receipts_file": lambda w: ["pdf"],
        "finance:export_list": lambda w: [TODAY.year, "alle", "xlsx"],
        "finance:export_journal": lambda w: ["alle"],
        "finance:export_stored finance:adviser_file": lambda w: ["csv"],
        "finance:propose_again": lambda w: [_claim(w, "left_table").pk],
        """
        finance:give_round finance:move_round finance:note_drink finance:turn_into_euros
        """: lambda w: [_claim(w, "dropped_dice").pk],
        "finance:take_back": lambda w: [GivenRound.objects.get().pk],
        "finance:take_back_openings": lambda w: [w.opened.pk],
        "finance:storno": lambda w: [_claim(w, "early_lift").transaction_id],
        "report report_file": lambda w: [w.report.pk],
        "report_again": lambda w: [w.failed.pk],
        "no_report_mails": lambda w: [tokens.sign_report_mails(w.by_mail.pk)],
        "close_paper": lambda w: [w.event.pk, 1],
        "close_charge_after_all": lambda w: [w.excused.pk],
        "close_pay": lambda w: [w.event.pk, w.mara.pk],
        "finance:end_mandate": lambda w: [w.mandate.pk],
        "finance:debit_run finance:debit_file finance:withdraw_debits": lambda w: [w.debit_run.pk],
        "finance:book_debits": lambda w: [w.debit_run.pk, w.came.pk],
        """
        finance:transfer_run finance:transfer_file finance:withdraw_transfers
        """: lambda w: [w.transfer_run.pk],
        "finance:book_transfers": lambda w: [w.transfers_done.pk],
        "finance:end_rule": lambda w: [w.bank_rule.pk],
        """
        finance:bank_import finance:book_sure finance:book_likely finance:undo_import
        """: lambda w: [w.bank_import.pk],
        """
        finance:bank_line finance:book_line finance:book_elsewhere finance:tie_line
        finance:ignore_line
        """: lambda w: [w.came.pk],
        "finance:transfer_line finance:refund_line": lambda w: [w.left_bank.pk],
        "finance:give_back_line": lambda w: [w.returned.pk],
        "finance:pass_fee_on": lambda w: [w.fee.pk],
        "finance:take_up_line": lambda w: [w.out.pk],
        "finance:confirm_notice finance:refuse_notice": lambda w: [w.notice.pk],
        "finance:booking finance:attach_voucher": lambda w: [w.spent.pk],
        "finance:voucher finance:voucher_file": lambda w: [w.voucher.pk],
        "finance:voucher_picture": lambda w: [w.photo.pk],
        "finance:change_kind": lambda w: [w.kind.code],
        "finance:pay_share": lambda w: [w.mara.pk, w.shared_fund.code],
        "finance:open_money": lambda w: ["bank"],
        "finance:take_entry": lambda w: [w.cup.pk, w.mara.pk],
        """
        finance:enter_paid
        """: lambda w: [w.cup.pk, w.cup.registrations.get(participation__person=w.mara).pk],
        """
        finance:draft_year finance:confirm_year finance:sign_year finance:discharge_board
        finance:give_year_back finance:draw_sample finance:add_finding finance:year
        finance:year_report finance:year_file finance:audit finance:audit_bookings
        """: lambda w: [LAST_YEAR],
        "finance:settle_finding": lambda w: [w.finding.pk],
        "finance:audit_booking finance:answer_question": lambda w: [w.paid.pk],
        "finance:end_tariff": lambda w: [w.price.pk],
        "finance:end_rate": lambda w: [w.rate.pk],
        "finance:end_reduction": lambda w: [w.reduction.pk],
        "finance:agree": lambda w: [w.event.pk, w.persons["guest_here"].pk],
        "finance:end_agreement": lambda w: [w.agreement.pk],
        "finance:objection": lambda w: [w.objected.pk],
        "games:game games:versions games:turns games:api_turns": lambda w: [w.here.pk, 2],
        "league:tournament_player": lambda w: [w.cup.pk, w.nora.participation_id],
        "league:api_draw_why": lambda w: [w.cup.pk, 1, w.nora.participation_id],
    }.items()
    for route in routes.split()
}
# The object of a row that names its owner.
WHOSE: dict[str, Callable[..., list[Any]]] = {
    "of oneself": lambda w, a: [_self(w, a).pk],
    "of another": lambda w: [w.mara.pk],
    "of one without a login": lambda w: [w.alone.pk],
    "of a tournament's guest": lambda w: [w.nora.participation.person_id],
}

CUP_PAGES |= {
    key.split(" ")[0] for key, page in SHOWN_IN_API.items() if page.split(" ")[0] in CUP_PAGES
}


def asked(key: str, w: World, actor: str) -> Ask:
    """Return the request of a row of the matrix, for the actor."""
    if ask := w.made_once.get(key):
        return replace(ask)
    row = _row(key)
    ask = _made(row, w, actor) if callable(row) else row
    data = {} if ask.data is None and key.split(" ")[1] in {"POST", "PUT", "PATCH"} else ask.data
    return replace(ask, args=_args(key, w, actor) if ask.args is None else ask.args, data=data)


def _row(key: str) -> Ask | Callable[..., Ask]:
    rows = (key, SHOWN_IN_API.get(key, key), " ".join(key.split(" ")[:2]))
    return next((ASK[row] for row in rows if row in ASK), Ask())


@contextmanager
def asked_alike(key: str, w: World) -> Iterator[None]:
    """Make the object of the row once for all actors, if they make no difference."""
    makers = [_row(key), *(about for whose, about in WHOSE.items() if key.endswith(whose))]
    if not any(_looks_at_who_asks(make) for make in makers if callable(make)):
        w.made_once[key] = asked(key, w, "all")
    try:
        yield
    finally:
        w.made_once.clear()


def _made(make: Callable[..., Any], w: World, actor: str) -> Any:
    return make(w, actor) if _looks_at_who_asks(make) else make(w)


@cache
def _looks_at_who_asks(make: Callable[..., Any]) -> bool:
    return len(signature(make).parameters) == 2


def _args(key: str, w: World, actor: str) -> list[Any]:
    for whose, about in WHOSE.items():
        if key.endswith(whose):
            return _made(about, w, actor)
    for row in (key, SHOWN_IN_API.get(key, key)):
        if row.split(" ")[0] in ABOUT:
            return ABOUT[row.split(" ")[0]](w)
    return []
