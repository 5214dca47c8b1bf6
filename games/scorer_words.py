"""Every word the scorer's scripts show. They get it with the page, in its language.

`{name}` and the like are filled in by the scripts. Words of the game come with the rulebook.
"""

from django.utils.translation import gettext as _


def scorer_words() -> dict[str, str]:
    return {**_frame(), **_lobby(), **_table(), **_entry(), **_more(), **_result()}


def _frame() -> dict[str, str]:
    return {
        "loading": _("Einen Moment …"),
        "back": _("Zurück zu {event}"),
        "table_number": _("Tisch {number}"),
        "game_number": _("Spiel {number}"),
        "depth": _("Wie genau wird geschrieben?"),
        "depth_throws": _("Würfe"),
        "depth_hands": _("Hände"),
        "depth_card": _("Karte"),
        "offline_entry": _("Kein Netz. Der Eintrag ist noch nicht gespeichert."),
        "offline_view": _("Kein Netz. Stand von {time} Uhr."),
        "correcting": _("Das Ergebnis wird korrigiert."),
        "overtime_on": _("Scharf: {mode}"),
        "called_since": _("Schiedsrichter gerufen um {time} Uhr"),
        "result_disputed": _("Ein Problem ist gemeldet. Das Ergebnis ruht, bis entschieden ist."),
        "held_by": _("Eingetragen wird von {name}."),
        "held_by_word": _("Eingetragen wird von {name} (dem Namen nach)."),
        "hand_over": _("Jemand anderes hat das Telefon"),
    }


def _lobby() -> dict[str, str]:
    return {
        "next_is": _("Spiel {number}"),
        "who_plays": _("Wer spielt mit?"),
        "nobody_sits": _("Hier sitzt noch niemand. Setzt euch auf der Seite des Abends dazu."),
        "plays": _("spielt"),
        "sits_out": _("setzt aus"),
        "who_begins": _("Wer fängt an?"),
        "roll_for_it": _("Auswürfeln"),
        "three_dice": _("jeder drei Würfel"),
        "one_die": _("jeder einen Würfel"),
        "proposed": _("nach der Regel"),
        "lot": _("Das Los"),
        "all_agree": _("Alle sind einverstanden"),
        "drink": _("Getränk"),
        "beer": _("Bier"),
        "already_begun": _("Schon angefangen?"),
        "first_half_lost_by": _("Die erste Hälfte hat verloren:"),
        "waiting_for_start": _("Noch läuft kein Spiel. Sobald eins beginnt, siehst du es hier."),
        "last_game": _("Spiel {number} ansehen"),
        "two_needed": _("Es braucht zwei"),
        "first_missing": _("Wer fängt an?"),
        "start": _("Spiel starten"),
    }


def _table() -> dict[str, str]:
    return {
        "table": _("Am Tisch"),
        "in_middle": _("{middle}: {number}"),
        "now_reveal": _("Alle haben geworfen. Jetzt wird aufgedeckt."),
        "opening": _("Es wird ausgewürfelt, wer anfängt."),
        "roll_off": _("Gleichstand: Es wird gestochen."),
        "open_round": _("Offene Runde: Kein Becher bleibt unten"),
        "all_load": _("Alle laden zugleich"),
        "limit_one": _("Höchstens ein Wurf."),
        "limit": _("Höchstens {number} Würfe."),
        "out": _("raus"),
        "covered": _("unter dem Becher"),
        "throws": _("{number}. Wurf"),
        "all": _("alle"),
        "gives_to": _("an"),
        "nothing_moves": _("Es bewegt sich nichts."),
        "gets": _("{name} bekommt {deckel}"),
        "is_on": _("{name} ist dran"),
        "throws_along": _("{word}: {name}"),
        "cancel": _("Abbrechen"),
    }


def _entry() -> dict[str, str]:
    return {
        "entry": _("Eintrag"),
        "said": _("Was geschah"),
        "actions": _("Was jetzt"),
        "rolls_for_start": _("würfelt um den Anfang"),
        "lifts_cup": _("deckt auf"),
        "one_throw": _("ist dran: ein Wurf"),
        "up_to_throws": _("ist dran: bis zu {number} Würfe"),
        "throw_last": _("ist dran: {number}. Wurf, der letzte"),
        "throw_more": _("ist dran: {number}. Wurf, danach noch {left}"),
        "turn_begun": _("Der Zug ist begonnen: {number}. Wurf"),
        "face": _("Würfel {face}"),
        "clear": _("Würfel {face} löschen"),
        "leave": _("{face} liegen lassen"),
        "lies": _("{face} bleibt liegen"),
        "lies_short": _("liegt"),
        "turned": _("Sechs gedreht zu Eins"),
        "turned_short": _("gedreht"),
        "how_many_throws": _("In wie vielen Würfen?"),
        "stand": _("Steht"),
        "cover": _("Becher bleibt unten"),
        "enter": _("Eintragen"),
        "lift": _("Aufdecken"),
        "saving": _("Wird gespeichert …"),
        "die_missing": _("Noch ein Würfel"),
        "dice_missing": _("Noch {number} Würfel"),
        "undo": _("Zurück"),
        "undo_what": _("Zurücknehmen: {what}"),
        "did_opening": _("Wurf {name}"),
        "did_throw": _("Wurf {name}"),
        "did_cover": _("{name} verdeckt"),
        "did_stand": _("Steht {name}"),
        "did_hand": _("Zug {name}"),
        "did_reveal": _("Becher {name}"),
        "did_reenter": _("Einstieg {name}"),
        "did_infraction": _("Vergehen {name}"),
        "did_ruling": _("Entscheid"),
        "did_overtime": _("Scharf"),
        "did_abandon": _("Abbruch"),
    }


