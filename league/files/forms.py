"""Ask how a file is meant that can be read in several ways."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from league.files import waiting
from league.files.reading.faults import Choice
from league.files.reading.tables import settled
from league.files.waiting import Waiting


class TableFileForm(forms.Form):
    """A form with a `file` that holds a table, chosen by the user whose key is `by`.

    Where several sheets or spellings could be meant, the file waits and the form asks (`which`).
    """

    waiting = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, by: int | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.by = by

    def chosen_file(self, most_bytes: int) -> Waiting | None:
        """Return the chosen file, or as much as shows that it is too large; else the waiting one as
        it was answered; None without either.
        """
        if (upload := self.cleaned_data.get("file")) is not None:
            upload.seek(0)
            return Waiting(upload.name, upload.read(most_bytes + 1))
        ticket = self.cleaned_data.get("waiting")
        waits = waiting.redeem(ticket, self.by) if ticket and self.by is not None else None
        if waits is None:
            return None
        return waits._replace(content=settled(waits.content, str(self.data.get("which", ""))))

    def ask(self, file: Waiting, choices: Sequence[Choice]) -> None:
        """Refuse the form with the question which of these ways is right. The file waits."""
        has_sheets = file.content.startswith(b"PK")
        self.fields["which"] = forms.ChoiceField(
            label=_("Which sheet is it?") if has_sheets else _("Which spelling is right?"),
            choices=[(choice.key, choice.label) for choice in choices],
            widget=forms.RadioSelect,
        )
        self.order_fields(["which"])
        sentence = (
            _("The file has several sheets.") if has_sheets else _("Its letters are unclear.")
        )
        self.add_error("which", sentence)
        assert self.by is not None
        ticket = waiting.ticket(file.name, file.content, self.by)
        sent: Any = self.data
        data = sent.copy()
        data["waiting"] = ticket
        self.data = data
