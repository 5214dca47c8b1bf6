"""PostgreSQL books in one statement (finance/services/storing.py), and three indexes less.

What each of them found, a unique constraint or another index finds as well.
"""

import django.db.models.deletion
from django.db import migrations, models

FUNCTION = """
CREATE FUNCTION finance_book(drafts jsonb, entries jsonb, entered timestamptz, author bigint)
RETURNS SETOF finance_transaction LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    accounts bigint[];
    one record;
    last text;
    ids bigint[];
    numbers int[];
    previous text[];
    hashes text[];
BEGIN
    -- Whatever is missing is for the asker to make.
    SELECT array_agg(
        CASE WHEN e.person IS NULL
        THEN (SELECT a.id FROM finance_account a WHERE a.code = e.account AND a.person_id IS NULL)
        ELSE (SELECT a.id FROM finance_account a
            WHERE a.code = e.account AND a.person_id = e.person)
        END ORDER BY e.ord
    ) INTO accounts
    FROM ROWS FROM (jsonb_to_recordset(entries) AS (account text, person bigint))
        WITH ORDINALITY AS e(account, person, ord);
    IF array_position(accounts, NULL) IS NOT NULL OR EXISTS (
        SELECT 1 FROM jsonb_to_recordset(drafts) AS d(journal text, year int)
        WHERE NOT EXISTS (
            SELECT 1 FROM finance_journalyear h WHERE h.journal = d.journal AND h.year = d.year
        )
    ) THEN
        RETURN;
    END IF;
    PERFORM 1 FROM finance_journalyear h
        WHERE (h.journal, h.year) IN (
            SELECT d.journal, d.year FROM jsonb_to_recordset(drafts) AS d(journal text, year int)
        )
        ORDER BY h.id FOR NO KEY UPDATE;
    FOR one IN
        SELECT d.n + 1 AS n, d.before, d.after, h.id, h.last_number, h.last_hash,
            row_number() OVER (PARTITION BY h.id ORDER BY d.n) AS turn
        FROM jsonb_to_recordset(drafts)
            AS d(n int, journal text, year int, before text, after text)
        JOIN finance_journalyear h ON h.journal = d.journal AND h.year = d.year
        ORDER BY h.id, d.n
    LOOP
        IF one.turn = 1 THEN
            last := one.last_hash;
        END IF;
        numbers[one.n] := one.last_number + one.turn;
        ids[one.n] := one.id * 10000000 + numbers[one.n];
        previous[one.n] := last;
        last := encode(sha256(convert_to(
            one.before || numbers[one.n] || ',"previous":"' || last || one.after, 'UTF8'
        )), 'hex');
        hashes[one.n] := last;
    END LOOP;
    INSERT INTO finance_posting (transaction_id, account_id, amount, sphere)
        SELECT ids[e.n + 1], accounts[e.ord], e.amount, e.sphere
        FROM ROWS FROM (jsonb_to_recordset(entries) AS (n int, amount bigint, sphere int))
            WITH ORDINALITY AS e(n, amount, sphere, ord)
        ORDER BY 2;
    RETURN QUERY INSERT INTO finance_transaction (id, head_id, number, date, entered_at,
            entered_by_id, kind, reverses_id, text_digest, previous_hash, hash)
        SELECT ids[d.n + 1], ids[d.n + 1] / 10000000, numbers[d.n + 1], d.date, entered, author,
            d.kind, d.reverses, d.digest, previous[d.n + 1], hashes[d.n + 1]
        FROM jsonb_to_recordset(drafts)
            AS d(n int, date date, kind text, reverses bigint, digest text)
        ORDER BY d.n
        RETURNING *;
END $$
"""


def lay(apps, editor):
    if editor.connection.vendor == "postgresql":
        editor.execute(FUNCTION, params=None)
        # Postings are asked for it now.
        editor.execute("DROP TRIGGER IF EXISTS finance_transaction_journal ON finance_transaction")


def lift(apps, editor):
    if editor.connection.vendor == "postgresql":
        editor.execute("DROP FUNCTION finance_book(jsonb, jsonb, timestamptz, bigint)")


class Migration(migrations.Migration):
    dependencies = [("finance", "0013_guests_and_dues")]

    operations = [
        migrations.AlterField(
            model_name="transaction",
            name="head",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="transactions",
                to="finance.journalyear",
            ),
        ),
        migrations.AlterField(
            model_name="posting",
            name="transaction",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="postings",
                to="finance.transaction",
            ),
        ),
        migrations.AlterField(
            model_name="posting",
            name="account",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="postings",
                to="finance.account",
            ),
        ),
        migrations.RunPython(lay, lift),
    ]
