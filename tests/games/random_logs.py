"""Random games to compare the engine with the oracle: plausible, quirky, often played to the end.

Only the oracle says what is allowed: an event is proposed, and kept where the oracle takes it.
A log is a function of the `rng` passed in, so a seed is enough to get it again.
"""

import copy

from tests.games.oracle import (
    INFRACTION_CODES,
    RULEBOOKS,
    Oracle,
    Refused,
    limit_of,
    whose_turn,
)

NAMES = ("anke", "bodo", "cem", "dörte", "emil", "frauke", "gerd", "hilde", "ingo")
TELLING_DICE = (
    [1, 1, 1],
    [6, 6, 6],
    [6, 6, 1],
    [6, 6, 4],
    [4, 2, 1],
    [2, 1, 1],
    [3, 1, 1],
    [6, 1, 1],
    [2, 2, 2],
    [5, 5, 5],
    [3, 2, 1],
    [6, 5, 4],
    [2, 2, 1],
    [6, 5, 2],
)
HOUSE_RULES = {
    "deckel": (5, 6, 7, 11, 15, 30),
    "general_over_schock2": (True, False),
    "one_throw_only": (True, False),
    "fewer_throws_first": (True, False),
    "after_turning": ("rest", "sixes"),
    "reenter": ("take_one", "join", "none"),
    "final_start": ("first_half_loser", "last_loser"),
    "opening_each_half": (True, False),
    "later_direct_aus": (True, False),
    "reenter_in_final": (True, False),
}
EVENT_TYPES = (
    "opening",
    "throw",
    "stand",
    "hand",
    "round",
    "reveal",
    "reenter",
    "infraction",
    "ruling",
    "overtime",
    "retract",
    "abandon",
)
ODD_VALUES = (None, True, False, 0, 1, 2, 3, 7, -1, 1.0, 2.5, "", "1", "nobody", [], [1], {})


def random_log(rng, rulebook=None, illegal=0.0):
    """Return a log that the oracle accepts; with probability `illegal` its last event is doubtful.

    Whether the doubtful event (or header) really is illegal is for the oracle to say.
    """
    thin = rng.random() < 0.03
    header = thin_header(rng, rulebook) if thin else random_header(rng, rulebook)
    doubtful = rng.random() < illegal
    if doubtful and rng.random() < 0.15:
        return {"header": spoilt(rng, header), "events": []}
    oracle = Oracle(header)
    oracle.whole = rng.choice((0.0, 0.0, 0.1, 0.5, 0.9))  # how often a round is one entry
    if thin:
        spread_thin(rng, oracle)
    trouble = rng.choice((0.0, 0.01, 0.03, 0.1))  # how often something out of the ordinary happens
    wanted = rng.choice((rng.randint(0, 40), rng.randint(0, 200), 600, 600, 600))
    while len(oracle.events) < wanted:
        if oracle.game["step"] == "over" and rng.random() < 0.9:
            break
        accepted_event(rng, oracle, trouble)
    sixes = doubtful and rng.random() < 0.1
    while sixes and oracle.game["step"] != "over" and not sixes_on_the_table(oracle.game):
        accepted_event(rng, oracle, trouble)
    log = {"header": header, "events": list(oracle.events)}
    if doubtful:
        turning = sixes_on_the_table(oracle.game)
        event = doubtful_turning(rng, oracle) if turning else doubtful_event(rng, oracle)
        log["events"].append(event)
    return log


def accepted_event(rng, oracle, trouble):
    """Propose until the oracle takes one, and leave that one in the oracle's log."""
    while True:
        event = proposed_event(rng, oracle, trouble)
        if rng.random() < 0.01:
            event["id"] = "further keys are the application's own"
        try:
            oracle.push(event)
        except Refused:
            continue
        return event


def spread_thin(rng, oracle):
    """Five Deckel with five players, and often a sixth takes them all by re-entering."""
    game = oracle.game
    while game["middle"] > 0:
        without = [player for player in game["players"] if game["deckel"][player] == 0]
        dice = [2, 2, 1] if whose_turn(game) == without[0] else [6, 5, 2]
        event = {"type": "hand", "player": whose_turn(game), "dice": dice}
        oracle.push({**event, "throws": 1, "in_one_throw": True})
    if rng.random() < 0.7:
        outside = [player for player in game["players"] if player not in game["order"]]
        oracle.push({"type": "reenter", "player": rng.choice(outside)})


# --- Headers ------------------------------------------------------------------------------------


