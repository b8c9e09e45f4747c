"""The cache that the processes of a server share. A cache that fails is treated as empty."""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis import RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

AGAIN_AFTER = 5.0
"""The seconds without requests after a failure: a server that hangs delays one page and not all."""

log = logging.getLogger(__name__)


class ForgivingRedisCache(RedisCache):
    """Redis or Valkey as a cache. Failed reads are misses, failed writes are dropped."""

    away_until = 0.0  # shared by the process: every thread has a backend of its own

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        """Set short timeouts, and one retry on a fresh connection, as the server may have restarted."""
        patience = {"socket_connect_timeout": 1, "socket_timeout": 1, "retry": Retry(NoBackoff(), 1)}
        super().__init__(server, {**params, "OPTIONS": {**patience, **params.get("OPTIONS", {})}})

    def _call_or_default(self, work: Callable[..., Any], otherwise: Any, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() < ForgivingRedisCache.away_until:
            return otherwise
        try:
            return work(*args, **kwargs)
        except (RedisError, OSError) as error:
            ForgivingRedisCache.away_until = time.monotonic() + AGAIN_AFTER
            log.warning("The cache is away (%s): nothing is cached meanwhile.", type(error).__name__)
            return otherwise

    def get(self, key, default=None, version=None):
        return self._call_or_default(super().get, default, key, default, version)

    def get_many(self, keys, version=None):
        return self._call_or_default(super().get_many, {}, keys, version)

    def has_key(self, key, version=None):
        return self._call_or_default(super().has_key, False, key, version)

    def add(self, key, value, *args, **kwargs):
        return self._call_or_default(super().add, False, key, value, *args, **kwargs)

    def set(self, key, value, *args, **kwargs):
        return self._call_or_default(super().set, None, key, value, *args, **kwargs)

    def set_many(self, data, *args, **kwargs):
        return self._call_or_default(super().set_many, list(data), data, *args, **kwargs)

    def touch(self, key, *args, **kwargs):
        return self._call_or_default(super().touch, False, key, *args, **kwargs)

    def delete(self, key, version=None):
        return self._call_or_default(super().delete, False, key, version)

    def delete_many(self, keys, version=None):
        return self._call_or_default(super().delete_many, None, keys, version)

    def clear(self):
        return self._call_or_default(super().clear, False)

    def incr(self, key, delta=1, version=None):
        """Add to a number. Raises `ValueError` if it does not exist or cannot be reached."""
        counted = self._call_or_default(super().incr, None, key, delta, version)
        if counted is None:
            raise ValueError(f"Key {key!r} not found")
        return counted
