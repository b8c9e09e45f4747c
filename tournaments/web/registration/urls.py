from django.urls import path

from tournaments.web.access import needs, posts, sparing
from tournaments.web.registration.views import (
    check_in,
    exporting,
    importing,
    make_up,
    members,
    partners,
    person,
    questions,
    roster,
    teams,
)

DOOR = "t/<slug:slug>/registration/"
PERSON = f"{DOOR}<int:number>/"
MEMBER = f"{PERSON}members/<int:position>/"
CHECK_IN = "t/<slug:slug>/check-in/"

urlpatterns = [
    path(DOOR, needs("register", roster.roster), name="registration"),
    path(f"{DOOR}known/", needs("register", roster.known), name="known_players"),
    path(f"{DOOR}house/", posts("register", roster.house), name="house_player"),
    path(
        f"{DOOR}import/", needs("register", sparing("roster_import", importing.bring)), name="roster_import"
    ),
    path(
        f"{DOOR}import/preview/",
        needs("register", sparing("roster_preview", importing.preview)),
        name="roster_preview",
    ),
    path(f"{DOOR}export/", needs("register", exporting.as_csv), name="roster_export"),
    path(f"{DOOR}export.xlsx", needs("register", exporting.as_workbook), name="roster_workbook"),
    path(f"{DOOR}teams/", needs("register", teams.teams), name="teams"),
    path(f"{DOOR}partners/", needs("register", partners.partners), name="partners"),
    path(f"{DOOR}partners/draw/", posts("register", partners.draw_them), name="partners_draw"),
    path(f"{DOOR}partners/<int:version>/enter/", posts("register", partners.enter), name="partners_enter"),
    path(f"{DOOR}questions/", needs("register", questions.counted), name="questions"),
    path(f"{DOOR}questions/ask/", needs("set_up", questions.ask), name="questions_ask"),
    path(f"{DOOR}undo/<int:version>/", posts("register", roster.undo), name="registration_undo"),
    path(PERSON, needs("register", person.entry), name="entry"),
    path(f"{PERSON}row/", needs("register", roster.edit_row), name="entry_row"),
    path(f"{PERSON}strike/", posts("register", roster.strike), name="strike"),
    path(f"{PERSON}make-up/", posts("run_rounds", make_up.start), name="entry_make_up"),
    path(f"{PERSON}seat/", posts("register", person.seat), name="entry_seat"),
    path(f"{PERSON}leaves/", needs("register", person.presence), {"leaves": True}, "entry_leaves"),
    path(f"{PERSON}arrives/", needs("register", person.presence), {"leaves": False}, "entry_arrives"),
    path(f"{PERSON}take-over/", posts("register", members.take_over), name="entry_take_over"),
    path(f"{PERSON}members/", posts("register", members.join), name="entry_join"),
    path(MEMBER, posts("register", members.member), name="entry_member"),
    path(f"{MEMBER}substitute/", posts("register", members.substitute), name="entry_substitute"),
    path(CHECK_IN, needs("register", check_in.check_in), name="check_in"),
    path(CHECK_IN + "everybody/", posts("register", check_in.everybody), name="check_in_everybody"),
    path(CHECK_IN + "absent/", posts("register", check_in.leave_out), name="check_in_absent"),
    path(CHECK_IN + "<int:number>/", posts("register", check_in.tick), name="check_in_tick"),
]
