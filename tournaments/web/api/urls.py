from collections.abc import Iterator

from django.urls import URLPattern, path

from tournaments.publishing.export_names import VERSIONS
from tournaments.web.access import require_permission
from tournaments.web.api import addresses, document
from tournaments.web.api.answers import json_view, url_name


def addresses_of(version: int) -> Iterator[URLPattern]:
    """Yield the addresses of a version."""
    yield from (one.pattern(version) for one in addresses.ADDRESSES)
    openapi = json_view(require_permission("visit", document.openapi))
    route, name = addresses.base(version) + "openapi.json", url_name("data_openapi", version)
    yield path(route, openapi, {"names": version}, name=name)


urlpatterns = [
    *(pattern for version in VERSIONS for pattern in addresses_of(version)),
    path("api/", require_permission("visit", document.documentation), name="data_page"),
]
