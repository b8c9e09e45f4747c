"""Categories, prizes, the cash box and the end of a day on their pages, and what leaves the hall."""

import json

import pytest
from django.test import Client

from scoring import DomainError
from tests import factories
from tests.page_reader import codes, data, parse
from tests.papers import paper_text
from tournaments import registration, rounds
from tournaments.common import audit_log, jobs
from tournaments.models import Job, Tournament, User
from tournaments.publishing import cash_box, ceremony, export_check, prizes, publications
from tournaments.publishing.outputs import folder, rows
from tournaments.publishing.papers import ceremony_papers, paper_types, printing, prize_papers, registry
from tournaments.registration import candidates, categories, columns, payments
from tournaments.standings import standings
from tournaments.transfer import copies
from tournaments.transfer.copies import validation

pytestmark = pytest.mark.django_db
WITNESS = "Zénaïde L'Écuyer-Saint-Hilaire"


@pytest.fixture
def tournament() -> Tournament:
    """Return two games of six people, women and over seventy among them, a prize of every kind, and fees."""
    tournament = factories.tournament(8, by=factories.director("odile"), rounds=2)
    categories.save_categories(
        tournament, [(None, "Femmes d'à côté", True), (None, "70 ans et plus", False)], by=None
    )
    for entry in tournament.entries.all():
        held = [1] if entry.number % 2 else [2]
        registration.edit_entry(entry, entry.name, categories=held, fee_cents=1500)
        payments.record(entry, None, "cash", by=None)
    for number in (1, 2):
        round_ = factories.open_round(tournament, number)
        for table, meeting in enumerate(round_.meetings.order_by("place__number")):
            factories.enter(meeting, [121, 40 + 7 * table + 3 * number])
        rounds.close_round(round_, by=None)
    tournament.refresh_from_db()
    given = [
        prizes.Prize(0, prizes.RANK, 0, 1, "Trophée", 4321),
        prizes.Prize(0, prizes.RANK, 1, 1, "Panier", 0),
        prizes.Prize(0, prizes.RANK, 2, 1, "Couverture", 0),
        prizes.Prize(0, prizes.BEST_HAND, 0, 0, "Bouteille", 0),
        prizes.Prize(0, prizes.DOOR, 0, 0, "Jambon", 0),
    ]
    prizes.save_prizes(tournament, given, one_each=False, by=None)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def odile(tournament) -> Client:
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(User.objects.get(username="odile"))
    return browser


def formset_data(prefix: str, *given: dict) -> dict[str, str]:
    posted = {f"{prefix}-TOTAL_FORMS": str(len(given)), f"{prefix}-INITIAL_FORMS": "0"}
    for at, line in enumerate(given):
        posted |= {f"{prefix}-{at}-{name}": str(value) for name, value in line.items()}
    return posted


def post_hand(odile: Client, tournament: Tournament, **typed):
    data = {"number": 3, "points": 29, "game": 2, "table": 1, "cards": "5-5-5-V, 5", "witness": WITNESS}
    return odile.post(f"/t/{tournament.slug}/prizes/hand/", data | typed)


def test_category_row_without_fields_causes_no_error(tournament, odile):
    """No browser sends such a row, but a request that had one once caused an error."""
    posted = formset_data("c", {"number": 1, "name": "Femmes"}, {"number": 2, "name": "Hommes"}, {})
    assert odile.post(f"/t/{tournament.slug}/prizes/lists/categories/", posted).status_code in (302, 422)