def random_header(rng, rulebook=None):
    """Return a header that the oracle accepts."""
    while True:
        header = proposed_header(rng, rulebook or rng.choice(RULEBOOKS))
        try:
            Oracle(header)
        except Refused:
            continue
        return header


def thin_header(rng, rulebook=None):
    rulebook = rulebook or rng.choice(RULEBOOKS)
    players = rng.sample(NAMES, rng.randint(6, 9))
    house_rules = {"deckel": 5}
    if rulebook != "schock4life":  # there it is the rule of the book, and locked
        house_rules["reenter"] = "take_one"
    return {
        "format": 1,
        "rulebook": rulebook,
        "players": players,
        "starter": rng.choice(players),
        "house_rules": house_rules,
    }


def proposed_header(rng, rulebook):
    players = rng.sample(NAMES, rng.choice((2, 2, 3, 3, 4, 4, 5, 6, 7, 9)))
    header = {"format": 1, "rulebook": rulebook, "players": players}
    if rng.random() < 0.7:
        header["rules"] = rng.choice((1, 2))
    if rng.random() < 0.3:
        header["starter"] = rng.choice(players)
    if rng.random() < 0.5:
        header["venue"] = rng.choice(("club_night", "pub", "private"))
    if rng.random() < 0.6:
        names = rng.sample(sorted(HOUSE_RULES), rng.choice((0, 1, 1, 2, 3, 4)))
        header["house_rules"] = {name: rng.choice(HOUSE_RULES[name]) for name in names}
    if rulebook == "jule" and rng.random() < 0.5:
        agreed = rng.sample(players, len(players))
        header["options"] = {"aus_round": {"drink": "Bier", "agreed": agreed}}
    return header


def spoilt(rng, header):
    header = copy.deepcopy(header)
    rulebook, players = header["rulebook"], header["players"]
    what = rng.randrange(8)
    if what == 0:
        return rng.choice(ODD_VALUES)
    if what == 1:
        header[rng.choice(sorted(header))] = rng.choice(ODD_VALUES)
    elif what == 2:
        del header[rng.choice(sorted(header))]
    elif what == 3:
        players.append(rng.choice((players[0], "", None, 3)))
    elif what == 4:
        del players[1:]
    elif what == 5:
        name = rng.choice((*sorted(HOUSE_RULES), "springer"))
        values = (*HOUSE_RULES.get(name, ()), *ODD_VALUES, 4, 31)
        header["house_rules"] = {name: rng.choice(values)}
    elif what == 6:
        aus_round = {"drink": "Bier", "agreed": list(players)}
        if rulebook == "jule":
            del aus_round["agreed"][0]
        header["options"] = {"aus_round": aus_round}
    else:
        name = rng.choice(
            ("starter", "venue", "house_rules", "options", "format", "rules", "rulebook")
        )
        header[name] = rng.choice(ODD_VALUES)
    return header


# --- Events -------------------------------------------------------------------------------------


def proposed_event(rng, oracle, trouble):
    game = oracle.game
    players = game["players"]
    if game["step"] == "over":
        return {"type": "retract"}
    if rng.random() < trouble:
        return unusual_event(rng, oracle)
    outside = [player for player in players if player not in game["order"]]
    if outside and game["step"] == "throwing" and rng.random() < 0.08:
        return {"type": "reenter", "player": rng.choice(outside)}
    if rng.random() < oracle.whole and (game["step"] == "opening" or nobody_has_thrown(game)):
        return round_event(rng, game)
    if game["step"] == "opening":
        return opening_event(rng, game)
    if game["step"] == "revealing":
        return reveal_event(rng, game)
    return turn_event(rng, game)


def nobody_has_thrown(game):
    return all(turn["throws"] == 0 for turn in game["turns"].values())


def round_event(rng, game):
    """Return a whole round in one entry, mostly by players who are in it."""
    among = (game["order"] or game["players"]) if rng.random() < 0.95 else game["players"]
    event = {
        "type": "round",
        "loser": rng.choice(among),
        "penalty": rng.choice((1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, "all")),
    }
    if rng.random() < 0.8:
        event["best"] = rng.choice((*among, None))
    return event


def opening_event(rng, game):
    waiting = [player for player in game["rollers"] if player not in game["rolls"]]
    dice = random_dice(rng, 3)
    if game["rolls"] and rng.random() < 0.2:
        dice = shuffled(rng, rng.choice(list(game["rolls"].values())))  # the ties
    if game["rules"]["rulebook"] == "jule":
        dice = dice[:1]
    return {"type": "opening", "player": rng.choice(waiting), "dice": dice}


