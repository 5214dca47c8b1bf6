from datetime import timedelta

from django.db import migrations, models


def say_when_it_ends(apps, schema_editor):
    """The clocks that were started: by their plan and the minutes given since."""
    for block in apps.get_model('league', 'Block').objects.filter(started_at__isnull=False):
        minutes = block.settings.get('minutes')
        if minutes is not None:
            block.ends_at = block.started_at + timedelta(minutes=minutes + block.extra_minutes)
            block.save(update_fields=['ends_at'])


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0007_year_ranking'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='block',
            name='block_step_by_step',
        ),
        migrations.AddField(
            model_name='block',
            name='ends_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(say_when_it_ends, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name='block',
            name='extra_minutes',
        ),
        migrations.AddConstraint(
            model_name='block',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('started_at', None), ('released_at__isnull', False), _connector='OR'), models.Q(('ends_at', None), ('started_at__isnull', False), _connector='OR'), models.Q(('sharp_at', None), ('started_at__isnull', False), _connector='OR'), models.Q(('locked_at', None), ('released_at__isnull', False), _connector='OR'), models.Q(('ranked_at', None), ('locked_at__isnull', False), _connector='OR')), name='block_step_by_step'),
        ),
    ]
