"""Addresses in groups by their first word, so that a request is not compared with all of them."""

from collections.abc import Iterable

from django.urls import URLPattern, URLResolver, include, path
from django.urls.resolvers import RoutePattern

Address = URLPattern | URLResolver


def by_first_word(addresses: Iterable[Address]) -> list[Address]:
    """Return the same addresses in the same order below each first word; those whose first word
    differs from request to request come last.
    """
    groups: dict[str, list[Address]] = {}
    others: list[Address] = []
    for address in addresses:
        word, slash, rest = str(address.pattern).partition("/")
        if not slash or "<" in word:
            others.append(address)
            continue
        name = getattr(address, "name", None)
        is_page = isinstance(address, URLPattern)
        address.pattern = RoutePattern(rest, name=name, is_endpoint=is_page)
        groups.setdefault(f"{word}/", []).append(address)
    return [*(path(word, include(group)) for word, group in groups.items()), *others]
