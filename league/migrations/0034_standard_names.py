from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0033_different_people'),
    ]

    operations = [
        # Django renames a field in no constraint and in no index' condition.
        migrations.RemoveConstraint('seatswap', 'seat_swap_of_two'),
        migrations.RenameField('seatswap', 'one', 'first'),
        migrations.AddConstraint(
            'seatswap',
            models.CheckConstraint(condition=models.Q(('first', models.F('other')), _negated=True), name='seat_swap_of_two'),
        ),
        migrations.RemoveIndex('standingcorrection', 'standing_correction_new'),
        migrations.RenameField('standingcorrection', 'looked_at', 'processed_at'),
        migrations.AddIndex(
            'standingcorrection',
            models.Index(condition=models.Q(('processed_at', None)), fields=['standing'], name='standing_correction_new'),
        ),
    ]
