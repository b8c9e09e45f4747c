"""Lock out by failed sign-ins, ignoring those dated in the future because the clock was set back."""

from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django.utils import timezone


class Lockout(AxesDatabaseHandler):
    """The handler of django-axes."""

    def get_user_attempts(self, *given: Any, **named: Any) -> Any:
        """The failed attempts of the cool-off period, without those in the future."""
        now = timezone.now()
        return [found.filter(attempt_time__lte=now) for found in super().get_user_attempts(*given, **named)]

    def clean_expired_user_attempts(self, *given: Any, **named: Any) -> int:
        """Delete expired attempts and those in the future."""
        early, _rows = AccessAttempt.objects.filter(attempt_time__gt=timezone.now()).delete()
        return int(early) + super().clean_expired_user_attempts(*given, **named)
