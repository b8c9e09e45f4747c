from django.urls import path

from tournaments.web.access import rate_limited, require_permission, require_permission_to_post
from tournaments.web.prizes import views

PREFIX = "t/<slug:slug>/prizes/"
urlpatterns = [
    path(PREFIX, require_permission("see_day", views.prizes_page), name="prizes"),
    path(PREFIX + "hand/", require_permission_to_post("note_hand", views.note_hand), name="prizes_hand"),
    path(
        PREFIX + "draw/<int:number>/",
        require_permission_to_post("give_prizes", views.draw),
        name="prizes_draw",
    ),
    path(
        PREFIX + "take-back/<int:version>/",
        require_permission_to_post("note_hand", views.take_back),
        name="prizes_take_back",
    ),
    path(PREFIX + "lists/", require_permission("give_prizes", views.prize_lists), name="prizes_lists"),
    path(
        PREFIX + "lists/categories/",
        require_permission_to_post("give_prizes", views.keep_categories),
        name="prizes_categories",
    ),
    path(
        PREFIX + "lists/clubs/",
        require_permission_to_post("give_prizes", views.keep_clubs),
        name="prizes_clubs",
    ),
    path(
        PREFIX + "lists/prizes/",
        require_permission_to_post("give_prizes", views.keep_prizes),
        name="prizes_keep",
    ),
    path("t/<slug:slug>/cash/", require_permission("register", views.cash_box_page), name="cash"),
    path("t/<slug:slug>/ceremony/", require_permission("publish", views.ceremony_page), name="ceremony"),
    path("t/<slug:slug>/ceremony/rows/", require_permission("publish", views.rows), name="ceremony_rows"),
    path(
        "t/<slug:slug>/ceremony/make/",
        require_permission_to_post("publish", rate_limited("ceremony_make", views.make)),
        name="ceremony_make",
    ),
]
