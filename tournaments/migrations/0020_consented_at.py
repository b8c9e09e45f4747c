from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0019_rules_frozen_whole"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="consented_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
