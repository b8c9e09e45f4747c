"""Warnings about this computer for its administrator, on every page until the fault is repaired."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.accounts.permissions import AnyUser, may
from tournaments.models import Stage, Tournament
from tournaments.publishing import names
from tournaments.system import clock, disk
from tournaments.transfer import copies
from tournaments.web.navigation_state import NavigationState

NEAR_DAYS = timedelta(days=3)
LONG_ROUND = timedelta(days=20)  # no round lasts so long: it was left open, or the clock is wrong

SystemWarning = dict[str, Any]


def warnings_for(
    user: AnyUser, tournament: Tournament | None, state: NavigationState | None
) -> list[SystemWarning]:
    """Return the warnings for `user`; none for users without rights over the computer, as on a server."""
    if not (may(user, "disk_space") or (settings.LAN_HTTP and may(user, "set_up"))):
        return []
    return [
        *_disk_warnings(user),
        *_copy_warnings(tournament, state),
        *_clock_warnings(state.opened if state else None),
    ]


def folders() -> list[Path]:
    """Return the folders in which Cheville writes on this computer: results, papers, copies."""
    found = [Path(settings.DATA_DIR)]
    if connection.vendor == "sqlite":
        found.insert(0, Path(connection.settings_dict["NAME"]).parent)
    asked = copies.configured_folder()
    return list(dict.fromkeys([*found, asked] if asked else found))


def _disk_warnings(user: AnyUser) -> list[SystemWarning]:
    scarce = [folder for folder in folders() if disk.is_scarce(folder)]
    found = {on.name: (on, folder) for folder in reversed(scarce) if (on := disk.disk_of(folder))}
    return [
        {
            "code": "disk_scarce",
            "text": _(
                "Only %(free)s MB are left on the disk %(disk)s, where %(folder)s is. Free up some space."
            )
            % {"free": on.free // 1_000_000, "disk": on.name, "folder": folder},
            "url": reverse("room") if may(user, "disk_space") else "",
            "label": _("What may be deleted"),
        }
        for on, folder in found.values()
    ]


def _copy_warnings(tournament: Tournament | None, state: NavigationState | None) -> list[SystemWarning]:
    trouble = copies.copy_fault(any_failed=state.copy_failed if state else None)
    if not trouble:
        return []
    named = {"asked": settings.COPIES_DIR, "folder": copies.folder()}
    sentence = {
        "missing": _(
            "The folder %(asked)s for copies is not there: plug the key in again. In the meantime, copies "
            "go to %(folder)s."
        ),
        "elsewhere": _(
            "The last copy is not in the folder %(asked)s. If this message stays: is the key "
            "full, or read-only?"
        ),
        "failed": _("The last copy could not be written to %(folder)s. Cheville tries again every minute."),
    }[trouble]
    url = reverse("copies", args=[tournament.slug]) if tournament else ""
    return [{"code": f"copies_{trouble}", "text": sentence % named, "url": url, "label": _("Copies")}]


def _clock_warnings(opened: datetime | None) -> list[SystemWarning]:
    """Warn if a round was opened long ago or in the future by the clock, or the clock is suspicious."""
    now = timezone.now()
    odd = opened is not None and (now - opened > LONG_ROUND or opened - now > clock.MIN_JUMP)
    if not odd and not _is_clock_wrong():
        return []
    sentence = _(
        "The clock of this computer looks wrong: it says %(now)s. Correct it in the settings "
        "of the computer. Nothing of the day is lost: results, sign-ins and tablets keep "
        "working."
    )
    return [{"code": "clock", "text": sentence % {"now": names.moment(now)}}]


def _is_clock_wrong() -> bool:
    """Return whether the clock is suspicious, and no running tournament shows that it was corrected."""
    if not clock.is_suspicious():
        return False
    today = timezone.localdate()
    these_days = Tournament.objects.filter(
        live=True, example=False, date__range=(today - NEAR_DAYS, today + NEAR_DAYS)
    )
    return not these_days.filter(stages__state=Stage.State.RUNNING).exists()
