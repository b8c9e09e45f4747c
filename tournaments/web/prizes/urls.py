from django.urls import path

from tournaments.web.access import rate_limited, require_permission, require_permission_to_post
from tournaments.web.prizes.views import cash, ceremony, lists, prizes

HERE = "t/<slug:slug>/prizes/"
urlpatterns = [
    path(HERE, require_permission("see_day", prizes.prizes_page), name="prizes"),
    path(HERE + "hand/", require_permission_to_post("note_hand", prizes.note_hand), name="prizes_hand"),
    path(
        HERE + "draw/<int:number>/",
        require_permission_to_post("give_prizes", prizes.draw),
        name="prizes_draw",
    ),
    path(
        HERE + "take-back/<int:version>/",
        require_permission_to_post("note_hand", prizes.take_back),
        name="prizes_take_back",
    ),
    path(HERE + "lists/", require_permission("give_prizes", lists.prize_lists), name="prizes_lists"),
    path(
        HERE + "lists/categories/",
        require_permission_to_post("give_prizes", lists.keep_categories),
        name="prizes_categories",
    ),
    path(
        HERE + "lists/clubs/",
        require_permission_to_post("give_prizes", lists.keep_clubs),
        name="prizes_clubs",
    ),
    path(
        HERE + "lists/prizes/",
        require_permission_to_post("give_prizes", lists.keep_prizes),
        name="prizes_keep",
    ),
    path("t/<slug:slug>/cash/", require_permission("register", cash.cash_box_page), name="cash"),
    path("t/<slug:slug>/ceremony/", require_permission("publish", ceremony.ceremony_page), name="ceremony"),
    path("t/<slug:slug>/ceremony/rows/", require_permission("publish", ceremony.rows), name="ceremony_rows"),
    path(
        "t/<slug:slug>/ceremony/make/",
        require_permission_to_post("publish", rate_limited("ceremony_make", ceremony.make)),
        name="ceremony_make",
    ),
]
