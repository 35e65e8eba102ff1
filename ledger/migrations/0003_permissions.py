"""What may be allowed to somebody at the books."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("ledger", "0002_promises")]
    operations = [
        migrations.AlterModelOptions(
            name="gamingday",
            options={
                "ordering": ["-date"],
                "permissions": [
                    ("read_books", "Read the books"),
                    ("reconcile", "Reconcile a gaming day"),
                    ("export", "Take reports away as files"),
                    ("close_day", "Close a gaming day"),
                ],
            },
        ),
    ]
