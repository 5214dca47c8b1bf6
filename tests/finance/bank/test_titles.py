"""The ways to book a line of the bank beside a payment, in words: without a page."""

import pytest

from finance.bank.labels import booking_titles


@pytest.mark.parametrize(
    ("incoming", "has_choice", "titles"),
    [
        (True, False, ("Sonstige Einnahme", "Aus der Kasse zur Bank gebracht")),
        (False, False, ("Als Ausgabe buchen", "Für die Kasse abgehoben")),
        (True, True, ("Sonstige Einnahme", "Zwischen eigenen Kassen und Konten")),
    ],
)
def test_what_a_line_can_be_besides(incoming, has_choice, titles):
    assert booking_titles(incoming=incoming, has_choice=has_choice) == titles
