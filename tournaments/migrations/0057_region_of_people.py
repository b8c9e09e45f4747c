"""Find the regions of the people that an organisation knows by an index."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0056_fetched_payments"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                condition=models.Q(("erased_at", None)),
                fields=["organisation", "region"],
                name="player_region",
            ),
        ),
    ]
