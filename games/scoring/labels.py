"""Every word the scorer's scripts show. They get it with the page, in its language.

`{name}` and the like are filled in by the scripts. Words of the game come with the rulebook.
"""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def scorer_words() -> dict[str, str]:
    return {
        **_frame(),
        **_lobby(),
        **_table(),
        **_entry(),
        **_more(),
        **_result(),
        **_without_network(),
    }


def _without_network() -> dict[str, str]:
    return {
        "without_network_too": _("works offline too"),
        "offline_goes_on": _("No network. Just go on scoring, everything is kept on this phone."),
        "offline_goes_on_here": _("No network. Go on scoring, and leave this page open."),
        "offline_insecure": _(
            "Without a network scoring stops here: this site has no HTTPS, and without it no "
            "browser lets a page go on alone."
        ),
        "understood": _("Understood"),
        "offline_browser": _(
            "Without a network scoring stops here: this browser is too old for going on alone."
        ),
        "stores_nothing": _("This phone cannot store anything now. Scoring needs the network."),
        "storage_closed": _(
            "{number} entries wait on this phone, and it cannot read them now. Close the browser "
            "and open this page again."
        ),
        "open_elsewhere": _("This table is open in another window of this browser. Go on there."),
        "one_waits": _("1 entry waits since {time}."),
        "some_wait": _("{number} entries wait since {time}."),
        "last_arrived": _("Last one sent at {time}."),
        "logged_out": _("You are logged out. Log in; what waits here stays, and is sent then."),
        "log_in": _("Log in"),
        "waits_for_link": _("This table’s link is over. With a new QR code they are sent."),
        "waits_for_other": _("Somebody else is logged in. Only who entered them can send them."),
        "others_wait": _(
            "Somebody else has {number} entries on this phone that are not sent yet. They go out "
            "once that person logs in."
        ),
        "which_counts": _("Game {number}: which version counts?"),
        "went_on_meanwhile": _("While this phone had no network, another one went on scoring."),
        "other_game_meanwhile": _(
            "While this phone had no network, another one scored a game at this table."
        ),
        "two_games": _("Two games at one table: which counts?"),
        "refused_meanwhile": _("The server does not take it: {why}"),
        "there": _("On the other phone"),
        "here": _("On this phone"),
        "one_entry": _("1 entry"),
        "some_entries": _("{number} entries"),
        "from_time": _("from {time}"),
        "wrote_last": _("{names}, last at {time}"),
        "take_theirs": _("Take the other one"),
        "take_mine": _("Take this one"),
        "only_theirs": _("Only the other one counts"),
        "only_mine": _("Only this one counts"),
        "mine_as_well": _("Both were played"),
        "put_aside": _("Put it aside"),
        "try_again": _("Try again"),
        "means_theirs": _("What is on this phone does not count; it is kept beside game {number}."),
        "means_mine": _("The other one is taken back; it is kept beside game {number}."),
        "means_mine_closed": _(
            "The other result is replaced; its version is kept beside game {number}."
        ),
        "means_both": _("Both count. This one becomes game {number}."),
        "becomes_game": _("This one becomes game {number}."),
        "goes_on_there": _("Game {number} goes on there."),
        "breaks_off": _(
            "Game {number} ends there without a loser; what was entered ({count}) is kept."
        ),
        "broken_off": _("The game on the other phone counts."),
        "rescue": _("Save game {number} as a file"),
        "other_versions": _("Other versions of this game"),
        "arrived_later": _("Entered at {tapped}, arrived at {came}"),
        "tapped_by": _("by {name}"),
    }


