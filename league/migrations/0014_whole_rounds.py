from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0013_membership_kinds'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='figurescope',
            name='figure_scope_depth',
        ),
        migrations.RemoveConstraint(
            model_name='result',
            name='result_depth',
        ),
        migrations.AlterField(
            model_name='result',
            name='depth',
            field=models.CharField(choices=[('card', 'Card'), ('rounds', 'Rounds'), ('hands', 'Hands'), ('throws', 'Throws')], default='card', max_length=6),
        ),
        migrations.AddConstraint(
            model_name='figurescope',
            constraint=models.CheckConstraint(condition=models.Q(('depth__in', ['', 'card', 'rounds', 'hands', 'throws'])), name='figure_scope_depth'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(('depth__in', ['card', 'rounds', 'hands', 'throws'])), name='result_depth'),
        ),
    ]
