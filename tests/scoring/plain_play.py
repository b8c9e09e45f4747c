"""The play of cribbage written again, from the sources alone: slow, literal, for comparison only."""

from itertools import combinations, pairwise


def points_of_last(names):
    """Return (reason, points) of the last card of a sequence of card names, by trying everything."""
    worth = {"J": 11, "Q": 12, "K": 13, "A": 1}
    ranks = [worth.get(name[:-1]) or int(name[:-1]) for name in names]
    total = sum(10 if rank > 10 else rank for rank in ranks)
    found = []
    if total == 15:
        found.append(("fifteen", 2))
    if total == 31:
        found.append(("thirty_one", 2))
    same = max(n for n in range(1, len(ranks) + 1) if len(set(ranks[-n:])) == 1)
    pairs = sum(1 for _ in combinations(range(same), 2))
    if pairs:
        found.append(({1: "pair", 3: "three_of_a_kind", 6: "four_of_a_kind"}[pairs], 2 * pairs))
    runs = [n for n in range(3, len(ranks) + 1) if is_run(ranks[-n:])]
    if runs:
        found.append(("run", max(runs)))
    return found


def is_run(ranks):
    ordered = sorted(ranks)
    return all(after == before + 1 for before, after in pairwise(ordered))


def pips(name):
    return {"A": 1, "J": 10, "Q": 10, "K": 10}.get(name[:-1]) or int(name[:-1])


def random_play(hands, first, chance):
    """Play the hands out by chance; return the moves [(seat, name or "go")] and [(seat, reason, points)]."""
    hands = [list(hand) for hand in hands]
    moves, pegged = [], []
    turn, last = first, None
    while any(hands):
        pile, gone = [], set()
        while True:
            waiting = [seat for seat in range(len(hands)) if hands[seat] and seat not in gone]
            if not waiting:
                if sum(map(pips, pile)) < 31:
                    pegged.append((last, "go", 1))
                break
            while turn not in waiting:
                turn = (turn + 1) % len(hands)
            fits = [card for card in hands[turn] if sum(map(pips, pile)) + pips(card) <= 31]
            if not fits:
                gone.add(turn)
                moves.append((turn, "go"))
                turn = (turn + 1) % len(hands)
                continue
            card = chance.choice(fits)
            hands[turn].remove(card)
            pile.append(card)
            moves.append((turn, card))
            pegged += [(turn, reason, points) for reason, points in points_of_last(pile)]
            last = turn
            turn = (turn + 1) % len(hands)
            if sum(map(pips, pile)) == 31:
                break
            if not any(hands):
                pegged.append((last, "last_card", 1))
                break
        turn = (last + 1) % len(hands)
    return moves, pegged
