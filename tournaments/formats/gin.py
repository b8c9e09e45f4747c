"""Gin rummy as a tournament game: all meet all, ranked by games won, then value (rules.md §5).

| rule          | default        | source                                                                   |
|---------------|----------------|--------------------------------------------------------------------------|
| movement      | round_robin    | two players at a table, all meet all once                                |
| rounds        | 9              | one less than the players (with an odd field as many); fewer are allowed |
| bonuses       | standard       | a row of §5 by its name, or the numbers of an organiser over such a row  |
| target        | of the bonuses | §5 and §7: 100, Oklahoma 150, round the corner 125; any other can be set |
| ace           | low            | §5: low, both (Q-K-A as well) or corner (§7.3)                           |
| boxes_doubled | False          | §5: whether a shutout doubles the boxes too                              |
| hollywood     | False          | §7.2: three games on one sheet                                           |
| hollywood_letter | as hollywood | §7.2: to the letter of the source; False or `hollywood_open`: otherwise |
| rank_by       | won            | games won, then the value of all games                                   |
| ties          | best_of_three  | as in the other formats: declared, shown on the wall                     |
| first_deal    | draw           | §5: the high card chooses seat, cards and first deal                     |
| missed, bye…  | None           | not in the source: a value that the organiser declares                   |
"""

from tournaments.formats.shared import Format, each_meets_each, gettext_noop, rehearsing

FORMAT = Format(
    key="gin-round-robin",
    name=gettext_noop("Gin, each meets each"),
    note=gettext_noop("Two at a table; most games won, then the value of the games."),
    source="docs/rules.md §5",
    rules={
        "game": "gin",
        "movement": "round_robin",
        "rounds": 9,
        "tables": 5,
        "minutes": 40,
    },
    rehearsal=each_meets_each(rehearsing(0, 0, odd="bye")),
)
