"""The owner of a transfer: the reasons for a proposal, and how sure it may be."""

from datetime import date

import pytest

from finance.bank.reading.matching import propose
from finance.bank.reading.names import known_by, says
from finance.bank.reading.proposal import ByHand, Part, Payer, Seen
from finance.books.references import reference

ROBINS, SHARED = "DE02500105170137075030", "DE02200505501015871393"
ROBIN = Payer(person=7, name="Robin", claims=(500, 750), ibans=frozenset({ROBINS}))
SASCHA = Payer(person=8, name="Sascha Muster", claims=(2000,), ibans=frozenset({SHARED}))
TONI = Payer(person=43, name="Toni", claims=(1500,))
GABI = Payer(person=9, name="Gabi Müller", ibans=frozenset({SHARED}), announced=(3000,))
CLUB = [ROBIN, SASCHA, TONI, GABI]
DAY = date(2026, 3, 6)


def line(cents, **fields):
    return Seen(cents=cents, day=DAY, **fields)


def answer(seen, **more):
    proposal = propose(seen, CLUB, **more)
    return proposal.confidence, proposal.parts, [reason.code for reason in proposal.reasons]


@pytest.mark.parametrize(
    ("cents", "amount"),
    [
        (1250, "amount_exact"),
        (500, "amount_oldest"),
        (600, "amount_partial"),
        (2000, "amount_over"),
    ],
)
def test_a_reference_is_sure_whatever_the_amount(cents, amount):
    seen = line(cents, text=f"Danke {reference(7)}", name="Oma Beispiel")
    assert answer(seen) == ("sure", (Part(7, cents),), ["reference", amount])


def test_a_reference_counts_more_than_the_account_it_came_from():
    seen = line(1500, text=reference(43), iban=ROBINS)
    assert answer(seen)[:2] == ("sure", (Part(43, 1500),))


def test_a_reference_of_nobody_is_none():
    assert answer(line(333, text=reference(999)))[0] == "none"


def test_a_known_account_is_sure_with_the_open_amount_only():
    assert answer(line(1250, iban=ROBINS)) == (
        "sure",
        (Part(7, 1250),),
        ["iban", "amount_exact"],
    )
    assert answer(line(999, iban=ROBINS)) == ("likely", (Part(7, 999),), ["iban", "amount_partial"])


def test_of_a_shared_account_the_amount_or_the_name_tells_who_is_meant():
    assert answer(line(2000, iban=SHARED))[:2] == ("likely", (Part(8, 2000),))
    assert answer(line(100, iban=SHARED, text="von Gabi Mueller"))[:2] == (
        "likely",
        (Part(9, 100),),
    )
    assert answer(line(100, iban=SHARED))[0] == "none"


def test_a_whole_name_is_likely_and_a_first_name_only_with_its_amount():
    assert answer(line(100, name="MUSTER, SASCHA"))[:2] == ("likely", (Part(8, 100),))
    assert answer(line(100, name="GABI MUELLER"))[:2] == ("likely", (Part(9, 100),))
    assert answer(line(1500, name="Toni Probe"))[0] == "likely"
    assert answer(line(1499, name="Toni Probe"))[0] == "maybe"


def test_an_amount_alone_is_a_guess_and_two_who_owe_it_are_none():
    assert answer(line(1500)) == ("maybe", (Part(43, 1500),), ["amount_alone"])
    other = Payer(person=44, name="Alex", claims=(1500,))
    assert propose(line(1500), [*CLUB, other]).confidence == "none"


def test_what_was_announced_is_expected():
    assert answer(line(3000)) == ("maybe", (Part(9, 3000),), ["announced_alone"])
    assert answer(line(3000, name="Gabi Müller"))[2] == ["name", "announced"]


def test_one_transfer_for_two_people_is_shared_by_what_each_owes():
    both = f"{reference(7)} {reference(43)}"
    assert answer(line(2750, text=both)) == (
        "sure",
        (Part(7, 1250), Part(43, 1500)),
        ["reference", "reference", "together_exact"],
    )
    assert answer(line(2750, text="für Robin und Toni"))[:2] == (
        "likely",
        (Part(7, 1250), Part(43, 1500)),
    )


