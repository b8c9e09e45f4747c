"""The addresses with DEBUG: /design/ as well."""

from django.urls import path
from django.views.generic import TemplateView

from config.urls import urlpatterns as with_the_house
from tournaments.web.access import require_permission

urlpatterns = [
    path(
        "design/",
        require_permission("visit", TemplateView.as_view(template_name="design.html")),
        name="design",
    ),
    *with_the_house,
]
