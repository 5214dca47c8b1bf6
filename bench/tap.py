"""A tap on the scorer's page, beside a page without scripts that is given the same picture.

* ours: a phone on a table's link taps a die; judged on the phone, stored and sent, and drawn;
* bare: the same address without scripts: the HTML of that picture is put in its place and drawn.

Both count what the processor does in the page until the end of the next picture, less than what a
picture costs in which nothing happens. Taps and pictures come in turn. The figure comes last.
"""

# needs: postgresql
import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import CDPSession, Page, sync_playwright

from bench import _harness as harness
from workshop import browser

TAPS = 32
WARM_UP = 8
NEW_PAD = 260  # milliseconds in which a new pad takes no tap meant for the one before
PHONE = {"width": 390, "height": 844}
PICTURE = """async ([tapped, html]) => {
  const shown = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const scorer = document.getElementById("scorer");
  await shown();
  const before = scorer.innerHTML;
  if (tapped) document.querySelector(tapped).click();
  if (html) scorer.innerHTML = html;
  await shown();
  if ((tapped || html) && scorer.innerHTML === before) throw new Error("the same picture");
  return scorer.innerHTML;
}"""


class Meter:
    """Seconds that the processor works for one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._devtools: CDPSession = page.context.new_cdp_session(page)
        self._devtools.send("Performance.enable")

    def _spent(self) -> float:
        metrics = self._devtools.send("Performance.getMetrics")["metrics"]
        return float(next(row["value"] for row in metrics if row["name"] == "ThreadTime"))

    def picture(self, tapped: str | None = None, html: str | None = None) -> tuple[float, str]:
        """Return the seconds until the next picture is drawn, and its HTML."""
        before = self._spent()
        shown = str(self.page.evaluate(PICTURE, [tapped, html]))
        return self._spent() - before, shown


@contextmanager
def pages(port: int, phone: harness.Phone) -> Iterator[tuple[Page, Page]]:
    """Yield the scorer's page of a game that has begun, and the same one without scripts."""
    house = f"http://localhost:{port}/"
    header = dict(line.split(": ", 1) for line in phone.headers.splitlines())["Cookie"]
    cookies = [part.split("=", 1) for part in header.split("; ")]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser.find(), args=browser.FLAGS)
        context = chromium.new_context(viewport=PHONE, locale="de-DE")
        context.add_cookies(
            [{"name": name, "value": value, "url": house} for name, value in cookies]
        )
        ours, bare = context.new_page(), context.new_page()
        bare.route("**/*.js", lambda route: route.abort())
        for page in (ours, bare):
            page.goto(f"{house}tische/{phone.table}/spiel/")
        yield ours, bare
        chromium.close()


def measure(ours: Page, bare: Page) -> list[tuple[float, float]]:
    """Return the seconds of each tap and of its bare picture."""
    scorer, picture, took = Meter(ours), Meter(bare), []
    for number in range(WARM_UP + TAPS):
        # The first die of three, then the two others: that enters the throw.
        tapped = "#pad-6" if number % 2 == 0 else f"#pad-5{1 + number // 2 % 4}"
        ours.wait_for_selector(f"{tapped}:not([aria-disabled])")
        ours.wait_for_timeout(NEW_PAD)
        _cost, before = scorer.picture()
        idle, _html = scorer.picture()
        tap, after = scorer.picture(tapped=tapped)
        picture.page.evaluate("html => { scorer.innerHTML = html }", before)
        picture.picture()
        bare_idle, _html = picture.picture()
        drawn, _html = picture.picture(html=after)
        took.append((tap - idle, drawn - bare_idle))
        if number % 2:
            ours.wait_for_selector("#scorer:not([aria-busy])")
    return took[WARM_UP:]


def main() -> None:
    harness.prepare("config.settings")
    from django.core.management import call_command

    call_command("collectstatic", "--no-input", verbosity=0)
    (phone,) = harness.phones(1, players=harness.PLAYERS)
    harness.new_game(phone)
    with harness.granian("config.settings") as port, pages(port, phone) as (ours, bare):
        took = measure(ours, bare)
    taps, drawn = zip(*took, strict=True)
    print(f"a tap, milliseconds              {harness.spread([1_000 * t for t in taps], 1)}")
    print(f"its bare picture, milliseconds   {harness.spread([1_000 * t for t in drawn], 1)}")
    print("ours to bare, aim: at most 3")
    print(f"{statistics.median(taps) / statistics.median(drawn):.2f}x")


if __name__ == "__main__":
    main()
