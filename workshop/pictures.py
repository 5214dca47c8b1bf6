"""`pictures`: take the README's pictures of the demo club, in a folder that is gone afterwards.

Run by itself, with an address and a folder, this file is the photographer: it needs Playwright,
while the process that starts it does not.
"""

import socket
import sys
import tempfile
from pathlib import Path

from workshop import application, browser, environment
from workshop.console import Steps, Trouble
from workshop.language import _
from workshop.paths import PYTHON, ROOT, shown
from workshop.processes import ProcessGroup

FOLDER = ROOT / "docs" / "pictures"
LANGUAGES = {"de": "de-DE", "en": "en-GB"}
WIDTH, HEIGHT = 390, 844  # of a phone


def run(processes: ProcessGroup) -> int:
    steps = Steps(2)
    with tempfile.TemporaryDirectory(prefix="schockwart-pictures-") as folder:
        var = Path(folder)
        log = var / "log" / "pictures.log"
        env = {"DEMO": "1", **environment.clean_environ(), "VAR_DIR": folder}
        try:
            with steps.step(_("Database, demo club, static files")):
                application.manage(env, log, "prepare", "--demo")
                application.manage(env, log, "rebuild_standings")
                application.collect_static(env, var)
                port = _free_port()
                application.start_web(processes, env, log, application.HOST, port)
                processes.wait_until(lambda: application.answers(port, log), _("The web server"))
            with steps.step(_("Pictures in {folder}/", folder=shown(FOLDER))):
                address = f"http://{application.HOST}:{port}"
                command = [PYTHON, "-m", "workshop.pictures", address, str(FOLDER)]
                if processes.attend("pictures", command, env={**env, "CHROMIUM": browser.find()}):
                    raise Trouble(
                        _("The pictures could not be taken."), _("see what stands above.")
                    )
        finally:
            processes.end()
    return 0


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((application.HOST, 0))
        return int(probe.getsockname()[1])


def _photograph(address: str, folder: Path) -> None:
    """Take each picture in each language, as `folder/de/scorer.png`."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser.find(), args=browser.FLAGS)
        for language, locale in LANGUAGES.items():
            (folder / language).mkdir(parents=True, exist_ok=True)
            for name, person, way in (
                ("scorer", "Rolf", ["a[href^='/tische/'][href$='/spiel/']"]),
                ("standings", "Anke", ["nav a[href='/tabelle/']"]),
                ("till", "Kadir", ["nav a[href='/kasse/']"]),
                ("tournament", "Rolf", ["a[href='/turniere/']", "main a[href$='/leitung/']"]),
            ):
                context = chromium.new_context(
                    locale=locale,
                    timezone_id="Europe/Berlin",
                    viewport={"width": WIDTH, "height": HEIGHT},
                )
                page = context.new_page()
                page.goto(f"{address}/anmelden/")
                page.get_by_role("button", name=person).first.click()
                for link in way:
                    page.locator(link).first.click()
                page.wait_for_load_state("networkidle")
                page.screenshot(path=folder / language / f"{name}.png")
                context.close()
        chromium.close()


if __name__ == "__main__":
    _photograph(sys.argv[1], Path(sys.argv[2]))
