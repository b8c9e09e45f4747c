"""Compare the score book with the results on the tablets, and the standings with the games played."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from tests.web.device_api.client import WRITTEN_ANSWERS, KeptResult
from tests.web.device_api.played import Game, Json, PlayedMeeting, Score

if TYPE_CHECKING:
    from tests.web.device_api.tournament import Seat, Size

SENT_FIELDS = ("meeting", "game", "kind", "sides", "data", "basis")


class BookChecks:
    """Checks that compute everything anew, from the truth and from the tablets alone."""

    size: Size
    tournament: Any
    seats: list[Seat]
    stage: Any
    game: Game
    truth: dict[tuple[int, int], PlayedMeeting]
    happened: Counter[str]

    def scores_of(self, player: int, *, before: int) -> list[Score]:
        """Return a player's score in each game of the rounds before this one, from the truth alone."""
        return [
            self.game.scores(data, self.stage.rules)[played.players.index(player)]
            for (number, _table), played in self.truth.items()
            if number < before and player in played.players
            for data in played.games
        ]

    def kept(self) -> list[tuple[Seat, KeptResult]]:
        """Return every result on every tablet."""
        return [(seat, kept) for seat in self.seats for kept in seat.client.kept.values()]

    def check(self) -> None:
        """Check that the book has what was acknowledged, once, and adds up to what was played."""
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
            written_down = [answer for answer in kept.answers if answer["answer"] in WRITTEN_ANSWERS]
            numbers = {answer["line"] for answer in written_down if answer["epoch"] == self.tournament.epoch}
            if kept.answer["answer"] == "refused":
                assert not numbers and not lines[nonce], kept
                if written_down:  # acknowledged by a laptop that is gone: others were first on the new one
                    assert kept.result["kind"] == "correction" or self._is_mistyped(kept.result), kept
                    self.happened["left to the desk"] += 1
                self.happened["refused"] += 1
                continue
            if not lines[nonce]:  # it came too late, and agreed with what counted
                self._check_said_the_same(kept)
                continue
            (line,) = lines[nonce]
            assert numbers == {line.number}, (kept, line)
            stored = (str(line.meeting.uid), line.game, line.kind, line.sides, line.data, line.basis)
            assert stored == tuple(kept.result[name] for name in SENT_FIELDS), (kept, stored)
            written += 1
            self.happened[f"answers: {kept.answer['answer']}"] += 1
        from_tablets = sum(line.device_id is not None for found in lines.values() for line in found)
        assert from_tablets == written
        numbers = sorted(line.number for found in lines.values() for line in found)
        assert numbers == list(range(1, len(numbers) + 1))
        self.happened["lines"] = len(numbers)
        self.happened["results kept on tablets"] = len(self.kept())

    def _is_mistyped(self, result: Json) -> bool:
        from tournaments.models import Meeting

        meetings = Meeting.objects.filter(round__stage__tournament=self.tournament)
        meeting = meetings.select_related("round", "place").get(uid=result["meeting"])
        played = self.truth[meeting.round.number, meeting.place.number]
        return bool(result["data"] != played.games[result["game"] - 1])

    def _check_said_the_same(self, kept: KeptResult) -> None:
        from tournaments.models import Line

        assert kept.answer and kept.answer["answer"] == "same", kept
        row = Line.objects.get(tournament=self.tournament, number=kept.answer["line"])
        assert (str(row.meeting.uid), row.game) == (kept.result["meeting"], kept.result["game"]), kept
        assert (row.sides, row.data) == (kept.result["sides"], kept.result["data"]), kept
        self.happened["late, and the same"] += 1

    def _check_standings(self) -> None:
        from tournaments.rounds import scores
        from tournaments.standings import standings

        assert scores.rebuild(self.tournament, check=True) == []
        players = {player for played in self.truth.values() for player in played.players}
        points = {player: self.scores_of(player, before=self.size.rounds + 1) for player in players}
        ranked = {player: self.game.ranked(points[player]) for player in players}
        expected = {
            player: (
                1 + sum(other > ranked[player] for other in ranked.values()),
                ranked[player][0],
                sum(score.won for score in points[player]),
                sum(score.value for score in points[player]),
                len(points[player]),
            )
            for player in players
        }
        self.tournament.refresh_from_db()
        for upto in (None, self.tournament.version):
            by_number = {
                row.number: (row.rank, row.points, row.won, row.value, row.played)
                for row in standings(self.tournament, upto=upto).rows
            }
            assert by_number == expected
