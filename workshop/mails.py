"""Shows the mails that the web server writes to its output, so that a login code is at hand."""

from email import message_from_bytes
from email.policy import default

from workshop.console import say
from workshop.language import _

END = "-" * 79  # Django's console backend closes each mail with this line


class Mailbox:
    """Takes the output line by line and says each mail as a person wants to read it."""

    def __init__(self) -> None:
        self._lines: list[str] | None = None

    def __call__(self, line: str) -> None:
        if self._lines is None and line.startswith("Content-Type:"):
            self._lines = []
        if self._lines is None:
            return
        if line.rstrip("\n") == END:
            self._show("".join(self._lines))
            self._lines = None
        else:
            self._lines.append(line)

    def _show(self, text: str) -> None:
        mail = message_from_bytes(text.encode(), policy=default)
        body = mail.get_body(("plain",))
        words = body.get_content() if body else text
        head = _("Mail to {to}: {subject}", to=mail["To"], subject=mail["Subject"])
        say(f"\n── {head}")
        for line in words.strip().splitlines():
            say(f"│ {line}")
        say("──")
