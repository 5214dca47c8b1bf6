"""Store transactions: numbered, chained, postings first. Only for `post`."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import connection

from finance.books import booking, chart
from finance.books.booking import Entry, Header
from finance.books.models.ledger import NUMBERS_PER_YEAR, Account, JournalYear, Posting, Transaction
from finance.books.models.vouchers import Voucher, VoucherLink
from finance.books.services.vouchers import link
from league.people.models.people import User


@dataclass(frozen=True)
class Unnumbered:
    """A transaction but for its number, which only the locked head knows: `header` has 0."""

    header: Header
    entries: tuple[Entry, ...]
    # Laid down before; an expense needs one.
    vouchers: tuple[Voucher, ...]

    @property
    def journal(self) -> tuple[str, int]:
        return (self.header.journal, self.header.year)


def store(sheets: Sequence[Unnumbered], by: User | None, now: datetime) -> list[Transaction]:
    """Store them in this order; lock the heads of their journals' years, make what is missing.

    On PostgreSQL in one statement, so that a busy head is held for as short as can be; a voucher is
    tied to a number, which is known only after that.
    """
    if connection.vendor == "postgresql" and not any(sheet.vouchers for sheet in sheets):
        return _at_once(sheets, by, now)
    return _one_by_one(sheets, by, now)


def _at_once(sheets: Sequence[Unnumbered], by: User | None, now: datetime) -> list[Transaction]:
    drafts, entries = [], []
    for n, sheet in enumerate(sheets):
        header = sheet.header
        before, after = booking.around(header, sheet.entries)
        drafts.append(
            {
                "n": n,
                "journal": header.journal,
                "year": header.year,
                "date": header.date.isoformat(),
                "kind": header.kind,
                "reverses": header.reverses,
                "digest": header.text_digest,
                "before": before,
                "after": after,
            }
        )
        entries += [
            {
                "n": n,
                "account": entry.account,
                "person": entry.person,
                "amount": entry.amount,
                "sphere": entry.belongs,
            }
            for entry in sheet.entries
        ]
    asked: list[str | datetime | int | None] = [
        json.dumps(drafts),
        json.dumps(entries),
        now,
        by.pk if by else None,
    ]

    def booked() -> list[Transaction]:
        columns = [field.attname for field in Transaction._meta.concrete_fields]
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT {', '.join(columns)} FROM finance_book(%s, %s, %s, %s)",  # noqa: S608
                asked,
            )
            rows = cursor.fetchall()
        return [Transaction.from_db(connection.alias, columns, row) for row in rows]

    made = booked()
    if not made:  # a head or an account is missing
        lock_heads({sheet.journal for sheet in sheets})
        _accounts(sheets)
        made = booked()
    return made


def _one_by_one(sheets: Sequence[Unnumbered], by: User | None, now: datetime) -> list[Transaction]:
    accounts = _accounts(sheets)
    heads = lock_heads({sheet.journal for sheet in sheets})
    made: list[Transaction] = []
    postings: list[Posting] = []
    links: list[VoucherLink] = []
    for sheet in sheets:
        head = heads[sheet.journal]
        header = replace(sheet.header, number=head.last_number + 1)
        key = head.pk * NUMBERS_PER_YEAR + header.number
        made.append(
            Transaction(
                id=key,
                head=head,
                number=header.number,
                date=header.date,
                entered_at=now,
                entered_by=by,
                kind=header.kind,
                reverses_id=header.reverses,
                text_digest=header.text_digest,
                previous_hash=head.last_hash,
                hash=booking.chained(head.last_hash, header, sheet.entries),
            )
        )
        # The database moves the head likewise when it stores the header.
        head.last_number, head.last_hash = header.number, made[-1].hash
        postings += [
            Posting(
                transaction_id=key,
                account_id=accounts[entry.key],
                amount=entry.amount,
                sphere=entry.belongs,
            )
            for entry in sheet.entries
        ]
        links += [link(voucher, key, by=by, now=now) for voucher in sheet.vouchers]
    # By account, so that two writers never wait for each other crosswise.
    Posting.objects.bulk_create(sorted(postings, key=lambda posting: posting.account_id))
    VoucherLink.objects.bulk_create(links)
    Transaction.objects.bulk_create(made)
    return made


def lock_heads(keys: Collection[tuple[str, int]]) -> dict[tuple[str, int], JournalYear]:
    """Lock the heads of these journals' years until the transaction ends; make missing ones."""
    wanted = sorted(keys)
    years = {year for _journal, year in wanted}
    journals = {journal for journal, _year in wanted}

    def locked() -> dict[tuple[str, int], JournalYear]:
        journal_years = (
            JournalYear.objects.select_for_update(no_key=True)
            .filter(journal__in=journals, year__in=years)
            .order_by("pk")
        )
        return {(head.journal, head.year): head for head in journal_years}

    heads = locked()
    if missing := [key for key in wanted if key not in heads]:
        JournalYear.objects.bulk_create(
            [
                JournalYear(
                    journal=journal,
                    year=year,
                    unit=chart.journal(journal).unit,
                    account=chart.journal(journal).account,
                    last_hash=booking.genesis(journal, year),
                )
                for journal, year in missing
            ],
            ignore_conflicts=True,
        )
        heads = locked()
    return heads


def _accounts(sheets: Sequence[Unnumbered]) -> dict[tuple[str, int], int]:
    """Return the keys of the accounts by code and person (0 for none); create missing ones."""
    wanted = {entry.key for sheet in sheets for entry in sheet.entries}
    codes = {code for code, _person in wanted}

    def stored() -> dict[tuple[str, int], int]:
        rows = Account.objects.filter(code__in=codes)
        persons = {person for _code, person in wanted}
        rows = rows.filter(person=None) | rows.filter(person__in=persons)
        return {(row.code, row.person_id or 0): row.pk for row in rows}

    accounts = stored()
    if missing := sorted(key for key in wanted if key not in accounts):
        Account.objects.bulk_create(
            [
                Account(code=code, person_id=person or None, unit=chart.account(code).unit)
                for code, person in missing
            ],
            ignore_conflicts=True,
        )
        accounts = stored()
    return accounts