def reveal_event(rng, game):
    turns = game["turns"]
    player = rng.choice([name for name in game["order"] if turns[name]["dice"] is None])
    dice = random_dice(rng, 3 - len(turns[player]["kept"]))
    return {"type": "reveal", "player": player, "dice": dice}


def turn_event(rng, game):
    player = whose_turn(game)
    turn = game["turns"][player]
    if turn["throws"] == 0 and rng.random() < 0.35:
        return hand_event(rng, game, player)
    if turn["throws"] > 0 and rng.random() < 0.3:
        return {"type": "stand", "player": player}
    kept, turned = proposed_kept(rng, game, turn)
    dice = None if rng.random() < 0.2 else random_dice(rng, 3 - len(kept))
    return {"type": "throw", "player": player, "kept": kept, "turned": turned, "dice": dice}


def hand_event(rng, game, player):
    throws = rng.randint(1, limit_of(game))
    dice = random_dice(rng, 3)
    earlier = [turn for turn in game["turns"].values() if turn["over"] and turn["dice"]]
    if earlier and rng.random() < 0.25:  # „Mit ist Shit“
        model = rng.choice(earlier)
        dice = shuffled(rng, model["kept"] + model["dice"])
    in_one_throw = throws == 1 or rng.random() < 0.4
    return {
        "type": "hand",
        "player": player,
        "dice": dice,
        "throws": throws,
        "in_one_throw": in_one_throw,
    }


def proposed_kept(rng, game, turn):
    if turn["throws"] == 0:
        return [], 0
    kept, thrown = list(turn["kept"]), list(turn["dice"])
    turned = 0
    if thrown.count(6) >= 2 and rng.random() < 0.6:
        turned = rng.randint(1, thrown.count(6) - 1)
        kept += [1] * turned
        thrown = [die for die in thrown if die != 6]
        if game["rules"]["after_turning"] == "rest" and rng.random() < 0.8:
            thrown = []
    for die in thrown:
        if len(kept) < 2 and rng.random() < (0.8 if die == 1 else 0.3):
            kept.append(die)
    return shuffled(rng, kept), turned


def unusual_event(rng, oracle):
    game = oracle.game
    player = rng.choice(game["players"])
    pick = rng.random()
    if pick < 0.5:
        return infraction_event(rng, game, player)
    if pick < 0.7:
        return {"type": "ruling", "by": "ref", "text": "", "effect": random_effect(rng, player)}
    if pick < 0.93:
        return {"type": "retract"}
    if pick < 0.99:
        return {"type": "overtime", "mode": rng.choice(("sudden_round", "one_half"))}
    return {"type": "abandon", "reason": "last bus"}


def infraction_event(rng, game, player):
    codes = INFRACTION_CODES[game["rules"]["rulebook"]] or ("early_lift",)
    event = {"type": "infraction", "player": player, "code": rng.choice(codes)}
    if event["code"] == "spinksen":
        event["votes_for"] = rng.choice((0, 0, 1, 1, 2))
        event["votes_against"] = rng.choice((0, 1, 1, 2, 2))
    if rng.random() < 0.6:
        event["count"] = rng.randint(1, 3)
    if rng.random() < 0.6:
        event["cents"] = rng.choice((None, 50, 100, 1234))
    return event


def random_effect(rng, player):
    return rng.choice(
        (
            {},
            {},
            {"void_round": True},
            {"void_round": True},
            {"lose_round": player},
            {"lose_round": player},
            {"lose_round": player},
            {"lose_half": player},
            {"lose_game": player},
        )
    )


def random_dice(rng, count):
    if rng.random() < 0.2:
        return rng.sample(rng.choice(TELLING_DICE), count)
    if rng.random() < 0.1:
        return [rng.choice((1, 6)) for _ in range(count)]
    return [rng.randint(1, 6) for _ in range(count)]


def shuffled(rng, dice):
    return rng.sample(dice, len(dice))


# --- Near misses --------------------------------------------------------------------------------


