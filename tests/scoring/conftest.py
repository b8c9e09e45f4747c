"""The rule book under hypothesis: a busy machine is no fault of a rule, so no example is timed."""

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
