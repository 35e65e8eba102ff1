"""The exact commission was cut to whole minor units: both sides of the division were whole."""

import django.db.models.expressions
import django.db.models.functions.comparison
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ledger", "0003_permissions")]
    operations = [
        migrations.SeparateDatabaseAndState(
            # Django cannot change a generated column in its place; PostgreSQL can.
            database_operations=[
                migrations.RunSQL(
                    "ALTER TABLE ledger_commission ALTER COLUMN exact "
                    "SET EXPRESSION AS (base::numeric(24, 4) * rate_bp / 10000)",
                    migrations.RunSQL.noop,
                )
            ],
            state_operations=[
                migrations.AlterField(
                    model_name="commission",
                    name="exact",
                    field=models.GeneratedField(
                        db_persist=True,
                        expression=django.db.models.expressions.CombinedExpression(
                            django.db.models.expressions.CombinedExpression(
                                django.db.models.functions.comparison.Cast(
                                    models.F("base"),
                                    models.DecimalField(decimal_places=4, max_digits=24),
                                ),
                                "*",
                                models.F("rate_bp"),
                            ),
                            "/",
                            models.Value(10000),
                        ),
                        output_field=models.DecimalField(decimal_places=4, max_digits=24),
                    ),
                ),
            ],
        ),
    ]
