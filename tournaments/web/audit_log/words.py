"""Entries of the audit log in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import registration
from tournaments.models import Act, Round, Stage
from tournaments.publishing.explain import join_names

Changes = Mapping[int, registration.ReplacedPlayer]
# By kind of act; round, table, who and text come from its arguments.
ACT_WORDS: dict[str, Promise] = {
    "create": gettext_lazy("The tournament was created"),
    "describe": gettext_lazy("Name, date, place or paper was changed"),
    "change_rules": gettext_lazy("The rules of the day were changed"),
    "import": gettext_lazy("A list of players was imported"),
    "fix_seat": gettext_lazy("Fixed seat: %(who)s"),
    "withdraw": gettext_lazy("Left: %(who)s"),
    "come_back": gettext_lazy("Arrived: %(who)s"),
    registration.AT_KIOSK: gettext_lazy("Checked in at the kiosk: %(who)s"),
    "partners_drawn": gettext_lazy("Partners were drawn, still to be checked: %(text)s"),
    "partners": gettext_lazy("Partners play together as they were drawn: %(who)s"),
    "substitute": gettext_lazy("Who plays under a number was changed: %(who)s"),
    "leave_out": gettext_lazy("Left out until they arrive: %(who)s"),
    "seat": gettext_lazy("%(round)s was seated"),
    "open": gettext_lazy("%(round)s was opened"),
    "close": gettext_lazy("%(round)s was closed"),
    "swap": gettext_lazy("%(round)s: %(who)s changed seats"),
    "as_played": gettext_lazy("%(round)s: seated as they play"),
    "line_up": gettext_lazy("%(round)s: the line-up of %(who)s was changed"),
    "played_ahead": gettext_lazy(
        "%(round)s, table %(table)s: one extra game, counted as the next one: %(who)s"
    ),
    "extra_game": gettext_lazy("%(round)s, table %(table)s: one game too many, it does not count: %(who)s"),
    "fixtures": gettext_lazy("The fixtures of the league were added to this evening"),
    "protest": gettext_lazy("%(round)s, table %(table)s: %(who)s protests: “%(text)s”"),
    "protest_ruled": gettext_lazy("%(round)s, table %(table)s: ruled on the protest of %(who)s"),
    "make_up": gettext_lazy("%(round)s, table %(table)s: a missed game is made up: %(who)s"),
    "medal_seat": gettext_lazy("%(round)s was seated"),
    "medal_close": gettext_lazy("%(round)s was closed"),
    "medal_open": gettext_lazy("%(round)s was opened again after a correction"),
    "medal_unseat": gettext_lazy("Medal matches were taken back after a correction"),
    "playoffs": gettext_lazy("The playoffs were drawn for %(who)s"),
    "stay_out": gettext_lazy("Here, but not continuing in the playoffs: %(who)s"),
    "playoff_seat": gettext_lazy("Playoffs: matches were seated"),
    "playoff_close": gettext_lazy("Playoffs: matches were closed"),
    "playoff_open": gettext_lazy("Playoffs: matches were opened again after a correction"),
    "playoff_unseat": gettext_lazy("Playoffs: matches were taken back after a correction"),
    "tie_break": gettext_lazy("Medal matches were created for %(who)s"),
    "tie_break_withdraw": gettext_lazy("Medal matches were withdrawn, as %(who)s were no longer tied"),
    "podium": gettext_lazy("The podium moved one step forward, or back"),
    "lift_hidden": gettext_lazy("The hidden games were shown to everybody"),
    "publish": gettext_lazy("The standings were made official"),
    "reopen": gettext_lazy("The day was reopened: its games go on"),
    "publish_files": gettext_lazy("The results were made ready for the Internet"),
    "publish_each_game": gettext_lazy("The sending of results after each closed game was changed"),
    "visibility": gettext_lazy("Who may follow the tournament was changed"),
    "new_link": gettext_lazy("The link for visitors was renewed"),
    "report_columns": gettext_lazy("The columns of the report for the region were chosen"),
    "full_names": gettext_lazy("The choice of full names on the Internet was changed"),
    "restore": gettext_lazy("The day goes on from a copy"),
    "notice": gettext_lazy("Notice to everybody: “%(text)s”"),
    "notice_end": gettext_lazy("The notice was removed"),
    "identity": gettext_lazy("The name, logo, colour or sponsors of the organiser were changed"),
    "wifi": gettext_lazy("The Wi-Fi of the hall was recorded"),
    "online_registration": gettext_lazy("Online registration was changed"),
    "club_links": gettext_lazy("Links for clubs were created"),
    "club_link_ended": gettext_lazy("The link of a club was ended: %(text)s"),
    "fees": gettext_lazy("The fees were changed"),
    "questions": gettext_lazy("The questions asked at registration were changed"),
    "categories": gettext_lazy("The categories of the tournament were changed"),
    "club_teams": gettext_lazy("The ranking of clubs was changed"),
    "prizes": gettext_lazy("The list of prizes was changed"),
    "best_hand": gettext_lazy("A hand was entered for the best hand: %(who)s"),
    "door_prize": gettext_lazy("A door prize was drawn: %(who)s"),
    "card_total": gettext_lazy("The totals of a card were entered: %(who)s"),
    "qualification": gettext_lazy("The number of people who go on was changed"),
    "qualify": gettext_lazy("Who goes on was decided: %(who)s"),
    "cash": gettext_lazy("The cash box was changed"),
    "password": gettext_lazy("A new password was set on the laptop for %(text)s"),
    "update": gettext_lazy("Cheville was updated to version %(text)s on the laptop"),
    "update_failed": gettext_lazy("An update to version %(text)s was abandoned: Cheville runs as before"),
    "update_back": gettext_lazy("Cheville went back to version %(text)s on the laptop"),
    "device_revoke": gettext_lazy("A tablet or phone was shut out"),
    "device_readmit": gettext_lazy("A tablet or phone was let in again"),
    "device_rename": gettext_lazy("A tablet or phone was renamed"),
    "device_move": gettext_lazy("A tablet was moved to table %(table)s"),
    "device_let_in": gettext_lazy("A second tablet was let in at its table"),
    "device_keep": gettext_lazy("Every other tablet of a table was shut out"),
    "device_both": gettext_lazy("The setting for a second tablet at a table was changed"),
    "device_share": gettext_lazy("Table %(table)s may keep several tablets"),
    "device_code": gettext_lazy("Table %(table)s got a new code"),
    "device_phones": gettext_lazy("The setting for reports from players’ own phones was changed"),
    "device_map": gettext_lazy("Tables or the door were moved on the plan of the hall"),
    "device_floor": gettext_lazy("The plan of the hall was changed"),
}
PEOPLE_ARGS = ("entries", "swap", "tied", "seeds")
"""The arguments of acts that are numbers of entries."""


def describe_act(act: Act, names: Mapping[int, str], changed: Changes) -> str:
    """Describe an act in words; the code of the kind if this version of Cheville has no words for it.

    `changed` maps acts in force to what they changed of who plays (`registration.player_changes`).
    """
    if act.undoes is not None:
        return _("Taken back: %(what)s") % {"what": describe_act(act.undoes, names, changed)}
    if one := changed.get(act.version):
        about = {"game": one.from_round, "who": one.instead, "before": one.name, "number": one.number}
        if one.name and one.instead:
            words = _("Number %(number)s: %(who)s plays instead of %(before)s from game %(game)s on")
        elif one.name:
            words = _("%(before)s no longer plays in %(entry)s from game %(game)s on")
        else:
            words = _("%(who)s also plays in %(entry)s from game %(game)s on")
        return words % (about | {"entry": names.get(one.number, f"#{one.number}")})
    numbers = people_of(act.args)  # a person who was drawn into a pair may be under the number of the partner
    people = [names[number] for number in numbers if number in names] or [f"#{number}" for number in numbers]
    return str(ACT_WORDS.get(act.kind, act.kind)) % {
        "round": name_of_round(act.args),
        "table": act.args.get("table") or act.args.get("place") or "",
        "who": join_names(people, len(people)) if people else "",
        "text": act.args.get("text") or act.args.get("name", ""),
    }


def people_of(args: Mapping[str, Any]) -> list[int]:
    """Return the numbers of the entries that an act is about."""
    one = [args["entry"]] if "entry" in args else []
    return [*one, *(number for name in PEOPLE_ARGS for number in args.get(name, []))]


def round_phrase(round_: Round) -> str:
    """Return the name of a round of any stage."""
    if round_.stage.kind == Stage.Kind.PLAYOFF:
        return _("Playoffs, match %(number)s") % {"number": round_.number}
    return name_of_round({"stage": round_.stage.order, "round": round_.number})


def name_of_round(args: Mapping[str, Any]) -> str:
    """Return the name of the round that the arguments of an act name."""
    words = _("Game %(round)s") if args.get("stage", 1) == 1 else _("Medal matches, round %(round)s")
    return words % {"round": args.get("round", "")}
