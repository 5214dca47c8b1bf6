import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0001_initial'),
    ]

    operations = [
        migrations.AlterField(
            model_name='draw',
            name='kind',
            field=models.CharField(choices=[('draw', 'drawn'), ('join', 'joined'), ('leave', 'left'), ('swap', 'Seats swapped'), ('redraw', 'drawn again'), ('right', 'put right')], max_length=6),
        ),
        migrations.CreateModel(
            name='Credit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('own', 'own average'), ('table', 'average of the others'), ('sums', 'totals by hand'), ('nothing', 'nothing')], max_length=7)),
                ('points', models.DecimalField(decimal_places=2, max_digits=6, null=True)),
                ('lost', models.PositiveSmallIntegerField(null=True)),
                ('schock_aus', models.PositiveSmallIntegerField(null=True)),
                ('reason', models.CharField(max_length=200, verbose_name='Reason')),
                ('decided_at', models.DateTimeField()),
                ('withdrawn_at', models.DateTimeField(null=True)),
                ('block', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='credits', to='league.block')),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('participation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.participation')),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.table')),
            ],
            options={
                'ordering': ['block', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('withdrawn_at', None)), fields=('block', 'participation'), name='credit_one_in_force'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='credit_has_a_reason'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'sums'), ('lost__isnull', False), ('points__isnull', False), ('schock_aus__isnull', False)), models.Q(('kind__in', ['own', 'table', 'nothing']), ('lost', None), ('points', None), ('schock_aus', None)), _connector='OR'), name='credit_sums_by_hand')],
            },
        ),
    ]
