"""The settings of a program that tests start: as they are, but a password takes no quarter of a second."""

from config.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
