"""Sentences for every error code of cribbage: match points, the show, the play, results."""

from typing import Any

from django.utils.translation import gettext_lazy

CRIBBAGE_MESSAGES: dict[str, Any] = {
    # match points (scoring/match_points.py)
    "unknown_match_point_table": gettext_lazy("There is no table of match points named “%(name)s”."),
    "match_points_whole_numbers": gettext_lazy(
        "Give four whole numbers: for a win, a skunk, a double and a triple skunk."
    ),
    "win_worth_nothing": gettext_lazy("A win must be worth at least one match point."),
    "skunk_worth_less": gettext_lazy("A skunk cannot be worth less than a plain win."),
    "skunk_lines_whole_numbers": gettext_lazy(
        "Skunk lines are at most three whole numbers below %(target)s."
    ),
    "skunk_lines_descending": gettext_lazy(
        "Give the skunk lines from the highest to the lowest, such as 91, 61, 31."
    ),
    "match_points_too_high": gettext_lazy("A win cannot be worth more than %(most)s match points."),
    "triple_yes_or_no": gettext_lazy("Say whether a triple skunk wins the match: yes or no."),
    "unknown_several_losers": gettext_lazy(
        "Choose whose points make a skunk of three or more sides: all losers, any of them, or nobody."
    ),
    # the show, the deal and the play (scoring/cribbage/show.py, deal.py, play.py, pegging.py)
    "one_starter": gettext_lazy("The starter is a single card; %(given)s were given."),
    "number_of_players": gettext_lazy(
        "%(players)s players cannot play this: 2 to 6 can (not 5 by FADOQ rules)."
    ),
    "number_of_teams": gettext_lazy("%(players)s players cannot form %(teams)s teams."),
    "unknown_dealer": gettext_lazy("Say which of the %(players)s players deals."),
    "unknown_cut": gettext_lazy("Choose who cuts: the right or the left of the dealer, or the non-dealer."),
    "unknown_player": gettext_lazy("There is no player %(player)s at this table."),
    "unknown_gos": gettext_lazy("Choose whether every go is written down or follows from the cards."),
    "hands_unlike_players": gettext_lazy("There are %(players)s players and %(hands)s hands."),
    "sides_unlike_players": gettext_lazy("Say for each of the %(players)s players which side they are on."),
    "impossible_target": gettext_lazy("“%(target)s” is not a target: a game goes to 121 or 61."),
    "impossible_score": gettext_lazy(
        "A game cannot go on from “%(score)s”: a score is from 0 to less than %(target)s."
    ),
    "over_31": gettext_lazy(
        "%(card)s would pass 31: the count is %(count)s. Player %(player)s lays another or says go."
    ),
    "not_held": gettext_lazy("Player %(player)s does not hold %(card)s."),
    "no_cards_left": gettext_lazy("Player %(player)s has no card left: %(card)s belongs to another player."),
    "not_in_turn": gettext_lazy("It is the turn of player %(turn)s."),
    "go_while_able": gettext_lazy(
        "Player %(player)s cannot say go at %(count)s: %(card)s can be laid, so a card must be."
    ),
    "go_too_early": gettext_lazy(
        "Nobody can say go at %(count)s: with a count of %(most)s or less every card can be laid."
    ),
    "play_over": gettext_lazy("The play is over: no card and no go can follow."),
    "claimed_too_much": gettext_lazy("“%(claimed)s” cannot be claimed: this is worth %(worth)s."),
    "muggins_not_played": gettext_lazy("Muggins is not played today: points that were not claimed are lost."),
    "muggins_nothing_left": gettext_lazy("Nothing was overlooked here: there is nothing to take."),
    "muggins_own_points": gettext_lazy("Muggins takes the points of an opponent, not one’s own."),
    "cribbage_six_alone": gettext_lazy(
        "Six at a table play as partners: choose at most five, or a format for six."
    ),
    # two cards (scoring/two_cards.py)
    "two_cards_of_two": gettext_lazy(
        "Two cards are compared where two play each other: choose two at a table, and no table of three."
    ),
    "two_cards_one_game": gettext_lazy("Two cards are compared game by game: choose one game a round."),
    "two_cards_exact": gettext_lazy(
        "A card says the spread to 121: choose that the winner is written at exactly the target."
    ),
    "two_cards_no_table": gettext_lazy("A card says match points: choose what a win is worth, such as ACC."),
    "two_cards_asked": gettext_lazy(
        "In this format each player’s card is entered separately, on the page “Cards”: one result for both "
        "is not taken. Both players fill in their cards and bring them to the desk."
    ),
    "not_of_a_line": gettext_lazy("That cannot be written this way. Nothing was saved."),
    "two_cards_both_won": gettext_lazy("Only one of the two can have won: give the other a minus."),
    "two_cards_alike": gettext_lazy("These cards agree: that is a plain result."),
    "spread_of_nothing": gettext_lazy("A game has no spread of 0: the winner is ahead."),
    "spread_too_high": gettext_lazy("A spread of %(value)s is not possible: %(most)s at most."),
    "card_not_read": gettext_lazy(
        "“%(typed)s” is not a card. Type table and seat, the match points, the spread: 7A 2 17, or 7B 0 17."
    ),
    "card_points": gettext_lazy(
        "“%(value)s” is not possible on a card: it has one of %(points)s match points."
    ),
    "card_of_nobody": gettext_lazy(
        "Nobody sits at “%(typed)s” in this game. Type the table and the letter of the seat, such as 7A, "
        "or the player’s number with a #, such as #12."
    ),
    "card_is_in": gettext_lazy(
        "The card of %(name)s is already in and says something else. Press Enter to correct it, or change "
        "what you typed."
    ),
    "card_says_the_same": gettext_lazy("The card of %(name)s is already in and says the same."),
    "card_is_ruled": gettext_lazy(
        "This game is already decided. Give it another ruling in the list of cards."
    ),
    "card_wanting": gettext_lazy("Both cards of this table have to be in before a ruling."),
    "card_written": gettext_lazy("Table %(table)s: the card of %(name)s is in."),
    "cards_agree": gettext_lazy("Table %(table)s: the card of %(name)s is in. The two cards agree."),
    "cards_to_look_at": gettext_lazy(
        "Table %(table)s: the card of %(name)s is in. Both are there, and the game is in the list."
    ),
    "cards_ruled": gettext_lazy("Ruled: %(result)s"),
    "foot_adds_up": gettext_lazy("The totals of the card of %(name)s add up: %(says)s."),
    "foot_does_not_add_up": gettext_lazy(
        "The card of %(name)s says %(says)s, its games come to %(comes_to)s. It is in the list."
    ),
    "look_again_at_the_foot": gettext_lazy("A result has changed in the meantime: look at that card again."),
    "totals_not_read": gettext_lazy(
        "“%(typed)s” are not the totals of a card. Type match points, games won and spread: 38/18 +206."
    ),
    "totals_of_nobody": gettext_lazy("Nobody has the number %(number)s."),
    # results (scoring/cribbage/game.py)
    "left_too_high": gettext_lazy("Nobody has more than %(most)s points left: %(value)s is not possible."),
    "left_one_winner": gettext_lazy("One side has won and has 0 points left; every other has 1 or more."),
    "winner_behind": gettext_lazy("The winner is ahead: %(value)s is not possible."),
    "timed_level": gettext_lazy("They are tied: play another deal until one of them is ahead."),
    "two_winners": gettext_lazy(
        "More than one side stands at %(target)s or more: only one can win. Enter the losers’ points again."
    ),
    "no_winner": gettext_lazy(
        "Nobody reached %(target)s: a game goes on until one of them does. Was it abandoned?"
    ),
    "winner_exactly": gettext_lazy(
        "%(value)s is too high: today the winner is written at exactly %(target)s."
    ),
    "winner_too_high": gettext_lazy(
        "%(value)s cannot be pegged: a winner ends between %(target)s and %(most)s."
    ),
    "loser_too_high": gettext_lazy("%(value)s would be a winner’s score: the loser has at most %(most)s."),
    "award_too_high": gettext_lazy("%(value)s is too high for declared points: %(most)s at most."),
    "winner_points_missing": gettext_lazy(
        "Type the winner’s points too: today they are as pegged, from %(target)s."
    ),
}
