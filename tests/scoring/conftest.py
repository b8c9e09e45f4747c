"""The rule book under hypothesis."""

from hypothesis import settings

from tests.samples import tried

settings.register_profile("sample", tried())
settings.load_profile("sample")
