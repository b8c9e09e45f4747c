"""Sentences about declared rules: movement, ties, odd field, missed games, forfeits."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import boards
from scoring import match as matches
from scoring.criteria import OPPONENT_CRITERIA, credited_index, is_undeclared
from scoring.games import GAMES
from tournaments.common.messages import sentences
from tournaments.common.messages.sentences import Sentence
from tournaments.games.criteria import NAMES, SIGNED, criteria_in_words
from tournaments.pairing import pairing_systems
from tournaments.pairing.pairing_systems import Tables
from tournaments.standings.cards import POINTS_LEFT

Rules = dict[str, Any]


def points(count: int) -> str:
    """Format a number of points in words; below zero with U+2212, the minus sign."""
    words = ngettext("%(count)d point", "%(count)d points", abs(count)) % {"count": count}
    return words.replace("-", "\N{MINUS SIGN}") if count < 0 else words


def criteria_sentence(rules: Rules) -> str:
    """Describe the criteria in the organiser's order, and how unplayed games count in those of the opponents.

    See rules.md §4.
    """
    parts = [_("In this order: %(criteria)s.") % {"criteria": criteria_in_words(rules["criteria"])}]
    if set(OPPONENT_CRITERIA) & set(rules["criteria"]):
        parts.append(
            _(
                "A bye or a missed game counts there as an opponent who has won as many games as the player "
                "has."
            )
            if rules["byes_as"] == "own"
            else _("A bye or a missed game counts for nothing there.")
        )
        parts.append(
            _("A game that was not played out counts there as a bye does.")
            if rules["forfeits_as"] == "byes"
            else _("A game that was not played out counts there as a game against the opponent seated.")
        )
    parts.append(declared_left_sentence(rules))
    return " ".join(filter(None, parts))


def ranking_in_words(rules: Rules, usual: str) -> Iterator[tuple[str, str]]:
    """Yield heading and sentence of the ranking: `usual`, unless the organiser has put criteria in order."""
    yield _("The ranking"), criteria_sentence(rules) if rules.get("order") else usual


def game_announcements(
    rules: Rules, games: str, played: Iterable[tuple[Any, Any]]
) -> Iterator[tuple[Any, Any]]:
    """Yield what is announced of a game whose sides end with a number.

    `games` says how many are played, `played` are headings and sentences about the play and the ranking.
    """
    yield _("The games"), games
    yield from match_in_words(rules)
    if moves := movement_sentence(rules):
        yield _("Who moves"), moves
    yield from played
    yield _("Ties"), ties_sentence(rules)
    yield from left_over_in_words(rules)
    yield from absence_in_words(rules)


def declared_left_sentence(rules: Rules) -> str:
    """Describe how declared points count if points left rank, the fewest first; empty if they do not."""
    if POINTS_LEFT not in rules["criteria"]:
        return ""
    return _(
        "Declared points count as pegged: what they lack to %(target)d is left. With 0 points, "
        "%(target)d are left."
    ) % {"target": rules["target"]}


def credits_sentence(rules: Rules) -> Sentence:
    """Describe how points declared for a bye or a missed game affect the ranking; the code says when."""
    order, at = rules["criteria"], credited_index(rules)
    if at is None:
        return Sentence(
            _(
                "What ranks: %(criteria)s. Points for a game sat out or missed would count nowhere: none "
                "are asked for."
            )
            % {"criteria": criteria_in_words(order)},
            "never",
        )
    named = {"criterion": NAMES[order[at]], "before": criteria_in_words(order[:at])}
    if at:
        sentence = _("What ranks first: %(before)s. These points count only after it (%(criterion)s).")
    elif order[at] in SIGNED:
        sentence = _(
            "These points rank (%(criterion)s). With 0, a game that is not played adds nothing and takes "
            "nothing away."
        )
    else:
        sentence = _(
            "These points rank (%(criterion)s). With 0, a person who sits out or misses one game more than "
            "the others falls behind by the points of a game."
        )
    return Sentence(sentence % named, "later" if at else "first")


def movement_sentence(rules: Rules) -> str:
    """Describe who moves after a game.

    A winner may have to move too, to the table of three, to sit out, or to the house player.
    """
    movement = pairing_systems.PAIRING_SYSTEMS[rules["movement"]]
    code = movement.CODES["wall"]
    sentence = str(sentences.sentence(code)) if code else ""
    turn = movement.WINNERS_STAY and {
        "three": _("At times a winner moves too, when it is that player’s turn at the table of three."),
        "bye": _("At times a winner moves too, when it is that player’s turn to sit out."),
        "house": _("At times a winner moves too, when it is that player’s turn to meet the house player."),
    }.get(rules["odd"])
    return f"{sentence} {turn}" if turn else sentence


def match_sentence(rules: Rules) -> str:
    """Describe a match: what is played at a table in one round, and which games of it count (rules.md §3.3).

    Empty if a round is one game.
    """
    match = matches.read_match(rules)
    if not match.several:
        return ""
    by_points = _("The side with more match points from them has won the match.")
    by_games = _("The side that has won more of them has won the match.")
    parts = [
        {
            "fixed": _("In each round the same opponents play %(n)s games, all of them."),
            "best_of": _("In each round the same opponents play a match: best of %(n)s games."),
            "first_to": _("In each round the same opponents play a match: first to %(n)s match points."),
        }[match.kind]
        % {"n": match.n}
    ]
    if match.kind == "fixed":
        parts.append(by_points if match.by == "points" else by_games)
    if GAMES[rules["game"]].wins_match_at(rules) is not None:
        parts.append(_("A triple skunk wins the match at once."))
    parts.append(_("All of its games count. Nobody moves before the match is over."))
    if "matches_won" in rules["criteria"] and rules["odd"] == "bye":
        parts.append(
            {
                "nothing": _("Sitting out a round does not count as a match won."),
                "half": _("Sitting out a round counts as half a match won."),
                "won": _("Sitting out a round counts as a match won."),
            }[match.bye]
        )
    return " ".join(parts)


def boards_sentence(rules: Rules) -> str:
    """Describe team matches on boards and their points (rules.md §14); empty if there are none."""
    on_boards = boards.read_boards(rules)
    if on_boards is None:
        return ""
    by = {
        "won": _(
            "The team that has won more boards has won the match; a tied board counts as half a board for "
            "each."
        ),
        "match_points": _("The match points of all boards decide the match."),
        "pegged": _("The points of all boards decide the match."),
    }[on_boards.by]
    won, level, lost = on_boards.points
    worth = {"won": won, "level": level, "lost": lost}
    parts = [
        _("Team against team on %(count)d boards: on each, one member of a team meets one of the other.")
        % {"count": on_boards.count},
        by,
        _("Team points: %(won)s for a match won, %(level)s tied, %(lost)s lost.") % worth,
        _("A team says before each game who plays on which board; a board left empty is a forfeit."),
    ]
    if rules["odd"] == "bye":
        sat_out = {
            "won": _("Sitting out counts as a match won."),
            "level": _("Sitting out counts as a tied match."),
            "nothing": _("Sitting out gives no team points."),
        }
        parts.append(sat_out[on_boards.bye])
    return " ".join(parts)


def match_in_words(rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield heading and sentence of the match of a round; nothing if it is one game."""
    if match := match_sentence(rules):
        yield _("The match"), match
    if teams := boards_sentence(rules):
        yield _("Teams on boards"), teams


