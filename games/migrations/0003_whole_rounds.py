from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0002_tables_say_what_they_play'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='gamethrows',
            name='game_throws_depth',
        ),
        migrations.AddField(
            model_name='seatthrows',
            name='unseen',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name='gamethrows',
            name='depth',
            field=models.CharField(choices=[('rounds', 'Rounds'), ('hands', 'Hands'), ('throws', 'Throws')], max_length=6),
        ),
        migrations.AddConstraint(
            model_name='gamethrows',
            constraint=models.CheckConstraint(condition=models.Q(('depth__in', ['rounds', 'hands', 'throws'])), name='game_throws_depth'),
        ),
    ]
