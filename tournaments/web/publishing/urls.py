from django.urls import path

from tournaments.web.access import needs, posts, sparing
from tournaments.web.publishing import views

HERE = "t/<slug:slug>/publish/"
urlpatterns = [
    path(HERE, needs("publish", views.page), name="publish"),
    path(HERE + "rows/", needs("publish", views.job_rows), name="publish_rows"),
    path(HERE + "make/", posts("publish", sparing("publish_make", views.make)), name="publish_make"),
    path(HERE + "names/", posts("publish", views.declare), name="publish_names"),
    path(
        HERE + "export/<slug:kind>/",
        needs("publish", sparing("publish_export", views.export)),
        name="publish_export",
    ),
    path(HERE + "columns/", posts("publish", views.choose_columns), name="publish_columns"),
    path(
        HERE + "report/<slug:kind>/",
        needs("publish", sparing("publish_report", views.report)),
        name="publish_report",
    ),
    path(HERE + "<uuid:uid>/", needs("publish", views.download), name="publish_download"),
    path(HERE + "<uuid:uid>/cancel/", posts("publish", views.cancel), name="publish_cancel"),
    path(HERE + "<uuid:uid>/retry/", posts("publish", views.retry), name="publish_retry"),
]
