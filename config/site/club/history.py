"""List the changes of „Unser Club“ with their authors: each field, the stakes, the bank account."""

from datetime import datetime

from config.site.club.sections import SECTIONS, money_words
from finance.bank.queries.bank import accounts_before
from league.club.models import ClubChange, StakeAnswer
from league.club.queries import Stakes, answers, changes
from league.people.models.people import User
from league.people.visibility_forms import PAGES
from league.web.changes import Change, by_whom


def history() -> list[tuple[str, Change]]:
    """Return each change with the code of its matter, the earliest first. Three queries."""
    made = [_of_field(change) for change in changes()]
    made += [
        _change(
            answer.answered_at,
            answer.answered_by,
            "regelwerk",
            money_words(Stakes(answer.kind, answer.cents)),
        )
        for answer in answers()
        if answer.kind != StakeAnswer.Kind.ASKED
    ]
    made += [
        _change(account.entered_at, account.entered_by, "konto", account.grouped)
        for account in accounts_before()
        if account.money == "bank"
    ]
    return sorted(made, key=lambda pair: pair[1].at)


def _of_field(change: ClubChange) -> tuple[str, Change]:
    section = next(
        (section for section in SECTIONS.values() if change.field in section.fields), None
    )
    if section is None:
        return _change(change.changed_at, change.changed_by, "", change.field)
    named = section.form.base_fields.get(change.field)
    what = PAGES.get(change.field, named.label if named else "")
    is_all = len(section.fields) == 1
    return _change(
        change.changed_at, change.changed_by, section.code, "" if is_all else str(what or "")
    )


def _change(at: datetime, by: User | None, code: str, detail: str) -> tuple[str, Change]:
    title = str(SECTIONS[code].title) if code else ""
    what = ": ".join(part for part in (title, detail) if part)
    return code, Change(at=at, who=by_whom(by), what=what)
