"""The pages of one gaming day, in the order of time, from an index of their own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0005_exports_in_slices"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="commission",
            name="commission_by_day",
        ),
        migrations.RemoveIndex(
            model_name="commission",
            name="commission_by_time",
        ),
        migrations.AddIndex(
            model_name="commission",
            index=models.Index(
                fields=["gaming_day", "table_id", "seq", "number"], name="commission_by_day"
            ),
        ),
        migrations.AddIndex(
            model_name="commission",
            index=models.Index(
                fields=["recorded_at", "table_id", "seq", "number"], name="commission_by_time"
            ),
        ),
        migrations.AddIndex(
            model_name="commission",
            index=models.Index(
                fields=["gaming_day", "recorded_at", "table_id", "seq", "number"],
                name="commission_by_day_and_time",
            ),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                fields=["gaming_day", "recorded_at", "table_id", "seq"],
                name="entry_by_day_and_time",
            ),
        ),
    ]
