"""The frame of the judge's pages: with a tournament or without one, whole or as a fragment."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any
from urllib.parse import urlencode

import segno
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import DomainError
from scoring.cards import DECK, Card
from tournaments import formats
from tournaments.common.messages import sentences
from tournaments.games import card_letters
from tournaments.games.card_names import SUITS_IN_ORDER, letter, printed_value, spoken, suit_name
from tournaments.models import Tournament
from tournaments.rounds import stages
from tournaments.web.access import require_permission
from tournaments.web.base_address import base

View = Callable[[HttpRequest, Tournament | None], HttpResponse]
CARD_ARGS = ("card",)
FRENCH_LETTERS = "fr"  # in an address: a field whose cards were typed with French letters
HANDS = "hands"  # the hands of a sheet of gin: only what follows an @ is a card
GAMES = ("cribbage", "gin")
SUITS = ("clubs", "diamonds", "hearts", "spades")


@dataclass(frozen=True)
class Choice:
    """An option of a counter, shown as a row of buttons: its name in an address, label, (value, label).

    `usual` is the default, which an address leaves out.
    """

    name: str
    label: str
    options: Sequence[tuple[str, str]]
    value: str
    usual: str

    @property
    def query_value(self) -> str:
        """Return its value for an address; empty for the default."""
        return "" if self.value == self.usual else self.value


def anywhere(address: str, name: str, view: View) -> list[URLPattern]:
    """Return the addresses of a view: /judge/… for all, /t/SLUG/judge/… with the rules of that tournament."""

    @wraps(view)
    def with_one(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
        request.GET = _in_english(request.GET)  # type: ignore[assignment]
        return view(request, tournament)

    @wraps(view)
    def without(request: HttpRequest) -> HttpResponse:
        return with_one(request, None)

    return [
        path(f"judge/{address}", require_permission("visit", without), name=name),
        path(f"t/<slug:slug>/judge/{address}", require_permission("follow", with_one), name=name),
    ]


def _in_english(asked: QueryDict) -> QueryDict:
    """Return the query with cards in English letters, as in all addresses."""
    fields = [name for name in asked.getlist(FRENCH_LETTERS) if name in asked]
    if not fields:
        return asked
    read = asked.copy()
    del read[FRENCH_LETTERS]
    for after in ("", "@"):
        names = [name for name in fields if (name == HANDS) == bool(after)]
        texts = card_letters.to_english([asked.get(name, "") for name in names], card_letters.FRENCH, after)
        for name, text in zip(names, texts, strict=True):
            read[name] = text
    return read


def url(name: str, tournament: Tournament | None) -> str:
    """Return the address of a judge's page."""
    return reverse(name, args=[tournament.slug] if tournament else [])


def rules_of(tournament: Tournament | None, game: str) -> dict[str, Any]:
    """Return the rules of the tournament, or the usual ones of `game` if it plays another game or is None.

    The usual rules leave out `from_116`, an option of one region (rules.md §2.4).
    """
    if tournament:
        rules: dict[str, Any] = stages.qualifying(tournament).rules
        if rules["game"] == game:
            return rules
    usual = formats.first_rules_of_game(game)
    return usual | {"from_116": False} if "from_116" in usual else usual


def games_of(tournament: Tournament | None) -> tuple[str, ...]:
    """Return the games whose pages are shown: that of the tournament, both where it plays neither."""
    played = stages.qualifying(tournament).rules["game"] if tournament else ""
    return (played,) if played in GAMES else GAMES


def context(tournament: Tournament | None, page: str) -> dict[str, Any]:
    """Return the context of every judge's page: links to the others."""
    cribbage, gin = GAMES
    ways = [
        ("judge", _("Rules"), "file-text", ""),
        ("judge_hand", _("Hand"), "hand", cribbage),
        ("judge_play", pgettext("the part of a deal of cribbage", "Play"), "play", cribbage),
        ("judge_deal", pgettext("the deal of cribbage", "Deal"), "shuffle", cribbage),
        ("judge_match", pgettext("several games of cribbage", "Match"), "trophy", cribbage),
        ("judge_gin", _("Gin"), "spade", gin),
        ("judge_sheet", pgettext("a sheet of gin", "Sheet"), "list-ordered", gin),
        ("judge_rulings", _("Rulings"), "scale", ""),
    ]
    games = games_of(tournament)
    return {
        "tournament": tournament,
        "page": page,
        "ways": [
            {"page": name, "label": label, "icon": icon, "url": url(name, tournament)}
            for name, label, icon, game in ways
            if not game or game in games
        ],
    }


