"""Every read of the scorer. Who may see a table is decided by `league.access.queries`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Max, Min, QuerySet, Subquery
from django.http import Http404
from django.utils.translation import gettext as _

from games.engine import EngineError, State, replay
from games.engine.words import EDITIONS, FORMAT
from games.rules import rulebooks as books
from games.scoring.live import WORDS, Live, live
from games.scoring.models import Entry, EntryNote, Game, OtherVersion, ScannedResult
from league.errors import IllegalError
from league.events.models import Event, Seat, Table
from league.kings.queries import king_before
from league.people.queries.names import inside_naming, public_naming
from league.results.models.results import Result, ResultLine
from league.results.queries import results as results_queries
from league.tournaments.core.queries import playing

GIVEN_UP = ":v"  # behind the id of a phone's message: the version that it would have brought


def rules_of(table: Table, result: Result | None = None) -> tuple[str, dict[str, Any]]:
    """Return slug and house rules of the next game at a table, or of one that was played."""
    if result is not None:
        return result.rulebook, result.house_rules
    event = table.block.event
    agreed = event.house_rules if table.house_rules is None else table.house_rules
    return table.rulebook or event.rulebook, agreed


def next_header(table: Table) -> dict[str, Any]:
    """Return the header of the table's next game without those who play it."""
    slug, agreed = rules_of(table)
    return {
        "format": FORMAT,
        "rules": EDITIONS[-1],
        "rulebook": slug,
        "venue": table.block.event.venue,
        "house_rules": dict(agreed),
    }


# --- games ----------------------------------------------------------------------------------
def live_game(key: UUID) -> Live:
    """Return a game as this process knows it; perhaps behind, see `Live.refresh`. 404 for none."""
    live_game = live(key)
    if live_game is None:
        raise Http404
    return live_game


def running_game(table: Table) -> Game | None:
    return Game.objects.filter(table=table, status=Game.Status.RUNNING).first()


def running_games(event: Event) -> QuerySet[Game]:
    """Return the games of an evening that are being scored now, by table."""
    games = Game.objects.filter(table__block__event=event, status=Game.Status.RUNNING)
    return games.select_related("table").order_by("table__block__number", "table__number")


def game_of(table: Table, number: int) -> Game | None:
    """Return the game behind a result, None if it was only a card."""
    return Game.objects.filter(table=table, number=number).first()


def last_game(table: Table) -> Game | None:
    """Return the game that was closed last here."""
    return (
        Game.objects.filter(table=table)
        .exclude(status=Game.Status.RUNNING)
        .order_by("-number")
        .first()
    )


def next_number(table: Table) -> int:
    """Return the number of the table's next game, from 1: after all results and all games."""
    scored = Game.objects.filter(table=table).aggregate(last=Max("number"))["last"] or 0
    return max(results_queries.next_number(table), scored + 1)


def is_free(table: Table, number: int) -> bool:
    """Tell if no game and no result of the table has this number."""
    games, results = Game.objects.filter(table=table), Result.objects.filter(table=table)
    return not (games.filter(number=number).exists() or results.filter(number=number).exists())


def scanned_result(table: Table, number: int) -> ScannedResult | None:
    """Return the result read of this game from the phone that scored it."""
    return ScannedResult.objects.filter(table=table, number=number).first()


def against_another_game(table: Table) -> IllegalError | None:
    """Return the error why the table plays no other game, with the running one counted; None if it
    may.
    """

    def running() -> int:
        game = running_game(table)
        return int(game is not None and results_queries.row_of_result(table, game.number) is None)

    return playing.against_another_game(table, running=running)


def against_a_game_after_the_next(table: Table) -> IllegalError | None:
    """Return the error why the table plays no further game after the one that has not begun yet."""
    return playing.against_another_game(table, running=lambda: 1)


def names_of(game: Live | Game | OtherVersion, *, inside: bool = True) -> dict[str, str]:
    """Seat -> name; for the public as it may read it. Only the league knows who sat there."""
    return seat_names(game.header["players"], inside=inside)


def seat_names(players: Sequence[Any], *, inside: bool = True) -> dict[str, str]:
    """Map the seats of a header's players to their names; a player that is no seat is left out."""
    seats = Seat.objects.filter(
        pk__in=[int(player) for player in players if str(player).isdecimal()]
    )
    naming = inside_naming() if inside else public_naming()
    return {
        str(seat.pk): naming.at(seat.participation)
        for seat in seats.select_related("participation__person")
    }