def test_categories_can_be_defined_and_chosen_at_registration(tournament, odile):
    posted = formset_data(
        "c", {"number": 1, "name": "Femmes", "public": "on"}, {"name": "80 et plus", "public": "on"}
    )
    answer = odile.post(f"/t/{tournament.slug}/prizes/lists/categories/", posted)
    assert "category_has_prizes" in codes(answer.content.decode())  # else any player could win the blanket
    given = [prize for prize in prizes.prizes_of(tournament).prizes if prize.category != 2]
    prizes.save_prizes(tournament, given, one_each=False, by=None)
    answer = odile.post(f"/t/{tournament.slug}/prizes/lists/categories/", posted, follow=True)
    assert {"categories_kept", "category_about_age"} <= set(codes(answer.content.decode()))
    tournament.refresh_from_db()
    assert [(one.id, one.name, one.public) for one in categories.categories_of(tournament)] == [
        (1, "Femmes", True),
        (3, "80 et plus", False),  # 2 is still the category of an entry
    ]
    typed = {"name": "Zoé O'Brien", "categories": ["1", "3"], "categories_said": "yes"}
    odile.post(f"/t/{tournament.slug}/registration/", typed)
    zoe = tournament.entries.get(number=9)
    assert zoe.categories == [1, 3]
    assert "Femmes" in odile.get(f"/t/{tournament.slug}/registration/").content.decode()
    odile.post(f"/t/{tournament.slug}/registration/9/", {"name": "Zoé O'Brien"})  # a form that does not ask
    zoe.refresh_from_db()
    assert zoe.categories == [1, 3]
    odile.post(f"/t/{tournament.slug}/registration/9/", {"name": "Zoé O'Brien", "categories_said": "yes"})
    zoe.refresh_from_db()
    assert zoe.categories == []
    twice = formset_data("c", {"name": "Femmes"}, {"name": "FEMMES"})
    answer = odile.post(f"/t/{tournament.slug}/prizes/lists/categories/", twice)
    assert answer.status_code == 422
    assert "category_twice" in codes(answer.content.decode())
    same = formset_data("c", {"number": 1, "name": "Femmes"}, {"number": 1, "name": "Hommes"})
    assert odile.post(f"/t/{tournament.slug}/prizes/lists/categories/", same).status_code == 422


def test_categories_are_imported_and_copied_to_a_new_tournament(tournament):
    read = [["Nom", "Club", "Catégorie"], ["Réal L'Écuyer", "A", "femmes d'a cote; Novice"], ["Zoé", "B", ""]]
    guess = columns.guess(read)
    assert guess.roles == ("name", "club", "category")
    known = categories.categories_of(tournament)
    first, second = candidates.candidates(read, guess.roles, guess.heading, [], (), known)
    assert (first.draft.details["categories"], first.unread) == ([1], ["Novice"])
    assert "categories" not in second.draft.details
    later = factories.tournament(0)
    later.organisation = tournament.organisation
    later.save()
    categories.copy_categories(later, tournament, by=None)
    registration.copy_people(later, tournament, by=None)
    assert [entry.categories for entry in later.entries.order_by("number")] == [[1], [2]] * 4


def test_skunk_prize_is_offered_for_cribbage_only(tournament, odile):
    page = odile.get(f"/t/{tournament.slug}/prizes/lists/").content.decode()
    assert 'value="skunks"' in page
    of_gin = factories.gin()
    page = odile.get(f"/t/{of_gin.slug}/prizes/lists/").content.decode()
    assert 'value="total"' in page and 'value="skunks"' not in page


def test_prizes_can_be_defined_and_invalid_ones_are_refused(tournament, odile):
    path = f"/t/{tournament.slug}/prizes/lists/prizes/"
    posted = formset_data(
        "p",
        {"number": 5, "kind": "door", "category": 0, "thing": "Jambon"},
        {"kind": "rank", "rank": 2, "category": 1, "money": "12,50"},
        {"kind": "rank", "thing": ""},
    )
    odile.post(path, posted | {"one_each": "yes"})
    tournament.refresh_from_db()
    giving = prizes.prizes_of(tournament)
    assert giving.one_each
    assert [(one.id, one.kind, one.rank, one.cents) for one in giving.prizes] == [
        (5, "door", 0, 0),
        (6, "rank", 2, 1250),
    ]
    for wrong, code in (
        ({"kind": "rank", "thing": "x"}, "prize_without_rank"),
        ({"kind": "rank", "rank": 1, "category": 9, "thing": "x"}, None),
        ({"kind": "rank", "rank": 1, "money": "9999999"}, "prize_too_high"),
        ({"kind": "rank", "rank": 1, "money": "beaucoup"}, "not_an_amount"),
    ):
        answer = odile.post(path, formset_data("p", wrong))
        assert answer.status_code == 422
        assert code is None or code in codes(answer.content.decode())
    assert len(prizes.prizes_of(Tournament.objects.get(pk=tournament.pk)).prizes) == 2


