"""Settings of programs that tests start: as usual, but with fast password hashing."""

from config.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
