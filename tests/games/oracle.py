"""A second reading of the game log's format, written without a look at the engine.

It says what a log means, as plainly and as slowly as it likes, so that the tests have something to
hold the engine against. It knows no error codes, no sentences and no legal actions, and nothing in
`games/` may import it. Words and clauses are those of `game-log.md`.

A game in play is a plain dict (`new_game`); `apply_event` checks an event completely before it
changes anything, so a refused event leaves the game as it was.
"""

RULEBOOKS = ("schock4life", "schockfreunde", "rsc2003", "dortmund", "jule")

INFRACTION_CODES = {
    "schock4life": ("spinksen",),
    "schockfreunde": ("invalid_throw",),
    "rsc2003": (
        "early_lift",
        "dice_off_table",
        "cup_off_table",
        "played_while_out",
        "too_many_throws",
        "left_table",
    ),
    "dortmund": (),
    "jule": ("too_many_throws", "dropped_dice", "early_lift", "invalid_throw"),
}

FINES = {  # rsc2003, cents
    "early_lift": 100,
    "dice_off_table": 100,
    "cup_off_table": 200,
    "played_while_out": 100,
    "too_many_throws": 100,
}


class Refused(Exception):
    """The header, the log or the event is not allowed."""


def need(condition):
    if not condition:
        raise Refused


def is_int(value):
    return type(value) is int  # True and 1.0 are none


def is_one_of(value, names):
    return type(value) is str and value in names


def are_faces(dice, count):
    return (
        type(dice) is list
        and len(dice) == count
        and all(is_int(die) and 1 <= die <= 6 for die in dice)
    )


def falling(dice):
    return sorted(dice, reverse=True)


# --- Header -------------------------------------------------------------------------------------


def check_header(header):
    need(type(header) is dict)
    need(is_int(header.get("format")) and header["format"] == 1)
    need(is_one_of(header.get("rulebook"), RULEBOOKS))
    need(is_int(header.get("rules", 1)) and header.get("rules", 1) in (1, 2))
    players = header.get("players")
    need(type(players) is list and len(players) >= 2)
    need(all(type(player) is str and player != "" for player in players))
    need(len(set(players)) == len(players))
    if "starter" in header:
        need(is_one_of(header["starter"], players))
    if "venue" in header:
        need(is_one_of(header["venue"], ("club_night", "pub", "private")))
    if "house_rules" in header:
        need(type(header["house_rules"]) is dict)
        for name, value in header["house_rules"].items():
            need(house_rule_allowed(header["rulebook"], name, value))
    if "options" in header:
        need(type(header["options"]) is dict)
        for name, value in header["options"].items():
            need(name == "aus_round" and header["rulebook"] == "jule")
            need(aus_round_agreed(value, players))


def house_rule_allowed(rulebook, name, value):
    if name in ("one_throw_only", "after_turning", "reenter") and rulebook == "schock4life":
        return False  # locked: the Sonderregeln hold without exception
    if name == "general_over_schock2" and rulebook == "rsc2003":
        return False
    if name == "opening_each_half" and rulebook in ("rsc2003", "dortmund"):
        return False
    if name == "later_direct_aus" and rulebook in ("schockfreunde", "rsc2003", "dortmund"):
        return False
    if name == "deckel":
        return is_int(value) and 5 <= value <= 30
    if name == "after_turning":
        return is_one_of(value, ("rest", "sixes"))
    if name == "reenter":
        return is_one_of(value, ("take_one", "join", "none"))
    if name == "final_start":
        return is_one_of(value, ("first_half_loser", "last_loser"))
    return (
        name
        in (
            "general_over_schock2",
            "one_throw_only",
            "fewer_throws_first",
            "opening_each_half",
            "later_direct_aus",
            "reenter_in_final",
        )
        and type(value) is bool
    )


def aus_round_agreed(value, players):
    return (
        type(value) is dict
        and type(value.get("drink")) is str
        and value["drink"] != ""
        and type(value.get("agreed")) is list
        and all(type(player) is str for player in value["agreed"])
        and sorted(value["agreed"]) == sorted(players)
    )


