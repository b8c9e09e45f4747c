"""Payments for entries: lines that are never changed, as results are."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import User
from tournaments.models.tournament import Tournament


class Payment(models.Model):
    """Money received for an entry, or given back (`cents` below 0); never changed, never deleted.

    `number` counts the payments of the tournament; it is on the receipt. The entry is named by its uid, as
    people keep theirs when they are drawn into a team and parted again. Without `cents` the whole fee was
    paid and its amount was not known then. A mistake is taken back by a line that `corrects` it.
    """

    class How(models.TextChoices):
        CASH = "cash", _("cash")
        CHEQUE = "cheque", _("cheque")
        TRANSFER = "transfer", _("transfer")
        PAID = "paid", _("paid, how not said")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="payments")
    number = models.PositiveIntegerField()
    entry_uid = models.UUIDField()
    cents = models.IntegerField(null=True, blank=True)
    how = models.CharField(max_length=20, choices=How.choices)
    at = models.DateTimeField()
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    corrects = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="corrected_by"
    )

    class Meta:
        ordering = ["tournament_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="payment_number"),
        ]
