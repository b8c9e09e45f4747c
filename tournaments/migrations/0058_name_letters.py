"""Find known people by the letters of their names, without spaces and signs."""

from django.db import migrations, models
from django.db.models.functions import Replace


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0057_region_of_people"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="player",
            name="player_known",
        ),
        migrations.AddField(
            model_name="player",
            name="letters",
            field=models.GeneratedField(
                db_persist=True,
                expression=Replace(
                    Replace(
                        Replace(Replace("sort_name", models.Value(" ")), models.Value("-")), models.Value("'")
                    ),
                    models.Value("."),
                ),
                output_field=models.CharField(max_length=120),
            ),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                condition=models.Q(("erased_at", None)),
                fields=["organisation", "sort_name", "id", "member_number", "letters"],
                name="player_known",
            ),
        ),
    ]
