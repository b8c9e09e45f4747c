from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0009_nobody_loses_a_right"),
    ]

    operations = [
        migrations.AlterField(
            model_name="organisation",
            name="slug",
            field=models.SlugField(max_length=80, unique=True),
        ),
    ]