def _frame() -> dict[str, str]:
    return {
        "loading": _("One moment …"),
        "back": _("Back to {event}"),
        "table_number": _("Table {number}"),
        "game_number": _("Game {number}"),
        "depth": _("How closely is it scored?"),
        "depth_throws": _("Throws"),
        "depth_hands": _("Hands"),
        "depth_rounds": _("Rounds"),
        "depth_card": _("Card"),
        "offline_entry": _("No network. The entry is not saved yet."),
        "not_entered": _("That was not entered. Try it again."),
        "offline_view": _("No network. As of {time}."),
        "correcting": _("The result is being corrected."),
        "overtime_on": _("Sudden death: {mode}"),
        "called_since": _("Referee called at {time}"),
        "take_back": _("Withdraw"),
        "comes": _("{name} is coming."),
        "somebody_comes": _("The referee is coming."),
        "result_disputed": _(
            "A problem has been reported. The result is frozen until that is decided."
        ),
        "held_by": _("{name} keeps score."),
        "held_by_word": _("{name} (name as given) keeps score."),
        "hand_over": _("Somebody else has the phone"),
    }


def _lobby() -> dict[str, str]:
    return {
        "next_is": _("Game {number}"),
        "who_plays": _("Who plays?"),
        "nobody_sits": _("Nobody sits here yet. Take your seats on the evening’s page."),
        "plays": _("plays"),
        "sits_out": _("sits out"),
        "who_begins": _("Who goes first?"),
        "roll_for_it": _("Roll for it"),
        "three_dice": _("three dice each"),
        "one_die": _("one die each"),
        "proposed": _("by the rules"),
        "lot": _("Draw lots"),
        "all_agree": _("Everybody agrees"),
        "drink": _("Drink"),
        "beer": _("Beer"),
        "already_begun": _("Already begun?"),
        "first_half_lost_by": _("The first half was lost by:"),
        "waiting_for_start": _("No game is being played yet. Once one begins, you see it here."),
        "last_game": _("See game {number}"),
        "all_games": _("What has been played"),
        "two_needed": _("It takes two"),
        "first_missing": _("Who goes first?"),
        "start": _("Start the game"),
    }


def _table() -> dict[str, str]:
    return {
        "table": _("At the table"),
        "in_middle": _("{middle}: {number}"),
        "now_reveal": _("All have thrown. Now the cups are lifted."),
        "opening": _("Rolling to see who goes first."),
        "roll_off": _("A tie: roll-off."),
        "open_round": _("Open round: no cup stays down"),
        "all_load": _("All throw at once"),
        "limit_one": _("One throw at most."),
        "limit": _("{number} throws at most."),
        "out": _("out"),
        "covered": _("under the cup"),
        "throws": _("throw {number}"),
        "all": _("all"),
        "gives_to": _("to"),
        "nothing_moves": _("Nothing moves."),
        "gets": _("{name} gets {deckel}"),
        "is_on": _("{name}’s turn"),
        "forfeits_round": _("Loses this round: {names}"),
        "throws_along": _("{word}: {name}"),
        "cancel": _("Cancel"),
    }


def _entry() -> dict[str, str]:
    return {
        "entry": _("Entry"),
        "said": _("What happened"),
        "actions": _("What now"),
        "rolls_for_start": _("rolls to begin"),
        "lifts_cup": _("lifts the cup"),
        "one_throw": _("has one throw"),
        "up_to_throws": _("has up to {number} throws"),
        "throw_last": _("is on throw {number}, the last"),
        "throw_more": _("is on throw {number}, then {left} more"),
        "turn_begun": _("turn already begun: throw {number}"),
        "face": _("Die {face}"),
        "faces": _("Dice {high} and {low}"),
        "clear": _("Remove the {face}"),
        "leave": _("leave the {face} on the table"),
        "turning": _("Tap a 6: it stays. Once more: turned to a 1."),
        "lies": _("the {face} stays on the table"),
        "lies_short": _("stays"),
        "turned": _("six turned to a one"),
        "turned_short": _("turned"),
        "who_lost_round": _("Who lost the round?"),
        "who_was_lowest": _("Who rolled lowest?"),
        "who_was_best": _("Who was best? (optional)"),
        "who_gives": _("Who was best and gives?"),
        "who_gives_how_many": _("Who gives, and how many?"),
        "with_how_many": _("With how many?"),
        "the_rest": _("the rest"),
        "all_deckel": _("all of them: Schock-Aus"),
        "who_threw_aus": _("Who threw the Schock-Aus?"),
        "nobody_knows": _("Nobody knows"),
        "hands_later": _("This turn goes on by throws. Hands are entered from the next one on."),
        "rounds_later": _(
            "This round goes on as it began. Rounds are entered from the next one on."
        ),
        "broken_off_there": _("Game {number} was ended on another phone. This one counts now."),
        "gave_way": _(
            "The version of another phone counts now. What stood here is kept beside it."
        ),
        "aus_by_hands": _(
            "A Schock-Aus in one throw costs a round of drinks here: enter the hands of this round."
        ),
        "stand": _("Stand"),
        "cover": _("Cup stays down"),
        "enter": _("Enter"),
        "lift": _("Lift the cup"),
        "saving": _("Saving …"),
        "die_missing": _("One more die"),
        "dice_missing": _("{number} more dice"),
        "undo": _("Back"),
        "undo_what": _("Take back “{what}”"),
        "did_opening": _("Throw: {name}"),
        "did_throw": _("Throw: {name}"),
        "did_cover": _("Cup down: {name}"),
        "did_stand": _("Stand: {name}"),
        "did_hand": _("Turn: {name}"),
        "did_round": _("Round: {name}"),
        "did_mend": _("Correction"),
        "did_reveal": _("Cup up: {name}"),
        "did_reenter": _("Back in: {name}"),
        "did_infraction": _("Foul: {name}"),
        "did_ruling": pgettext("of a referee", "Decision"),
        "did_overtime": _("Sudden death"),
        "did_abandon": _("Abandoned"),
    }


