from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0048_letters_to_registrants"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                condition=models.Q(("on_list", True)),
                fields=["organisation", "sort_name"],
                name="player_on_list",
            ),
        ),
    ]
