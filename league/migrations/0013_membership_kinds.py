from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def lay_first_kinds(apps: Any, editor: Any) -> None:
    kinds = apps.get_model("league", "MembershipKind")
    for code in ("active", "passive", "supporting"):
        kinds.objects.using(editor.connection.alias).create(code=code, counts_as=code)


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0012_postal_addresses'),
    ]

    operations = [
        migrations.CreateModel(
            name='MembershipKind',
            fields=[
                ('code', models.CharField(max_length=10, primary_key=True, serialize=False)),
                ('name', models.CharField(blank=True, max_length=40)),
                ('counts_as', models.CharField(choices=[('active', 'active'), ('passive', 'passive'), ('supporting', 'supporting')], max_length=10)),
                ('ended_on', models.DateField(null=True)),
            ],
            options={
                'ordering': ['code'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('counts_as__in', ['active', 'passive', 'supporting'])), name='kind_like'),
                    models.CheckConstraint(condition=models.Q(models.Q(('code', models.F('counts_as')), ('name', '')), models.Q(('name', ''), _negated=True), _connector='OR'), name='kind_has_a_name'),
                    models.UniqueConstraint(condition=models.Q(('name', ''), _negated=True), fields=('name',), name='kind_name_unique'),
                ],
            },
        ),
        migrations.RunPython(lay_first_kinds, migrations.RunPython.noop),
        migrations.RemoveConstraint(
            model_name='membership',
            name='membership_kind',
        ),
        migrations.AlterField(
            model_name='membership',
            name='kind',
            field=models.ForeignKey(db_column='kind', on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.membershipkind', verbose_name='Kind'),
        ),
    ]
