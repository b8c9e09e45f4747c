"""Decode the text of a file whose encoding may be that of Windows, of an old Mac or of MS-DOS.

Libraries that guess take a French list for one in a Slavic language, so the letters themselves are judged:
which of them French and English names have, and whether capitals are where capitals belong.
"""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE

from scoring import DomainError

ONE_BYTE = ("cp1252", "cp850", "mac_roman")
USUAL = set("àâçéèêëîïôùûüœ")
RARE = set("äöñáíóúÿæ")
SIGNS = set("’‘“”«»–—…°º\u00a0€™®©")
WRONG, UNUSUAL = 3, 1
CLEARLY = 2  # by how much the best has to be better than the next


def decoded(content: bytes) -> list[tuple[str, str]]:
    """Return (name of the encoding, text); several where that cannot be decided, the likeliest first.

    Raises `DomainError` if it is not text.
    """
    wide = content.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    try:
        return [("", content.decode("utf-16" if wide else "utf-8-sig"))]
    except UnicodeDecodeError as error:
        if wide:
            raise DomainError("file_not_a_list") from error
    texts = [(name, text) for name in ONE_BYTE if (text := _text(content, name)) is not None]
    judged = sorted((faults(text), order) for order, (_name, text) in enumerate(texts))
    best = texts[judged[0][1]]
    if len(judged) == 1 or judged[1][0] - judged[0][0] >= CLEARLY:
        return [best]
    return [texts[order] for _faults, order in judged]


def _text(content: bytes, name: str) -> str | None:
    try:
        return content.decode(name)
    except UnicodeDecodeError:
        return None


def faults(text: str) -> int:
    """Rate the faults of a text: 0 where all of its letters are usual and in a usual place.

    >>> [faults(text) for text in ("Thérèse L’Écuyer, QUÉBEC", "ThÈrËse", "QUêBEC", "L’‚cuyer", "Muñoz")]
    [0, 6, 3, 3, 1]
    """
    padded = f" {text} "
    return sum(
        _fault(padded[at - 1], letter, padded[at + 1])
        for at, letter in enumerate(padded)
        if not letter.isascii()
    )


def _fault(before: str, letter: str, after: str) -> int:
    if letter.lower() not in USUAL | RARE:
        inside = before.isalpha() and after.isalpha()
        return 0 if letter in SIGNS and (letter in "’‘" or not inside) else WRONG
    if letter.isupper():
        misplaced = before.islower() or (before.isupper() and after.islower())
    else:
        begins = not before.isalpha() and before not in "'’-" and after.isalpha()
        misplaced = begins or (before.isupper() and after.isupper())
    return WRONG if misplaced else UNUSUAL if letter.lower() in RARE else 0
