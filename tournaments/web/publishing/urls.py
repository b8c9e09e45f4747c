from django.urls import path

from tournaments.web.access import rate_limited, require_permission, require_permission_to_post
from tournaments.web.publishing import views

HERE = "t/<slug:slug>/publish/"
urlpatterns = [
    path(HERE, require_permission("publish", views.publish), name="publish"),
    path(HERE + "rows/", require_permission("publish", views.job_rows), name="publish_rows"),
    path(
        HERE + "make/",
        require_permission_to_post("publish", rate_limited("publish_make", views.make)),
        name="publish_make",
    ),
    path(HERE + "names/", require_permission_to_post("publish", views.declare), name="publish_names"),
    path(
        HERE + "export/<slug:kind>/",
        require_permission("publish", rate_limited("publish_export", views.export)),
        name="publish_export",
    ),
    path(HERE + "press/", require_permission("publish", views.press_page), name="publish_press"),
    path(
        HERE + "press/<slug:name>/",
        require_permission("publish", rate_limited("publish_export", views.press_text)),
        name="publish_press_text",
    ),
    path(HERE + "federation/", require_permission("publish", views.federation), name="publish_federation"),
    path(
        HERE + "columns/", require_permission_to_post("publish", views.choose_columns), name="publish_columns"
    ),
    path(
        HERE + "report/<slug:kind>/",
        require_permission("publish", rate_limited("publish_report", views.report)),
        name="publish_report",
    ),
    path(HERE + "<uuid:uid>/", require_permission("publish", views.download), name="publish_download"),
    path(
        HERE + "<uuid:uid>/cancel/",
        require_permission_to_post("publish", views.cancel),
        name="publish_cancel",
    ),
    path(
        HERE + "<uuid:uid>/retry/", require_permission_to_post("publish", views.retry), name="publish_retry"
    ),
]
