import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('finance', '0001_ledger'),
        ('league', '0004_tournaments'),
    ]

    operations = [
        migrations.AlterField(
            model_name='claim',
            name='kind',
            field=models.CharField(choices=[('stake', 'Einsatz'), ('fine', 'Strafe'), ('donation', '„Spende“ (Strafe)'), ('drinks_round', 'Getränkerunde'), ('entry_fee', 'Startgeld'), ('prize_pot', 'Einsatz für den Preistopf')], max_length=12),
        ),
        migrations.AlterField(
            model_name='transaction',
            name='kind',
            field=models.CharField(choices=[('claim', 'Forderung'), ('payment', 'Zahlung'), ('waiver', 'Erlass'), ('prize', 'Preisgeld'), ('other', 'Buchung'), ('reversal', 'Storno')], max_length=10),
        ),
        migrations.RemoveConstraint(
            model_name='transaction',
            name='transaction_kind',
        ),
        migrations.AddConstraint(
            model_name='transaction',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['claim', 'payment', 'waiver', 'prize', 'other', 'reversal'])), name='transaction_kind'),
        ),
        migrations.CreateModel(
            name='Payout',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cents', models.PositiveIntegerField()),
                ('client_id', models.CharField(max_length=64, unique=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payouts', to='league.event')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payouts', to='league.person')),
                ('prize', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='payouts', to='league.prize')),
                ('transaction', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='payout', to='finance.transaction')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('cents__gt', 0)), name='payout_moves_something')],
            },
        ),
    ]
