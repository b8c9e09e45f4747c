"""Sentences for every error code of gin: rules, hands, sheets, results in the score book."""

from typing import Any

from django.utils.translation import gettext_lazy

GIN_MESSAGES: dict[str, Any] = {
    # a game of gin in the score book (scoring/gin/book.py)
    "gin_three_sides": gettext_lazy("A game of gin for three has three sides here, not %(sides)s."),
    "gin_hands_not_turned": gettext_lazy(
        "A sheet of three cannot be turned round, as who played a hand follows from the one before. "
        "Correct the game: type its totals, or its hands again."
    ),
    "gin_other_pair": gettext_lazy(
        "%(side)s does not play there: this result is that of %(one)s against %(other)s."
    ),
    "gin_results_of_pairs": gettext_lazy(
        "A hand needs a result for each pair who meet: %(needed)s, not %(given)s. Write / between two "
        "results, and 0 where nobody scored."
    ),
    "gin_not_at_the_table": gettext_lazy("%(side)s looks on in this hand: two others play it."),
    "gin_two_sides": gettext_lazy("A game of gin has two sides here, not %(sides)s."),
    "gin_not_a_whole_number": gettext_lazy(
        "“%(value)s” is not a whole number. Type the final total, such as 310."
    ),
    "gin_total_too_high": gettext_lazy(
        "%(value)s is not a final total: no sheet goes beyond %(most)s. Was a digit typed twice?"
    ),
    "gin_total_too_low": gettext_lazy(
        "%(value)s is too low for a winner: the target, the game bonus and one hand won make %(least)s. "
        "Were the bonuses left out?"
    ),
    "gin_totals_level": gettext_lazy(
        "Both have %(value)s: the totals do not tell who won. Say who reached the target first, or enter the "
        "game hand by hand."
    ),
    "gin_game_not_over": gettext_lazy(
        "The game is not over: the best total is %(best)s, and it goes on to %(target)s. "
        "A hand is missing, or it was interrupted."
    ),
    "gin_sheet_not_over": gettext_lazy(
        "The sheet is not over: a sheet of Hollywood ends when all three games are won, and %(open)s of them "
        "are still open. A hand is missing, or it was interrupted."
    ),
    "gin_sheet_level": gettext_lazy(
        "Both have %(value)s in the three games together: say who won more of them, or enter the sheet hand "
        "by hand."
    ),
    "gin_sheet_backwards": gettext_lazy(
        "The winner of a sheet of Hollywood has the higher total of the three games, not %(value)s against "
        "%(other)s. Turn it round, or enter the sheet hand by hand."
    ),
    "gin_sheet_too_low": gettext_lazy(
        "%(value)s is too low for the winner of a sheet of Hollywood: two games won make %(least)s. "
        "Add up the final totals of all three games, or enter the sheet hand by hand."
    ),
    "gin_hands_unread": gettext_lazy("These hands cannot be read. Type them again, one hand a line."),
    "gin_award_backwards": gettext_lazy(
        "The side with the game cannot have fewer declared points (%(value)s) than the other (%(other)s)."
    ),
    # gin at the desk (tournaments/games/gin)
    "gin_total_missing": gettext_lazy("Type both final totals, as they are at the foot of the sheet."),
    "gin_in_line": gettext_lazy("Hand %(number)s: %(said)s"),
    "gin_line_unread": gettext_lazy(
        "“%(line)s” cannot be read. Type who won, how, and the points: A 24, B G 43, A U 14; 0 where nobody "
        "scored."
    ),
    "gin_points_without_bonus": gettext_lazy(
        "%(value)s is less than the bonus alone. Type the points with their bonus: %(least)s or more."
    ),
    "gin_odd_when_doubled": gettext_lazy(
        "%(value)s is not possible: a spade doubles every point of the hand, so they are even."
    ),
    "gin_too_many_hands": gettext_lazy("No game has more than %(most)s hands."),
    "gin_hands_differ": gettext_lazy(
        "The hands come to %(totals)s, but other totals were typed. Which is right? Clear the other."
    ),
    # rules of gin (scoring/gin/rules.py)
    "gin_unknown_rules": gettext_lazy("There are no rules of gin named “%(name)s”."),
    "gin_unknown_option": gettext_lazy("“%(value)s” is not a choice of the option “%(option)s” of gin."),
    "gin_bonus_whole_number": gettext_lazy("A bonus of gin is a whole number, 0 or more."),
    "gin_target_whole_number": gettext_lazy("The target is a whole number, 1 or more."),
    "gin_side_size": gettext_lazy("Enter from %(smallest)s to %(largest)s players per side."),
    "gin_alternating_needs_teams": gettext_lazy("Only teams can swap opponents every hand."),
    "gin_hollywood_two_sides": gettext_lazy(
        "A Hollywood sheet has two sides: three players each for themselves cannot use it."
    ),
    "gin_two_players": gettext_lazy("Say who plays in the rules of the day, not among the bonuses."),
    # hands of gin (scoring/gin/layout.py, hand.py, figures.py)
    "gin_too_many_cards": gettext_lazy("These are too many cards for a hand of gin: %(most)s at most."),
    "gin_not_a_meld": gettext_lazy("%(cards)s is not a meld: neither a set nor a run."),
    "gin_meld_not_held": gettext_lazy("%(cards)s: not all of these cards are in the knocker’s hand."),
    "gin_up_card_missing": gettext_lazy("Say which card was turned up: in Oklahoma it sets the limit."),
    "gin_over_limit": gettext_lazy(
        "%(deadwood)s points are over the limit of %(limit)s, so this does not count as a knock: play goes "
        "on, and that hand stays face up on the table."
    ),
    "gin_only_gin": gettext_lazy("An ace was turned up: only gin can end this hand."),
    "gin_opponent_cards": gettext_lazy(
        "The knocker’s opponent cannot hold %(given)s cards: from 1 to %(most)s."
    ),
    "gin_two_deadwoods": gettext_lazy("Give what each of the two sides counts."),
    "gin_points_whole_number": gettext_lazy("“%(value)s” is not a number of points. Type one such as 23."),
    "gin_too_many_points": gettext_lazy("%(value)s points are not possible: %(most)s at most."),
    "gin_knock_without_difference": gettext_lazy(
        "The knocker wins only with fewer points. With as many it is an undercut."
    ),
    "gin_unknown_how": gettext_lazy(
        "Choose how the hand ended: knock, gin, undercut, nobody scores or void."
    ),
    "gin_winner_is_told": gettext_lazy(
        "The winner is named beside the totals only where the higher total has not won."
    ),
    "gin_unknown_figure": gettext_lazy("“%(key)s” is not a figure of a hand of gin."),
    "gin_void_reason": gettext_lazy("Say why the hand is void."),
    "gin_points_differ": gettext_lazy(
        "%(value)s points are not possible: by the rules this hand gives %(given)s."
    ),
    "gin_nothing_beside": gettext_lazy(
        "A hand that nobody won has no winner and no points, and only a void one has a reason."
    ),
    # a game of gin and its sheet (scoring/gin/game.py, meetings.py)
    "gin_game_is_over": gettext_lazy("The game was over before hand %(hand)s: nothing more is written."),
    "gin_scores_of_a_hand": gettext_lazy(
        "Hand %(hand)s needs a result for each table: %(needed)s, not %(given)s."
    ),
    # a sheet of gin as it is typed (tournaments/games/gin/hand_text.py)
    "gin_results_of_tables": gettext_lazy(
        "A hand needs a result for each table: %(needed)s, not %(given)s. Write _ between two tables."
    ),
    "gin_result_unread": gettext_lazy(
        "“%(result)s” cannot be read. Write who won, how, and the difference: 1K24, 2G23, 1U4; "
        "0 where nobody scored, V for a void hand."
    ),
    "gin_player_not_there": gettext_lazy(
        "Player %(player)s does not play this hand: player %(one)s and player %(other)s do."
    ),
    "gin_first_dealers": gettext_lazy("Name one player who sits there as first dealer of each table."),
}
