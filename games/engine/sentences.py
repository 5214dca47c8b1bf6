"""Every refusal in words, German first: code -> sentence with the fields of the error's `data`.

Only sentences live here. The clause is put behind them by `errors.EngineError.sentence`.
"""

from __future__ import annotations

from typing import NamedTuple


class Text(NamedTuple):
    """One text in both languages."""

    de: str
    en: str


SENTENCES: dict[str, Text] = {
    # Lines and logs
    "not_json": Text(
        "Die Zeile ist kein lesbares JSON in UTF-8.", "The line is not JSON in UTF-8."
    ),
    "not_a_log": Text(
        "Das ist kein Spielprotokoll: Gebraucht wird ein Objekt mit header und events.",
        "This is no game log: an object with header and events is needed.",
    ),
    "not_a_round": Text(
        "Das ist keine Runde: Gebraucht wird ein Objekt mit rulebook, before und hands.",
        "This is no round: an object with rulebook, before and hands is needed.",
    ),
    # Headers
    "not_a_header": Text("Der Kopf des Spiels ist kein Objekt.", "The header is no object."),
    "unknown_key": Text(
        "Der Kopf des Spiels kennt kein „{key}“.", "The header of a game has no “{key}”."
    ),
    "bad_format": Text(
        "Dieses Format des Spielprotokolls ist unbekannt.", "This format of the log is not known."
    ),
    "bad_rules": Text(
        "Diese Ausgabe der Regeln ist unbekannt.", "This edition of the rules is not known."
    ),
    "unknown_rulebook": Text(
        "Ein Regelwerk „{rulebook}“ gibt es nicht.", "There is no rulebook “{rulebook}”."
    ),
    "bad_players": Text(
        "Die Mitspielenden müssen eine Liste verschiedener, nicht leerer Namen sein.",
        "The players must be a list of different names that are not empty.",
    ),
    "too_few_players": Text(
        "Allein schockt man nicht: Es braucht mindestens {least} Personen.",
        "Nobody plays alone: at least {least} people are needed.",
    ),
    "unknown_venue": Text("Den Ort „{venue}“ gibt es nicht.", "There is no venue “{venue}”."),
    "bad_house_rules": Text("Die Hausregeln sind kein Objekt.", "The house rules are no object."),
    "unknown_house_rule": Text(
        "Eine Hausregel „{rule}“ gibt es nicht.", "There is no house rule “{rule}”."
    ),
    "locked_house_rule": Text(
        "„{rule}“ gilt in diesem Regelwerk ausnahmslos und lässt sich nicht ändern.",
        "“{rule}” holds without exception in this rulebook and cannot be changed.",
    ),
    "refused_house_rule": Text(
        "Die Hausregel „{rule}“ passt nicht zu diesem Regelwerk.",
        "The house rule “{rule}” does not fit this rulebook.",
    ),
    "bad_house_rule": Text(
        "Für die Hausregel „{rule}“ ist dieser Wert nicht erlaubt.",
        "This value is not allowed for the house rule “{rule}”.",
    ),
    "bad_options": Text("Die Absprachen sind kein Objekt.", "The options are no object."),
    "unknown_option": Text(
        "Eine Absprache „{option}“ kennt dieses Regelwerk nicht.",
        "This rulebook knows no option “{option}”.",
    ),
    "bad_option": Text(
        "Die Absprache „{option}“ ist unvollständig oder falsch geschrieben.",
        "The option “{option}” is incomplete or misspelt.",
    ),
    "not_agreed": Text(
        "Die Absprache „{option}“ gilt nur, wenn alle zugestimmt haben.",
        "The option “{option}” needs the consent of everybody.",
    ),
    # Events of any kind
    "not_an_event": Text("Der Eintrag ist kein Objekt.", "The entry is no object."),
    "unknown_type": Text("Diese Art von Eintrag gibt es nicht.", "There is no such type of entry."),
    "missing_key": Text("Im Eintrag fehlt „{key}“.", "The entry lacks “{key}”."),
    "bad_value": Text(
        "Der Wert von „{key}“ ist nicht zulässig.", "The value of “{key}” is not valid."
    ),
    "unknown_player": Text("„{player}“ spielt nicht mit.", "“{player}” does not play here."),
    "game_over": Text("Das Spiel ist schon zu Ende.", "The game is already over."),
    "nothing_to_retract": Text(
        "Es gibt keinen Eintrag mehr, den man zurücknehmen könnte.", "No entry is left to withdraw."
    ),
    "bad_mode": Text(
        "So kann man nicht „scharf“ spielen.", "Sudden death cannot be played like that."
    ),
    # Openings
    "no_opening": Text(
        "Ausgewürfelt wird jetzt nicht.", "This is not the time for an opening roll."
    ),
    "already_rolled": Text("{player} hat schon ausgewürfelt.", "{player} has already rolled."),
    "not_in_roll_off": Text("{player} sticht nicht mit.", "{player} is not in this roll-off."),
    # Turns
    "no_turn": Text("Gerade ist niemand am Wurf.", "It is nobody’s turn at the moment."),
    "not_your_turn": Text(
        "Nicht {player}, sondern {turn} ist am Wurf.", "It is the turn of {turn}, not of {player}."
    ),
    "bad_dice": Text(
        "Gebraucht werden {number} Würfel mit Augen von 1 bis 6.",
        "{number} dice with faces from 1 to 6 are needed.",
    ),
    "bad_kept": Text(
        "Mindestens ein Würfel wird geworfen: Liegen bleiben höchstens zwei.",
        "At least one die is thrown: at most two can be left on the table.",
    ),
    "kept_too_early": Text(
        "Im ersten Wurf werden alle drei Würfel geworfen.", "The first throw takes all three dice."
    ),
    "kept_taken_back": Text(
        "Was einmal liegt, bleibt liegen: Ein herausgelegter Würfel fehlt.",
        "Dice once left on the table stay there: one of them is missing.",
    ),
    "kept_not_thrown": Text(
        "Liegen bleiben kann nur, was im letzten Wurf gefallen ist.",
        "Only dice of the throw just made can be left on the table.",
    ),
    "no_sixes": Text(
        "Hier ist nichts zu drehen: Dafür braucht es zwei Sechsen in einem Wurf.",
        "Nothing can be turned here: it takes two sixes in one throw.",
    ),
    "sixes_not_thrown": Text(
        "So viele Sechsen dürfen hier nicht gedreht werden.",
        "That many sixes may not be turned here.",
    ),
    "turned_not_kept": Text(
        "Eine gedrehte Sechs bleibt als Eins liegen.", "A turned six stays on the table as a one."
    ),
    "six_kept": Text(
        "Wer dreht, würfelt die übrigen Sechsen noch einmal.",
        "Whoever turns a six throws the other sixes again.",
    ),
    "rest_kept": Text(
        "Wer dreht, würfelt alle übrigen Würfel dieses Wurfs noch einmal.",
        "Whoever turns a six throws all other dice of that throw again.",
    ),
    "round_is_open": Text("Diese Runde wird offen gespielt.", "This round is played open."),
    "no_throw_yet": Text(
        "Vor dem ersten Wurf kann niemand stehen bleiben.",
        "Nobody can stand before the first throw.",
    ),
    "turn_is_over": Text(
        "{player} hat geworfen, so oft es ging: höchstens {limit} in dieser Runde. "
        "Am Wurf ist {turn}.",
        "{player} has had all throws there are, {limit} at most in this round. "
        "It is the turn of {turn}.",
    ),
    "round_is_over": Text(
        "{player} hat keinen Wurf mehr: Die Runde ist zu Ende, es waren höchstens {limit}. "
        "Die nächste beginnt {turn} mit allen drei Würfeln.",
        "{player} has no throw left: the round is over, there were {limit} at most. "
        "{turn} begins the next with all three dice.",
    ),
    "turn_begun": Text(
        "{player} hat schon geworfen; der Zug geht Wurf für Wurf weiter.",
        "{player} has already thrown; the turn goes on throw by throw.",
    ),
    "over_the_limit": Text(
        "In dieser Runde wird höchstens {limit}-mal geworfen.",
        "The limit of this round is {limit}: nobody may throw more often.",
    ),
    "one_throw_is_whole": Text(
        "Ein einziger Wurf ist immer aus der Hand.", "A single throw always counts as in one throw."
    ),
    "not_revealing": Text(
        "Aufgedeckt wird erst, wenn alle geworfen haben.",
        "Cups are lifted when everybody has thrown.",
    ),
    "no_cup": Text("{player} hat keinen verdeckten Becher.", "{player} has no cup to lift."),
    # Rounds in one entry
    "bad_penalty": Text(
        "So viele Deckel kostet in diesem Regelwerk kein Wurf.",
        "No hand of this rulebook costs that many Deckel.",
    ),
    "round_begun": Text(
        "Eine ganze Runde lässt sich nur eintragen, solange in ihr noch niemand geworfen hat.",
        "A round can be entered as a whole only while nobody has thrown in it.",
    ),
    "opening_deals_nothing": Text(
        "Beim Auswürfeln gibt es hier keine Deckel: Gebraucht werden die Würfe, oder wer beginnt.",
        "This opening deals no Deckel: the rolls are needed, or who begins.",
    ),
    "best_missing": Text(
        "Die Deckel kommen jetzt vom besten Wurf: Wer hatte ihn?",
        "The Deckel now come from the best hand: who had it?",
    ),
    "best_has_lost": Text(
        "{player} kann nicht verloren haben und zugleich am besten gewesen sein.",
        "{player} cannot have lost and been best as well.",
    ),
    "forfeiter_loses": Text(
        "{player} gilt in dieser Runde als Letzter und hat sie verloren.",
        "{player} counts as the worst of this round and has lost it.",
    ),
    "forfeiter_is_not_best": Text(
        "{player} gilt in dieser Runde als Letzter und kann nicht am besten gewesen sein.",
        "{player} counts as the worst of this round and cannot have been best.",
    ),
    # Throwing along
    "no_reentry": Text(
        "Wer draußen ist, bleibt in diesem Regelwerk draußen.",
        "Whoever is out stays out in this rulebook.",
    ),
    "no_reentry_in_final": Text(
        "Im Finale kommt niemand mehr dazu.", "Nobody joins during the final."
    ),
    "no_reentry_now": Text(
        "Mitwürfeln kann man nur, solange reihum geworfen wird.",
        "Throwing along is possible only while turns are being taken.",
    ),
    "already_in": Text(
        "{player} ist in dieser Runde schon dabei.", "{player} is already in this round."
    ),
    # Infractions and rulings
    "unknown_infraction": Text(
        "Ein Vergehen „{code}“ kennt dieses Regelwerk nicht.",
        "This rulebook knows no infraction “{code}”.",
    ),
    "too_many_votes": Text(
        "Abgestimmt wird ohne die beschuldigte Person: höchstens {most} Stimmen.",
        "The accused does not vote: {most} votes at most.",
    ),
    "bad_effect": Text(
        "Diese Wirkung einer Entscheidung gibt es nicht.", "A ruling has no such effect."
    ),
    "no_round": Text("Gerade läuft keine Wurfrunde.", "No round is being played at the moment."),
    "not_in_round": Text(
        "{player} ist in dieser Runde nicht dabei.", "{player} is not in this round."
    ),
    "not_out": Text(
        "{player} ist noch dabei: Das gilt nur für Ausgeschiedene.",
        "{player} is still in: this is only for who is out.",
    ),
    "not_in_part": Text(
        "{player} spielt das Finale nicht mit.", "{player} does not play the final."
    ),
    # Rulebook files, for their authors
    "rulebook_key": Text(
        "{where}: „{key}“ fehlt oder ist unbekannt.", "{where}: “{key}” is missing or not known."
    ),
    "rulebook_value": Text(
        "{where}: Der Wert von „{key}“ passt nicht.", "{where}: the value of “{key}” does not fit."
    ),
    "rulebook_toml": Text("Die Datei ist kein TOML: {why}", "The file is not TOML: {why}"),
    "rulebook_hole": Text(
        "Der Wurf {hand} gehört zu keiner Kategorie.", "The hand {hand} belongs to no category."
    ),
    "rulebook_order": Text(
        "Die Reihenfolge ist nicht eindeutig: {what}.", "The order is not total: {what}."
    ),
    "rulebook_substitute": Text(
        "{category}: Wer einen Wurf braucht, muss sagen, als was er sonst zählt.",
        "{category}: what needs one throw must say what it counts as otherwise.",
    ),
}
