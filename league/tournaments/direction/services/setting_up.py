"""Writes about the settings of a tournament: creation, description, chain of blocks, prizes."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from datetime import date, datetime, time
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext_lazy as _

from league import formats
from league.errors import IllegalError, InvalidError
from league.events.models import Block, Event
from league.events.services.evenings import season_for
from league.people.models.people import User
from league.standings.services import mark_stale
from league.tournaments.core.labels.format_errors import format_error
from league.tournaments.core.labels.formats import block_name
from league.tournaments.core.queries.changeable import changeable
from league.tournaments.core.queries.draws import present
from league.tournaments.core.queries.templates import chosen_format, plan_of
from league.tournaments.core.services.revising import decided
from league.tournaments.models.tournaments import Prize, Tournament
from league.tournaments.registration.services.checking_in import charge_anew
from league.tournaments.registration.services.registering import fill_places

DETAILS = (
    "places",
    "registration_open",
    "registration_until",
    "fee_cents",
    "pot_cents",
    "adults_only",
    "words",
    "consent",
    "group",
)


def create_tournament(
    *,
    name: str,
    business_date: date,
    venue: str,
    rulebook: str,
    template: str,
    house_rules: Mapping[str, Any] | None = None,
    start_time: time | None = None,
    place: str = "",
    **details: Any,
) -> Event:
    """Create a tournament from a template, without registrations and not yet public.

    `template` is one of the choices of `core.queries.templates`. `details` are fields of
    Tournament; `fee_cents` and `pot_cents` are cents per head. A repeat for the same name and day
    returns the existing tournament. Raise InvalidError for an unknown template, IllegalError if an
    evening has this name and day or the season is closed.
    """
    try:
        chosen = chosen_format(template)
    except formats.FormatError as error:
        raise InvalidError(error.code, format_error(error), field="template") from error
    with transaction.atomic():
        season = season_for(business_date)
        if season.is_closed:
            raise IllegalError(
                "season_closed",
                _("The season %(name)s is closed.") % {"name": season.name},
            )
        event, created = Event.objects.get_or_create(
            name=" ".join(name.split()),
            business_date=business_date,
            removed_at=None,
            defaults={
                "kind": Event.Kind.TOURNAMENT,
                "season": season,
                "venue": venue,
                "rulebook": rulebook,
                "house_rules": dict(house_rules or {}),
                "start_time": start_time,
                "place": " ".join(place.split())[:80],
            },
        )
        if not created:
            if event.kind != Event.Kind.TOURNAMENT:
                raise IllegalError(
                    "name_is_taken",
                    _("There is already an evening with this name on that day."),
                    field="name",
                )
            return event
        Tournament.objects.create(
            event=event,
            template=chosen.slug,
            plan=None if template in formats.slugs() else chosen.to_dict(),
            team=chosen.to_dict().get("team"),
            **details,
        )
        _write_blocks(event, chosen.blocks)
        return event


def describe(
    *, event: Event, seen: int, by: User | None = None, now: datetime, **details: Any
) -> int:
    """Change fields of the Tournament. Locks it; raises StaleError after another decision.

    With more places, waiting registrations move up. After a change of the costs, those checked in
    are charged with the new ones instead; return how many.
    """
    unknown = details.keys() - set(DETAILS)
    if unknown:
        raise TypeError(unknown)
    with transaction.atomic():
        tournament = decided(event, seen)
        cost = (tournament.fee_cents, tournament.pot_cents)
        for name, value in details.items():
            setattr(tournament, name, value)
        tournament.save(update_fields=list(details))
        if "places" in details:
            fill_places(event=event, now=now)
        if cost == (tournament.fee_cents, tournament.pot_cents):
            return 0
        return charge_anew(event=event, by=by, now=now)


def set_chain(
    *, event: Event, seen: int, blocks: Sequence[formats.Block], team: formats.Team | None
) -> None:
    """Set the blocks still to come, in order. Locks the tournament.

    Drawn blocks stay as they are, except for settings that cannot affect played games
    (`changeable`). Raise InvalidError if the chain is impossible or two blocks share a name,
    IllegalError if it changes a drawn block.
    """
    chain = formats.Format(event.tournament.template, event.name, "", tuple(blocks), team)
    try:
        formats.check(chain)
        formats.check_names(chain)
    except formats.FormatError as error:
        where = formats.where(error, chain)
        field = where.field if where is not None else None
        raise InvalidError(error.code, format_error(error, chain), field=field) from error
    with transaction.atomic():
        tournament = decided(event, seen)
        free = changeable(event)
        for block in event.blocks.filter(number__in=free):
            at, before = block.number - 1, formats.Block.from_dict(block.settings)
            if at >= len(blocks) or not _stays(before, blocks[at], free[block.number]):
                raise IllegalError(
                    "block_is_drawn",
                    _("“%(name)s” is drawn already and stays as it is.")
                    % {"name": block_name(block.settings["name"])},
                )
        tournament.team = chain.to_dict().get("team")
        tournament.save(update_fields=["team"])
        event.blocks.filter(number__gt=len(blocks)).delete()
        _write_blocks(event, blocks)
        mark_stale(event=event)


def _stays(before: formats.Block, after: formats.Block, free: Collection[str]) -> bool:
    """Return whether only settings that may change differ."""
    names = (field.name for field in fields(formats.Block))
    return all(getattr(before, name) == getattr(after, name) for name in names if name not in free)


def fit_to_people(*, event: Event, seen: int) -> int:
    """Fit the planned format to the people checked in; return their number.

    Locks the tournament. Raise InvalidError if they are too few, IllegalError once a block is
    drawn.
    """
    people = len(present(event))
    try:
        fitted = formats.fitted(plan_of(event), people)
    except formats.FormatError as error:
        raise InvalidError(error.code, format_error(error)) from error
    set_chain(event=event, seen=seen, blocks=fitted.blocks, team=fitted.team)
    return people


def play_again(*, event: Event, chain: formats.Format) -> None:
    """Add the last block of the chain once more, for players with a life left. Repeatable.

    Within the caller's transaction, which holds the tournament.
    """
    number, block = len(chain.blocks) + 1, formats.with_another(chain).blocks[-1]
    Block.objects.get_or_create(event=event, number=number, defaults={"settings": block.to_dict()})
    mark_stale(event=event)


def _write_blocks(event: Event, blocks: Sequence[formats.Block]) -> None:
    for number, block in enumerate(blocks, start=1):
        Block.objects.update_or_create(
            event=event, number=number, defaults={"settings": block.to_dict()}
        )


def add_prize(
    *,
    event: Event,
    award: str,
    place: int | None,
    thing: str,
    sponsor: str = "",
    pot_percent: int | None = None,
) -> Prize:
    """Add a prize. The same again changes nothing. Locks the tournament.

    Raise InvalidError for an empty prize, or if the shares exceed the pot.
    """
    thing, sponsor = " ".join(thing.split())[:120], " ".join(sponsor.split())[:80]
    if (place is not None) != (award in {Prize.Award.PLACE, Prize.Award.TEAM}):
        raise InvalidError("prize_place", _("For which place? Give a number."), field="place")
    if not thing and pot_percent is None:
        raise InvalidError(
            "prize_is_nothing", _("What is the prize? Name a prize in kind or a share of the pot.")
        )
    with transaction.atomic():
        Tournament.objects.select_for_update(no_key=True).get(event=event)
        fields = {
            "award": award,
            "place": place,
            "thing": thing,
            "sponsor": sponsor,
            "pot_percent": pot_percent,
        }
        if there := event.prizes.filter(**fields).first():
            return there
        given = sum(prize.pot_percent or 0 for prize in event.prizes.all())
        if given + (pot_percent or 0) > 100:
            raise InvalidError(
                "pot_overdrawn",
                _("%(given)s %% of the pot is given away already.") % {"given": given},
                field="pot_percent",
            )
        mark_stale(event=event)  # some prizes need another ranking of the cards
        return Prize.objects.create(event=event, **fields)


def remove_prize(*, prize: Prize) -> None:
    """Delete a prize. Repeatable. Raise IllegalError once money was paid out for it."""
    try:
        Prize.objects.filter(pk=prize.pk).delete()
    except ProtectedError as error:
        raise IllegalError(
            "prize_paid", _("Money was paid out for it already, so the prize stays.")
        ) from error