def test_best_hands_and_draws_can_be_taken_back(tournament, odile):
    post_hand(odile, tournament)
    post_hand(odile, tournament, number=tournament.entries.get(number=2).name, points=24)
    assert [one.number for one in prizes.hands(tournament)] == [3, 2]
    assert post_hand(odile, tournament, number=99).status_code == 422
    refused = post_hand(odile, tournament, number="o")
    assert refused.status_code == 422 and "several_of_that_name" in codes(refused.content.decode())
    assert refused.context["form"]["number"].value() == "o"
    assert post_hand(odile, tournament, witness="").status_code == 422
    odile.post(f"/t/{tournament.slug}/prizes/take-back/{prizes.hands(tournament)[0].act}/")
    assert [one.number for one in prizes.hands(tournament)] == [2]
    odile.post(f"/t/{tournament.slug}/prizes/draw/5/")
    (lot,) = prizes.lots(tournament)
    assert lot.winner == prizes.drawn(lot.numbers, lot.seed)
    assert lot.numbers == (1, 2, 3, 4, 5, 6, 7, 8)
    assert "prize_is_drawn" in codes(
        odile.post(f"/t/{tournament.slug}/prizes/draw/5/", follow=True).content.decode()
    )
    with pytest.raises(DomainError, match="prize_is_drawn"):
        prizes.save_prizes(tournament, [], one_each=False, by=None)
    judge = Client()
    judge.force_login(factories.helper(tournament, "judge", "juge"))
    assert judge.post(f"/t/{tournament.slug}/prizes/take-back/{lot.act}/").status_code == 404
    shown = parse(odile.get(f"/t/{tournament.slug}/prizes/").content.decode())
    assert [row["data-numbers"] for row in shown.all("tr[data-prize]")][3:] == ["2", str(lot.winner)]
    odile.post(f"/t/{tournament.slug}/prizes/take-back/{lot.act}/")
    assert prizes.lots(tournament) == []
    act = tournament.acts.get(version=lot.act)
    assert audit_log.undo_obstacle(act).code == "already_undone"


def test_door_prize_excludes_winners_and_withdrawn_players(tournament):
    first, *_others, door = prizes.prizes_of(tournament).prizes
    more = [first, door, prizes.Prize(0, prizes.DOOR, 0, 0, "Vin", 0)]
    prizes.save_prizes(tournament, more, one_each=True, by=None)
    publications.publish(tournament, official=True, by=None)
    registration.withdraw(factories.entry(tournament, 6), from_round=3, by=None)
    have = {number for award in prizes.awards(tournament, standings(tournament)) for number in award.numbers}
    assert len(have) < 6
    first = prizes.draw(tournament, 5, seed=4, by=None).args
    second = prizes.draw(tournament, 6, seed=0, by=None).args
    assert not have & set(first["in_lot"])
    assert set(first["in_lot"]) - set(second["in_lot"]) == {first["entry"]}
    assert 6 not in first["in_lot"]


def test_door_prize_of_a_person_struck_off_goes_to_no_one_else(odile):
    day = factories.tournament(4, by=User.objects.get(username="odile"))
    prizes.save_prizes(day, [prizes.Prize(0, prizes.DOOR, 0, 0, "Jambon", 0)], one_each=False, by=None)
    act = prizes.draw(day, 1, seed=3, by=None)
    assert act.args["entry"] == 4
    registration.remove_entry(factories.entry(day, 4))
    assert registration.add_entry(day, "Zoé L'Écuyer").number == 5
    day.refresh_from_db()
    (award,) = prizes.awards(day, standings(day))
    assert award.numbers == ()
    assert list(prize_papers.prize_certificates(day)) == []
    assert prizes.draw(day, 1, seed=0, by=None).args["entry"] == 1
    shown = parse(odile.get(f"/t/{day.slug}/prizes/").content.decode())
    assert shown.one("tr[data-prize]")["data-numbers"] == "1"


