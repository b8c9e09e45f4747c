"""Prizes, categories and the cash box of a day; and all that its end asks for, from one button."""

from django.urls import path

from tournaments.views.access import needs, posts, sparing
from tournaments.views.prizes import cash, ending, lists, page

HERE = "t/<slug:slug>/prizes/"
urlpatterns = [
    path(HERE, needs("see_day", page.page), name="prizes"),
    path(HERE + "hand/", posts("note_hand", page.note_hand), name="prizes_hand"),
    path(HERE + "draw/<int:number>/", posts("give_prizes", page.draw), name="prizes_draw"),
    path(HERE + "take-back/<int:version>/", posts("note_hand", page.take_back), name="prizes_take_back"),
    path(HERE + "lists/", needs("give_prizes", lists.page), name="prizes_lists"),
    path(HERE + "lists/categories/", posts("give_prizes", lists.keep_categories), name="prizes_categories"),
    path(HERE + "lists/clubs/", posts("give_prizes", lists.keep_clubs), name="prizes_clubs"),
    path(HERE + "lists/prizes/", posts("give_prizes", lists.keep_prizes), name="prizes_keep"),
    path("t/<slug:slug>/cash/", needs("register", cash.page), name="cash"),
    path("t/<slug:slug>/ceremony/", needs("publish", ending.page), name="ceremony"),
    path("t/<slug:slug>/ceremony/rows/", needs("publish", ending.rows), name="ceremony_rows"),
    path(
        "t/<slug:slug>/ceremony/make/",
        posts("publish", sparing("ceremony_make", ending.make)),
        name="ceremony_make",
    ),
]