def rules_of(header):
    """Return the rulebook's switches, with the table's house rules laid over them."""
    rulebook = header["rulebook"]
    rules = {
        "rulebook": rulebook,
        "deckel": 13,
        "general_over_schock2": rulebook in ("schockfreunde", "dortmund", "jule"),
        "one_throw_only": rulebook in ("schockfreunde", "rsc2003"),
        "fewer_throws_first": rulebook in ("schock4life", "schockfreunde", "jule"),
        "after_turning": "rest" if rulebook == "schock4life" else "sixes",
        "reenter": {"schock4life": "take_one", "schockfreunde": "join"}.get(rulebook, "none"),
        "final_start": ("last_loser" if rulebook in ("dortmund", "jule") else "first_half_loser"),
        "opening_each_half": False,
        "later_direct_aus": rulebook == "schock4life" and header.get("rules", 1) == 2,
        "reenter_in_final": True,
        "passive_only": rulebook == "rsc2003" and header.get("rules", 1) == 2,
    }
    rules.update(header.get("house_rules", {}))
    return rules


# --- Hands --------------------------------------------------------------------------------------


def category_of(rules, dice, in_one_throw):
    dice = falling(dice)
    if dice == [1, 1, 1]:
        return "schock_aus"
    if dice == [4, 2, 1] and rules["rulebook"] == "jule":
        return "jule"
    if dice[1:] == [1, 1]:
        return "schock"
    if in_one_throw or not rules["one_throw_only"]:
        if dice[0] == dice[1] == dice[2]:
            return "general"
        if dice[0] == dice[1] + 1 == dice[2] + 2:
            return "strasse"
    return "zahl"


def make_hand(rules, dice, throws, in_one_throw):
    return {
        "dice": falling(dice),
        "throws": throws,
        "in_one_throw": in_one_throw,
        "category": category_of(rules, dice, in_one_throw),
    }


def ladder_of(rules):
    """Return every rung, best first; a Schock has one for each third die."""
    schocks = ["schock 6", "schock 5", "schock 4", "schock 3", "schock 2"]
    if rules["rulebook"] == "rsc2003":
        return ["schock_aus", *schocks, "strasse", "general", "zahl"]
    if rules["general_over_schock2"]:
        middle = [*schocks[:4], "general", "schock 2"]
    else:
        middle = [*schocks, "general"]
    return ["schock_aus", "jule", *middle, "strasse", "zahl"]


def strength(rules, hand):
    """Return the strength of a hand: greater is better, and equal hands are equal."""
    rung = hand["category"]
    if rung == "schock":
        rung = f"schock {hand['dice'][0]}"
    return (-ladder_of(rules).index(rung), hand["dice"])


def tie_key(rules, hand, position):
    """Smaller is better, between hands of the same strength."""
    throws = hand["throws"] if rules["fewer_throws_first"] else 0
    built = not hand["in_one_throw"]
    if hand["category"] == "schock_aus" and rules["rulebook"] in ("schock4life", "jule"):
        if rules["later_direct_aus"] and not built:
            return (built, -position)
        return (built, throws, position)
    if rules["rulebook"] == "jule":
        return (throws, built, position)
    return (throws, position)


def ranking_of(rules, hands):
    """Return the players, best first. `hands` is in the order of the turns."""
    places = {player: place for place, player in enumerate(hands)}
    by_tie = sorted(hands, key=lambda p: tie_key(rules, hands[p], places[p]))
    return sorted(by_tie, key=lambda p: strength(rules, hands[p]), reverse=True)  # is stable


def penalty_of(rules, hand):
    rsc2003 = rules["rulebook"] == "rsc2003"
    return {
        "schock_aus": rules["deckel"],
        "jule": 7,
        "schock": hand["dice"][0],
        "general": 2 if rsc2003 else 3,
        "strasse": 3 if rsc2003 else 2,
        "zahl": 1,
    }[hand["category"]]


def settle(rules, middle, deckel, hands, forfeited=(), sudden=False):
    """Return the best, the worst, and the Deckel of each afterwards. `deckel` is not changed."""
    ranking = ranking_of(rules, hands)
    may_be_best = [player for player in ranking if player not in forfeited] or ranking
    best = may_be_best[0]
    may_be_worst = [player for player in ranking if player in forfeited] or ranking
    worst = may_be_worst[-1]
    moved = move_deckel(rules, middle, deckel, hands[best], best, worst, sudden)
    return {"ranking": ranking, "best": best, "worst": worst, **moved}


