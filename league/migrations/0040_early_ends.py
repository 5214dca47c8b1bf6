from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('league', '0039_wall_names')]

    operations = [
        migrations.AddField(
            'tournament', 'end_reason', models.CharField(verbose_name='Reason', max_length=200, blank=True, default='')
        ),
        migrations.AddConstraint(
            'tournament',
            models.CheckConstraint(condition=models.Q(('end_reason', ''), ('finished_at__isnull', False), _connector='OR'), name='tournament_ended_early'),
        ),
    ]
