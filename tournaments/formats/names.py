"""Names and notes of the shipped formats, listed for translation: xgettext does not read their files."""


def gettext_noop(text: str) -> str:
    """Mark a sentence for translation; it is translated where it is shown."""
    return text


NAMES_AND_NOTES = (
    gettext_noop("Cribbage, winners keep their seat"),
    gettext_noop("15 games as on a FADOQ regional day: losers move, most points wins."),
    gettext_noop("Cribbage, seats by lot"),
    gettext_noop("Seats by lot in each game, no one meets twice, most points wins."),
    gettext_noop("Cribbage, winners move up"),
    gettext_noop("Winners go up one table, losers stay; 2 for a win, 3 for a skunk."),
    gettext_noop("Cribbage, one line moves"),
    gettext_noop(
        "At each table one stays and the other goes on one table: little walking, nobody meets twice."
    ),
    gettext_noop("Cribbage, ACC qualifying"),
    gettext_noop("12 to 22 games: those with as many game points meet; 2 for a win, 3 for a skunk."),
    gettext_noop("Cribbage, ACC consolation"),
    gettext_noop("Nine games for those who did not qualify; 2 for a win, 3 for a skunk."),
    gettext_noop("Cribbage, ACC Grass Roots"),
    gettext_noop("Nine games of an evening by lot; 2 for a win, 3 for a skunk."),
    gettext_noop("Cribbage, knock-out"),
    gettext_noop("A bracket from registration: the loser is out, seeds by lot or as registered."),
    gettext_noop("Cribbage, sets of five"),
    gettext_noop("Each round is a set to 5: a win 1, a skunk 2, a double skunk 3. Most sets wins."),
    gettext_noop("Cribbage, points left"),
    gettext_noop("As in Alberta: the winner writes 0, the loser what is left; the lowest total wins."),
    gettext_noop("Cribbage, each meets each, within a time"),
    gettext_noop(
        "As in the 55+ games: when the time is up the player ahead has won; most points wins. A person who "
        "leaves is taken out of the standings."
    ),
    gettext_noop("Cribbage, three to five at a table"),
    gettext_noop("Everybody plays alone, with other people in each game; most points wins."),
    gettext_noop("Cribbage, partners who change"),
    gettext_noop(
        "Four at a table, two against two, a new partner in each game; each earns what the two peg."
    ),
    gettext_noop("Cribbage, six as three pairs"),
    gettext_noop("A new partner in each game, who sits opposite; each earns what the two peg."),
    gettext_noop("Cribbage, six as three against three"),
    gettext_noop("Seated alternately, new partners in each game; each earns what the side pegs."),
    gettext_noop("Cribbage, five as two against three"),
    gettext_noop("Seated alternately, new partners in each game; each earns what the side pegs."),
    gettext_noop("Cribbage, teams on boards, each meets each"),
    gettext_noop("On each board one of a team meets one of the other; team points, then boards won."),
    gettext_noop("Cribbage, teams on boards, Swiss"),
    gettext_noop("Those teams meet who have nearly as many team points; on each board one of both."),
    gettext_noop("Gin, each meets each"),
    gettext_noop("Two at a table; most games won, then the value of the games."),
    gettext_noop("Gin, Swiss"),
    gettext_noop("Those with as many games won meet, nobody twice; most games won, then their value."),
    gettext_noop("Gin, Oklahoma"),
    gettext_noop("Each meets each; the card turned up sets the limit, a spade doubles; to 150."),
    gettext_noop("Gin, Hollywood"),
    gettext_noop("Each meets each; three games at once on one sheet; most sheets won."),
    gettext_noop("Gin for three"),
    gettext_noop("Two play, one looks on; the loser of a hand gives up the seat. All pay those above them."),
    gettext_noop("Gin, the captain against two"),
    gettext_noop("One plays against two who take turns; everybody is captain as often as can be had."),
    gettext_noop("Gin for four, partners who change"),
    gettext_noop(
        "Two against two, a new partner in each game; two hands side by side, their difference counts."
    ),
    gettext_noop("Gin, team against team"),
    gettext_noop(
        "Teams of two to six, each under one number: everybody plays one of the other team, and the team’s "
        "hands are added up."
    ),
    gettext_noop("Any card game, each meets each"),
    gettext_noop("500, whist, euchre, hearts… Two sides at a table, a number for each; most games won."),
    gettext_noop("Any card game, Swiss"),
    gettext_noop("500, whist, euchre, hearts… Those with as many games won meet; most games won."),
    gettext_noop("Any card game, individual partners"),
    gettext_noop(
        "500, whist, euchre… Four at a table, a new partner in each game; each earns what the two score."
    ),
    gettext_noop("Any card game, three to six at a table"),
    gettext_noop("Hearts, 200… Everybody plays alone, with other people in each game; most games won."),
    gettext_noop("Any card game, teams on boards, each meets each"),
    gettext_noop("On each board one of a team meets one of the other, with a number for each."),
    gettext_noop("Any card game, teams on boards, Swiss"),
    gettext_noop("Those teams meet who have nearly as many team points; a number for each on each board."),
    gettext_noop("Progressive euchre, individual partners"),
    gettext_noop(
        "Four at a table, a new partner in each game of 8 hands. Each earns what the two score; lone hands "
        "are counted as well."
    ),
)
