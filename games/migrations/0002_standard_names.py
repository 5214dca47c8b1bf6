from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0001_squashed_0005_scanned_results'),
    ]

    operations = [
        migrations.RenameField('scannedresult', 'said', 'content'),
    ]
