"""How each address is asked: about which object, with what; a minimal request that succeeds.

`ASK[key]` is a function of the world and the name of who asks. Most objects are Mara's, whom nobody
of the matrix is; „of oneself“ is about whoever asks. What has to be there before (a game under way,
a confirmed result) comes from `BEFORE`, once for a whole row.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import time, timedelta
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
from config.privacy.queries import preview
from finance.bank.services.account import set_club_account
from finance.bank.services.imports import import_file
from finance.bank.services.lines import Share, book_line, ignore_line
from finance.bank.services.notices import announce
from finance.bank.services.rules import set_rule
from finance.books import voucher_pictures, waiting
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
from league.events import services as events
from league.events.models import Event, Participation, Seat, Table
from league.events.queries import seats_of
from league.files import file_store
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
from league.people.reading.lines import lines_of
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
LAST_YEAR = TODAY.year - 1
POSTAL = {"street": "Am Tresen 3", "postcode": "54290", "town": "Trier", "country": "DE"}


@dataclass
class Ask:
    """One request. `before` is done by the same browser first; `host` speaks of where it sits."""

    args: list[Any] = field(default_factory=list)
    data: dict[str, Any] | None = None
    before: Callable[[Client], None] | None = None
    demo: bool = False
    writes: bool | None = True  # whether a success changes what the club keeps; None: it may
    query: dict[str, str] = field(default_factory=dict)
    leaves: str = ""  # the table in which a refusal leaves its line


def url_of(key: str, ask: Ask) -> str:
    url = reverse(key.split(" ")[0], args=ask.args)
    return f"{url}?{urlencode(ask.query)}" if ask.query else url


def _self(w: World, actor: str) -> Person:
    return w.persons.get(actor, w.hilde)


def _own_device(w: World, actor: str) -> PushDevice:
    return PushDevice.objects.get_or_create(
        digest=f"of {actor}",
        defaults={"person": _self(w, actor), "endpoint": "x", "language": "de", "agreed_at": NOW},
    )[0]


def _passing() -> Person:
    """A guest of whom nothing is open."""
    known = Person.objects.filter(name="Vera Vorbei").first()
    return known or people.create_person(name="Vera Vorbei")


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
    """A list with one newcomer, who came with an address, or `owing` something."""
    roles = ("name", "debt") if owing else ("name", "email")
    sheet = read(f"{uuid4().hex};{'3,00' if owing else f'{uuid4().hex}@club.invalid'}")
    planned = imports.plan(lines_of(sheet, roles, {}), "active", TODAY)
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
    """A table of before, as the page sends what was seen."""
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


# --- what has to be there before ------------------------------------------------------------
def public(w: World) -> None:
    w.event.is_public = True
    w.event.save()


def opened(w: World) -> None:
    """The club lets everybody see all that it can."""
    set_public(pages=Club.PAGES)


def running(w: World) -> None:
    """A game under way at the table, with one throw."""
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
    """A phone without network had another version of the game under way."""
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


def settled(w: World) -> None:
    """A game under way with one round, entered as a whole."""
    running(w)
    loser = str(_seats(w)[1].pk)
    add(w, {"type": "retract"}, {"type": "round", "loser": loser, "penalty": 3, "best": None})


def ruled(w: World) -> None:
    running(w)
    add(w, ruling(w))


def over(w: World) -> None:
    running(w)
    add(w, ruling(w, lose_game=str(_seats(w)[1].pk)))


def finished(w: World) -> None:
    over(w)
    game = live_game(GAME)
    closing.finish_game(game=game, seen=seen(), client_id="end", actor=NOBODY, now=NOW)


def confirmed(w: World) -> None:
    """Two have seen game 1: Mara entered it, Hilde confirms."""
    hilde = Actor(user_id=w.hilde.user.pk, device="hildes-phone", name="Hilde")
    confirming.confirm_result(result=w.result, actor=hilde, now=NOW)


def finished_and_confirmed(w: World) -> None:
    finished(w)
    hilde = Actor(user_id=w.hilde.user.pk, device="hildes-phone", name="Hilde")
    result = current_result(w.here, 2)
    confirming.confirm_result(result=result, actor=hilde, now=NOW)


def third_table(w: World) -> None:
    """A table that has no link yet."""
    events.add_table(event=w.event)


def team_league(w: World) -> None:
    """Two teams, of each a captain who can log in, and three more."""
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


def fixtures_made(w: World) -> None:
    team_league(w)
    leagues.make_fixtures(league=w.league, first_day=TODAY, weeks=1, now=NOW)
    matches = w.league.matches.select_related("event", "home", "away", "league")
    w.match = matches.get(home=w.becher)


def lined_up(w: World) -> None:
    fixtures_made(w)
    for side, team in ((match_rules.HOME, w.becher), (match_rules.AWAY, w.dreier)):
        squad = [member.person for member in team.squad.order_by("pk")[:4]]
        sheets.line_up(match=w.match, side=side, pairs=[[person] for person in squad])
    tables = Table.objects.filter(block__event=w.match.event)
    w.match_table = tables.get(block__number=1, number=1)


def all_sets_played(w: World) -> None:
    """As the sheet would have them, without asking for each of the 48."""
    lined_up(w)
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
    """An evening next week, to which everybody of this one is asked, and Mara's calendar."""
    w.coming = builders.evening(day=TODAY + 7 * DAY)
    calendars.renew_calendar(person=w.mara, seen=None, now=NOW)


def came_late(w: World) -> None:
    events.mark_attendance(participation=w.waiting, attendance="late")


def closed(w: World) -> None:
    seasons.close_season(season=w.season, by=None, now=NOW, today=TODAY)


def called_off(w: World) -> None:
    coming(w)
    answers.cancel_event(event=w.coming, reason="Kirmes", by=None, now=NOW)


def revoked(w: World) -> None:
    coming(w)
    calendars.revoke_calendar(person=w.mara, now=NOW)


def on_the_wall(w: World) -> None:
    w.wall = walls.renew_link(event=w.event, seen=None, by=None, now=NOW)


def off_the_wall(w: World) -> None:
    on_the_wall(w)
    walls.revoke_link(link=w.wall, by=None, now=NOW)


def at_a_tournament(w: World) -> None:
    """The evening is a tournament's first block."""
    Event.objects.filter(pk=w.event.pk).update(kind=Event.Kind.TOURNAMENT)
    Tournament.objects.create(event=w.event, template="schockfreunde")
    settings = formats.load("schockfreunde").block(1).to_dict()
    w.event.blocks.update(settings=settings, released_at=NOW)


def locked(w: World) -> None:
    at_a_tournament(w)
    w.event.blocks.update(locked_at=NOW)


def called(w: World) -> None:
    confirming.call_referee(table=w.here, client_id="c", note="Streit", actor=NOBODY, now=NOW)


def disputed(w: World) -> None:
    hilde = Actor(user_id=w.hilde.user.pk, device="hildes-phone", name="Hilde")
    w.objection = confirming.raise_objection(
        result=w.result, client_id="o", text="Falsch gezählt", actor=hilde, now=NOW
    )


def booked(w: World) -> None:
    """What is settled of Mara's claims is booked, one is refused."""
    kadir = w.persons["treasurer"].user
    claims.refuse_claim(claim=_claim(w, "left_table"), reason="War krank", by=kadir, now=NOW)
    claims.confirm_evening(event=w.event, seen=ready(w), by=kadir, now=NOW)


def objected(w: World) -> None:
    """Mara objects to a fine."""
    w.objected = objections.object_to(
        claim=_claim(w, "early_lift"), text="Das war der Wind", by=w.mara.user, now=NOW
    )


def cost_dues(w: World) -> None:
    """Membership costs something since the month before."""
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
    """The club spends money for something of its own."""
    w.kind = add_account(kind="expense", name="GEMA", sphere=1, by=None, now=timezone.now())
    w.fund = add_account(kind="fund", name="Fahrt", by=None, now=timezone.now())


def shared_fund(w: World) -> None:
    """Two euros of the club's belong to its active members."""
    how: Any = {"by": w.persons["treasurer"].user, "now": NOW}
    w.shared_fund = add_account(kind="fund", name="Reisekasse", shared=True, **how)
    how |= {"text": "Beschluss", "client_id": "put", "day": TODAY, "today": TODAY}
    earmark(fund=w.shared_fund, amount=200, **how)


def less_dues(w: World) -> None:
    """Mara pays nothing."""
    w.reduction = dues.reduce_dues(
        person=w.mara,
        percent=0,
        ground="Ehrenmitglied",
        start=timezone.localdate() - DAY,
        by=w.persons["treasurer"].user,
        now=timezone.now(),
    )


def welcomed(w: World) -> None:
    """A guest has agreed to pay what games cost."""
    guest = w.persons["guest_tonight"]
    w.agreement = agreements.agree(person=guest, start=TODAY, by=None, now=NOW)


def everybody_owes(w: World) -> None:
    """Whoever of the matrix has a record is charged with something tonight."""
    for name, person in w.persons.items():
        events.add_participant(event=w.event, person=person)
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
    """A claim about whoever asks; about Mara where nobody is behind the login."""
    own = Claim.objects.filter(person=w.persons.get(actor, w.mara), code="early_lift").first()
    return (own or _claim(w, "early_lift")).pk


def one_absent(w: World) -> None:
    """The evening is booked, Anke was not there, and the club's catalogue knows an average."""
    booked(w)
    set_tariff(
        code="absent", title="Gefehlt", formula=Formula(AVERAGE), start=TODAY - 30 * DAY, now=NOW
    )
    own = events.add_participant(event=w.event, person=w.persons["chair"])
    events.mark_attendance(participation=own, attendance="absent")


def one_no_show(w: World) -> None:
    """Anke was not there, and the club's catalogue fines whoever does not turn up."""
    one_absent(w)
    fixed = Formula(FIXED, cents=500)
    set_tariff(code="no_show", title="", formula=fixed, start=TODAY - 30 * DAY, now=NOW)


def one_excused(w: World) -> None:
    """Anke was not there and is let off the average."""
    one_absent(w)
    w.excused = excuse(
        event=w.event,
        person=w.persons["chair"],
        reason="Krank",
        by=w.persons["treasurer"].user,
        now=NOW,
    )


def counted(w: World) -> None:
    """Everything booked, and the empty till counted."""
    booked(w)
    count_cash(
        pieces={},
        seen=0,
        reason="",
        client_id="nothing",
        by=w.persons["treasurer"].user,
        day=TODAY,
        now=NOW,
        event=w.event,
    )


def signed_by_one(w: World) -> None:
    """Hilde, who kept the till that evening, has signed it, and nobody else yet."""
    counted(w)
    w.close = evening_close.sign_evening(event=w.event, although=9, by=w.hilde.user, now=NOW)


def reported(w: World) -> None:
    """A report of the season, and one that came to nothing; Mara gets such by mail."""
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


def signed_by_two(w: World) -> None:
    signed_by_one(w)
    evening_close.cosign_evening(
        close=w.close, seen=w.close.digest, by=w.mara.user, today=TODAY, now=NOW
    )


def meeting_called(w: World) -> None:
    """A members' meeting for today, with an election of the treasurer."""
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


