from django.urls import path

from tournaments.web.access import rate_limited, require_permission, require_permission_to_post
from tournaments.web.registration.views import (
    check_in,
    event_door,
    event_summary,
    fees,
    importing,
    members,
    partners,
    payments,
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
    path(DOOR, require_permission("register", roster.roster), name="registration"),
    path(f"{DOOR}known/", require_permission("register", roster.suggestions), name="known_players"),
    path(f"{DOOR}house/", require_permission_to_post("register", roster.house), name="house_player"),
    path(
        f"{DOOR}import/",
        require_permission("register", rate_limited("roster_import", importing.bring)),
        name="roster_import",
    ),
    path(
        f"{DOOR}import/preview/",
        require_permission("register", rate_limited("roster_preview", importing.preview)),
        name="roster_preview",
    ),
    path(f"{DOOR}export/", require_permission("register", roster.as_csv), name="roster_export"),
    path(f"{DOOR}export.xlsx", require_permission("register", roster.as_workbook), name="roster_workbook"),
    path(f"{DOOR}teams/", require_permission("register", teams.teams), name="teams"),
    path(f"{DOOR}partners/", require_permission("register", partners.partners), name="partners"),
    path(
        f"{DOOR}partners/draw/",
        require_permission_to_post("register", partners.draw_them),
        name="partners_draw",
    ),
    path(
        f"{DOOR}partners/<int:version>/enter/",
        require_permission_to_post("register", partners.enter),
        name="partners_enter",
    ),
    path(f"{DOOR}receipts/", require_permission("register", payments.receipts), name="receipts"),
    path(f"{DOOR}fees/", require_permission("register", fees.fees_page), name="fees"),
    path(f"{DOOR}fees/set/", require_permission("set_up", fees.choose), name="fees_set"),
    path(f"{DOOR}questions/", require_permission("register", questions.counted), name="questions"),
    path(f"{DOOR}questions/ask/", require_permission("set_up", questions.ask), name="questions_ask"),
    path(
        f"{DOOR}undo/<int:version>/",
        require_permission_to_post("register", roster.undo),
        name="registration_undo",
    ),
    path(
        f"{DOOR}payments/<int:number>/take-back/",
        require_permission_to_post("register", payments.take_back),
        name="payment_take_back",
    ),
    path(PERSON, require_permission("register", person.entry), name="entry"),
    path(f"{PERSON}pay/", require_permission_to_post("register", payments.pay), name="entry_pay"),
    path(f"{PERSON}row/", require_permission("register", roster.edit_row), name="entry_row"),
    path(f"{PERSON}strike/", require_permission_to_post("register", roster.strike), name="strike"),
    path(f"{PERSON}make-up/", require_permission_to_post("run_rounds", person.start), name="entry_make_up"),
    path(f"{PERSON}seat/", require_permission_to_post("register", person.seat), name="entry_seat"),
    path(
        f"{PERSON}leaves/", require_permission("register", person.presence), {"leaves": True}, "entry_leaves"
    ),
    path(
        f"{PERSON}arrives/",
        require_permission("register", person.presence),
        {"leaves": False},
        "entry_arrives",
    ),
    path(
        f"{PERSON}take-over/",
        require_permission_to_post("register", members.take_over),
        name="entry_take_over",
    ),
    path(f"{PERSON}members/", require_permission_to_post("register", members.join), name="entry_join"),
    path(MEMBER, require_permission_to_post("register", members.member), name="entry_member"),
    path(
        f"{MEMBER}substitute/",
        require_permission_to_post("register", members.substitute),
        name="entry_substitute",
    ),
    path("events/<uuid:event>/door/", require_permission("register", event_door.door), name="event_door"),
    path(
        "events/<uuid:event>/summary/",
        require_permission("register", event_summary.summary),
        name="event_summary",
    ),
    path(
        "events/<uuid:event>/summary/file/",
        require_permission("register", event_summary.as_workbook),
        name="event_summary_file",
    ),
    path(CHECK_IN, require_permission("register", check_in.check_in), name="check_in"),
    path(
        CHECK_IN + "everybody/",
        require_permission_to_post("register", check_in.check_everyone_in),
        name="check_in_everybody",
    ),
    path(
        CHECK_IN + "absent/",
        require_permission_to_post("register", check_in.leave_out),
        name="check_in_absent",
    ),
    path(
        CHECK_IN + "<int:number>/",
        require_permission_to_post("register", check_in.tick),
        name="check_in_tick",
    ),
]