def _more() -> dict[str, str]:
    return {
        "more": _("More"),
        "close": _("Close"),
        "infraction": _("Foul"),
        "which_infraction": _("What?"),
        "which_round": _("This round or the last one?"),
        "this_round": _("the round that begins now"),
        "last_round": _("the last round; it is settled again"),
        "round_missing": _("Choose which round it concerns."),
        "for_last_round": _("It concerns the last round, which is settled again."),
        "settles_again": _("The last round is settled again:"),
        "settled_again": _("The last round has been settled again."),
        "go_on": _("Who advances"),
        "really": _("Really enter this?"),
        "pays": _("{name} pays: {amount}"),
        "pays_not": _("{name} no longer pays: {amount}"),
        "loses_part": _("{name} loses the {part}"),
        "changes_nothing": _("It is noted and changes nothing in the game."),
        "voters": _("Who votes: {names}"),
        "votes_missing": _("Count the votes first."),
        "votes_too_many": _("Not that many vote: {most} at most."),
        "votes_were": _("{yes} for, {no} against"),
        "not_excluded": _("no exclusion"),
        "infraction_missing": _("Choose what happened."),
        "who": _("Who?"),
        "who_missing": _("Choose who it is about."),
        "count": _("How often?"),
        "amount": _("Amount in euros"),
        "amount_open": _("Leave empty if it is still open."),
        "amount_wrong": _("Write the amount like 12.50."),
        "votes_for": _("Votes for"),
        "votes_against": _("Votes against"),
        "reason": _("Why?"),
        "reason_optional": _("Why? (optional)"),
        "reason_missing": _("Add briefly why."),
        "drinks_round": _("a round of drinks"),
        "donation": _("a donation"),
        "no_consequence": _("noted, costs nothing"),
        "effect_forfeit": _("loses the round"),
        "effect_exclude": _("exclusion by vote"),
        "effect_lose_part": _("a second time costs the half"),
        "ruling": _("Referee’s decision"),
        "ruling_effect": _("What follows?"),
        "ruling_effect_missing": _("Choose what holds."),
        "ruling_note": _("Just a note"),
        "ruling_void_round": _("The round starts over"),
        "ruling_lose_round": _("Somebody loses the round"),
        "ruling_lose_half": _("Somebody loses the half"),
        "ruling_lose_game": _("Somebody loses the game"),
        "ruled_lose_round": _("{name} loses the round"),
        "ruled_lose_half": _("{name} loses the half"),
        "ruled_lose_game": _("{name} loses the game"),
        "ruling_text": _("Reasons"),
        "ruling_text_missing": _("Add briefly what was decided."),
        "ruling_by": _("Who decided?"),
        "overtime": _("Play sudden death"),
        "overtime_mode": _("How?"),
        "mend_round": _("Change round {number}"),
        "mend_what": _("What was wrong?"),
        "mend_hand": _("A hand"),
        "mend_whole": _("Who lost, or with how many"),
        "mend_whose": _("Whose hand?"),
        "die_number": _("Die no. {number}"),
        "mend_throws": _("In how many throws?"),
        "mend_way": _("How?"),
        "mend_incomplete": _("Say who lost the round, and with how many."),
        "mend_now": _("How it stands then:"),
        "mend_without_hands": _("The hands fall away of rounds: {numbers}. Who lost them stays."),
        "mend_dropped": _("Falls away: {what}"),
        "mend_cut": _("The game is cut from round {number} on."),
        "mend_cut_here": _("Cut the game from round {number} on"),
        "mended": _("A round was changed"),
        "mended_by": _("changed by {name}"),
        "history": _("Rounds so far"),
        "no_rounds": _("No round is over yet."),
        "no_network_short": _("No network. Try again in a moment."),
        "values": _("What beats what"),
        "preferences": _("This phone"),
        "preference_awake": _("The screen stays on"),
        "preference_buzz": _("A short buzz with each entry"),
        "preference_left": _("For the left hand"),
        "preference_needs_https": _("Only over HTTPS."),
        "preference_not_here": _("This browser cannot."),
        "card": _("Enter a card"),
        "log": _("Download the log"),
        "values_print": _("As a page, to print too"),
        "throw": _("Throw"),
        "name": _("Name"),
        "entry_waits": _("The last entry has to be saved first. That happens by itself."),
        "call": _("Call a referee"),
        "call_note": _("What is it about? (optional)"),
        "call_off": _("No longer needed"),
        "said_by": _("decided by {name}"),
        "abandon": _("Abandon the game"),
        "abandon_means": _("Nobody loses. Fines already incurred stay."),
    }


