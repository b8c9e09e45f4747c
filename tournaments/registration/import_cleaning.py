"""Strip titles and remarks from imported names; skip rows that are not people."""

import re
from collections.abc import Sequence

from tournaments.common.spreadsheets.table import has_letter, is_quoted
from tournaments.registration.names import fold

TITLES = r"madame|mme|mrs|ms|miss|mademoiselle|mlle|monsieur|mister|mr|docteure?|dre?"
TITLE_BEFORE = re.compile(rf"^(?:(?:{TITLES})\.?|m\.)\s+(?=\S)", re.IGNORECASE)
TITLE_BEHIND = re.compile(rf"(?:\s|,)+(?:{TITLES})\.?$", re.IGNORECASE)
BRACKETED = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]\s*")
LEADING_NUMBER = re.compile(
    r"^(?:no\.?\s*|n°\s*|#\s*)?\d{1,4}(?:\s*[.):°-]+\s*|\s+)(?=[^\W\d_])", re.IGNORECASE
)
LEADING_MARK = re.compile(r"^[✓✔•·▪–—-]+\s*")
TRAILING_STARS = re.compile(r"\s*([*†‡]+)$")
TOTAL_LINE = re.compile(
    r"(?:(?:grand|sous|sub)[\s-]*)?(?:total|totaux|totals|somme)\b|nombre (?:de|d')|number of\b"
)
PAGE_NUMBER = re.compile(
    r"(?:page|p\.|feuille|sheet)\s*\d+(?:\s*(?:de|of|sur|/)\s*\d+)?|\d+\s*(?:de|of|sur|/)\s*\d+|[-–—\s]*\d*[-–—\s]*"
)
NO_NAME = re.compile(r"[@%{}\\^~=]|https?:|^\W*[^\w(\[\"'«]{2,}")
SECTION_HEADING = re.compile(
    r"(?:les? )?(?:clubs?|section|groupe|group|region|table|equipe|team|liste|list|absents?|absentes|"
    r"reservistes?|substituts?|remplacants?|date|lieu|place|endroit|imprime|printed|signature|responsable|"
    r"notes?|remarques?|tournois?|tournaments?|horaire|programme|prix de|commanditaires?|"
    r"benevoles?|inscriptions)\b"
)
TWO_PEOPLE = re.compile(r"\s(?:et|and|&|/|\+)\s|[^\W\d_]\s*[/&]\s*[^\W\d_]", re.IGNORECASE)
REMARK = re.compile(r"[!?…]\s*$|(?:^|\s)[àÀ]\s|[^\W\d_]\s*:\s|\b\d{1,2}\s?[hH:]\s?\d{0,2}(?!\w)")
OPENING_WORDS = {"merci", "bonne", "bienvenue", "veuillez", "svp", "please", "thank", "thanks"}
# Words that bind a sentence and are no part of a name; with a capital some are one: Elle, Will, Pour.
SENTENCE_WORDS = {
    *OPENING_WORDS,
    *("aux", "tous", "toutes", "votre", "vos", "notre", "nos", "vous", "nous", "il", "elle", "ils"),
    *("est", "sont", "sera", "seront", "doit", "doivent", "ne", "pas", "plus", "très", "beaucoup", "elles"),
    *("pour", "avec", "sans", "avant", "après", "dès", "dans", "sur", "chez", "par", "que", "qui", "on"),
    *("cette", "ces", "leur", "leurs", "the", "to", "all", "your", "our", "you", "we", "they", "who"),
    *(
        "is",
        "are",
        "will",
        "be",
        "for",
        "with",
        "before",
        "after",
        "at",
        "from",
        "by",
        "not",
        "this",
        "these",
    ),
}


def clean_name(name: str, *, part: bool = False) -> tuple[str, list[str]]:
    """Return a name without row number, remarks and title, and the list of what was removed, for a note.

    A name in quotation (`quoted`) is taken as it is, as our own lists write those that look like formulas.
    A person of whom only one word is known keeps the title, unless `name` is only a part of the name: the
    family name in a column of its own.

    >>> clean_name("12. Mme Lise Côté (chauffeuse)")
    ('Lise Côté', ['chauffeuse', 'Mme'])
    >>> clean_name("Mme Côté")
    ('Mme Côté', [])
    >>> clean_name("-Lise"), clean_name("'-Lise")
    (('Lise', []), ('-Lise', []))
    """
    if is_quoted(name):
        return name[1:], []
    notes = [note.strip() for note in BRACKETED.findall(name)]
    name = LEADING_NUMBER.sub("", LEADING_MARK.sub("", BRACKETED.sub(" ", name).strip()).strip())
    starred = TRAILING_STARS.search(name)
    notes += [starred[1]] if starred else []
    name = TRAILING_STARS.sub("", name)
    for address in (TITLE_BEFORE, TITLE_BEHIND):
        found, rest = address.search(name), address.sub("", name).strip(" ,")
        if found and (part or " " in rest or "," in rest):
            notes.append(found[0].strip(" ,"))
            name = rest
    return " ".join(name.split()).strip(" ,;:"), [note for note in notes if note]


def skip_reason(cells: Sequence[str], headings: Sequence[str], name: str) -> str:
    """Return why a row is not a person: `total`, `heading`, `page`, `no_name`; empty if it may be one."""
    filled = [each for each in cells if each]
    if any(TOTAL_LINE.match(fold(each)) for each in filled[:3]) or TOTAL_LINE.match(fold(name)):
        return "total"
    known = {fold(heading) for heading in headings if heading}
    if known and all(fold(each) in known for each in filled):
        return "heading"
    if len(filled) <= 2 and all(PAGE_NUMBER.fullmatch(fold(each)) for each in filled):
        return "page"
    if name and (not has_letter(name) or NO_NAME.search(name)):
        return "no_name"
    return ""


def looks_like_a_section(cells: Sequence[str], name: str, usual: int) -> bool:
    """Return whether a row is a title above others: one cell, where rows have `usual` of them."""
    filled = [each for each in cells if each]
    same = len({fold(each) for each in filled}) == 1
    return bool(SECTION_HEADING.match(fold(name))) or (same and usual > 1 and " " not in name.strip())


def is_two_people(name: str) -> bool:
    """Return whether one cell seems to name two persons."""
    return bool(TWO_PEOPLE.search(name))


def is_sentence(text: str) -> bool:
    """Return whether words are a sentence, not a name, judging by punctuation and function words.

    >>> [is_sentence(each) for each in ("Merci à tous les bénévoles!", "DÎNER POUR TOUS", "Départ: 9 h 30")]
    [True, True, True]
    >>> [is_sentence(each) for each in ("Réal de la Durantaye", "Elle King", "jean-guy roy")]
    [False, False, False]
    """
    words = re.findall(r"[^\W_]+(?:[-'’][^\W_]+)*", text)
    binding = [word for word in words if word.casefold() in SENTENCE_WORDS]
    in_capitals_or_none = text in (text.upper(), text.lower())
    return (
        bool(REMARK.search(text))
        or (len(words) > 1 and words[0].casefold() in OPENING_WORDS)
        or len(binding) > 1
        or any(word.islower() for word in binding if not in_capitals_or_none)
    )