def test_one_transfer_for_two_people_that_does_not_fit_is_looked_at():
    both = f"{reference(7)} {reference(43)}"
    assert answer(line(2000, text=both))[:2] == ("maybe", (Part(7, 1250), Part(43, 750)))
    assert answer(line(3000, text=both))[:2] == ("maybe", (Part(7, 1250), Part(43, 1750)))


@pytest.mark.parametrize(
    ("seen", "why"),
    [
        (line(333, text="Danke", name="Oma"), ["no_reference", "no_name", "amount_of_nobody"]),
        (
            line(333, text=reference(7)[:-1] + "0"),
            ["reference_unknown", "no_name", "amount_of_nobody"],
        ),
        (line(333, text="SW 0999 12"), ["reference_unknown", "no_name", "amount_of_nobody"]),
    ],
)
def test_what_nobody_is_proposed_for_says_why(seen, why):
    assert answer(seen) == ("none", (), why)


def test_a_name_that_fits_two_and_an_amount_that_two_owe_name_them():
    twins = [
        Payer(person=1, name="Anna Berg", claims=(700,)),
        Payer(person=2, name="Anna Tal", claims=(700,)),
    ]
    proposal = propose(line(700, name="Anna Berg und Anna Tal"), twins)
    assert [(reason.code, reason.person) for reason in proposal.reasons] == [
        ("no_reference", None),
        ("could_be", 1),
        ("could_be", 2),
        ("amount_of_several", None),
    ]


def test_nothing_is_proposed_for_what_went_out_or_came_back():
    assert answer(line(-300, is_fee=True)) == ("likely", (), ["fee"])  # its own charge
    assert answer(line(-300)) == ("none", (), ["outgoing"])
    assert answer(line(1250, is_return=True, text=reference(7))) == ("none", (), ["returned"])


def test_what_was_booked_by_hand_is_not_booked_again():
    typed = ByHand(transaction=77, day=date(2026, 3, 4), cents=1250, person=7)
    proposal = propose(line(1250, text=reference(7)), CLUB, [typed])
    assert (proposal.confidence, proposal.transaction, proposal.parts) == ("likely", 77, ())


def test_what_was_booked_by_hand_long_ago_or_twice_or_for_another_is_no_answer():
    seen = line(1250, text=reference(7))
    old = ByHand(transaction=1, day=date(2026, 2, 1), cents=1250, person=7)
    other = ByHand(transaction=2, day=DAY, cents=1250, person=8)
    twice = [ByHand(transaction=n, day=DAY, cents=1250, person=7) for n in (3, 4)]
    for by_hand in ([old], [other], twice):
        assert propose(seen, CLUB, by_hand).transaction is None


@pytest.mark.parametrize(
    ("bank", "club"),
    [
        ("JUERGEN MUELLER", "Ju\u0308rgen Mu\u0308ller"),
        ("JU\u0308RGEN MU\u0308LLER", "Jürgen Müller"),
        ("Groessmann, Aenne", "Änne GröẞMANN"),
        ("SOREN LOKKEGAARD", "Søren Løkkegaard"),
    ],
)
def test_a_name_is_known_however_its_letters_are_written(bank: str, club: str):
    assert says(bank, club)


def test_a_decomposed_name_is_remembered_whole():
    assert known_by("Ju\u0308rgens Ba\u0308ckerei GmbH") == "Jürgens Bäckerei"


def test_a_twin_is_never_sure():
    proposal = propose(line(1250, text=reference(7), is_twin=True), CLUB)
    assert (proposal.confidence, proposal.reasons[-1].code) == ("likely", "twin")


def test_a_known_account_with_the_whole_name_of_another_is_a_guess():
    for params in ({"name": "Sascha Muster"}, {"text": "Beitrag Sascha Muster"}, {"name": "TONI"}):
        actual = answer(line(1250, iban=ROBINS, **params))
        assert actual[:2] == ("maybe", (Part(7, 1250),))
        assert actual[2] == ["iban", "amount_exact", "name_against"]
    for text in ({"name": "Robin und Sascha Muster"}, {"name": "Toni Beispiel"}):
        assert answer(line(1250, iban=ROBINS, **text))[0] == "sure"
