"""Messages about refused rounds, seatings, matches, cards and penalties, by code, and the ways out."""

from typing import Any

from django.utils.translation import gettext_lazy

ROUND_MESSAGES: dict[str, Any] = {
    # what ranks (scoring/criteria)
    "criteria_first": gettext_lazy(
        "Choose what ranks first: something that everybody has, not something that only separates those "
        "who are tied."
    ),
    "criteria_other_game": gettext_lazy(
        "This game does not have this criterion: %(criterion)s. Choose something else, or nothing."
    ),
    "criteria_twice": gettext_lazy("The same criterion is there twice. Remove one of them."),
    "criteria_too_many": gettext_lazy("Choose at most %(most)s criteria."),
    "criteria_after_lot": gettext_lazy("The lot leaves no ties: put it last."),
    "criteria_no_match": gettext_lazy(
        "Matches won can rank only where a round is a match of several games: choose another criterion, or "
        "a match."
    ),
    "criteria_no_boards": gettext_lazy(
        "Team points can rank only where teams meet on boards: choose another criterion, or such a format."
    ),
    "criteria_no_table": gettext_lazy(
        "Match points rank, and no table says what a win is worth: choose a table of match points."
    ),
    # rounds
    "too_few_players": gettext_lazy("At least two must be here to seat a game (now: %(who)s)."),
    "no_more_rounds": gettext_lazy("All %(rounds)s games of the day are played."),
    "odd_undecided": gettext_lazy(
        "%(who)s cannot all play two by two: choose on the set-up page what to do with an odd number, or "
        "let one more in."
    ),
    "bye_credit_missing": gettext_lazy(
        "%(who)s: one sits out. Declare on the set-up page how many points a bye is worth."
    ),
    "met_everybody": gettext_lazy(
        "%(who)s: without rematches some would sit out this game, as they have met all the others. Let "
        "people meet again."
    ),
    "end_not_here": gettext_lazy(
        "The tournament cannot end with game %(round)s: another game has been seated since, or it is not "
        "closed. Close the last game, or undo its seating, and end it then."
    ),
    "rounds_of_the_format": gettext_lazy(
        "This format has %(least)s to %(most)s games for each: choose a number in that range, or another "
        "format."
    ),
    "three_where_winners_stay": gettext_lazy(
        "Three can play at one table only where winners keep their seat: choose another option for an odd "
        "number, or another for who meets whom."
    ),
    "apart_where_all_meet": gettext_lazy(
        "Everybody meets everybody here, so people cannot always be kept apart. Keep them apart only where "
        "possible: they then meet as late as possible. Or choose something else under “Who meets whom”."
    ),
    "table_for_two": gettext_lazy(
        "This game is for two at a table: choose a house player, or that one sits out each game."
    ),
    "house_player_missing": gettext_lazy("Name the house player on the registration page first."),
    "games_unequal": gettext_lazy(
        "With %(who)s and %(rounds)s games, not everybody plays the same number: choose another number of "
        "games, a house player, or untick the box."
    ),
    "proof_too_many": gettext_lazy("A day with more than %(most)s people cannot be rehearsed in advance."),
    "proof_impossible": gettext_lazy(
        "The day cannot be played like this yet: choose one of the solutions first, then rehearse it."
    ),
    "round_before_open": gettext_lazy("Close game %(round)s first."),
    "stay_out_changed": gettext_lazy(
        "Another person has chosen in the meantime who does not play on: %(names)s. Nothing was saved. Save "
        "again if the ticks shown here are right."
    ),
    "round_already_seated": gettext_lazy(
        "Game %(round)s is already seated. Choose a later game, or undo the seating."
    ),
    "round_not_seated": gettext_lazy("Game %(round)s is not seated."),
    "round_waits": gettext_lazy("These tables are still playing: %(tables)s."),
    "protest_why": gettext_lazy("Enter what is wrong with the result."),
    "protest_who": gettext_lazy("Choose who protests."),
    "protest_no_ruling": gettext_lazy(
        "You entered the reason for a ruling: choose the ruling too, or remove the reason."
    ),
    "protest_filed_otherwise": gettext_lazy(
        "This form has already filed the protest of %(name)s, which is below, unchanged. What you have "
        "typed since is still here: file it as another protest, or rule on the first one in the list."
    ),
    "protest_seen_to": gettext_lazy(
        "Another person has filed this protest already, or dealt with it: look at the list below. What you "
        "have typed is still here: file it only if it is another protest."
    ),
    "protest_too_late": gettext_lazy(
        "The time for protests against game %(round)s is over (%(minutes)s minutes). A result that is wrong "
        "can still be corrected at the desk."
    ),
    "protest_no_game": gettext_lazy("%(name)s did not play against anybody in game %(round)s."),
    "several_tables": gettext_lazy(
        "They play at several tables in game %(round)s (%(tables)s). Open the right one on the page “Enter "
        "results”, and begin there with “Penalty…” or “Protest…”."
    ),
    "protest_no_result": gettext_lazy(
        "Table %(table)s has no result in game %(round)s yet: enter the result first, then file the protest."
    ),
    "protest_of_the_table": gettext_lazy(
        "This protest was requested at a table: file it for that person and that game. For another one, "
        "open this page again."
    ),
    "protest_ruled_already": gettext_lazy(
        "Nothing was saved: another judge has ruled on this protest, or it was taken back. For another "
        "ruling, ask the director to take back the first one."
    ),
    "protests_unanswered": gettext_lazy("Protests without a ruling: %(who)s."),
    "protests_open_until": gettext_lazy("Results can still be protested until %(until)s."),
    "make_up_not_declared": gettext_lazy(
        "The rules of the day do not say that a missed game can be made up: declare it on the set-up page "
        "first."
    ),
    "make_up_for_two": gettext_lazy("Games are made up two by two: here more sit at a table."),
    "make_up_not_closed": gettext_lazy(
        "Game %(round)s is not over yet: it can be made up once it is closed."
    ),
    "make_up_has_played": gettext_lazy(
        "%(name)s has a seat in game %(round)s and did not miss it. A player who has already played it can "
        "help by playing for the house."
    ),
    "make_up_no_table": gettext_lazy(
        "All tables are in use in game %(round)s. Declare one more table on the set-up page, and make it up "
        "there."
    ),
    "make_up_after_matches": gettext_lazy(
        "Matches for medals or playoffs follow from the standings: no game can be made up any more. Take "
        "those matches back first."
    ),
    "make_ups_open": gettext_lazy(
        "Make-up games have no result yet (game %(games)s): enter the result, or give the game up."
    ),
    "swap_two_people": gettext_lazy("Choose two different people who sit in this game."),
    "swap_after_result": gettext_lazy(
        "A result was already entered at one of these tables: they can no longer be swapped."
    ),
    "next_round_is_seated": gettext_lazy("Game %(round)s is already seated. Undo that first."),
    "medal_matches_exist": gettext_lazy("Medal matches have been created. Undo them first."),
    "bracket_drawn": gettext_lazy(
        "The bracket is drawn: those who are in it stay in it. A player who goes home forfeits the match, on "
        "the page of the medals; for another draw, take the bracket back there first."
    ),
    "no_bracket": gettext_lazy("The bracket is drawn once the playoffs begin, on the page of the medals."),
    "double_so_many": gettext_lazy(
        "If players are out only after two losses, %(fewest)s to %(most)s can be in: enter a number in "
        "that range, or let one loss be enough."
    ),
    "consolation_so_many": gettext_lazy(
        "A consolation is for at most %(most)s, and %(who)s are not in: let more people in, or choose "
        "another consolation."
    ),
    "consolation_of_nobody": gettext_lazy(
        "With everybody in the playoffs nobody is left: choose the losers of round 1, or no consolation."
    ),
    "standings_official": gettext_lazy(
        "The standings are official. “Reopen the day” on the page of the medals withdraws them first."
    ),
    "matches_stand": gettext_lazy(
        "Matches were made after the games. “Reopen the day” on the page of the medals ends them first."
    ),
    "playoffs_exist": gettext_lazy("The playoffs have begun. Take them back first."),
    "round_has_moved_on": gettext_lazy("The game has moved on since then."),
    "results_are_in": gettext_lazy("Results were already entered in this game."),
    # seated as they play (tournaments/rounds/as_played.py)
    "as_played_who": gettext_lazy("Enter who sits at the table: choose the table and its people, each once."),
    "as_played_for_two": gettext_lazy("This game is for two: no more can sit at table %(table)s."),
    "as_played_gap": gettext_lazy("Fill the seats of table %(table)s from A on, without leaving one out."),
    "as_played_full_only": gettext_lazy(
        "At table %(table)s exactly %(seats)s play, as at the others: enter all of them, and how they play."
    ),
    "as_played_no_partners": gettext_lazy(
        "Partners are four or six at a table, each with the one opposite: %(seats)s sit at table %(table)s."
    ),
    "as_played_twice": gettext_lazy("Nobody can sit in two places: %(names)s. Check again who sits where."),
    "as_played_not_in_round": gettext_lazy(
        "Not seated in this game: %(names)s. Let them in on the registration page: "
        "they play from the next game on."
    ),
    "as_played_no_seat": gettext_lazy(
        "A player would have no seat left. Enter who sits at the other tables too."
    ),
    "as_played_nobody_opposite": gettext_lazy(
        "Nobody would sit opposite %(names)s. Enter who sits at that table too."
    ),
    "as_played_as_planned": gettext_lazy("They already sit there as planned: there is nothing to change."),
    "as_played_not_begun": gettext_lazy(
        "Game %(round)s has not begun. Send them to their seats, or swap two people."
    ),
    "as_played_too_late": gettext_lazy(
        "The game after game %(round)s is over too: these seats stay. Correct the results at the desk."
    ),
    "as_played_medal_match": gettext_lazy(
        "A medal match is between those who are tied: only they can play it. Remove what others played."
    ),
    # one game more (tournaments/rounds/more_games.py)
    "nobody_plays_there": gettext_lazy("Nobody plays at table %(table)s in this game: choose another table."),
    "no_game_after_it": gettext_lazy(
        "No game comes after game %(round)s: one more is one too many. Choose that it does not count."
    ),
    "next_is_seated_already": gettext_lazy(
        "Game %(round)s is seated already. Once it is being played, enter there who is really playing whom."
    ),
    "played_ahead_already": gettext_lazy(
        "It is already recorded that they have played game %(round)s: take that back first."
    ),
    "extra_game_counts_nothing": gettext_lazy(
        "It is noted in the list “Who did what”. No result, no rank and no seat changes."
    ),
    "played_ahead_seats": gettext_lazy(
        "In game %(round)s they meet each other; the others are seated among themselves."
    ),
    "played_ahead_result": gettext_lazy("Enter its result as soon as game %(round)s is being played."),
    "as_played_lines_void": gettext_lazy(
        "The results of these tables no longer count: %(tables)s. They stay readable."
    ),
    "as_played_opens_again": gettext_lazy(
        "Game %(round)s is open again: enter the results of these tables, then close it."
    ),
    "as_played_next_stays": gettext_lazy(
        "Game %(round)s is already seated: its seats stay as they are, only the standings change."
    ),
    "as_played_winner_there": gettext_lazy(
        "More than two sit at table %(tables)s. The winner there keeps the table in game %(round)s; the "
        "others get new seats."
    ),
    "as_played_partners_there": gettext_lazy(
        "Of the partners who win at table %(tables)s the one with the first letter keeps the seat in game "
        "%(round)s; the other gets a new seat, like those who lose."
    ),
    "as_played_partners_count": gettext_lazy(
        "Partners play together: the points of their side are on both their cards."
    ),
    # seating (tournaments/pairing)
    "apart_cannot_be": gettext_lazy(
        "Game %(round)s cannot be seated unless %(names)s meet, who must always be kept apart."
    ),
    "too_few_people": gettext_lazy("At least two must be here to seat a game (now: %(who)s)."),
    "too_many_people": gettext_lazy("At most %(most)s can be seated in one tournament (now: %(who)s)."),
    "too_few_for_a_table": gettext_lazy("A table needs at least %(least)s (now: %(who)s)."),
    "too_few_tables": gettext_lazy("There are %(tables)s tables; this game needs %(needed)s."),
    "fixture_of_two_fixed": gettext_lazy(
        "%(name)s and the opponent of this fixture both have a fixed seat: only one of them can keep it."
    ),
    "no_fixture_can_be_played": gettext_lazy(
        "No fixture of game %(round)s can be played: in each of them a player is not here. "
        "Postpone them on the page of the league, or let a player come back."
    ),
    "fixtures_seated": gettext_lazy(
        "The games up to game %(round)s of this evening are seated already: their fixtures stay as they are."
    ),
    "too_many_fixed": gettext_lazy(
        "%(fixed)s people have fixed seats and only %(others)s others can sit opposite them."
    ),
    "fixed_seats_too_many": gettext_lazy(
        "%(fixed)s people have fixed seats, each at another table, and there are %(tables)s full tables."
    ),
    "fixed_seat_missing": gettext_lazy("%(name)s has a fixed seat at table %(table)s, which does not exist."),
    "fixed_seat_taken": gettext_lazy("Two people have the same fixed seat at table %(table)s."),
    "everybody_has_met": gettext_lazy(
        "After %(rounds)s games everybody who is here has met everybody they can."
    ),
    "fixed_seats_share_table": gettext_lazy(
        "Two people have fixed seats at table %(table)s: they would meet in every game, "
        "and are to meet everybody."
    ),
    "way_fewer_rounds": gettext_lazy("Set the day to %(rounds)s games on the set-up page."),
    "way_unfix": gettext_lazy("Remove the fixed seat of %(people)s of them on the registration page."),
    "way_wait_for_people": gettext_lazy("Wait for %(people)s more."),
    "way_apart_if_possible": gettext_lazy(
        "Keep people apart only where possible, or in fewer games: on the set-up page, under “Seats”."
    ),
    "way_other_word": gettext_lazy(
        "Give one of them another word under “Keep apart”, on the registration page."
    ),
    "way_two_tournaments": gettext_lazy("Divide the people between two tournaments."),
    "way_add_tables": gettext_lazy("Set up %(tables)s more tables on the set-up page."),
    "way_change_fixed_seat": gettext_lazy("Give %(name)s another seat on the registration page."),
    # pairing from a file (tournaments/management/commands/seat.py)
    "pairing_not_json": gettext_lazy("“%(file)s” is not JSON: %(fault)s"),
    "pairing_field": gettext_lazy("%(where)s is missing, or is not what it should be: see --help."),
    "pairing_no_such_field": gettext_lazy("“%(name)s” is not a field here. The fields are: %(fields)s."),
    "pairing_field_twice": gettext_lazy("“%(name)s” is there twice, and may be there only once."),
    "pairing_unknown": gettext_lazy("%(where)s names number %(number)s, which is not among the entries."),
    "pairing_twice": gettext_lazy("Number %(number)s is among the entries twice."),
    "pairing_too_few": gettext_lazy("At least two entries are needed to pair anybody."),
    "pairing_shared_table": gettext_lazy("Table %(table)s is fixed for more than two."),
}


