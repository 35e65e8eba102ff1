"""A stored file is read back slice by slice: uncompressed, a slice costs what it weighs."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("ledger", "0004_exact_theory")]
    operations = [
        migrations.RunSQL(
            "ALTER TABLE ledger_export ALTER COLUMN content SET STORAGE EXTERNAL",
            migrations.RunSQL.noop,
        )
    ]
