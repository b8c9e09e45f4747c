"""The door: the roster, lists brought along, check-in, and the page of a person."""

from django.urls import path

from . import checkin, importing, person, roster

DOOR = "t/<slug:slug>/registration/"

urlpatterns = [
    path(DOOR, roster.roster, name="registration"),
    path(f"{DOOR}known/", roster.known, name="known_players"),
    path(f"{DOOR}house/", roster.house, name="house_player"),
    path(f"{DOOR}import/", importing.bring, name="roster_import"),
    path(f"{DOOR}import/preview/", importing.preview, name="roster_preview"),
    path(f"{DOOR}export/", importing.export, name="roster_export"),
    path(f"{DOOR}undo/<int:version>/", roster.undo, name="registration_undo"),
    path(f"{DOOR}<int:number>/", person.entry, name="entry"),
    path(f"{DOOR}<int:number>/row/", roster.edit_row, name="entry_row"),
    path(f"{DOOR}<int:number>/strike/", roster.strike, name="strike"),
    path(f"{DOOR}<int:number>/seat/", person.seat, name="entry_seat"),
    path(f"{DOOR}<int:number>/leaves/", person.leaves, name="entry_leaves"),
    path(f"{DOOR}<int:number>/arrives/", person.arrives, name="entry_arrives"),
    path("t/<slug:slug>/check-in/", checkin.check_in, name="check_in"),
    path("t/<slug:slug>/check-in/absent/", checkin.leave_out, name="check_in_absent"),
    path("t/<slug:slug>/check-in/<int:number>/", checkin.tick, name="check_in_tick"),
]
