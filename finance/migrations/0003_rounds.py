import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def name_given(apps, schema_editor):
    """Rounds given before this migration were for all their heads, at no evening we know of."""
    Payment = apps.get_model('finance', 'Payment')
    GivenRound = apps.get_model('finance', 'GivenRound')
    GivenHead = apps.get_model('finance', 'GivenHead')
    for payment in Payment.objects.filter(method='given').select_related('transaction'):
        first = payment.allocations.order_by('pk').first()
        if first is None:
            continue
        given = GivenRound.objects.create(
            claim_id=first.claim_id, payment=payment, is_taken_back=payment.is_reversed,
            client_id=payment.client_id, entered_by_id=payment.transaction.entered_by_id,
            entered_at=payment.transaction.entered_at,
        )
        GivenHead.objects.bulk_create(
            GivenHead(given=given, person_id=head.person_id) for head in first.claim.heads.all()
        )


class Migration(migrations.Migration):

    dependencies = [
        ('finance', '0002_tournaments'),
        ('league', '0010_drinks_rounds'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Conversion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='GivenHead',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='GivenRound',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_taken_back', models.BooleanField(default=False)),
                ('client_id', models.CharField(max_length=64)),
                ('entered_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='RoundDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('start', models.DateField(verbose_name='Gilt ab')),
                ('absent_keep', models.BooleanField()),
                ('decided', models.CharField(blank=True, max_length=120, verbose_name='Wer hat das beschlossen?')),
                ('entered_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['-start', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='RoundMove',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('until', models.DateField(verbose_name='Fällig ab')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='Grund')),
                ('moved_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='claim',
            name='drink',
            field=models.CharField(blank=True, default='', max_length=40, verbose_name='Getränk'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.CheckConstraint(condition=models.Q(('drink', ''), ('unit', 'RUNDE'), _connector='OR'), name='claim_drink_of_a_round'),
        ),
        migrations.AddField(
            model_name='conversion',
            name='claim',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='conversion', to='finance.claim'),
        ),
        migrations.AddField(
            model_name='conversion',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='conversions', to='finance.claim'),
        ),
        migrations.AddField(
            model_name='conversion',
            name='waiver',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='conversion', to='finance.payment'),
        ),
        migrations.AddField(
            model_name='givenhead',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.person'),
        ),
        migrations.AddField(
            model_name='givenround',
            name='claim',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='given', to='finance.claim'),
        ),
        migrations.AddField(
            model_name='givenround',
            name='entered_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='givenround',
            name='event',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='given_rounds', to='league.event'),
        ),
        migrations.AddField(
            model_name='givenround',
            name='payment',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='given_rounds', to='finance.payment'),
        ),
        migrations.AddField(
            model_name='givenhead',
            name='given',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='heads', to='finance.givenround'),
        ),
        migrations.AddField(
            model_name='rounddecision',
            name='entered_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='roundmove',
            name='claim',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moves', to='finance.claim'),
        ),
        migrations.AddField(
            model_name='roundmove',
            name='moved_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='conversion',
            constraint=models.CheckConstraint(condition=models.Q(('round', models.F('claim')), _negated=True), name='conversion_of_another_claim'),
        ),
        migrations.AddConstraint(
            model_name='givenround',
            constraint=models.UniqueConstraint(fields=('claim', 'client_id'), name='given_client_id_once'),
        ),
        migrations.AddConstraint(
            model_name='givenround',
            constraint=models.UniqueConstraint(condition=models.Q(('is_taken_back', False), ('payment__isnull', False)), fields=('claim',), name='given_settles_once'),
        ),
        migrations.AddConstraint(
            model_name='givenround',
            constraint=models.CheckConstraint(condition=models.Q(('payment__isnull', False), ('event__isnull', False), _connector='OR'), name='given_in_part_at_an_evening'),
        ),
        migrations.AddConstraint(
            model_name='givenhead',
            constraint=models.UniqueConstraint(fields=('given', 'person'), name='given_head_once'),
        ),
        migrations.RunPython(name_given, migrations.RunPython.noop),
    ]
