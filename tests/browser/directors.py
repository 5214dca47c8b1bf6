"""Directors with a browser each, who run a tournament by its pages alone.

Nothing here asks the database: who sits where, what comes next and who has won is read off the
pages. Each deed waits for the page that its answer leads to.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect

RELEASE = "Freigeben: So sitzen wir"
ALIAS = re.compile(r" \([^)]*\)$")


class Tile(NamedTuple):
    """A table that plays, as the direction's page shows it."""

    block: str
    number: int
    state: str  # `in` where its card is there
    names: list[str]
    page: str  # its own page below the direction
    card: str


@dataclass
class Director:
    """A member of the direction, on a device of their own."""

    page: Page
    url: str
    event: str = field(default="", init=False)

    # --- moving about --------------------------------------------------------------------------
    def open(self, path: str = "") -> None:
        """Open a page below the tournament's direction."""
        self.page.goto(f"{self.url}{self.event}leitung/{path}")

    def target(self, name: str | re.Pattern[str], within: Locator | None = None) -> Locator:
        place = within or self.page.locator("main")
        return place.get_by_role("button", name=name).or_(place.get_by_role("link", name=name))

    def tap(self, name: str | re.Pattern[str], within: Locator | None = None) -> None:
        """Tap a button or link, and wait until the page it leads to has come."""
        with self.page.expect_event("load"):
            self.target(name, within).first.click()

    def unfold(self, summary: str) -> Locator:
        """Open the part that is folded up under this heading, and return it."""
        details = self.page.locator("details").filter(
            has=self.page.locator("summary", has_text=summary)
        )
        details.locator("summary").first.click()
        return details

    def sees(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.locator("main")).to_contain_text(text)

    # --- before the day ------------------------------------------------------------------------
    def creates(self, name: str, template: str, day: str, fee: str) -> None:
        """Create a tournament from a template, with its rulebook and a fee, and open the
        registration.
        """
        self.page.goto(f"{self.url}/turniere/neu/")
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Datum").fill(day)
        self.page.get_by_label(template, exact=True).check()
        self.tap("Weiter zum Regelwerk")
        self.tap(re.compile("^Nach .* spielen$"))
        match = re.search(r"/turniere/\d+/", self.page.url)
        assert match is not None, self.page.url
        self.event = match[0]
        self.tap("Einstellungen")
        form = self.page.locator("#ausschreibung")
        form.get_by_label("Anmeldung ist offen").check()
        form.get_by_label("Startgeld").fill(fee)
        self.tap("Speichern", form)

    def takes_in(self, name: str, team: str = "") -> None:
        """Take in a player at the entrance who has not registered, and who pays."""
        self.open("anmeldungen/")
        form = self.unfold("Jemand kommt dazu")
        form.get_by_label("Name").fill(name)
        if team:
            form.get_by_label("Mannschaft").fill(team)
        self.tap("Auf die Liste")
        self.checks_in(name)

    def checks_in(self, name: str) -> None:
        self.tap(re.compile(f"Da, bezahlt.*{name}"))

    # --- at the tables -------------------------------------------------------------------------
    def tiles(self) -> list[Tile]:
        """Return the tables that play now."""
        self.open()
        tiles = self.page.eval_on_selector_all(
            "li.table-tile",
            """tiles => tiles.map((tile) => [
              tile.closest("section").querySelector("h2").textContent.trim(),
              Number(tile.querySelector("strong").textContent.match(/[0-9]+/)[0]),
              tile.classList[1],
              tile.querySelector(".names").textContent.trim().split(" · "),
              tile.querySelector("a.plain").getAttribute("href"),
              tile.querySelector("a.button")?.getAttribute("href") ?? "",
            ])""",
        )
        return [
            Tile(block, number, state, [ALIAS.sub("", name.strip()) for name in names], page, card)
            for block, number, state, names, page, card in tiles
        ]

    def opens_card(self, card: str) -> list[str]:
        """Open the page of a table's card; return the first names there, in order of places."""
        self.page.goto(self.url + card)
        return [name.split()[0] for name in self.seats()]

    def seats(self) -> list[str]:
        """Return the names on the card's page, by their places at the table."""
        rows = self.page.locator(".sitting li").all()
        return [str(row.get_attribute("data-name")) for row in rows]

    def games_of_card(self) -> int:
        """Return for how many games the card has room."""
        return self.page.locator('[name^="game_"]').count()

    def fills_card(self, games: Sequence[str], until: int | None = None, reason: str = "") -> None:
        """Type the games of a card; `until` is the last game of a player who has gone."""
        self.page.locator("summary", has_text="Lieber tippen").click()
        for number, text in enumerate(games, 1):
            self.page.locator(f'[name="game_{number}"]').fill(text)
        if until is not None:
            self.page.get_by_label(re.compile("dabei bis Spiel")).fill(str(until))
        if reason:
            self.page.locator('[name="reason"]').fill(reason)
        self.page.locator("#complete").check()

    def broken_names(self) -> list[str]:
        """Return the names beside the card's sums that are broken into pieces of a few letters."""
        broken: list[str] = self.page.eval_on_selector_all(
            ".sums .name",
            """names => names
              .filter((name) => name.getClientRects()[0].height > 2.5 * parseFloat(
                getComputedStyle(name).fontSize) * 1.5)
              .map((name) => name.textContent.trim())""",
        )
        return broken

    def saves_card(self) -> None:
        before = self.page.url
        self.page.get_by_role("button", name="Karte speichern").click()
        self.page.wait_for_url(lambda url: url != before)

    # --- what comes next -----------------------------------------------------------------------
    def next_step(self) -> str:
        """Return the words on the large button at the bottom of the direction's page."""
        self.open()
        bar = self.page.locator("main .action-bar")
        return " ".join(bar.locator(".button.primary").first.inner_text().split())

    def goes_on(self) -> None:
        """Tap the large button at the bottom of the page."""
        with self.page.expect_event("load"):
            self.page.locator("main .action-bar .button.primary").first.click()

    def draws(self) -> None:
        """Draw the next block, and release it as it comes."""
        self.goes_on()
        self.tap(RELEASE)

    def decides_tie(self) -> list[list[str]]:
        """Decide each tie on the page in the order it is listed; return the names of each in that
        order.
        """
        self.goes_on()
        decided = []
        while (forms := self.page.locator("#gleichstand form:has(select)")).count():
            form = forms.first
            names = [
                ALIAS.sub("", name.strip()) for name in form.locator("label").all_inner_texts()
            ]
            for place, chosen in enumerate(form.locator("select").all(), 1):
                chosen.select_option(str(place))
            decided.append(names)
            self.tap("So ging das Stechen aus", form)
        return decided

    def places(self) -> list[tuple[int, str]]:
        """Return the ranking of the day on the closing page: rank and name."""
        self.open("abschluss/")
        rows = self.page.eval_on_selector_all(
            "ol.list > li .line",
            """rows => rows.map((row) => [
              parseInt(row.querySelector(".rank").textContent),
              row.querySelector(".grow").firstChild.textContent.trim(),
            ])""",
        )
        return [(rank, ALIAS.sub("", name)) for rank, name in rows]

    def blocks(self) -> list[str]:
        """Return the names of the day's blocks."""
        self.open()
        return self.page.locator("section[aria-labelledby=chain] li .grow").all_inner_texts()

    def ranking(self, number: int) -> list[tuple[str, str]]:
        """Return a block's ranking: each name with its points or lives as shown."""
        self.open(f"durchgang/{number}/")
        rows = self.page.eval_on_selector_all(
            "section[aria-labelledby=ranking] tbody tr",
            """rows => rows.map((row) => [
              row.querySelector("th").firstChild.textContent.trim(),
              row.querySelector("td.number").textContent.trim(),
            ])""",
        )
        return [(ALIAS.sub("", who), shown) for who, shown in rows]

    def announces(self, winner: str) -> None:
        """Hold the ceremony: hidden first, then place by place, the winner last."""
        wall = re.sub("turniere", "abende", self.event) + "wand/"
        self.page.goto(self.url + wall)
        self.tap("Ergebnisse verbergen")
        self.tap("Siegerehrung beginnen")
        show = self.target(re.compile("^(Platz|Plätze) .*zeigen"))
        while show.count():
            self.tap(re.compile("^(Platz|Plätze) .*zeigen"))
        self.sees(re.compile(f"An der Wand:.*{winner.split()[0]}", re.DOTALL))
