"""The texts that the pages of a game among friends show through their scripts."""

from django.utils.translation import gettext as _


def friends_words() -> dict[str, str]:
    return {
        "friends": _("A game among friends"),
        "friends_terms": _("No login, no money. The games stay on this phone."),
        "names_example": _("Anke, Bernd, Jette"),
        "names_help": _("Clockwise, with commas between the names."),
        "names_around": _("{number} around the table, clockwise."),
        "name_twice": _("{name} is there twice. Add what tells the two apart, such as “{name} B”."),
        "names_alike": _("Two names are the same"),
        "which_rules": _("Which rules?"),
        "tally": _("Tonight"),
        "losses": _("{number} lost"),
        "games_here": _("Games on this phone"),
        "game_removed": _("The game is deleted."),
        "restore": _("Restore"),
        "remove_game": _("Delete the game of {day}"),
        "in_club": _("in the club"),
        "game_gone": _("This game is no longer on this phone."),
        "game_unreadable": _("The rules have changed since this game. It is only counted."),
    }


def handing_words() -> dict[str, str]:
    return {
        "game_unreadable": _("The rules have changed since this game. It is only counted."),
        "which_game": _("Which game?"),
        "no_games": _("There is no finished game on this phone that the club does not have."),
        "which_table": _("Which table?"),
        "no_tables": _(
            "There is no table of this week at which you may enter games. "
            "Take your seats on the evening’s page first."
        ),
        "table_of": _("Table {number} · {evening}, {day}"),
        "who_is": _("Who is {name}?"),
        "nobody_yet": _("Choose"),
        "everybody_once": _("Say for each name who it is, each person once."),
        "other_rules": _("This table plays by {table}, the game was played by {game}."),
        "table_busy": _("A game is being played at this table. Close it first."),
        "too_few_seats": _("Only {number} sit at this table. Choose another one."),
        "decided_there": _(
            "Somebody decided as a referee in this game. Only a referee can enter it."
        ),
        "becomes": _("This will be entered"),
        "becomes_game": _("Game {number} at table {table}, {evening}"),
        "lost_first": _("{first}: {name}"),
        "lost_second": _("{second}: {name}"),
        "lost_game": _("{name} lost"),
        "nobody_lost": _("Nobody lost"),
        "club_stakes": _("The club’s stakes of {day}: {stake}."),
        "costs_nothing": _("The club plays without money."),
        "costs_unanswered": _(
            "The club has not said yet whether it plays for money. Until then nobody pays."
        ),
        "guests_pay": _("Guests pay only what was agreed with them."),
        "unconfirmed": _("It counts as entered by you, until somebody else confirms it."),
        "enter_it": _("Add to the club"),
        "entered_it": _("Entered as game {number} at table {table}."),
        "see_it": _("See the result"),
        "no_answer": _("No answer from the club. Try again in a moment; nothing is entered twice."),
    }