def meeting_opened(w: World) -> None:
    """Two are there, and Mara is elected."""
    meeting_called(w)
    for person in (w.mara, w.persons["chair"]):
        meeting.note_attendance(assembly=w.assembly, person=person, is_here=True, now=NOW)
    w.assembly = meeting.open_assembly(
        assembly=w.assembly, chaired_by=w.mara, kept_by=w.mara, now=NOW
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


def meeting_closed(w: World) -> None:
    meeting_opened(w)
    w.assembly = meeting.close_assembly(assembly=w.assembly, now=NOW)


def minutes_released(w: World) -> None:
    meeting_closed(w)
    seen = minutes_words.digest_of(minutes_words.content_of(w.assembly))
    signed = minutes.sign(assembly=w.assembly, seen=seen, by=None, now=NOW)
    minutes.release(minutes=signed, now=NOW)


def lettered(w: World) -> None:
    """A letter about money that was printed; the invitation of who has no login waits."""
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
    """What Mara was to pay last week is not paid."""
    charge_people(
        people=[w.mara],
        amount=500,
        shared=False,
        code="outing",
        note="Fahrt",
        day=TODAY - timedelta(days=9),
        due=TODAY - timedelta(days=7),
        client_id="overdue",
        by=w.persons["treasurer"].user,
        today=TODAY,
        now=NOW,
    )


def reminded(w: World) -> None:
    overdue(w)
    remind(
        picks={w.mara.pk: Pick(Reminder.Way.LETTER, 500)},
        client_id="sent",
        by=w.persons["treasurer"].user,
        today=TODAY,
        now=NOW,
    )


def _to_pay() -> str:
    """What stands in the link of the last reminder, where there is one."""
    reminder = Reminder.objects.last()
    return token(reminder) if reminder else "0.none"


def _overdue(w: World) -> dict[str, Any]:
    key = w.mara.pk
    return {"client_id": "r", f"pick-{key}": "on", f"way-{key}": "link", f"seen-{key}": 500}


def on_the_account(w: World) -> None:
    """The bank's file was read: Mara's money, what the bank took, one line that stays out."""
    booked(w)
    club = "DE02120300000000202051"
    by = w.persons["treasurer"].user
    set_club_account(holder="Club", iban=club, by=by, now=NOW)
    w.bank_file = _bank_file(reference(w.mara.pk), "50,00")
    done = import_file(content=w.bank_file, name="auszug.csv", by=by, now=NOW)
    w.bank_import = done.bank_import
    w.came, w.left_bank, w.returned, w.out = w.bank_import.lines.order_by("pk")
    ignore_line(line=w.out, reason="Irrläufer", by=by, now=NOW)
    set_creditor(typed="DE98ZZZ09999999999", by=by, now=NOW)
    w.mandate = add_mandate(
        person=w.mara,
        iban="DE02500105170137075030",
        signed_on=TODAY,
        by=by,
        today=TODAY,
        now=NOW,
    )
    w.debit_run = DebitRun.objects.create(
        day=TODAY,
        message="SW1",
        identifier="DE98ZZZ09999999999",
        holder="Club",
        iban=club,
        client_id="debits",
        made_by=by,
        made_at=NOW,
    )
    Debit.objects.create(run=w.debit_run, mandate=w.mandate, cents=5000)
    w.transfer_run, w.transfers_done = (
        TransferRun.objects.create(
            day=TODAY,
            message=message,
            holder="Club",
            iban=club,
            client_id=message,
            made_by=by,
            made_at=NOW,
        )
        for message in ("SWT1", "SWT2")
    )
    for run, person, cents, pk in (
        (w.transfer_run, None, 6000, 98),
        (w.transfers_done, w.mara, 300, 99),
    ):
        CreditTransfer.objects.create(
            pk=pk,
            run=run,
            person=person,
            name="Brauerei",
            iban="DE02500105170137075030",
            cents=cents,
            text="Rechnung 7",
        )
    w.bank_rule = set_rule(words="Stadtwerke", incoming=False, account="venue", by=by, now=NOW)
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
    """As a browser marks what no page has sent."""
    client.defaults["HTTP_SEC_FETCH_SITE"] = "none"


def _unknown_file(w: World, actor: str) -> str:
    """The ticket of a CSV that nobody knows, of whoever asks."""
    content = f"Tag|Wofür|Wert\n{TODAY:%d.%m.%Y}|Beitrag|5,00\n".encode()
    person = w.persons.get(actor)
    owner = person.user if person is not None and person.user else w.persons["treasurer"].user
    return waiting.ticket(vouchers.Upload("auszug.csv", content), owner)


def line_booked(w: World) -> None:
    on_the_account(w)
    by = w.persons["treasurer"].user
    book_line(
        line=w.came,
        shares=[Share(w.mara.pk, 5000)],
        client_id="line",
        by=by,
        today=TODAY,
        now=NOW,
    )
    w.bank_booking = w.came.bookings.get()


def paid_by_hand(w: World) -> None:
    on_the_account(w)
    w.by_hand = take_payment(
        person=w.mara,
        method="bank",
        amount=5000,
        day=TODAY,
        client_id="hand",
        by=w.persons["treasurer"].user,
        today=TODAY,
        now=NOW,
    )


def everybody_has_a_token(w: World) -> None:
    """Whoever is asked has given a program access."""
    w.own_tokens = {
        name: read_tokens.make_token(
            person=person, name="Tafel", with_money=False, client_id="t", now=NOW
        )[0]
        for name, person in {**w.persons, "": w.hilde}.items()
    }


def appointed_himself(w: World) -> None:
    """The chair keeps the till as well, if somebody else agrees."""
    w.approval = people.give_office(
        person=w.persons["chair"], role="treasurer", start=TODAY, by=w.persons["chair"], now=NOW
    )


def _new_address(w: World, actor: str) -> Ask:
    """The code that went to somebody's new address, typed in."""
    ticket = signing.dumps([_self(w, actor).pk, "neu@club.invalid"], salt=TICKET)
    return Ask(data={"ticket": ticket, "code": addresses.code_for_new(ticket)})


def everybody_announced(w: World) -> None:
    """Whoever is asked has an announcement of his own."""
    w.own_notices = {
        name: announce(person=person, cents=100, day=TODAY, client_id=name, today=TODAY, now=NOW)
        for name, person in {**w.persons, "": w.hilde}.items()
    }


def vouched(w: World) -> None:
    """The treasurer has spent something and written a voucher for it; a photo came later, of which
    the worker has made a picture.
    """
    w.spent = cashbook.record_expense(
        account="drinks",
        amount=1250,
        paid_from="bank",
        day=TODAY,
        text="Blumen",
        voucher=vouchers.SelfMade(payee="Markthalle", what="Blumen", why="Keiner da"),
        client_id="spent",
        by=w.persons["treasurer"].user,
        today=TODAY,
        now=NOW,
    )
    w.voucher = w.spent.vouchers.get()
    w.photo = vouchers.attach(
        booking=w.spent,
        paper=vouchers.Upload("foto.webp", WEBP),
        client_id="photo",
        by=w.persons["treasurer"].user,
        now=NOW,
    ).voucher
    voucher_pictures.make_picture(w.photo.sha256)


def given_in_part(w: World) -> None:
    """Mara's round was given while somebody was away who still has it to come."""
    drinks.decide_on_absent(
        start=TODAY, keep=True, decided="Vorstand", by=None, today=TODAY, now=NOW
    )
    events.mark_attendance(participation=w.waiting, attendance="absent")
    drinks.give_round(
        claim=_claim(w, "dropped_dice"),
        event=w.event,
        client_id="part",
        by=None,
        today=TODAY,
        now=NOW,
    )


def at_the_door(w: World) -> None:
    """A tournament at which Mara is checked in and asked for her stake."""
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


def paid_in(w: World) -> None:
    at_the_door(w)
    entry_fees.take_entry(
        event=w.cup,
        person=w.mara,
        amount=500,
        client_id="paid",
        by=w.persons["treasurer"].user,
        today=TODAY,
        now=NOW,
    )


def owing_before(w: World) -> None:
    """Mara owed something before the books began."""
    (w.opened,) = openings.open_accounts(
        balances=[openings.Balance(w.mara, 500)],
        day=TODAY,
        client_id="opened",
        by=w.persons["treasurer"].user,
        today=TODAY,
        now=NOW,
    )


def overpaid(w: World) -> None:
    """Mara has a credit."""
    payments.take_payment(
        person=w.mara,
        method="cash",
        amount=900,
        day=TODAY,
        client_id="too much",
        by=w.persons["treasurer"].user,
        today=TODAY,
        now=NOW,
    )


def last_year(w: World) -> None:
    """Mara paid in a year that is over."""
    w.paid = payments.take_payment(
        person=w.mara,
        method="cash",
        amount=500,
        day=TODAY.replace(year=LAST_YEAR, month=12),
        client_id="last year",
        by=w.persons["treasurer"].user,
        today=TODAY,
        now=NOW,
    ).transaction


def looked_through(w: World) -> None:
    """Drawn, marked, and one finding noted by the auditor."""
    last_year(w)
    who = {"by": w.persons["auditor"].user, "today": TODAY, "now": NOW}
    year = LAST_YEAR
    auditing.draw_sample(year=year, seed="421", size=1, client_id="s", **who)
    auditing.mark_booking(booking=w.paid, mark="fine", remark="", client_id="m", **who)
    w.finding = auditing.add_finding(year=year, text="Zettelwirtschaft", client_id="f", **who)


def questioned(w: World) -> None:
    """The auditor asks about a booking."""
    last_year(w)
    auditing.mark_booking(
        booking=w.paid,
        mark="question",
        remark="Wovon?",
        client_id="q",
        by=w.persons["auditor"].user,
        today=TODAY,
        now=NOW,
    )


def drafted(w: World) -> None:
    looked_through(w)
    kadir = w.persons["treasurer"].user
    yearend.draft_year(year=LAST_YEAR, by=kadir, today=TODAY, now=NOW)


def board_confirmed(w: World) -> None:
    drafted(w)
    yearend.confirm_year(year=LAST_YEAR, by=w.persons["chair"].user, now=NOW)


def audited(w: World) -> None:
    board_confirmed(w)
    paula = w.persons["auditor"].user
    yearend.sign_year(year=LAST_YEAR, recommends=True, remark="", by=paula, today=TODAY, now=NOW)


def ready(w: World) -> list[int]:
    """The proposals that can be confirmed as they are."""
    return [claim.pk for claim in Claim.objects.filter(event=w.event) if claim.is_ready]


def registering(w: World) -> None:
    """A public tournament open to everybody, with a guest whom the desk accepted and a namesake."""
    w.cup = builders.tournament()
    w.nora, w.namesake = (
        services.register(
            event=w.cup, client_id=name, name=name, is_adult=True, person=None, now=NOW
        )
        for name in ("Nora", "Mara")
    )
    identities.accept_everybody(event=w.cup, now=NOW)
    w.nora.refresh_from_db()


def inside(w: World) -> None:
    registering(w)
    events.set_public(event=w.cup, is_public=False)


def drawn(w: World) -> None:
    """A public tournament whose first block sits at its table; the second is proposed."""
    w.cup = builders.tournament(fee_cents=0, pot_cents=0)
    guests = day.people(w.cup, "Nora", "Kuno", "Edda", "Veit")
    w.nora = guests[0].registration
    day.draw(w.cup, 1)
    drawing.propose_draw(
        block=day.block_of(w.cup, 2), seen=day.seen(w.cup), seed="geheim", by=None, now=NOW
    )


def drawn_inside(w: World) -> None:
    drawn(w)
    events.set_public(event=w.cup, is_public=False)


def checked_in(w: World) -> None:
    registering(w)
    checking_in.check_in(participation=w.nora.participation, by=None, now=NOW)


def founded(w: World) -> None:
    """A small cup: four people, one block, nothing drawn; one prize."""
    w.cup = builders.tournament(template="steele", fee_cents=0, pot_cents=0)
    block = replace(formats.load("steele").block(1), name="Finale", minutes=30)
    setting_up.set_chain(event=w.cup, seen=day.seen(w.cup), blocks=[block], team=None)
    w.players = day.people(w.cup, "Nora", "Kuno", "Edda", "Veit")
    w.prize = setting_up.add_prize(event=w.cup, award="place", place=1, thing="Pokal")


def format_drafted(w: World) -> None:
    """A small cup with a draft of its format that is longer, and a format the club saved."""
    founded(w)
    holds = draft_of(w.cup)
    changed = formats.another(holds.format, 1)
    planning.save_draft(event=w.cup, format=changed, seen=holds.stamp)
    planning.save_format(name="Vatertag", format=formats.load("werl"), by=None, now=NOW)
    w.saved = FormatTemplate.objects.get()


def cup_called_off(w: World) -> None:
    founded(w)
    dating.call_off(event=w.cup, reason="Kirmes", by=None, now=NOW)


def cup_running(w: World) -> None:
    founded(w)
    day.draw(w.cup, 1)


def cup_proposed(w: World) -> None:
    founded(w)
    drawing.propose_draw(
        block=day.block_of(w.cup, 1), seen=day.seen(w.cup), seed="geheim", by=None, now=NOW
    )


def cup_played(w: World) -> None:
    """One game is entered, so the card can be handed in."""
    cup_running(w)
    table = day.tables(w.cup, 1)[0].table
    names = day.circle(table)
    day.game(table, 1, names[0], names[1], names[0])


def with_a_program(w: World) -> None:
    founded(w)
    w.program, _secret = programs.make_token(
        event=w.cup, name="Tafel", client_id="hall", by=w.persons["director"].user, now=NOW
    )


def card_photographed(w: World) -> None:
    cup_running(w)
    w.photo = card_photos.add_photo(
        table=_cup_table(w), content=picture(), client_id="f", by=None, now=NOW
    )


def cup_handed_in(w: World) -> None:
    cup_played(w)
    rounds.hand_in_card(table=_cup_table(w), now=NOW)


def cup_tied(w: World) -> None:
    """The card was given up: nobody has a point, and all four are first."""
    cup_running(w)
    crediting.give_up_card(
        table=_cup_table(w), reason="fort", seen=day.seen(w.cup), by=None, now=NOW
    )
    rounds.lock_block(block=day.block_of(w.cup, 1), seen=day.seen(w.cup), now=NOW)


def cup_decided(w: World) -> None:
    cup_tied(w)
    w.decision = ties.enter_playoff(
        block=day.block_of(w.cup, 1),
        order=[player.pk for player in w.players],
        client_id="stechen",
        seen=day.seen(w.cup),
        by=None,
        now=NOW,
    )


def cup_ranked(w: World) -> None:
    cup_decided(w)
    rounds.release_ranking(block=day.block_of(w.cup, 1), seen=day.seen(w.cup), now=NOW)


def cup_over(w: World) -> None:
    cup_ranked(w)
    day.finish(w.cup)


def cup_left(w: World) -> None:
    founded(w)
    leaving.go_home(participation=w.players[0], seen=day.seen(w.cup))


def _cup_table(w: World) -> Table:
    """Before a draw there is none."""
    return Table.objects.filter(block__event=w.cup).first() or Table(pk=0)


def _proposal(w: World) -> int:
    return Draw.objects.get(block__event=w.cup, released_at=None).pk


def _on_paper(w: World) -> str:
    """All at one table, in the order of their numbers."""
    return f"1: {' '.join(str(player.start_number) for player in w.players)}"


def _two(w: World) -> dict[str, Any]:
    participation, other = Participation.objects.filter(event=w.cup)[:2]
    return {"one": participation.pk, "other": other.pk, "when": "start"}


def _decides(w: World, *args: Any, **data: Any) -> Ask:
    """A form of the direction, on the page as it is now."""
    return Ask([w.cup.pk, *args], {"seen": day.seen(w.cup), **data})


def _builds(w: World, *args: Any, **data: Any) -> Ask:
    """A form of the format editor, on the page as it is now."""
    event = Event.objects.select_related("tournament").get(pk=w.cup.pk)
    ask = _decides(w, *args, **data)
    return replace(ask, data={**(ask.data or {}), "stamp": draft_of(event).stamp})


def _round_form(w: World) -> dict[str, str]:
    """The first round of the cup with another name."""
    event = Event.objects.select_related("tournament").get(pk=w.cup.pk)
    form = BlockForm(format=draft_of(event).format, number=1)
    values = {name: form[name].value() for name in form.fields}
    sent = {name: str(value) for name, value in values.items() if value not in (None, False)}
    return {**sent, "name": "Durchgang"}


# What everybody sees of a tournament, and the questions about one that is not public.
CUP_PAGES = {
    "league:tournament",
    "league:my_table",
    "league:tournament_table",
    "league:tournament_teams",
    "league:tournament_player",
    "league:tournament_draw",
}
INSIDE = ("of the club alone", "by a registration")

BEFORE: dict[str, tuple[Callable[[World], None], ...]] = {
    "league:team_leagues GET where it is public": (opened,),
    "league:team_league GET": (fixtures_made,),
    "league:team_league GET where it is public": (fixtures_made, opened),
    "league:team_league POST": (team_league,),
    "league:fixtures GET": (team_league,),
    "league:fixtures POST": (team_league,),
    "league:league_team GET": (fixtures_made,),
    "league:league_team POST": (fixtures_made,),
    "league:change_squad POST": (fixtures_made,),
    "league:remove_team POST": (team_league,),
    "league:withdraw_team POST": (fixtures_made,),
    "league:match GET": (all_sets_played,),
    "league:match GET where it is public": (all_sets_played, opened),
    "league:line_up_home GET": (fixtures_made,),
    "league:line_up_home POST": (fixtures_made,),
    "league:line_up_away GET": (fixtures_made,),
    "league:line_up_away POST": (fixtures_made,),
    "league:substitute GET": (lined_up,),
    "league:substitute POST": (lined_up,),
    "league:match_table GET": (lined_up,),
    "league:match_table POST": (lined_up,),
    "league:match_fine POST": (lined_up,),
    "league:match_sheet GET": (lined_up,),
    "league:sign_match POST": (all_sets_played,),
    "league:sign_match POST for paper": (all_sets_played,),
    "league:direct_match GET": (fixtures_made,),
    "league:direct_match POST": (fixtures_made,),
    "league:direct_match POST to give it away": (fixtures_made,),
    "league:assembly GET": (meeting_called,),
    "league:assembly_motion GET": (meeting_called,),
    "league:assembly_motion POST": (meeting_called,),
    "league:change_assembly GET": (meeting_called,),
    "league:change_assembly POST": (meeting_called,),
    "league:assembly_agenda GET": (meeting_called,),
    "league:assembly_agenda POST": (meeting_called,),
    "league:invite_assembly GET": (meeting_called,),
    "league:invite_assembly POST": (meeting_called,),
    "league:assembly_evening GET": (meeting_opened,),
    "league:assembly_evening POST": (meeting_opened,),
    "league:assembly_attendance POST": (meeting_opened,),
    "league:assembly_item GET": (meeting_opened,),
    "league:assembly_item POST": (meeting_opened,),
    "league:accept_election POST": (meeting_opened,),
    "league:accept_election POST of a no": (meeting_opened,),
    "league:assembly_minutes GET": (meeting_closed,),
    "league:assembly_minutes POST": (meeting_closed,),
    "league:assembly_minutes_pdf GET": (meeting_closed,),
    "league:assembly_minutes GET of what is released": (minutes_released,),
    "league:table GET where it is public": (opened,),
    "league:season_table GET where it is public": (opened,),
    "league:year_ranking GET where it is public": (opened,),
    "league:all_time GET where it is public": (opened,),
    "club_figures GET where it is public": (opened,),
    "league:person GET of a tournament's guest": (registering,),
    "person_figures GET of a tournament's guest": (registering,),
    "person_games GET of a tournament's guest": (registering,),
    "games:api_events POST": (running,),
    "games:api_events POST of an infraction": (running,),
    "games:api_events POST of a ruling": (running,),
    "games:api_events POST of a public evening": (running,),
    "games:api_preview POST": (running,),
    "games:api_round GET": (settled,),
    "games:api_round GET of a public evening": (settled,),
    "games:api_round POST": (settled,),
    "games:api_round_preview POST": (settled,),
    "games:api_retract POST": (running,),
    "games:api_retract POST of a ruling": (ruled,),
    "games:api_abandon POST": (running,),
    "games:api_finish POST": (over,),
    "games:api_reopen POST": (finished,),
    "games:api_reopen POST of a confirmed result": (finished_and_confirmed,),
    "games:api_game GET": (running,),
    "games:api_game GET of a public evening": (running,),
    "games:api_actions GET": (running,),
    "games:api_actions GET of a public evening": (running,),
    "games:api_take POST": (running,),
    "games:api_entries GET": (running,),
    "games:api_entries GET of a public evening": (running,),
    "games:api_log GET": (running,),
    "games:api_log GET of a public evening": (running,),
    "games:card POST of a confirmed result": (confirmed,),
    "games:score_card GET": (at_a_tournament,),
    "games:score_card POST": (at_a_tournament,),
    "games:score_card POST in a locked block": (locked,),
    "games:card POST in a locked block": (locked,),
    "games:api_events POST in a locked block": (running, locked),
    "games:decide GET": (at_a_tournament,),
    "games:decide POST": (at_a_tournament,),
    "games:new_card POST of a confirmed result": (confirmed,),
    "games:versions GET": (running, put_aside),
    "games:versions GET of a public evening": (running, put_aside),
    "games:game GET": (running,),
    "games:game GET of a public evening": (running,),
    "games:turns GET": (running,),
    "games:api_turns GET": (running,),
    "games:api_turns GET of a public evening": (running,),
    "games:turns GET of a public evening": (running,),
    "games:running GET": (running,),
    "league:register GET": (registering,),
    "league:register POST": (registering,),
    "league:confirm_registration GET": (registering,),
    "league:confirm_registration POST": (registering,),
    "league:own_request GET": (registering,),
    "league:own_request POST": (registering,),
    "league:decide_registration POST": (registering,),
    "league:register GET of the club alone": (inside,),
    "league:register POST of the club alone": (inside,),
    "league:push_device POST": (registering,),
    "league:registration GET": (registering,),
    "league:registration POST": (registering,),
    "league:registration POST to cancel": (registering,),
    "league:registration GET of a forged address": (registering,),
    "league:registration POST of a forged address": (registering,),
    "league:registrations GET": (registering,),
    "league:registrations POST": (registering,),
    "league:at_desk POST": (registering,),
    "league:at_desk POST to undo": (checked_in,),
    "league:at_desk POST about a name": (registering,),
    "league:desk_team POST": (registering,),
    "league:direction GET": (cup_played,),
    "league:direct_table GET": (cup_played,),
    "league:table_card POST": (cup_played,),
    "league:papers GET": (cup_running,),
    "league:papers POST": (cup_running,),
    "league:table_card POST back": (cup_handed_in,),
    "league:find_card GET": (cup_running,),
    "league:tournament_programs GET": (founded,),
    "league:tournament_programs POST": (founded,),
    "league:revoke_program POST": (with_a_program,),
    "league:api_directed_registrations POST": (founded,),
    "league:api_directed_registration POST": (founded,),
    "league:api_directed_step POST": (founded,),
    "games:api_whole_card GET": (cup_running,),
    "games:api_whole_card PUT": (cup_running,),
    "league:draw_by_hand POST": (founded,),
    "league:emergency_folder GET": (cup_running,),
    "league:card_photo GET": (card_photographed,),
    "league:add_card_photo POST": (cup_running,),
    "league:remove_card_photo POST": (card_photographed,),
    "league:give_up_card POST": (cup_running,),
    "league:credit GET": (cup_running,),
    "league:credit POST": (cup_running,),
    "league:direct_people GET": (cup_left,),
    "league:gone POST": (founded,),
    "league:gone POST back": (cup_left,),
    "league:closing GET": (cup_ranked,),
    "league:finish_tournament POST": (cup_ranked,),
    "league:reopen_tournament POST": (cup_over,),
    "league:direct_block GET": (cup_proposed,),
    "league:block_step POST": (cup_running,),
    "league:propose_draw POST": (founded,),
    "league:release_draw POST": (cup_proposed,),
    "league:discard_draw POST": (cup_proposed,),
    "league:change_draw POST": (cup_running,),
    "league:swap GET": (cup_running,),
    "league:change_places POST": (cup_running,),
    "league:decide_tie POST": (cup_tied,),
    "league:withdraw_tie POST": (cup_decided,),
    "league:draw_version GET": (cup_running,),
    "league:tournament_settings GET": (founded,),
    "league:describe_tournament POST": (founded,),
    "league:tournament_when POST": (founded,),
    "league:call_off POST": (founded,),
    "league:call_off POST back": (cup_called_off,),
    "league:publish_tournament POST": (founded,),
    "league:fit_format POST": (founded,),
    **{
        f"league:{name}": (format_drafted,)
        for name in (
            *("format_editor GET", "format_block GET", "format_block POST", "format_step POST"),
            *("format_whole GET", "format_whole POST", "take_format_over GET"),
            *("take_format_over POST", "discard_format POST", "format_templates GET"),
            *("format_templates POST", "save_format POST", "remove_format POST"),
            *("format_file GET", "read_format POST"),
        )
    },
    "league:add_prize POST": (founded,),
    "league:remove_prize POST": (founded,),
    "league:table_cards POST": (third_table,),
    "league:details POST to another day": (coming,),
    "league:late POST": (came_late,),
    "league:cancel POST": (coming,),
    "league:cancel POST back": (called_off,),
    "league:feed GET": (coming,),
    "league:feed GET of a forged link": (coming,),
    "league:feed GET of a revoked link": (revoked,),
    "games:wall_by_link GET": (on_the_wall,),
    "games:wall_by_link GET of a revoked link": (off_the_wall,),
    "games:wall_link_picture GET": (on_the_wall,),
    "games:wall_link_picture GET of a revoked link": (off_the_wall,),
    "league:api_call DELETE": (called,),
    "league:answer POST": (called,),
    "league:season_reopen POST": (closed,),
    "league:rule POST": (disputed,),
    "finance:journal_year GET": (booked,),
    "finance:figures_of GET": (booked,),
    "finance:receipts_of GET": (booked,),
    "finance:overdue POST": (overdue,),
    "finance:reminded GET": (reminded,),
    "finance:reminder_letters GET": (reminded,),
    "finance:to_pay GET": (reminded,),
    "finance:propose_again POST": (booked,),
    "finance:end_agreement POST": (welcomed,),
    "finance:end_rate POST": (cost_dues,),
    "finance:run_dues POST": (cost_dues,),
    "finance:move_fund POST": (own_kind, paid_in),
    "finance:pay_share POST": (paid_in, shared_fund),
    "finance:change_kind GET": (own_kind,),
    "finance:change_kind POST": (own_kind,),
    "finance:end_reduction POST": (less_dues,),
    "finance:object GET": (everybody_owes,),
    "finance:object POST": (everybody_owes,),
    "finance:objection GET": (objected,),
    "finance:objection POST": (objected,),
    "finance:give_round POST": (booked,),
    "finance:waive_claim POST": (booked,),
    "finance:rounds GET": (booked,),
    "finance:give_at POST": (booked,),
    "finance:take_back POST": (booked, given_in_part),
    "finance:move_round POST": (booked,),
    "finance:note_drink POST": (booked,),
    "finance:turn_into_euros POST": (booked,),
    "finance:tournament GET": (at_the_door,),
    "finance:take_entry POST": (at_the_door,),
    "finance:enter_paid POST": (at_the_door,),
    "finance:pay_prize POST": (paid_in,),
    "finance:pay_out_credit POST": (overpaid,),
    "finance:take_back_openings POST": (owing_before,),
    "finance:take POST": (booked,),
    "finance:storno GET": (booked,),
    "finance:storno POST": (booked,),
    "finance:years GET": (last_year,),
    "finance:year GET": (drafted,),
    "finance:year_report GET": (looked_through,),
    "finance:year_file GET": (last_year,),
    "finance:draft_year POST": (last_year,),
    "finance:confirm_year POST": (drafted,),
    "finance:sign_year POST": (board_confirmed,),
    "finance:discharge_board POST": (audited,),
    "finance:give_year_back POST": (drafted,),
    "finance:audit GET": (looked_through,),
    "finance:audit_bookings GET": (last_year,),
    "finance:draw_sample POST": (last_year,),
    "finance:add_finding POST": (last_year,),
    "finance:settle_finding POST": (looked_through,),
    "finance:audit_booking GET": (looked_through,),
    "finance:audit_booking POST": (last_year,),
    "finance:answer_question POST": (questioned,),
    "reports GET": (reported,),
    "report_mails POST": (reported,),
    "report GET": (reported,),
    "report_again POST": (reported,),
    "report_file GET": (reported,),
    "league:letters_file GET": (lettered,),
    "no_report_mails GET": (reported,),
    "no_report_mails POST": (reported,),
    "close_evening GET": (signed_by_one,),
    "cosign_evening GET": (signed_by_one,),
    "cosign_evening POST": (signed_by_one,),
    "close_paper GET": (signed_by_two,),
    "close_average POST": (one_absent,),
    "close_no_shows POST": (one_no_show,),
    "close_excuse POST": (one_absent,),
    "close_charge_after_all POST": (one_excused,),
    "close_give POST": (booked,),
    "close_pay POST": (booked,),
    "close_pay_all POST": (booked,),
    "close_sign POST": (counted,),
    "finance:import_bank POST": (on_the_account,),
    "finance:bank_imports GET": (on_the_account,),
    "finance:bank_import GET": (on_the_account,),
    "finance:set_rule POST": (on_the_account,),
    "finance:debits GET": (on_the_account,),
    "finance:end_mandate POST": (on_the_account,),
    "finance:collect GET": (on_the_account,),
    "finance:collect POST": (on_the_account,),
    "finance:debit_run GET": (on_the_account,),
    "finance:debit_file GET": (on_the_account,),
    "finance:withdraw_debits POST": (on_the_account,),
    "finance:book_debits POST": (on_the_account,),
    "finance:transfers GET": (on_the_account,),
    "finance:order_transfers POST": (on_the_account,),
    "finance:transfer_run GET": (on_the_account,),
    "finance:transfer_file GET": (on_the_account,),
    "finance:withdraw_transfers POST": (on_the_account,),
    "finance:book_transfers POST": (overpaid, on_the_account),
    "finance:end_rule POST": (on_the_account,),
    "finance:bank_columns GET": (on_the_account,),
    "finance:bank_columns POST": (on_the_account,),
    "finance:book_sure POST": (on_the_account,),
    "finance:book_likely POST": (on_the_account,),
    "finance:undo_import POST": (on_the_account,),
    "finance:bank_line GET": (on_the_account,),
    "finance:book_line POST": (on_the_account,),
    "finance:book_elsewhere POST": (on_the_account,),
    "finance:transfer_line POST": (on_the_account,),
    "finance:refund_line POST": (overpaid, on_the_account),
    "finance:tie_line POST": (paid_by_hand,),
    "finance:give_back_line POST": (line_booked,),
    "finance:ignore_line POST": (on_the_account,),
    "finance:take_up_line POST": (on_the_account,),
    "finance:confirm_notice POST": (on_the_account,),
    "finance:refuse_notice POST": (on_the_account,),
    "finance:slip GET": (on_the_account,),
    "finance:take_over GET": (booked,),
    "finance:take_over POST": (booked,),
    "finance:withdraw_notice POST of oneself": (everybody_announced,),
    "league:approval GET": (appointed_himself,),
    "league:decide_approval POST": (appointed_himself,),
    "league:decide_approval POST to refuse": (appointed_himself,),
    "league:decide_approval POST to withdraw": (appointed_himself,),
    "league:revoke_token POST of oneself": (everybody_has_a_token,),
    "league:revoke_token POST of another": (everybody_has_a_token,),
    "finance:withdraw_notice POST of another": (on_the_account,),
    "finance:booking GET": (vouched,),
    "finance:attach_voucher POST": (vouched,),
    "finance:voucher GET": (vouched,),
    "finance:voucher_file GET": (vouched,),
    "finance:voucher_picture GET": (vouched,),
}


def prepare(key: str, w: World) -> None:
    if key.split(" ")[0] in CUP_PAGES:
        (drawn_inside if key.endswith(INSIDE) else drawn)(w)
    for step in BEFORE.get(key, ()):
        step(w)
    if key.endswith("of a public evening"):
        public(w)


# --- the requests ---------------------------------------------------------------------------
def _one_at_each(team: LeagueTeam) -> dict[str, Any]:
    """The first four of a squad, one at each table."""
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


def _asks_why(block: int) -> Callable[[World, str], Ask]:
    return lambda w, a: Ask([w.cup.pk, block, w.nora.participation_id])


def _pair(w: World) -> dict[str, str]:
    first, other = w.cup.participations.order_by("pk").values_list("pk", flat=True)[:2]
    return {"one": str(first), "other": str(other)}


def _correction(w: World) -> dict[str, Any]:
    """Game 1 once more, lost by somebody else."""
    return _card(w, number=1, seen=1, reason="verwechselt")


def _whole_card() -> dict[str, Any]:
    """Game 1 stays as it is, the second is new."""
    return {"client_id": "sheet", "seen_1": 1, "game_1": "133", "game_2": "122"}


def _card_corrected() -> dict[str, Any]:
    return {"client_id": "sheet", "seen_1": 1, "game_1": "122", "reason": "verwechselt"}


def _another_loser(w: World) -> dict[str, Any]:
    return {"loser": str(_seats(w)[0].pk), "penalty": 3, "best": None}


def _mark(**more: Any) -> dict[str, Any]:
    return {"seen": seen(), "id": "mark", **more}


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


def _code(w: World, actor: str) -> dict[str, Any]:
    """The code of the last mail is not known yet; `Typed` reads it when it is sent."""
    return {"code": TypedFromMail()}


def _over(token: str, **data: str) -> Ask:
    return Ask([token], data or None, leaves="league_linkuse")


class TypedFromMail:
    """Written into the form as whatever code the last mail brought."""

    def __str__(self) -> str:
        deliver(timezone.now)
        if not mail.outbox:
            return "none"  # whoever is logged in already is asked for none
        match = re.search(r"^\s*([A-Z0-9-]{6,9})\s*$", str(mail.outbox[-1].body), re.MULTILINE)
        return match[1] if match else ""


def _missing(w: World) -> int:
    """The line of somebody on the evening's list who is not there."""
    return Participation.objects.get(event=w.event, person=w.persons["auditor"]).pk


def _calendar(w: World) -> str:
    """The secret of Mara's calendar, where she has one."""
    link = CalendarLink.objects.filter(person=w.mara).first()
    return tokens.sign_calendar(link.pk if link else 0)


def _pay(amount: str = "5") -> dict[str, Any]:
    return {
        "client_id": "pay",
        "seen": 0,
        "amount": amount,
        "method": "cash",
        "day": TODAY.isoformat(),
    }


def _opened(w: World) -> dict[str, Any]:
    fields = {
        "client_id": "one",
        "person": w.mara.pk,
        "amount": "9",
        "what": "debt",
        "day": TODAY.isoformat(),
    }
    return {f"one-{name}": value for name, value in fields.items()}


def _paid_out() -> dict[str, Any]:
    fields = {"client_id": "back", "amount": "9", "method": "cash", "day": TODAY.isoformat()}
    return {f"refund-{name}": value for name, value in fields.items()}


def _decided() -> dict[str, str]:
    return {"decided_on": TODAY.isoformat(), "start": TODAY.isoformat()}


def _by_hand(**more: str) -> dict[str, Any]:
    fields = {"client_id": "hand", "amount": "12,50", "day": TODAY.isoformat(), "text": "Blumen"}
    return fields | more


def _form(w: World) -> Ask:
    """The form of somebody new; a login is named by itself."""
    sent = {"client_id": "tap", "name": "Enzo Neu", "shown": "short", "is_adult": "on"}
    return Ask([w.cup.pk], sent)


def _own_page(w: World, **data: str) -> Ask:
    return Ask([tokens.sign_registration(w.nora.pk)], data or None)


def _passkey(w: World, actor: str) -> int:
    """A passkey of whoever asks, or Mara's."""
    email = "niemand@club.invalid" if actor == "unknown" else ""
    user = User.objects.get(email=email) if email else w.persons.get(actor, w.mara).user
    return Authenticator.objects.create(user=user, type="webauthn", data={"name": "Telefon"}).pk


def _mail() -> Mail:
    letter = EmailMessage("Betreff", "Text", to=["wer@club.invalid"])
    return outbox.put(kind=Mail.Kind.NOTICE, letter=letter, now=timezone.now())


def _letters(w: World, actor: str) -> dict[str, Any]:
    """The letters are of two kinds: each office ticks what it may."""
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
    """The link of somebody without a login; `withdrawn` by the next one."""
    asked = invitations.invite(person=w.alone, by=None, now=timezone.now())
    if withdrawn:
        invitations.invite(person=w.alone, by=None, now=timezone.now())
    return Ask([tokens.sign_invitation(asked.pk)], data or None)


ASK: dict[str, Callable[[World, str], Ask]] = {
    "found POST": lambda w, a: Ask(data={"name": "Neu", "email": "neu@club.invalid"}, writes=False),
    "finance:shared_receipt POST": lambda w, a: Ask(
        data={"file": SimpleUploadedFile("bon.pdf", b"%PDF-1.4 Bon %%EOF")},
        before=from_the_phone,
        writes=False,
    ),
    "theme POST": lambda w, a: Ask(data={"theme": "dark"}, writes=False),
    "set_language POST": lambda w, a: Ask(data={"language": "en"}, writes=None),
    # Whoever is logged in already gets no code, so it writes nothing.
    "account_login POST": lambda w, a: Ask(data={"email": _self(w, a).user.email}, writes=None),
    "account_request_login_code POST": lambda w, a: Ask(
        data={"email": _self(w, a).user.email}, writes=None
    ),
    "account_confirm_login_code GET": lambda w, a: Ask(before=_ask_for_a_code(w, a)),
    "account_confirm_login_code POST": lambda w, a: Ask(
        data=_code(w, a), before=_ask_for_a_code(w, a), writes=None
    ),
    "account_logout POST": lambda w, a: Ask(data={}, writes=False),
    "demo_login POST": lambda w, a: Ask(data={"user": w.hilde.user.pk}),
    "demo_login POST in the demo": lambda w, a: Ask(
        data={"user": w.hilde.user.pk}, demo=True, writes=None
    ),
    # Evenings
    "league:new_evening POST": lambda w, a: Ask(
        data={"name": "Neu", "business_date": (TODAY + DAY).isoformat(), "venue": "pub"}
    ),
    "league:series POST": lambda w, a: Ask(
        data={
            "name": "Reihe",
            "first": (TODAY + DAY).isoformat(),
            "last": (TODAY + 8 * DAY).isoformat(),
            "weeks": 1,
            "venue": "pub",
            "day": [(TODAY + DAY).isoformat(), (TODAY + 8 * DAY).isoformat()],
        }
    ),
    "league:details POST": lambda w, a: Ask([w.event.pk], {"start_time": "20:00"}),
    "league:details POST to another day": lambda w, a: Ask(
        [w.coming.pk], {"day": (TODAY + 8 * DAY).isoformat()}
    ),
    "league:publish POST": lambda w, a: Ask([w.event.pk], {"public": "1"}),
    "league:cancel POST": lambda w, a: Ask([w.coming.pk], {"reason": "Kirmes"}),
    "league:cancel POST back": lambda w, a: Ask([w.coming.pk], {"back": "1"}),
    "league:crown POST": lambda w, a: Ask([w.event.pk], {"person": ""}),
    "league:in_time POST": lambda w, a: Ask([w.result.pk], {"in_time": "0"}),
    "league:reply POST": lambda w, a: Ask([w.event.pk], {"answer": "yes"}),
    "league:reply_for POST": lambda w, a: Ask([_missing(w)], {"answer": "no"}),
    "league:read_tokens POST": lambda w, a: Ask(data={"client_id": "new", "name": "Tafel"}),
    "league:own_address POST": lambda w, a: Ask(data={"email": "neu@club.invalid"}),
    "league:own_address POST with the code": _new_address,
    "my_mails POST": lambda w, a: Ask(
        data={"evenings": "daily", "tournaments": "daily", "reports": "at_once"}
    ),
    "league:remove_push_device POST": lambda w, a: Ask([_own_device(w, a).pk], {}),
    "league:letters POST": lambda w, a: Ask(data=_letters(w, a)),
    "league:letters_file GET": lambda w, a: Ask(["printed"]),
    "league:decide_mail POST": lambda w, a: Ask([_mail().pk], {"stop": "1"}),
    "league:devices POST": lambda w, a: Ask(data={"others": "1"}, writes=None),
    "passkeys POST": lambda w, a: Ask(data={"credential": "{}"}, writes=False),
    "remove_passkey POST of oneself": lambda w, a: Ask([_passkey(w, a)], {}),
    "remove_passkey POST of another": lambda w, a: Ask([_passkey(w, "")], {}),
    "passkey_login POST": lambda w, a: Ask(data={"credential": "{}"}, writes=False),
    "league:prove POST": lambda w, a: Ask(data={}, writes=False),
    "league:read_out POST": lambda w, a: Ask(data={"code": _read_out(w)}, writes=False),
    "league:login_link GET": lambda w, a: Ask([_login_link(w)]),
    "league:login_link POST": lambda w, a: Ask([_login_link(w)], {"come": "1"}),
    "league:approval GET": lambda w, a: Ask([w.approval.pk]),
    "league:decide_approval POST": lambda w, a: Ask([w.approval.pk], {"answer": "confirm"}),
    "league:decide_approval POST to refuse": lambda w, a: Ask(
        [w.approval.pk], {"answer": "refuse"}
    ),
    "league:decide_approval POST to withdraw": lambda w, a: Ask(
        [w.approval.pk], {"answer": "withdraw"}
    ),
    "league:revoke_token POST of oneself": lambda w, a: Ask(
        [w.own_tokens.get(a, w.own_tokens[""]).pk], {}
    ),
    "league:revoke_token POST of another": lambda w, a: Ask([w.own_tokens[""].pk], {}),
    "league:calendar POST": lambda w, a: Ask(data={"renew": "1"}),
    "league:feed GET": lambda w, a: Ask([_calendar(w)]),
    "league:event_wall POST": lambda w, a: Ask([w.event.pk], {"renew": "1"}),
    "league:club_wall POST": lambda w, a: Ask(data={"renew": "1"}),
    "league:ceremony POST": lambda w, a: Ask([w.event.pk], {"hides": "1"}),
    "games:wall_by_link GET": lambda w, a: Ask([tokens.sign_wall(w.wall.pk)]),
    "games:wall_by_link GET of a revoked link": lambda w, a: Ask([tokens.sign_wall(w.wall.pk)]),
    "games:wall_link_picture GET": lambda w, a: Ask([tokens.sign_wall(w.wall.pk)]),
    "games:wall_link_picture GET of a revoked link": lambda w, a: Ask(
        [tokens.sign_wall(w.wall.pk)]
    ),
    "league:feed GET of a revoked link": lambda w, a: Ask([_calendar(w)]),
    "league:feed GET of a forged link": lambda w, a: Ask([tokens.sign_reminder(w.mara.pk)]),
    "league:invitation GET": lambda w, a: _invited(w),
    "league:invitation POST": lambda w, a: _invited(w, email="neu@club.invalid"),
    "league:invitation GET of a withdrawn one": lambda w, a: _invited(w, withdrawn=True),
    "league:invitation POST of a withdrawn one": lambda w, a: _invited(
        w, withdrawn=True, email="neu@club.invalid"
    ),
    "league:invitation GET of a forged link": lambda w, a: Ask(["1:gefälscht"]),
    "league:no_reminders GET": lambda w, a: Ask([tokens.sign_reminder(w.mara.pk)]),
    "league:no_reminders POST": lambda w, a: Ask([tokens.sign_reminder(w.mara.pk)], {}),
    "league:no_reminders POST of a forged link": lambda w, a: Ask(
        [tokens.sign_calendar(w.mara.pk)], {}
    ),
    "league:add_guest POST": lambda w, a: Ask([w.event.pk], {"name": "Gast von nebenan"}),
    "league:add_table POST": lambda w, a: Ask([w.event.pk], {}),
    "league:attendance POST": lambda w, a: Ask([w.waiting.pk], {"attendance": "late"}),
    "league:attendance_list GET": lambda w, a: Ask([w.event.pk]),
    "league:attendance_list POST": lambda w, a: Ask(
        [w.event.pk], {"participation": w.waiting.pk, "attendance": "late"}
    ),
    "league:all_here POST": lambda w, a: Ask([w.event.pk]),
    "league:late POST": lambda w, a: Ask([w.waiting.pk], {"minutes": "20"}),
    "league:seat POST": lambda w, a: Ask([w.here.pk], {"participation": w.waiting.pk}),
    "league:change_seat POST": lambda w, a: Ask([_seats(w)[1].pk], {"up": "1"}),
    "games:rules POST": lambda w, a: Ask([w.event.pk], {"venue": "pub"}),
    "games:breaches POST": lambda w, a: Ask(
        [w.event.pk],
        {"client_id": "b", "person": _missing(w), "code": "no_show", "count": 1, "note": ""},
    ),
    "games:withdraw POST": lambda w, a: Ask([w.fine.pk], {}),
    # Tournaments
    **{
        f"league:{name} GET{kind}": ask
        for kind in ("", " of the club alone")
        for name, ask in (
            ("tournament", lambda w, a: Ask([w.cup.pk])),
            ("my_table", lambda w, a: Ask([w.cup.pk])),
            ("tournament_table", lambda w, a: Ask([w.cup.pk])),
            ("tournament_teams", lambda w, a: Ask([w.cup.pk])),
            ("tournament_player", lambda w, a: Ask([w.cup.pk, w.nora.participation_id])),
            ("tournament_draw", lambda w, a: Ask([w.cup.pk, 1])),
        )
    },
    "league:my_table GET by a registration": lambda w, a: Ask(
        [w.cup.pk], query={"registration": tokens.sign_registration(w.nora.pk)}
    ),
    "league:push_device POST": lambda w, a: Ask(
        [w.cup.pk], {"registration": tokens.sign_registration(w.nora.pk)}, writes=False
    ),
    "league:notification GET": lambda w, a: Ask(),
    "league:renew_push POST": lambda w, a: Ask(
        data={"endpoint": "https://updates.push.services.mozilla.com/wpush/v2/new"},
        writes=False,
    ),
    "league:tournament_draw GET of what is proposed": lambda w, a: Ask([w.cup.pk, 2]),
    **{
        f"league:api_draw_why GET{kind}": _asks_why(block)
        for kind, block in (("", 1), (" of the club alone", 1), (" of what is proposed", 2))
    },
    # The direction of a tournament
    "league:tournaments GET": lambda w, a: Ask(),
    "league:new_tournament GET": lambda w, a: Ask(),
    "league:new_tournament POST": lambda w, a: Ask(
        data={
            "name": "Neuer Cup",
            "business_date": (TODAY + DAY).isoformat(),
            "venue": "pub",
            "template": "werl",
        }
    ),
    "league:direction GET": lambda w, a: Ask([w.cup.pk]),
    "league:direct_table GET": lambda w, a: Ask([w.cup.pk, _cup_table(w).pk]),
    "league:table_card POST": lambda w, a: Ask([w.cup.pk, _cup_table(w).pk], {"do": "in"}),
    "league:papers GET": lambda w, a: Ask([w.cup.pk, "sitzplan"], query={"block": "1"}),
    "league:papers POST": lambda w, a: Ask([w.cup.pk, "tischkarten"], query={"block": "1"}),
    "league:table_card POST back": lambda w, a: Ask([w.cup.pk, _cup_table(w).pk], {"do": "back"}),
    "league:tournament_programs GET": lambda w, a: Ask([w.cup.pk]),
    "league:tournament_programs POST": lambda w, a: Ask(
        [w.cup.pk], {"name": "Tafel", "client_id": "hall"}
    ),
    "league:revoke_program POST": lambda w, a: Ask([w.cup.pk, w.program.pk], {}),
    "league:api_directed_registrations POST": lambda w, a: Ask(
        [w.cup.pk], {"id": "guest", "name": "Neu Dazu"}
    ),
    "league:api_directed_registration POST": lambda w, a: Ask(
        [w.cup.pk, w.players[0].registration.pk], {"id": "out", "do": "undo"}
    ),
    "league:api_directed_step POST": lambda w, a: Ask(
        [w.cup.pk, 1], {"id": "draw", "do": "draw", "seen": day.seen(w.cup)}
    ),
    "games:api_whole_card GET": lambda w, a: Ask([w.cup.pk, 1, 1]),
    "games:api_whole_card PUT": lambda w, a: Ask(
        [w.cup.pk, 1, 1], {"id": "card", "games": {"1": "4321/1234/1"}}
    ),
    "league:find_card GET": lambda w, a: Ask([w.cup.pk], query={"card": "1-1"}),
    "league:draw_by_hand POST": lambda w, a: _decides(w, 1, seating=_on_paper(w)),
    "league:emergency_folder GET": lambda w, a: Ask([w.cup.pk]),
    "league:card_photo GET": lambda w, a: Ask([w.cup.pk, w.photo.pk]),
    "league:add_card_photo POST": lambda w, a: Ask(
        [w.cup.pk, _cup_table(w).pk],
        {"client_id": "f", "photo": SimpleUploadedFile("karte.png", picture())},
    ),
    "league:remove_card_photo POST": lambda w, a: Ask([w.cup.pk, w.photo.pk], {}),
    "league:give_up_card POST": lambda w, a: _decides(w, _cup_table(w).pk, reason="fort"),
    "league:credit GET": lambda w, a: Ask([w.cup.pk, 1, w.cup.participations.earliest("pk").pk]),
    "league:credit POST": lambda w, a: _decides(
        w, 1, w.players[0].pk, kind="nothing", reason="kam später"
    ),
    "league:direct_people GET": lambda w, a: Ask([w.cup.pk]),
    "league:gone POST": lambda w, a: _decides(w, person=w.players[0].pk),
    "league:gone POST back": lambda w, a: _decides(w, person=w.players[0].pk, do="back"),
    "league:closing GET": lambda w, a: Ask([w.cup.pk]),
    "league:finish_tournament POST": lambda w, a: _decides(w),
    "league:reopen_tournament POST": lambda w, a: _decides(w),
    "league:direct_block GET": lambda w, a: Ask([w.cup.pk, 1]),
    "league:api_directed_why GET": lambda w, a: Ask([w.cup.pk, 1], query=_pair(w)),
    "league:block_step POST": lambda w, a: _decides(w, 1, step="sharp"),
    "league:propose_draw POST": lambda w, a: _decides(w, 1),
    "league:release_draw POST": lambda w, a: _decides(w, 1, draw=_proposal(w)),
    "league:discard_draw POST": lambda w, a: _decides(w, 1, draw=_proposal(w)),
    "league:change_draw POST": lambda w, a: _decides(w, 1, change="leave", person=w.players[0].pk),
    "league:swap GET": lambda w, a: Ask([w.cup.pk, 1], query=_two(w)),
    "league:change_places POST": lambda w, a: _decides(w, 1, client_id="tausch", **_two(w)),
    "league:decide_tie POST": lambda w, a: _decides(
        w, 1, do="lot", person=[player.pk for player in w.players]
    ),
    "league:withdraw_tie POST": lambda w, a: _decides(w, 1, decision=w.decision.pk),
    "league:draw_version GET": lambda w, a: Ask([w.cup.pk, 1, 1]),
    "league:tournament_settings GET": lambda w, a: Ask([w.cup.pk]),
    "league:describe_tournament POST": lambda w, a: _decides(w, words="Parken im Hof"),
    "league:tournament_when POST": lambda w, a: _decides(
        w, name=w.cup.name, business_date=str(w.cup.business_date), place="Zum Anker"
    ),
    "league:call_off POST": lambda w, a: Ask([w.cup.pk], {"reason": "Kirmes"}),
    "league:call_off POST back": lambda w, a: Ask([w.cup.pk], {"back": "1"}),
    "league:publish_tournament POST": lambda w, a: Ask([w.cup.pk], {"public": "0"}),
    "league:fit_format POST": lambda w, a: _decides(w),
    "league:format_editor GET": lambda w, a: Ask([w.cup.pk]),
    "league:format_block GET": lambda w, a: Ask([w.cup.pk, 1]),
    "league:format_block POST": lambda w, a: _builds(w, 1, **_round_form(w)),
    "league:format_step POST": lambda w, a: _builds(w, 1, do="another"),
    "league:format_whole GET": lambda w, a: Ask([w.cup.pk]),
    "league:format_whole POST": lambda w, a: _builds(w, has_teams="on", by="points"),
    "league:take_format_over GET": lambda w, a: Ask([w.cup.pk]),
    "league:take_format_over POST": lambda w, a: _builds(w),
    "league:discard_format POST": lambda w, a: Ask([w.cup.pk], {}),
    "league:format_templates GET": lambda w, a: Ask([w.cup.pk]),
    "league:format_templates POST": lambda w, a: _builds(w, choice="werl"),
    "league:save_format POST": lambda w, a: Ask([w.cup.pk], {"name": "Kirmesturnier"}),
    "league:remove_format POST": lambda w, a: Ask([w.cup.pk], {"saved": w.saved.pk}),
    "league:format_file GET": lambda w, a: Ask([w.cup.pk]),
    "league:read_format POST": lambda w, a: _builds(
        w,
        file=SimpleUploadedFile("ablauf.toml", formats.written(formats.load("werl")).encode()),
    ),
    "league:add_prize POST": lambda w, a: _decides(w, award="last", thing="Rote Laterne"),
    "league:remove_prize POST": lambda w, a: Ask([w.cup.pk, w.prize.pk], {}),
    # At the door of a tournament
    "league:register GET": lambda w, a: Ask([w.cup.pk]),
    "league:register POST": lambda w, a: _form(w),
    "league:confirm_registration GET": lambda w, a: Ask([_requested(w)]),
    "league:confirm_registration POST": lambda w, a: Ask([_requested(w)], {}),
    "league:own_request GET": lambda w, a: Ask([_requested(w, email="")]),
    "league:own_request POST": lambda w, a: Ask([_requested(w, email="")], {}),
    "league:decide_registration POST": lambda w, a: Ask(
        [tokens.read_request(_requested(w, email=""))], {"accept": "1"}
    ),
    "league:register GET of the club alone": lambda w, a: Ask([w.cup.pk]),
    "league:register POST of the club alone": lambda w, a: _form(w),
    "league:registration GET": lambda w, a: _own_page(w),
    "league:registration POST": lambda w, a: _own_page(w, shown="number"),
    "league:registration POST to cancel": lambda w, a: _own_page(w, cancel="1"),
    "league:registration GET of a forged address": lambda w, a: Ask(
        [tokens.sign_calendar(w.nora.pk)]
    ),
    "league:registration POST of a forged address": lambda w, a: Ask(
        [tokens.sign_calendar(w.nora.pk)], {"cancel": "1"}
    ),
    "league:registrations GET": lambda w, a: Ask([w.cup.pk]),
    "league:registrations POST": lambda w, a: Ask(
        [w.cup.pk], {"client_id": "desk", "name": "Enzo Neu", "shown": "short"}
    ),
    "league:at_desk POST": lambda w, a: Ask([w.nora.pk], {"check_in": "1"}),
    "league:at_desk POST to undo": lambda w, a: Ask([w.nora.pk], {"undo": "1"}),
    "league:at_desk POST about a name": lambda w, a: Ask([w.namesake.pk], {"same": "1"}),
    "league:desk_team POST": lambda w, a: Ask([w.cup.pk], {"name": "Die Würfler"}),
    # Leagues of teams
    "league:team_leagues GET": lambda w, a: Ask(),
    "league:team_leagues GET where it is public": lambda w, a: Ask(),
    "league:new_team_league GET": lambda w, a: Ask(),
    "league:new_team_league POST": lambda w, a: Ask(
        data={"season": w.season.pk, "name": "Liga", "withdrawal": "strike"}
    ),
    "league:team_league GET": lambda w, a: Ask([w.league.pk]),
    "league:team_league GET where it is public": lambda w, a: Ask([w.league.pk]),
    "league:team_league POST": lambda w, a: Ask([w.league.pk], {"name": "Neue", "pub": "Post"}),
    "league:fixtures GET": lambda w, a: Ask([w.league.pk]),
    "league:fixtures POST": lambda w, a: Ask(
        [w.league.pk], {"first_day": TODAY.isoformat(), "weeks": 1, "make": "1"}
    ),
    "league:league_team GET": lambda w, a: Ask([w.becher.pk]),
    "league:league_team POST": lambda w, a: Ask([w.becher.pk], {"name": "Neu Dabei"}),
    "league:change_squad POST": lambda w, a: Ask(
        [w.becher.pk], {"captain": w.becher.squad.get(person=w.mara).pk}
    ),
    "league:remove_team POST": lambda w, a: Ask([w.becher.pk], {}),
    "league:withdraw_team POST": lambda w, a: Ask([w.becher.pk], {"reason": "Zu wenige"}),
    "league:match GET": lambda w, a: Ask([w.match.pk]),
    "league:match GET where it is public": lambda w, a: Ask([w.match.pk]),
    "league:line_up_home GET": lambda w, a: Ask([w.match.pk]),
    "league:line_up_home POST": lambda w, a: Ask([w.match.pk], _one_at_each(w.becher)),
    "league:line_up_away GET": lambda w, a: Ask([w.match.pk]),
    "league:line_up_away POST": lambda w, a: Ask([w.match.pk], _one_at_each(w.dreier)),
    "league:substitute GET": lambda w, a: Ask([w.match.pk]),
    "league:substitute POST": lambda w, a: Ask(
        [w.match.pk],
        {"goes": w.mara.pk, "comes": w.becher.squad.latest("pk").person_id, "from_round": 2},
    ),
    "league:match_table GET": lambda w, a: Ask([w.match.pk, 1, 1]),
    "league:match_table POST": lambda w, a: Ask(
        [w.match.pk, 1, 1], {"number": 1, "loser": w.match_table.seats.first().pk}
    ),
    "league:match_fine POST": lambda w, a: Ask(
        [w.match.pk, 1, 1],
        {
            "client_id": "tap",
            "seat": w.match_table.seats.first().pk,
            "title": "Würfel am Boden",
            "cents": "0,20",
        },
    ),
    "league:match_sheet GET": lambda w, a: Ask([w.match.pk]),
    "league:sign_match POST": lambda w, a: Ask(
        [w.match.pk], _signature(w, "away" if a == "guest_tonight" else "home")
    ),
    "league:sign_match POST for paper": lambda w, a: Ask(
        [w.match.pk], {**_signature(w), "paper": "1"}
    ),
    "league:direct_match GET": lambda w, a: Ask([w.match.pk]),
    "league:direct_match POST": lambda w, a: Ask(
        [w.match.pk],
        {"client_id": "move", "day": (TODAY + 3 * DAY).isoformat(), "reason": "Kirmes"},
    ),
    "league:direct_match POST to give it away": lambda w, a: Ask(
        [w.match.pk], {"award": "1", "award-winner": "home", "award-reason": "nicht da"}
    ),
    # Members' meetings
    "league:assemblies GET": lambda w, a: Ask(),
    "league:new_assembly GET": lambda w, a: Ask(),
    "league:new_assembly POST": lambda w, a: Ask(data=_meeting()),
    "league:assembly_rules GET": lambda w, a: Ask(),
    "league:assembly_rules POST": lambda w, a: Ask(data={"notice_days": 28}),
    "league:assembly GET": lambda w, a: Ask([w.assembly.pk]),
    "league:assembly_motion GET": lambda w, a: Ask([w.assembly.pk]),
    "league:assembly_motion POST": lambda w, a: Ask(
        [w.assembly.pk], {"client_id": "motion", "title": "Neue Becher"}
    ),
    "league:change_assembly GET": lambda w, a: Ask([w.assembly.pk]),
    "league:change_assembly POST": lambda w, a: Ask([w.assembly.pk], _meeting()),
    "league:assembly_agenda GET": lambda w, a: Ask([w.assembly.pk]),
    "league:assembly_agenda POST": lambda w, a: Ask([w.assembly.pk], {"gone": w.discharge.pk}),
    "league:invite_assembly GET": lambda w, a: Ask([w.assembly.pk]),
    "league:invite_assembly POST": lambda w, a: Ask([w.assembly.pk], {"client_id": "letters"}),
    "league:assembly_evening GET": lambda w, a: Ask([w.assembly.pk]),
    "league:assembly_evening POST": lambda w, a: Ask([w.assembly.pk], {"close": "1"}),
    "league:assembly_attendance POST": lambda w, a: Ask([w.assembly.pk, w.mara.pk], {"here": "0"}),
    "league:assembly_item GET": lambda w, a: Ask([w.assembly.pk, w.discharge.pk]),
    "league:assembly_item POST": lambda w, a: Ask(
        [w.assembly.pk, w.discharge.pk],
        {
            "act": "count",
            "client_id": "tap",
            "seen": 0,
            "yes": 2,
            "no": 0,
            "abstained": 0,
        },
    ),
    "league:accept_election POST": lambda w, a: Ask(
        [w.assembly.pk, w.candidacy.pk],
        {"answer": "accepted", "start": (TODAY + DAY).isoformat()},
    ),
    "league:accept_election POST of a no": lambda w, a: Ask(
        [w.assembly.pk, w.candidacy.pk], {"answer": "declined"}
    ),
    "league:assembly_minutes GET": lambda w, a: Ask([w.assembly.pk]),
    "league:assembly_minutes GET of what is released": lambda w, a: Ask([w.assembly.pk]),
    "league:assembly_minutes POST": lambda w, a: Ask(
        [w.assembly.pk],
        {
            "act": "sign",
            "seen": minutes_words.digest_of(minutes_words.content_of(w.assembly)),
        },
    ),
    "league:assembly_minutes_pdf GET": lambda w, a: Ask([w.assembly.pk]),
    # The club
    "league:season_table GET": lambda w, a: Ask([w.season.pk]),
    "league:season_table GET where it is public": lambda w, a: Ask([w.season.pk]),
    "league:year_ranking GET where it is public": lambda w, a: Ask([w.season.pk]),
    "league:crest GET": lambda w, a: Ask([_crest()]),
    "change_club POST": lambda w, a: Ask(["name"], {"name-name": "Die Becher"}),
    "retention GET": lambda w, a: Ask(),
    "retention POST": lambda w, a: Ask(
        data={
            "clause": "§ 147 AO",
            "book_years": 11,
            "voucher_years": 8,
            "backup_years": 10,
            "mail_days": 30,
        }
    ),
    "kept_records GET": lambda w, a: Ask(),
    "person_data GET of oneself": lambda w, a: Ask([_self(w, a).pk]),
    "person_data GET of another": lambda w, a: Ask([w.mara.pk]),
    "person_archive POST of oneself": lambda w, a: Ask([_self(w, a).pk], {}),
    "person_archive POST of another": lambda w, a: Ask([w.mara.pk], {}),
    "object_to_use POST of oneself": lambda w, a: Ask([_self(w, a).pk], {}),
    "object_to_use POST of another": lambda w, a: Ask([w.mara.pk], {}),
    "ask_for_erasure POST of oneself": lambda w, a: Ask([_self(w, a).pk], {}),
    "ask_for_erasure POST of another": lambda w, a: Ask([w.mara.pk], {}),
    "erase_person GET": lambda w, a: Ask([_passing().pk]),
    "erase_person POST": lambda w, a: Ask(
        [_passing().pk], {"seen": preview(_passing(), TODAY).digest, "meant": "on"}
    ),
    "doubles GET": lambda w, a: Ask(),
    "merge_people GET": lambda w, a: Ask([w.mara.pk, _passing().pk]),
    "different_people POST": lambda w, a: Ask([w.mara.pk, _passing().pk], {}),
    "merge_people POST": lambda w, a: Ask([w.mara.pk, _passing().pk], _merge(w.mara)),
    "founding_step GET": lambda w, a: Ask([1]),
    "founding_step POST": lambda w, a: Ask(
        [3], {"name-name": "Die Becher", "konto-holder": "", "konto-iban": ""}
    ),
    "games:tonight POST": lambda w, a: Ask(
        data={
            "names": f"{w.mara.name}, Neuling",
            "rulebook": "rsc2003",
            "client_id": uuid4().hex,
            "who-0": w.mara.pk,
            "who-1": "guest",
        }
    ),
    "league:season_person GET": lambda w, a: Ask([w.season.pk, w.mara.pk]),
    "league:year_ranking GET": lambda w, a: Ask([w.season.pk]),
    "league:season_scoring GET": lambda w, a: Ask([w.season.pk]),
    "league:season_scoring POST": lambda w, a: Ask([w.season.pk], {"min_games": 3}),
    "league:season_close POST": lambda w, a: Ask([w.season.pk], {}),
    "league:season_reopen POST": lambda w, a: Ask([w.season.pk], {"reason": "Einspruch"}),
    "league:club_invitation POST": lambda w, a: Ask(data={"renew": "1"}),
    "league:decide_request POST": lambda w, a: Ask([_asked().pk], {"who": "guest"}),
    "league:join GET": lambda w, a: Ask([_club_link()]),
    "league:join POST": lambda w, a: Ask([_club_link()], _newcomer()),
    "league:join GET of a revoked link": lambda w, a: Ask([_club_link(revoked=True)]),
    "league:join POST of a revoked link": lambda w, a: Ask([_club_link(revoked=True)], _newcomer()),
    "league:join GET of a forged link": lambda w, a: Ask([tokens.sign_wall(1)]),
    "league:people_list POST": lambda w, a: Ask(data={"text": "Neu Eins\nNeu Zwei"}, writes=False),
    "league:people_import GET": lambda w, a: Ask([_list().pk]),
    "league:old_table GET": lambda w, a: Ask([_old_table().pk]),
    "league:new_old_table POST": lambda w, a: Ask(data={**_old(), "take": "1"}),
    "league:undo_old_table POST": lambda w, a: Ask([_old_table().pk], {}),
    "league:book_balances POST": lambda w, a: Ask([_list(owing=True).pk], {}),
    "league:ask_in POST": lambda w, a: Ask([_list().pk], {}),
    "league:undo_import POST": lambda w, a: Ask([_list().pk], {}),
    "league:new_person POST": lambda w, a: Ask(
        data={"name": "Neu", "email": "", "kind": "active", "start": TODAY.isoformat()}
    ),
    "person_figures GET of oneself": lambda w, a: Ask([_self(w, a).pk]),
    "person_figures GET of another": lambda w, a: Ask([w.mara.pk]),
    "person_figures GET of a tournament's guest": lambda w, a: Ask(
        [w.nora.participation.person_id]
    ),
    "person_games GET of oneself": lambda w, a: Ask([_self(w, a).pk]),
    "person_games GET of another": lambda w, a: Ask([w.mara.pk]),
    "person_games GET of a tournament's guest": lambda w, a: Ask([w.nora.participation.person_id]),
    "league:membership_kinds GET": lambda w, a: Ask(),
    "league:membership_kinds POST": lambda w, a: Ask(data={"name": "Probe", "counts_as": "active"}),
    "league:end_membership_kind POST": lambda w, a: Ask(["passive"], {}),
    "league:person_fields GET": lambda w, a: Ask(),
    "league:person_fields POST": lambda w, a: Ask(
        data={rule.code: "members" for rule in details.field_rules()}
    ),
    "league:add_person_field POST": lambda w, a: Ask(data={"name": "Trikot", "seen_by": "board"}),
    "league:end_person_field POST": lambda w, a: Ask(
        [detailing.add_field(name="Schuhe", seen_by="board").code], {}
    ),
    "league:leave_club GET": lambda w, a: Ask([w.mara.pk]),
    "league:leave_club POST": lambda w, a: Ask([w.mara.pk], {"last": TODAY.isoformat()}),
    "league:correct_membership GET": lambda w, a: Ask([w.mara.memberships.get().pk]),
    "league:correct_membership POST": lambda w, a: Ask(
        [w.mara.memberships.get().pk],
        {"kind": "passive", "start": w.mara.memberships.get().start.isoformat()},
    ),
    "league:person_details GET of oneself": lambda w, a: Ask([_self(w, a).pk]),
    "league:person_details POST of oneself": lambda w, a: Ask(
        [_self(w, a).pk], {"phone": "0651 123456"}
    ),
    "league:person_details GET of another": lambda w, a: Ask([w.mara.pk]),
    "league:person_details POST of another": lambda w, a: Ask([w.mara.pk], {"phone": "0651 99"}),
    "league:person_photo GET": lambda w, a: Ask([_with_photo(w).pk]),
    "league:postal_address GET of oneself": lambda w, a: Ask([_self(w, a).pk]),
    "league:postal_address POST of oneself": lambda w, a: Ask([_self(w, a).pk], POSTAL),
    "league:postal_address GET of another": lambda w, a: Ask([w.mara.pk]),
    "league:postal_address POST of another": lambda w, a: Ask([w.mara.pk], POSTAL),
    "league:seen_as GET of oneself": lambda w, a: Ask([_self(w, a).pk]),
    "league:seen_as POST of oneself": lambda w, a: Ask([_self(w, a).pk], {"seen_as": "hidden"}),
    "league:seen_as GET of another": lambda w, a: Ask([w.mara.pk]),
    "league:seen_as POST of another": lambda w, a: Ask([w.mara.pk], {"seen_as": "hidden"}),
    "league:seen_as GET of one without a login": lambda w, a: Ask([w.alone.pk]),
    "league:seen_as POST of one without a login": lambda w, a: Ask(
        [w.alone.pk], {"seen_as": "name"}
    ),
    "league:person GET of oneself": lambda w, a: Ask([_self(w, a).pk]),
    "league:person GET of another": lambda w, a: Ask([w.mara.pk]),
    "league:person GET of a tournament's guest": lambda w, a: Ask([w.nora.participation.person_id]),
    "league:rename POST": lambda w, a: Ask([w.mara.pk], {"name-name": "Mara Neu"}),
    "league:membership POST": lambda w, a: Ask(
        [w.mara.pk], {"kind": "passive", "day": TODAY.isoformat()}
    ),
    "league:appoint POST": lambda w, a: Ask(
        [w.mara.pk], {"role": "referee", "start": TODAY.isoformat()}
    ),
    "league:invite POST": lambda w, a: Ask([w.alone.pk], {}),
    "league:give_login POST": lambda w, a: Ask([w.mara.pk], {"login-email": "neu@club.invalid"}),
    "league:dismiss POST": lambda w, a: Ask(
        [Office.objects.get(person=w.persons["director"], role="director").pk], {}
    ),
    # Getting to a table
    "league:enter_table GET": lambda w, a: Ask([w.token]),
    "league:enter_table POST": lambda w, a: Ask([w.token], {"name": "Irgendwer"}),
    "league:api_table_token POST": lambda w, a: Ask(
        [w.here.pk], {"link": w.token, "name": "Anzeige"}
    ),
    "league:enter_table GET of a revoked link": lambda w, a: _over(w.revoked_token),
    "league:enter_table POST of a revoked link": lambda w, a: _over(w.revoked_token, name="Ich"),
    "league:enter_table GET of a link that ended": lambda w, a: _over(w.ended_token),
    "league:enter_table POST of a link that ended": lambda w, a: _over(w.ended_token, name="Ich"),
    "league:enter_table GET of a forged link": lambda w, a: Ask([w.token[:-1] + "!"]),
    "league:phone POST": lambda w, a: Ask([w.here.pk], {"name": "Irgendwer"}),
    "league:table_link POST": lambda w, a: Ask([w.here.pk], {"replaces": w.link.pk}),
    "league:revoke_link POST": lambda w, a: Ask([w.here.pk], {"link": w.link.pk}),
    "league:revoke_link POST of another table": lambda w, a: Ask([w.there.pk], {"link": w.link.pk}),
    "league:table_cards POST": lambda w, a: Ask([w.event.pk], {}),
    # At a table
    "games:values GET": lambda w, a: Ask(["rsc2003"]),
    "games:rulebooks_data GET": lambda w, a: Ask([rulebooks_digest()]),
    "games:scanned GET": lambda w, a: Ask([]),
    "games:api_scanned POST": lambda w, a: Ask([w.here.pk], _scanned(w)),
    "games:api_scanned_preview POST": lambda w, a: Ask([w.here.pk], _scanned(w), writes=False),
    "games:new_card POST": lambda w, a: Ask([w.here.pk], _card(w)),
    "games:card POST": lambda w, a: Ask([w.here.pk, 1], _correction(w)),
    "games:card POST of a confirmed result": lambda w, a: Ask([w.here.pk, 1], _correction(w)),
    "games:new_card POST of a confirmed result": lambda w, a: Ask([w.here.pk], _correction(w)),
    "games:score_card GET": lambda w, a: Ask([w.here.pk]),
    "games:score_card POST": lambda w, a: Ask([w.here.pk], _whole_card()),
    "games:score_card POST in a locked block": lambda w, a: Ask([w.here.pk], _card_corrected()),
    "games:card POST in a locked block": lambda w, a: Ask([w.here.pk, 1], _correction(w)),
    "games:decide GET": lambda w, a: Ask([w.here.pk, 1]),
    "games:decide POST": lambda w, a: Ask(
        [w.here.pk, 1], {"client_id": "d", "seen": 1, "game": "123", "reason": "Streit"}
    ),
    "games:api_events POST in a locked block": lambda w, a: Ask(
        [GAME], {"seen": seen(), "events": [{"id": "e", **stand(w)}]}
    ),
    "games:api_start POST": lambda w, a: Ask([w.here.pk], _start(w)),
    "games:api_import POST": lambda w, a: Ask([w.here.pk], _log(w)),
    "games:api_versions GET": lambda w, a: Ask([w.here.pk], query={"number": "1"}),
    "games:api_versions GET of a public evening": lambda w, a: Ask(
        [w.here.pk], query={"number": "1"}
    ),
    "games:api_versions POST": lambda w, a: Ask(
        [w.here.pk], {**_log(w), "game": str(GAME), "number": 1, "base": 0}
    ),
    "games:api_take POST": lambda w, a: Ask([GAME], {**_mark(id="taken"), "base": 0, "events": []}),
    "games:api_import POST with a ruling": lambda w, a: Ask([w.here.pk], _log(w, ruling(w))),
    "games:api_events POST of an infraction": lambda w, a: Ask(
        [GAME],
        {
            "seen": seen(),
            "events": [
                {
                    "id": "e",
                    "type": "infraction",
                    "player": str(_seats(w)[0].pk),
                    "code": "early_lift",
                }
            ],
        },
    ),
    "games:api_events POST of a ruling": lambda w, a: Ask(
        [GAME], {"seen": seen(), "events": [{"id": "e", **ruling(w)}]}
    ),
    "games:api_preview POST": lambda w, a: Ask(
        [GAME], {"seen": seen(), "events": [stand(w)]}, writes=False
    ),
    "games:api_round POST": lambda w, a: Ask([GAME, 1], _mark(whole=_another_loser(w))),
    "games:api_round_preview POST": lambda w, a: Ask(
        [GAME, 1], {"seen": seen(), "whole": _another_loser(w)}, writes=False
    ),
    "games:api_retract POST": lambda w, a: Ask([GAME], _mark()),
    "games:api_retract POST of a ruling": lambda w, a: Ask([GAME], _mark()),
    "games:api_abandon POST": lambda w, a: Ask([GAME], _mark(reason="Zu spät")),
    "games:api_finish POST": lambda w, a: Ask([GAME], _mark()),
    "games:api_reopen POST": lambda w, a: Ask([GAME], _mark(reason="Vertippt")),
    "games:api_reopen POST of a confirmed result": lambda w, a: Ask([GAME], _mark(reason="Falsch")),
    # The second pair of eyes
    "league:api_call POST": lambda w, a: Ask([w.here.pk], {"id": "c", "note": "Streit"}),
    "league:api_call DELETE": lambda w, a: Ask([w.here.pk]),
    "league:api_confirm POST": lambda w, a: Ask([w.result.pk], {}),
    "league:api_objection POST": lambda w, a: Ask([w.result.pk], {"id": "o", "text": "Falsch"}),
    "league:confirm POST": lambda w, a: Ask([w.result.pk], {}),
    "league:confirm_card POST": lambda w, a: Ask([w.here.pk], {"result": w.result.pk}),
    "league:object POST": lambda w, a: Ask([w.result.pk], {"client_id": "o", "text": "Falsch"}),
    "league:rule POST": lambda w, a: Ask([w.objection.pk], {"outcome": "stands", "ruling": "Ja."}),
    "league:call POST": lambda w, a: Ask([w.here.pk], {"client_id": "c", "note": "Streit"}),
    "league:answer POST": lambda w, a: Ask([RefereeCall.objects.get().pk], {}),
    # The till
    "finance:claim GET": lambda w, a: Ask([_claim(w, "early_lift").pk]),
    "finance:account GET of oneself": lambda w, a: Ask([_self(w, a).pk]),
    "finance:closing_statement GET": lambda w, a: Ask([w.mara.pk]),
    "finance:closing_statement_file GET": lambda w, a: Ask([w.mara.pk]),
    "finance:account GET of another": lambda w, a: Ask([w.mara.pk]),
    "finance:journal GET": lambda w, a: Ask(["cash"]),
    "finance:journal_year GET": lambda w, a: Ask(["claims", TODAY.year]),
    "finance:figures_of GET": lambda w, a: Ask([TODAY.year]),
    "finance:receipts_of GET": lambda w, a: Ask([TODAY.year]),
    "finance:overdue POST": lambda w, a: Ask(data=_overdue(w)),
    "finance:reminder_steps POST": lambda w, a: Ask(
        data={
            "number": "1",
            "step1-title": "Mahnung",
            "step1-text": "Bitte zahl.",
            "step1-wait": "7",
            "step1-is_used": "on",
        }
    ),
    "finance:reminded GET": lambda w, a: Ask(["sent"]),
    "finance:reminder_letters GET": lambda w, a: Ask(["sent"]),
    "finance:to_pay GET": lambda w, a: Ask([_to_pay()]),
    "finance:to_pay GET of a forged link": lambda w, a: Ask(["1.forged"]),
    "finance:receipts_file GET": lambda w, a: Ask(["pdf"]),
    "finance:exports_of GET": lambda w, a: Ask([TODAY.year]),
    "finance:export_list GET": lambda w, a: Ask([TODAY.year, "alle", "xlsx"]),
    "finance:export_journal GET": lambda w, a: Ask(["alle"]),
    "finance:export_stored GET": lambda w, a: Ask(["csv"]),
    "finance:confirm_evening POST": lambda w, a: Ask(
        [w.event.pk],
        {"claim": ready(w)},
    ),
    "finance:confirm_claim POST": lambda w, a: Ask([_claim(w, "early_lift").pk], {}),
    "finance:refuse_claim POST": lambda w, a: Ask(
        [_claim(w, "early_lift").pk], {"refuse-reason": "Versehen"}
    ),
    "finance:propose_again POST": lambda w, a: Ask([_claim(w, "left_table").pk], {}),
    "finance:give_round POST": lambda w, a: Ask(
        [_claim(w, "dropped_dice").pk], {"client_id": "given"}
    ),
    "finance:waive_claim POST": lambda w, a: Ask(
        [_claim(w, "early_lift").pk], {"waive-reason": "Geburtstag", "waive-client_id": "waive"}
    ),
    "finance:rounds GET": lambda w, a: Ask([w.event.pk]),
    "finance:give_at POST": lambda w, a: Ask(
        [w.event.pk], {"client_id": "given", "claim": _claim(w, "dropped_dice").pk}
    ),
    "finance:take_back POST": lambda w, a: Ask([GivenRound.objects.get().pk], {}),
    "finance:move_round POST": lambda w, a: Ask(
        [_claim(w, "dropped_dice").pk],
        {
            "move-until": (timezone.localdate() + 7 * DAY).isoformat(),
            "move-reason": "Fährt heute",
        },
    ),
    "finance:note_drink POST": lambda w, a: Ask([_claim(w, "dropped_dice").pk], {"drink": "Cola"}),
    "finance:turn_into_euros POST": lambda w, a: Ask(
        [_claim(w, "dropped_dice").pk],
        {"euros-client_id": "euros", "euros-amount": "5", "euros-reason": "Zahlt lieber"},
    ),
    "finance:decide_rounds POST": lambda w, a: Ask(
        data={"absent": "keep", "start": TODAY.isoformat(), "decided": "Vorstand"}
    ),
    "finance:pay POST": lambda w, a: Ask([w.mara.pk], _pay()),
    "finance:pay_out_credit POST": lambda w, a: Ask([w.mara.pk], _paid_out()),
    "finance:open_person POST": lambda w, a: Ask(data=_opened(w)),
    "finance:open_list POST": lambda w, a: Ask(
        data={"client_id": "list", "text": "Mara; 5", "day": TODAY.isoformat()}, writes=False
    ),
    "finance:take_back_openings POST": lambda w, a: Ask([w.opened.pk], {"reason": "Vertippt"}),
    "finance:pay_later POST": lambda w, a: Ask(
        [w.mara.pk], {"deferral-until": "2040-01-01", "deferral-note": "Raten"}
    ),
    "finance:charge_people POST": lambda w, a: Ask(
        data={
            "client_id": "charge",
            "people": [w.mara.pk],
            "amount": "5",
            "how": "each",
            "note": "Ausflug",
            "code": "outing",
            "day": TODAY.isoformat(),
        }
    ),
    "finance:take POST": lambda w, a: Ask(
        [w.mara.pk], {"client_id": "t", "cents": account_of(w.mara).cents}
    ),
    "finance:storno GET": lambda w, a: Ask([_claim(w, "early_lift").transaction_id]),
    "finance:storno POST": lambda w, a: Ask(
        [_claim(w, "early_lift").transaction_id], {"reason": "Vertippt"}
    ),
    "ask_report POST": lambda w, a: Ask(
        data={"kind": "season", "subject": w.season.pk, "client_id": f"by {a}"}
    ),
    "report_mails POST": lambda w, a: Ask(data={"kind": "season", "wanted": "1"}),
    "report GET": lambda w, a: Ask([w.report.pk]),
    "report_again POST": lambda w, a: Ask([w.failed.pk], {}),
    "report_file GET": lambda w, a: Ask([w.report.pk]),
    "no_report_mails GET": lambda w, a: Ask([tokens.sign_report_mails(w.by_mail.pk)]),
    "no_report_mails POST": lambda w, a: Ask([tokens.sign_report_mails(w.by_mail.pk)], {}),
    "no_report_mails POST of a forged link": lambda w, a: Ask(
        [tokens.sign_reminder(w.mara.pk)], {}
    ),
    "close_evening GET": lambda w, a: Ask([w.event.pk]),
    "cosign_evening GET": lambda w, a: Ask([w.event.pk]),
    "cosign_evening POST": lambda w, a: Ask([w.event.pk], {"seen": w.close.digest}),
    "close_paper GET": lambda w, a: Ask([w.event.pk, 1]),
    "close_confirm POST": lambda w, a: Ask([w.event.pk], {"claim": ready(w)}),
    "close_no_shows POST": lambda w, a: Ask([w.event.pk], {}),
    "close_average POST": lambda w, a: Ask([w.event.pk], {"cents": average_of(w.event).cents}),
    "close_excuse POST": lambda w, a: Ask(
        [w.event.pk],
        {
            "excuse-person": average_of(w.event).absent[0].pk,
            "excuse-reason": "Krank",
        },
    ),
    "close_charge_after_all POST": lambda w, a: Ask([w.excused.pk], {}),
    "close_give POST": lambda w, a: Ask(
        [w.event.pk], {"client_id": "given", "claim": _claim(w, "dropped_dice").pk}
    ),
    "close_pay POST": lambda w, a: Ask(
        [w.event.pk, w.mara.pk],
        {"client_id": "tap", "cents": account_of(w.mara).cents},
    ),
    "close_pay_all POST": lambda w, a: Ask(
        [w.event.pk],
        {
            "client_id": "all",
            "paid": [w.mara.pk],
            f"cents-{w.mara.pk}": account_of(w.mara).cents,
        },
    ),
    "close_pay_other POST": lambda w, a: Ask(
        [w.event.pk], {"client_id": "other", "person": w.mara.pk, "amount": "5"}
    ),
    "close_count POST": lambda w, a: Ask(
        [w.event.pk], {"client_id": "count", "seen": 0, "eur_5": "1", "reason": "Fund"}
    ),
    "close_sign POST": lambda w, a: Ask([w.event.pk], {}),
    "finance:add_count POST": lambda w, a: Ask(
        data={"client_id": "count", "seen": 0, "eur_5": "1", "reason": "Fund"}
    ),
    "finance:settings POST": lambda w, a: Ask(data={"board_reads": ""}),
    "finance:set_bank_account POST": lambda w, a: Ask(
        data={"holder": "Club", "iban": "DE02120300000000202051"}
    ),
    "finance:import_bank POST": lambda w, a: Ask(
        data={"file": SimpleUploadedFile("auszug.csv", _bank_file("Neues", "2,00"))}
    ),
    "finance:set_rule POST": lambda w, a: Ask(data={"words": "REWE", "account": "drinks"}),
    "finance:set_creditor POST": lambda w, a: Ask(
        data={"typed": "DE98ZZZ09999999999", "notice_days": "10"}
    ),
    "finance:add_mandate POST": lambda w, a: Ask(
        data={"person": w.mara.pk, "iban": "DE02200505501015871393", "signed_on": TODAY.isoformat()}
    ),
    "finance:end_mandate POST": lambda w, a: Ask([w.mandate.pk], {}),
    "finance:collect POST": lambda w, a: Ask(
        data={"client_id": "debits", "day": TODAY.isoformat()}
    ),
    "finance:debit_run GET": lambda w, a: Ask([w.debit_run.pk]),
    "finance:debit_file GET": lambda w, a: Ask([w.debit_run.pk]),
    "finance:withdraw_debits POST": lambda w, a: Ask([w.debit_run.pk], {}),
    "finance:book_debits POST": lambda w, a: Ask([w.debit_run.pk, w.came.pk], {}),
    "finance:order_transfers POST": lambda w, a: Ask(
        data={
            "client_id": "transfers-2",
            "day": next_bank_day(TODAY).isoformat(),
            "bill-1-name": "Druckerei",
            "bill-1-iban": "DE02500105170137075030",
            "bill-1-amount": "12,50",
            "bill-1-text": "Rechnung 8",
        }
    ),
    "finance:transfer_run GET": lambda w, a: Ask([w.transfer_run.pk]),
    "finance:transfer_file GET": lambda w, a: Ask([w.transfer_run.pk]),
    "finance:withdraw_transfers POST": lambda w, a: Ask([w.transfer_run.pk], {}),
    "finance:book_transfers POST": lambda w, a: Ask([w.transfers_done.pk], {}),
    "finance:end_rule POST": lambda w, a: Ask([w.bank_rule.pk], {}),
    "finance:bank_columns GET": lambda w, a: Ask(query={"file": _unknown_file(w, a)}),
    "finance:bank_columns POST": lambda w, a: Ask(
        data={
            "file": _unknown_file(w, a),
            **{f"column_{place}": role for place, role in enumerate(("booked", "text", "amount"))},
            "amounts": "in",
        }
    ),
    "finance:bank_import GET": lambda w, a: Ask([w.bank_import.pk]),
    "finance:book_sure POST": lambda w, a: Ask([w.bank_import.pk], {"line": w.came.pk}),
    "finance:book_likely POST": lambda w, a: Ask(
        [w.bank_import.pk],
        {f"line-{w.came.pk}": "on", f"proposal-{w.came.pk}": f"{w.mara.pk}:5000"},
    ),
    "finance:undo_import POST": lambda w, a: Ask([w.bank_import.pk], {}),
    "finance:bank_line GET": lambda w, a: Ask([w.came.pk]),
    "finance:book_line POST": lambda w, a: Ask(
        [w.came.pk], {"client_id": "line", "person_1": w.mara.pk, "amount_1": "50"}
    ),
    "finance:book_elsewhere POST": lambda w, a: Ask(
        [w.came.pk],
        {"client_id": "else", "account": "gifts", "text": "Spende"},
    ),
    "finance:transfer_line POST": lambda w, a: Ask(
        [w.left_bank.pk], {"carried-client_id": "carried", "carried-cash_day": TODAY.isoformat()}
    ),
    "finance:refund_line POST": lambda w, a: Ask(
        [w.left_bank.pk], {"refund-client_id": "refund", "refund-person": w.mara.pk}
    ),
    "finance:tie_line POST": lambda w, a: Ask([w.came.pk], {"booking": w.by_hand.transaction_id}),
    "finance:give_back_line POST": lambda w, a: Ask(
        [w.returned.pk], {"booking": w.bank_booking.pk}
    ),
    "finance:ignore_line POST": lambda w, a: Ask([w.came.pk], {"reason": "Irrläufer"}),
    "finance:take_up_line POST": lambda w, a: Ask([w.out.pk], {}),
    "finance:confirm_notice POST": lambda w, a: Ask([w.notice.pk], {}),
    "finance:refuse_notice POST": lambda w, a: Ask([w.notice.pk], {"reason": "Kam nie an"}),
    "finance:slip GET": lambda w, a: Ask([w.mara.pk]),
    "finance:take_over GET": lambda w, a: Ask([w.mara.pk]),
    "finance:take_over POST": lambda w, a: Ask(
        [w.mara.pk],
        {
            "client_id": "over",
            "taker": w.hilde.pk,
            "amount": "1",
            "reason": "Wette",
            "day": TODAY.isoformat(),
        },
    ),
    "finance:transfer POST": lambda w, a: Ask(
        data={"client_id": "sent", "amount": "5", "day": TODAY.isoformat()}
    ),
    "finance:withdraw_notice POST of oneself": lambda w, a: Ask(
        [w.own_notices.get(a, w.own_notices[""]).pk], {}
    ),
    "finance:withdraw_notice POST of another": lambda w, a: Ask([w.notice.pk], {}),
    "finance:booking GET": lambda w, a: Ask([w.spent.pk]),
    "finance:attach_voucher POST": lambda w, a: Ask(
        [w.spent.pk], {"client_id": "v", "payee": "Markthalle", "why": "Keiner da"}
    ),
    "finance:close_period POST": lambda w, a: Ask(data={"through": (TODAY - 40 * DAY).isoformat()}),
    "finance:vouchers_year GET": lambda w, a: Ask([TODAY.year]),
    "finance:voucher GET": lambda w, a: Ask([w.voucher.pk]),
    "finance:voucher_file GET": lambda w, a: Ask([w.voucher.pk]),
    "finance:voucher_picture GET": lambda w, a: Ask([w.photo.pk]),
    "finance:expense POST": lambda w, a: Ask(
        data=_by_hand(account="drinks", paid_from="bank", payee="Markthalle", why="Keiner da")
    ),
    "finance:income POST": lambda w, a: Ask(data=_by_hand(account="gifts", paid_into="cash")),
    "finance:add_kind POST": lambda w, a: Ask(
        data={"kind": "income", "name": "Zuschüsse", "sphere": "1"}
    ),
    "finance:change_kind GET": lambda w, a: Ask([w.kind.code]),
    "finance:change_kind POST": lambda w, a: Ask([w.kind.code], {"name": "Musik", "sphere": "4"}),
    "finance:adviser GET": lambda w, a: Ask([TODAY.year]),
    "finance:adviser_file GET": lambda w, a: Ask(["csv"]),
    "finance:add_money_account POST": lambda w, a: Ask(
        data={"kind": "till", "name": "Turnierkasse"}
    ),
    "finance:pay_share POST": lambda w, a: Ask(
        [w.mara.pk, w.shared_fund.code], {"seen": shares_of(w.mara, TODAY)[0].cents}
    ),
    "finance:add_fund POST": lambda w, a: Ask(data={"name": "Jubiläum"}),
    "finance:move_fund POST": lambda w, a: Ask(
        data=_by_hand(fund=w.fund.code, way="in", amount="1,00")
    ),
    "finance:move POST": lambda w, a: Ask(data=_by_hand(source="bank")),
    "finance:open_money POST": lambda w, a: Ask(
        ["bank"], {f"bank-{name}": value for name, value in _by_hand().items()}
    ),
    "finance:tournament GET": lambda w, a: Ask([w.cup.pk]),
    "finance:take_entry POST": lambda w, a: Ask(
        [w.cup.pk, w.mara.pk], {"client_id": "tap", "cents": "500"}
    ),
    "finance:enter_paid POST": lambda w, a: Ask(
        [w.cup.pk, w.cup.registrations.get(participation__person=w.mara).pk],
        {"client_id": "tap", "cents": "500"},
    ),
    "finance:pay_prize POST": lambda w, a: Ask(
        [w.cup.pk],
        {"client_id": "won", "person": w.mara.pk, "amount": "5", "for_what": "Sieg"},
    ),
    "finance:new_tariff GET of a kind": lambda w, a: Ask(query={"kind": "steps"}),
    "finance:new_tariff POST": lambda w, a: Ask(
        query={"kind": "fixed"},
        data={"title": "Handy", "amount": "1", "ground": "Satzung", **_decided()},
    ),
    "finance:draft_year POST": lambda w, a: Ask([LAST_YEAR], {}),
    "finance:confirm_year POST": lambda w, a: Ask([LAST_YEAR], {}),
    "finance:sign_year POST": lambda w, a: Ask([LAST_YEAR], {"sign-recommends": "yes"}),
    "finance:discharge_board POST": lambda w, a: Ask(
        [LAST_YEAR],
        {
            "vote-held_on": TODAY.isoformat(),
            "vote-votes_for": "9",
            "vote-votes_against": "0",
            "vote-abstained": "1",
        },
    ),
    "finance:give_year_back POST": lambda w, a: Ask([LAST_YEAR], {"back-reason": "Fehlt was"}),
    "finance:draw_sample POST": lambda w, a: Ask(
        [LAST_YEAR], {"client_id": "d", "seed": "421", "size": "1", "method": "plain"}
    ),
    "finance:add_finding POST": lambda w, a: Ask(
        [LAST_YEAR], {"client_id": "n", "text": "Zettelwirtschaft"}
    ),
    "finance:settle_finding POST": lambda w, a: Ask([w.finding.pk], {"how": "Ordner gekauft"}),
    "finance:audit_booking GET": lambda w, a: Ask([w.paid.pk]),
    "finance:audit_booking POST": lambda w, a: Ask(
        [w.paid.pk], {"client_id": "b", "mark": "fine", "remark": ""}
    ),
    "finance:answer_question POST": lambda w, a: Ask(
        [w.paid.pk], {"client_id": "w", "text": "Vom Abend davor"}
    ),
    "finance:end_tariff POST": lambda w, a: Ask([w.price.pk], {}),
    "finance:adopt GET": lambda w, a: Ask(["rsc2003"]),
    "finance:adopt POST": lambda w, a: Ask(["rsc2003"], {"ground": "Satzung", **_decided()}),
    "finance:deeds GET": lambda w, a: Ask([w.event.pk]),
    "finance:deeds POST": lambda w, a: Ask(
        [w.event.pk],
        {
            "client_id": "deed",
            "person": w.event.participations.get(person=w.mara).pk,
            "tariff": w.price.pk,
            "count": "1",
        },
    ),
    "finance:take_back_deed POST": lambda w, a: Ask([w.fine.pk], {}),
    "finance:add_rate POST": lambda w, a: Ask(
        data={
            "kind": "active",
            "amount": "5",
            "period": "month",
            "ground": "Satzung",
            **_decided(),
        }
    ),
    "finance:end_rate POST": lambda w, a: Ask([w.rate.pk], {}),
    "finance:reduce_dues POST": lambda w, a: Ask(
        data={
            "reduction-person": w.mara.pk,
            "reduction-percent": "50",
            "reduction-ground": "Studium",
            "reduction-start": TODAY.isoformat(),
        }
    ),
    "finance:end_reduction POST": lambda w, a: Ask([w.reduction.pk], {}),
    "finance:run_dues POST": lambda w, a: Ask(
        data={"through": str(timezone.localdate()), "seen": plan(timezone.localdate()).fingerprint}
    ),
    "finance:agree POST": lambda w, a: Ask(
        [w.event.pk, w.persons["guest_here"].pk], {"span": "tonight"}
    ),
    "finance:end_agreement POST": lambda w, a: Ask([w.agreement.pk], {}),
    "finance:object GET": lambda w, a: Ask([_own_claim(w, a)]),
    "finance:object POST": lambda w, a: Ask([_own_claim(w, a)], {"text": "Das war der Wind"}),
    "finance:objection GET": lambda w, a: Ask([w.objected.pk]),
    "finance:objection POST": lambda w, a: Ask(
        [w.objected.pk], {"outcome": "struck", "ruling": "Es zog wirklich"}
    ),
}

# What an address without a line of its own is about, by the names of its arguments.
BY_ROUTE: dict[str, Callable[[World], list[Any]]] = {
    "league:evening": lambda w: [w.event.pk],
    "league:evening_table": lambda w: [w.event.pk],
    "league:event_wall": lambda w: [w.event.pk],
    "league:details": lambda w: [w.event.pk],
    "league:table_link": lambda w: [w.here.pk],
    "league:table_cards": lambda w: [w.event.pk],
    "league:phone": lambda w: [w.here.pk],
    "league:result": lambda w: [w.result.pk],
    "league:api_result": lambda w: [w.result.pk],
    "games:rules": lambda w: [w.event.pk],
    "games:breaches": lambda w: [w.event.pk],
    "games:play": lambda w: [w.here.pk],
    "games:new_card": lambda w: [w.here.pk],
    "games:card": lambda w: [w.here.pk, 1],
    "games:game": lambda w: [w.here.pk, 2],
    "games:versions": lambda w: [w.here.pk, 2],
    "games:turns": lambda w: [w.here.pk, 2],
    "games:running": lambda w: [w.event.pk],
    "games:api_lobby": lambda w: [w.here.pk],
    "games:api_game": lambda w: [GAME],
    "games:api_turns": lambda w: [w.here.pk, 2],
    "games:api_actions": lambda w: [GAME],
    "games:api_round": lambda w: [GAME, 1],
    "games:api_entries": lambda w: [GAME],
    "games:api_log": lambda w: [GAME],
    "finance:evening": lambda w: [w.event.pk],
    "finance:year": lambda w: [LAST_YEAR],
    "finance:year_report": lambda w: [LAST_YEAR],
    "finance:year_file": lambda w: [LAST_YEAR],
    "finance:audit": lambda w: [LAST_YEAR],
    "finance:audit_bookings": lambda w: [LAST_YEAR],
}
for _key in ("games:api_events POST", "games:api_events POST of a public evening"):
    ASK[_key] = lambda w, a: Ask([GAME], {"seen": seen(), "events": [{"id": "e", **stand(w)}]})


for _key in ("POST", "PUT", "PATCH", "DELETE"):
    ASK[f"api_nothing {_key}"] = lambda w, a: Ask(data={})


for _key, _page in SHOWN_IN_API.items():
    BEFORE[_key] = BEFORE.get(_page, ())
    if _page.split(" ")[0] in CUP_PAGES:
        CUP_PAGES.add(_key.split(" ")[0])


def asked(key: str, w: World, actor: str) -> Ask:
    """The request of a row of the matrix, for whoever asks."""
    if key not in ASK:
        key = SHOWN_IN_API.get(key, key)
    if key in ASK:
        return ASK[key](w, actor)
    args = BY_ROUTE.get(key.split(" ")[0], lambda w: [])
    return Ask(args(w))
