"""The addresses of the files in `static/`."""

from django.contrib.staticfiles.storage import StaticFilesStorage
from django.utils.functional import cached_property


class StaticFiles(StaticFilesStorage):
    """Django's storage with cached addresses, as a page has fifty of them and half are the same."""

    @cached_property
    def _known(self) -> dict[str | None, str]:
        return {}

    def url(self, name: str | None) -> str:
        if name not in self._known:
            self._known[name] = super().url(name)
        return self._known[name]
