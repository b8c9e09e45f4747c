"""Schedules of tables of three to six without rematches.

| tables x people                        | rounds               | from                                       |
|----------------------------------------|----------------------|--------------------------------------------|
| q x s, q a prime power, s at most q    | q                    | lines of slope 0 to q - 1 in a plane       |
| q x q                                  | q + 1                | and the columns                            |
| 6 x 4, 6 x 5                           | 7, 6                 | a starting round, found by search          |
| 7 x 4                                  | 9                    | R. C. Bose's design of 28 points           |
| 5, 6, 7, 9 x 3; 8, 10 x 4              | 7, 8, 10, 13; 10, 13 | lists from the literature, collected by    |
|                                        |                      | F. van Doorn (Dagstuhl-tables, GitHub)     |

Places are numbered from 0. A table of one fewer has an empty place: empty places are chosen so that no two of
them ever meet.
"""

from functools import cache
from itertools import combinations

from tournaments.pairing.finite_field import FiniteField, is_prime_power

Round = tuple[tuple[int, ...], ...]
"""The people at each table, by place."""

LISTED_SCHEDULES: dict[tuple[int, int], str] = {
    (5, 3): """
        ABC DEF GHI JKL MNO
        ADG BEJ CFM HKN ILO
        AEN BDO CHL FIK GJM
        AIM BGL CDK EHO FJN
        AHJ BKM CEI DLN FGO
        AFL BIN CJO DHM EGK
        AKO BFH CGN DIJ ELM""",
    (6, 3): """
        ABC DEF GHI afh bdi ceg
        Abc Def Ghi aFH BdI CEg
        abC deF ghI AfH BDi cEG
        aBc dEf gHi AFh bDI CeG
        ADG BEH CFI aei bfg cdh
        Adg Beh Cfi aEI bFG cDH
        adG beH cfI AEi BFg CDh
        aDg bEh cFi AeI BfG CdH""",
    (7, 3): """
        ABF EGM DKR INP CJT HOU LQS
        DEJ HIK BNO AQR CLU FMS GPT
        AHL JKO EIQ CNR BGS DMT FPU
        BCD FHN ELP GOQ AKT IMU JRS
        EFK GIL CMO BPR AJU DNS HQT
        BIJ KLM FGR AOP CHS ENT DQU
        ACE DIO FJQ HMR BLT GNU KPS
        DFL GHJ AMN CPQ BKU EOS IRT
        CGK JLN DHP BMQ AIS FOT ERU
        STU ADG BEH CFI JMP KNQ LOR""",
    (9, 3): """
        +YZ ABC DEF GHI JKL MNO PQR STU VWX
        MRT +DW LSZ ANU BFV EOY GJP CIX HKQ
        JOQ IPZ KRV CSW BLY +AT DGM FUX EHN
        BSX KUY +EJ ARZ CGT DHL FIO NQW MPV
        AFH JNR CQY +KP GXZ BIM DSV LOU ETW
        GLN HOS PTX IWY +QV FMZ CRU BEK ADJ
        PUW +BG OVZ DQX AEI HRY KNT JMS CFL
        CEV NXY +HM DUZ FJW GKO APS ILR BQT
        DIK MQU FTY +NS CJZ ELP BHW AGV ORX
        EMX IJT BDR ALQ HUV FNP +CO KWZ GSY
        FGQ AOW INV ERS CKM BJU +LX HTZ DPY
        LTV FKS BOP HJX GRW CDN EQZ AMY +IU
        CHP LMW EGU DOT AKX IQS JVY +FR BNZ""",
    (8, 4): """
        ABCD EFGH IJKL MNOP abcd efgh ijkl mnop
        AEIm BcgH DFKp dfkP aeiM bCGh jLNo JlnO
        Aflo Bhkm DGiN aFLO bHKM CeJP cEjp dgIn
        AciL BdjK bDJk FgoP fGOp aCIl EhMn eHmN
        AgKN BElP DHIo dhiO beLp Cfjm cFJM aGkn
        AhJp BFin cDmO bfIN eGKl CdMo EgkL aHjP
        AdeF BGJo aDEf chlN iKmP CHLn bgjO IkMp
        AbnP aBNp DglM ceko fHiJ CEKO FhIj dGLm
        AGjM BeIO DhLP agJm cfKn CFkN bEio dHlp
        AHkO BfLM Dejn bFlm cGIP Cgip dEJN ahKo""",
    (10, 4): """
        1CIL 49JK 3AFO EPVY HMWX GNSb 58Rc 67UZ 2BTa 0DQd
        02JM 5AKL 4BGP DFWZ INXY HOTc 69QS 78Va 3CUb 1ERd
        13KN 6BLM 5CDH EGXa JOYZ IPQU 7ART 89Wb 04Vc 2FSd
        24LO 7CMN 06EI FHYb KPZa DJRV 8BSU 9AXc 15QW 3GTd
        35MP 08NO 17FJ GIZc DLab EKSW 9CTV ABQY 26RX 4HUd
        46DN 19OP 28GK HJQa EMbc FLTX 0AUW BCRZ 37SY 5IVd
        57EO 2ADP 39HL IKRb FNQc GMUY 1BVX 0CSa 48TZ 6JWd
        68FP 3BDE 4AIM JLSc GOQR HNVZ 2CWY 01Tb 59Ua 7KXd
        79DG 4CEF 5BJN KMQT HPRS IOWa 03XZ 12Uc 6AVb 8LYd
        8AEH 05FG 6CKO LNRU DIST JPXb 14Ya 23QV 7BWc 9MZd
        9BFI 16GH 07LP MOSV EJTU DKYc 25Zb 34RW 8CQX ANad
        ACGJ 27HI 18DM NPTW FKUV ELQZ 36ac 45SX 09RY BObd
        0BHK 38IJ 29EN DOUX GLVW FMRa 47Qb 56TY 1ASZ CPcd""",
}
"""Rounds as published, a letter for each person."""

