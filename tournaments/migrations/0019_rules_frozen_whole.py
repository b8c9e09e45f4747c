from django.db import migrations

from tournaments.formats.earlier import frozen_whole


def freeze(apps, schema_editor):
    """A stage holds what it left to the file of its format until now."""
    for stage in apps.get_model("tournaments", "Stage").objects.iterator():
        stage.rules = frozen_whole(stage.rules)
        stage.save(update_fields=["rules"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_offered_tokens")]

    operations = [migrations.RunPython(freeze, migrations.RunPython.noop)]
