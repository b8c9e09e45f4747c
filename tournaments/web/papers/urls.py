from django.urls import path

from tournaments.web.access import rate_limited, require_permission, require_permission_to_post
from tournaments.web.papers import views

PREFIX = "t/<slug:slug>/papers/"
urlpatterns = [
    path(PREFIX, require_permission("print", views.papers_page), name="papers"),
    path(PREFIX + "people/", require_permission("see_day", views.people), name="people_found"),
    path(PREFIX + "rows/", require_permission("print", views.rows), name="paper_rows"),
    path(
        PREFIX + "make/<slug:kind>/",
        require_permission_to_post("print", rate_limited("paper_ask", views.request_paper)),
        name="paper_ask",
    ),
    path(
        PREFIX + "preview/<slug:kind>/",
        require_permission("print", rate_limited("paper_preview", views.preview)),
        name="paper_preview",
    ),
    path(
        PREFIX + "<uuid:uid>/page-1/",
        require_permission("print", rate_limited("paper_preview", views.page_1)),
        name="paper_page_1",
    ),
    path(PREFIX + "<uuid:uid>/", require_permission("print", views.download), name="paper"),
    path(
        PREFIX + "<uuid:uid>/cancel/", require_permission_to_post("print", views.cancel), name="paper_cancel"
    ),
    path(PREFIX + "<uuid:uid>/retry/", require_permission_to_post("print", views.retry), name="paper_retry"),
]
