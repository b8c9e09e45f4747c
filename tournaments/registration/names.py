"""Compare, sort and publish names, and recognise first names."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import filterfalse

# First names that are rarely family names show which end of a name is the first name. Names that are often
# both (Martin, Denis, Robert, Scott, George) are left out. One name in ten is enough to read a column.
_NAMES = """
achille adelard adele adrien adrienne agathe agnes aime aimee alain alcide aldege alexandra alfreda alice
aline alphonse alphonsine amanda amedee amelie ana andre andrea andree angele angelina angeline anita ann
anna anne annette annie anouk antoinette antonio armand armande armelle arthur astrid aurele aurore barbara
beatrice bernadette berthe betty blandine brenda brian brigitte bruno camille carla carlos carmelle carmen
carol carole caroline catherine cecile cecilia celine chantal charlotte christian christiane christine
christopher cindy claire clara claude claudette claudia claudine clemence cleophas colette conrad corinne
cynthia cyrille damien daniel daniele danielle danny deborah debra denise diana diane didier dolores
dominique donald donatien donna dora doris dorothy edgar edgard edith edmond edna edouard eileen elaine
eleanor eliane elisabeth elise elizabeth ella ellen elodie elsa elzear emile emilie emilien emilienne emma
eric ernestine ethel eugenie eva evangeline eveline evelyn evelyne fabienne ferdinand fernand fernande
fleurette florent florian florida francine francoise fred frederic frederick gabrielle gaetan gaetane gaston
genevieve georgette georgina gerald geraldine gerard germaine gertrude ghislain ghislaine gilberte gilles
gina ginette gisele gloria gregoire greta guillaume gustave guy guylaine gwendoline hector helen helena
helene henri henriette hermine herve hilda hildege huguette ida igor ines irene irma isabel isabelle
jacinthe jacky jacqueline jacques jane janet janine jason jean jeanne jeannette jeannine jennifer jeremie
jessica joan joane joanne jocelyn jocelyne joe johanne john jose josee josephine josette joyce juan juanita
judith judy julie julienne juliette justine karen karine kathleen kevin laura lauretta laurette lauriane
laurie lea leah leo leon leona leonidas leonie leopold liette liliane lily lina linda lionel lisa lise
lisette lorraine louise luc lucette lucie lucien lucienne lucille ludger lyne lynn lynne madeleine magali
magella manon marc marcel marcelle marcelline margaret margot marguerite maria marianne marie mariette
marilyn mario marjolaine marlene marthe mary maryse mathilde maude maureen maurice melanie michael michel
michele micheline michelle mildred mireille monica monique muriel murielle mylene myriam nadia nancy
nathalie nicole nina noella noemie nora norma normand normande odette olga ovila pamela pascale patricia
paula paule paulette pauline philias philippe philomene pierre pierrette rachel raoul raymonde raynald real
regine rejane rejean rejeanne rene renee rita robertine rodolphe roger rolande rollande romeo rosaire
rosalie rose roseanne rosemarie rosette ruth sabine sandra sarah sebastien serge sharon shirley simone
simonne sofia solange sonia sophie stella stephane stephanie steven susan suzanne suzette suzie sylvain
sylvianne sylvie sylvio tania telesphore teresa thelma theresa therese thomasine timothy tina tommy ulric
ursule valerie vera veronique violette virginie vivian viviane wilfrid wilhelmine william wilma xavier
yolande yvan yves yvette yvon yvonne zacharie zelia zita zoe
"""
FIRST_NAMES = frozenset(_NAMES.split())


TITLES = {"m", "mm", "mr", "mrs", "ms", "mme", "mlle", "madame", "monsieur", "dr", "dre", "sr", "soeur"}
PARTICLES = {"d", "da", "de", "del", "der", "des", "du", "la", "le", "les", "st", "ste", "van", "von"}
COMMON_BEGINNINGS = {"saint", "sainte", "mac", "mc"}  # beginnings of many family names
SUFFIXES = {"jr", "sr", "junior", "senior", "ii", "iii", "iv", "pere", "fils"}
MIN_CAPITALS = 3  # «JP Roy» has two first names there, and no family name
MIXED_CASE_START = re.compile(r"^(?:Ma?c|[DdLl]['’])(?=[^\W\d_]{3})")  # McDONALD, d'AMOURS
# In these scripts a family name is one character or two: its first letter gives it away.
WHOLE_NAME_SCRIPTS = ("CJK", "HANGUL", "HIRAGANA", "KATAKANA")
UNPUBLISHED = "–"
MAX_SORT_NAME = 120


def fold(text: str) -> str:
    """Return text as a person compares it: no accents, no case, curly and straight apostrophes alike."""
    if not text.isascii():
        plain = unicodedata.normalize("NFKD", text.replace("’", "'").replace("œ", "oe").replace("Œ", "OE"))
        text = "".join(filterfalse(unicodedata.combining, plain))
    return " ".join(text.casefold().split())


def has_words(folded: str, typed: str) -> bool:
    """Return whether all words typed are in a folded text, wherever they stand."""
    return all(word in folded for word in fold(typed).split())


def sort_name(name: str, family: str = "") -> str:
    """Fold a name for a list, family name first: «Réal de la Durantaye» -> «de la durantaye real».

    `family` is the end of the name that is the family name; without it `split_name` finds it.
    """
    whole, end = fold(name), fold(family)
    if end and whole.endswith(end):
        return stored_sort_name(f"{end} {whole.removesuffix(end)}", name)
    given, family = split_name(name)
    return stored_sort_name(f"{family} {given}", name)


def stored_sort_name(text: str, name: str) -> str:
    """Fold a text by which `name` is sorted, so that its column takes it.

    A sign may fold to many («ﷺ») or to nothing: «¨», a dead key alone.
    """
    return fold(text)[:MAX_SORT_NAME].strip() or name


def joined_name(given: str, family: str) -> str:
    """Join first name and family name as they are read aloud."""
    return " ".join(f"{given} {family}".split())


def split_name(name: str, *, family_first: bool = False) -> tuple[str, str]:
    """Return the first name and the family name of a name as it was written; one of them may be empty.

    A comma decides, then capitals; without either, `family_first` does. «Jr.» goes with the family name.

    >>> split_name("TREMBLAY Jean-Guy"), split_name("J.-P. Roy Jr."), split_name("O'Brien, Jr., Pat")
    (('Jean-Guy', 'TREMBLAY'), ('J.-P.', 'Roy Jr.'), ('Pat', "O'Brien Jr."))
    >>> split_name("Roy Zoé", family_first=True), split_name("Réal de la Durantaye")
    (('Zoé', 'Roy'), ('Réal', 'de la Durantaye'))
    """
    pieces = comma_pieces(name)
    if "," in name and pieces:
        suffixes = [piece for piece in pieces[1:] if is_suffix(piece)]
        rest = [piece for piece in pieces if piece not in suffixes]
        given, family = " ".join(rest[1:]), rest[0]
        if suffixes and not given:  # «Pat O'Brien, Jr.»
            given, family = split_name(family, family_first=family_first)
        return given, joined_name(family, " ".join(suffixes))
    words = name.split()
    end = len(words)
    while end > 1 and is_suffix(words[end - 1]):
        end -= 1
    words, behind = words[:end], words[end:]
    side, count = capitals(words)
    if len(words) == 1:
        side, count = "first", 0 if is_first_name(words[0]) and not behind else 1
    elif not count and family_first:  # the family name is all up to a known first name, or all but one
        known = (at for at in range(1, len(words)) if is_first_name(words[at]))
        side, count = "first", next(known, len(words) - 1)
    elif not count:
        side, count = "last", _count_family_words(words)
    at = count if side == "first" else len(words) - count
    before, after = " ".join(words[:at]), " ".join(words[at:])
    given, family = (after, before) if side == "first" else (before, after)
    return given, " ".join([family, *behind]).strip()


def comma_pieces(name: str) -> list[str]:
    """Return the parts of a name between commas."""
    return [piece for piece in (each.strip() for each in name.split(",")) if piece]


def is_suffix(text: str) -> bool:
    """Return whether it is the suffix of a family name: «Jr.», «III»."""
    return fold(text).rstrip(".") in SUFFIXES


def is_first_name(word: str) -> bool:
    """Return whether a word is known as a first name, or begins with one: «Jean-Guy»."""
    return re.split(r"[-.]", fold(word).strip("()\"'«».,"))[0] in FIRST_NAMES


def capitals(words: Sequence[str]) -> tuple[str, int]:
    """Return which end of a name is in capitals, `first` or `last`, and of how many words; 0 for neither."""
    count = _count_capital_words(words)
    if 0 < count < len(words) and not any(map(_is_in_capitals, words[count:])):
        return "first", count
    count = _count_capital_words(words[::-1])
    if 0 < count < len(words) and not any(map(_is_in_capitals, words[: len(words) - count])):
        return "last", count
    return "", 0


def _count_capital_words(words: Sequence[str]) -> int:
    """Count the words from the start that are capitals or the particles between and around them."""
    count = 0
    for word in words:
        if not _is_in_capitals(word) and word.casefold() not in PARTICLES:
            break
        count += 1
    return count if any(map(_is_in_capitals, words[:count])) else 0


def _is_in_capitals(word: str) -> bool:
    bare = MIXED_CASE_START.sub("", word)
    letters = sum(map(str.isalpha, bare))
    return letters >= MIN_CAPITALS and bare.isupper() and "." not in bare


def _count_family_words(words: Sequence[str]) -> int:
    """Count the words of a family name at the end: one, with the particles before it."""
    start = len(words) - 1
    while start > 1 and words[start - 1].casefold().rstrip(".") in PARTICLES:
        start -= 1
    return len(words) - start


def family_name(name: str, sorted_as: str) -> str:
    """Return the end of a name by which it is sorted; empty where that is not known.

    >>> family_name("Réal de la Durantaye", "de la durantaye real")
    'de la Durantaye'
    """
    words = name.split()
    ends = (" ".join(words[at:]) for at in range(len(words)))
    return next((end for end in ends if sort_name(name, end) == sorted_as), "")


def _parts(name: str, sorted_as: str) -> tuple[str, str, bool]:
    """Return first name and family name of a name, and whether it is sorted as `sorted_as` by them."""
    given, family = split_name(name)
    if fold(f"{family} {given}") == sorted_as:
        return given, family, True
    if known := family_name(name, sorted_as):
        words = name.split()
        given, family = " ".join(words[: len(words) - len(known.split())]), known
        return given, family, fold(f"{family} {given}") == sorted_as
    return given, family, False


def family_name_first(name: str, sorted_as: str) -> str:
    """Return a name as in an alphabetical list: the family name, a comma, the rest.

    >>> family_name_first("Noëlla L'Écuyer", "l'ecuyer noella"), family_name_first("Roy, Zoé", "roy zoe")
    ("L'Écuyer, Noëlla", 'Roy, Zoé')
    >>> family_name_first("Zoé", "zoe")
    'Zoé'
    """
    given, family, known = _parts(name, sorted_as)
    return f"{family}, {given}" if known and family and given and "," not in name else name


def first_name_and_initial(name: str, sorted_as: str = "") -> str:
    """Return a name as it may be on the Internet: the first name, and the initial of the family name.

    `sorted_as` shows which end of the name is the family name, as from `sort_name`. Where it may be the other
    end, or where there is one word, only initials are given; a name in Chinese characters is not published at
    all.

    >>> first_name_and_initial("Noëlla L'Écuyer"), first_name_and_initial("Roy, Zoé Anne")
    ('Noëlla L.', 'Zoé R.')
    >>> first_name_and_initial("Mme Ana Diaz Lopez", "diaz lopez mme ana"), first_name_and_initial("Zoé")
    ('Ana D.', 'Zoé')
    >>> first_name_and_initial("Tremblay"), first_name_and_initial("Tremblay Jean-Guy", "jean-guy tremblay")
    ('T.', 'T. J.')
    """
    plain = " ".join(re.sub(r"\(.*?\)", " ", name).split()) or name.strip()
    if _has_whole_name_script(plain):
        return UNPUBLISHED
    given, family, _known = _parts(plain, sorted_as or sort_name(plain))
    first = [word for word in given.split() if fold(word).rstrip(".") not in TITLES] or given.split()
    initial = _initial(family)
    if not first:
        return initial or UNPUBLISHED
    if not initial:
        return first[0] if is_first_name(first[0]) else _initial(first[0]) or UNPUBLISHED
    if _may_be_reversed(first, family):
        return joined_name(_initial(first[0]), initial)
    return f"{first[0]} {initial}"


def contains_family_name(name: str, sorted_as: str, text: str) -> bool:
    """Return whether a text contains a family name, or a part of a compound one.

    >>> contains_family_name("Anne Roy-Dubé", "", "Les Dubé"), contains_family_name("王小明", "", "王小明队")
    (True, True)
    >>> contains_family_name("Anne Roy", "", "Les Royaux d'Anne")
    False
    >>> contains_family_name("Jean de la Durantaye", "", "Les gens de la rive")
    False
    """
    if _has_whole_name_script(name):
        return fold(name) in fold(text)
    given, family, _known = _parts(name, sorted_as or sort_name(name))
    first = given.split()
    if first and (_may_be_reversed(first, family) if family else not is_first_name(first[0])):
        family = joined_name(given, family)
    words = [word for word in _words(family) if len(word) > 1]
    telling = [
        word for word in words if word not in PARTICLES | SUFFIXES | TITLES | COMMON_BEGINNINGS
    ] or words
    return not _words(text).isdisjoint(telling)


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", fold(text)))


def _initial(text: str) -> str:
    return next((f"{letter.upper()}." for letter in text if letter.isalpha()), "")


def _has_whole_name_script(text: str) -> bool:
    return not text.isascii() and any(
        unicodedata.name(letter, "").startswith(WHOLE_NAME_SCRIPTS) for letter in text
    )


def _may_be_reversed(given: Sequence[str], family: str) -> bool:
    """Return whether the supposed first name looks like the family name, and the other way round."""
    words = family.split()
    if is_first_name(words[0]) and not any(map(is_first_name, given)):
        return True
    return any(map(_is_in_capitals, given)) and not any(map(_is_in_capitals, words))


def distinct_names(people: Iterable[tuple[int, str, str]]) -> dict[int, str]:
    """Return names by number, from (number, name, club); equal names get their club or number added.

    >>> distinct_names([(1, "Jean Roy", "Sorel"), (2, "Jean ROY", "Beloeil"), (3, "Aline Roy", "Sorel")])
    {1: 'Jean Roy (Sorel)', 2: 'Jean ROY (Beloeil)', 3: 'Aline Roy'}
    >>> distinct_names([(1, "Jean Roy", "Sorel"), (2, "Jean Roy", "")])
    {1: 'Jean Roy (1)', 2: 'Jean Roy (2)'}
    """
    named = [(number, name, club, fold(name)) for number, name, club in people]
    clubs: dict[str, list[str]] = {}
    for _number, _name, club, folded in named:
        clubs.setdefault(folded, []).append(club)
    return {
        number: name if len(clubs[folded]) == 1 else _distinct_name(number, name, club, clubs[folded])
        for number, name, club, folded in named
    }


def _distinct_name(number: int, name: str, club: str, clubs: Sequence[str]) -> str:
    """Return a name that others have too, with the club, or with the number if the clubs do not differ."""
    folded = {fold(each) for each in clubs}
    return f"{name} ({club if len(folded) == len(clubs) and '' not in folded else number})"
