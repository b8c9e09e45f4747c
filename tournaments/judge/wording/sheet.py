"""A sheet of gin in a judge's words: who meets whom, each hand, what is paid (rules.md §5 to §7)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.gin.game import Sheet
from scoring.gin.meetings import Meeting, observer
from scoring.gin.rules import GinRules
from scoring.gin.running_sheet import Row, Title
from scoring.gin.score import Score
from scoring.gin.settlement import Payment
from tournaments.games.gin.sheet_lines import ending
from tournaments.judge.wording.figures import points
from tournaments.judge.wording.gin import because
from tournaments.judge.wording.play import player


def mode_name(mode: str) -> str:
    """Return the name of a way to play (rules.md §6)."""
    return {
        "two": _("two"),
        "three": _("three, each alone"),
        "captain": _("captain"),
        "teams": _("two teams"),
    }[mode]


def seats(rules: GinRules) -> str:
    """Return who has which number on the sheet (rules.md §5, §6)."""
    if rules.mode == "three":
        return _(
            "As the draw says: player 1 drew the highest card, player 2 the middle one and deals, player 3 "
            "the lowest and looks on first. Who looks on may only recall a rule."
        )
    if rules.mode == "captain":
        return _(
            "As the draw says: player 1 drew the highest card and is the captain, player 2 the middle one "
            "and deals, player 3 looks on first. These two are team 2; who looks on may be consulted."
        )
    if rules.mode == "teams":
        n = rules.a_side
        said = {"last": n, "first_other": n + 1, "last_other": 2 * n}
        if rules.alternating:
            return (
                _(
                    "Players 1 to %(last)d are team 1, %(first_other)d to %(last_other)d team 2. "
                    "After each hand the players of team 1 move on to their next opponent."
                )
                % said
            )
        return (
            _(
                "Players 1 to %(last)d are team 1, %(first_other)d to %(last_other)d team 2. "
                "They sit face to face in that order."
            )
            % said
        )
    return _("Who wins a hand deals the next; if nobody does, the same again.")


def column(title: Title) -> str:
    """Return the head of a column: the name of its side."""
    if title.code == "captain":
        return _("Captain")
    if title.code == "player":
        return player(title.side)
    return _("Team %(number)d") % {"number": title.side + 1}


def names(meeting: Meeting) -> tuple[str, str]:
    """Return the names of the two players who meet."""
    return player(meeting.players[0]), player(meeting.players[1])


def meeting_line(meeting: Meeting, rules: GinRules) -> str:
    """Return who plays whom in a hand, who deals and who looks on, as far as the rules define it."""
    one, other = names(meeting)
    said = [_("%(one)s against %(other)s.") % {"one": one, "other": other}]
    if meeting.dealer is not None:
        said.append(_("%(player)s deals.") % {"player": player(meeting.dealer)})
    watching = observer(meeting, rules)
    if watching is not None:
        said.append(_("%(player)s looks on.") % {"player": player(watching)})
    return " ".join(said)


def result_lines(row: Row) -> list[tuple[str, str, str]]:
    """Return each result of a hand in a few words, the reasons in words, and the codes of these reasons."""
    return [
        (ending(score, names(meeting)), _why(score), " ".join(reason.code for reason in score.reasons))
        for score, meeting in zip(row.scores, row.meetings, strict=True)
    ]


def _why(score: Score) -> str:
    knocker = 0
    if score.winner is not None:
        knocker = 1 - score.winner if score.how == "undercut" else score.winner
    return " ".join(because(reason, knocker) for reason in score.reasons)


def netted(row: Row, heads: Sequence[str]) -> str:
    """Return the net result of all tables of a hand, where several play (rules.md §6)."""
    if len(row.scores) == 1:
        return ""
    if row.winner is None:
        return _("The tables cancel out: nobody writes, nobody wins the hand.")
    return _("%(side)s writes %(points)d.") % {"side": heads[row.winner], "points": row.points}


def standing(sheet: Sheet, heads: Sequence[str]) -> str:
    """Return the state of the game, in one sentence."""
    said = {"target": sheet.rules.target}
    if not sheet.over:
        if sheet.rules.hollywood:
            return _("Three games to %(target)d at once. The sheet goes on.") % said
        return _("Game to %(target)d. Nobody has reached it yet.") % said
    assert sheet.winner is not None
    if sheet.rules.hollywood:
        side = {"side": heads[sheet.winner]}
        if sheet.values[sheet.winner]:
            return _("All three games are closed: together they go to %(side)s.") % side
        return _("All three games are closed and together level: %(side)s has won more of them.") % side
    wins = _("%(side)s wins: first to %(target)d.") % {"side": heads[sheet.winner], **said}
    if sheet.values[sheet.winner] < 0:
        wins += " " + _("With the hands won the others have more, so the value is below zero.")
    return wins


def payment(paid: Payment) -> str:
    """Return who pays whom how much, and what for (rules.md §6)."""
    said = {"payer": player(paid.payer), "payee": player(paid.payee), "points": points(paid.points)}
    if paid.reason == "shutout":
        return _("%(payer)s won no hand and pays %(payee)s %(points)s.") % said
    return _("%(payer)s pays %(payee)s the difference: %(points)s.") % said