def slip_match_sentence(rules: Rules) -> str:
    """Describe briefly on a slip when a match ends; empty if a round is one game."""
    match = matches.read_match(rules)
    if not match.several:
        return ""
    ends = {
        "fixed": _("All %(n)s games are played."),
        "best_of": _("It is over with %(needed)s games won."),
        "first_to": _("It is over at %(n)s match points."),
    }[match.kind] % {"n": match.n, "needed": match.n // 2 + 1}
    if GAMES[rules["game"]].wins_match_at(rules) is None:
        return ends
    at_once = _("A triple skunk wins it at once.")
    return f"{ends} {at_once}"


def bracket_ranking() -> Iterator[tuple[str, str]]:
    """Yield heading and sentence of the ranking if only a bracket is played."""
    yield _("The ranking"), _("The bracket gives the places: those out in the same round share the rank.")


def ties_sentence(rules: Rules) -> str:
    """Describe how ties are decided (rules.md §4)."""
    if rules["criteria"][-1] == "lot" and "played_match" not in rules["criteria"]:
        return _("The lot decides; the number that it follows from is given with each rank.")
    if not rules["medals"]:
        return _("Tied players share the rank (1, 2, 2, 4).")
    if rules["medals"] == 3:
        decided = _("A tie for 1st, 2nd or 3rd place: a best of three decides.")
    else:
        places = {"medals": rules["medals"]}
        decided = _("A tie for one of the first %(medals)d places: a best of three decides.") % places
    if rules["criteria"][-1] == "lot":
        lot = _("Elsewhere the lot decides; the number that it follows from is given with each rank.")
        return f"{decided} {lot}"
    return decided + " " + _("Elsewhere tied players share the rank (1, 2, 2, 4).")


def odd_sentence(rules: Rules) -> str:
    """Describe the rule for an odd field, or for people for whom there is no full table."""
    if Tables.from_rules(rules).left_over > 1:
        sentence = _("The player left over sits out. Nobody sits out twice before everybody has once.")
        if rules["bye_credit"] is None:
            return sentence
        credit = {"points": points(rules["bye_credit"])}
        return sentence + " " + _("Sitting out a game gives %(points)s, not a win.") % credit
    if rules["odd"] == "house":
        return _(
            "A house player takes the empty seat and is not ranked; games against the house player count. "
            "Nobody has a second one before everybody has had one."
        )
    if rules["odd"] == "bye" and not rules["bye_credit"] and credited_index(rules) is None:
        return _("One sits out each game. Nobody sits out twice before everybody has once.")
    if rules["odd"] == "bye" and not is_undeclared(rules, "bye_credit"):
        credit = {"points": points(rules["bye_credit"])}
        return (
            _(
                "One sits out each game and gets %(points)s, not a win. "
                "Nobody sits out twice before everybody has once."
            )
            % credit
        )
    if rules["odd"] == "three":
        return _(
            "One table plays with three, seats A, B and C: one wins, two lose. "
            "Nobody plays there twice before everybody has once."
        )
    return _("The organiser announces before game 1 what happens.")


def left_over_in_words(rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield heading and sentence for people for whom there is no table; nothing if there cannot be any."""
    if left_over := Tables.from_rules(rules).left_over:
        yield _("Odd number") if left_over == 1 else _("Who is left over"), odd_sentence(rules)


def absence_in_words(rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield headings and sentences for absent people; those of missed games only if there are rounds."""
    if rules["missed"] is not None and rules["rounds"]:
        yield _("A missed game"), missed_sentence(rules)
    if None not in rules["forfeit"].values():
        yield _("A forfeit"), forfeit_sentence(rules)


def missed_sentence(rules: Rules) -> str:
    """Describe the points of a missed game."""
    credit = {"points": points(rules["missed"])}
    if rules.get("made_up"):
        return _missed_game_sentence(rules, credit) + " " + _("A missed game can be made up later.")
    return _missed_game_sentence(rules, credit)


def _missed_game_sentence(rules: Rules, credit: dict[str, str]) -> str:
    if rules.get("withdrawn") == "removed":
        sentence = _("Anyone who comes late gets %(points)s for each game missed, not a win.") % credit
        return sentence + " " + removed_sentence()
    return (
        _("Anyone who comes late or leaves early gets %(points)s for each game missed, not a win.") % credit
    )


def removed_sentence() -> str:
    """Describe the effect of leaving, in a format that takes such people out (rules.md §4)."""
    return _(
        "Anyone who leaves before the last game is removed from the standings; the opponents keep what "
        "they have from those games."
    )


def not_ranking_sentence(rules: Rules, plain_win: str) -> str:
    """Describe the use of declared points if match points rank; empty if nothing is declared.

    `plain_win` is the text of the match points of a win without a skunk.
    """
    parts = []
    if rules["missed"] or (rules["odd"] == "bye" and rules["bye_credit"]):
        never = credited_index(rules) is None
        parts.append(
            _("Points for a game sat out or missed are on the card and do not rank.")
            if never
            else _("Points for a game sat out or missed count only if what ranks first leaves people tied.")
        )
    if None not in rules["forfeit"].values():
        parts.append(_("A game won by forfeit is worth %(worth)s.") % {"worth": plain_win})
    return " ".join(parts)


def forfeit_sentence(rules: Rules) -> str:
    """Describe the points of a forfeit for both sides."""
    forfeit = {side: points(count) for side, count in rules["forfeit"].items()}
    return (
        _("Anyone who does not come or gives up gets %(absent)s; the opponent wins and gets %(present)s.")
        % forfeit
    )
