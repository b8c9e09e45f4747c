"""Delete the cached results of void matches: those of a withdrawn medal match were kept until now."""

from django.db import migrations


def delete_results(apps, schema_editor):
    apps.get_model("tournaments", "Result").objects.filter(meeting__void_act__isnull=False).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0058_name_letters"),
    ]

    operations = [
        migrations.RunPython(delete_results, migrations.RunPython.noop),
    ]
