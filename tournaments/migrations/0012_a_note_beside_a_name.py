from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0011_seals_and_tokens"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="note",
            field=models.CharField(blank=True, max_length=200),
        ),
    ]
