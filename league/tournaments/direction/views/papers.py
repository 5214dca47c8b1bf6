"""Papers of a tournament as PDF: cards and plan of a block, the ranking, certificates, a poster."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.access.permissions import user_of
from league.club.queries import club_name, paper_head
from league.events.labels import when
from league.events.models import Event, Participation
from league.links import services as access
from league.links.views import address_of
from league.mail.letters import absolute
from league.people.queries.names import public_naming
from league.tournaments.core.labels import formats as format_words
from league.tournaments.core.labels import rankings as words
from league.tournaments.core.labels import scoring as scoring_words
from league.tournaments.core.queries import reading
from league.tournaments.core.queries.block_state import BlockState
from league.tournaments.core.queries.draws import circles_of
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.core.queries.stored_state import state_now
from league.tournaments.direction import papers, poster
from league.web.asked import asked_text
from league.web.money import euro
from league.web.views import typed_number

Print = Callable[[HttpRequest, TournamentState, BlockState | None], bytes]


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def paper(request: HttpRequest, pk: int, paper: str) -> HttpResponse:
    """Print one paper; those of a block name it by `?block=`. Cards are a POST: they make links."""
    event = reading.get_tournament_to_run(request.user, pk, timezone.localdate())
    if paper not in PAPERS or (paper == CARDS and request.method != "POST"):
        raise Http404
    state = state_now(event)
    number = asked_text(request, "block")
    block = state.blocks.get(typed_number(number) or 0)
    made = PAPERS[paper](request, state, block)
    answer = HttpResponse(made, content_type="application/pdf")
    name = slugify(f"{event.name} {paper} {number}")
    answer.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer


def _released(block: BlockState | None) -> BlockState:
    """Return the block if it is released: a printed sheet is visible to all. Else Http404."""
    if block is None or block.block.released_at is None:
        raise Http404
    return block


def _occasion(event: Event, block: BlockState | None = None) -> papers.Occasion:
    return papers.Occasion(
        tournament=event.name,
        day=event.business_date,
        block=block.name if block else "",
        head=paper_head(),
    )


def _cards(
    request: HttpRequest, tournament_state: TournamentState, block: BlockState | None
) -> bytes:
    block, now = _released(block), timezone.now()
    scoring = block.setting.scoring
    sizes = [len(state.seats) for state in block.played]
    cards = []
    circles = circles_of(block.block)
    for state in block.played:
        places = circles[state.table.pk].places
        link = access.make_link(table=state.table, by=user_of(request), now=now)
        cards.append(
            papers.TableCard(
                number=state.table.number,
                seats=[
                    papers.CardSeat(
                        seat.participation.name, places[seat.pk], seat.participation.start_number
                    )
                    for seat in sorted(state.seats, key=lambda seat: places[seat.pk])
                ],
                deckel=block.setting.deckel.get(len(state.seats)),
                code=f"{block.block.number}-{state.table.number}",
                link=address_of(request, link),
                valid_until=link.ends_at,
            )
        )
    games = block.setting.games
    return papers.table_cards(
        _occasion(tournament_state.event, block),
        cards,
        written=papers.Lives(scoring.lives)
        if scoring.lives
        else papers.Games(max((games.at(size) for size in sizes), default=1) if games else 1),
        how=scoring_words.scoring(block.setting),
        language=get_language() or "de",
        now=now,
    )


def _plan(
    request: HttpRequest, tournament_state: TournamentState, block: BlockState | None
) -> bytes:
    """Print the seating plan, with public names because it is hung up."""
    block = _released(block)
    tournament_state.call(public_naming())
    return papers.seating_plan(
        _occasion(tournament_state.event, block),
        [
            papers.PlanTable(
                state.table.number,
                [
                    papers.PlanSeat(seat.participation.name, begins=at == 0)
                    for at, seat in enumerate(state.seats)
                ],
            )
            for state in block.played
        ],
        language=get_language() or "de",
        now=timezone.now(),
    )


def _ranking(request: HttpRequest, state: TournamentState, block: BlockState | None) -> bytes:
    """Print the ranking of a block, or of the whole day, with public names as it is hung up."""
    state.call(public_naming())
    rows = (
        [(row.rank, row.person, row) for row in block.rows]
        if block
        else [(placed.rank, placed.person, placed.row) for placed in state.ranking]
    )
    return papers.ranking(
        _occasion(state.event, block),
        papers.Ranking(
            title=_("Ranking") if block else _("Final standings"),
            criteria=[str(format_words.CRITERIA[code]) for code in block.setting.ties]
            if block
            else [],
            columns=words.columns(block.setting) if block else [],
            rows=[
                papers.RankingRow(
                    rank=rank,
                    name=state.people[person].name,
                    team=str(state.people[person].team or ""),
                    cells=words.cells(row) if block else [],
                )
                for rank, person, row in rows
            ],
        ),
        language=get_language() or "de",
        now=timezone.now(),
    )


def _certificates(request: HttpRequest, state: TournamentState, block: BlockState | None) -> bytes:
    """Print certificates for all places and the special prizes of a finished tournament.

    They carry the full real name; `?names=public` uses the shown names, for papers that are hung
    up. `?places=3` leaves out the places after the third.
    """
    placings = list(state.event.placings.select_related("participation__person"))
    if state.event.tournament.finished_at is None or not placings:
        raise Http404
    last = typed_number(asked_text(request, "places"))
    if last:
        placings = [placing for placing in placings if placing.rank <= last]
    public = asked_text(request, "names") == "public"
    naming = public_naming()
    state.call(naming)

    def name(who: Participation) -> str:
        return naming.at(who) if public else who.person.name

    honoured = [
        papers.Certificate(name=name(placing.participation), place=placing.rank)
        for placing in placings
    ]
    honoured += [
        papers.Certificate(
            name=name(state.people[person]),
            honour=words.special(special, state.event.tournament.group),
        )
        for special in state.specials
        for person in special.people
    ]
    return papers.certificates(
        _occasion(state.event),
        honoured,
        where=state.event.place,
        language=get_language() or "de",
        now=timezone.now(),
    )


def _poster(request: HttpRequest, state: TournamentState, block: BlockState | None) -> bytes:
    """Print the poster of a public tournament; the code of any other leads guests to a login."""
    event, today = state.event, timezone.localdate()
    if not event.is_public:
        raise Http404
    tournament = event.tournament
    facts = [
        label % {"cents": euro(cents)}
        for label, cents in (
            (_("Entry fee %(cents)s"), tournament.fee_cents),
            (_("Prize pot %(cents)s"), tournament.pot_cents),
        )
        if cents
    ]
    return poster.poster(
        club=club_name(),
        head=paper_head(),
        tournament=event.name,
        when=when(event),
        place=event.place,
        facts=[*facts, *([_("from age 18")] if tournament.adults_only else [])],
        address=absolute(reverse("league:tournament", args=[event.pk])),
        asks_to_register=tournament.registration_open and event.business_date >= today,
        size="a3" if asked_text(request, "size") == "a3" else "a4",
        language=get_language() or "de",
        now=timezone.now(),
    )


CARDS = "tischkarten"
PAPERS: dict[str, Print] = {
    CARDS: _cards,
    "sitzplan": _plan,
    "tabelle": _ranking,
    "urkunden": _certificates,
    "aushang": _poster,
}
