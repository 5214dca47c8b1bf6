from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0014_whole_rounds'),
    ]

    operations = [
        migrations.AddField(
            model_name='result',
            name='confirmed_network',
            field=models.CharField(blank=True, default='', max_length=16),
        ),
        migrations.AddField(
            model_name='result',
            name='entered_network',
            field=models.CharField(blank=True, default='', max_length=16),
        ),
    ]
