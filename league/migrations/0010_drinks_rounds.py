from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0009_registration_cancelled_mail'),
    ]

    operations = [
        migrations.AddField(
            model_name='charge',
            name='drink',
            field=models.CharField(blank=True, default='', max_length=40),
        ),
        migrations.AddField(
            model_name='charge',
            name='payer_counts',
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name='charge',
            constraint=models.CheckConstraint(condition=models.Q(('kind', 'drinks_round'), models.Q(('drink', ''), ('payer_counts', False)), _connector='OR'), name='charge_drink_of_a_round'),
        ),
    ]
