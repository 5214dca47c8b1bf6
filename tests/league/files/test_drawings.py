"""The drawings: what is drawn is what the figures say, on a page and in a PDF."""

import re
from datetime import date
from xml.etree import ElementTree

import pytest
import typst
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.files import drawings
from league.files.drawings import Bar, Caption

CAPTION = Caption("Kasse & Bank", 'Zuletzt <20 €>, "gut"')
MONTHS = ["Jan", "Feb", "Mär", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"]
START, END = date(2026, 1, 1), date(2026, 12, 31)


def whole(cents):
    return f"{cents // 100} €"


def balance_svg(days, before=0, until=END, begin=START):
    return drawings.balance_line(
        CAPTION,
        days,
        START,
        END,
        before=before,
        begin=begin,
        until=until,
        months=MONTHS,
        money=whole,
    )


def line_of(svg):
    """Return the points of the drawn line, as x and y."""
    path = re.search(r'<path d="(M[^"Z]*)" fill="none"', svg)[1]
    x, y = map(float, re.match(r"M([\d.]+) ([\d.]+)", path).groups())
    points = [(x, y)]
    for way, value in re.findall(r"([HV])([\d.]+)", path):
        x, y = (float(value), y) if way == "H" else (x, float(value))
        points.append((x, y))
    return points


def test_the_line_steps_on_the_day_and_ends_where_the_time_is():
    middle = date(2026, 7, 2)
    points = line_of(balance_svg([(middle, 40_000)], until=date(2026, 9, 30)))
    (left, low), (at, still), (same, high), (until, last) = points
    assert low == still > high == last
    assert at == same == pytest.approx(drawings.WIDTH / 2, abs=2)
    assert left == 8
    assert at < until < drawings.WIDTH - 8


def test_the_line_begins_where_the_book_does():
    middle = date(2026, 7, 2)
    points = line_of(balance_svg([(middle, 40_000)], begin=middle))
    assert points[0][0] == pytest.approx(drawings.WIDTH / 2, abs=2)
    assert points[0][0] == points[1][0] == points[2][0] < points[3][0]


def test_what_is_below_zero_is_drawn_below_the_line_of_nought():
    svg = balance_svg([(date(2026, 2, 1), -5_000), (date(2026, 3, 1), 10_000)])
    nought = re.search(r'y1="([\d.]+)"[^>]*opacity="0.5"', svg)[1]
    heights = [y for _x, y in line_of(svg)]
    assert heights[2] > float(nought) > heights[-1]


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.integers(-10_000_000, 10_000_000), max_size=30))
def test_any_figures_stay_inside_of_the_drawing(amounts):
    days = [(date(2026, 1 + n // 28, 1 + n % 28), amount) for n, amount in enumerate(amounts)]
    svg = balance_svg(days, before=-300)
    height = int(re.search(r'viewBox="0 0 \d+ (\d+)"', svg)[1])
    assert all(0 <= x <= drawings.WIDTH and 0 <= y <= height for x, y in line_of(svg))


@given(st.integers(-10_000_000, 0), st.integers(0, 10_000_000))
def test_a_scale_holds_both_ends_in_a_few_round_amounts(low, high):
    marks = drawings.scale(low, high)
    assert marks[0] <= low
    assert marks[-1] >= high
    assert 0 in marks
    assert len(marks) <= 8
    assert all(mark % 100 == 0 for mark in marks)


def test_bars_are_as_long_as_their_amounts_and_a_minus_is_hollow():
    lines = [Bar("Strafen", 10_000, 5_000), Bar("Einsätze", 2_500, 0), Bar("Umkehr", -5_000)]
    svg = drawings.bars(CAPTION, lines, money=whole, now="2026", before="2025")
    widths = [float(match) for match in re.findall(r'width="([\d.]+)" height="[12]0"', svg)]
    full = drawings.WIDTH
    assert widths == pytest.approx([full, full / 2, full / 4, 0, full / 2])
    assert svg.count('fill="none"') == 1
    assert "2025" in svg


@pytest.mark.parametrize(
    "svg", [balance_svg([]), drawings.bars(CAPTION, [Bar("<b>", 1)], money=whole)]
)
def test_it_is_a_picture_with_a_name_and_no_style_of_a_page(svg):
    root = ElementTree.fromstring(svg)
    space = "{http://www.w3.org/2000/svg}"
    assert root.find(f"{space}title").text == CAPTION.title
    assert root.find(f"{space}desc").text == CAPTION.description
    assert not [element for element in root.iter() if {"style", "class"} & set(element.attrib)]
    assert "script" not in svg


def test_the_same_drawing_is_set_on_paper(tmp_path):
    def printed(name, svg):
        (tmp_path / f"{name}.svg").write_text(svg)
        page = tmp_path / f"{name}.typ"
        page.write_text(f'#image("{name}.svg", alt: "Kasse")')
        return len(typst.compile(str(page), format="png", ppi=40))

    empty = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 302"/>'
    full = balance_svg([(date(2026, 3, 1), 50_000), (date(2026, 5, 1), -3_000)])
    assert printed("full", full) > 2 * printed("empty", empty)