def _result() -> dict[str, str]:
    return {
        "result": _("Result"),
        "has_lost": _("{name} lost"),
        "nobody_lost": _("Nobody lost"),
        "card_counts": _("The card counts"),
        "from_card": _("from the card"),
        "lost_by": _("lost by {name}"),
        "decided": _("Decision: {what}"),
        "versions": _("Result and versions"),
        "ended_final": _("decided in the {final}"),
        "ended_sweep": _("{sweep}"),
        "ended_exclusion": _("excluded by vote"),
        "ended_ruling": _("by the referee’s decision"),
        "ended_overtime": pgettext("how a game ended", "sudden death"),
        "ended_abandoned": _("abandoned"),
        "amount_not_set": _("Amount open"),
        "without_money": _("without money"),
        "amount_unanswered": _("{amount}, only noted"),
        "amount_guest": _("{amount}, if agreed"),
        "pays_unanswered": _(
            "The club has not said yet whether it plays for money. Until then nobody pays."
        ),
        "pays_guest": _("Guests pay only what was agreed with them."),
        "not_finished_yet": _("Is that right? Then close the game."),
        "finish": _("Close the game"),
        "next_game": _("Next game"),
        "is_it_right": _("Is that right?"),
        "yes_right": _("Yes, that is right"),
        "no": _("No"),
        "no_not_right": _("No, something is wrong"),
        "waits_for": _("One confirmation is missing: from {names}."),
        "object": _("Report a problem"),
        "object_text": _("What is wrong?"),
        "reopen": _("Open again"),
        "result_entered": _("Entered, not confirmed yet."),
        "result_confirmed": _("Confirmed."),
        "result_disputed_state": _("A problem has been reported."),
        "result_correcting": _("Being corrected."),
        "entered_by": _("Entered by {name}."),
        "confirmed_by": _("Confirmed by {name}."),
        "by_word": _("{name} (name as given)"),
        "show_code": _("Show the result as a QR code"),
        "code_means": _(
            "Somebody with network scans it with the camera and enters the result in their own "
            "name. This phone sends the whole game once it is online."
        ),
        "code_later": _("The code needs the network once more on this phone."),
        "code_link": _("Or as a link"),
        "copy_link": _("Copy link"),
        "copied": _("Copied"),
    }
