"""Lookups for the pages of the direction."""

from collections.abc import Container, Mapping
from typing import Any

from django import template

from league import formats
from league.tournaments.core.labels import rankings as ranking_words
from league.tournaments.core.labels import state as state_labels
from league.tournaments.core.queries.block_state import BlockState, TableState
from league.tournaments.direction import labels

register = template.Library()
register.filter("tie_words", labels.tie_words)


@register.filter
def of(mapping: Mapping[Any, Any], key: Any) -> Any:
    """Return the value under a key: a template can only name keys it knows."""
    return mapping.get(key, "")


@register.filter
def columns(setting: formats.Block) -> list[str]:
    return ranking_words.columns(setting)


@register.filter
def cells(row: formats.Row) -> list[str]:
    return ranking_words.cells(row)


@register.filter
def row_tags(row: formats.Row, advancing: Container[int]) -> list[labels.Tag]:
    return labels.row_tags(row, advancing)


@register.filter
def step_name(block: BlockState) -> str:
    return str(state_labels.STEPS[block.step])


@register.filter
def cards_in(block: BlockState) -> str:
    return state_labels.cards_in(block.cards_in, len(block.played), block.given_up)


@register.filter
def tile(state: TableState) -> state_labels.Tile:
    return state_labels.tile(state.state, state.played, state.expected)


@register.simple_tag
def typed_at(typed: Mapping[str, str], part: str, of: int | str) -> str:
    """Return the text typed into a field `part-of`, so that it stays when something was wrong."""
    return typed.get(f"{part}-{of}", "")
