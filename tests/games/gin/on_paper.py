"""Compute gin independently of the program, from the rules."""


def of_hands(hands):
    """Return final totals and the winner of a standard game, computed on paper (rules.md §5)."""
    points, won, winner = [0, 0], [0, 0], None
    for hand in hands:
        assert winner is None, "no hand after the end"
        if hand["how"] in ("void", "nobody"):
            continue
        side = hand["winner"]
        points[side] += hand["difference"] + {"knock": 0, "undercut": 10, "gin": 20}[hand["how"]]
        won[side] += 1
        winner = side if points[side] >= 100 else None
    assert winner is not None
    totals = list(points)
    totals[winner] += 100
    if won[1 - winner] == 0:
        totals[winner] *= 2
    return [total + 20 * boxes for total, boxes in zip(totals, won, strict=True)], winner
