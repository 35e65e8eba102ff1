"""The promises of the ledger, in SQL: append-only, balanced at commit, a closed day closed."""

from pathlib import Path

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial")]
    operations = [
        migrations.RunSQL(
            Path(__file__).with_suffix(".sql").read_text(), migrations.RunSQL.noop
        )
    ]
