"""What the scorer is refused beside the rules: each error with its code and its sentence.

A phone without network refuses the same, in the same words (`phone_words`).
"""

from django.utils.translation import gettext_lazy as _

from games.rules import rulebooks as books
from games.scoring.snapshot import modes
from league.errors import IllegalError, InvalidError, NotAllowedError, StaleError


def id_missing() -> InvalidError:
    return InvalidError("id_missing", _("The entry has no id of its own. Reload the page."))


def id_too_long() -> InvalidError:
    return InvalidError("id_missing", _("The entry’s id is too long."))


def id_reused() -> InvalidError:
    return InvalidError("id_reused", _("The log already has another entry with this id."))


def given_up() -> StaleError:
    return StaleError(
        "version_given_up", _("This was put aside in favour of another version meanwhile.")
    )


def id_of_another_game() -> InvalidError:
    return InvalidError("id_reused", _("This id belongs to another game."))


def text_too_long() -> InvalidError:
    return InvalidError("text_too_long", _("Keep it shorter: 400 characters at most."))


def amount_too_large() -> InvalidError:
    return InvalidError("amount_too_large", _("Nothing in Schocken costs that much."))


def bad_event() -> InvalidError:
    return InvalidError("bad_event", _("The entry cannot be read. Enter it again."))


def referee_only() -> NotAllowedError:
    return NotAllowedError(
        "referee_only", _("That is for the referee to decide. Call one to the table.")
    )


def hands_count() -> IllegalError:
    return IllegalError(
        "hands_count",
        _("Single hands give points here, so each of them is needed. Enter them one by one."),
    )


def too_long() -> IllegalError:
    return IllegalError("log_too_long", _("No game gets that long. Close it with the card."))


def late_alone() -> InvalidError:
    return InvalidError(
        "late_alone", _("What concerns the last round stands alone in its message.")
    )


def no_last_round() -> IllegalError:
    return IllegalError(
        "no_last_round",
        _("The last round can no longer be changed: something of the next one lies there already."),
    )


def another_running() -> IllegalError:
    return IllegalError(
        "game_running",
        _("A game is already being played at this table. Close or abandon it first."),
    )


def foreign_seat() -> InvalidError:
    return InvalidError(
        "foreign_seat", _("Only people seated at this table can play."), field="seats"
    )


def starter_missing() -> InvalidError:
    return InvalidError(
        "starter_missing", _("Choose who goes first, or draw lots."), field="starter"
    )


def reason_missing() -> InvalidError:
    return InvalidError(
        "reason_missing", _("Please say why the game is being opened again."), field="reason"
    )


def still_open() -> IllegalError:
    return IllegalError("game_running", _("This game is open. Just go on scoring."))


def game_not_over() -> IllegalError:
    return IllegalError("game_not_over", _("The game is not over yet. Play on or abandon it."))


def finished() -> StaleError:
    """Somebody has closed it meanwhile; the way on is another one."""
    return StaleError(
        "game_finished", _("This game is closed. Open it again if something is wrong.")
    )


def closed_already() -> StaleError:
    return StaleError("game_finished", _("This game is closed already."))


def stale() -> StaleError:
    return StaleError("stale", _("The other phone was faster. Here is how it stands now."))


def moved_on() -> StaleError:
    return StaleError("table_moved_on", _("Another game has been played at this table meanwhile."))


REFUSALS = (
    amount_too_large,
    another_running,
    bad_event,
    closed_already,
    finished,
    foreign_seat,
    game_not_over,
    hands_count,
    id_missing,
    id_reused,
    id_too_long,
    late_alone,
    no_last_round,
    reason_missing,
    referee_only,
    stale,
    starter_missing,
    still_open,
    text_too_long,
    too_long,
)
NEEDS_NETWORK = _("That needs the network. Go on scoring and try it when it is back.")


def phone_words() -> dict[str, str]:
    """What a phone without network says in the server's place (`static/js/phone`), in the language
    of the request.
    """
    return {
        **{f"refused_{refusal.__name__}": str(refusal()) for refusal in REFUSALS},
        "refused_needs_network": str(NEEDS_NETWORK),
        **{f"mode_{mode}": sentence for mode, sentence in modes().items()},
        "charge_stake": books.label("", "stake"),
    }
