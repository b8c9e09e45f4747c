"""A user at the desk without a page: keys go in, and the results are read from the state."""

from dataclasses import dataclass, field
from typing import Any

from tests.scripts.engine import load
from tournaments.games import GAMES
from tournaments.web.desk.words import script_words

KEYS = {"\n": "Enter", "\b": "Backspace", "\t": "Tab", "\x1b": "Escape"}
FORFEIT = {"present": 121, "absent": 60}
SKUNKS = [
    {"under": None, "name": "", "worth": "2"},
    {"under": 91, "name": "skunk", "worth": "3"},
    {"under": 61, "name": "double skunk", "worth": "4"},
]
WORDS = {
    "about": "{label}: {said}",
    "beats": "{winner} beats {loser} {high}-{low} {value}",
    "several": "{winner} {high}: {others}",
    "level": "tied at {points}",
}


def slot(table: int, *names: str, **more: Any) -> dict[str, Any]:
    """Return a table on the board; «Roy+Côté» are partners."""
    letters = iter("ABCDEF")
    sides = []
    for name in names or (f"Anne{table}", f"Bob{table}"):
        own = [next(letters) for _ in name.split("+")]
        sides.append({"letter": own[0], "letters": own, "name": name})
    return {
        "id": f"m{table}",
        "table": table,
        "labels": [f"Table {table}"],
        "game": 1,
        "games": 1,
        "sides": sides,
        "partners": any(len(side["letters"]) > 1 for side in sides),
        "bye": False,
        "disputed": 0,
        "open": True,
        "said": "",
        "counting": None,
        "line": 0,
        **more,
    }


def settled(table: int, *names: str, line: int = 7) -> dict[str, Any]:
    """Return a table whose result is in."""
    counting = {"game": 1, "line": line}
    return slot(table, *names, open=False, said=f"in {table}", counting=counting, line=line)


def board(*slots: dict[str, Any], game: str = "cribbage", **more: Any) -> dict[str, Any]:
    """Return the data of the page."""
    return {
        "game": game,
        "seen": 5,
        "version": 9,
        "slots": list(slots),
        "words": {code: code for code in script_words(GAMES[game].desk, two_cards=False)} | WORDS,
        "forfeit": FORFEIT,
        "target": 121,
        "as_pegged": False,
        "skunks": SKUNKS,
        "several": "all",
        **more,
    }


@dataclass
class Desk:
    """The state of the page. What is sent waits for `answer`."""

    board: dict[str, Any]
    sent: list[Any] = field(default_factory=list)
    done: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.ask = load(
            "desk/board.js", f"games/{self.board['game']}/desk.js", "desk/entry.js", "desk/sending.js"
        )
        self.s = self.ask("Cheville.desk.entry.blank")
        self.outbox = self.ask("Cheville.desk.sending.empty")

    def _entry(self, name: str, *arguments: Any) -> None:
        self._become(self.ask(f"Cheville.desk.entry.{name}", self.board, self.s, *arguments))

    def _become(self, state: dict[str, Any]) -> None:
        self.s = state
        for one in state["actions"]:
            self.done.append(one)
            if one["act"] in ("send", "post"):
                self.sent.append(one["body"])
                self.outbox = self.ask("Cheville.desk.sending.post", self.outbox, f"body {len(self.sent)}")

    def type(self, text: str) -> "Desk":
        """Press keys one after the other, as the page passes them on."""
        for character in text:
            self.press(KEYS.get(character, character))
        return self

    def press(self, key: Any) -> None:
        """Press one key; while an answer is awaited it is held."""
        if self.ask("Cheville.desk.sending.isBusy", self.outbox):
            self.outbox, what = self.ask("Cheville.desk.sending.queueInput", self.outbox, key)
            self.done.append({"act": what})
            if what == "leave":
                self._entry("leave")
                self._go_on()
        else:
            self._entry("typeKey", key)
            if key == "Escape" and not self.s["slot"]:
                self._go_on()

    def _go_on(self) -> None:
        while self.outbox["ahead"] and not self.ask("Cheville.desk.sending.isBusy", self.outbox):
            state, self.outbox = self.ask("Cheville.desk.sending.replay", self.board, self.s, self.outbox)
            self._become(state)

    def does(self, name: str, *arguments: Any) -> "Desk":
        """Do a click or another event of the page."""
        self._entry(name, *arguments)
        return self

    def lost(self, code: str = "not_saved") -> "Desk":
        """Report that no answer came."""
        self.outbox = self.ask("Cheville.desk.sending.markFailed", self.outbox, code)
        return self

    def answer(self, ok: bool = True, **fields: Any) -> "Desk":
        """Answer what was sent last, as the server does; `slots` are the tables then."""
        given = {
            "ok": ok,
            "code": "entered",
            "say": "Read back.",
            "told": [],
            "disputed": False,
            "turnable": ok,
        }
        given |= {
            "meeting": self.s["slot"] and self.s["slot"]["id"],
            "game": 1,
            "line": 8,
            "seen": 8,
        } | fields
        self.outbox = self.ask("Cheville.desk.sending.markAnswered", self.outbox, ok)
        self.board["seen"] = given["seen"]
        self.board["slots"] = given.get("slots", self.board["slots"])
        self._entry("applyAnswer", given)
        self._go_on()
        return self

    @property
    def code(self) -> str:
        """Return the code of what the desk shows, or ''."""
        return self.s["message"]["code"] if self.s["message"] else ""

    @property
    def shown(self) -> dict[str, Any]:
        """Return what the page shows beside the boxes."""
        return self.ask("Cheville.desk.board.view", self.board, self.s)

    @property
    def waits(self) -> dict[str, Any] | None:
        """Return what is shown of the keys typed meanwhile."""
        return self.ask("Cheville.desk.sending.queueView", self.outbox)

    @property
    def ahead(self) -> str:
        """Return the keys that wait."""
        named = {name: character for character, name in KEYS.items()}
        return "".join(
            named.get(key, key) if isinstance(key, str) else str(key) for key in self.outbox["ahead"]
        )

    def bodies(self, *names: str) -> list[tuple[str, ...]]:
        """Return some fields of everything that was sent."""
        return [tuple(body.get(name, "") for name in names) for body in self.sent if isinstance(body, dict)]
