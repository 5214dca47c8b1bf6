"""Tell each column of a list of people by its heading, then by its cells.

Headings are those of German club programs and spreadsheets, and of the address books of Google and
Outlook in both languages. Of two headings for one role the earlier word wins.
"""

import re
from collections.abc import Sequence

from league.files.reading import headings

_MOBILE = (
    *("Handy", "Handynummer", "Handy-Nr.", "Mobil", "Mobiltelefon", "Mobilnummer", "Mobil-Nr."),
    *("Telefon mobil", "Mobil privat", "Mobile", "Mobile Phone", "Cell", "Primary Phone"),
)
_LANDLINE = (
    *("Telefon", "Telefonnummer", "Telefonnr.", "Tel.", "Tel.-Nr.", "Rufnummer", "Phone"),
    *("Telefon privat", "Tel. privat", "Festnetz", "Festnetznummer", "Telefon Festnetz"),
    *("Phone 1 - Value", "Home Phone", "Telefon dienstlich", "Telefon geschäftlich"),
    *("Mobil dienstlich", "Business Phone", "Weitere Nummer"),
)
# The roles of columns, by the words of their headings.
WORDS: headings.Words = {
    "name": (
        *("Name", "Mitglied", "Person", "Vollname", "Name, Vorname", "Nachname, Vorname"),
        *("Vorname Name", "Vorname Nachname", "Vor- und Nachname", "Vor- und Zuname", "Namen"),
        *("Mitgliedsname", "Full Name", "Display Name", "Anzeigename", "Spieler", "Spielerin"),
        *("Wer", "Player", "Member", "Who"),
    ),
    "first": ("Vorname", "Vornamen", "Rufname", "First Name", "Given Name", "Forename"),
    "last": (*("Nachname", "Familienname", "Zuname", "Last Name", "Surname", "Family Name"),),
    "nickname": ("Spitzname", "Nickname", "Spitznamen", "genannt", "Nick"),
    "email": (
        *("E-Mail", "E-Mail-Adresse", "Mail", "Mailadresse", "E-mail Address", "E-Mail privat"),
        *("E-mail 1 - Value", "E-Mail-Adresse privat"),
    ),
    "kind": (
        *("Mitgliedsart", "Art der Mitgliedschaft", "Mitgliedschaft", "Mitgliedsstatus"),
        *("Mitgliederstatus", "Status", "Art", "Beitragsgruppe", "Membership", "Kind"),
    ),
    "start": (
        *("Mitglied seit", "Eintrittsdatum", "Eintritt", "Eintritt am", "Beitritt"),
        *(
            "Beitrittsdatum",
            "Aufnahmedatum",
            "Aufnahme",
            "dabei seit",
            "dabei ab",
            "seit",
            "Member since",
        ),
        *("Joined", "Since"),
    ),
    "end": ("Austrittsdatum", "Austritt", "Austritt am", "ausgetreten", "Mitglied bis", "Left on"),
    "street": (
        *("Straße", "Straße und Hausnummer", "Straße Hausnummer", "Straße, Hausnr.", "Straße, Nr."),
        *("Straße privat", "Anschrift", "Adresse", "Street", "Home Street", "Address 1 - Street"),
        "Street Address",
    ),
    "house": ("Hausnummer", "Hausnr.", "Haus-Nr.", "Hs.-Nr.", "HNr."),
    "postcode": (
        *("PLZ", "Postleitzahl", "PLZ privat", "Postleitzahl privat", "Postcode", "Zip"),
        *("Postal Code", "Zip Code", "Home Postal Code", "Address 1 - Postal Code"),
    ),
    "town": (
        *("Ort", "Wohnort", "Stadt", "Ort privat", "PLZ Ort", "PLZ und Ort", "PLZ, Wohnort"),
        *("Town", "City", "Home City", "Address 1 - City"),
    ),
    "country": (
        *("Land", "Staat", "Country", "Land privat", "Land/Region privat", "Home Country"),
        *("Home Country/Region", "Address 1 - Country"),
    ),
    "phone": (*_MOBILE, *_LANDLINE),
    "second_phone": (*_MOBILE, *_LANDLINE),
    "birthday": (
        *("Geburtstag", "Geburtsdatum", "geboren", "geboren am", "Geb.-Datum", "Geb.-Dat.", "Geb."),
        *("Geb. am", "Geburtsdat.", "Geb.-Tag", "Birthday", "Date of Birth", "Birth Date"),
    ),
    "number": (
        *("Mitgliedsnummer", "Mitgliedsnr.", "Mitglieds-Nr.", "Mitgliednr.", "Mitgl.-Nr."),
        *("Mitgliedernummer", "MNr.", "M.-Nr.", "Member number", "Member no."),
    ),
    "notes": (
        *("Bemerkung", "Bemerkungen", "Notiz", "Notizen", "Anmerkung", "Anmerkungen"),
        *("Kommentar", "Hinweis", "Notes", "Note"),
    ),
    "debt": (
        *("Schulden", "Schuld", "schuldet", "Rückstand", "Rückstände", "offen"),
        *("offener Betrag", "offene Beträge", "Außenstände", "Soll", "Debt", "Owes"),
    ),
    "credit": ("Guthaben", "Haben", "Credit"),
    # Says two things: the meaning of a minus is asked.
    "balance": (
        *("Saldo", "Kontostand", "Soll/Haben", "Balance", "Stand", "Konto", "Anfangsbestand"),
        *("Übertrag", "Betrag", "Saldo (EUR)", "Saldo in Euro"),
    ),
    "side": ("S/H", "Soll/Haben-Kennzeichen", "Soll-Haben-Kz.", "Vorzeichen", "D/C"),
    "card": ("Karte",),
}
# Known, and of no use here: they are not asked about.
_USELESS = (
    *("Lfd.Nr.", "Nr.", "Nummer", "Anrede", "Titel", "Geschlecht", "Firma", "Foto", "Briefanrede"),
    *("Weitere Telefone", "Weitere E-Mails", "Weitere Anschriften", "Organization Name", "Labels"),
    *("Photo", "File As", "Company", "Job Title", "Alter", "Bundesland", "Region"),
)
MONEY = ("debt", "credit", "balance", "minus_owes", "minus_has")
# All roles; the last two are the answers about a „balance“.
ROLES = (*WORDS, "minus_owes", "minus_has")
# Letters and words beside an amount: those of debts, then those of credits, in books' words.
OUT, IN = frozenset({"s", "soll", "d", "dr", "-", "−"}), frozenset({"h", "haben", "c", "cr", "+"})
_DAY = re.compile(r"\d{1,2}\.\d{1,2}\.(\d\d|\d{4})|\d{4}-\d\d-\d\d")


