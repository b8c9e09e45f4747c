import hashlib

from django.db import migrations, models


def fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def know_tokens_by_hashes(apps, schema_editor):
    """What a token is known by is no longer the key of its seals."""
    for device in apps.get_model("tournaments", "Device").objects.all():
        keys = [key for key in (*device.earlier_tokens, device.token_hash) if key]
        device.seal_keys = {fingerprint(key): key for key in keys}
        device.earlier_tokens = [fingerprint(key) for key in device.earlier_tokens]
        device.token_hash = fingerprint(device.token_hash)
        device.save(update_fields=["seal_keys", "earlier_tokens", "token_hash"])


def know_tokens_by_keys(apps, schema_editor):
    for device in apps.get_model("tournaments", "Device").objects.all():
        keys = device.seal_keys
        device.earlier_tokens = [keys[token] for token in device.earlier_tokens if token in keys]
        device.token_hash = keys.get(device.token_hash, device.token_hash)
        device.save(update_fields=["earlier_tokens", "token_hash"])


class Migration(migrations.Migration):
    """A copy can hold what a token is known by without the key of its seals; the desk is asked what it cannot check."""

    dependencies = [("tournaments", "0010_organisation_slug")]

    operations = [
        migrations.AddField("device", "seal_keys", models.JSONField(default=dict)),
        migrations.AddField("call", "said", models.JSONField(blank=True, null=True)),
        migrations.AlterField(
            "call",
            "what",
            models.CharField(
                choices=[
                    ("judge", "a judge"),
                    ("others", "others sit there"),
                    ("knock", "wants to be let in"),
                    ("result", "a result to be looked at"),
                ],
                default="judge",
                max_length=10,
            ),
        ),
        migrations.RunPython(know_tokens_by_hashes, know_tokens_by_keys),
    ]
