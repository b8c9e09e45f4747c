#!/usr/bin/env python3
"""Take the pictures of the guide again, in both languages: `.venv/bin/python docs/pictures/take.py`.

`take.py fr` takes those of one language. It needs `python3 start.py setup`. The program is served from a data
folder that is deleted afterwards: an empty program, a tournament being prepared, the example from game 10 to
the podium, then judge, tablets and gin.
"""

import random
import subprocess
import sys
from datetime import datetime, timedelta
from typing import Any

import tables
from playwright.sync_api import Page
from program import LANGUAGE, LANGUAGES, PHONE, PROJECTOR, TABLET, empty_program, look, paper, shoot, sign_in

FRENCH = LANGUAGE == "fr"
NAME = "Journée de crible de l’Érablière" if FRENCH else "Érablière cribbage day"
ROSTER = (
    """Nom;Prénom;Club;Frais;Payé
L’Écuyer;Noëlla;FADOQ Mont-Saint-Hilaire;12;comptant
O’Brien;Réal;FADOQ Saint-Hyacinthe;12;comptant
Côté;Huguette;FADOQ Sorel-Tracy;12;chèque
D’Amour;Françoise;FADOQ Beloeil;12;comptant
;;FADOQ Beloeil;12;comptant
Saint-Hilaire;Zéphirin;FADOQ Sorel-Tracy;12;virement
Merci à tous les bénévoles!;;;;
"""
    if FRENCH
    else """Last name;First name;Club;Fee;Paid
L’Écuyer;Noëlla;FADOQ Mont-Saint-Hilaire;12;cash
O’Brien;Réal;FADOQ Saint-Hyacinthe;12;cash
Côté;Huguette;FADOQ Sorel-Tracy;12;cheque
D’Amour;Françoise;FADOQ Beloeil;12;cash
;;FADOQ Beloeil;12;cash
Saint-Hilaire;Zéphirin;FADOQ Sorel-Tracy;12;transfer
Thanks to all volunteers!;;;;
"""
)


# What the pictures show, in the order of the day


def first_steps(page: Page) -> None:
    """Take the empty program, the set-up page, and its box."""
    shoot(page, "first-start", tall=940)
    page.goto("/new/")
    page.fill("#id_name", NAME)
    page.fill("#id_place", "Salle de l’Érablière, Mont-Saint-Hilaire")
    page.fill("#id_expected", "31")
    page.click("details.the-rest > summary")
    page.click("details.section:has([name=odd]) > summary")
    page.locator("input[name=odd]").last.check(force=True)
    page.wait_for_timeout(1200)
    shoot(page, "odd-number", element="#feasibility .box")
    page.locator("input[name=odd]").first.check(force=True)
    page.click("details.the-rest > summary")
    page.fill("#id_expected", "32")
    page.locator("input[name=points_as]").first.check(force=True)
    page.wait_for_timeout(1200)
    page.evaluate("scrollTo(0, 0)")
    shoot(page, "set-up")
    shoot(page, "declared", element=".declared")
    page.click(".setup-end button.primary")
    page.wait_for_url("**/t/**")


def door(page: Page) -> None:
    """Take registration, an imported list, check-in, and a player who leaves."""
    slug = page.url.split("/t/")[1].split("/")[0]
    page.goto(f"/t/{slug}/registration/")
    for name, club in (("Huguette Côté", "FADOQ Beloeil"), ("Yvon Archambault", "FADOQ Acton Vale")):
        page.fill("#id_name", name)
        page.fill("#id_club", club)
        page.press("#id_name", "Enter")
        page.get_by_role("link", name=name, exact=True).wait_for()
    page.goto(f"/t/{slug}/registration/import/")
    page.fill("textarea", ROSTER)
    page.click("form:not([enctype]) button.primary")
    page.wait_for_url("**/preview/")
    shoot(page, "import", tall=1960)
    page.click("button[name=do][value=enter]")
    page.wait_for_url("**/registration/")
    page.goto(f"/t/{slug}/registration/")
    page.fill("#id_name", "Ghislaine Paquette")
    page.evaluate("scrollTo(0, 0)")
    shoot(page, "registration", tall=1080)
    page.goto(f"/t/{slug}/check-in/")
    for number in (1, 3, 4):
        page.click(f"#tap-{number}")
        page.locator(f"#tap-{number}[aria-pressed=true]").wait_for()
    page.evaluate("scrollTo(0, 0)")
    shoot(page, "check-in", tall=1000)


