"""The photographer of the README's pictures finds its way through the pages, in both languages."""

import struct
import zlib
from random import Random
from uuid import uuid4

import pytest
from django.utils import timezone

from games.scoring.services.start import start_game
from league.access.actors import NOBODY
from league.people.services import people
from tests import builders
from tests import tournaments as day
from tests.waiting import run
from workshop import browser, environment, pictures
from workshop.paths import PYTHON

pytestmark = pytest.mark.browser
BLANK = 20  # a picture of one colour has one or two different rows of pixels


@pytest.fixture
def address(settings, live_server, transactional_db, club):
    """Build a small club to be shown, with a table that plays and a tournament Rolf directs; return
    its address.
    """
    settings.DEMO = True
    today = timezone.localdate()
    table = builders.table(builders.evening(day=today), club.rolf, club.anke, club.bernd)
    seats = list(table.seats.values_list("pk", flat=True))
    start_game(
        table=table,
        key=uuid4(),
        seats=seats,
        starter=seats[0],
        options={},
        actor=NOBODY,
        now=timezone.now(),
        rng=Random(1),
    )
    people.appoint(person=club.rolf, role="director", start=today)
    day.people(builders.tournament(day=today), "Kai", "Jenny", "Ute")
    return live_server.url


def _rows(png: bytes) -> set[bytes]:
    """Return the different rows of pixels of a picture, as they are stored."""
    packed, place = b"", 8
    while place < len(png):
        length, kind = struct.unpack_from(">I4s", png, place)
        packed += png[place + 8 : place + 8 + length] if kind == b"IDAT" else b""
        place += length + 12
    pixels = zlib.decompress(packed)
    size = len(pixels) // pictures.HEIGHT
    return {pixels[start : start + size] for start in range(0, len(pixels), size)}


def test_the_readme_gets_all_its_pictures_in_both_languages(address, tmp_path):
    done = run(
        [PYTHON, "-m", "workshop.pictures", address, tmp_path],
        env={**environment.clean_environ(), "CHROMIUM": browser.find()},
    )
    assert done.returncode == 0, done.stderr
    taken = {str(file.relative_to(tmp_path)): file.read_bytes() for file in tmp_path.rglob("*.png")}
    shown = {str(file.relative_to(pictures.FOLDER)) for file in pictures.FOLDER.rglob("*.png")}
    assert set(taken) == shown
    assert len(set(taken.values())) == len(taken)  # each shows something else
    for name, picture in taken.items():
        size = struct.unpack_from(">II", picture, 16)
        assert size == (pictures.WIDTH, pictures.HEIGHT), name
        assert len(_rows(picture)) > BLANK, name
