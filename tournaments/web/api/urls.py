from django.urls import path

from tournaments.web.access import needs
from tournaments.web.api import addresses, document
from tournaments.web.api.answers import json_view

urlpatterns = [
    *(one.pattern for one in addresses.ADDRESSES),
    path(addresses.BASE + "openapi.json", json_view(needs("visit", document.openapi)), name="data_openapi"),
    path("api/", needs("visit", document.page), name="data_page"),
]