def move_deckel(rules, middle, deckel, hand, best, worst, sudden):
    """Return what the best hand costs the worst, and the Deckel of each afterwards."""
    penalty = penalty_of(rules, hand)
    deckel = dict(deckel)
    if sudden:
        source, moved = "none", 0
    elif hand["category"] == "schock_aus":
        source = "all"
        moved = rules["deckel"] - deckel[worst]
        deckel = dict.fromkeys(deckel, 0)
        deckel[worst] = rules["deckel"]
        middle = 0
    elif middle > 0:
        source = "middle"
        moved = min(penalty, middle)
        middle -= moved
        deckel[worst] += moved
    else:
        source = "giver"
        moved = min(penalty, deckel[best])
        deckel[best] -= moved
        deckel[worst] += moved
    return {
        "penalty": penalty,
        "moved": moved,
        "source": source,
        "deckel": deckel,
        "middle": middle,
    }


# --- The game in play ---------------------------------------------------------------------------


def new_game(header):
    check_header(header)
    game = {
        "header": header,
        "rules": rules_of(header),
        "players": header["players"],
        "overtime": None,
        "first_half_loser": None,
        "second_half_loser": None,
        "loser": None,
        "ended_by": None,
        "rounds": [],
        "charges": [],
    }
    begin_first_half(game)
    return game


def begin_first_half(game):
    header = game["header"]
    begin_part(game, "first_half", header["players"])
    if "starter" in header:
        begin_round(game, header["starter"])
    elif header["rulebook"] in ("rsc2003", "dortmund"):
        begin_round(game, header["players"][0])
    else:
        begin_opening(game)


def begin_second_half(game):
    begin_part(game, "second_half", game["players"])
    if game["rules"]["opening_each_half"]:
        begin_opening(game)
    else:
        begin_round(game, game["first_half_loser"])


def begin_final(game):
    begin_part(game, "final", [game["first_half_loser"], game["second_half_loser"]])
    if game["rules"]["final_start"] == "first_half_loser":
        begin_round(game, game["first_half_loser"])
    else:
        begin_round(game, game["second_half_loser"])


def begin_part(game, phase, participants):
    """Begin a half or the final, with all Deckel in the middle."""
    game["phase"] = phase
    game["participants"] = list(participants)
    game["middle"] = game["rules"]["deckel"]
    game["deckel"] = dict.fromkeys(game["players"], 0)
    game["dropped_dice"] = []  # who dropped dice in this half or final
    nobody_is_throwing(game)


def nobody_is_throwing(game):
    game["order"] = []
    game["turns"] = {}
    game["forfeited"] = []
    game["open_round"] = False
    game["rollers"] = []


def begin_opening(game):
    nobody_is_throwing(game)
    game["step"] = "opening"
    game["rollers"] = list(game["players"])
    game["rolls"] = {}
    game["opening_penalty"] = None  # that of the first roll, once it is complete


def begin_round(game, starter):
    nobody_is_throwing(game)
    members = game["participants"]
    if game["middle"] == 0:
        members = [player for player in members if game["deckel"][player] > 0]
    game["order"] = [p for p in clockwise_from(game, starter) if p in members]
    begin_turns(game)


def begin_turns(game):
    game["step"] = "throwing"
    game["turns"] = {player: new_turn() for player in game["order"]}
    game["forfeited"] = []
    game["open_round"] = False


def clockwise_from(game, player):
    seat = game["players"].index(player)
    return game["players"][seat:] + game["players"][:seat]


def new_turn():
    return {
        "throws": 0,
        "kept": [],  # dice lying on the table during the last throw
        "dice": [],  # dice of the last throw; None under a cup that stayed down
        "in_one_throw": False,
        "over": False,
    }


def whose_turn(game):
    if game["step"] != "throwing":
        return None
    return next(player for player in game["order"] if not game["turns"][player]["over"])


def limit_of(game):
    if not game["order"]:
        return None
    first = game["turns"][game["order"][0]]
    return first["throws"] if first["over"] else 3


def state_of(game):
    return {
        "phase": game["phase"],
        "step": game["step"],
        "turn": whose_turn(game),
        "limit": limit_of(game),
        "middle": game["middle"],
        "deckel": dict(game["deckel"]),
        "order": list(game["order"]),
        "first_half_loser": game["first_half_loser"],
        "second_half_loser": game["second_half_loser"],
        "loser": game["loser"],
        "ended_by": game["ended_by"],
        "rounds": list(game["rounds"]),
        "charges": list(game["charges"]),
    }


