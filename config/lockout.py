"""Wrong passwords: those that lie in the future, as the clock was put back since, hold nobody up."""

from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django.utils import timezone


class Lockout(AxesDatabaseHandler):
    """The handler of django-axes."""

    def get_user_attempts(self, *given: Any, **named: Any) -> Any:
        """Wrong passwords of a while ago up to now."""
        now = timezone.now()
        return [found.filter(attempt_time__lte=now) for found in super().get_user_attempts(*given, **named)]

    def clean_expired_user_attempts(self, *given: Any, **named: Any) -> int:
        """Forget what is long ago, and what has not happened yet."""
        early, _rows = AccessAttempt.objects.filter(attempt_time__gt=timezone.now()).delete()
        return int(early) + super().clean_expired_user_attempts(*given, **named)