def guessed(
    names: Sequence[str], columns: Sequence[Sequence[str]], *, has_heading: bool
) -> tuple[str, ...]:
    """Return the probable role of each column; empty for none. `columns` are their filled cells.

    Headings win over cells, over all columns.
    """
    roles = list(headings.roles(names, WORDS)) if has_heading else [""] * len(names)
    _tell_names_apart(roles, columns)
    _find_sides(roles, columns)
    for place, cells in enumerate(columns):
        if not roles[place] and cells:
            role = _by_content(cells, is_named=bool(names[place]))
            roles[place] = "" if role in roles else role
    if not {"name", "last", "first"} & set(roles):
        of_words = [n for n, cells in enumerate(columns) if not roles[n] and _words(cells)]
        if of_words == [0, 1] and not has_heading:  # „Filz, Anke“ in each line
            roles[:2] = ["last", "first"]
        elif of_words:
            roles[of_words[0]] = "name"
    return tuple(roles)


def _tell_names_apart(roles: list[str], columns: Sequence[Sequence[str]]) -> None:
    """Take „Name“ beside „Vorname“ for the surname, unless it says the first names too."""
    if "name" not in roles or "first" not in roles:
        return
    whole, first = roles.index("name"), roles.index("first")
    if "last" in roles:
        roles[whole] = ""
        return
    firsts = {cell.casefold() for cell in columns[first]}
    said = sum(1 for cell in columns[whole] if _says_one(cell, firsts))
    if said * 2 > len(columns[whole]):
        roles[first] = ""
    else:
        roles[whole] = "last"


def _says_one(cell: str, firsts: set[str]) -> bool:
    parts = re.split(r"[,\s]+", cell.casefold())
    return len(parts) > 1 and bool(firsts & set(parts))


def _find_sides(roles: list[str], columns: Sequence[Sequence[str]]) -> None:
    """Take a column of nothing but S and H, or + and −, for the sides of the amounts."""
    for place, cells in enumerate(columns):
        if cells and roles[place] in {"", "side", "balance"}:
            if {cell.casefold() for cell in cells} <= OUT | IN:
                roles[place] = "side"
            elif roles[place] == "side":
                roles[place] = "balance"
    if not set(MONEY) & set(roles):
        roles[:] = ["" if role == "side" else role for role in roles]


def _by_content(cells: Sequence[str], *, is_named: bool) -> str:
    """Return the role of the cells. Under an unknown heading only an e-mail is sure."""
    if all("@" in cell for cell in cells):
        return "email"
    if is_named:
        return ""
    if all(re.fullmatch(r"\d{5}", cell) for cell in cells):
        return "postcode"
    return "start" if all(_DAY.fullmatch(cell) for cell in cells) else ""


def _words(cells: Sequence[str]) -> bool:
    return any(cell[:1].isalpha() for cell in cells)


def is_unknown(name: str) -> bool:
    """Return whether the heading is unknown."""
    known = {headings.plain(word) for words in WORDS.values() for word in words}
    known |= {headings.plain(word) for word in _USELESS}
    return bool(name) and headings.plain(name) not in known


def without_use(roles: Sequence[str]) -> tuple[str, ...]:
    """Return the roles, empty for parts of an address without a street: no letter could be
    delivered, so none of them is stored.
    """
    if "street" in roles:
        return tuple(roles)
    parts = {"house", "postcode", "town", "country"}
    return tuple("" if role in parts else role for role in roles)
