import django.db.models.deletion
from django.db import migrations, models


def fill(apps, schema_editor):
    """The day of the later of both bookings; what was taken back counts from its reversal.

    No day of before is moved to an open one: which year was closed when is not written down here.
    """
    Allocation = apps.get_model('finance', 'Allocation')
    rows = Allocation.objects.select_related(
        'payment__transaction__reversal', 'claim__transaction__reversal'
    ).order_by('pk')
    days = {}
    for row in rows.iterator(2000):
        pair = (row.payment_id, row.claim_id)
        bookings = [row.payment.transaction, row.claim.transaction]
        if row.amount > 0:
            row.date = max(booking.date for booking in bookings if booking is not None)
        else:
            reversals = [
                booking.reversal
                for booking in bookings
                if booking is not None and getattr(booking, 'reversal', None) is not None
            ]
            row.reversal = min(reversals, key=lambda reversal: reversal.entered_at)
            row.date = max(row.reversal.date, days.get(pair, row.reversal.date))
        days[pair] = max(row.date, days.get(pair, row.date))
        row.save(update_fields=['date', 'reversal'])
    if schema_editor.connection.vendor == 'postgresql':
        # Keys that wait for the end of the transaction would keep the table from being altered.
        schema_editor.execute('SET CONSTRAINTS ALL IMMEDIATE')
        schema_editor.execute('SET CONSTRAINTS ALL DEFERRED')


class Migration(migrations.Migration):

    dependencies = [
        ('finance', '0003_close_paper_by_language'),
    ]

    operations = [
        migrations.AddField(
            model_name='allocation',
            name='date',
            field=models.DateField(null=True),
        ),
        migrations.AddField(
            model_name='allocation',
            name='reversal',
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name='+',
                to='finance.transaction',
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='allocation',
            name='date',
            field=models.DateField(),
        ),
        migrations.AddIndex(
            model_name='allocation',
            index=models.Index(fields=['date'], name='allocation_by_date'),
        ),
        migrations.RemoveConstraint(
            model_name='allocation',
            name='allocation_moves_something',
        ),
        migrations.AddConstraint(
            model_name='allocation',
            constraint=models.CheckConstraint(
                condition=models.Q(('amount__gt', 0), ('reversal', None))
                | models.Q(('amount__lt', 0), ('reversal__isnull', False)),
                name='allocation_taken_back_by_a_reversal',
            ),
        ),
    ]