def short_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return first names, with the initial of the last if two at the table share one.

    If that does not tell them apart either, the whole name stays; so does „Startnummer 12“.
    """
    words = {
        seat: [name] if name[-1:].isdecimal() else name.split() or [name]
        for seat, name in names.items()
    }
    first = {seat: word[0] for seat, word in words.items()}
    longer = {
        seat: f"{word[0]} {word[-1][0]}." if len(word) > 1 else word[0]
        for seat, word in words.items()
    }
    short = {}
    for seat, name in names.items():
        for tried in (first, longer):
            if list(tried.values()).count(tried[seat]) == 1:
                short[seat] = tried[seat]
                break
        else:
            short[seat] = name
    return short


def notes_of(game: Live) -> dict[int, dict[str, Any]]:
    """Map each sequence to the free text of that entry, if it has any."""
    notes = EntryNote.objects.filter(entry__game=game.pk).values_list("entry__sequence", "words")
    notes_at = {
        at: {key: text for key, text in words.items() if key in WORDS} for at, words in notes
    }
    return {at: words for at, words in notes_at.items() if words}


@dataclass(frozen=True)
class Written:
    """The names of those who entered a part of a log, and the time of its last entry, None if
    empty.
    """

    by: Sequence[str]
    last_at: datetime | None


def written(game: Live, since: int, until: int) -> Written:
    """Return who entered what came after the first `since` entries, up to `until`."""
    entries = Entry.objects.filter(game=game.pk, sequence__gt=since, sequence__lte=until)
    authors = entries.order_by().values("user__person__name", "holder__name")
    rows = list(authors.annotate(first=Min("sequence"), last_at=Max("at")).order_by("first"))
    names = [row["holder__name"] or row["user__person__name"] or "" for row in rows]
    return Written(
        by=[name for name in dict.fromkeys(names) if name],
        last_at=max((row["last_at"] for row in rows), default=None),
    )


def phone_times(event: Event) -> dict[tuple[int, int], datetime]:
    """Return by table and number when a game that waited on a phone ended by the clock of the
    phone: the last of its entries, or what the code said that was scanned of it.
    """
    times: dict[tuple[int, int], datetime] = {}
    for scanned in ScannedResult.objects.filter(table__block__event=event):
        if ended_at := scanned.content.get("ended_at"):
            times[scanned.table_id, scanned.number] = datetime.fromisoformat(ended_at)
    notes = EntryNote.objects.filter(
        entry__game__table__block__event=event, words__has_key="tapped_at"
    )
    rows = notes.values_list("entry__game__table", "entry__game__number", "words")
    for table, number, words in rows.order_by("entry__sequence"):
        times[table, number] = datetime.fromisoformat(words["tapped_at"])
    return times


def arrivals(game: Live) -> list[dict[str, Any]]:
    """Return the entries that waited on a phone before they came, oldest first: the sequence they
    begin at, when they were tapped by the phone's clock, when they came, and by whose name on the
    table's link if another person sent them.
    """
    notes = EntryNote.objects.filter(entry__game=game.pk, words__has_key="tapped_at")
    rows = notes.order_by("entry__sequence").values_list("entry__sequence", "entry__at", "words")
    return [
        {
            "sequence": sequence,
            "tapped_at": words["tapped_at"],
            "came_at": came_at.isoformat(),
            "tapped_by": words.get("tapped_by", ""),
        }
        for sequence, came_at, words in rows
    ]


def rounds_of(version: OtherVersion) -> tuple[State, int] | None:
    """Return the state of the game in this version, and how many rounds were settled before it
    parts from the log; None if it cannot be played again.
    """
    game = live(version.key)
    common = game.events(version.base) if game is not None and version.base else []
    events = [event for event in version.events if event.get("type") not in Entry.MARKS]
    try:
        before = replay(version.header, common)
        return replay(version.header, [*common, *events]), len(before.table.rounds)
    except EngineError:
        return None


def written_in(version: OtherVersion) -> Written:
    """Return who entered what gave way in the log; its `user` or `holder` let it give way."""
    game = live(version.key)
    if game is None:
        return Written(by=[], last_at=None)
    return written(game, version.base, version.base + len(version.events))


def other_versions(table: Table, number: int) -> QuerySet[OtherVersion]:
    """Return the versions of the game from elsewhere."""
    return OtherVersion.objects.filter(table=table, number=number).select_related(
        "user__person", "holder"
    )


def is_given_up(table_id: int, client_id: str) -> bool:
    """Tell if its phone has put aside what this message brings: the version bears its id. A repeat
    of the message may come later than that.
    """
    version_id = f"{client_id}{GIVEN_UP}"
    return OtherVersion.objects.filter(table=table_id, client_id=version_id).exists()


def log_of(game: Live, notes: Mapping[int, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the file of the log format: header and events, with the free text not erased."""
    events = [
        {**data, **notes.get(sequence, {})}
        for sequence, (kind, data) in enumerate(game.entries, start=1)
        if kind not in Entry.MARKS
    ]
    return {"header": game.header, "events": events}