def test_the_cash_box_adds_up(tournament, odile):
    path = f"/t/{tournament.slug}/cash/"
    change = {"text": "Monnaie", "way": "in", "money": "50"}
    hall = {"text": "Salle", "way": "out", "money": "20,25"}
    answer = odile.post(path, formset_data("c", change, hall, {"text": "", "way": "out", "money": "9"}))
    assert answer.status_code == 422  # 9 $ are not left out without a word
    assert "cash_for_nothing" in codes(answer)
    tournament.refresh_from_db()
    assert not cash_box.lines(tournament)
    odile.post(path, formset_data("c", change, hall, {"text": "", "way": "out", "money": ""}))
    tournament.refresh_from_db()
    awards = prizes.awards(tournament, standings(tournament))
    spent = sum(one.cents * len(one.numbers) for one in awards)
    assert 4319 <= spent <= 4321
    box = cash_box.box(tournament, awards)
    assert box.left == 8 * 1500 + 5000 - 2025 - spent
    shown = parse(odile.get(path).content.decode())
    assert shown.all("table[data-left]")[0]["data-left"] == str(box.left)
    paper = registry.PAPER_TYPES["cash_sheet"].draw(paper_types.Paper(tournament, {}, lambda done: None))
    assert "120.00" in " ".join(paper_text.texts(paper)).replace(",", ".")
    desk = Client()
    desk.force_login(factories.helper(tournament, "desk", "table"))
    assert desk.get(path).status_code == 403


def test_cash_box_counts_fees_paid_without_an_amount(tournament, odile):
    tournament = factories.tournament(1, by=User.objects.get(username="odile"))
    for how in ("cash", "cheque", "free"):
        registration.add_entry(tournament, f"Zoé {how}", paid_how=how)
    assert data(odile.get(f"/t/{tournament.slug}/cash/"), "without-amount") == ["2"]
    assert cash_box.box(tournament, []).taken == 0
    tournament.entries.filter(fee_cents=None).update(fee_cents=1200)
    assert data(odile.get(f"/t/{tournament.slug}/cash/"), "without-amount") == []


def test_money_witnesses_and_private_categories_stay_private(tournament, odile):
    post_hand(odile, tournament)
    publications.publish(tournament, official=True, by=None)
    found = rows.publishable_data(tournament)
    assert [group.name for group in found.categories] == ["Femmes d'à côté"]
    assert [one.thing for one in found.prizes] == ["Trophée", "Panier", "Bouteille"]
    made = {
        path: content.decode("utf-8-sig")
        for path, content in folder.publication_files(found)
        if path.endswith((".html", ".txt", ".json", ".csv"))
    }
    for path, text in made.items():
        for secret in ("43.21", "43,21", "4321", "21.60", "Zénaïde", "70 ans", "Couverture"):
            assert secret not in text, (path, secret)
    assert "Panier" in made["fr/prizes.html"]
    assert "Panier" in made["data/prizes.csv"]
    assert "fragment/standings-fr.html" in made
    assert 'data-held="1"' in made["en/standings.html"]
    assert found.categories[0].shown.rows[0].rank == 1
    own = rows.publishable_data(tournament, full_names=True)
    assert [group.name for group in own.categories] == ["Femmes d'à côté", "70 ans et plus"]
    for one in (found, own):
        for _name, content in folder.OUTPUTS["json"].files(one):
            assert list(export_check.faults(content)) == []
            assert "4321" not in content.decode()


def test_public_category_has_a_podium_picture(tournament):
    made = dict(folder.publication_files(rows.publishable_data(tournament)))
    pictures = sorted(path for path in made if path.startswith("pictures/category"))
    assert pictures == [f"pictures/category-1-{end}" for end in ("en.png", "en.txt", "fr.png", "fr.txt")]
    assert made["pictures/category-1-en.png"] != made["pictures/podium-en.png"]
    lines = made["pictures/category-1-fr.txt"].decode().splitlines()
    of_it = [row.name for row in rows.publishable_data(tournament).categories[0].shown.rows if row.rank <= 3]
    assert "Femmes d'à côté" in lines[1]
    assert [line.partition(". ")[2].partition(",")[0].partition(" (")[0] for line in lines[2:]] == of_it
    assert "pictures/category-1-fr.png" in made["fr/files.html"].decode()


