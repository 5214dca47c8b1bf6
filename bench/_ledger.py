"""Books of millions of postings, for what reads them: laid by SQL, without triggers and hashes.

Numbers, balances, claims, payments and what they settle are as `post` leaves them; the chain is
not, so `check_books` has nothing to say about them.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

JOURNALS = ("claims", "cash", "bank")
ACCOUNTS = ("cash", "bank", "dues", "drinks")

# Of ten dues nine are paid, by cash or by bank; for the tenth some money is spent.
DEEDS = """
CREATE TEMP TABLE deed AS
SELECT n, %s::date + (n::bigint * %s / %s)::int AS day,
    (%s::bigint[])[1 + (n::bigint * 7919 + n / 1000) %% %s] AS person,
    100 + 50 * (n %% 58) AS cents,
    CASE WHEN n %% 10 = 0 THEN '' WHEN n / 10 %% 2 = 0 THEN 'cash' ELSE 'bank' END AS paid_by
FROM generate_series(0, %s - 1) n"""
BOOKINGS = """
CREATE TEMP TABLE booked AS
SELECT d.*, h.id AS head, row_number() OVER number AS number,
    h.id * 10000000 + row_number() OVER number AS id
FROM (
    SELECT n, day, person, cents, 'claims' AS journal, 'claim' AS kind FROM deed
    UNION ALL
    SELECT n, day, person, cents, COALESCE(NULLIF(paid_by, ''), 'cash'),
        CASE paid_by WHEN '' THEN 'other' ELSE 'payment' END FROM deed
) d
JOIN finance_journalyear h ON h.journal = d.journal AND h.year = EXTRACT(YEAR FROM d.day)
WINDOW number AS (PARTITION BY h.id ORDER BY d.n)"""
LAID = (
    "CREATE INDEX ON booked (n)",
    "ANALYZE booked",
    "ANALYZE deed",
    """
INSERT INTO finance_transaction (id, head_id, number, date, entered_at, kind, text_digest,
    previous_hash, hash)
SELECT id, head, number, day, day + time '22:00', kind, '', repeat('0', 64),
    repeat(md5(id::text), 2)
FROM booked ORDER BY day, id""",
    """
INSERT INTO finance_posting (transaction_id, account_id, amount, sphere)
SELECT b.id, s.account, s.amount, s.sphere
FROM booked b
JOIN finance_account o ON o.person_id = b.person AND o.code = 'receivable'
JOIN finance_account m ON m.code = CASE b.journal WHEN 'claims' THEN 'dues' ELSE b.journal END
JOIN finance_account e ON e.code = 'drinks',
LATERAL (VALUES
    (CASE b.kind WHEN 'other' THEN e.id WHEN 'claim' THEN o.id ELSE m.id END,
        CASE b.kind WHEN 'other' THEN 100 ELSE b.cents END,
        CASE b.kind WHEN 'other' THEN 4 ELSE 0 END),
    (CASE b.kind WHEN 'payment' THEN o.id ELSE m.id END,
        CASE b.kind WHEN 'other' THEN -100 ELSE -b.cents END,
        CASE b.kind WHEN 'claim' THEN 1 ELSE 0 END)
) AS s (account, amount, sphere)
ORDER BY b.day, b.id""",
    """
INSERT INTO finance_claim (day, person_id, key, kind, code, count, unit, amount, paid, state,
    open_reason, is_current, transaction_id, note, drink, reason, created_at)
SELECT d.day, d.person, 'bench-' || d.n, 'dues', 'dues', 1, 'EUR', d.cents,
    CASE paid_by WHEN '' THEN 0 ELSE d.cents END,
    CASE paid_by WHEN '' THEN 'confirmed' ELSE 'settled' END,
    '', true, b.id, 'Beitrag ' || d.n, '', '', d.day
FROM deed d JOIN booked b ON b.n = d.n AND b.kind = 'claim' ORDER BY d.n""",
    """
INSERT INTO finance_payment (person_id, method, unit, amount, allocated, transaction_id,
    is_reversed, client_id)
SELECT person, journal, 'EUR', cents, cents, id, false, 'bench-' || n
FROM booked WHERE kind = 'payment' ORDER BY n""",
    """
INSERT INTO finance_allocation (payment_id, claim_id, amount, date)
SELECT p.id, c.id, c.amount, c.day
FROM finance_payment p JOIN finance_claim c ON c.key = p.client_id ORDER BY c.id""",
    """
UPDATE finance_account a SET balance = s.sum
FROM (SELECT account_id, SUM(amount) AS sum FROM finance_posting GROUP BY 1) s
WHERE s.account_id = a.id""",
    """
UPDATE finance_journalyear h SET last_number = s.last, last_hash = repeat('0', 64), balance = s.sum
FROM (
    SELECT b.head, MAX(b.number) AS last,
        SUM(CASE b.kind WHEN 'payment' THEN b.cents WHEN 'other' THEN -100 ELSE b.cents END) AS sum
    FROM booked b GROUP BY 1
) s WHERE s.head = h.id""",
)


def members(number: int) -> list[Any]:
    from league.people.services import people

    return [people.create_person(name=f"Mitglied {n:04}", email="") for n in range(number)]


def lay(persons: list[int], transactions: int, until: date, years: int) -> None:
    """Lay so many bookings of these persons into empty books, over the years up to a day."""
    from django.db import connection, transaction

    from finance.books import chart
    from finance.books.models.ledger import Account
    from finance.books.services.ledger import lock_persons
    from finance.books.services.storing import lock_heads

    start, deeds = until - timedelta(days=365 * years), transactions // 2
    with transaction.atomic():
        lock_persons(persons)
        lock_heads({(name, y) for name in JOURNALS for y in range(start.year, until.year + 1)})
        Account.objects.bulk_create(
            Account(code=code, unit=chart.account(code).unit) for code in ACCOUNTS
        )
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("SET work_mem = '256MB'")
        cursor.execute(DEEDS, [start, 365 * years, deeds, persons, len(persons), deeds])
        for statement in (BOOKINGS, *LAID):
            cursor.execute(statement)
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("VACUUM ANALYZE")
