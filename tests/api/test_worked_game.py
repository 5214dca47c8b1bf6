"""Play the game of the log format's page as it is written there, line by line."""

import os
import re
from pathlib import Path

import pytest
from django.utils import timezone

from league.access import tokens
from league.links import services as links
from league.results.models.results import Result
from tests import builders
from tests.waiting import run

pytestmark = [pytest.mark.once, pytest.mark.slow]
PAGE = Path(__file__).parent.parent.parent / "docs" / "game-log.md"


def test_the_worked_game_runs_as_it_is_printed(live_server, transactional_db, club):
    day = timezone.localdate()
    table = builders.table(builders.evening("dortmund", day=day), club.anke, club.bernd)
    link = links.make_link(table=table, by=club.rolf.user, now=timezone.now())
    signed = tokens.sign_link(tokens.LinkToken(link.pk, table.pk, link.ends_at))
    (script,) = re.findall(r"```bash\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    done = run(
        ["bash", "-c", script],
        env={
            "PATH": os.environ["PATH"],
            "BASE": live_server.url,
            "LINK": f"{live_server.url}/t/{signed}/",
            "TABLE": str(table.pk),
        },
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert '"status":"finished"' in done.stdout
    result = Result.objects.get()
    assert result.depth == "rounds"
    assert result.entered_holder.name == "Programm"
    (loser,) = [line.seat.participation.person for line in result.lines.all() if line.lost_game]
    assert loser == club.bernd