def _more() -> dict[str, str]:
    return {
        "more": _("Mehr"),
        "close": _("Schließen"),
        "infraction": _("Vergehen"),
        "which_infraction": _("Was?"),
        "infraction_missing": _("Wähle, was geschehen ist."),
        "who": _("Wer?"),
        "who_missing": _("Wähle, um wen es geht."),
        "count": _("Wie oft?"),
        "amount": _("Betrag in Euro"),
        "amount_open": _("Leer lassen, wenn er noch offen ist."),
        "amount_wrong": _("Schreib den Betrag wie 12,50."),
        "votes_for": _("Stimmen dafür"),
        "votes_against": _("Stimmen dagegen"),
        "reason": _("Warum?"),
        "reason_optional": _("Warum? (freiwillig)"),
        "reason_missing": _("Schreib kurz dazu, warum."),
        "drinks_round": _("eine Runde"),
        "donation": _("eine Spende"),
        "effect_forfeit": _("verliert die Runde"),
        "effect_exclude": _("Ausschluss durch Abstimmung"),
        "effect_lose_part": _("beim zweiten Mal verliert er die Hälfte"),
        "ruling": _("Entscheidung des Schiedsrichters"),
        "ruling_effect": _("Was gilt?"),
        "ruling_note": _("nur ein Vermerk"),
        "ruling_void_round": _("Die Runde beginnt neu"),
        "ruling_lose_round": _("Jemand verliert die Runde"),
        "ruling_lose_half": _("Jemand verliert die Hälfte"),
        "ruling_lose_game": _("Jemand verliert das Spiel"),
        "ruling_text": _("Begründung"),
        "ruling_text_missing": _("Schreib kurz dazu, was entschieden wurde."),
        "ruling_by": _("Wer hat entschieden?"),
        "overtime": _("Scharf spielen"),
        "overtime_mode": _("Wie?"),
        "history": _("Verlauf"),
        "no_rounds": _("Noch ist keine Runde zu Ende."),
        "no_network_short": _("Kein Netz. Versuche es gleich noch einmal."),
        "values": _("Was schlägt was"),
        "card": _("Karte eintragen"),
        "log": _("Protokoll herunterladen"),
        "values_print": _("Als Seite, auch zum Drucken"),
        "throw": _("Wurf"),
        "name": _("Name"),
        "entry_waits": _(
            "Erst muss der letzte Eintrag gespeichert sein. Das geschieht von selbst."
        ),
        "call": _("Schiedsrichter rufen"),
        "call_off": _("Hat sich erledigt"),
        "abandon": _("Spiel abbrechen"),
        "abandon_means": _("Niemand hat verloren. Strafen, die schon feststehen, bleiben."),
    }


def _result() -> dict[str, str]:
    return {
        "result": _("Ergebnis"),
        "has_lost": _("{name} hat verloren"),
        "nobody_lost": _("Niemand hat verloren"),
        "card_counts": _("Die Karte gilt"),
        "ended_final": _("entschieden im {final}"),
        "ended_sweep": _("{sweep}"),
        "ended_exclusion": _("ausgeschlossen durch Abstimmung"),
        "ended_ruling": _("durch Entscheidung des Schiedsrichters"),
        "ended_overtime": _("scharf gespielt"),
        "ended_abandoned": _("abgebrochen"),
        "amount_not_set": _("Betrag offen"),
        "not_finished_yet": _("Stimmt es so? Dann schließt das Spiel ab."),
        "finish": _("Spiel abschließen"),
        "next_game": _("Nächstes Spiel"),
        "confirm": _("Bestätigen"),
        "object": _("Problem melden"),
        "object_text": _("Was stimmt nicht?"),
        "reopen": _("Wieder öffnen"),
        "result_entered": _("Eingetragen, noch nicht bestätigt."),
        "result_confirmed": _("Bestätigt."),
        "result_disputed_state": _("Ein Problem ist gemeldet."),
        "result_correcting": _("Wird korrigiert."),
        "entered_by": _("Eingetragen von {name}."),
        "confirmed_by": _("Bestätigt von {name}."),
        "by_word": _("{name} (dem Namen nach)"),
    }
