"""People of the demo club. Invented, every one; the addresses are of an impossible domain.

Weeks count back from the day on which the club is filled, so that it is never out of date.
"""

from dataclasses import dataclass

DOMAIN = "demo.invalid"
FOUNDED = 120
"""Weeks ago: whoever has no date of his own has been there since."""


@dataclass(frozen=True)
class Duty:
    """An office, since so many weeks, and until so many weeks ago if it has ended."""

    role: str
    since: int = FOUNDED
    until: int | None = None


@dataclass(frozen=True)
class Part:
    """A person of the club; a guest if `kind` is empty.

    `comes` is the share of evenings attended, `pays` the way: `cash`, `bank`, `slowly` or `never`.
    `joined` and `left` are weeks ago; `was` is the kind of membership until `changed` weeks ago.
    The public reads `seen_as`: the `name`, nothing (`hidden`), or else this nickname.
    """

    name: str
    mailbox: str = ""
    kind: str = "active"
    duties: tuple[Duty, ...] = ()
    comes: float = 0.85
    pays: str = "cash"
    joined: int = FOUNDED
    left: int | None = None
    was: str = ""
    changed: int = 0
    seen_as: str = "name"

    @property
    def email(self) -> str:
        return f"{self.mailbox}@{DOMAIN}" if self.mailbox else ""


CAST: tuple[Part, ...] = (
    Part("Anke Brettschneider", "anke", duties=(Duty("chair"),), comes=0.95),
    Part("Kadir Münzer", "kadir", duties=(Duty("treasurer", since=52),), comes=0.95),
    Part("Stine Federkiel", "stine", duties=(Duty("secretary"),), pays="bank"),
    Part("Rolf Pfeiffer-Groß", "rolf", duties=(Duty("referee"), Duty("director", since=60))),
    Part("Paula Haken", "paula", duties=(Duty("auditor"),), pays="bank"),
    Part("Ömer Würfelmann", "oemer", comes=0.9),
    Part("Jette Klapper", "jette"),
    Part("Bernd Becher", "bernd", pays="slowly", seen_as="hidden"),
    Part("Zoë Ångström", "zoe", comes=0.7, pays="bank"),
    Part("Hilde Tresen", "hilde", "passive", (Duty("treasurer", until=52),), comes=0.3),
    Part("Gustav Spender", "gustav", "supporting", comes=0.0),
    Part("Magda Schüttelmeier", "magda", duties=(Duty("auditor", since=40),)),
    Part("Nuray Sechser", "nuray", duties=(Duty("referee", since=30),), comes=0.9),
    Part("Cem Becherrand", "cem", pays="slowly"),
    Part("Dörte Augenzahl", "doerte", comes=0.75),
    Part("Henk Thekenbrink", "henk", pays="never", comes=0.8),
    Part("Ilse Pasch", "ilse", comes=0.7),
    Part("Torben Straßner", "torben", comes=0.6, pays="bank"),
    Part("Swantje Knobel", "swantje", comes=0.8, seen_as="Knobelfee"),
    Part("Wiebke Filz", "wiebke", comes=0.65, pays="slowly"),
    Part("Fiete Lütt", "fiete", joined=9),
    Part("Gesa Korken", "gesa", "passive", was="active", changed=10, comes=0.4, pays="bank"),
    Part("Ewald Stammtisch", "ewald", "supporting", comes=0.0),
    Part("Piet Umtrunk", "piet", left=13, comes=0.5, pays="bank"),
    Part("Timo Zufall", kind="", comes=0.3),
    Part("Carla Einwurf", kind="", comes=0.2),
    Part("Luc Passant", kind="", comes=0.15, pays="never"),
    Part("Mette Besuch", kind="", comes=0.1, pays="never", seen_as="hidden"),
)

# Invented like all people in it.
CLUB = {
    "name": "Schockclub Musterdorf",
    "street": "Am Filz 13",
    "postcode": "00000",
    "town": "Musterdorf",
    "register": "Amtsgericht Musterdorf, VR 13",
    "contact": "anke@demo.invalid",
}
CLUB_TEXTS = {
    "imprint": "Schockclub Musterdorf\nAnke Brettschneider\nAm Filz 13\n00000 Musterdorf\n"
    "anke@demo.invalid",
    "privacy": "Das ist ein Vorführverein: Alle Leute sind erfunden, und nichts verlässt diesen "
    "Rechner.",
}
