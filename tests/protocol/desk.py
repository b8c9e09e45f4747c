"""The desk on a day of tablets: paper of those without network, disputes, what could not be taken back."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.protocol.hall import Size


class Desk:
    """What the desk does; it has seen the paper, so it knows the truth."""

    size: Size
    tournament: Any
    stage: Any
    round: Any
    number: int
    truth: dict[tuple[int, int], dict[int, int]]
    disagreeing: set[tuple[int, int]]
    happened: Counter[str]

    def _tables(self, *rounds: Any) -> list[Any]:
        from tournaments import scorebook

        return scorebook.overview(list(rounds))

    def _desk_enters_paper(self) -> None:
        from tournaments import scorebook

        for table in self._tables(self.round):
            if not table.games[0].lines:
                sides = [table.side(index)[0].entry.number for index in range(2)]
                points = self.truth[self.number, table.number]
                data = {"v": 1, "pegged": [points[number] for number in sides]}
                scorebook.desk.enter(
                    table.meeting,
                    game=1,
                    data=data,
                    nonce=f"paper-{self.number}-{table.number}-{self.size.seed}",
                    seen=self._last(),
                    user=None,
                )
                self.happened["paper"] += 1

    def _last(self) -> int:
        self.tournament.refresh_from_db()
        return int(self.tournament.last_line)

    def _desk_decides(self) -> None:
        """What is in dispute, or was mistyped and could not be taken back at the table, is set right."""
        from tournaments import scorebook

        for table in self._tables(*self.stage.rounds.exclude(state="void").select_related("stage")):
            round_ = table.meeting.round.number
            sides = [table.side(index)[0].entry.number for index in range(2)]
            right = [self.truth[round_, table.number][number] for number in sides]
            game = table.games[0]
            if not game.lines or (not game.disputed and game.amount.data["pegged"] == right):
                continue
            assert (round_, table.number) in self.disagreeing, (round_, table.number, game.lines)
            said = {"meeting": table.meeting, "game": 1, "user": None, "seen": self._last()}
            nonce = f"desk-{round_}-{table.number}-{self._last()}-{self.size.seed}"
            agreeing = [line for line in game.lines if line.data["pegged"] == right]
            if agreeing and game.disputed:
                scorebook.desk.rule(**said, line=agreeing[0].number, nonce=nonce)
                self.happened["ruled"] += 1
            else:
                data = {"v": 1, "pegged": right}
                answer = scorebook.desk.correct(**said, data=data, nonce=nonce)
                if game.disputed:
                    ruled = said | {"line": answer.line.number, "seen": answer.line.number}
                    scorebook.desk.rule(**ruled, nonce=f"{nonce}-ruled")
                self.happened["set right by the desk"] += 1

    def _close(self) -> None:
        from tournaments import rounds

        rounds.close_round(self.round, by=None)
