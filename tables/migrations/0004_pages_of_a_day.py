"""The pages of one gaming day, in the order of time, from an index of their own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0003_log_of_rules"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="coup",
            index=models.Index(
                fields=["gaming_day", "settled_at", "table", "seq"], name="coup_by_day_and_time"
            ),
        ),
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(
                fields=["gaming_day", "recorded_at", "table", "seq"], name="log_by_day_and_time"
            ),
        ),
    ]
