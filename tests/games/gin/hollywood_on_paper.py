"""Compute Hollywood independently of the program, game by game, from rules.md §7.2."""

PLAIN_VALUES = {"target": 100, "game": 100, "box": 20, "undercut": 10, "gin": 20}


def points_of(hand, numbers):
    """Return what the winner of a hand writes: the difference, the bonus of its end, doubled for a spade."""
    bonus = {"knock": 0, "undercut": numbers["undercut"], "gin": numbers["gin"]}[hand["how"]]
    spade = hand.get("spade") or str(hand.get("up_card", "")).endswith("S")
    return (hand["difference"] + bonus) * (2 if spade else 1)


def won_hands(hands, numbers):
    """Return (side, points, hands won by that side so far) for each hand with a winner."""
    won, found = [0, 0], []
    for hand in hands:
        if hand["how"] in ("void", "nobody"):
            continue
        won[hand["winner"]] += 1
        found.append((hand["winner"], points_of(hand, numbers), won[hand["winner"]]))
    return found


def column(found, number, numbers, still_open=False):
    """Return the totals of both and the winner in one of the three games; None while it is open."""
    points, boxes, winner = [0, 0], [0, 0], None
    for side, gained, wins in found:
        if wins < number:
            continue
        if winner is not None and not (still_open and points[side] < numbers["target"]):
            continue
        points[side] += gained
        boxes[side] += 1
        if winner is None and points[side] >= numbers["target"]:
            winner = side
    if winner is None:
        return None
    points[winner] += numbers["game"]
    if not boxes[1 - winner]:
        points[winner] *= 2
    return [points[side] + numbers["box"] * boxes[side] for side in (0, 1)], winner


def of_hollywood(hands, numbers=PLAIN_VALUES, still_open=False):
    """Return the three totals added up by side, and the winner of the sheet."""
    found = won_hands(hands, numbers)
    games = [column(found, number, numbers, still_open) for number in (1, 2, 3)]
    assert all(games), "the sheet is not over"
    last = next(hand for hand in reversed(hands) if hand["how"] not in ("void", "nobody"))
    assert hands[-1] is last, "no hand after the end"
    assert not all(column(found[:-1], number, numbers, still_open) for number in (1, 2, 3))
    totals = [sum(game[0][side] for game in games) for side in (0, 1)]
    if totals[0] != totals[1]:
        return totals, int(totals[1] > totals[0])
    return totals, int(sum(game[1] for game in games) > 1)
