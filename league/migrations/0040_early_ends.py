import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0039_wall_names'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            'tournament', 'end_reason', models.CharField(verbose_name='Reason', max_length=200, blank=True, default='')
        ),
        migrations.AddConstraint(
            'tournament',
            models.CheckConstraint(condition=models.Q(('end_reason', ''), ('finished_at__isnull', False), _connector='OR'), name='tournament_ended_early'),
        ),
        migrations.AddField('event', 'removed_at', models.DateTimeField(null=True, blank=True)),
        migrations.AddField(
            'event', 'removed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)
        ),
        migrations.RemoveConstraint('event', 'event_name_once_a_day'),
        migrations.AddConstraint(
            'event',
            models.UniqueConstraint(condition=models.Q(('removed_at', None)), fields=('business_date', 'name'), name='event_name_once_a_day'),
        ),
        migrations.AddConstraint(
            'event',
            models.CheckConstraint(condition=models.Q(('removed_at', None), ('cancelled_at__isnull', False), _connector='OR'), name='event_removed_is_called_off'),
        ),
    ]