# --- Events -------------------------------------------------------------------------------------


def apply_event(game, index, event):
    """Everything but `retract`, which is the log's business (see `Oracle`)."""
    need(type(event) is dict)
    need(is_one_of(event.get("type"), HANDLERS))
    need(game["step"] != "over")
    handle, names_player = HANDLERS[event["type"]]
    if names_player:
        need(is_one_of(event.get("player"), game["players"]))
    handle(game, index, event)


def on_opening(game, index, event):
    player, dice = event["player"], event.get("dice")
    need(game["step"] == "opening")
    need(player in game["rollers"] and player not in game["rolls"])
    need(are_faces(dice, 1 if game["rules"]["rulebook"] == "jule" else 3))
    game["rolls"][player] = dice
    if len(game["rolls"]) == len(game["rollers"]):
        finish_roll(game, index)


def finish_roll(game, index):
    rules = game["rules"]
    if rules["rulebook"] == "jule":
        highest = max(game["rolls"].values())
        tied = [player for player in game["rollers"] if game["rolls"][player] == highest]
    else:
        strengths = {}
        hands = {}
        for player in game["rollers"]:
            hands[player] = make_hand(rules, game["rolls"][player], 1, True)
            strengths[player] = strength(rules, hands[player])
        if game["opening_penalty"] is None:
            best = max(game["rollers"], key=lambda player: strengths[player])
            game["opening_penalty"] = penalty_of(rules, hands[best])
        lowest = min(strengths.values())
        tied = [player for player in game["rollers"] if strengths[player] == lowest]
        if rules["rulebook"] == "schockfreunde":
            tied = tied[-1:]  # „nur einmal“: the later seat is the lower
    if len(tied) > 1:
        game["rollers"] = tied
        game["rolls"] = {}
        return
    opening_found(game, tied[0], index)


def opening_found(game, starter, index):
    if game["rules"]["rulebook"] != "jule":
        moved = min(game["opening_penalty"], game["middle"])
        game["middle"] -= moved
        game["deckel"][starter] += moved
    if holder_of_all(game) is not None:
        part_lost(game, holder_of_all(game), index)
    else:
        begin_round(game, starter)


def on_round(game, index, event):
    """Take a whole round, or an opening that deals Deckel, in one entry."""
    for key in ("loser", "penalty"):
        need(key in event)
    rules, loser, penalty, best = game["rules"], event["loser"], event["penalty"], event.get("best")
    need(is_one_of(loser, game["players"]))
    need(best is None or is_one_of(best, game["players"]))
    need(best != loser)
    need(penalty == "all" or (is_int(penalty) and penalty in penalties_of(rules)))
    if game["step"] == "opening":
        need(rules["rulebook"] != "jule")
        need(game["opening_penalty"] is None and not game["rolls"])
        game["opening_penalty"] = rules["deckel"] if penalty == "all" else penalty
        opening_found(game, loser, index)
        return
    need(game["step"] == "throwing")
    need(all(turn["throws"] == 0 for turn in game["turns"].values()))
    need(loser in game["order"])
    need(best is None or best in game["order"])
    forfeited = set(game["forfeited"])
    if forfeited:
        need(loser in forfeited)
        need(best not in forfeited or forfeited == set(game["order"]))
    sudden = game["overtime"] == "sudden_round"
    from_the_best = game["middle"] == 0 and penalty != "all" and not sudden
    need(best is not None or not from_the_best)
    giver = {"dice": [penalty], "category": "schock"}  # whatever costs that many
    if penalty == "all":
        giver = {"dice": [1], "category": "schock_aus"}
    result = move_deckel(rules, game["middle"], game["deckel"], giver, best, loser, sudden)
    settled(game, index, {**result, "best": best, "worst": loser}, {}, None)
    after_round(game, loser, index, sudden)


def penalties_of(rules):
    numbers = {1, 2, 3, 4, 5, 6}
    return numbers | {7} if rules["rulebook"] == "jule" else numbers


