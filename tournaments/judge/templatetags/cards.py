"""Template tags of cards: a suit as a picture, a small card, suits inside a sentence."""

import re

from django import template
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from scoring.cards import SYMBOLS, Card
from tournaments.games import card_letters
from tournaments.games import card_names as cards

register = template.Library()

SUITS = ("clubs", "diamonds", "hearts", "spades")
SYMBOL = re.compile("[" + "".join(SYMBOLS) + "]")


@register.simple_tag
def suit(key: str) -> SafeString:
    """Return the picture of a suit; decoration beside its name."""
    return format_html(
        '<svg class="suit {}" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>',
        key,
        static("icons/suits.svg"),
        key,
    )


@register.simple_tag
def card(one: Card) -> SafeString:
    """Return a small card, which screen readers read by its name."""
    return format_html(
        '<span class="small-card {}" role="img" aria-label="{}"><span aria-hidden="true">{}</span>{}</span>',
        SUITS[one.suit],
        cards.spoken(one),
        cards.letter(one.rank),
        suit(SUITS[one.suit]),
    )


@register.filter
def suit_key(one: Card) -> str:
    """Return the name of a card's suit in style sheets and pictures."""
    return SUITS[one.suit]


@register.filter
def letter(one: Card) -> str:
    """Return the letter or number printed in the corner of a card."""
    return cards.letter(one.rank)


@register.filter
def spoken(one: Card) -> str:
    """Return a card as it is read aloud."""
    return cards.spoken(one)


@register.filter
def typed(text: str, after: str = "") -> str:
    """Return cards of an address as typed in the active language: `5H JC` is 5C VT in French."""
    return card_letters.to_local_letters(text, after)


@register.simple_tag
def typed_in(*fields: str) -> SafeString:
    """Return the hidden fields that mark cards as typed with French letters; empty in English."""
    if card_letters.local_letters() == card_letters.ENGLISH:
        return mark_safe("")
    return format_html_join("", '<input type="hidden" name="fr" value="{}">', ((field,) for field in fields))


@register.filter
def suits(sentence: str) -> SafeString:
    """Return a sentence with its suits as labelled pictures: phones would show emoji."""

    def picture(found: re.Match[str]) -> str:
        number = SYMBOLS.index(found[0])
        return format_html(
            '<svg class="suit {}" role="img" aria-label="{}" focusable="false">'
            '<use href="{}#{}"></use></svg>',
            SUITS[number],
            cards.suit_name(number),
            static("icons/suits.svg"),
            SUITS[number],
        )

    return mark_safe(  # noqa: S308  every piece is escaped
        SYMBOL.sub(picture, conditional_escape(sentence))
    )
