"""Messages for every error code of the rule book and the tournament, each with what to do about it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import DomainError
from tournaments.common.competitors import PLAYERS, count_phrase
from tournaments.common.messages.lists import LIST_MESSAGES, SEAT_MESSAGES, TEAM_MESSAGES
from tournaments.common.messages.other import DESTINATION_MESSAGES, FORMAT_MESSAGES, OTHER_MESSAGES
from tournaments.common.messages.rounds import PENALTY_MESSAGES, ROUND_MESSAGES, RULE_MESSAGES
from tournaments.common.messages.success import SUCCESS_MESSAGES
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS
from tournaments.system.disk import disk_of

SENTENCES: dict[str, Any] = {
    **(OTHER_MESSAGES | RULE_MESSAGES | PENALTY_MESSAGES | LIST_MESSAGES | ROUND_MESSAGES | TEAM_MESSAGES),
    **(DESTINATION_MESSAGES | FORMAT_MESSAGES | SEAT_MESSAGES | SUCCESS_MESSAGES),
    # results of any game (scoring/)
    "one_score_a_side": gettext_lazy("Enter one score for each side."),
    "not_a_whole_number": gettext_lazy(
        "“%(value)s” is not a whole number. Type the points pegged, such as 97."
    ),
    "negative": gettext_lazy("A score cannot be below zero (%(value)s)."),
    "unknown_award": gettext_lazy("Choose forfeit, no-show or interrupted."),
    "unknown_winner": gettext_lazy("Choose which side has won."),
    "unknown_result_version": gettext_lazy(
        "This result was written by another version of Cheville (%(version)s): update this one to read it."
    ),
    "unknown_key": gettext_lazy("“%(key)s” is not part of a result. Nothing was saved."),
    # the score book
    "nonce_used": gettext_lazy(
        "This entry was already used for line %(line)s. Reload the page and enter the result again."
    ),
    "meeting_void": gettext_lazy(
        "These players no longer meet in this game. Reload the page to see who sits there now."
    ),
    "round_not_open": gettext_lazy("Game %(round)s is not being played. Open it before entering results."),
    "no_such_game": gettext_lazy("There is no game %(game)s: this match has at most %(games)s."),
    "game_before_is_open": gettext_lazy("Enter game %(game)s first."),
    "ruled_meanwhile": gettext_lazy(
        "Nothing was saved: another person has decided about this game in the meantime. Look at its lines, "
        "and decide again if that was wrong."
    ),
    "match_has_results": gettext_lazy(
        "Nothing was saved: this match has its results already. To change who has won it, correct one of "
        "them on the page “Enter results”."
    ),
    "match_is_over": gettext_lazy("This match is decided: there is no further game."),
    # the desk
    "points_missing": gettext_lazy("Type the points pegged."),
    "who_won": gettext_lazy("Type who has won: the letter of the seat."),
    "who_really_won": gettext_lazy("Type who has really won: the letter of the seat."),
    "already_entered": gettext_lazy(
        "A result is already in. Correct it if it is wrong: the old line stays readable."
    ),
    "nothing_to_correct": gettext_lazy("There is no result to correct at this table."),
    "says_the_same": gettext_lazy("That result is already in: there is nothing to correct."),
    "no_such_line": gettext_lazy("Line %(line)s is not about this game."),
    "no_such_table": gettext_lazy("There is no table %(table)s in this game."),
    "sits_out": gettext_lazy("%(name)s sits out in this game: there is nothing to enter."),
    "form_incomplete": gettext_lazy("This page is too old to be sent. Reload it and enter the result again."),
    "seats_stay": gettext_lazy(
        "Game %(round)s is already seated: the standings change, the seats stay as they are."
    ),
    "medal_matches_stand": gettext_lazy(
        "Medal matches were made from the standings before. Look at the medals page again."
    ),
    "playoffs_stand": gettext_lazy(
        "The playoffs were drawn from the standings before: the bracket stays as it is."
    ),
    "would_overturn": gettext_lazy(
        "With this result, other players would have played in the match %(matches)s (table %(tables)s), "
        "where results are in. Let it stand; or first remove the results of that match, then enter this one, "
        "and have that match played again or forfeited."
    ),
    "official_stands": gettext_lazy(
        "The official standings stay as they were published until you publish again."
    ),
    # stages
    "rules_stand": gettext_lazy("These rules can no longer be changed, as game 1 is seated: %(rules)s."),
    "rounds_already_seated": gettext_lazy(
        "Game %(round)s is already seated: the day cannot have fewer games."
    ),
    "hidden_too_many": gettext_lazy("The first game is always shown: hide at most %(most)s."),
    "shown_already": gettext_lazy("Everybody has seen every game: what is known cannot be hidden again."),
    # registration
    "name_missing": gettext_lazy("Type a name."),
    "struck_off": gettext_lazy("%(name)s was struck off the list in the meantime: nothing was saved."),
    "changed_meanwhile": gettext_lazy(
        "Another person has changed this since you opened the page: it is now “%(now)s”. Nothing was saved. "
        "Save again if it should be as shown here."
    ),
    "name_too_long": gettext_lazy("A name has at most %(most)s letters."),
    "detail_too_long": gettext_lazy("“%(value)s” is too long: at most %(most)s letters."),
    "paid_how_unknown": gettext_lazy("“%(value)s” is not a way to pay: cash, cheque, transfer or free."),
    "nothing_paid": gettext_lazy("There is no payment, and so no receipt: first enter what was paid."),
    "paid_meanwhile": gettext_lazy(
        "The amounts of %(name)s have changed since you opened the page. Look at them as they are now: "
        "nothing was saved."
    ),
    "nothing_to_pay": gettext_lazy("%(name)s owes nothing: nothing was saved."),
    "refund_too_high": gettext_lazy("%(name)s has not paid that much: type a lower amount to give back."),
    "given_back_already": gettext_lazy("This money was already given back: first take back that entry."),
    "fee_too_high": gettext_lazy("That is more than anybody pays for a day of cards."),
    "not_an_amount": gettext_lazy("“%(value)s” is not an amount. Type dollars and cents, such as 12.50."),
    "seats_too_many_lines": gettext_lazy(
        "This file has more than %(most)s lines. No day needs that many: keep only the lines of its games."
    ),
    "already_seated": gettext_lazy(
        "%(name)s has already been seated: use “Leaves”, so that the games played stay."
    ),
    "already_here": gettext_lazy("%(name)s is already here in that game."),
    "already_gone": gettext_lazy("%(name)s is already away in that game."),
    "no_such_seat": gettext_lazy("There is no seat %(seat)s at table %(table)s."),
    "two_fixed_seats": gettext_lazy(
        "%(name)s already has a fixed seat at table %(table)s: two at one table would meet in every game. "
        "Choose another table."
    ),
    # outputs (tournaments/publishing/outputs/)
    "nothing_to_publish": gettext_lazy("Close a game first: results leave the hall when their game is over."),
    "publish_in_dispute": gettext_lazy(
        "A result of a closed game is in dispute: nothing leaves the hall before it is decided at the desk."
    ),
    "report_hidden": gettext_lazy(
        "Games are hidden until the podium has shown all places: the region does not see them before. Show "
        "the podium to the end, or show everything on the remote control."
    ),
    "official_outdated": gettext_lazy(
        "Results were corrected after the standings were made official. Make them official again under "
        "Medals, then publish."
    ),
    "no_such_tournament": gettext_lazy("There is no tournament “%(slug)s” here."),
    "no_such_report": gettext_lazy("There is no such report of this tournament."),
    "no_such_format": gettext_lazy("“%(format)s” is not a format: csv, xlsx or json."),
    "folder_not_writable": gettext_lazy("Nothing can be written to %(folder)s: %(why)s"),
    "no_such_paper": gettext_lazy("There is no such paper: %(kind)s."),
    "disk_full": gettext_lazy("The disk of the computer is full. Make room on it, then try again."),
    # the disk (tournaments/system/disk.py): errors of writing
    "disk_is_full": gettext_lazy(
        "The disk %(disk)s is full (%(free)s MB left): nothing can be written to %(folder)s. Nothing that "
        "was acknowledged is lost. Make room on that disk, then send this again."
    ),
    "disk_is_failing": gettext_lazy(
        "The disk %(disk)s is failing: %(folder)s could not be written. Take a copy of the tournament with "
        "you, and go on from it on another computer."
    ),
    "disk_is_read_only": gettext_lazy(
        "The disk %(disk)s is read-only at the moment: nothing can be written to %(folder)s. Make it "
        "writable again, then send this again."
    ),
    "paper_gave_up": gettext_lazy(
        "The program that draws papers ended several times over this one. Try again; if it happens again, "
        "tell the person who looks after the server."
    ),
    "queue_away": gettext_lazy(
        "The queue for work in the background does not answer at the moment. Work continues automatically "
        "as soon as it is back."
    ),
    "worker_lost": gettext_lazy(
        "The program that was making it no longer responds. The work starts again automatically."
    ),
    "others_first": gettext_lazy("Others are being made before this one."),
    "no_worker_here": gettext_lazy(
        "The program that you see was started without the part that works in the background. Start it with "
        "“python3 start.py” or “manage.py serve”: what is waiting is then made."
    ),
    "no_worker": gettext_lazy(
        "Nobody has taken it yet: the program that works in the background is not running or is busy. It "
        "will happen automatically as soon as possible; if nothing happens, tell the person who looks "
        "after the server."
    ),
    "takes_long": gettext_lazy("It is taking longer than usual, and is still being worked on."),
    "papers_not_writable": gettext_lazy(
        "The folder “papers” among Cheville’s data cannot be written to. Make it writable, then try again."
    ),
    "paper_no_memory": gettext_lazy(
        "There is too little memory to make it. Close other programs, then try again."
    ),
    "paper_failed": gettext_lazy(
        "It could not be made, because of an error in the program. Try again; if it fails again, tell the "
        "person who looks after Cheville what its window says."
    ),
    # medals
    "games_not_over": gettext_lazy("Medals are decided when all games are closed: %(games)s to go."),
    "results_missing": gettext_lazy(
        "A table has no result (game %(games)s): enter it on the page “Enter results”, under "
        "“Correct an earlier game”."
    ),
    "results_in_dispute": gettext_lazy("Rule on the results in dispute at the desk: %(results)s."),
    "medal_matches_open": gettext_lazy("Medal matches are still being played: %(matches)s."),
    "withdraw_matches_first": gettext_lazy("First withdraw the matches below whose tie no longer exists."),
    "tie_stands": gettext_lazy("There is nothing to withdraw: look at the matches as they stand now."),
    "ties_undecided": gettext_lazy("Create the matches for the ties at these places: %(ranks)s."),
    "cards_not_read": gettext_lazy("Read back the first cards and tick them off: %(cards)s to go."),
    "total_has_changed": gettext_lazy("This card has a different total now. Read it back again."),
    "not_in_this_match": gettext_lazy("%(name)s does not play this match."),
    # playoffs
    "hidden_with_playoffs": gettext_lazy(
        "Playoffs show who is first: nothing can be hidden until the podium. Type 0, or choose no playoffs."
    ),
    "playoffs_count": gettext_lazy("Enter how many are in: a whole number from 2 to 128."),
    "playoffs_wait": gettext_lazy("Playoffs begin when all games are closed: %(games)s to go."),
    "no_playoffs": gettext_lazy("No playoffs were declared in the set-up."),
    "playoffs_so_many": gettext_lazy(
        "Playoffs are for %(fewest)s to %(most)s: now it would be %(who)s. Change who is in, in the set-up."
    ),
    "playoffs_open": gettext_lazy("The playoffs are still being played: %(matches)s matches to go."),
    "playoffs_not_begun": gettext_lazy("The playoffs have not begun."),
    # acts
    "cannot_be_undone": gettext_lazy("This cannot be undone."),
    "already_undone": gettext_lazy("This has been undone already."),
    "undo_later_first": gettext_lazy("Undo the later change first."),
    # copies (tournaments/transfer/copies/)
    "copy_missing": gettext_lazy("Choose the copy again: it ends with .cheville."),
    "copy_unreadable": gettext_lazy(
        "This file is not a copy of a tournament, or only a part of one. Choose another copy."
    ),
    "copy_is_newer": gettext_lazy(
        "This copy was written by a newer Cheville. Update this one, then restore the copy again."
    ),
    "copy_part_missing": gettext_lazy(
        "This copy cannot be restored: its part “%(part)s” is missing or empty. Choose another copy."
    ),
    "copy_part_unknown": gettext_lazy(
        "This copy cannot be restored: its part “%(part)s” is unknown. Choose another copy."
    ),
    "copy_part_broken": gettext_lazy(
        "This copy cannot be restored: in its part “%(part)s” row %(row)s is incomplete or damaged. "
        "Choose another copy."
    ),
    "copy_part_wrong": gettext_lazy(
        "This copy cannot be restored: in its part “%(part)s”, row %(row)s, “%(value)s” is not allowed "
        "under “%(field)s”. Choose another copy."
    ),
    "copy_part_points": gettext_lazy(
        "This copy cannot be restored: in its part “%(part)s”, row %(row)s points under “%(field)s” to "
        "something that is not there. Choose another copy."
    ),
    "copy_part_misfit": gettext_lazy(
        "This copy cannot be restored: in its part “%(part)s”, row %(row)s, what is under “%(field)s” does "
        "not fit the rest. Choose another copy."
    ),
    "copy_here_changed": gettext_lazy(
        "Something happened here since the copy was looked at. Choose the copy again and check it again."
    ),
    "copy_choose": gettext_lazy(
        "Something on this computer is not in the copy. Choose which of the two counts: nothing was done."
    ),
    "copy_does_not_fit": gettext_lazy(
        "This copy cannot be restored: Cheville cannot read %(part)s in it (%(why)s). Choose another copy."
    ),
    # tablets and phones (tournaments/devices/, rounds/scores/submissions.py, api.py)
    "no_such_invitation": gettext_lazy("No invitation has this code. Type it again, or scan the QR code."),
    "too_many_codes": gettext_lazy("Too many wrong codes. Scan the QR code on the sheet, or wait a while."),
    "too_many_joins": gettext_lazy(
        "Too many devices have joined in a short time. Wait a few minutes; what is kept here stays."
    ),
    "unknown_token": gettext_lazy(
        "The desk does not know this device. Scan the code of the table again; what is kept here stays."
    ),
    "device_revoked": gettext_lazy(
        "The desk has shut this device out. Ask at the desk; what is kept here stays."
    ),
    "device_is_out": gettext_lazy(
        "This device was shut out in the meantime, so nothing has changed. To use it again, let it in first."
    ),
    "layout_cell": gettext_lazy("A table can stand at most %(most)s cells from the corner of the map."),
    "layout_taken": gettext_lazy("Two tables, or a table and the door, cannot stand in the same place."),
    "layout_table": gettext_lazy("There is no table %(table)s any more. Look at the map again."),
    "layout_rows": gettext_lazy("Enter how many tables are in a row: from 1 to %(most)s, for instance 8."),
    "device_knocked": gettext_lazy(
        "The desk has shut this device out, and now sees that it asks to be let in. What is kept here stays."
    ),
    "phone_has_no_table": gettext_lazy("A player’s own phone has no table: it follows its player."),
    "not_your_table": gettext_lazy(
        "This device belongs to another table now. Show the result to the desk: it stays here until then."
    ),
    "meeting_not_known": gettext_lazy(
        "The desk does not have this game yet. The result stays here and is sent again."
    ),
    "phones_may_not_report": gettext_lazy(
        "In this tournament results are not taken from players’ own phones. Use the tablet or the paper."
    ),
    "not_for_a_table": gettext_lazy("Only the desk can enter this. Call a judge."),
    "unknown_players": gettext_lazy("One of these players is not in this tournament. Call a judge."),
    "correct_at_the_desk": gettext_lazy(
        "Another person has also entered something for this game: ask the desk."
    ),
    "not_a_result": gettext_lazy(
        "This result cannot be read (%(field)s). It stays on this device: show it to the desk."
    ),
    "bad_code": gettext_lazy("This code is damaged or not from this tournament. Scan it again."),
    "seal_not_known": gettext_lazy(
        "This computer took the place of another and cannot check the code. "
        "The desk decides whether it counts."
    ),
    "too_late": gettext_lazy("Game %(round)s is over: the desk decides whether this counts. It stays here."),
    "other_seats": gettext_lazy(
        "The desk has changed who plays in this game, so this result does not count. "
        "It stays on this device. If the game was played, tell the desk."
    ),
    "too_many_lines": gettext_lazy(
        "This game has so many entries that only the desk enters its result now. Ask the desk."
    ),
    "device_waits": gettext_lazy("Another tablet writes here: this one keeps the result until it is let in."),
    "desk_did_not_take_it": gettext_lazy("The desk has looked at this result and has not taken it."),
    # papers (tournaments/publishing/papers/registry.py)
    "no_game_seated": gettext_lazy("Seat a game first."),
    "nobody_registered": gettext_lazy("Nobody has registered yet."),
    "all_seated": gettext_lazy("All games are seated."),
    "no_such_table_here": gettext_lazy("There is no table “%(table)s” here. Type its number."),
    "no_such_person": gettext_lazy(
        "Nobody was found for “%(typed)s”. Type a number from the list of players, or part of the name."
    ),
    "several_of_that_name": gettext_lazy(
        "“%(typed)s” matches several people. Choose one of the suggestions, or type the number."
    ),
    "no_result": gettext_lazy("No result has been entered yet."),
    "no_game_closed": gettext_lazy("Close game 1 first: only closed games are on this paper."),
    "cross_table_too_large": gettext_lazy("A cross-table has room for 40 players at most."),
    "nobody_asked": gettext_lazy("No questions are asked at registration."),
    # people who help (tournaments/accounts/helpers.py)
    "not_invited": gettext_lazy("This invitation is not known. Scan its code again, or ask for another one."),
    "too_many_invitations": gettext_lazy("Too many wrong invitations. Wait a minute, then try again."),
    "invitation_over": gettext_lazy("This invitation has ended or was used. Ask for another one."),
}


for movement in PAIRING_SYSTEMS.values():
    SENTENCES.update((code, gettext_lazy(text)) for code, text in movement.SENTENCES.items())


def add_sentences(sentences: Mapping[str, Any]) -> None:
    """Add the sentences of a game, or of an optional package, by code.

    Raises `ValueError` if a code is taken.
    """
    taken = SENTENCES.keys() & sentences.keys()
    if taken:
        raise ValueError(f"codes with another sentence already: {sorted(taken)}")
    SENTENCES.update(sentences)


class Sentence(str):
    """A sentence with its code: a page shows both."""

    code: str

    def __new__(cls, text: str, code: str) -> "Sentence":
        made = super().__new__(cls, text)
        made.code = code
        return made


def sentence(code: str, args: Mapping[str, Any] | None = None) -> Sentence:
    """Return the sentence for a code with its numbers and names, in the active language.

    If `args` count `players` or `people`, a sentence may contain `%(who)s`: the count with players or teams,
    by their `kind` (`competitors.count_phrase`).
    """
    args = args or {}
    worded = {
        key: _(", ").join(map(str, value)) if isinstance(value, list | tuple) else value
        for key, value in args.items()
    }
    count = args.get("players", args.get("people"))
    if "who" not in args and isinstance(count, int):
        worded["who"] = count_phrase(count, args.get("kind", PLAYERS))
    return Sentence(str(SENTENCES[code] % worded), code)


def error_sentence(refusal) -> Sentence:
    """Return the sentence for a `DomainError` (anything with `code` and `args_`)."""
    return sentence(refusal.code, refusal.args_)


def validation_error(refusal) -> ValidationError:
    """Convert a `DomainError` to a `ValidationError` of a form, with its code."""
    return ValidationError(error_sentence(refusal), code=refusal.code)


@contextmanager
def errors_to_form(form: BaseForm, field: str | None = None, **by_code: str) -> Iterator[None]:
    """Add a `DomainError` raised inside to a field of `form`, and continue after the block.

    `by_code` names the field of a code; `field` is that of all other codes, None the form as a whole.
    """
    try:
        yield
    except DomainError as refusal:
        form.add_error(by_code.get(refusal.code, field), validation_error(refusal))


def disk_sentence(found: str) -> Sentence:
    """Return the sentence for a fault that `system.disk.fault` found, with disk and data folder."""
    on = disk_of(settings.DATA_DIR)
    disk, free = (on.name, on.free // 1_000_000) if on else ("?", "?")
    return sentence(f"disk_is_{found}", {"disk": disk, "free": free, "folder": str(settings.DATA_DIR)})