RULE_MESSAGES: dict[str, Any] = {
    # matches (scoring/match.py)
    "unknown_match": gettext_lazy(
        "A match is one game, a fixed number, best of a number, or first to points."
    ),
    "match_number": gettext_lazy("“%(n)s” is not a number of games or of match points: give 1 or more."),
    "one_game_is_one": gettext_lazy("A match of one game has one game, not %(n)s."),
    "best_of_odd": gettext_lazy("Best of %(n)s can end in a tie: choose an odd number of games."),
    "match_no_table": gettext_lazy(
        "Match points decide this match: choose a table of match points, or another match."
    ),
    "match_too_long": gettext_lazy("A match can have at most %(most)s games; this one could have %(games)s."),
    # cards (scoring/cards.py)
    "bad_card": gettext_lazy(
        "“%(card)s” is not a card. Write the rank, then the suit: 5H, 10S, JC (C clubs, D diamonds, "
        "H hearts, S spades)."
    ),
    "card_twice": gettext_lazy("%(card)s is there twice: a pack has one of each card."),
    "number_of_cards": gettext_lazy("%(number)s cards are needed here; %(given)s are there."),
}


PENALTY_MESSAGES: dict[str, Any] = {
    "no_such_penalty": gettext_lazy("Line %(line)s is not a penalty in force. Reload the page."),
    "penalty_unknown": gettext_lazy("Choose what the penalty is: points off, the game, or a new deal."),
    "penalty_for_nobody": gettext_lazy("Choose who gets the penalty: a player who sits at that table."),
    "penalty_points": gettext_lazy("Type how many points come off: a whole number from 1 to %(most)s."),
    "penalty_game_of_two": gettext_lazy(
        "Only a game between two sides can be lost by a penalty: take points off instead."
    ),
    "penalty_reason": gettext_lazy("Choose the reason, or type it."),
    "penalty_not_seated": gettext_lazy(
        "They did not sit in game %(round)s: choose a game in which they did."
    ),
    "penalty_in_a_medal_match": gettext_lazy(
        "In a medal match points count for nothing: the penalty is the game, or a new deal."
    ),
    "forfeit_not_declared": gettext_lazy(
        "First declare, on the set-up page, how many points a forfeit gives: a lost game counts the same way."
    ),
    "lost_by_penalty": gettext_lazy(
        "This game was lost by a penalty (line %(line)s). Take the penalty back first."
    ),
}
