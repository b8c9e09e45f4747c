import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

FREE = "free"


def write_lines(apps, schema_editor):
    """Turn what was noted with each entry, and with those drawn into a team, into lines of payments."""
    payment, entry = apps.get_model("tournaments", "Payment"), apps.get_model("tournaments", "Entry")
    member = apps.get_model("tournaments", "Member")
    last: dict[int, int] = {}

    def write(tournament, uid, cents, how, at):
        last[tournament] = last.get(tournament, 0) + 1
        payment.objects.create(
            tournament_id=tournament, number=last[tournament], entry_uid=uid, cents=cents, how=how, at=at
        )

    for one in entry.objects.exclude(paid_how="").order_by("tournament_id", "number").iterator():
        if one.paid_how == FREE:
            entry.objects.filter(pk=one.pk).update(fee_cents=0)
        else:
            write(
                one.tournament_id, one.uid, one.fee_cents, one.paid_how, one.checked_in_at or one.created_at
            )
    drawn = (
        member.objects.exclude(came_as=None).select_related("entry").order_by("entry__tournament_id", "pk")
    )
    for one in drawn.iterator():
        came_as = dict(one.came_as)
        how, uid = came_as.pop("paid_how", ""), came_as.get("uid")
        if how == FREE:
            came_as["fee_cents"] = 0
        elif how and uid:
            at = one.entry.checked_in_at or one.entry.created_at
            write(one.entry.tournament_id, uuid.UUID(uid), came_as.get("fee_cents"), how, at)
        member.objects.filter(pk=one.pk).update(came_as=came_as)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0045_people"),
    ]

    operations = [
        migrations.CreateModel(
            name="Payment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("entry_uid", models.UUIDField()),
                ("cents", models.IntegerField(blank=True, null=True)),
                (
                    "how",
                    models.CharField(
                        choices=[
                            ("cash", "cash"),
                            ("cheque", "cheque"),
                            ("transfer", "transfer"),
                            ("paid", "paid, how not said"),
                        ],
                        max_length=20,
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "corrects",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="corrected_by",
                        to="tournaments.payment",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="payment_number")
                ],
            },
        ),
        migrations.RunPython(write_lines, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name="entry",
            name="paid_how",
        ),
    ]
