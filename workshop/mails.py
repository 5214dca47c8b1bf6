"""Show the mails that are written to the output of a process, so that a login code is at hand.

Without a mail server a mail is printed by the process that writes it: the web server, in most
cases. Now and then the worker's clock comes first.
"""

from email import message_from_bytes
from email.policy import default

from workshop.console import say
from workshop.language import _

END = "-" * 79  # Django's console backend closes each mail with this line


class Mailbox:
    """Takes the output line by line and prints each mail in a readable form; a mail's lines, which
    name people, are for no log.

    Without `all_of_them` only those that a user waits for: no reminders, no news of the club.
    """

    def __init__(self, *, all_of_them: bool = True) -> None:
        self._lines: list[str] | None = None
        self._all = all_of_them

    def __call__(self, line: str) -> bool:
        if self._lines is None and line.startswith("Content-Type:"):
            self._lines = []
        if self._lines is None:
            return False
        if line.rstrip("\n") == END:
            self._show("".join(self._lines))
            self._lines = None
        else:
            self._lines.append(line)
        return True

    def _show(self, text: str) -> None:
        mail = message_from_bytes(text.encode(), policy=default)
        if mail["Auto-Submitted"] and not self._all:
            return
        body = mail.get_body(("plain",))
        words = body.get_content() if body else text
        head = _("Mail to {to}: {subject}", to=mail["To"], subject=mail["Subject"])
        say(f"\n── {head}")
        for line in words.strip().splitlines():
            say(f"│ {line}")
        say("──")
