"""Waiting for what shows that a deed is done: a test goes on when it is, and not after a while."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, Request

from tests.waiting import quiet_for, wait_until

QUIET = 0.5  # seconds
# Where everything is, some pictures later.
BOXES = """async () => {
  for (let pictures = 0; pictures < 6; pictures += 1) await new Promise(requestAnimationFrame);
  return [...document.querySelectorAll("body *")].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join();
  }).join(" ");
}"""


def eventually(page: Page, happened: Callable[[], bool]) -> None:
    """Wait until this is so, as for what the server writes after the page has gone on."""
    _until(page, happened, lambda: None)


def time_passes(page: Page, until: Callable[[], bool], milliseconds: int = 1_000) -> None:
    """Let the page's clock run on, by so much at a time, until this is so.

    One leap would not do: a look at the server that is on its way sets its next timer afterwards.
    Nor are the questions given up that are on their way meanwhile. The clock must be installed
    before the page is opened.
    """
    patient(page)
    _until(page, until, lambda: page.clock.fast_forward(milliseconds))


def stand_still(page: Page) -> None:
    """Stop the page's clock; it goes on by `page.clock.run_for` or `resume`."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1_000 + 5)  # seconds, and not in the past


def patient(page: Page) -> None:
    """Let the page wait for an answer however long that takes, and give no question up.

    The eight seconds of a phone are soon over where its clock is moved on or the machine is busy.
    """
    page.evaluate("AbortSignal.timeout = () => new AbortController().signal")


def appears(page: Page, locator: Locator) -> None:
    """Let the page's clock run on until this can be seen."""
    time_passes(page, locator.is_visible)


def into_view(locator: Locator) -> None:
    """Scroll to this at once: Playwright first waits until it is at rest, and fails where an answer
    that was on its way exchanges it meanwhile.
    """
    locator.evaluate("(element) => element.scrollIntoView({ block: 'nearest' })")


def goes_on(page: Page, milliseconds: int) -> None:
    """Let a page's own clock go on, where it is that of the machine: never less than this."""
    page.wait_for_timeout(milliseconds)


def drawn_anew(page: Page) -> None:
    """Wait until nothing moves or grows any more: the scorer's table is drawn again and again until
    it fits its place.
    """
    before = None
    for _try in range(100):
        boxes = page.evaluate(BOXES)
        if boxes == before:
            return
        before = boxes
    raise AssertionError("it does not come to rest")


class Traffic:
    """The requests of a page from now on, and those that are still on their way."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.urls: list[str] = []
        self._under_way: set[Request] = set()
        self._quiet = quiet_for(QUIET)
        page.on("request", self._asked)
        page.on("requestfinished", self._ended)
        page.on("requestfailed", self._ended)  # as one whose answer is not read

    def _asked(self, request: Request) -> None:
        self.urls.append(request.url)
        self._under_way.add(request)
        self._quiet = quiet_for(QUIET)

    def _ended(self, request: Request) -> None:
        self._under_way.discard(request)
        self._quiet = quiet_for(QUIET)

    def answered(self) -> None:
        """Wait until every request has its answer."""
        eventually(self.page, lambda: not self._under_way)

    def quiet(self) -> None:
        """Wait until nothing is asked for any more: a script's own imports follow upon it."""
        eventually(self.page, lambda: not self._under_way and self._quiet())


def _until(page: Page, happened: Callable[[], bool], step: Callable[[], None]) -> None:
    def look() -> bool:
        step()
        return happened()

    def saw() -> str:
        return f"{page.url}\n{page.locator('body').inner_text()}"

    wait_until(look, saw, lambda: page.wait_for_timeout(20))
