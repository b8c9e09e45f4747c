from django.urls import path

from tournaments.web.access import rate_limited, require_permission, require_permission_to_post
from tournaments.web.setup.views import dry_runs, pages, seats

urlpatterns = [
    path("new/", require_permission("create", pages.new_tournament), name="new_tournament"),
    path("new/like/", require_permission("create", pages.earlier), name="new_like_earlier"),
    path("feasibility/", require_permission_to_post("create", pages.feasibility), name="feasibility"),
    path("t/<slug:slug>/setup/", require_permission("set_up", pages.setup), name="setup"),
    path(
        "t/<slug:slug>/setup/feasibility/",
        require_permission("set_up", pages.feasibility),
        name="feasibility_of",
    ),
    path(
        "proofs/",
        require_permission_to_post("create", rate_limited("dry_run_ask", dry_runs.ask)),
        name="dry_run_ask",
    ),
    path("proofs/<uuid:uid>/", require_permission("create", dry_runs.result), name="dry_run"),
    path("proofs/<uuid:uid>/paper/", require_permission("create", dry_runs.paper), name="dry_run_paper"),
    path(
        "t/<slug:slug>/setup/seats/",
        require_permission("set_up", rate_limited("seats_file", seats.seats_file_page)),
        name="seats_file",
    ),
    path(
        "t/<slug:slug>/setup/seats/use/",
        require_permission_to_post("set_up", seats.use),
        name="seats_file_use",
    ),
    path(
        "t/<slug:slug>/setup/seats/away/",
        require_permission_to_post("set_up", seats.put_away),
        name="seats_file_away",
    ),
    path(
        "t/<slug:slug>/setup/seats/model.csv",
        require_permission("set_up", seats.model),
        name="seats_file_model",
    ),
    path(
        "t/<slug:slug>/setup/seats/file.csv", require_permission("set_up", seats.file), name="seats_file_csv"
    ),
    path(
        "t/<slug:slug>/proof/",
        require_permission("set_up", rate_limited("dry_run_ask", dry_runs.tournament_dry_run)),
        name="tournament_dry_run",
    ),
    path(
        "t/<slug:slug>/proof/<uuid:uid>/",
        require_permission("set_up", dry_runs.result),
        name="tournament_dry_run_result",
    ),
    path(
        "t/<slug:slug>/proof/<uuid:uid>/paper/",
        require_permission("set_up", dry_runs.paper),
        name="tournament_dry_run_paper",
    ),
    path("t/<slug:slug>/rules/", require_permission("follow", pages.rules), name="rules"),
    path(
        "t/<slug:slug>/rules/screen/", require_permission("follow", pages.rules_screen), name="rules_screen"
    ),
]
