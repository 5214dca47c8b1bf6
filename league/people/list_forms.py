"""Forms for a list of people: the list itself, and the roles of its columns."""

from collections.abc import Mapping
from datetime import date
from typing import Any
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.files.forms import TableFileForm
from league.files.reading.days import Order, day_of
from league.files.reading.faults import TableError
from league.people.labels import ROLES, refusal
from league.people.models.kinds import MembershipKind
from league.people.queries.imports import NEW_KIND, columns_known, kinds_by_word
from league.people.queries.kinds import kind_choices
from league.people.reading.amounts import Example, example_of, signed_column
from league.people.reading.cells import tidy
from league.people.reading.lines import Columns, Mended, unclear_days
from league.people.reading.sheets import MOST_CARD_BYTES, Sheet, open_list, read
from league.web.forms import DateInput
from league.web.money import euro


class ListForm(TableFileForm):
    """A list of people, pasted or as a file."""

    text = forms.CharField(
        label=gettext_lazy("Paste a list"),
        required=False,
        max_length=500_000,
        strip=False,
        widget=forms.Textarea({"rows": 6, "autofocus": True, "autocomplete": "off"}),
        help_text=gettext_lazy("One person per line, or names with commas."),
    )
    file = forms.FileField(
        label=gettext_lazy("or choose a file"),
        required=False,
        help_text=gettext_lazy("CSV, Excel (XLSX) or contacts (vCard)"),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        file = self.chosen_file(MOST_CARD_BYTES)
        try:
            sheet = open_list(file.content) if file else read(data.get("text", ""))
        except TableError as error:
            if file and error.choices:
                self.ask(file, error.choices)
                return data
            raise ValidationError(refusal(error), code=error.code) from error
        return data | {"sheet": sheet}


class ColumnChoices(forms.Form):
    """The role of each column of a list, chosen from `words` by their codes.

    The roles that such a list had before are proposed, else those that `proposed` finds.
    """

    words: Mapping[str, str | Promise] = ROLES
    # Before the heading of the list where its columns are remembered.
    remembered_as = ""

    def __init__(self, *args: Any, sheet: Sheet, **options: Any) -> None:
        super().__init__(*args, **options)
        self.sheet = sheet
        known = self.remembered()
        roles = known if known and len(known) == len(sheet.names) else self.proposed()
        for place, name in enumerate(sheet.names):
            self.fields[f"column_{place}"] = forms.ChoiceField(
                label=name or _("Column %(number)s") % {"number": place + 1},
                choices=list(self.words.items()),
                initial=roles[place],
                required=False,
            )

    def remembered(self) -> tuple[str, ...] | None:
        """Return the roles that such a list was given before."""
        return columns_known(self.heading)

    def proposed(self) -> tuple[str, ...]:
        return self.sheet.guessed()

    @property
    def heading(self) -> str:
        """Return the text by which the columns of such a list are remembered."""
        return f"{self.remembered_as}{self.sheet.heading}"

    @property
    def roles(self) -> tuple[str, ...]:
        """Return the chosen roles, or the proposed ones while none were chosen."""
        values = [str(self[f"column_{n}"].value() or "") for n in range(len(self.sheet.names))]
        return tuple(value if value in self.words else "" for value in values)

    @property
    def columns(self) -> list[forms.BoundField]:
        return [self[f"column_{place}"] for place in range(len(self.sheet.names))]


class ColumnsForm(ColumnChoices):
    """The roles of the columns, and the answers to all that the list leaves open.

    It asks for the meaning of a minus, the order of day and month, unknown words for memberships,
    and the kind and the day of rows without one. Besides, it takes texts typed instead of cells
    (`cell:7:email`), the rows (`owner`) that own an address which an earlier row has too, and where
    the page had ticks, the rows that keep theirs (`keep`).
    """

    client_id = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, sheet: Sheet, today: date, **options: Any) -> None:
        super().__init__(*args, sheet=sheet, **options)
        self.today = today
        self.initial = {
            "kind": MembershipKind.CountsAs.ACTIVE,
            "start": today,
            "client_id": uuid4().hex,
        }
        self.fields["kind"] = forms.ChoiceField(
            label=_("People without a membership are"),
            required=False,
            choices=[*kind_choices(today), (_GUEST, _("Guest"))],
        )
        self.fields["start"] = forms.DateField(
            label=_("Members without a day since"), required=False, widget=DateInput()
        )
        self._ask_for_sign()
        self._ask_for_order()
        self._ask_for_kinds()

    @property
    def roles(self) -> tuple[str, ...]:
        """Return the chosen roles, with the answer about a minus."""
        roles = super().roles
        place, answer = signed_column(self.sheet, roles), self.data.get("sign")
        if place is None or answer not in _SIGNS:
            return roles
        return (*roles[:place], answer, *roles[place + 1 :])

    def remembered(self) -> tuple[str, ...] | None:
        """Return them but for balances: earlier versions took each for a debt without asking."""
        known, proposed = super().remembered(), self.proposed()
        if known is None or len(known) != len(proposed):
            return None
        pairs = zip(known, proposed, strict=True)
        return tuple("balance" if pair == ("debt", "balance") else pair[0] for pair in pairs)

    @property
    def reads(self) -> Columns:
        """Return the columns with all answers about them."""
        orders: dict[int, Order] = {}
        for place in range(len(self.sheet.names)):
            if answer := self.data.get(f"order_{place}"):
                orders[place] = "mdy" if answer == "mdy" else "dmy"
        unticked: set[int] = set()
        if "ticks" in self.data:
            unticked = {row.number for row in self.sheet.rows} - self._numbers("keep")
        return Columns(self.roles, orders, self._numbers("owner"), unticked)

    @property
    def kinds(self) -> dict[str, str]:
        """Return the codes of memberships by their words, with those that were answered here."""
        known = kinds_by_word(self.today, _("Guest"))
        for word in self._unknown_kinds():
            answer = str(self[f"kind:{word.casefold()}"].value() or "")
            if answer:
                known[word.casefold()] = _code_of(answer, word)
        return known

    @property
    def mended(self) -> Mended:
        """Return the texts that were typed instead of cells, by row and role."""
        typed = {}
        for name, value in self.data.items():
            head, _sign, rest = name.partition(":")
            number, _sign, role = rest.partition(":")
            if head == "cell" and number.isdecimal() and role in ROLES:
                typed[int(number), role] = str(value)[:200]
        return typed

    @property
    def default_kind(self) -> str:
        """Return the code for people without one; empty for guests."""
        chosen = str(self["kind"].value() or MembershipKind.CountsAs.ACTIVE)
        known = {code for code, _word in kind_choices(self.today)}
        return chosen if chosen in known else "" if chosen == _GUEST else "active"

    @property
    def questions(self) -> list[forms.BoundField]:
        """Return the questions of the list, answered or not, in the order of the page."""
        return [self[name] for name in self.fields if name.startswith(_QUESTIONS)]

    @property
    def is_sign_open(self) -> bool:
        """Return whether the meaning of a minus is still open: then no amount is shown."""
        return "sign" in self.fields and not self["sign"].value()

    @property
    def unanswered(self) -> int:
        return sum(not field.value() for field in self.questions)

    def _numbers(self, name: str) -> set[int]:
        """Return the numbers of the rows that are ticked under this name."""
        sent = self.data.getlist(name) if isinstance(self.data, QueryDict) else []
        return {int(number) for number in sent if number.isdecimal()}

    def _ask_for_sign(self) -> None:
        place = signed_column(self.sheet, super().roles)
        if place is None:
            return
        example = example_of(self.sheet, super().roles, place)
        if example is None:
            return
        self.fields["sign"] = forms.ChoiceField(
            label=_("“%(amount)s” of %(name)s in “%(column)s” means:") % vars(example),
            required=False,
            widget=forms.RadioSelect,
            choices=[(sign, meaning(example, sign)) for sign in _SIGNS],
        )

    def _ask_for_order(self) -> None:
        for place in unclear_days(self.sheet, super().roles):
            cell = self.sheet.column(place)[0]
            days = {order: day_of(cell, order) for order in _ORDERS}
            self.fields[f"order_{place}"] = forms.ChoiceField(
                label=_("“%(cell)s” in “%(column)s” means:")
                % {"cell": cell, "column": self.fields[f"column_{place}"].label},
                required=False,
                widget=forms.RadioSelect,
                choices=[
                    (order, date_format(day, "DATE_FORMAT")) for order, day in days.items() if day
                ],
            )

    def _ask_for_kinds(self) -> None:
        counted = [(_NEW + code, word) for code, word in MembershipKind.CountsAs.choices]
        new = _("new: “%(word)s”, counts as %(kind)s")
        for word in self._unknown_kinds():
            self.fields[f"kind:{word.casefold()}"] = forms.ChoiceField(
                label=_("Membership “%(word)s”") % {"word": word},
                required=False,
                choices=[
                    ("", _("Choose …")),
                    *((code, new % {"word": word, "kind": kind}) for code, kind in counted),
                    *kind_choices(self.today),
                    (_GUEST, _("Guest")),
                ],
            )

    def _unknown_kinds(self) -> list[str]:
        """Return the words of the column of memberships that name no kind here, each once."""
        roles = super().roles
        if "kind" not in roles:
            return []
        known = kinds_by_word(self.today, _("Guest"))
        words: dict[str, str] = {}
        for cell in self.sheet.column(roles.index("kind")):
            word = tidy(cell)
            if word and word.casefold() not in known:
                words.setdefault(word.casefold(), word)
        return list(words.values())


_SIGNS = ("minus_owes", "minus_has")
_ORDERS: tuple[Order, ...] = ("dmy", "mdy")
_QUESTIONS = ("sign", "order_", "kind:")
_GUEST = "guest"
_NEW = "new-"


def meaning(example: Example, sign: str) -> str:
    """Return the meaning of the example under one reading of a minus, as words."""
    owes = (example.cents < 0) == (sign == "minus_owes")
    sentence = _("owes %(amount)s") if owes else _("has a credit of %(amount)s")
    return sentence % {"amount": euro(abs(example.cents))}


def _code_of(answer: str, word: str) -> str:
    if answer == _GUEST:
        return ""
    if answer.startswith(_NEW):
        return f"{NEW_KIND}{answer.removeprefix(_NEW)}:{word}"
    return answer
