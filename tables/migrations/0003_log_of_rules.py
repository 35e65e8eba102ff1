"""Finds the rules of a gaming day without reading the whole log of it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0002_door")]
    operations = [
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(
                fields=["gaming_day", "table", "seq"],
                condition=models.Q(("do__in", ["open_sitting", "set_rules"])),
                name="log_of_rules",
            ),
        ),
    ]
