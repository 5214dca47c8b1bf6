"""The scorer's refusals beside the rules: each error with its code and its sentence.

A phone without network refuses the same, in the same words (`phone_words`).
"""

from collections.abc import Callable
from functools import partial

from django.utils.translation import gettext_lazy as _

from games.rules import rulebooks as books
from games.scoring.snapshot import modes
from league.errors import IllegalError, InvalidError, LeagueError, NotAllowedError, StaleError

id_missing = partial(
    InvalidError, "id_missing", _("The entry has no id of its own. Reload the page.")
)
id_too_long = partial(InvalidError, "id_missing", _("The entry’s id is too long."))
id_reused = partial(InvalidError, "id_reused", _("The log already has another entry with this id."))
given_up = partial(
    StaleError, "version_given_up", _("This was put aside in favour of another version meanwhile.")
)
id_of_another_game = partial(InvalidError, "id_reused", _("This id belongs to another game."))
text_too_long = partial(
    InvalidError, "text_too_long", _("Keep it shorter: 400 characters at most.")
)
amount_too_large = partial(
    InvalidError, "amount_too_large", _("Nothing in Schocken costs that much.")
)
bad_event = partial(InvalidError, "bad_event", _("The entry cannot be read. Enter it again."))
referee_only = partial(
    NotAllowedError, "referee_only", _("That is for the referee to decide. Call one to the table.")
)
hands_count = partial(
    IllegalError,
    "hands_count",
    _("Single hands give points here, so each of them is needed. Enter them one by one."),
)
too_long = partial(
    IllegalError, "log_too_long", _("No game gets that long. Close it with the card.")
)
late_alone = partial(
    InvalidError, "late_alone", _("What concerns the last round stands alone in its message.")
)
no_last_round = partial(
    IllegalError,
    "no_last_round",
    _("The last round can no longer be changed: something of the next one lies there already."),
)
another_running = partial(
    IllegalError,
    "game_running",
    _("A game is already being played at this table. Close or abandon it first."),
)
foreign_seat = partial(
    InvalidError, "foreign_seat", _("Only people seated at this table can play."), field="seats"
)
starter_missing = partial(
    InvalidError, "starter_missing", _("Choose who goes first, or draw lots."), field="starter"
)
reason_missing = partial(
    InvalidError,
    "reason_missing",
    _("Please say why the game is being opened again."),
    field="reason",
)
still_open = partial(IllegalError, "game_running", _("This game is open. Just go on scoring."))
game_not_over = partial(
    IllegalError, "game_not_over", _("The game is not over yet. Play on or abandon it.")
)
# It has been closed meanwhile; the way on is another one.
finished = partial(
    StaleError, "game_finished", _("This game is closed. Open it again if something is wrong.")
)
closed_already = partial(StaleError, "game_finished", _("This game is closed already."))
stale = partial(StaleError, "stale", _("The other phone was faster. Here is how it stands now."))
moved_on = partial(
    StaleError, "table_moved_on", _("Another game has been played at this table meanwhile.")
)


# Those that a phone without network utters itself.
REFUSALS: dict[str, Callable[[], LeagueError]] = {
    "amount_too_large": amount_too_large,
    "another_running": another_running,
    "bad_event": bad_event,
    "closed_already": closed_already,
    "finished": finished,
    "foreign_seat": foreign_seat,
    "game_not_over": game_not_over,
    "hands_count": hands_count,
    "id_missing": id_missing,
    "id_reused": id_reused,
    "id_too_long": id_too_long,
    "late_alone": late_alone,
    "no_last_round": no_last_round,
    "reason_missing": reason_missing,
    "referee_only": referee_only,
    "stale": stale,
    "starter_missing": starter_missing,
    "still_open": still_open,
    "text_too_long": text_too_long,
    "too_long": too_long,
}
NEEDS_NETWORK = _("That needs the network. Go on scoring and try it when it is back.")
UNSTORED = _("Not entered: this phone cannot store anything now. Try it again.")


def phone_words() -> dict[str, str]:
    """Return the sentences that a phone without network says in the server's place
    (`static/js/phone`), in the language of the request.
    """
    return {
        **{f"refused_{name}": str(refusal()) for name, refusal in REFUSALS.items()},
        "refused_needs_network": str(NEEDS_NETWORK),
        "refused_unstored": str(UNSTORED),
        **{f"mode_{mode}": sentence for mode, sentence in modes().items()},
        "charge_stake": books.label("", "stake"),
    }
