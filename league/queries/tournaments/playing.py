"""Whether a table of a tournament plays another game."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from league import formats
from league.errors import IllegalError
from league.models import Block, Event, Result, Table
from league.queries.events import seats_of
from league.queries.tournaments.reading import out_of_lives


def against_another_game(table: Table, *, running: int = 0) -> IllegalError | None:
    """Why no new game begins at the table, None where nothing is against it; always at an evening.

    As `formats.table_over`, from a few small queries: asked when a game starts or a card brings
    one, never by a tap. `running` are the games being scored that have no result yet.
    """
    if table.block.event.kind != Event.Kind.TOURNAMENT:
        return None
    block = Block.objects.get(pk=table.block_id)
    if block.locked_at is not None:
        return IllegalError(
            "block_locked",
            _(
                "Der Durchgang ist gesperrt, ihr seid fertig. Ein neues Spiel zählt hier nicht "
                "mehr."
            ),
        )
    setting = formats.Block.from_dict(block.settings)
    seats = set(seats_of(table).values_list("pk", flat=True))
    alive = seats - out_of_lives(table)
    if setting.scoring.lives and seats and len(alive) <= setting.scoring.leave:
        return IllegalError(
            "table_is_over",
            _("An diesem Tisch ist entschieden, wer weiterkommt. Gebt die Karte ab."),
        )
    if setting.games is None:
        return None
    played = Result.objects.filter(table=table, is_current=True)
    played = played.exclude(ended_by=Result.EndedBy.ABANDONED)
    expected = setting.games.at(len(seats))
    if played.count() + running < expected:
        return None
    return IllegalError(
        "table_is_over",
        ngettext(
            "An diesem Tisch ist das eine Spiel gespielt. Gebt die Karte ab.",
            "An diesem Tisch sind alle %(number)s Spiele gespielt. Gebt die Karte ab.",
            expected,
        )
        % {"number": expected},
    )
