from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0020_consented_at"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="categories",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
