import django.db.models.deletion
import django.db.models.expressions
from django.conf import settings
from django.db import migrations, models

from league.migrations._create_models import CreateModels


# PostgreSQL books in one statement (finance/books/services/storing.py).
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


def lift(apps, editor):
    if editor.connection.vendor == "postgresql":
        editor.execute("DROP FUNCTION finance_book(jsonb, jsonb, timestamptz, bigint)")


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('finance', '0001_ledger'),
        ('finance', '0002_tournaments'),
        ('finance', '0003_rounds'),
        ('finance', '0004_spheres_and_dues'),
        ('finance', '0005_counts'),
        ('finance', '0006_vouchers'),
        ('finance', '0007_evening_closes'),
        ('finance', '0008_catalogue'),
        ('finance', '0009_audits'),
        ('finance', '0010_bank'),
        ('finance', '0011_claim_by_day'),
        ('finance', '0012_period_names'),
        ('finance', '0013_guests_and_dues'),
        ('finance', '0014_book'),
        ('finance', '0015_audit_answers'),
        ('finance', '0001_initial'),
        ('finance', '0002_row_versions'),
        ('finance', '0003_close_paper_by_language'),
        ('finance', '0004_allocation_days'),
        ('finance', '0005_claims_by_hand'),
        ('finance', '0006_excuses'),
        ('finance', '0007_deferrals'),
        ('finance', '0008_dues_reductions'),
        ('finance', '0009_reminders'),
        ('finance', '0010_till_settings'),
        ('finance', '0011_sample_method'),
        ('finance', '0012_signatures_needed'),
        ('finance', '0013_count_by_sum'),
        ('finance', '0014_voucher_photos'),
        ('finance', '0015_bank_columns'),
        ('finance', '0016_own_accounts'),
        ('finance', '0017_bank_rules'),
        ('finance', '0018_earmarked_funds'),
        ('finance', '0019_account_places'),
        ('finance', '0020_dues_of_any_kind'),
        ('finance', '0021_dues_of_many_kinds'),
        ('finance', '0022_more_money_accounts'),
        ('finance', '0023_bank_of_several_accounts'),
        ('finance', '0024_direct_debits'),
        ('finance', '0025_transfers'),
        ('finance', '0026_shared_funds'),
        ('finance', '0001_squashed_0026_shared_funds'),
        ('finance', '0028_erased_words'),
        ('finance', '0029_asks_above'),
    ]

    dependencies = [
        ('league', '0001_squashed_0032_merges_and_greetings'),
    ]

    operations = [
        CreateModels(
            models=[
                migrations.CreateModel(
                    name='RowVersion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('table_name', models.CharField(max_length=40)),
                        ('row_key', models.BigIntegerField()),
                        ('digest', models.CharField(blank=True, max_length=64)),
                        ('text_digest', models.CharField(blank=True, max_length=64)),
                        ('salt', models.CharField(blank=True, max_length=64)),
                        ('previous_hash', models.CharField(max_length=64)),
                        ('hash', models.CharField(max_length=64)),
                    ],
                    options={
                        'ordering': ['pk'],
                    },
                ),
                migrations.CreateModel(
                    name='Account',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(max_length=20)),
                        ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='accounts', to='league.person')),
                        ('unit', models.CharField(choices=[('EUR', 'Euro'), ('RUNDE', 'Round')], max_length=5)),
                        ('balance', models.BigIntegerField(default=0)),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.UniqueConstraint(fields=('code', 'person'), name='account_once_per_person'), models.UniqueConstraint(condition=models.Q(('person', None)), fields=('code',), name='account_once'), models.CheckConstraint(condition=models.Q(('unit__in', ['EUR', 'RUNDE'])), name='account_unit'), models.CheckConstraint(condition=models.Q(models.Q(('code__startswith', 'fund_'), _negated=True), ('balance__lte', 0), _connector='OR'), name='fund_never_below_zero'), models.CheckConstraint(condition=models.Q(models.Q(('code', 'cash'), ('code__startswith', 'till_'), _connector='OR', _negated=True), ('balance__gte', 0), _connector='OR'), name='cash_never_below_zero')],
                    },
                ),
                migrations.CreateModel(
                    name='JournalYear',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('journal', models.CharField(max_length=10)),
                        ('year', models.PositiveSmallIntegerField()),
                        ('unit', models.CharField(choices=[('EUR', 'Euro'), ('RUNDE', 'Round')], max_length=5)),
                        ('account', models.CharField(max_length=20)),
                        ('last_number', models.PositiveIntegerField(default=0)),
                        ('last_hash', models.CharField(max_length=64)),
                        ('balance', models.BigIntegerField(default=0)),
                    ],
                    options={
                        'ordering': ['journal', 'year'],
                        'constraints': [models.UniqueConstraint(fields=('journal', 'year'), name='journal_year_once'), models.CheckConstraint(condition=models.Q(('last_number__lt', 10000000)), name='journal_year_has_numbers')],
                    },
                ),
                migrations.CreateModel(
                    name='Transaction',
                    fields=[
                        ('id', models.BigIntegerField(primary_key=True, serialize=False)),
                        ('head', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='transactions', to='finance.journalyear')),
                        ('number', models.PositiveIntegerField()),
                        ('date', models.DateField()),
                        ('entered_at', models.DateTimeField()),
                        ('entered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('kind', models.CharField(choices=[('claim', 'Claim'), ('payment', 'Payment'), ('waiver', 'Waiver'), ('prize', 'Prize money'), ('expense', 'Expense'), ('income', 'Income'), ('transfer', 'Transfer'), ('refund', 'Credit paid out'), ('opening', 'Opening balance'), ('difference', 'Cash difference'), ('fund', 'Earmarked'), ('other', 'Booking'), ('reversal', 'Reversal')], max_length=10)),
                        ('reverses', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversal', to='finance.transaction')),
                        ('text_digest', models.CharField(blank=True, max_length=64)),
                        ('previous_hash', models.CharField(max_length=64)),
                        ('hash', models.CharField(max_length=64)),
                    ],
                    options={
                        'ordering': ['head', 'number'],
                        'indexes': [models.Index(fields=['date', 'id'], name='transaction_by_date')],
                        'constraints': [models.UniqueConstraint(fields=('head', 'number'), name='transaction_number_once'), models.CheckConstraint(condition=models.Q(('id', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('head_id'), '*', models.Value(10000000)), '+', models.F('number')))), name='transaction_key_is_its_number'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'reversal'), ('reverses__isnull', False)), models.Q(models.Q(('kind', 'reversal'), _negated=True), ('reverses', None)), _connector='OR'), name='transaction_reversal_names_its_original'), models.CheckConstraint(condition=models.Q(('kind__in', ['claim', 'payment', 'waiver', 'prize', 'expense', 'income', 'transfer', 'refund', 'opening', 'difference', 'fund', 'other', 'reversal'])), name='transaction_kind')],
                    },
                ),
                migrations.CreateModel(
                    name='Posting',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('transaction', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='finance.transaction')),
                        ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='finance.account')),
                        ('amount', models.BigIntegerField()),
                        ('sphere', models.PositiveSmallIntegerField(default=0)),
                    ],
                    options={
                        'ordering': ['transaction_id', 'account_id', 'sphere'],
                        'indexes': [models.Index(fields=['account', 'transaction'], name='posting_by_account')],
                        'constraints': [models.UniqueConstraint(fields=('transaction', 'account', 'sphere'), name='posting_once_per_account'), models.CheckConstraint(condition=models.Q(('sphere__lte', 4)), name='posting_sphere'), models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='posting_moves_something')],
                    },
                ),
                migrations.CreateModel(
                    name='TransactionText',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('transaction', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='text', to='finance.transaction')),
                        ('salt', models.CharField(blank=True, max_length=64)),
                        ('text', models.CharField(blank=True, max_length=300)),
                        ('erased_at', models.DateTimeField(null=True)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('erased_at', None), models.Q(('salt', ''), ('text', '')), _connector='OR'), name='text_erased_is_gone')],
                    },
                ),
                migrations.CreateModel(
                    name='Closing',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('through', models.DateField(unique=True)),
                        ('closed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('closed_at', models.DateTimeField()),
                    ],
                    options={
                        'ordering': ['-through'],
                    },
                ),
                migrations.CreateModel(
                    name='ClubAccount',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('holder', models.CharField(max_length=70, verbose_name='Account holder')),
                        ('iban', models.CharField(max_length=34, verbose_name='IBAN')),
                        ('bic', models.CharField(blank=True, max_length=11, verbose_name='BIC')),
                        ('entered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('entered_at', models.DateTimeField()),
                        ('money', models.CharField(default='bank', max_length=20)),
                    ],
                    options={
                        'ordering': ['-pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('holder', ''), _negated=True), models.Q(('iban', ''), _negated=True)), name='club_account_is_one'), models.CheckConstraint(condition=models.Q(('money', 'bank'), ('money__startswith', 'giro_'), _connector='OR'), name='club_account_at_a_bank')],
                    },
                ),
                migrations.CreateModel(
                    name='BankColumns',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('iban', models.CharField(max_length=34)),
                        ('heading', models.CharField(max_length=1000)),
                        ('roles', models.CharField(max_length=600)),
                        ('amounts', models.CharField(choices=[('signed', 'say it themselves (minus, or a column)'), ('in', 'all came in'), ('out', 'all went out')], max_length=6)),
                        ('entered_at', models.DateTimeField()),
                        ('entered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('amounts__in', ['signed', 'in', 'out'])), name='bank_columns_amounts')],
                    },
                ),
                migrations.CreateModel(
                    name='BankImport',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('iban', models.CharField(max_length=34)),
                        ('format', models.CharField(max_length=20)),
                        ('file_name', models.CharField(blank=True, max_length=200)),
                        ('sha256', models.CharField(max_length=64)),
                        ('known', models.PositiveIntegerField(default=0)),
                        ('pending', models.PositiveIntegerField(default=0)),
                        ('adds_up', models.BooleanField(default=True)),
                        ('imported_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('imported_at', models.DateTimeField()),
                        ('undone_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('undone_at', models.DateTimeField(null=True)),
                        ('money', models.CharField(default='bank', max_length=20)),
                    ],
                    options={
                        'ordering': ['-pk'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('undone_at', None)), fields=('sha256',), name='bank_import_once'), models.CheckConstraint(condition=models.Q(('money', 'bank'), ('money__startswith', 'giro_'), _connector='OR'), name='bank_import_at_a_bank')],
                    },
                ),
                migrations.CreateModel(
                    name='BankBalance',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('bank_import', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='balances', to='finance.bankimport')),
                        ('iban', models.CharField(max_length=34)),
                        ('day', models.DateField()),
                        ('moment', models.CharField(choices=[('opening', 'Opening balance'), ('closing', 'Closing balance')], max_length=7)),
                        ('cents', models.BigIntegerField()),
                    ],
                    options={
                        'ordering': ['day', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='BankLine',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('bank_import', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='finance.bankimport')),
                        ('iban', models.CharField(max_length=34)),
                        ('day', models.DateField()),
                        ('cents', models.BigIntegerField()),
                        ('fingerprint', models.CharField(max_length=64)),
                        ('occurrence', models.PositiveIntegerField()),
                        ('reference', models.CharField(blank=True, max_length=80)),
                        ('is_return', models.BooleanField(default=False)),
                        ('is_fee', models.BooleanField(default=False)),
                        ('is_twin', models.BooleanField(default=False)),
                        ('done', models.BigIntegerField(default=0)),
                        ('ignored', models.BooleanField(default=False)),
                        ('reason', models.CharField(blank=True, max_length=200, verbose_name='Reason')),
                        ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('decided_at', models.DateTimeField(null=True)),
                    ],
                    options={
                        'ordering': ['day', 'pk'],
                        'indexes': [models.Index(condition=models.Q(('ignored', False), models.Q(('done', models.F('cents')), _negated=True)), fields=['day'], name='bank_line_open')],
                        'constraints': [models.UniqueConstraint(fields=('iban', 'fingerprint', 'occurrence'), name='bank_line_once'), models.CheckConstraint(condition=models.Q(('cents', 0), _negated=True), name='bank_line_moves_something'), models.CheckConstraint(condition=models.Q(models.Q(('cents__gt', 0), ('done__gte', 0), ('done__lte', models.F('cents'))), models.Q(('cents__lt', 0), ('done__gte', models.F('cents')), ('done__lte', 0)), _connector='OR'), name='bank_line_done_at_most_its_amount'), models.CheckConstraint(condition=models.Q(('ignored', False), models.Q(('done', 0), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='bank_line_ignored_with_a_reason')],
                    },
                ),
                migrations.CreateModel(
                    name='BankLineText',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('line', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='text', to='finance.bankline')),
                        ('name', models.CharField(blank=True, max_length=140)),
                        ('iban', models.CharField(blank=True, max_length=34)),
                        ('text', models.CharField(blank=True, max_length=1000)),
                        ('erased_at', models.DateTimeField(null=True)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('erased_at', None), models.Q(('iban', ''), ('name', ''), ('text', '')), _connector='OR'), name='bank_text_erased_is_gone')],
                    },
                ),
                migrations.CreateModel(
                    name='BankBooking',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('line', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bookings', to='finance.bankline')),
                        ('transaction', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='bank_booking', to='finance.transaction')),
                        ('cents', models.BigIntegerField()),
                        ('was_there', models.BooleanField(default=False)),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('cents', 0), _negated=True), name='bank_booking_moves_something')],
                    },
                ),
                migrations.CreateModel(
                    name='Claim',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('event', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='league.event')),
                        ('day', models.DateField()),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='league.person')),
                        ('key', models.CharField(max_length=80)),
                        ('charge', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='league.charge')),
                        ('kind', models.CharField(choices=[('stake', 'Stake'), ('fine', 'Fine'), ('donation', '“Donation” (fine)'), ('drinks_round', 'Round of drinks'), ('entry_fee', 'Entry fee'), ('prize_pot', 'Stake for the prize pot'), ('dues', 'Dues'), ('transfer', 'Takeover'), ('refund', 'Credit paid out'), ('other', 'Other claim'), ('opening', 'Debt from before')], max_length=12)),
                        ('code', models.CharField(max_length=40)),
                        ('count', models.PositiveSmallIntegerField(default=1)),
                        ('unit', models.CharField(choices=[('EUR', 'Euro'), ('RUNDE', 'Round')], max_length=5)),
                        ('rulebook_cents', models.PositiveIntegerField(null=True)),
                        ('club_cents', models.PositiveIntegerField(null=True)),
                        ('amount', models.PositiveIntegerField(null=True)),
                        ('paid', models.PositiveIntegerField(default=0)),
                        ('state', models.CharField(choices=[('proposed', 'proposed'), ('confirmed', 'open'), ('settled', 'paid'), ('refused', 'refused'), ('objected', 'disputed'), ('waived', 'waived'), ('reversed', 'reversed'), ('superseded', 'superseded')], default='proposed', max_length=10)),
                        ('open_reason', models.CharField(blank=True, choices=[('', ''), ('amount_open', 'The amount is open.'), ('no_price', 'There is no price for this anywhere.'), ('guest', "A guest pays only what a game costs, and only with a guest's agreement."), ('closed', 'The day is closed. It will be booked on the first open day.')], default='', max_length=12)),
                        ('is_current', models.BooleanField(default=True)),
                        ('transaction', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claim', to='finance.transaction')),
                        ('note', models.CharField(blank=True, default='', max_length=200)),
                        ('drink', models.CharField(blank=True, default='', max_length=40, verbose_name='Drink')),
                        ('reason', models.CharField(blank=True, max_length=200, verbose_name='Reason')),
                        ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('decided_at', models.DateTimeField(null=True)),
                        ('created_at', models.DateTimeField()),
                        ('due', models.DateField(null=True)),
                    ],
                    options={
                        'ordering': ['day', 'pk'],
                        'indexes': [models.Index(fields=['person', 'state'], name='claim_by_person'), models.Index(fields=['day', 'id'], name='claim_by_day'), models.Index(condition=models.Q(('is_current', True), ('state__in', ['proposed', 'objected'])), fields=['event'], name='claim_undecided')],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('is_current', True)), fields=('event', 'key'), name='claim_one_current'), models.UniqueConstraint(condition=models.Q(('event', None), ('is_current', True)), fields=('key',), name='claim_one_current_without_event'), models.CheckConstraint(condition=models.Q(('state__in', ['proposed', 'confirmed', 'settled', 'refused', 'objected', 'waived', 'reversed', 'superseded'])), name='claim_state'), models.CheckConstraint(condition=models.Q(models.Q(('amount__isnull', False), ('state__in', ['confirmed', 'settled', 'waived', 'reversed']), ('transaction__isnull', False)), models.Q(('state__in', ['proposed', 'refused', 'objected', 'superseded']), ('transaction', None)), _connector='OR'), name='claim_booked_has_a_transaction'), models.CheckConstraint(condition=models.Q(models.Q(('amount', None), ('paid', 0)), models.Q(('amount__gt', 0), ('paid__lte', models.F('amount'))), _connector='OR'), name='claim_paid_at_most_its_amount'), models.CheckConstraint(condition=models.Q(models.Q(('paid', models.F('amount')), ('state__in', ['settled', 'waived'])), models.Q(('paid__lt', models.F('amount')), ('state', 'confirmed')), models.Q(models.Q(('state__in', ['settled', 'waived', 'confirmed']), _negated=True), ('paid', 0)), _connector='OR'), name='claim_settled_when_paid'), models.CheckConstraint(condition=models.Q(('unit', 'EUR'), models.Q(('kind', 'drinks_round'), ('unit', 'RUNDE')), _connector='OR'), name='claim_unit'), models.CheckConstraint(condition=models.Q(('drink', ''), ('unit', 'RUNDE'), _connector='OR'), name='claim_drink_of_a_round'), models.CheckConstraint(condition=models.Q(models.Q(('charge__isnull', False), ('event__isnull', False), models.Q(('kind__in', ['dues', 'transfer', 'refund', 'other', 'opening']), _negated=True)), models.Q(('charge', None), ('event', None), ('kind__in', ['dues', 'transfer', 'refund', 'other', 'opening'])), _connector='OR'), name='claim_has_its_cause'), models.CheckConstraint(condition=models.Q(('kind__in', ['stake', 'fine', 'donation', 'drinks_round', 'entry_fee', 'prize_pot', 'dues', 'transfer', 'refund', 'other', 'opening'])), name='claim_kind'), models.CheckConstraint(condition=models.Q(('due', None), ('due__gte', models.F('day')), _connector='OR'), name='claim_due_later'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'refund'), _negated=True), ('code__in', ['cash', 'bank']), ('code__startswith', 'till_'), ('code__startswith', 'giro_'), _connector='OR'), name='claim_refund_paid')],
                    },
                ),
                migrations.CreateModel(
                    name='ClaimHead',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('claim', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='heads', to='finance.claim')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.person')),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.UniqueConstraint(fields=('claim', 'person'), name='claim_head_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Payment',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='league.person')),
                        ('method', models.CharField(choices=[('cash', 'cash'), ('bank', 'Bank transfer'), ('transfer', 'taken over'), ('setoff', 'outlay set off'), ('opening', 'from before'), ('given', 'bought'), ('waiver', 'waived')], max_length=8)),
                        ('unit', models.CharField(choices=[('EUR', 'Euro'), ('RUNDE', 'Round')], max_length=5)),
                        ('amount', models.PositiveIntegerField()),
                        ('allocated', models.PositiveIntegerField(default=0)),
                        ('transaction', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='payment', to='finance.transaction')),
                        ('is_reversed', models.BooleanField(default=False)),
                        ('client_id', models.CharField(max_length=64, unique=True)),
                    ],
                    options={
                        'ordering': ['pk'],
                        'indexes': [models.Index(condition=models.Q(('allocated__lt', models.F('amount')), ('is_reversed', False)), fields=['person'], name='payment_with_rest')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('amount__gt', 0), ('allocated__lte', models.F('amount'))), name='payment_settles_at_most_its_amount'), models.CheckConstraint(condition=models.Q(('is_reversed', False), ('allocated', 0), _connector='OR'), name='payment_reversed_settles_nothing'), models.CheckConstraint(condition=models.Q(models.Q(('method__in', ['cash', 'bank', 'transfer', 'setoff', 'opening', 'waiver']), ('unit', 'EUR')), models.Q(('method__in', ['given', 'waiver']), ('unit', 'RUNDE')), _connector='OR'), name='payment_method_of_its_unit')],
                    },
                ),
                migrations.CreateModel(
                    name='Allocation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('payment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='allocations', to='finance.payment')),
                        ('claim', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='allocations', to='finance.claim')),
                        ('amount', models.IntegerField()),
                        ('date', models.DateField()),
                        ('reversal', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='finance.transaction')),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('amount__gt', 0), ('reversal', None)), models.Q(('amount__lt', 0), ('reversal__isnull', False)), _connector='OR'), name='allocation_taken_back_by_a_reversal')],
                        'indexes': [models.Index(fields=['date'], name='allocation_by_date')],
                    },
                ),
                migrations.CreateModel(
                    name='PaymentNotice',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payment_notices', to='league.person')),
                        ('cents', models.PositiveIntegerField()),
                        ('day', models.DateField()),
                        ('state', models.CharField(choices=[('pending', 'on its way'), ('seen', 'arrived'), ('withdrawn', 'taken back'), ('refused', 'not found')], default='pending', max_length=9)),
                        ('payment', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='notice', to='finance.payment')),
                        ('reason', models.CharField(blank=True, max_length=200, verbose_name='Reason')),
                        ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('decided_at', models.DateTimeField(null=True)),
                        ('announced_at', models.DateTimeField()),
                        ('client_id', models.CharField(max_length=64, unique=True)),
                    ],
                    options={
                        'ordering': ['pk'],
                        'indexes': [models.Index(condition=models.Q(('state', 'pending')), fields=['person'], name='notice_pending')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('cents__gt', 0)), name='notice_of_something'), models.CheckConstraint(condition=models.Q(models.Q(('payment__isnull', False), ('state', 'seen')), models.Q(('payment', None), ('state__in', ['pending', 'withdrawn', 'refused'])), _connector='OR'), name='notice_seen_has_a_payment'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'refused'), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='notice_refused_with_a_reason')],
                    },
                ),
                migrations.CreateModel(
                    name='BankRule',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('words', models.CharField(max_length=60)),
                        ('incoming', models.BooleanField()),
                        ('account', models.CharField(max_length=20)),
                        ('by_statement', models.BooleanField(default=False)),
                        ('set_at', models.DateTimeField()),
                        ('ended_at', models.DateTimeField(null=True)),
                        ('ended_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('set_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('words', ''), _negated=True), name='bank_rule_has_words'), models.CheckConstraint(condition=models.Q(('incoming', False), ('by_statement', False), _connector='OR'), name='bank_rule_voucher'), models.CheckConstraint(condition=models.Q(('ended_at__isnull', False), ('ended_by', None), _connector='OR'), name='bank_rule_ended'), models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('words', 'incoming'), name='bank_rule_open_once')],
                    },
                ),
                migrations.CreateModel(
                    name='GuestAgreement',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('start', models.DateField(verbose_name='from')),
                        ('end', models.DateField(blank=True, null=True, verbose_name='until')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='agreements', to='league.person')),
                        ('agreed', models.CharField(blank=True, max_length=120, verbose_name='How it was agreed')),
                        ('entered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('entered_at', models.DateTimeField()),
                    ],
                    options={
                        'ordering': ['-start', '-pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('end', None), ('end__gt', models.F('start')), _connector='OR'), name='agreement_lasts_a_day'), models.UniqueConstraint(condition=models.Q(('end', None)), fields=('person',), name='agreement_one_open')],
                    },
                ),
                migrations.CreateModel(
                    name='CashbookEntry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('client_id', models.CharField(max_length=64)),
                        ('part', models.PositiveSmallIntegerField(default=1)),
                        ('transaction', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='entry', to='finance.transaction')),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.UniqueConstraint(fields=('client_id', 'part'), name='cashbook_entry_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Tariff',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('start', models.DateField(verbose_name='from')),
                        ('end', models.DateField(blank=True, null=True, verbose_name='until')),
                        ('code', models.CharField(max_length=40, verbose_name='What for')),
                        ('title', models.CharField(blank=True, max_length=80, verbose_name='What')),
                        ('kind', models.CharField(choices=[('fixed', 'fixed amount'), ('piece', 'per piece'), ('started', 'per started span of time'), ('steps', 'in steps'), ('open', 'open amount (a “donation”)'), ('others', 'everybody else pays'), ('thing', 'a thing: a round, a crate'), ('average', "the evening's average, for the absent")], max_length=7, verbose_name='Kind')),
                        ('cents', models.PositiveIntegerField(blank=True, null=True, verbose_name='Amount')),
                        ('measure', models.CharField(blank=True, choices=[('minutes', 'Minutes late'), ('count', 'Number'), ('heads', 'Heads at the table')], max_length=7)),
                        ('per', models.PositiveSmallIntegerField(default=1)),
                        ('steps', models.JSONField(blank=True, default=list)),
                        ('again', models.JSONField(blank=True, default=list)),
                        ('within', models.CharField(blank=True, choices=[('season', 'in a season'), ('year', 'in a year')], max_length=6)),
                        ('most', models.PositiveIntegerField(blank=True, null=True)),
                        ('thing', models.CharField(blank=True, max_length=40)),
                        ('round_to', models.PositiveSmallIntegerField(default=1)),
                        ('rounding', models.CharField(blank=True, choices=[('nearest', 'to the nearest'), ('up', 'up'), ('down', 'from')], default='nearest', max_length=7)),
                        ('ground', models.CharField(blank=True, max_length=200, verbose_name='Basis')),
                        ('decided_on', models.DateField(blank=True, null=True, verbose_name='Decided on')),
                        ('source', models.CharField(blank=True, max_length=20)),
                        ('clause', models.CharField(blank=True, max_length=40)),
                    ],
                    options={
                        'ordering': ['code', '-start'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('code', ''), _negated=True), name='tariff_has_a_code'), models.CheckConstraint(condition=models.Q(('kind__in', ('fixed', 'piece', 'started', 'steps', 'open', 'others', 'thing', 'average'))), name='tariff_kind'), models.CheckConstraint(condition=models.Q(('cents__gt', 0), models.Q(('cents', None), ('kind__in', ['steps', 'open', 'thing', 'average'])), _connector='OR'), name='tariff_has_its_amount'), models.CheckConstraint(condition=models.Q(('per__gte', 1), ('round_to__gte', 1)), name='tariff_spans_from_one'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'thing'), _negated=True), models.Q(('thing', ''), _negated=True), _connector='OR'), name='tariff_thing_has_a_name'), models.CheckConstraint(condition=models.Q(('decided_on', None), ('decided_on__lte', models.F('start')), _connector='OR'), name='tariff_not_before_its_decision'), models.UniqueConstraint(condition=models.Q(('end', None)), fields=('code',), name='tariff_one_open_per_code'), models.CheckConstraint(condition=models.Q(('end', None), ('end__gte', models.F('start')), _connector='OR'), name='tariff_ends_after_it_begins')],
                    },
                ),
                migrations.CreateModel(
                    name='Deed',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('charge', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='deed', to='league.charge')),
                        ('tariff', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='deeds', to='finance.tariff')),
                        ('minutes', models.PositiveSmallIntegerField(null=True)),
                        ('times', models.PositiveSmallIntegerField(default=1)),
                        ('cause', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.person')),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('times__gte', 1)), name='deed_counts_from_one')],
                    },
                ),
                migrations.CreateModel(
                    name='Deferral',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('until', models.DateField(null=True)),
                        ('note', models.CharField(blank=True, max_length=200)),
                        ('agreed_at', models.DateTimeField()),
                        ('agreed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='deferrals', to='league.person')),
                    ],
                    options={
                        'ordering': ['pk'],
                    },
                ),
                migrations.CreateModel(
                    name='Excuse',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('reason', models.CharField(max_length=200)),
                        ('excused_at', models.DateTimeField()),
                        ('is_withdrawn', models.BooleanField(default=False)),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='excuses', to='league.event')),
                        ('excused_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='excuses', to='league.person')),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('is_withdrawn', False)), fields=('event', 'person'), name='excuse_once')],
                    },
                ),
                migrations.CreateModel(
                    name='ClaimObjection',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('claim', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='objections', to='finance.claim')),
                        ('text', models.CharField(max_length=400, verbose_name='What is wrong?')),
                        ('raised_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('raised_at', models.DateTimeField()),
                        ('outcome', models.CharField(blank=True, choices=[('', 'open'), ('stands', 'stands'), ('struck', 'struck off'), ('waived', 'waived')], default='', max_length=6)),
                        ('ruling', models.CharField(blank=True, max_length=200, verbose_name='Reasons')),
                        ('ruled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('ruled_at', models.DateTimeField(null=True)),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('ruled_at', None)), fields=('claim',), name='claim_objection_one_open'), models.CheckConstraint(condition=models.Q(models.Q(('outcome', ''), ('ruled_at', None)), models.Q(('outcome__in', ['stands', 'struck', 'waived']), ('ruled_at__isnull', False)), _connector='OR'), name='claim_objection_ruled_has_an_outcome')],
                    },
                ),
                migrations.CreateModel(
                    name='OwnAccount',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('income', 'Receipts'), ('expense', 'Expenses'), ('fund', 'Earmarked funds'), ('till', 'Tills'), ('giro', 'Accounts at a bank')], max_length=10)),
                        ('code', models.CharField(max_length=20)),
                        ('name', models.CharField(max_length=60)),
                        ('sphere', models.PositiveSmallIntegerField(default=1)),
                        ('ended', models.DateField(null=True)),
                        ('set_at', models.DateTimeField()),
                        ('set_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('place', models.CharField(blank=True, max_length=20)),
                        ('shared', models.BooleanField(default=False)),
                    ],
                    options={
                        'ordering': ['pk'],
                        'indexes': [models.Index(fields=['code'], name='own_account_by_code')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='own_account_has_a_name'), models.CheckConstraint(condition=models.Q(('kind__in', ['income', 'expense', 'fund', 'till', 'giro'])), name='own_account_kind'), models.CheckConstraint(condition=models.Q(models.Q(('code__startswith', 'income_'), ('kind', 'income')), models.Q(('code__startswith', 'expense_'), ('kind', 'expense')), models.Q(('code__startswith', 'fund_'), ('kind', 'fund')), models.Q(('code__startswith', 'till_'), ('kind', 'till')), models.Q(('code__startswith', 'giro_'), ('kind', 'giro')), _connector='OR'), name='own_account_code'), models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['income', 'expense']), ('sphere__in', [1, 2, 3, 4])), models.Q(('kind__in', ['fund', 'till', 'giro']), ('sphere', 0)), _connector='OR'), name='own_account_sphere'), models.CheckConstraint(condition=models.Q(('shared', False), ('kind', 'fund'), _connector='OR'), name='own_account_shared_fund')],
                    },
                ),
                migrations.CreateModel(
                    name='Payout',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payouts', to='league.event')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payouts', to='league.person')),
                        ('prize', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='payouts', to='league.prize')),
                        ('cents', models.PositiveIntegerField()),
                        ('transaction', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='payout', to='finance.transaction')),
                        ('client_id', models.CharField(max_length=64, unique=True)),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('cents__gt', 0)), name='payout_moves_something')],
                    },
                ),
                migrations.CreateModel(
                    name='PeriodName',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('closing', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='names', to='finance.closing')),
                        ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.person')),
                        ('account', models.CharField(blank=True, max_length=20)),
                        ('name', models.CharField(blank=True, max_length=80)),
                    ],
                    options={
                        'ordering': ['pk'],
                        'indexes': [models.Index(fields=['account', 'closing'], name='period_name_by_account')],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('account', '')), fields=('closing', 'person'), name='period_name_once_per_person'), models.UniqueConstraint(condition=models.Q(('account', ''), _negated=True), fields=('closing', 'account'), name='period_name_once_per_account'), models.CheckConstraint(condition=models.Q(models.Q(('account', ''), ('person__isnull', False)), models.Q(('person', None), models.Q(('account', ''), _negated=True)), _connector='OR'), name='period_name_of_a_person_or_an_account')],
                    },
                ),
                migrations.CreateModel(
                    name='GivenRound',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('claim', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='given', to='finance.claim')),
                        ('event', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='given_rounds', to='league.event')),
                        ('payment', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='given_rounds', to='finance.payment')),
                        ('is_taken_back', models.BooleanField(default=False)),
                        ('client_id', models.CharField(max_length=64)),
                        ('entered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('entered_at', models.DateTimeField()),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.UniqueConstraint(fields=('claim', 'client_id'), name='given_client_id_once'), models.UniqueConstraint(condition=models.Q(('is_taken_back', False), ('payment__isnull', False)), fields=('claim',), name='given_settles_once'), models.CheckConstraint(condition=models.Q(('payment__isnull', False), ('event__isnull', False), _connector='OR'), name='given_in_part_at_an_evening')],
                    },
                ),
                migrations.CreateModel(
                    name='GivenHead',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('given', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='heads', to='finance.givenround')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.person')),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.UniqueConstraint(fields=('given', 'person'), name='given_head_once')],
                    },
                ),
                migrations.CreateModel(
                    name='RoundMove',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('claim', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moves', to='finance.claim')),
                        ('until', models.DateField(verbose_name='Due from')),
                        ('reason', models.CharField(blank=True, max_length=200, verbose_name='Reason')),
                        ('moved_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('moved_at', models.DateTimeField()),
                    ],
                    options={
                        'ordering': ['pk'],
                    },
                ),
                migrations.CreateModel(
                    name='RoundDecision',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('start', models.DateField(verbose_name='Valid from')),
                        ('absent_keep', models.BooleanField()),
                        ('decided', models.CharField(blank=True, max_length=120, verbose_name='Who decided that?')),
                        ('entered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('entered_at', models.DateTimeField()),
                    ],
                    options={
                        'ordering': ['-start', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='Conversion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='conversions', to='finance.claim')),
                        ('waiver', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='conversion', to='finance.payment')),
                        ('claim', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='conversion', to='finance.claim')),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('round', models.F('claim')), _negated=True), name='conversion_of_another_claim')],
                    },
                ),
                migrations.CreateModel(
                    name='TillSettings',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('simple', models.BooleanField(default=False)),
                        ('tax_privileged', models.BooleanField(default=False)),
                        ('members_see_balance', models.BooleanField(default=False)),
                        ('board_reads', models.BooleanField(default=False)),
                        ('set_at', models.DateTimeField()),
                        ('set_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('declined_pay_nothing', models.BooleanField(default=False)),
                        ('asks_above', models.PositiveIntegerField(default=10000)),
                    ],
                    options={
                        'ordering': ['pk'],
                    },
                ),
                migrations.CreateModel(
                    name='VoucherYear',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('year', models.PositiveSmallIntegerField(unique=True)),
                        ('last_number', models.PositiveIntegerField(default=0)),
                        ('last_hash', models.CharField(max_length=64)),
                    ],
                    options={
                        'ordering': ['year'],
                    },
                ),
                migrations.CreateModel(
                    name='Voucher',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('year', models.PositiveSmallIntegerField()),
                        ('number', models.PositiveIntegerField()),
                        ('kind', models.CharField(choices=[('file', 'Voucher'), ('own', 'Self-made voucher')], max_length=4)),
                        ('sha256', models.CharField(blank=True, max_length=64)),
                        ('media_type', models.CharField(blank=True, max_length=20)),
                        ('size', models.PositiveIntegerField(default=0)),
                        ('day', models.DateField(null=True)),
                        ('cents', models.PositiveIntegerField(null=True)),
                        ('text_digest', models.CharField(blank=True, max_length=64)),
                        ('entered_at', models.DateTimeField()),
                        ('entered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('client_id', models.CharField(max_length=64, unique=True)),
                        ('previous_hash', models.CharField(max_length=64)),
                        ('hash', models.CharField(max_length=64)),
                        ('transactions', models.ManyToManyField(related_name='vouchers', through='finance.VoucherLink', to='finance.transaction')),
                    ],
                    options={
                        'ordering': ['year', 'number'],
                        'constraints': [models.UniqueConstraint(fields=('year', 'number'), name='voucher_number_once'), models.UniqueConstraint(condition=models.Q(('kind', 'file')), fields=('sha256',), name='voucher_file_once'), models.CheckConstraint(condition=models.Q(models.Q(('cents', None), ('day', None), ('kind', 'file'), ('media_type__in', ['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/heic']), ('size__gt', 0), models.Q(('sha256', ''), _negated=True)), models.Q(('cents__gt', 0), ('day__isnull', False), ('kind', 'own'), ('media_type', ''), ('sha256', ''), ('size', 0)), _connector='OR'), name='voucher_is_a_file_or_self_made')],
                    },
                ),
                migrations.CreateModel(
                    name='VoucherText',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('voucher', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='text', to='finance.voucher')),
                        ('salt', models.CharField(blank=True, max_length=64)),
                        ('name', models.CharField(blank=True, max_length=200)),
                        ('payee', models.CharField(blank=True, max_length=120)),
                        ('what', models.CharField(blank=True, max_length=200)),
                        ('why', models.CharField(blank=True, max_length=200)),
                        ('erased_at', models.DateTimeField(null=True)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('erased_at', None), models.Q(('name', ''), ('payee', ''), ('salt', ''), ('what', ''), ('why', '')), _connector='OR'), name='voucher_text_erased_is_gone')],
                    },
                ),
                migrations.CreateModel(
                    name='VoucherLink',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('voucher', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='links', to='finance.voucher')),
                        ('transaction', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='voucher_links', to='finance.transaction')),
                        ('linked_at', models.DateTimeField()),
                        ('linked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('digest', models.CharField(max_length=64)),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.UniqueConstraint(fields=('voucher', 'transaction'), name='voucher_link_once')],
                    },
                ),
                migrations.CreateModel(
                    name='CashCount',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('event', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cash_counts', to='league.event')),
                        ('day', models.DateField()),
                        ('eur_500', models.PositiveIntegerField(default=0)),
                        ('eur_200', models.PositiveIntegerField(default=0)),
                        ('eur_100', models.PositiveIntegerField(default=0)),
                        ('eur_50', models.PositiveIntegerField(default=0)),
                        ('eur_20', models.PositiveIntegerField(default=0)),
                        ('eur_10', models.PositiveIntegerField(default=0)),
                        ('eur_5', models.PositiveIntegerField(default=0)),
                        ('eur_2', models.PositiveIntegerField(default=0)),
                        ('eur_1', models.PositiveIntegerField(default=0)),
                        ('ct_50', models.PositiveIntegerField(default=0)),
                        ('ct_20', models.PositiveIntegerField(default=0)),
                        ('ct_10', models.PositiveIntegerField(default=0)),
                        ('ct_5', models.PositiveIntegerField(default=0)),
                        ('ct_2', models.PositiveIntegerField(default=0)),
                        ('ct_1', models.PositiveIntegerField(default=0)),
                        ('expected', models.BigIntegerField()),
                        ('counted', models.BigIntegerField()),
                        ('transaction', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cash_count', to='finance.transaction')),
                        ('counted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('counted_at', models.DateTimeField()),
                        ('client_id', models.CharField(max_length=64, unique=True)),
                        ('by_pieces', models.BooleanField(default=True)),
                        ('till', models.CharField(default='cash', max_length=20)),
                    ],
                    options={
                        'ordering': ['-counted_at', '-pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('expected__gte', 0)), name='count_of_a_till'), models.CheckConstraint(condition=models.Q(models.Q(('counted', models.F('expected')), ('transaction', None)), models.Q(models.Q(('counted', models.F('expected')), _negated=True), ('transaction__isnull', False)), _connector='OR'), name='count_books_its_difference'), models.CheckConstraint(condition=models.Q(models.Q(('by_pieces', True), ('counted', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('eur_500'), '*', models.Value(50000)), '+', django.db.models.expressions.CombinedExpression(models.F('eur_200'), '*', models.Value(20000))), '+', django.db.models.expressions.CombinedExpression(models.F('eur_100'), '*', models.Value(10000))), '+', django.db.models.expressions.CombinedExpression(models.F('eur_50'), '*', models.Value(5000))), '+', django.db.models.expressions.CombinedExpression(models.F('eur_20'), '*', models.Value(2000))), '+', django.db.models.expressions.CombinedExpression(models.F('eur_10'), '*', models.Value(1000))), '+', django.db.models.expressions.CombinedExpression(models.F('eur_5'), '*', models.Value(500))), '+', django.db.models.expressions.CombinedExpression(models.F('eur_2'), '*', models.Value(200))), '+', django.db.models.expressions.CombinedExpression(models.F('eur_1'), '*', models.Value(100))), '+', django.db.models.expressions.CombinedExpression(models.F('ct_50'), '*', models.Value(50))), '+', django.db.models.expressions.CombinedExpression(models.F('ct_20'), '*', models.Value(20))), '+', django.db.models.expressions.CombinedExpression(models.F('ct_10'), '*', models.Value(10))), '+', django.db.models.expressions.CombinedExpression(models.F('ct_5'), '*', models.Value(5))), '+', django.db.models.expressions.CombinedExpression(models.F('ct_2'), '*', models.Value(2))), '+', django.db.models.expressions.CombinedExpression(models.F('ct_1'), '*', models.Value(1))))), models.Q(('by_pieces', False), ('counted__gte', 0), ('ct_1', 0), ('ct_10', 0), ('ct_2', 0), ('ct_20', 0), ('ct_5', 0), ('ct_50', 0), ('eur_1', 0), ('eur_10', 0), ('eur_100', 0), ('eur_2', 0), ('eur_20', 0), ('eur_200', 0), ('eur_5', 0), ('eur_50', 0), ('eur_500', 0)), _connector='OR'), name='count_is_what_its_pieces_are_worth'), models.CheckConstraint(condition=models.Q(('till', 'cash'), models.Q(('event', None), ('till__startswith', 'till_')), _connector='OR'), name='count_at_an_evening_of_the_first_till')],
                    },
                ),
                migrations.CreateModel(
                    name='EveningClose',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='closes', to='league.event')),
                        ('version', models.PositiveSmallIntegerField()),
                        ('count', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='closes', to='finance.cashcount')),
                        ('statement', models.JSONField()),
                        ('digest', models.CharField(max_length=64)),
                        ('made_at', models.DateTimeField()),
                        ('signatures_needed', models.PositiveSmallIntegerField(default=2)),
                    ],
                    options={
                        'ordering': ['event', 'version'],
                        'constraints': [models.UniqueConstraint(fields=('event', 'version'), name='close_version_once'), models.CheckConstraint(condition=models.Q(('version__gt', 0)), name='close_version_counts'), models.CheckConstraint(condition=models.Q(('signatures_needed__in', [1, 2])), name='close_signatures_needed')],
                    },
                ),
                migrations.CreateModel(
                    name='CloseSignature',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('close', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='signatures', to='finance.eveningclose')),
                        ('role', models.CharField(choices=[('treasurer', 'Treasurer'), ('witness', 'was there')], max_length=9)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='close_signatures', to='league.person')),
                        ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('name', models.CharField(max_length=80)),
                        ('digest', models.CharField(max_length=64)),
                        ('signed_at', models.DateTimeField()),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.UniqueConstraint(fields=('close', 'person'), name='close_signed_by_two_people'), models.UniqueConstraint(fields=('close', 'role'), name='close_signed_once_per_role'), models.CheckConstraint(condition=models.Q(('role__in', ['treasurer', 'witness'])), name='close_signature_role')],
                    },
                ),
                migrations.CreateModel(
                    name='ClosePaper',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('close', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='papers', to='finance.eveningclose')),
                        ('pdf', models.BinaryField()),
                        ('sha256', models.CharField(max_length=64)),
                        ('made_at', models.DateTimeField()),
                        ('language', models.CharField(default='de', max_length=8)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('close', 'language'), name='close_paper_by_language')],
                    },
                ),
                migrations.CreateModel(
                    name='DuesRate',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('start', models.DateField(verbose_name='from')),
                        ('end', models.DateField(blank=True, null=True, verbose_name='until')),
                        ('kind', models.CharField(max_length=10, verbose_name='Membership')),
                        ('period', models.CharField(choices=[('month', 'Month'), ('quarter', 'quarter'), ('year', 'Year')], max_length=7, verbose_name='Period')),
                        ('cents', models.PositiveIntegerField(verbose_name='Amount')),
                        ('ground', models.CharField(blank=True, max_length=200, verbose_name='Basis')),
                        ('decided_on', models.DateField(blank=True, null=True, verbose_name='Decided on')),
                        ('entry_fee', models.PositiveIntegerField(default=0)),
                        ('joining', models.CharField(choices=[('months', 'the months begun'), ('whole', 'the whole period'), ('next', 'only from the next period on')], default='months', max_length=6)),
                    ],
                    options={
                        'ordering': ['kind', '-start'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('cents__gt', 0)), name='dues_positive'), models.CheckConstraint(condition=models.Q(('period__in', ('month', 'quarter', 'year'))), name='dues_period'), models.UniqueConstraint(condition=models.Q(('end', None)), fields=('kind',), name='dues_one_open_per_kind'), models.CheckConstraint(condition=models.Q(('end', None), ('end__gte', models.F('start')), _connector='OR'), name='dues_end_after_they_begin'), models.CheckConstraint(condition=models.Q(('joining__in', ('months', 'whole', 'next'))), name='dues_joining')],
                    },
                ),
                migrations.CreateModel(
                    name='DuesReduction',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('start', models.DateField(verbose_name='from')),
                        ('end', models.DateField(blank=True, null=True, verbose_name='until')),
                        ('percent', models.PositiveSmallIntegerField()),
                        ('ground', models.CharField(max_length=200)),
                        ('entered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reductions', to='league.person')),
                        ('cents', models.PositiveIntegerField(null=True)),
                        ('paid_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.person')),
                    ],
                    options={
                        'ordering': ['person', '-start'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('percent__lt', 100)), name='reduction_is_less'), models.CheckConstraint(condition=models.Q(('end', None), ('end__gte', models.F('start')), _connector='OR'), name='reduction_ends_later'), models.UniqueConstraint(condition=models.Q(('end', None)), fields=('person',), name='reduction_one_open'), models.CheckConstraint(condition=models.Q(models.Q(('cents', None), ('paid_by', None)), models.Q(('cents__gt', 0), ('paid_by', None), ('percent', 0)), models.Q(('cents', None), ('paid_by__isnull', False), ('percent', 0), models.Q(('paid_by', models.F('person')), _negated=True)), _connector='OR'), name='reduction_is_one')],
                    },
                ),
                migrations.CreateModel(
                    name='ReminderStep',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('title', models.CharField(max_length=80)),
                        ('text', models.CharField(max_length=1000)),
                        ('fee', models.PositiveIntegerField(default=0)),
                        ('wait', models.PositiveSmallIntegerField()),
                        ('is_used', models.BooleanField(default=True)),
                        ('entered_at', models.DateTimeField()),
                        ('entered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['number', 'pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('number__range', (1, 5))), name='reminder_step_number')],
                    },
                ),
                migrations.CreateModel(
                    name='Reminder',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('step', models.PositiveSmallIntegerField()),
                        ('title', models.CharField(max_length=80)),
                        ('cents', models.PositiveIntegerField()),
                        ('way', models.CharField(choices=[('mail', 'E-mail'), ('letter', 'Letter'), ('link', 'Link')], max_length=6)),
                        ('day', models.DateField()),
                        ('made_at', models.DateTimeField()),
                        ('client_id', models.CharField(max_length=64)),
                        ('fee_claim', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reminder', to='finance.claim')),
                        ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reminders', to='league.person')),
                    ],
                    options={
                        'ordering': ['pk'],
                        'indexes': [models.Index(fields=['person', 'day'], name='reminder_by_person')],
                        'constraints': [models.UniqueConstraint(fields=('client_id', 'person'), name='reminder_once'), models.UniqueConstraint(fields=('person', 'day'), name='reminder_once_a_day'), models.CheckConstraint(condition=models.Q(('way__in', ['mail', 'letter', 'link'])), name='reminder_way'), models.CheckConstraint(condition=models.Q(('cents__gt', 0)), name='reminder_of_something')],
                    },
                ),
                migrations.CreateModel(
                    name='Creditor',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('identifier', models.CharField(max_length=35)),
                        ('notice_days', models.PositiveSmallIntegerField()),
                        ('set_at', models.DateTimeField()),
                        ('set_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('identifier', ''), _negated=True), name='creditor_is_one'), models.CheckConstraint(condition=models.Q(('notice_days__range', (1, 30))), name='creditor_notice_days')],
                    },
                ),
                migrations.CreateModel(
                    name='Mandate',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('reference', models.CharField(max_length=35, unique=True)),
                        ('holder', models.CharField(max_length=70)),
                        ('iban', models.CharField(max_length=34)),
                        ('signed_on', models.DateField()),
                        ('entered_at', models.DateTimeField()),
                        ('ended_at', models.DateTimeField(null=True)),
                        ('ended_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('entered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='mandates', to='league.person')),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('person',), name='mandate_open_once'), models.CheckConstraint(condition=models.Q(('ended_at__isnull', False), ('ended_by', None), _connector='OR'), name='mandate_ended'), models.CheckConstraint(condition=models.Q(models.Q(('reference', ''), _negated=True), models.Q(models.Q(('ended_at__isnull', False), ('holder', ''), ('iban', '')), models.Q(models.Q(('holder', ''), _negated=True), models.Q(('iban', ''), _negated=True)), _connector='OR')), name='mandate_is_one')],
                    },
                ),
                migrations.CreateModel(
                    name='DebitRun',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('day', models.DateField()),
                        ('message', models.CharField(max_length=35, unique=True)),
                        ('identifier', models.CharField(max_length=35)),
                        ('holder', models.CharField(max_length=70)),
                        ('iban', models.CharField(max_length=34)),
                        ('client_id', models.CharField(max_length=64, unique=True)),
                        ('made_at', models.DateTimeField()),
                        ('withdrawn_at', models.DateTimeField(null=True)),
                        ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('withdrawn_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['-day', '-pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('withdrawn_at__isnull', False), ('withdrawn_by', None), _connector='OR'), name='debit_run_withdrawn')],
                    },
                ),
                migrations.CreateModel(
                    name='Debit',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('cents', models.PositiveIntegerField()),
                        ('run', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='debits', to='finance.debitrun')),
                        ('mandate', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='debits', to='finance.mandate')),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.UniqueConstraint(fields=('run', 'mandate'), name='debit_once'), models.CheckConstraint(condition=models.Q(('cents__gt', 0)), name='debit_of_something')],
                    },
                ),
                migrations.CreateModel(
                    name='TransferRun',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('day', models.DateField()),
                        ('message', models.CharField(max_length=35, unique=True)),
                        ('holder', models.CharField(max_length=70)),
                        ('iban', models.CharField(max_length=34)),
                        ('client_id', models.CharField(max_length=64, unique=True)),
                        ('made_at', models.DateTimeField()),
                        ('withdrawn_at', models.DateTimeField(null=True)),
                        ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('withdrawn_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['-day', '-pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('withdrawn_at__isnull', False), ('withdrawn_by', None), _connector='OR'), name='transfer_run_withdrawn')],
                    },
                ),
                migrations.CreateModel(
                    name='CreditTransfer',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=70)),
                        ('iban', models.CharField(max_length=34)),
                        ('cents', models.PositiveIntegerField()),
                        ('text', models.CharField(max_length=140)),
                        ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='credit_transfers', to='league.person')),
                        ('run', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='transfers', to='finance.transferrun')),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('person__isnull', False)), fields=('run', 'person'), name='credit_transfer_once'), models.CheckConstraint(condition=models.Q(('cents__gt', 0)), name='credit_transfer_of_something'), models.CheckConstraint(condition=models.Q(models.Q(('iban', ''), ('name', ''), ('text', '')), models.Q(models.Q(('name', ''), _negated=True), models.Q(('iban', ''), _negated=True), models.Q(('text', ''), _negated=True)), _connector='OR'), name='credit_transfer_is_one')],
                    },
                ),
                migrations.CreateModel(
                    name='YearEnd',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('year', models.PositiveSmallIntegerField(unique=True)),
                    ],
                    options={
                        'ordering': ['-year'],
                    },
                ),
                migrations.CreateModel(
                    name='YearStep',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('year_end', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='steps', to='finance.yearend')),
                        ('number', models.PositiveIntegerField()),
                        ('kind', models.CharField(choices=[('draft', 'Draft'), ('board', 'confirmed by the board'), ('signed', 'audited and signed'), ('audited', 'audited'), ('discharged', 'Discharge'), ('back', 'given back')], max_length=10)),
                        ('seal', models.CharField(blank=True, max_length=64)),
                        ('agrees', models.BooleanField(null=True)),
                        ('reason', models.CharField(blank=True, max_length=400)),
                        ('held_on', models.DateField(null=True)),
                        ('votes_for', models.PositiveSmallIntegerField(null=True)),
                        ('votes_against', models.PositiveSmallIntegerField(null=True)),
                        ('abstained', models.PositiveSmallIntegerField(null=True)),
                        ('taken_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('taken_at', models.DateTimeField()),
                    ],
                    options={
                        'ordering': ['year_end', 'number'],
                        'constraints': [models.UniqueConstraint(fields=('year_end', 'number'), name='year_step_number_once'), models.CheckConstraint(condition=models.Q(('kind__in', ['draft', 'board', 'signed', 'audited', 'discharged', 'back'])), name='year_step_kind'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'back'), ('seal', '')), models.Q(models.Q(('kind', 'back'), _negated=True), models.Q(('seal', ''), _negated=True)), _connector='OR'), name='year_step_has_a_seal'), models.CheckConstraint(condition=models.Q(models.Q(('agrees__isnull', False), ('kind__in', ['signed', 'discharged'])), models.Q(models.Q(('kind__in', ['signed', 'discharged']), _negated=True), ('agrees', None)), _connector='OR'), name='year_step_agrees'), models.CheckConstraint(condition=models.Q(models.Q(('abstained__isnull', False), ('held_on__isnull', False), ('kind', 'discharged'), ('votes_against__isnull', False), ('votes_for__isnull', False)), models.Q(models.Q(('kind', 'discharged'), _negated=True), ('abstained', None), ('held_on', None), ('votes_against', None), ('votes_for', None)), _connector='OR'), name='year_step_of_a_meeting')],
                    },
                ),
                migrations.CreateModel(
                    name='AuditSample',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('year_end', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='samples', to='finance.yearend')),
                        ('seed', models.CharField(max_length=80, verbose_name='Seed')),
                        ('size', models.PositiveSmallIntegerField(verbose_name='How many')),
                        ('numbers', models.JSONField()),
                        ('drawn_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('drawn_at', models.DateTimeField()),
                        ('client_id', models.CharField(max_length=64, unique=True)),
                        ('method', models.CharField(choices=[('weighted', 'weighted by amount: large bookings are drawn surely'), ('plain', 'each booking is as likely as any other')], default='plain', max_length=8)),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('size__gt', 0)), name='sample_draws_something'), models.CheckConstraint(condition=models.Q(('seed', ''), _negated=True), name='sample_has_a_seed'), models.CheckConstraint(condition=models.Q(('method__in', ['plain', 'weighted'])), name='sample_method')],
                    },
                ),
                migrations.CreateModel(
                    name='AuditMark',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('year_end', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='marks', to='finance.yearend')),
                        ('transaction', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='audit_marks', to='finance.transaction')),
                        ('mark', models.CharField(choices=[('fine', 'in order'), ('question', 'question'), ('wrong', 'objected to')], max_length=8)),
                        ('remark', models.CharField(blank=True, max_length=400, verbose_name='Remark')),
                        ('marked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('marked_at', models.DateTimeField()),
                        ('client_id', models.CharField(max_length=64, unique=True)),
                    ],
                    options={
                        'ordering': ['pk'],
                        'indexes': [models.Index(fields=['transaction', 'id'], name='audit_mark_of_booking')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('mark__in', ['fine', 'question', 'wrong'])), name='audit_mark_kind')],
                    },
                ),
                migrations.CreateModel(
                    name='AuditAnswer',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('mark', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='answers', to='finance.auditmark')),
                        ('text', models.CharField(blank=True, max_length=400, verbose_name='Answer')),
                        ('answered_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('answered_at', models.DateTimeField()),
                        ('client_id', models.CharField(max_length=64, unique=True)),
                    ],
                    options={
                        'ordering': ['pk'],
                    },
                ),
                migrations.CreateModel(
                    name='AuditFinding',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('year_end', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='findings', to='finance.yearend')),
                        ('text', models.CharField(max_length=400, verbose_name='Finding')),
                        ('found_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('found_at', models.DateTimeField()),
                        ('client_id', models.CharField(max_length=64, unique=True)),
                        ('settled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('settled_at', models.DateTimeField(null=True)),
                        ('settled_how', models.CharField(blank=True, max_length=400, verbose_name='Settled by')),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('settled_at', None), ('settled_by', None), ('settled_how', '')), models.Q(('settled_at__isnull', False), ('settled_by__isnull', False)), _connector='OR'), name='finding_is_settled_by_somebody')],
                    },
                ),
            ],
        ),
        migrations.RunPython(lay, lift),
    ]
