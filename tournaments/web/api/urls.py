from django.urls import path

from tournaments.web.access import require_permission
from tournaments.web.api import addresses, document
from tournaments.web.api.answers import json_view

urlpatterns = [
    *(one.pattern for one in addresses.ADDRESSES),
    path(
        addresses.BASE + "openapi.json",
        json_view(require_permission("visit", document.openapi)),
        name="data_openapi",
    ),
    path("api/", require_permission("visit", document.documentation), name="data_page"),
]
