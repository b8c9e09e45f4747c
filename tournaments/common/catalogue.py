"""Catalogues: the sentences that the scripts of a page show, by the codes in the scripts.

A sentence with a count is a list of two: for one, and for several. The scripts fill in names in braces.
"""

from collections.abc import Mapping

from django.utils.functional import Promise

Catalogue = Mapping[str, Promise | list[Promise]]


def merge(*catalogues: Catalogue) -> Catalogue:
    """Return one catalogue of several. Raises `ValueError` if two of them have the same code."""
    merged = {code: text for catalogue in catalogues for code, text in catalogue.items()}
    if len(merged) < sum(map(len, catalogues)):
        raise ValueError("two catalogues of one page have the same code")
    return merged


def translate(catalogue: Catalogue) -> dict[str, str | list[str]]:
    """Return a catalogue in the active language."""
    return {
        code: [str(one) for one in text] if isinstance(text, list) else str(text)
        for code, text in catalogue.items()
    }
