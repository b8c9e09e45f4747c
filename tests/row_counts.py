"""Count the rows of each model that are read: with hundreds of tables a page must not read them all."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db.models import Model
from django.db.models.signals import post_init


@contextmanager
def counted(*models: type[Model]) -> Iterator[Counter[str]]:
    """Count the objects of these models that are made, by the name of the model."""
    made: Counter[str] = Counter()

    def count(sender: type[Model], **_of_it: Any) -> None:
        made[sender.__name__] += 1

    for model in models:
        post_init.connect(count, sender=model)
    try:
        yield made
    finally:
        for model in models:
            post_init.disconnect(count, sender=model)
