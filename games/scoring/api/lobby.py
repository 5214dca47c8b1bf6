"""A table's lobby: who sits there, who may begin, which game is running."""

from dataclasses import asdict
from typing import ClassVar

from django.http import HttpResponseBase
from rest_framework.request import Request

from games.rules import rulebooks as books
from games.scoring import queries, snapshot
from games.scoring.api import answers, schemas
from league.access.senders import sender_of
from league.events import queries as events_queries
from league.people.queries import people as people_queries
from league.people.queries.names import public_naming
from league.results.api.tables import NO_ENTRY, TableAPI, call_json
from league.tournaments.core.queries.playing import counts_hands
from league.tournaments.core.queries.reading import out_of_lives
from league.web.api.described import Operation
from league.web.api.frame import answered


class LobbyAPI(TableAPI):
    """Who sits here, who may begin, and which game is running."""

    operations: ClassVar = {"GET": Operation(schemas.LOBBY, refuses=NO_ENTRY)}

    def get(self, request: Request, pk: int) -> HttpResponseBase:
        self.enter(request, pk)
        table = events_queries.table(pk)
        book, inside = books.for_table(*queries.rules_of(table)), self.rights.inside
        seats, out = list(events_queries.seats_of(table)), out_of_lives(table)
        if not inside:
            public_naming().call(seat.participation for seat in seats)
        guests = people_queries.guests(table.block.event) if inside else frozenset()
        running, last = queries.running_game(table), queries.last_game(table)
        over = queries.against_another_game(table) if inside or not running else None
        after = over if running else queries.against_a_game_after_the_next(table)
        playing = [seat for seat in seats if seat.pk not in out]
        return answered(
            request,
            {
                "table": table.pk,
                "number": table.number,
                "event": answers.event_of(table.block.event),
                "rulebook": snapshot.rulebook_json(book, full=inside, brief=running is not None),
                "me": {
                    "name": self.actor.name,
                    "verified": self.actor.verified,
                    "sender": sender_of(self.actor),
                },
                "can": answers.can(self.rights),
                "seats": [
                    {
                        "id": seat.pk,
                        "name": seat.participation.name,
                        "out": seat.pk in out,
                        "guest": seat.participation.person_id in guests,
                    }
                    for seat in seats
                ],
                "money": answers.money_of(table.block.event) if inside else None,
                "next_number": queries.next_number(table),
                "next_header": queries.next_header(table) if inside else None,
                "takes_rounds": not counts_hands(table.block),
                "proposal": asdict(queries.proposal(table, book, playing)),
                # For a phone that has no network once this game, or the next, is over.
                "after": {
                    "over": str(after) if after else None,
                    "proposals": {
                        loser: asdict(proposal)
                        for loser, proposal in queries.proposals_after(table, book, playing).items()
                    },
                }
                if inside
                else None,
                "options": [
                    {
                        "code": option.code,
                        "label": getattr(option.label, books.lang()),
                        "clause": option.clause,
                    }
                    for option in book.options.values()
                    if inside
                ],
                "game": str(running.key) if running else None,
                "over": str(over) if over and not running else None,
                "last": {"key": str(last.key), "number": last.number} if last else None,
                **answers.asks_about(table, last, running, self.rights, self.actor),
                "results": answers.results(table) if inside and running is None else [],
                "call": call_json(table) if inside else None,
            },
        )
