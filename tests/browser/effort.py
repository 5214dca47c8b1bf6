"""How long something takes a person, whatever else this machine does meanwhile.

A hand is counted by its keys and taps. What it waits for is the processor's time of the browser and
of the server, which runs in this process: another's work makes the clock go on, but not these.
"""

from time import process_time

from playwright.sync_api import Page

# Seconds of a practised hand for a key; of anybody for a tap, with finding what to tap.
KEY, TAP = 0.15, 1.5


class Effort:
    """Of one page, from now on."""

    def __init__(self, page: Page) -> None:
        assert page.context.browser is not None
        self._devtools = page.context.browser.new_browser_cdp_session()
        self._before, self._began = self._of_browser(), process_time()

    def seconds(self, *, keys: int, taps: int = 0) -> float:
        came = self._of_browser()
        browser = sum(took - self._before.get(number, 0.0) for number, took in came.items())
        return keys * KEY + taps * TAP + browser + process_time() - self._began

    def _of_browser(self) -> dict[int, float]:
        """The seconds that each process of it has computed."""
        processes = self._devtools.send("SystemInfo.getProcessInfo")["processInfo"]
        return {process["id"]: process["cpuTime"] for process in processes}
