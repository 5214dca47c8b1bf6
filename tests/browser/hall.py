"""A hall: two directors, the paper beside them, and all that goes wrong on such a day."""

import re

from django.utils import timezone
from playwright.sync_api import expect

from league.events.models import Event
from tests import tournaments as day
from tests.browser.directors import RELEASE, Director, Tile
from tests.browser.played_by_hand import Paper, as_written
from tests.browser.real_server import RealServer

MOST_STEPS = 80


def first_name(name: str) -> str:
    return name.split()[0]


class Hall:
    """The two, the paper beside them, and what goes wrong."""

    def __init__(
        self, server: RealServer, directors: list[Director], paper: Paper, names: list[str]
    ) -> None:
        self.server, self.paper, self.names = server, paper, names
        self.dora, self.dirk = directors

    def opens(self, template: str, team_size: int = 0) -> None:
        """Set up; most have registered and are there, one comes unannounced, the last is late."""
        self.dora.creates("Pokal", template, timezone.localdate().isoformat(), fee="10")
        self.dirk.event = self.dora.event
        event = Event.objects.get(name="Pokal")
        *early_birds, last, late = self.names
        day.people(event, *early_birds, team_size=team_size)
        team = f"Mannschaft {len(self.names) // team_size}" if team_size else ""
        day.registered(event, late, team)
        self.dirk.takes_in(last, team)

    # --- what goes wrong -----------------------------------------------------------------------
    def comes_late(self, block: str) -> None:
        """Let the last player come when all sit: one director takes in, the other finds a table."""
        late = self.names[-1]
        self.dora.open()
        self.dirk.open("anmeldungen/?show=missing")
        self.dirk.checks_in(late)
        self.dora.sees("1 ohne Tisch")  # by itself
        self.dora.tap(re.compile("An einen Tisch setzen"))
        self.dora.sees(f"{late} ")
        self.notes(block)

    def goes_home(self, tile: Tile, after: int) -> None:
        """Let one player of this table leave after so many games."""
        name = tile.names[1]
        self.dora.open("leute/")
        self.dora.tap(re.compile("^geht.*: " + name))
        self.dora.sees(name)
        self.dora.tap(RELEASE)
        self.paper.blocks[tile.block].gone[first_name(name)] = after

    def server_dies(self, tile: Tile) -> None:
        """Kill the server in the moment in which Dirk saves a card; his browser keeps it and sends
        it later.
        """
        self.card(self.dirk, tile)
        self.server.kill()
        self.dirk.page.get_by_role("button", name="Karte speichern").click()
        expect(self.dirk.page.locator("#waits-here")).to_contain_text("noch nicht gesendet")
        before = self.dirk.page.url
        self.server.start()
        self.dirk.page.wait_for_url(lambda url: url != before)

    def card_is_lost(self, tile: Tile) -> None:
        """Give a card up and go on by what the format knows: an average, or the sums that the table
        remembers.
        """
        block = self.paper.blocks[tile.block]
        self.dirk.page.goto(self.dirk.url + tile.page)
        form = self.dirk.unfold("Diese Karte kommt nicht mehr")
        form.get_by_label("Warum fehlen die Spiele?").fill("im Bier ertrunken")
        if not block.rule.lives:
            self.dirk.tap(re.compile("Eigener Schnitt"), form)
            block.averaged = {first_name(name) for name in tile.names}
            return
        self.dirk.page.locator("summary", has_text="Summen von Hand").click()
        survivors = tile.names[: block.rule.plays_on]
        for name in tile.names:
            who = first_name(name)
            lost = 1 if name in survivors else block.at_start[who]
            block.lost_by_hand[who] = lost
            self.dirk.page.get_by_role("group", name=name).get_by_label("Leben").fill(str(lost))
        self.dirk.tap(re.compile("Diese Summen"))

    # --- the way of a day ----------------------------------------------------------------------
    def notes(self, block: str) -> list[Tile]:
        """Note on paper who sits at which table of the block; return its tables."""
        tiles = [tile for tile in self.dirk.tiles() if tile.block == block]
        seats = {tile.number: [first_name(name) for name in tile.names] for tile in tiles}
        self.paper.begins(block, seats)
        return tiles

    def card(self, director: Director, tile: Tile) -> None:
        """Type a card as it was played, without saving it."""
        seats = director.opens_card(tile.card)
        assert director.broken_names() == []
        block = self.paper.blocks[tile.block]
        games = self.paper.plays(tile.block, tile.number, director.games_of_card())
        gone = next((who for who in seats if who in block.gone), None)
        texts = [self.paper.text(game, seats) for game in games]
        director.fills_card(texts, until=None if gone is None else block.gone[gone])

    def cards(self) -> None:
        """Those that are still out, by both in turn: one types while the other saves."""
        out = [tile for tile in self.dirk.tiles() if tile.state not in {"in", "missing"}]
        for number, tile in enumerate(out):
            director = (self.dora, self.dirk)[number % 2]
            self.card(director, tile)
            director.saves_card()

    def draws(self, block: str) -> None:
        """Dora draws; Dirk, who had the page of before in front of him, is told so."""
        is_first = not self.paper.blocks
        if is_first:
            # So his page does not ask again meanwhile.
            self.dirk.page.route("**/leitung/?mark=*", lambda route: route.abort())
            self.dirk.open()
        self.dora.draws()
        if is_first:
            self.dirk.goes_on()
            self.dirk.sees("Inzwischen hat jemand anders entschieden")
            self.dirk.page.unroute("**/leitung/?mark=*")
        self.notes(block)
        if len(self.paper.blocks) == 2:
            self.corrects_card()
        self.paper.check_ways(block)

    def corrects_card(self) -> None:
        """Swap the lines of two on a card of the first block, whose next is drawn.

        Where by that another one goes on, the direction puts the draw right by one tap.
        """
        name, block = next(iter(self.paper.blocks.items()))
        number, first, second = self.paper.mixed_up(name)
        card = f"Karte von Tisch {number}"
        self.dora.open()
        self.dora.tap(card, self.dora.page.get_by_role("navigation", name=f"Karten von {name}"))
        seats = [first_name(who) for who in self.dora.seats()]
        block.cards[number] = [game.swapped(first, second) for game in block.cards[number]]
        texts = [self.paper.text(game, seats) for game in block.cards[number]]
        self.dora.fills_card(texts, reason="zwei Zeilen vertauscht")
        self.dora.saves_card()
        self.dora.open()
        wrong = self.dora.page.get_by_role("button", name=re.compile("^Richtigstellen"))
        while wrong.count():
            self.dora.tap(re.compile("^Richtigstellen"))
            self.dora.tap(RELEASE)
            self.dora.open()
        for drawn in list(self.paper.blocks)[1:]:
            self.notes(drawn)

    def first_block(self, block: str) -> None:
        self.comes_late(block)
        tiles = self.notes(block)
        self.goes_home(tiles[0], after=1)
        tiles = self.dirk.tiles()
        self.server_dies(tiles[1])
        self.card_is_lost(tiles[2])

    def goes_on(self, step: str) -> None:
        """Do what the large button says, and before that what has to be typed."""
        drawn = re.fullmatch(r"(.*) auslosen \(.*\)", step)
        if drawn is not None:
            self.draws(drawn[1])
            if len(self.paper.blocks) == 1:
                self.first_block(drawn[1])
        elif "eingeben" in step:
            self.cards()
        elif "Gleichstand" in step:
            self.dora.decides_tie()
        else:
            self.dora.goes_on()

    def plays(self) -> None:
        for _step in range(MOST_STEPS):
            if "abschließen" in (step := self.dora.next_step()):
                break
            self.goes_on(step)
        else:
            raise AssertionError(f"no end: {step}")
        self.counts()
        self.crowns()

    def counts(self) -> None:
        """Assert that each block comes to what the paper says, the best first."""
        for number, name in enumerate(self.dora.blocks(), 1):
            value = self.paper.value(name)
            rows = self.dora.ranking(number)
            assert {first_name(who): shown for who, shown in rows} == {
                who: as_written(worth[0]) for who, worth in value.items()
            }
            order = [value[first_name(who)] for who, _shown in rows]
            assert order == sorted(order, reverse=True)

    def crowns(self) -> None:
        """Close the day and announce it on the wall, from the last place up to the first."""
        places = self.dora.places()
        last = list(self.paper.blocks)[-1]
        worth = self.paper.value(last)
        assert worth[first_name(places[0][1])] == max(worth.values())
        ranks = [rank for rank, _name in places]
        assert ranks == sorted(ranks)
        assert all(rank <= place for place, rank in enumerate(ranks, 1))
        assert len(places) == len(self.names)
        assert {name for _rank, name in places} == set(self.names)
        self.dora.goes_on()
        self.dora.sees("Das Turnier ist abgeschlossen")
        assert self.dora.places() == places
        self.dirk.announces(places[0][1])
