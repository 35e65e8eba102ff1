"""The one door: the SQL function that appends a command's outcome, and what guards the log."""

from pathlib import Path

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial"), ("ledger", "0002_promises")]
    operations = [
        migrations.RunSQL(
            Path(__file__).with_suffix(".sql").read_text(), migrations.RunSQL.noop
        )
    ]