def choose(
    asked: Mapping[str, str], name: str, label: str, options: Sequence[tuple[str, str]], usual: str
) -> Choice:
    """Return an option with its value in the address, or with the usual one if that is not an option."""
    value = asked[name] if asked.get(name) in [value for value, _label in options] else usual
    return Choice(name, label, options, value, usual)


def score_digits(text: str) -> str:
    """Return a typed score as digits, or '' for anything else."""
    return str(int(text[:3])) if text[:3].isdecimal() else ""


def pack(lies: Mapping[str, str], marks: Mapping[str, str] | None = None) -> list[dict[str, Any]]:
    """Return the 52 cards to tap, suit by suit, top suit first.

    `lies` maps a card to a description of the tray it is in; `marks` gives some of them another style.
    """
    suits = []
    for suit in SUITS_IN_ORDER:
        cards = [_card_context(DECK[suit * 13 + place], lies, marks or {}) for place in range(13)]
        suits.append({"key": SUITS[suit], "name": suit_name(suit), "cards": cards})
    return suits


def _card_context(card: Card, lies: Mapping[str, str], marks: Mapping[str, str]) -> dict[str, Any]:
    where = lies.get(card.name, "")
    spoken_ = f"{spoken(card)}, {where}" if where else spoken(card)
    return {
        "name": card.name,
        "letter": letter(card.rank),
        "spoken": spoken_,
        "lies": where,
        "mark": marks.get(card.name),
    }


def show(
    request: HttpRequest,
    tournament: Tournament | None,
    page: str,
    *,
    query: Mapping[str, str],
    refusal: DomainError | None,
    changed: bool,
    counted: dict[str, Any],
) -> HttpResponse:
    """Render a counter: a fragment for a tap on an open page, else the whole page.

    `page` names the address and the template, `query` is the state of the page; empty values are left out of
    the address. `changed` says that taps altered it: the browser is sent to the new address unless something
    was refused.
    """
    query = {name: value for name, value in query.items() if value}
    address = url(page, tournament)
    canonical = f"{address}?{urlencode(query)}" if query else address
    fragment = bool(getattr(request, "htmx", False))
    if changed and not refusal and not fragment:
        return redirect(canonical)
    shown = {
        **context(tournament, page),
        **counted,
        "address": address,
        "query": query,
        "link": base(request) + canonical,
        "code": f"{reverse('judge_code')}?{urlencode({'to': canonical})}",
        "refusal": refusal_sentence(refusal) if refusal else "",
        "fragment": fragment,
    }
    template = f"judge/{page}{'_counter' if fragment else ''}.html"
    response = render(request, template, shown)
    patch_vary_headers(response, ["HX-Request"])
    if fragment:
        response["HX-Replace-Url"] = canonical
    return response


def refusal_sentence(refusal: DomainError) -> sentences.Sentence:
    """Return the sentence of a refusal, with its cards written in the reader's language."""
    args = {
        name: printed_value(value) if name in CARD_ARGS else value for name, value in refusal.args_.items()
    }
    return sentences.sentence(refusal.code, args)


def code(request: HttpRequest) -> HttpResponse:
    """Return the QR code of a judge's page as a picture; only for addresses of this site."""
    to = request.GET.get("to", "/judge/")[:1000]
    if not to.startswith("/") or to.startswith("//"):
        to = "/judge/"
    made = segno.make_qr(base(request) + to, error="l")
    picture = made.svg_inline(border=4, dark="#000", light="#fff", omitsize=True)
    picture = picture.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return HttpResponse(picture, content_type="image/svg+xml")