def doubtful_event(rng, oracle):
    """Return an event that would do, or would do elsewhere, mostly with one thing changed."""
    game = oracle.game
    events = [
        event_of_type(rng, oracle, rng.choice(EVENT_TYPES)),
        event_of_type(rng, oracle, "throw"),
        unusual_event(rng, oracle),
        proposed_event(rng, oracle, 0.3),
        proposed_event(rng, oracle, 0.0),
    ]
    if oracle.events:
        events.append(copy.deepcopy(rng.choice(oracle.events)))
    event = rng.choice(events)
    key = rng.choice(sorted(event))
    what = rng.randrange(8)
    if what == 0:
        del event[key]
    elif what == 1:
        event[key] = rng.choice(ODD_VALUES)
    elif what == 2 and "player" in event:
        event["player"] = rng.choice(game["players"])
    elif what == 3:
        numbers = [name for name in event if type(event[name]) is int]
        for name in numbers:
            event[name] += rng.choice((-1, 1))
    elif what == 4:
        dice_keys = [name for name in ("dice", "kept") if event.get(name)]
        if dice_keys:
            event[rng.choice(dice_keys)].append(rng.choice((1, 6, 0, 7, True, 1.0, "1", None)))
    elif what == 5:
        dice_keys = [name for name in ("dice", "kept") if event.get(name)]
        if dice_keys:
            dice = event[rng.choice(dice_keys)]
            dice[rng.randrange(len(dice))] = rng.choice((1, 2, 6, 0, 7, True, 1.0, "1", None))
    elif what == 6 and event["type"] == "ruling":
        event["effect"] = rng.choice(
            (
                {"void_round": False},
                {"void_round": 1},
                {"lose_half": "nobody"},
                {"void_round": True, "lose_round": game["players"][0]},
                {"drink": True},
                {"lose_round": rng.choice(game["players"])},
            )
        )
    elif what == 6 and event["type"] == "infraction":
        codes = [code for known in INFRACTION_CODES.values() for code in known]
        event["code"] = rng.choice(codes)
        event.update(votes_for=rng.randint(0, 3), votes_against=rng.randint(0, 3))
        event.update(count=rng.randint(0, 4), cents=rng.choice((None, 0, 1, -5, 1.0)))
    elif what == 7 and event["type"] == "throw" and event["kept"] != []:
        event["turned"] = rng.randint(0, 3)
        event["kept"] = [rng.choice((1, 6, die)) for die in event["kept"]]
    if rng.random() < 0.01:
        return rng.choice(ODD_VALUES)
    return event


def sixes_on_the_table(game):
    player = whose_turn(game)
    return player is not None and game["turns"][player]["dice"].count(6) >= 2


def doubtful_turning(rng, oracle):
    """After a throw with two sixes: some ones, sixes and other dice are kept, rightly or not."""
    player = whose_turn(oracle.game)
    turn = oracle.game["turns"][player]
    new = rng.sample([1, 1, *turn["dice"]], rng.randint(0, 3))
    kept = [*turn["kept"], *new][: rng.choice((2, 2, 2, 3))]
    dice = rng.choice((None, random_dice(rng, max(0, 3 - len(kept)))))
    turned = rng.choice((0, 1, 1, 1, 2, 2, 3))
    return {"type": "throw", "player": player, "kept": kept, "turned": turned, "dice": dice}


def event_of_type(rng, oracle, event_type):
    """Return an event with all its keys, whether or not the game is anywhere near it."""
    game = oracle.game
    player = whose_turn(game) or rng.choice(game["players"])
    turn = game["turns"].get(player, {"throws": 0, "kept": [], "dice": []})
    if event_type in ("opening", "reveal"):
        dice = random_dice(rng, rng.choice((1, 3, 3 - len(turn["kept"]))))
        return {"type": event_type, "player": player, "dice": dice}
    if event_type == "throw":
        kept = rng.choice((turn["kept"], [*turn["kept"], *(turn["dice"] or [])]))
        kept = rng.sample(kept, min(len(kept), rng.randint(0, 2)))
        turned = rng.choice((0, 0, 1, 2))
        dice = rng.choice((None, random_dice(rng, 3 - len(kept))))
        return {"type": "throw", "player": player, "kept": kept, "turned": turned, "dice": dice}
    if event_type == "hand":
        return {
            "type": "hand",
            "player": player,
            "dice": random_dice(rng, 3),
            "throws": rng.randint(1, 3),
            "in_one_throw": rng.random() < 0.5,
        }
    if event_type == "round":
        return round_event(rng, game)
    if event_type in ("stand", "reenter"):
        return {"type": event_type, "player": player}
    if event_type == "infraction":
        return infraction_event(rng, game, player)
    if event_type == "ruling":
        return {"type": "ruling", "effect": random_effect(rng, player)}
    if event_type == "overtime":
        return {"type": "overtime", "mode": rng.choice(("sudden_round", "one_half"))}
    return {"type": event_type}