def example(page: Page) -> Any:
    """Make the example with its button, with games that began in the morning."""
    from tournaments.models import Round, Tournament

    page.goto("/")
    page.click("form[action='/example/'] button")
    page.wait_for_url("**/t/**")
    made = Tournament.objects.get(example=True)
    made.visibility = Tournament.Visibility.PUBLIC  # phones of visitors look at it too
    made.save(update_fields=["visibility"])
    nine = datetime.fromisoformat(f"{made.date}T09:00:00-05:00")
    for round_ in Round.objects.filter(stage__tournament=made):
        begun = nine + timedelta(minutes=18 * (round_.number - 1) + (70 if round_.number > 7 else 0))
        times = {"opened_at": begun, "closed_at": begun + timedelta(minutes=16)}
        Round.objects.filter(pk=round_.pk).update(**times)
    return made


def seats(page: Page, phone: Page, projector: Page, made: Any) -> None:
    """Take game 10: proposed, seated, on a phone and on the wall; a player who leaves; two who swap."""
    slug = made.slug
    page.goto(f"/t/{slug}/rounds/")
    shoot(page, "rounds")
    page.goto(f"/t/{slug}/registration/5/leaves/")
    shoot(page, "leaves")
    page.goto(f"/t/{slug}/rounds/seat/")
    shoot(page, "seating")
    page.click(".seat-act form button:not([name])")
    page.wait_for_url("**/rounds/10/**")
    phone.goto(f"/t/{slug}/rounds/10/")
    shoot(phone, "seats-phone")
    projector.goto(f"/t/{slug}/rounds/10/screen/")
    shoot(projector, "seats-projector", width=1200)
    page.goto(f"/t/{slug}/rounds/10/swap/?one=3&other=8")
    shoot(page, "swap", tall=1230)
    papers(page, made, rules=520, scorecards_blank=640, seating=520, slips=520)
    page.evaluate("scrollTo(0, 0)")
    shoot(page, "papers", tall=1660)
    page.goto(f"/t/{slug}/rounds/")
    page.click("form[action$='/open/'] button")
    page.wait_for_load_state()


def enter(page: Page, table: int, winner: str, loser: int) -> None:
    """Type a result at the desk and send it."""
    for key in (str(table), "Enter", winner, str(loser), "Enter"):
        page.keyboard.type(key) if key.isdecimal() else page.keyboard.press(key)
    page.locator("#desk-answer .is-ok").wait_for()
    page.wait_for_timeout(150)


def desk(page: Page, slug: str) -> None:
    """Take the desk while results are typed, and a correction."""
    page.goto(f"/t/{slug}/desk/")
    for table, winner, loser in ((4, "a", 98), (7, "b", 112), (1, "a", 105), (12, "b", 87), (9, "a", 117)):
        enter(page, table, winner, loser)
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.keyboard.press("b")
    page.keyboard.type("84")
    shoot(page, "desk", tall=1100)
    page.keyboard.press("Escape")
    page.keyboard.type("12")
    page.keyboard.press("Enter")
    page.keyboard.press("c")
    page.keyboard.press("b")
    page.keyboard.type("78")
    page.keyboard.press("Enter")
    page.locator("#desk-answer .is-ok").wait_for()
    page.keyboard.type("12")
    page.keyboard.press("Enter")
    page.locator("#desk-panel .history").wait_for()
    shoot(page, "correction", tall=1180)


def standings(page: Page, phone: Page, projector: Page, slug: str) -> None:
    """Take the standings on a tablet, a phone and the wall, and the explanation of a rank."""
    from tournaments.models import Tournament
    from tournaments.standings import standings as worked_out

    page.goto(f"/t/{slug}/standings/")
    page.locator(".explain").nth(1).click()
    page.evaluate("scrollTo(0, 0)")
    shoot(page, "standings", tall=1150)
    phone.goto(f"/t/{slug}/")
    shoot(phone, "standings-phone")
    second = worked_out(Tournament.objects.get(slug=slug)).rows[1].number
    phone.goto(f"/t/{slug}/players/{second}/")
    shoot(phone, "card-phone")
    projector.goto(f"/t/{slug}/screen/")
    shoot(projector, "standings-projector", width=1200)