CYCLIC_STARTS: dict[tuple[int, int], tuple[int, tuple[tuple[tuple[int, int], ...], ...]]] = {
    (6, 4): (
        7,
        (
            ((0, 0), (1, 1), (3, 2), (0, 3)),
            ((1, 0), (3, 1), (0, 2), (1, 3)),
            ((3, 0), (0, 1), (1, 2), (2, 3)),
            ((2, 0), (4, 0), (5, 0), (6, 2)),
            ((6, 0), (2, 1), (4, 1), (5, 1)),
            ((6, 1), (2, 2), (4, 2), (5, 2)),
        ),
    ),
    (6, 5): (
        6,
        (
            ((0, 0), (2, 2), (3, 2), (0, 4), (2, 4)),
            ((3, 1), (3, 3), (5, 3), (3, 4), (4, 4)),
            ((4, 0), (1, 1), (4, 2), (2, 3), (5, 4)),
            ((2, 0), (3, 0), (2, 1), (4, 1), (1, 4)),
            ((1, 0), (5, 0), (0, 2), (0, 3), (1, 3)),
            ((0, 1), (5, 1), (1, 2), (5, 2), (4, 3)),
        ),
    ),
}
"""A modulus and the tables of round 1: (x, row); x grows by one each round, but stays in row 3 of 6 x 4."""


def max_rounds(people: int, size: int) -> int:
    """Return the most rounds at full tables of `size` without a rematch, by arithmetic.

    >>> max_rounds(32, 4), max_rounds(30, 5)
    (10, 7)
    """
    return (people - 1) // (size - 1)


@cache
def schedule(tables: int, size: int, empty: int = 0) -> tuple[Round, ...]:
    """Return the known rounds for `tables` of `size`, of which `empty` have one fewer; () if none are known.

    People have the places 0 to tables * size - empty - 1.
    """
    rounds = _full_table_rounds(tables, size)
    if not empty or not rounds:
        return rounds
    if size == tables:
        rounds = rounds[:tables]
    return _remove_places(rounds, tables * size, empty)