def on_throw(game, index, event):
    player = event["player"]
    need(whose_turn(game) == player)
    for key in ("kept", "turned", "dice"):
        need(key in event)
    kept, turned, dice = event["kept"], event["turned"], event["dice"]
    need(type(kept) is list and len(kept) <= 2 and are_faces(kept, len(kept)))
    need(is_int(turned) and turned >= 0)
    turn = game["turns"][player]
    if turn["throws"] == 0:
        need(kept == [] and turned == 0)
    else:
        need(may_keep(game["rules"], turn, kept, turned))
    if dice is None:
        need(not game["open_round"])
    else:
        need(are_faces(dice, 3 - len(kept)))
    limit = limit_of(game)
    turn["throws"] += 1
    turn["kept"] = list(kept)
    turn["dice"] = dice
    turn["in_one_throw"] = kept == []
    if dice is None or turn["throws"] == limit:
        finish_turn(game, player, index)


def may_keep(rules, turn, kept, turned):
    """May `kept` stay on the table, after the throw that `turn` remembers?"""
    new = list(kept)
    for die in turn["kept"]:  # what was left on the table stays there
        if die not in new:
            return False
        new.remove(die)
    available = list(turn["dice"])
    if turned > 0:
        sixes = available.count(6)
        most = {2: 1, 3: 2}.get(sixes, 0)
        if rules["rulebook"] == "rsc2003":
            most = min(most, 1)
        if turned > most:
            return False
        for _ in range(turned):
            if 1 not in new:
                return False
            new.remove(1)
        available = [die for die in available if die != 6]
        if rules["after_turning"] == "rest":
            available = []
    for die in new:
        if die not in available:
            return False
        available.remove(die)
    return True


def on_stand(game, index, event):
    player = event["player"]
    need(whose_turn(game) == player)
    turn = game["turns"][player]
    need(turn["throws"] >= 1)
    first = player == game["order"][0]
    if game["rules"]["rulebook"] == "rsc2003" and first and turn["throws"] == 1:
        game["open_round"] = True
    finish_turn(game, player, index)


def on_hand(game, index, event):
    player = event["player"]
    need(whose_turn(game) == player)
    turn = game["turns"][player]
    need(turn["throws"] == 0)  # a whole turn in one entry
    dice, throws, in_one_throw = (event.get(key) for key in ("dice", "throws", "in_one_throw"))
    need(are_faces(dice, 3))
    need(is_int(throws) and 1 <= throws <= limit_of(game))
    need(type(in_one_throw) is bool)
    need(in_one_throw or throws > 1)
    turn["throws"] = throws
    turn["dice"] = dice
    turn["in_one_throw"] = in_one_throw
    finish_turn(game, player, index)


def finish_turn(game, player, index):
    game["turns"][player]["over"] = True
    if all(turn["over"] for turn in game["turns"].values()):
        game["step"] = "revealing"
        settle_if_all_open(game, index)


def on_reveal(game, index, event):
    player, dice = event["player"], event.get("dice")
    need(game["step"] == "revealing" and player in game["order"])
    turn = game["turns"][player]
    need(turn["dice"] is None)
    need(are_faces(dice, 3 - len(turn["kept"])))
    turn["dice"] = dice
    settle_if_all_open(game, index)


def settle_if_all_open(game, index):
    if any(turn["dice"] is None for turn in game["turns"].values()):
        return
    rules = game["rules"]
    hands = {}
    for player in game["order"]:
        turn = game["turns"][player]
        dice = turn["kept"] + turn["dice"]
        hands[player] = make_hand(rules, dice, turn["throws"], turn["in_one_throw"])
    sudden = game["overtime"] == "sudden_round"
    result = settle(rules, game["middle"], game["deckel"], hands, game["forfeited"], sudden=sudden)
    settled(game, index, result, hands, limit_of(game))
    if "aus_round" in game["header"].get("options", {}):
        for player in game["order"]:
            hand = hands[player]
            out_of_the_hand = hand["category"] == "schock_aus" and hand["in_one_throw"]
            if out_of_the_hand and player not in game["forfeited"]:
                charge(game, player, "drinks_round", None, "aus_round", index)
    after_round(game, result["worst"], index, sudden)


def settled(game, index, result, hands, limit):
    game["middle"] = result["middle"]
    game["deckel"] = result["deckel"]
    game["rounds"].append(
        {
            "phase": game["phase"],
            "order": list(game["order"]),
            "limit": limit,
            "hands": hands,
            "best": result["best"],
            "worst": result["worst"],
            "penalty": result["penalty"],
            "moved": result["moved"],
            "source": result["source"],
            "deckel": dict(result["deckel"]),
            "middle": result["middle"],
            "event": index,
        }
    )