def to_a_tie(tournament: Any) -> None:
    """Play on to the end so that the second catches up with the leader in the last game."""
    from tournaments import rounds
    from tournaments import standings as room
    from tournaments.finals import medals
    from tournaments.models import Line, Meeting
    from tournaments.rounds import scores, stages
    from tournaments.transfer import simulated_tournament

    chance = random.Random(5)
    round_ = tournament.stages.get(order=1).rounds.get(number=10)
    for meeting in round_.meetings.select_related("round__stage"):
        if not meeting.results.exists():
            simulated_tournament.enter_game(meeting, 1, chance, None, nonce=f"picture-{meeting.uid}")
    rounds.close_round(round_, by=None)
    simulated_tournament.play(tournament, seed=5, by=None, upto=14)
    first, second = room.standings(tournament).rows[:2]
    gap = first.points - second.points
    round_ = rounds.open_round(rounds.seat(stages.qualifying(tournament), 15, by=None), by=None)

    def write(meeting: Meeting, winner: int, loser: int) -> None:
        """Write a game by the number of the winner and the points of the loser."""
        sides = scores.sides_of(meeting)
        pegged = [121 if side == [winner] else loser for side in sides]
        scores.write_line(
            meeting,
            data={"v": 1, "pegged": pegged},
            sides=sides,
            by=Line.By.DESK,
            nonce=f"picture-{meeting.uid}",
            basis=0,
        )

    for meeting in round_.meetings.select_related("round__stage"):
        here = [number for side in scores.sides_of(meeting) for number in side]
        others = [number for number in here if number not in (first.number, second.number)]
        if second.number in here:
            write(meeting, second.number, 121 - gap if first.number in here else 88)
        elif first.number in here:
            write(meeting, others[0], 121 - gap)
        else:
            write(meeting, others[0], 96 + others[1] % 11)
    rounds.close_round(round_, by=None)
    assert medals.ties(tournament), "the last game was to end in a tie"


def medal_matches(page: Page, projector: Page, tournament: Any) -> None:
    """Take the tie, the cards read back, and the podium."""
    from tournaments.finals import medals
    from tournaments.rounds import scores
    from tournaments.transfer import simulated_tournament

    slug = tournament.slug
    page.goto(f"/t/{slug}/medals/")
    page.click("form[action$='/create/'] button")
    page.wait_for_load_state()
    shoot(page, "tie", tall=860)
    chance = random.Random(11)
    for meeting in medals.open_meetings(tournament):
        for game in (1, 2, 3):
            if not scores.match_state(meeting).over:
                simulated_tournament.enter_game(
                    meeting, game, chance, None, nonce=f"picture-{meeting.uid}-{game}"
                )
    medals.advance(tournament, by=None)
    page.goto(f"/t/{slug}/medals/")
    taps = page.locator("#closing .readings button")
    for at in range(10):
        if at == 4:
            page.locator("#audit-title").scroll_into_view_if_needed()
            page.evaluate("document.getElementById('audit-title').scrollIntoView()")
            shoot(page, "reading-back")
        taps.nth(at).click()
        page.locator("#closing .readings li").nth(at).locator("[aria-pressed=true]").wait_for()
    page.click("form[action$='/official/'] button")
    page.wait_for_load_state()
    projector.goto(f"/t/{slug}/podium/")
    for _ in range(3):
        projector.keyboard.press("Enter")
        projector.wait_for_timeout(400)
    shoot(projector, "podium", width=1200)


def papers(page: Page, tournament: Any, **kinds: int) -> None:
    """Make these papers, and keep the first page of each, so many pixels wide."""
    for kind in kinds:
        page.goto(f"/t/{tournament.slug}/papers/")
        page.click("#all > summary")
        page.click(f"#all button[formaction$='/make/{kind}/']")
        page.wait_for_load_state()
    page.locator(".paper-job:not(.is-done)").first.wait_for(state="detached", timeout=90_000)
    for kind, width in kinds.items():
        paper(tournament, kind, width)


def main() -> None:
    """Take all pictures of one language."""
    with empty_program() as (browser, password):
        page, projector = look(browser, TABLET, has_touch=True, is_mobile=True), look(browser, PROJECTOR)
        phone = look(browser, PHONE, has_touch=True, is_mobile=True, device_scale_factor=1.5)
        sign_in(page, password)
        first_steps(page)
        door(page)
        made = example(page)
        seats(page, phone, projector, made)
        desk(page, made.slug)
        standings(page, phone, projector, made.slug)
        to_a_tie(made)
        medal_matches(page, projector, made)
        papers(page, made, standings=520, scorecards_filled=640)
        tables.take(browser, page)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main()
    else:
        for language in LANGUAGES:
            subprocess.run([sys.executable, __file__, language], check=True)
