"""The cards on a judge's page: trays, read from an address, changed by taps, written back.

The address holds the whole state (`hand=5H-5S-5D-JC&starter=5C`), so that it can be shared. A tap puts a card
into the tray that is being filled, or takes it back from its tray.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.http import QueryDict

from scoring import DomainError
from scoring.cards import Card, read_card, split

MAX_LETTERS = 400
MAX_TAPS = 60


@dataclass(frozen=True)
class Tray:
    """A place for cards: its name in an address, its label, its capacity, and the cards in it.

    `typed` is its text where that cannot be read, else ''. A card of a tray that is `noted` may be in another
    tray as well: the up-card was turned up before a player took it.
    """

    key: str
    label: str
    most: int
    cards: tuple[Card, ...] = ()
    typed: str = ""
    noted: bool = False

    @property
    def room(self) -> int:
        """Return how many cards are missing."""
        return max(self.most - len(self.cards), 0)

    @property
    def places(self) -> range:
        """Return a range with an element for each missing card."""
        return range(self.room)

    @property
    def plain(self) -> str:
        """Return its cards as a person types them."""
        return self.typed or " ".join(card.name for card in self.cards)

    @property
    def text(self) -> str:
        """Return its cards as an address and a text field have them."""
        return self.typed or "-".join(card.name for card in self.cards)


@dataclass(frozen=True)
class Trays:
    """All trays of a page, the tray that the next tap fills (`to`), and the refusal if there is one."""

    trays: tuple[Tray, ...]
    to: str
    refusal: DomainError | None = None

    def tray(self, key: str) -> Tray:
        """Return the tray of that name."""
        return next(tray for tray in self.trays if tray.key == key)

    @property
    def typed(self) -> bool:
        """Return whether a text could not be read: it is shown again as it was typed."""
        return any(tray.typed for tray in self.trays)

    @property
    def query(self) -> dict[str, str]:
        """Return them as a query; the tray that the next tap fills only if it is not the default."""
        cards = {tray.key: tray.text for tray in self.trays if tray.text}
        return cards if self.to == _first_open_tray(self.trays) else {**cards, "to": self.to}


def parse_trays(asked: QueryDict, empty: Sequence[Tray]) -> Trays:
    """Read the trays of an address, before its taps. Text that cannot be read becomes the refusal."""
    trays: list[Tray] = []
    refusal = None
    seen: set[Card] = set()
    for tray in empty:
        text = asked.get(tray.key, "")[:MAX_LETTERS]
        cards, refused = _read_text(text, set() if tray.noted else seen)
        typed = text if refused else ""
        if not refused and len(cards) > tray.most:
            refused = DomainError("too_many_cards", tray=tray.label, most=tray.most, given=len(cards))
        trays.append(replace(tray, cards=cards, typed=typed))
        seen.update(() if tray.noted else cards)
        refusal = refusal or refused
    to = asked.get("to", "")
    known = {tray.key for tray in trays}
    return Trays(tuple(trays), to if to in known else _first_open_tray(trays), refusal)


def _read_text(text: str, seen: set[Card]) -> tuple[tuple[Card, ...], DomainError | None]:
    """Read the cards of a text that are in no tray yet; the first error becomes the refusal."""
    cards: list[Card] = []
    refusal = None
    for part in split(text):
        try:
            card = read_card(part)
        except DomainError as refused:
            refusal = refusal or refused
            continue
        if card in seen or card in cards:
            refusal = refusal or DomainError("card_twice", card=part)
        else:
            cards.append(card)
    return tuple(cards), refusal


def _first_open_tray(trays: Sequence[Tray]) -> str:
    return next((tray.key for tray in trays if tray.room), trays[-1].key)


def tap(trays: Trays, taps: Iterable[str]) -> Trays:
    """Return the trays after taps in their order: on a card of the pack (`5H`) or of a tray (`hand:5H`)."""
    for text in list(taps)[:MAX_TAPS]:
        key, _colon, name = text.rpartition(":")
        try:
            trays = _tap(trays, read_card(name), key)
        except DomainError as refusal:
            return replace(trays, refusal=refusal)
    return trays


def _tap(trays: Trays, card: Card, key: str) -> Trays:
    noted = trays.tray(trays.to).noted
    among = [tray for tray in trays.trays if (tray.key == key if key else tray.noted == noted)]
    lies = next((tray for tray in among if card in tray.cards), None)
    if lies:
        rest = tuple(other for other in lies.cards if other != card)
        return _with_changed_tray(trays, replace(lies, cards=rest), to=lies.key)
    tray = trays.tray(trays.to)
    if not tray.room:
        raise DomainError("tray_is_full", tray=tray.label, most=tray.most)
    tray = replace(tray, cards=(*tray.cards, card))
    return _with_changed_tray(trays, tray, to=tray.key if tray.room else "")


def _with_changed_tray(trays: Trays, changed: Tray, *, to: str) -> Trays:
    """Replace the tray of the same name; `to` is empty for the default tray."""
    changed = replace(changed, typed="")
    after = tuple(changed if tray.key == changed.key else tray for tray in trays.trays)
    return replace(trays, trays=after, to=to or _first_open_tray(after))
