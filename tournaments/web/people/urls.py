from django.urls import path

from tournaments.web.access import rate_limited, require_permission, require_permission_to_post
from tournaments.web.people.views import known, lists, merging

PLAYERS = "o/<slug:organisation>/players/"
PLAYER = PLAYERS + "<uuid:player>/"
urlpatterns = [
    path(PLAYERS, require_permission("people", known.every), name="players"),
    path(PLAYERS + "pairs/", require_permission("people", merging.pairs), name="players_pairs"),
    path(
        PLAYERS + "import/",
        require_permission("people", rate_limited("players_import", lists.bring)),
        name="players_import",
    ),
    path(
        PLAYERS + "import/preview/",
        require_permission("people", rate_limited("players_preview", lists.preview)),
        name="players_preview",
    ),
    path(PLAYERS + "people.xlsx", require_permission("people", lists.workbook), name="players_workbook"),
    path(PLAYERS + "people.csv", require_permission("people", lists.csv), name="players_csv"),
    path(PLAYERS + "undo/", require_permission_to_post("people", merging.undo), name="players_undo"),
    path(PLAYER, require_permission("people", known.person), name="player"),
    path(PLAYER + "data/", require_permission("people", known.data), name="player_data"),
    path(PLAYER + "opponents/", require_permission("people", known.opponents), name="player_opponents"),
    path(PLAYER + "same/", require_permission("people", merging.choose), name="player_same"),
    path(PLAYER + "same/<uuid:other>/", require_permission("people", merging.merge), name="player_merge"),
]
