"""The desk beside tablets: paper of tables without network, disputes, uncorrected mistakes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.web.device_api.played import Json, PlayedMeeting

if TYPE_CHECKING:
    from tests.web.device_api.tournament import Size


class Desk:
    """The work of the desk, which has seen the paper and so knows the truth."""

    size: Size
    tournament: Any
    stage: Any
    round: Any
    number: int
    truth: dict[tuple[int, int], PlayedMeeting]
    disagreeing: set[tuple[int, int]]
    happened: Counter[str]

    def _tables(self, *rounds: Any) -> list[Any]:
        from tournaments.rounds import scores

        return scores.table_states(list(rounds))

    def _desk_enters_paper(self) -> None:
        """Enter results that no tablet has sent, or only one side."""
        from scoring.settle import Open
        from tournaments.rounds import scores

        for table in self._tables(self.round):
            for number, data in enumerate(self._truth_of(table), start=1):
                if not isinstance(table.game(number).result, Open):
                    continue
                scores.desk.enter_result(
                    table.meeting,
                    game=number,
                    data=data,
                    nonce=f"paper-{self.number}-{table.number}-{number}-{self.size.seed}",
                    seen=self._last(),
                    user=None,
                )
                self.happened["paper"] += 1

    def _truth_of(self, table: Any) -> tuple[Json, ...]:
        played = self.truth[table.meeting.round.number, table.number]
        sides = range(len(played.players))
        assert played.players == tuple(table.side(index)[0].entry.number for index in sides)
        return played.games

    def _last(self) -> int:
        self.tournament.refresh_from_db()
        return int(self.tournament.last_line)

    def _desk_decides(self) -> None:
        """Correct what is in dispute, or was mistyped and could not be corrected at the table."""
        for table in self._tables(*self.stage.rounds.exclude(state="void").select_related("stage")):
            for number, right in enumerate(self._truth_of(table), start=1):
                game = table.game(number)
                if game.lines and (game.disputed or game.result.data != right):
                    self._decide(table, number, right)

    def _decide(self, table: Any, number: int, right: Json) -> None:
        from tournaments.rounds import scores

        round_, game = table.meeting.round.number, table.game(number)
        assert (round_, table.number) in self.disagreeing, (round_, table.number, game.lines)
        data = {"meeting": table.meeting, "game": number, "user": None, "seen": self._last()}
        nonce = f"desk-{round_}-{table.number}-{number}-{self._last()}-{self.size.seed}"
        agreeing = [line for line in game.lines if line.data == right]
        if agreeing and game.disputed:
            scores.desk.rule_on_dispute(**data, line=agreeing[0].number, nonce=nonce)
            self.happened["ruled"] += 1
            return
        answer = scores.desk.correct_result(**data, data=right, nonce=nonce)
        if game.disputed:
            ruled = data | {"line": answer.line.number, "seen": answer.line.number}
            scores.desk.rule_on_dispute(**ruled, nonce=f"{nonce}-ruled")
        self.happened["set right by the desk"] += 1

    def _desk_lets_in(self) -> None:
        """Admit second tablets that the first of their table has not admitted."""
        from tournaments import devices
        from tournaments.models import Device

        for device in Device.objects.filter(tournament=self.tournament, waits=True):
            devices.let_in(device, by=None)
            self.happened["let in by the desk"] += 1

    def _desk_answers(self) -> None:
        """Answer late results: one counts if it agrees with the paper."""
        from tournaments.devices import calls
        from tournaments.web.device_api import payloads

        for call in calls.open_calls(self.tournament):
            found = call.said or {}
            if found.get("why") != "too_late" or call.place is None:
                continue
            played = self.truth[found["round"], call.place.number].games[found["game"] - 1]
            if found["result"]["data"] == played:
                assert payloads.take_queued_result(call, None).outcome.refusal is None, found
                self.happened["late, and taken"] += 1
            else:
                calls.resolve(call, by=None)
                self.happened["late, and not taken"] += 1

    def _close(self) -> None:
        from tournaments import rounds

        rounds.close_round(self.round, by=None)
