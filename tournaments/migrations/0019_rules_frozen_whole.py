from collections.abc import Mapping
from typing import Any

from django.db import migrations

# As formats/earlier.py was when this migration was written: a migration imports nothing that may move.
CRIBBAGE: dict[str, Any] = {
    "credited": "pegged",
    "odd_ways": ["house", "bye", "three"],
    "most_at_table": 6,
    "in_a_match": {},
}
GIN: dict[str, Any] = {
    "criteria": ["won", "value"],
    "running": "value",
    "penalised": "value",
    "credited": "value",
    "odd_ways": ["house", "bye"],
    "most_at_table": 2,
    "in_a_match": {"hollywood": False, "hollywood_open": False, "hollywood_letter": False},
}


def frozen_whole(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules of a stage, completed with what the format of that time said."""
    if "criteria" in rules:
        return dict(rules)
    if rules["game"] == "gin":
        return {**rules, **GIN, "v": 2}
    ranks = rules["rank_by"] == "match_points"
    follows = {
        "criteria": [rules["rank_by"], *(rules.get("then", []) if ranks else [])],
        "running": rules["rank_by"],
        "penalised": "match_points" if ranks else "pegged",
    }
    return {**rules, **CRIBBAGE, **follows, "v": 2}


def freeze(apps, schema_editor):
    """A stage holds what it left to the file of its format until now."""
    for stage in apps.get_model("tournaments", "Stage").objects.iterator():
        stage.rules = frozen_whole(stage.rules)
        stage.save(update_fields=["rules"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_offered_tokens")]

    operations = [migrations.RunPython(freeze, migrations.RunPython.noop)]
