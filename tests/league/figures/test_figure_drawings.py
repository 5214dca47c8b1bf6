"""The drawings of shares and spans: what is drawn is what the figures say."""

import re
from xml.etree import ElementTree

import pytest

from league.files import figure_drawings as drawings
from league.files.drawings import Caption
from league.files.figure_drawings import Share, Span

CAPTION = Caption("Verlorene Spiele", "Zuletzt <20 %>")
EVENINGS = [Share("6. 3.", 0.5, 0.5), Share("13. 3.", 0.0, 0.25), Share("20. 3.", 0.25, 0.25)]


def percent(share):
    return f"{share:.0%}"


def circles(svg):
    return [
        tuple(map(float, match))
        for match in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', svg)
    ]


def test_each_evening_is_a_ring_as_high_as_its_share_and_the_line_ends_at_the_share_of_all():
    svg = drawings.shares(CAPTION, EVENINGS, percent=percent)
    (x1, high), (x2, nought), (x3, quarter), (_last, ends) = circles(svg)
    assert x1 < x2 < x3
    assert high < quarter == ends < nought
    assert quarter == pytest.approx((high + nought) / 2)
    assert "50%" in svg
    assert "100%" not in svg


def test_one_evening_is_enough_for_a_drawing_and_none_does_no_harm():
    assert len(circles(drawings.shares(CAPTION, EVENINGS[:1], percent=percent))) == 2
    assert circles(drawings.shares(CAPTION, [], percent=percent)) == []


def test_a_span_reaches_as_far_to_both_sides_and_is_hollow_where_it_is_not_sure():
    lines = [Span("Anke", 30, 5), Span("Bernd", 20, 10, is_sure=False)]
    svg = drawings.spans(CAPTION, lines, among=[25], number=lambda span: f"{span.middle}")
    (anke, _y), (bernd, _below) = circles(svg)
    bars = re.findall(r'<rect x="([\d.]+)"[^>]* width="([\d.]+)"', svg)
    (left, wide), (left_too, wider) = [tuple(map(float, bar)) for bar in bars]
    assert anke == pytest.approx(left + wide / 2, abs=0.1)
    assert bernd == pytest.approx(left_too + wider / 2, abs=0.1)
    assert wider == pytest.approx(2 * wide, abs=0.2)
    assert bernd < anke
    assert svg.count('r="9" fill="none"') == 1


@pytest.mark.parametrize("letters", [12, 80])
def test_a_name_that_is_too_long_is_cut_before_the_number_and_no_other(letters):
    name = ("Schüttelmeier " * 6)[:letters].strip()
    svg = drawings.spans(
        CAPTION, [Span(name, 25, 5)], among=[25], number=lambda entry: "25,0 ± 5,0"
    )
    first, last = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    assert last == "25,0 ± 5,0"
    assert first == name or (letters == 80 and first.endswith("…") and name.startswith(first[:-1]))
    assert len(first) + len(last) < 50


def test_a_meter_is_as_full_as_the_part_and_says_nothing_of_its_own():
    svg = drawings.meter(1, 4)
    assert 'width="50.0"' in svg
    assert 'aria-hidden="true"' in svg
    assert 'width="0.0"' in drawings.meter(0, 0)


@pytest.mark.parametrize(
    "svg",
    [
        drawings.shares(CAPTION, EVENINGS, percent=percent),
        drawings.spans(CAPTION, [Span("<b>", 1, 1)], among=[0], number=lambda entry: "1"),
    ],
)
def test_it_is_a_picture_with_a_name_and_no_style_of_a_page(svg):
    root = ElementTree.fromstring(svg)
    space = "{http://www.w3.org/2000/svg}"
    assert root.find(f"{space}title").text == CAPTION.title
    assert root.find(f"{space}desc").text == CAPTION.description
    assert not [element for element in root.iter() if {"style", "class"} & set(element.attrib)]
