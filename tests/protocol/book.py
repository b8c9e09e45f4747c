"""In the end: the score book beside what the tablets keep, and the standings beside what was played."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from tests.protocol.client import WRITTEN, Kept

if TYPE_CHECKING:
    from tests.protocol.hall import Seat, Size

TARGET = 121
SENT = ("meeting", "game", "kind", "sides", "data", "basis")


class Book:
    """Everything worked out anew, from the truth and from the tablets alone."""

    size: Size
    tournament: Any
    seats: list[Seat]
    truth: dict[tuple[int, int], dict[int, int]]
    happened: Counter[str]

    def kept(self) -> list[tuple[Seat, Kept]]:
        """Every result on every tablet."""
        return [(seat, kept) for seat in self.seats for kept in seat.client.kept.values()]

    def check(self) -> None:
        """The book holds what was acknowledged, once, and adds up to what was played."""
        self._check_lines()
        self._check_standings()

    def _check_lines(self) -> None:
        from tournaments.models import Line

        lines: dict[str, list[Line]] = defaultdict(list)
        for line in Line.objects.filter(tournament=self.tournament).select_related("meeting"):
            lines[line.nonce].append(line)
        written = 0
        for _seat, kept in self.kept():
            assert kept.final, kept
            assert kept.answer
            nonce = kept.result["nonce"]
            numbers = {said["line"] for said in kept.answers if said["answer"] in WRITTEN}
            if kept.answer["answer"] == "refused":
                assert not numbers and not lines[nonce], kept
                self.happened["refused"] += 1
                continue
            (line,) = lines[nonce]
            assert numbers == {line.number}, (kept, line)
            stored = (str(line.meeting.uid), line.game, line.kind, line.sides, line.data, line.basis)
            assert stored == tuple(kept.result[name] for name in SENT), (kept, stored)
            written += 1
            self.happened[f"answers: {kept.answer['answer']}"] += 1
        from_tablets = sum(line.device_id is not None for found in lines.values() for line in found)
        assert from_tablets == written
        numbers = sorted(line.number for found in lines.values() for line in found)
        assert numbers == list(range(1, len(numbers) + 1))
        self.happened["lines"] = len(numbers)
        self.happened["results kept on tablets"] = len(self.kept())

    def _check_standings(self) -> None:
        from tournaments import scorebook
        from tournaments.standings import standings

        assert scorebook.rebuild(self.tournament, check=True) == []
        totals: Counter[int] = Counter()
        won: Counter[int] = Counter()
        for points in self.truth.values():
            totals.update(points)
            won.update(number for number, score in points.items() if score == TARGET)
        self.tournament.refresh_from_db()
        for upto in (None, self.tournament.version):
            told = {
                row.number: (row.rank, row.points, row.won, row.played)
                for row in standings(self.tournament, upto=upto).rows
            }
            expected = {
                number: (
                    1 + sum(other > total for other in totals.values()),
                    total,
                    won[number],
                    self.size.rounds,
                )
                for number, total in totals.items()
            }
            assert told == expected
