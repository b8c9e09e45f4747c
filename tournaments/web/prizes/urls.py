from django.urls import path

from tournaments.web.access import needs, posts, sparing
from tournaments.web.prizes.views import cash, ceremony, lists, prizes

HERE = "t/<slug:slug>/prizes/"
urlpatterns = [
    path(HERE, needs("see_day", prizes.page), name="prizes"),
    path(HERE + "hand/", posts("note_hand", prizes.note_hand), name="prizes_hand"),
    path(HERE + "draw/<int:number>/", posts("give_prizes", prizes.draw), name="prizes_draw"),
    path(HERE + "take-back/<int:version>/", posts("note_hand", prizes.take_back), name="prizes_take_back"),
    path(HERE + "lists/", needs("give_prizes", lists.page), name="prizes_lists"),
    path(HERE + "lists/categories/", posts("give_prizes", lists.keep_categories), name="prizes_categories"),
    path(HERE + "lists/clubs/", posts("give_prizes", lists.keep_clubs), name="prizes_clubs"),
    path(HERE + "lists/prizes/", posts("give_prizes", lists.keep_prizes), name="prizes_keep"),
    path("t/<slug:slug>/cash/", needs("register", cash.page), name="cash"),
    path("t/<slug:slug>/ceremony/", needs("publish", ceremony.page), name="ceremony"),
    path("t/<slug:slug>/ceremony/rows/", needs("publish", ceremony.rows), name="ceremony_rows"),
    path(
        "t/<slug:slug>/ceremony/make/",
        posts("publish", sparing("ceremony_make", ceremony.make)),
        name="ceremony_make",
    ),
]