def _full_table_rounds(tables: int, size: int) -> tuple[Round, ...]:
    if (tables, size) in LISTED_SCHEDULES:
        return _parse_rounds(LISTED_SCHEDULES[tables, size])
    if (tables, size) in CYCLIC_STARTS:
        return _cyclic_rounds(*CYCLIC_STARTS[tables, size])
    if (tables, size) == (7, 4):
        return _rounds_for_28()
    if is_prime_power(tables) and size <= tables:
        return _field_rounds(tables, size)
    return ()


def _parse_rounds(text: str) -> tuple[Round, ...]:
    rows = [row.split() for row in text.split("\n") if row.strip()]
    letters = sorted({letter for group in rows[0] for letter in group})
    place = {letter: at for at, letter in enumerate(letters)}
    return tuple(tuple(tuple(place[letter] for letter in group) for group in row) for row in rows)


def _cyclic_rounds(modulus: int, start: tuple[tuple[tuple[int, int], ...], ...]) -> tuple[Round, ...]:
    stays = {3} if modulus == 7 else set()
    return tuple(
        tuple(
            tuple(row * modulus + (x if row in stays else (x + step) % modulus) for x, row in group)
            for group in start
        )
        for step in range(modulus)
    )


def _field_rounds(tables: int, size: int) -> tuple[Round, ...]:
    """Return the rounds in which person (row, x) sits in round r at table x + row * r of the field."""
    field = FiniteField(tables)
    rounds = []
    for slope in range(tables):
        groups: list[list[int]] = [[] for _ in range(tables)]
        for row in range(size):
            for x in range(tables):
                groups[field.add(x, field.times(row, slope))].append(row * tables + x)
        rounds.append(tuple(tuple(group) for group in groups))
    if size == tables:
        rounds.append(tuple(tuple(range(row * tables, (row + 1) * tables)) for row in range(size)))
    return tuple(rounds)


def _rounds_for_28() -> tuple[Round, ...]:
    """Build rounds from three copies of the field of nine and one extra point."""
    field = FiniteField(9)
    powers = [1]
    primitive = next(g for g in range(2, 9) if _order(field, g) == 8)
    while len(powers) < 8:
        powers.append(field.times(powers[-1], primitive))
    start: list[tuple[tuple[int, int], ...]] = [((0, 0), (0, 1), (0, 2))]
    start += [
        ((powers[i], j), (powers[i + 4], j), (powers[i + 2], (j + 1) % 3), (powers[i + 6], (j + 1) % 3))
        for i in range(2)
        for j in range(3)
    ]
    rounds = []
    for step in range(9):
        groups = [tuple(copy * 9 + field.add(x, step) for x, copy in group) for group in start]
        rounds.append(((*groups[0], 27), *groups[1:]))
    return tuple(rounds)


def _order(field: FiniteField, element: int) -> int:
    power, order = element, 1
    while power != 1:
        power, order = field.times(power, element), order + 1
    return order


def _remove_places(rounds: tuple[Round, ...], places: int, empty: int) -> tuple[Round, ...]:
    """Return the rounds without `empty` places that never meet; () if there are not so many."""
    met = {frozenset(two) for groups in rounds for group in groups for two in combinations(group, 2)}
    for first in range(places - 1, -1, -1):
        chosen = [first]
        for place in range(places - 1, -1, -1):
            if len(chosen) < empty and all(frozenset((place, one)) not in met for one in chosen):
                chosen += [place] * (place not in chosen)
        if len(chosen) == empty:
            break
    else:
        return ()
    kept = {place: at for at, place in enumerate(sorted(set(range(places)) - set(chosen)))}
    return tuple(
        tuple(tuple(kept[place] for place in group if place in kept) for group in groups) for groups in rounds
    )