def after_round(game, worst, index, sudden):
    if sudden:
        part_lost(game, worst, index)
    elif holder_of_all(game) is not None:
        part_lost(game, holder_of_all(game), index)
    else:
        begin_round(game, worst)


def on_reenter(game, index, event):
    player = event["player"]
    reenter = game["rules"]["reenter"]
    need(reenter != "none")
    if game["phase"] == "final":
        need(reenter == "take_one" and game["rules"]["reenter_in_final"])
    need(game["step"] == "throwing" and player not in game["order"])
    if reenter == "take_one":
        givers = [other for other in game["players"] if game["deckel"][other] > 0]
        for giver in givers:
            game["deckel"][giver] -= 1
            game["deckel"][player] += 1
        if not givers:
            game["middle"] -= 1
            game["deckel"][player] += 1
    if player not in game["participants"]:
        game["participants"].append(player)
    game["order"] = order_with(game, player)
    game["turns"][player] = new_turn()
    if holder_of_all(game) is not None:
        part_lost(game, holder_of_all(game), index)


def order_with(game, player):
    order = game["order"]
    seats = clockwise_from(game, order[0])
    behind = [other for other in order if seats.index(other) > seats.index(player)]
    if not behind or any(game["turns"][other]["throws"] > 0 for other in behind):
        return [*order, player]
    place = order.index(behind[0])
    return [*order[:place], player, *order[place:]]


def on_infraction(game, index, event):
    player, code = event["player"], event.get("code")
    rulebook = game["rules"]["rulebook"]
    need(is_one_of(code, INFRACTION_CODES[rulebook]))
    if code == "spinksen":
        votes_for, votes_against = event.get("votes_for"), event.get("votes_against")
        need(is_int(votes_for) and votes_for >= 0)
        need(is_int(votes_against) and votes_against >= 0)
        need(votes_for + votes_against < len(game["players"]))
        if votes_for > votes_against:
            game_over(game, player, "exclusion", index)
    elif code == "too_many_throws":
        need(may_forfeit(game, player))
        if rulebook == "rsc2003":
            charge(game, player, "fine", FINES[code], code, index)
        game["forfeited"].append(player)
    elif code == "left_table":
        cents = event.get("cents")
        need(cents is None or (is_int(cents) and cents > 0))
        charge(game, player, "donation", cents, code, index)
    elif code == "dropped_dice":
        if player in game["dropped_dice"]:
            need(player in game["participants"])
            part_lost(game, player, index)
        else:
            game["dropped_dice"].append(player)
            charge(game, player, "drinks_round", None, code, index)
    elif rulebook == "rsc2003":
        if code == "played_while_out" and game["rules"]["passive_only"]:
            need(game["step"] in ("throwing", "revealing") and player not in game["order"])
        count = event.get("count", 1) if code == "dice_off_table" else 1
        need(is_int(count) and 1 <= count <= 3)
        charge(game, player, "fine", count * FINES[code], code, index)


def may_forfeit(game, player):
    return game["step"] in ("throwing", "revealing") and player in game["order"]


def on_ruling(game, index, event):
    effect = event.get("effect")
    need(type(effect) is dict and len(effect) <= 1)
    if effect == {}:
        return
    [(name, value)] = effect.items()
    if name == "void_round":
        need(value is True)
        need(game["step"] in ("throwing", "revealing"))
        begin_turns(game)
        return
    need(name in ("lose_round", "lose_half", "lose_game"))
    need(is_one_of(value, game["players"]))
    if name == "lose_round":
        need(may_forfeit(game, value))
        game["forfeited"].append(value)
    elif name == "lose_half":
        need(value in game["participants"])
        part_lost(game, value, index)
    else:
        game_over(game, value, "ruling", index)


def on_overtime(game, index, event):
    need(is_one_of(event.get("mode"), ("sudden_round", "one_half")))
    game["overtime"] = event["mode"]


def on_abandon(game, index, event):
    game_over(game, None, "abandoned", index)


HANDLERS = {  # event type: (what it does, whether it must name a player)
    "opening": (on_opening, True),
    "throw": (on_throw, True),
    "stand": (on_stand, True),
    "hand": (on_hand, True),
    "round": (on_round, False),
    "reveal": (on_reveal, True),
    "reenter": (on_reenter, True),
    "infraction": (on_infraction, True),
    "ruling": (on_ruling, False),
    "overtime": (on_overtime, False),
    "abandon": (on_abandon, False),
}


