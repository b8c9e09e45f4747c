"""Lock out by failed sign-ins, ignoring those dated in the future because the clock was set back."""

from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt, AccessLog
from django.conf import settings
from django.db.models import Sum
from django.http import HttpRequest
from django.utils import timezone

from tournaments.accounts import rate_limits


def counted_address(request: HttpRequest) -> str:
    """Return the address under which a sign-in is counted: for IPv6, the first of its network."""
    return rate_limits.counted_address(str(request.META.get("REMOTE_ADDR", ""))).partition("/")[0]


class Lockout(AxesDatabaseHandler):
    """The handler of django-axes, with a limit for all names together that are tried from one address."""

    def get_user_attempts(self, *args: Any, **kwargs: Any) -> Any:
        """Return the failed attempts of the cool-off period, without those in the future."""
        now = timezone.now()
        return [found.filter(attempt_time__lte=now) for found in super().get_user_attempts(*args, **kwargs)]

    def get_failures(self, request: Any, credentials: dict[str, Any] | None = None) -> int:
        """Return the failures of a name from an address, or the limit if the address has tried too many.

        A hall may have one address: names that have signed in from it before are counted by themselves alone.
        """
        own = int(super().get_failures(request, credentials))
        name = (credentials or {}).get("username") or request.POST.get("username")
        here = {"ip_address": request.axes_ip_address}
        if self._is_spraying(here) and not AccessLog.objects.filter(username=name, **here).exists():
            return max(own, settings.AXES_FAILURE_LIMIT)
        return own

    def _is_spraying(self, here: dict[str, str]) -> bool:
        now = timezone.now()
        recent = AccessAttempt.objects.filter(
            **here, attempt_time__range=(now - settings.AXES_COOLOFF_TIME, now)
        )
        failures = recent.aggregate(many=Sum("failures_since_start"))["many"] or 0
        return bool(failures >= settings.SIGN_IN_FAILURES_OF_ADDRESS)

    def clean_expired_user_attempts(self, *args: Any, **kwargs: Any) -> int:
        """Delete expired attempts and those in the future."""
        early, _rows = AccessAttempt.objects.filter(attempt_time__gt=timezone.now()).delete()
        return int(early) + super().clean_expired_user_attempts(*args, **kwargs)