def test_awards_are_published_only_once_official_and_shown(tournament):
    assert rows.publishable_data(tournament).awards == ()
    ceremony_tournament = tournament
    ceremony_tournament.settings[ceremony.OLD_HIDDEN_SETTING] = True
    ceremony_tournament.save()
    publications.publish(tournament, official=True, by=None)
    assert rows.publishable_data(tournament).awards == ()  # until the podium has shown them
    while ceremony.show(tournament, 1, by=None):
        pass
    assert rows.publishable_data(tournament).awards


def test_copy_keeps_prizes_cash_box_and_categories(tournament, odile):
    post_hand(odile, tournament)
    odile.post(f"/t/{tournament.slug}/prizes/draw/5/")
    cash_box.save_lines(tournament, [cash_box.CashLine("Salle", -2025)], by=None)
    tournament.refresh_from_db()
    before = (
        prizes.awards(tournament, standings(tournament)),
        cash_box.lines(tournament),
        categories.categories_of(tournament),
        prizes.members(tournament),
    )
    packed = json.loads(json.dumps(copies.pack(tournament)))
    again = copies.restore(copies.open_copy(copies.seal_copy(packed)), by=None)
    after = prizes.awards(again, standings(again)), cash_box.lines(again), categories.categories_of(again)
    assert (*after, prizes.members(again)) == before
    fields = packed["parts"]["Entry"]["fields"]
    packed["parts"]["Entry"]["rows"][0][fields.index("categories")] = ["<b>"]
    with pytest.raises(DomainError, match="copy_part_wrong"):
        validation.checked_rows(packed)


def test_prize_list_marks_a_shared_prize(tournament, odile):
    post_hand(odile, tournament)
    alone = paper_text.texts(
        registry.PAPER_TYPES["prize_list"].draw(paper_types.Paper(tournament, {}, lambda done: None))
    )
    post_hand(odile, tournament, number=2)
    both = paper_text.texts(
        registry.PAPER_TYPES["prize_list"].draw(paper_types.Paper(tournament, {}, lambda done: None))
    )
    assert ["Bouteille (" in " ".join(drawn) for drawn in (alone, both)] == [False, True]


def test_one_button_makes_all_papers_of_the_ceremony(tournament, odile, monkeypatch):
    monkeypatch.setattr(jobs, "send", lambda job: None)
    path = f"/t/{tournament.slug}/ceremony/"
    assert "not_official_yet" in codes(odile.post(path + "make/", follow=True).content.decode())
    assert not ceremony_papers.jobs_of(tournament)
    publications.publish(tournament, official=True, by=None)
    odile.post(path + "make/")
    made = ceremony_papers.jobs_of(tournament)
    assert [job.kind for job in made] == ["publish", *ceremony_papers.PAPERS]
    for job in made[1:]:
        printing.print_job(job.pk)
    folder.publish_job(made[0].pk)
    assert {job.state for job in ceremony_papers.jobs_of(tournament)} == {Job.State.DONE}
    shown = odile.get(path).content.decode()
    assert all(str(job.uid) in shown for job in made)
    (bound,) = ceremony_papers.jobs_of(tournament)[1:]
    drawn = paper_text.texts(jobs.result_path(bound).read_bytes())
    podiums = [
        ceremony.on_podium(group) for _name, group in prize_papers.groups(tournament, standings(tournament))
    ]
    certificates = [page for page in drawn if "décerné à" in page]
    assert len(certificates) == sum(map(len, podiums))
    assert all(row.name in " ".join(drawn) for row in standings(tournament).rows), "and the standings"
    Tournament.objects.filter(pk=tournament.pk).update(
        settings=tournament.settings | {ceremony.OLD_HIDDEN_SETTING: True}
    )
    assert "podium_first" in codes(odile.post(path + "make/", follow=True).content.decode())
