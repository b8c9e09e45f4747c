from django.urls import path

from tournaments.web.access import needs, posts, sparing
from tournaments.web.setup.views import dry_runs, pages, seats

urlpatterns = [
    path("new/", needs("create", pages.new_tournament), name="new_tournament"),
    path("new/like/", needs("create", pages.earlier), name="new_like_earlier"),
    path("feasibility/", posts("create", pages.feasibility), name="feasibility"),
    path("t/<slug:slug>/setup/", needs("set_up", pages.setup), name="setup"),
    path("t/<slug:slug>/setup/feasibility/", needs("set_up", pages.feasibility), name="feasibility_of"),
    path("proofs/", posts("create", sparing("proof_ask", dry_runs.ask)), name="proof_ask"),
    path("proofs/<uuid:uid>/", needs("create", dry_runs.proof), name="proof"),
    path("proofs/<uuid:uid>/paper/", needs("create", dry_runs.paper), name="proof_paper"),
    path("t/<slug:slug>/setup/seats/", needs("set_up", sparing("seats_file", seats.page)), name="seats_file"),
    path("t/<slug:slug>/setup/seats/use/", posts("set_up", seats.use), name="seats_file_use"),
    path("t/<slug:slug>/setup/seats/away/", posts("set_up", seats.put_away), name="seats_file_away"),
    path("t/<slug:slug>/setup/seats/model.csv", needs("set_up", seats.model), name="seats_file_model"),
    path("t/<slug:slug>/setup/seats/file.csv", needs("set_up", seats.file), name="seats_file_csv"),
    path("t/<slug:slug>/proof/", needs("set_up", sparing("proof_ask", dry_runs.of_day)), name="proof_of"),
    path("t/<slug:slug>/proof/<uuid:uid>/", needs("set_up", dry_runs.proof), name="proof_of_day"),
    path("t/<slug:slug>/proof/<uuid:uid>/paper/", needs("set_up", dry_runs.paper), name="proof_of_paper"),
    path("t/<slug:slug>/rules/", needs("follow", pages.rules), name="rules"),
    path("t/<slug:slug>/rules/screen/", needs("follow", pages.rules_screen), name="rules_screen"),
]