# --- who begins -----------------------------------------------------------------------------
@dataclass(frozen=True)
class Proposal:
    """The first player as the rulebook wants it. `dice` are those of an opening, else 0."""

    mode: str  # opening, starter or choose
    starter: int | None
    dice: int
    sentence: str
    clause: str


def proposal(table: Table, book: books.Rulebook, seats: list[Seat]) -> Proposal:
    """Propose how the next game at a table finds its first player."""
    before = _lost_before(table)
    drawn = _drawn_first(table, seats) if before is None else None
    return _proposal(table, book, seats, before, drawn)


def proposals_after(table: Table, book: books.Rulebook, seats: list[Seat]) -> dict[str, Proposal]:
    """Propose the same after the game that is being played, by the seat of its loser;
    "" for none.
    """
    losers = {str(seat.pk): seat.participation.person_id for seat in seats}
    return {
        seat: _proposal(table, book, seats, loser, None)
        for seat, loser in {"": None, **losers}.items()
    }


def _proposal(
    table: Table, book: books.Rulebook, seats: list[Seat], before: int | None, drawn: Seat | None
) -> Proposal:
    """Propose the first player; `before` is the person who lost the last game, `drawn` the one who
    begins the first by the draw.
    """
    opening, clause = book.opening, book.opening.clause
    here = {seat.participation.person_id: seat for seat in seats}
    loser = here.get(before) if before is not None else None
    if opening.starter == "rolled":
        tournament = table.block.event.kind == Event.Kind.TOURNAMENT
        if opening.deals and tournament and loser is not None:
            # S1-17: Laden belongs to the first game of a table round only.
            sentence = _(
                "There is an opening roll only in the first game at the table. "
                "%(name)s lost the last one."
            )
            return Proposal("starter", loser.pk, 0, sentence % {"name": _name(loser)}, clause)
        return opening_of(book)
    if drawn is not None:
        return Proposal("starter", drawn.pk, 0, _("Seat 1 of the draw begins."), "")
    if opening.starter == "king":
        if loser is not None:
            sentence = _("%(name)s lost the game before and begins.")
            return Proposal("starter", loser.pk, 0, sentence % {"name": _name(loser)}, clause)
        king = king_before(table.block.event)
        if king is not None and king.pk in here:
            sentence = _("%(name)s is king of the last evening and has the first throw.")
            name = _name(here[king.pk])
            return Proposal("starter", here[king.pk].pk, 0, sentence % {"name": name}, clause)
        sentence = _("There is no king today. Choose who goes first, or draw lots.")
        return Proposal("choose", None, 0, sentence, clause)
    return opening_of(book)


def opening_of(book: books.Rulebook) -> Proposal:
    """Return how a rulebook finds who begins if no one has played before."""
    opening = book.opening
    if opening.starter == "rolled":
        opening_words = _opening_words(opening)
        return Proposal("opening", None, opening.dice, opening_words, opening.clause)
    opening_words = _("Choose who goes first, or draw lots.")
    return Proposal("choose", None, 0, opening_words, opening.clause)


def _drawn_first(table: Table, seats: list[Seat]) -> Seat | None:
    """Return the seat that begins a table's first game at a tournament, as its draw says."""
    if table.block.event.kind != Event.Kind.TOURNAMENT:
        return None
    if Result.objects.filter(table=table).exists():
        return None
    return next((seat for seat in seats if seat.position == 1), None)


def _name(seat: Seat) -> str:
    return seat.participation.name


def _opening_words(opening: Any) -> str:
    if opening.dice == 1:
        return _("Everybody throws one die. The highest begins, ties roll off.")
    if opening.tie == "roll_off":
        return _(
            "Everybody throws once. The lowest gets the Deckel the highest is worth, "
            "and begins; ties roll off."
        )
    return _(
        "Everybody throws once. The lowest gets the Deckel the highest is worth, and "
        "begins; in a tie, whoever sits later."
    )


def _lost_before(table: Table) -> int | None:
    """Return the person who lost the last game at this table."""
    last = Result.objects.filter(table=table, is_current=True).order_by("-number").values("pk")[:1]
    lost = ResultLine.objects.filter(result=Subquery(last), lost_game=True).order_by("pk")
    return lost.values_list("seat__participation__person_id", flat=True).first()