# --- How halves, final and game end --------------------------------------------------------------


def holder_of_all(game):
    for player in game["players"]:
        if game["deckel"][player] == game["rules"]["deckel"]:
            return player
    return None


def part_lost(game, player, index):
    """`player` has lost the half or the final being played."""
    phase = game["phase"]
    if phase == "final":
        game_over(game, player, "final", index)
        return
    game[phase + "_loser"] = player
    if game["overtime"] == "one_half":
        game_over(game, player, "overtime", index)
    elif phase == "first_half":
        begin_second_half(game)
    elif game["first_half_loser"] == player:
        game_over(game, player, "sweep", index)
    else:
        begin_final(game)


def game_over(game, loser, ended_by, index):
    nobody_is_throwing(game)
    game["phase"] = game["step"] = "over"
    game["loser"] = loser
    game["ended_by"] = ended_by
    if loser is not None:
        charge_stake(game, loser, index)


def charge_stake(game, loser, index):
    header = game["header"]
    rulebook = header["rulebook"]
    if rulebook == "dortmund" or (rulebook == "schock4life" and header.get("venue") == "pub"):
        charge(game, loser, "drinks_round", None, "stake", index)
    elif rulebook == "schock4life":
        cents = 500 if len(header["players"]) <= 5 else 1000
        charge(game, loser, "stake", cents, "stake", index)
    elif rulebook == "rsc2003":
        charge(game, loser, "stake", 100, "stake", index)


def charge(game, player, kind, cents, code, index):
    game["charges"].append(
        {"player": player, "kind": kind, "cents": cents, "code": code, "event": index}
    )


# --- The log ------------------------------------------------------------------------------------


class Oracle:
    """A log that grows by one event at a time; `push` raises `Refused` and then changes nothing."""

    def __init__(self, header):
        self.header = header
        self.whole = 0.0
        self.game = new_game(header)
        self.events = []  # as given
        self.in_force = []  # (index, event) of what is not withdrawn

    def push(self, event):
        index = len(self.events)
        if type(event) is dict and event.get("type") == "retract":
            need(self.in_force)
            self.in_force.pop()
            self.game = new_game(self.header)
            for earlier_index, earlier in self.in_force:
                apply_event(self.game, earlier_index, earlier)
        else:
            apply_event(self.game, index, event)
            self.in_force.append((index, event))
        self.events.append(event)

    def state(self):
        return state_of(self.game)


def oracle_replay(log):
    if type(log) is not dict or type(log.get("events")) is not list:
        return {"error": True, "event": None}
    try:
        oracle = Oracle(log.get("header"))
    except Refused:
        return {"error": True, "event": None}
    for index, event in enumerate(log["events"]):
        try:
            oracle.push(event)
        except Refused:
            return {"error": True, "event": index}
    return oracle.state()


def oracle_settle(line):
    try:
        check_settle_line(line)
    except Refused:
        return {"error": True, "event": None}
    before = line["before"]
    rules = rules_of({"rulebook": line["rulebook"], "rules": 2})
    rules["deckel"] = before["middle"] + sum(before["deckel"].values())
    hands = {
        hand["player"]: make_hand(rules, hand["dice"], hand["throws"], hand["in_one_throw"])
        for hand in line["hands"]
    }
    return settle(rules, before["middle"], before["deckel"], hands)


def check_settle_line(line):
    need(type(line) is dict and is_one_of(line.get("rulebook"), RULEBOOKS))
    before, hands = line.get("before"), line.get("hands")
    need(type(before) is dict and type(before.get("deckel")) is dict)
    for count in (before.get("middle"), *before["deckel"].values()):
        need(is_int(count) and count >= 0)
    need(type(hands) is list and len(hands) >= 2)
    for hand in hands:
        need(type(hand) is dict and is_one_of(hand.get("player"), before["deckel"]))
        need(are_faces(hand.get("dice"), 3))
        need(is_int(hand.get("throws")) and 1 <= hand["throws"] <= 3)
        need(type(hand.get("in_one_throw")) is bool)
        need(hand["in_one_throw"] or hand["throws"] > 1)
    need(len({hand["player"] for hand in hands}) == len(hands))
