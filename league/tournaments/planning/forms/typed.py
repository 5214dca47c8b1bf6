"""Conversion between a round as data and the fields of its form."""

from collections.abc import Mapping, Sequence
from typing import Any

from league import formats


def initial_of(block: formats.Block) -> dict[str, Any]:
    """Return the initial values of a block's fields."""
    scoring, advance = block.scoring, block.advance
    initial: dict[str, Any] = {
        "name": block.name,
        "who": "sources" if block.who.kind == "advancing" else block.who.kind,
        "rest_of": block.who.of if block.who.kind == "rest" else "",
        "target": block.tables.target,
        "least": block.tables.least,
        "most": block.tables.most,
        "fill": block.tables.fill,
        "together": block.tables.together or None,
        "draw": block.draw,
        "separate_teams": block.separate_teams,
        "games": block.games.default if block.games else None,
        "minutes": block.minutes,
        "overtime": block.overtime,
        "lives": scoring.lives or None,
        "life_per": scoring.life_per,
        "leave": scoring.leave if scoring.leave > 1 else None,
        "carry_lives": block.carry_lives,
        "again": block.again,
        "better": scoring.better,
        **{name: getattr(scoring, name) or None for name in formats.WEIGHTS},
        "exits_else": scoring.exits_else,
        "together_out": scoring.together,
        "place_points": scoring.place_points,
        "springer": scoring.springer,
        "carry_over": block.carry_over,
        "advance": advance.kind if advance else "nobody",
        "advance_number": advance.number if advance else None,
        "wildcards": (advance.wildcards or None) if advance else None,
    }
    for at, source in enumerate(block.who.takes, 1):
        initial[f"source_{at}"] = f"{source.of}:{source.take}"
        initial[f"source_{at}_first"], initial[f"source_{at}_last"] = source.first, source.last
    by_size: dict[str, Mapping[int, Any]] = {
        "games": block.games.by_size if block.games else {},
        "deckel": block.deckel,
        "exits": scoring.exits,
    }
    for name, given in by_size.items():
        initial |= {f"{name}_{size}": value for size, value in given.items()}
    return initial | {f"tie_{at}": code for at, code in enumerate(block.ties, 1)}


def block_of(typed: Mapping[str, Any], sizes: Sequence[int], source_fields: int) -> formats.Block:
    """Build the block from the typed values, without checking it."""

    def by_size(name: str) -> dict[int, Any]:
        return {size: typed[f"{name}_{size}"] for size in sizes if typed[f"{name}_{size}"]}

    scoring = formats.Scoring(
        better=typed["better"],
        exits=by_size("exits"),
        exits_else=typed["exits_else"],
        together=typed["together_out"],
        lives=typed["lives"] or 0,
        life_per=typed["life_per"],
        leave=typed["leave"] or 1,
        springer=typed["springer"],
        place_points=typed["place_points"],
        **{name: typed[name] or 0 for name in formats.WEIGHTS},
    )
    tables = formats.Tables(
        typed["target"], typed["least"], typed["most"], typed["fill"], typed["together"] or 0
    )
    advance = None
    if typed["advance"] != "nobody":
        survive = typed["advance"] == "survivors"
        number = None if survive else typed["advance_number"]
        advance = formats.Advance(typed["advance"], number, typed["wildcards"] or 0)
    typed_ties = (typed[f"tie_{at}"] for at in range(1, len(formats.CRITERIA) + 1))
    ties = tuple(code for code in typed_ties if code)
    usual = (formats.TIES, formats.CRITERIA) if scoring.lives else (formats.CRITERIA, formats.TIES)
    if ties == usual[0]:  # the order was left as it is; it follows the kind of scoring
        ties = usual[1]
    return formats.Block(
        name=typed["name"],
        who=_who(typed, source_fields),
        scoring=scoring,
        tables=tables,
        games=_games(typed["games"], by_size("games")),
        minutes=typed["minutes"],
        overtime=typed["overtime"],
        draw=typed["draw"],
        separate_teams=typed["separate_teams"],
        advance=advance,
        carry_over=typed["carry_over"],
        carry_lives=typed["carry_lives"],
        again=typed["again"],
        deckel=by_size("deckel"),
        ties=ties,
    )


def _games(default: int | None, by_size: Mapping[int, int]) -> formats.Games | None:
    return None if default is None else formats.Games(default, by_size)


def _who(typed: Mapping[str, Any], source_fields: int) -> formats.Who:
    if typed["who"] == "all":
        return formats.Who()
    if typed["who"] == "rest":
        return formats.Who("rest", int(typed["rest_of"]) if typed["rest_of"] else None)
    sources = []
    for at in range(1, source_fields + 1):
        of, _colon, take = typed[f"source_{at}"].partition(":")
        if of:
            first, last = typed[f"source_{at}_first"], typed[f"source_{at}_last"]
            sources.append(formats.Source(int(of), take, first, last))
    return formats.Who.out_of(tuple(sources))
