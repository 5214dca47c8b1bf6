from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('league', '0038_guests_in_standings')]

    operations = [
        migrations.AddField(
            'club', 'wall_names', models.CharField(default='chosen', max_length=6, choices=[('chosen', 'as they are shown in public'), ('first', 'by first name'), ('number', 'by start number, else as a guest with a number')])
        ),
        migrations.AddConstraint(
            'club',
            models.CheckConstraint(condition=models.Q(('wall_names__in', ['chosen', 'first', 'number'])), name='club_wall_names'),
        ),
    ]
