import datetime
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def fill_the_day(apps, schema_editor):
    """Every claim so far came from an event."""
    claims, events = apps.get_model("finance", "Claim"), apps.get_model("league", "Event")
    day = events.objects.filter(pk=models.OuterRef("event_id")).values("business_date")
    claims.objects.update(day=models.Subquery(day))


class Migration(migrations.Migration):

    dependencies = [
        ('finance', '0003_rounds'),
        ('league', '0010_drinks_rounds'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='claim',
            options={'ordering': ['day', 'pk']},
        ),
        migrations.AlterModelOptions(
            name='posting',
            options={'ordering': ['transaction', 'account', 'sphere']},
        ),
        migrations.RemoveConstraint(
            model_name='posting',
            name='posting_once_per_account',
        ),
        migrations.RemoveConstraint(
            model_name='transaction',
            name='transaction_kind',
        ),
        migrations.AddField(
            model_name='claim',
            name='day',
            field=models.DateField(default=datetime.date(2000, 1, 1)),
            preserve_default=False,
        ),
        migrations.RunPython(fill_the_day, migrations.RunPython.noop),
        migrations.AddField(
            model_name='claim',
            name='note',
            field=models.CharField(blank=True, default='', max_length=200),
        ),
        migrations.AddField(
            model_name='posting',
            name='sphere',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name='claim',
            name='charge',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='league.charge'),
        ),
        migrations.AlterField(
            model_name='claim',
            name='event',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='league.event'),
        ),
        migrations.AlterField(
            model_name='claim',
            name='kind',
            field=models.CharField(choices=[('stake', 'Einsatz'), ('fine', 'Strafe'), ('donation', '„Spende“ (Strafe)'), ('drinks_round', 'Getränkerunde'), ('entry_fee', 'Startgeld'), ('prize_pot', 'Einsatz für den Preistopf'), ('dues', 'Beitrag'), ('transfer', 'Übernahme')], max_length=12),
        ),
        migrations.AlterField(
            model_name='transaction',
            name='kind',
            field=models.CharField(choices=[('claim', 'Forderung'), ('payment', 'Zahlung'), ('waiver', 'Erlass'), ('prize', 'Preisgeld'), ('expense', 'Ausgabe'), ('income', 'Einnahme'), ('transfer', 'Umbuchung'), ('opening', 'Anfangsbestand'), ('difference', 'Kassendifferenz'), ('other', 'Buchung'), ('reversal', 'Storno')], max_length=10),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.UniqueConstraint(condition=models.Q(('event', None), ('is_current', True)), fields=('key',), name='claim_one_current_without_event'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('charge__isnull', False), ('event__isnull', False), models.Q(('kind__in', ['dues', 'transfer']), _negated=True)), models.Q(('charge', None), ('event', None), ('kind__in', ['dues', 'transfer'])), _connector='OR'), name='claim_has_its_cause'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['stake', 'fine', 'donation', 'drinks_round', 'entry_fee', 'prize_pot', 'dues', 'transfer'])), name='claim_kind'),
        ),
        migrations.AddConstraint(
            model_name='posting',
            constraint=models.UniqueConstraint(fields=('transaction', 'account', 'sphere'), name='posting_once_per_account'),
        ),
        migrations.AddConstraint(
            model_name='posting',
            constraint=models.CheckConstraint(condition=models.Q(('sphere__lte', 4)), name='posting_sphere'),
        ),
        migrations.AddConstraint(
            model_name='transaction',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['claim', 'payment', 'waiver', 'prize', 'expense', 'income', 'transfer', 'opening', 'difference', 'other', 'reversal'])), name='transaction_kind'),
        ),
    ]
