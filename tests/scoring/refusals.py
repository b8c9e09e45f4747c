"""The codes of refused calls."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring import DomainError


def error_code(call: Callable[..., Any], *args: Any, **options: Any) -> str:
    """Return the code of the error that a call raises."""
    with pytest.raises(DomainError) as refused:
        call(*args, **options)
    return refused.value.code
