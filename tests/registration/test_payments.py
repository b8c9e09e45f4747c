"""Money at the door: what is owed, one tap for the whole fee, mistakes taken back, nothing lost."""

import json
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring import DomainError
from tests import factories
from tests.page_reader import codes, data, parse
from tests.papers import paper_text
from tournaments import registration
from tournaments.common import audit_log
from tournaments.models import Entry, Payment, Signup, Tournament
from tournaments.organisations import people
from tournaments.publishing import cash_box
from tournaments.publishing.papers.paper_types import Paper
from tournaments.publishing.papers.registry import PAPER_TYPES
from tournaments.registration import categories, partner_draw, payments, questions, signups
from tournaments.registration.fees import Fees, fee_of, fees_of, save_fees
from tournaments.registration.signup_settings import SignupSettings, save_settings
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
FORM_DATA = {"name": "Réal O'Brien", "club": "Sorel", "fee": "20", "paid_how": ""}


@pytest.fixture
def tournament() -> Tournament:
    return factories.tournament(3, by=factories.director("odile"))


@pytest.fixture
def door(tournament) -> Client:
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(factories.helper(tournament, "registration", "accueil"))
    return browser


def set_fee(tournament: Tournament, number: int = 1, cents: int = 2000) -> Entry:
    entry = factories.entry(tournament, number)
    return registration.edit_entry(entry, entry.name, fee_cents=cents)


def account(tournament: Tournament, number: int = 1) -> payments.Account:
    return payments.account_of(factories.entry(tournament, number))


def pay(door: Client, tournament: Tournament, number: int = 1, **typed: str):
    return door.post(f"/t/{tournament.slug}/registration/{number}/pay/", typed, follow=True)


def test_one_tap_pays_fee_in_cash_and_can_be_undone(tournament, door):
    set_fee(tournament)
    path = f"/t/{tournament.slug}/registration/1/pay/"
    assert data(door.get(f"/t/{tournament.slug}/registration/"), "due") == ["2000"]
    row = door.post(path, {"all": "2000", "seen": "0"}, headers={"hx-request": "true"}).content.decode()
    (line,) = tournament.payments.all()
    assert (line.cents, line.how, line.number, line.by.username) == (2000, "cash", 1, "accueil")
    assert data(row, "due") == []
    back = f"/t/{tournament.slug}/registration/payments/1/take-back/"
    assert back in row
    row = door.post(back, headers={"hx-request": "true"}).content.decode()
    assert data(row, "due") == ["2000"]
    door.post(back)  # a second tap
    assert [(one.cents, one.corrects_id) for one in tournament.payments.all()] == [
        (2000, None),
        (-2000, line.pk),
    ]


def test_one_tap_at_check_in_pays_due_and_can_be_undone(tournament, door):
    url, path = f"/t/{tournament.slug}/check-in/", f"/t/{tournament.slug}/registration/2/pay/"
    assert not parse(door.get(url)).all(".guest-money")
    set_fee(tournament, 2)
    payments.record(factories.entry(tournament, 2), 500, "cheque", by=None)
    shown = door.get(url)
    (form,) = parse(shown).all(".guest-money")
    assert (form["action"], data(shown, "due")) == (path, ["1500"])
    typed = {one["name"]: one["value"] for one in form.all("input") if one["name"] != "csrfmiddlewaretoken"}
    row = parse(door.post(path, typed, headers={"hx-request": "true"}))
    assert [one["id"] for one in row.all("li")] == ["guest-2"]
    assert (account(tournament, 2).due, tournament.payments.last().how) == (0, "cash")
    back = row.one(".guest-money")["action"]
    assert parse(door.get(url, {"seen": shown.context["digest"]})).one(".guest-money")["action"] == back
    refused = door.post(path, typed, headers={"hx-request": "true"})
    assert data(refused, "code") == ["paid_meanwhile"]
    assert [one["id"] for one in parse(refused).all("li")] == ["guest-2"]
    assert data(door.post(back, typed, headers={"hx-request": "true"}), "due") == ["1500"]
    set_fee(tournament, 3)
    first = data(door.get(url), "due")
    assert sorted(first) == ["1500", "2000"]
    answer = door.post(f"/t/{tournament.slug}/registration/3/pay/", typed | {"seen": "0"})
    assert answer["Location"] == f"{url}#tap-3"
    assert door.post(path, typed)["Location"] == f"{url}#tap-2"


def test_second_volunteer_cannot_pay_same_fee(tournament, door):
    set_fee(tournament)
    assert "payment_kept" in codes(pay(door, tournament, all="2000", seen="0"))
    assert "paid_meanwhile" in codes(pay(door, tournament, all="2000", seen="0"))
    assert "nothing_to_pay" in codes(pay(door, tournament, all="0", seen="1"))
    path = f"/t/{tournament.slug}/registration/1/pay/"
    shown = door.post(path, {"all": "2000", "seen": "0"}, headers={"hx-request": "true"})
    assert (shown.status_code, data(shown, "code")) == (200, ["paid_meanwhile"])
    assert tournament.payments.count() == 1


@pytest.mark.parametrize("shown", ["1", "1500", "", "x", "9" * 40])
def test_payment_of_outdated_amount_is_refused(tournament, door, shown):
    set_fee(tournament)  # 20 $ by now, as a meal was added
    assert "paid_meanwhile" in codes(pay(door, tournament, all=shown, seen="0"))
    assert not tournament.payments.exists()


def test_partial_payment_and_refund(tournament, door):
    set_fee(tournament)
    pay(door, tournament, amount="12,50", how="cheque", do="receive", seen="0")
    assert (account(tournament).paid, account(tournament).due) == (1250, 750)
    pay(door, tournament, amount="10", how="cash", do="receive", seen="1")
    assert (account(tournament).due, account(tournament).over) == (0, 250)
    pay(door, tournament, amount="2.50", how="cash", do="refund", seen="2")
    assert (account(tournament).over, factories.payment_totals(tournament)) == (
        0,
        {"cheque": 1250, "cash": 750},
    )
    shown = pay(door, tournament, amount="20.01", how="cash", do="refund", seen="3")
    assert (shown.status_code, codes(shown.content.decode())) == (422, ["refund_too_high"])
    assert b'value="20.01"' in shown.content  # nothing typed is lost
    back = door.post(f"/t/{tournament.slug}/registration/payments/1/take-back/", follow=True)
    assert "payment_taken_back" in codes(back)
    back = door.post(f"/t/{tournament.slug}/registration/payments/2/take-back/", follow=True)
    assert "given_back_already" in codes(back)
    path = f"/t/{tournament.slug}/registration/payments/2/take-back/"
    row = door.post(path, headers={"hx-request": "true"})
    assert (row.status_code, data(row, "code")) == (200, ["given_back_already"])


@pytest.mark.parametrize(
    "amount",
    ["", "0", "-5", "1e9", "99999999", "100000.01", "12.345", "<b>5</b>", "5" * 5000, "\x00"],
)
def test_invalid_amount_is_refused(tournament, door, amount):
    shown = pay(door, tournament, amount=amount, how="cash", do="receive", seen="0")
    assert (shown.status_code, tournament.payments.count()) == (422, 0)


@pytest.mark.parametrize(
    "wrong", [{"how": "gold"}, {"how": ""}, {"how": "free"}, {"seen": "9" * 40}, {"seen": "x"}]
)
def test_malformed_payment_form_writes_nothing_wrong(tournament, door, wrong):
    pay(door, tournament, **{"amount": "5", "how": "cash", "do": "receive", "seen": "0"} | wrong)
    assert {line.how for line in tournament.payments.all()} <= {"cash"}
    assert door.post(f"/t/{tournament.slug}/registration/payments/77/take-back/").status_code in (302, 404)


def test_payment_permissions_by_role(tournament):
    set_fee(tournament)
    for role, status in (("desk", 403), ("registration", 302), ("director", 302)):
        browser = Client()
        browser.force_login(factories.helper(tournament, role, f"{role} 2"))
        seen = account(tournament).last
        answer = browser.post(
            f"/t/{tournament.slug}/registration/1/pay/", {"amount": "5", "how": "cash", "seen": seen}
        )
        assert answer.status_code == status, role
    assert tournament.payments.count() == 2
    other = factories.tournament(2, by=factories.director("reine"))
    stranger = Client()
    stranger.force_login(factories.director_of(other))
    assert stranger.post(f"/t/{tournament.slug}/registration/payments/1/take-back/").status_code == 403


def test_withdrawal_before_first_round_cancels_fee(tournament, door):
    entry = set_fee(tournament)
    payments.record(entry, None, "transfer", by=None)
    registration.withdraw(entry, from_round=1, by=None)
    set_fee(tournament, 2)
    registration.withdraw(factories.entry(tournament, 2), from_round=1, by=None)
    assert (account(tournament).owed, account(tournament).over) == (0, 2000)
    assert (account(tournament, 2).due, account(tournament, 2).over) == (0, 0)
    assert data(door.get(f"/t/{tournament.slug}/registration/"), "over") == ["2000"]


def test_awaited_or_later_withdrawn_player_owes_fee():
    tournament = factories.tournament(7, by=factories.director("odile"))
    for number in (1, 2):
        set_fee(tournament, number)
    registration.leave_out(tournament, [factories.entry(tournament, 2)], by=None)
    factories.play_round(tournament, 1)
    registration.withdraw(factories.entry(tournament, 1), from_round=2, by=None)
    assert (account(tournament, 1).due, account(tournament, 2).due) == (2000, 2000)


def test_removed_entry_takes_its_payment_along(tournament, door):
    door.post(f"/t/{tournament.slug}/registration/", FORM_DATA | {"name": "Zoé Morin", "paid_how": "cash"})
    assert factories.payment_totals(tournament) == {"cash": 2000}
    assert tournament.payments.get().by.username == "accueil"
    door.post(f"/t/{tournament.slug}/registration/4/strike/")
    assert factories.payment_totals(tournament) == {}
    assert [line.cents for line in tournament.payments.all()] == [2000, -2000]
    door.post(f"/t/{tournament.slug}/registration/", FORM_DATA | {"name": "Pat Roy"})
    assert account(tournament, 4).lines == ()  # the number again, and not the payment


def test_payment_without_amount_covers_whole_fee(tournament):
    entry = registration.add_entry(tournament, "Zoé Morin", paid_how="cheque")
    assert payments.account_of(entry).without_amount
    registration.edit_entry(entry, "Zoé Morin", fee_cents=1200)
    found = payments.account_of(factories.entry(tournament, 4))
    assert (found.paid, found.due, found.without_amount) == (1200, 0, False)


def test_refund_of_payment_without_amount(tournament):
    payments.write(tournament, [(factories.entry(tournament, 1).uid, None, "paid")], by=None)
    paid = set_fee(tournament)
    payments.record(paid, 500, "cash", by=None)
    assert (account(tournament).paid, account(tournament).over) == (2500, 500)
    payments.record(paid, -500, "cash", by=None)
    assert (account(tournament).paid, account(tournament).due) == (2000, 0)
    payments.record(paid, -2000, "cash", by=None)
    assert (account(tournament).paid, account(tournament).due) == (0, 2000)
    with pytest.raises(DomainError, match="refund_too_high"):
        payments.record(paid, -1, "cash", by=None)


def draw_partners(tournament):
    drawn = partner_draw.draw(tournament, partner_draw.DrawRequest(), seed=5, reason="", by=None)
    return partner_draw.enter(tournament, drawn.version, by=None)


def test_drawn_partner_refund_is_limited_to_payment():
    tournament = factories.tournament(2)
    payments.record(set_fee(tournament), None, "cash", by=None)
    draw_partners(tournament)
    team = tournament.entries.get(kind=Entry.Kind.TEAM)
    payments.record(team, -2000, "cash", by=None)
    with pytest.raises(DomainError, match="given_back_already"):
        payments.take_back(tournament, 1, by=None)
    assert payments.account_of(team).paid == 0


def test_typed_fee_overrides_computed_fee(tournament):
    entry = factories.entry(tournament, 1)
    chosen = Fees(1000, {1: 500, 2: 800}, {"1": {"Poulet": 2000}})
    assert fee_of(entry, chosen) == 1000
    entry.categories, entry.answers = [1, 2, 3], {"1": "Poulet", "2": "yes"}
    assert fee_of(entry, chosen) == 2500
    entry.team = ["Réal O'Brien", "Zoé Roy"]
    assert fee_of(entry, chosen) == 5000
    assert fee_of(entry, Fees()) is None
    entry.fee_cents = 0
    assert fee_of(entry, chosen) == 0


def test_copy_includes_payments(tournament):
    paid = set_fee(tournament)
    payments.record(paid, None, "transfer", by=None)
    payments.take_back(tournament, 1, by=None)
    payments.record(paid, 700, "cash", by=None)
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert [(one.cents, one.how) for one in life.payments.all()] == [
        (2000, "transfer"),
        (-2000, "transfer"),
        (700, "cash"),
    ]
    assert (account(life).paid, account(life).due) == (700, 1300)


def old_copy(tournament: Tournament, *hows: object) -> dict:
    """Return a copy as written by programs that noted a payment with its entry."""
    content = json.loads(json.dumps(copies.pack(tournament), default=str))
    del content["parts"]["Payment"]
    part = content["parts"]["Entry"]
    part["fields"].append("paid_how")
    part["rows"] = [[*row, how] for row, how in zip(part["rows"], hows, strict=True)]
    return content


def test_old_copy_notes_become_payments(tournament):
    set_fee(tournament, 1)
    set_fee(tournament, 3)
    life = copies.restore(
        copies.open_copy(copies.seal_copy(old_copy(tournament, "cash", "cheque", "free"))), by=None
    )
    assert [(one.number, one.cents, one.how) for one in life.payments.all()] == [
        (1, 2000, "cash"),
        (2, None, "cheque"),
    ]
    assert account(life, 3).fee == 0
    for wrong in ("gold", None, 7, ["cash"]):
        with pytest.raises(DomainError, match="copy_part_wrong"):
            copies.open_copy(copies.seal_copy(old_copy(tournament, "cash", wrong, "")))


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("cents", 2**40),
        ("cents", "5"),
        ("how", "gold"),
        ("corrects", 0),
        ("number", 1),
        ("entry_uid", "x"),
        ("at", "soon"),
    ],
)
def test_copy_with_invalid_payment_is_refused(tournament, column, value):
    paid = set_fee(tournament)
    for cents in (500, 700):
        payments.record(paid, cents, "cash", by=None)
    content = json.loads(json.dumps(copies.pack(tournament), default=str))
    part = content["parts"]["Payment"]
    part["rows"][1][part["fields"].index(column)] = value
    with pytest.raises(DomainError, match="copy_part"):
        copies.open_copy(copies.seal_copy(content))


def test_personal_data_includes_payments(tournament):
    payments.record(set_fee(tournament), None, "cash", by=None)
    player = factories.entry(tournament, 1).members.get().player
    (there,) = people.personal_data(player)["tournaments"]
    assert [(one["cents"], one["how"]) for one in there["payments"]] == [(2000, "cash")]


def test_list_takes_same_queries_for_more_payments(tournament, door):
    counts = []
    for number in (1, 2, 3):
        payments.record(set_fee(tournament, number), 500, "cash", by=factories.director(f"d{uuid4().hex}"))
        with CaptureQueriesContext(connection) as asked:
            door.get(f"/t/{tournament.slug}/registration/")
        counts.append(len(asked))
    assert counts[0] == counts[2]
    assert Payment.objects.count() == 3


# Fees, debts and the cash box


@pytest.fixture
def odile(tournament) -> Client:
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(factories.director_of(tournament))
    return browser


def add_questions_and_category(tournament: Tournament) -> Tournament:
    questions.save_questions(tournament, [(None, "Repas", ["Poulet", "Poisson"])], by=None)
    categories.save_categories(tournament, [(None, "Non-membre", True)], by=None)
    return Tournament.objects.get(pk=tournament.pk)


def test_saved_fees_determine_amounts_due(tournament, odile):
    add_questions_and_category(tournament)
    path = f"/t/{tournament.slug}/registration/fees/"
    typed = {
        "amount": "10",
        "category_1": "15 $",
        "answer_1_0": "20,50",
        "answer_1_1": "",
        "how_to_pay": "Comptant",
    }
    assert "fees_kept" in codes(odile.post(f"{path}set/", typed, follow=True))
    tournament.refresh_from_db()
    assert fees_of(tournament) == Fees(1000, {1: 1500}, {"1": {"Poulet": 2050}}, "Comptant")
    registration.edit_entry(
        factories.entry(tournament, 1), "Réal O'Brien", answers={"1": "Poulet"}, categories=[1]
    )
    tournament = Tournament.objects.get(pk=tournament.pk)
    assert [account(tournament, number).due for number in (1, 2)] == [3550, 1000]
    registration.edit_entry(factories.entry(tournament, 2), "Huguette Côté", fee_cents=0)
    assert account(tournament, 2).due == 0
    copied = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert fees_of(copied) == fees_of(tournament)


@pytest.mark.parametrize(
    "wrong",
    [
        {"amount": "100000.01"},
        {"amount": "-1"},
        {"answer_1_0": "x"},
        {"how_to_pay": "y" * 201},
        {"category_1": "1e5"},
    ],
)
def test_invalid_fees_are_refused_and_input_kept(tournament, odile, wrong):
    tournament = add_questions_and_category(tournament)
    typed = {"amount": "12", "how_to_pay": "par <b>virement</b>"}
    shown = odile.post(f"/t/{tournament.slug}/registration/fees/set/", typed | wrong)
    assert shown.status_code == 422
    assert next(iter(wrong.values())) in shown.content.decode()
    assert fees_of(Tournament.objects.get(pk=tournament.pk)) == Fees()


def test_only_directors_can_set_fees(tournament, door):
    path = f"/t/{tournament.slug}/registration/fees/"
    assert door.get(path).status_code == 200
    assert door.post(f"{path}set/", {"amount": "1"}).status_code == 403
    assert door.get(f"{path}set/").status_code in (302, 403)


def test_copy_with_invalid_fees_is_refused(tournament):
    for wrong in ({"amount": -1}, {"amount": "5"}, {"categories": {"x": 1}}, {"more": 1}, [1]):
        content = json.loads(json.dumps(copies.pack(tournament), default=str))
        content["tournament"]["settings"] = {**tournament.settings, "fees": wrong}
        with pytest.raises(DomainError, match="copy_part"):
            copies.open_copy(copies.seal_copy(content))


def test_open_payments_list_omits_settled_players(tournament, door):
    for number in (1, 2, 3):
        set_fee(tournament, number)
    payments.record(factories.entry(tournament, 1), None, "cash", by=None)
    payments.record(factories.entry(tournament, 2), 2500, "cash", by=None)
    shown = door.get(f"/t/{tournament.slug}/registration/?money=open")
    assert (data(shown, "due"), data(shown, "over")) == (["2000"], ["500"])
    payments.record(factories.entry(tournament, 3), None, "cash", by=None)
    payments.record(factories.entry(tournament, 2), -500, "cash", by=None)
    assert data(door.get(f"/t/{tournament.slug}/registration/?money=open"), "settled")
    assert "Noëlla" in door.get(f"/t/{tournament.slug}/registration/").content.decode()


def test_the_cash_box_explains_each_difference(odile):
    tournament = factories.tournament(7, by=factories.director("reine"))
    odile.force_login(factories.director_of(tournament))
    for number in range(1, 6):
        set_fee(tournament, number)
    paid = {1: 2000, 2: 500, 3: 2600, 5: 2000, 6: 300}
    for number, cents in paid.items():
        payments.record(
            factories.entry(tournament, number), cents, "transfer" if number == 1 else "cash", by=None
        )
    registration.withdraw(factories.entry(tournament, 5), from_round=1, by=None)
    box = cash_box.box(Tournament.objects.get(pk=tournament.pk), [])
    assert [(one.code, [entry.number for entry in one.entries], one.cents) for one in box.reasons] == [
        ("unpaid", [4], -2000),
        ("less", [2], -1500),
        ("more", [3], 600),
        ("gone", [5], 2000),
        ("no_fee", [6], 300),
    ]
    assert box.expected + sum(one.cents for one in box.reasons) == box.taken == sum(paid.values())
    path = f"/t/{tournament.slug}/cash/"
    lines = {"c-TOTAL_FORMS": "0", "c-INITIAL_FORMS": "0", "counted": "50"}
    assert "cash_kept" in codes(odile.post(path, lines, follow=True))
    assert data(odile.get(path), "difference") == [str(5000 - (box.taken - 2000))]
    shown = odile.post(path, lines | {"counted": "fifty"})
    assert (shown.status_code, "fifty" in shown.content.decode()) == (422, True)
    assert data(odile.get(path), "reason") == ["unpaid", "less", "more", "gone", "no_fee"]
    drawn = PAPER_TYPES["cash_sheet"].draw(
        Paper(Tournament.objects.get(pk=tournament.pk), {}, lambda done: None)
    )
    text = " ".join(" ".join(paper_text.texts(drawn)).split())
    assert {"Zéphirin Saint-Hilaire", "Huguette Côté"} <= {
        name for name, _club in factories.names(7) if name in text
    }


# References and receipts


def test_search_finds_entry_by_reference(tournament, door):
    reference = account(tournament, 2).reference
    path = f"/t/{tournament.slug}/registration/"
    for typed in (reference, reference.lower(), reference.replace("-", " "), f" {reference} "):
        shown = parse(door.get(path, {"q": typed}))
        assert [row["id"] for row in shown.all("li.entry")] == ["row-2"], typed
    assert not parse(door.get(path, {"q": f"{reference[:-1]}{'2' if reference[-1] != '2' else '3'}"})).all(
        "li.entry"
    )
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert account(life, 2).reference == reference


def test_drawn_partner_is_found_by_own_reference(door):
    tournament = factories.tournament(4, by=factories.director("reine"))
    door.force_login(factories.director_of(tournament))
    own = {entry.number: payments.account_of(entry).reference for entry in tournament.entries.all()}
    for number in own:
        set_fee(tournament, number, 1000 + number)
    payments.record(factories.entry(tournament, 2), None, "cash", by=None)
    act = draw_partners(tournament)
    for team in act.args["teams"]:
        for number in team:
            shown = parse(door.get(f"/t/{tournament.slug}/registration/", {"q": own[number]}))
            assert [row["id"] for row in shown.all("li.entry")] == [f"row-{min(team)}"]
    assert factories.payment_totals(tournament) == {"cash": 1002, "": 3008}
    audit_log.undo(act, by=None)
    assert (account(tournament, 2).due, account(tournament, 2).paid) == (0, 1002)


def test_a_registrant_sees_the_amount_and_the_reference(odile):
    tournament = factories.tournament(0, by=factories.director("reine"))
    save_fees(tournament, Fees(1500, how_to_pay="<b>Comptant</b> ou virement"), by=None)
    save_settings(tournament, SignupSettings(on=True, capacity=1), by=None)
    token = signups.sign_up(tournament, signups.SignupInput(("Zoé Roy",)), nonce="one", language="en")
    path = f"/register/{token}/"
    visitor = Client(headers={"accept-language": "en"})
    shown = visitor.get(path)
    entry = tournament.entries.get()
    assert (data(shown, "due"), data(shown, "reference")) == (
        ["1500"],
        [payments.account_of(entry).reference],
    )
    assert b"&lt;b&gt;Comptant" in shown.content
    payments.record(entry, None, "transfer", by=None)
    assert data(visitor.get(path), "due") == []
    visitor.post(path, {"do": "withdraw"})
    assert data(visitor.get(path), "over") == ["1500"]
    waits = signups.sign_up(tournament, signups.SignupInput(("Pat O'Brien",)), nonce="two", language="en")
    signups.sign_up(tournament, signups.SignupInput(("Luc Roy",)), nonce="three", language="en")
    assert data(visitor.get(f"/register/{waits}/"), "due") == ["1500"]
    last = Signup.objects.get(names=["Luc Roy"])
    assert last.entry_uid is None  # a person who waits owes nothing


def receipt_text(browser: Client, tournament: Tournament, **asked: object) -> list[str]:
    answer = browser.get(f"/t/{tournament.slug}/registration/receipts/", asked)
    assert answer["Content-Type"] == "application/pdf"
    return [" ".join(page.split()) for page in paper_text.texts(answer.content)]


def test_receipt_content_and_permanent_number(tournament, door):
    tournament.language = "fr-ca"
    tournament.save()
    payments.record(set_fee(tournament, 2), 500, "cash", by=None)
    payments.record(set_fee(tournament, 1), None, "cheque", by=None)
    payments.record(factories.entry(tournament, 1), -100, "cash", by=None)
    (text,) = receipt_text(door, tournament, number="1")
    own = account(tournament, 1)
    for words in ("Réal O'Brien", "20,00", "2", "chèque", own.reference, str(tournament.date.year)):
        assert words in text
    assert "Huguette" not in text
    payments.take_back(tournament, 1, by=None)
    assert receipt_text(door, tournament, number="1") == [text]
    answer = door.get(f"/t/{tournament.slug}/registration/receipts/", {"number": "2"}, follow=True)
    assert "nothing_paid" in codes(answer)  # a payment that was taken back has no receipt


def test_club_receipts_include_only_its_players(door):
    tournament = factories.tournament(8, by=factories.director("reine"))
    door.force_login(factories.director_of(tournament))
    for entry in tournament.entries.all():
        payments.record(set_fee(tournament, entry.number), None, "cash", by=None)
    club = "FADOQ Sorel-Tracy"
    assert f"<option>{club}</option>" in door.get(f"/t/{tournament.slug}/registration/fees/").content.decode()
    text = " ".join(receipt_text(door, tournament, club=club))
    assert [name for name, of in factories.names(8) if name in text] == [
        name for name, of in factories.names(8) if of == club
    ]


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"number": "x"},
        {"number": "9" * 30},
        {"club": ""},
        {"club": "'; DROP"},
        {"number": "1", "club": "\x00"},
    ],
)
def test_missing_receipt_redirects_to_fees(tournament, door, asked):
    answer = door.get(f"/t/{tournament.slug}/registration/receipts/", asked)
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{tournament.slug}/registration/fees/")


def test_receipts_require_payment_permission(tournament):
    payments.record(set_fee(tournament), None, "cash", by=None)
    browser = Client()
    path = f"/t/{tournament.slug}/registration/receipts/?number=1"
    assert browser.get(path).status_code == 302
    browser.force_login(factories.helper(tournament, "desk", "table"))
    assert browser.get(path).status_code == 403


@pytest.mark.parametrize(
    "path", ["registration/fees/", "registration/receipts/?club=FADOQ+Beloeil", "cash/", "check-in/"]
)
def test_payment_pages_take_same_queries_for_more_entries(door, path):
    tournament = factories.tournament(8, by=factories.director("reine"))
    door.force_login(factories.director_of(tournament))
    counts = []
    for number in (2, 7, 3):
        payments.record(set_fee(tournament, number), 500, "cash", by=None)
        entry = factories.entry(tournament, number)
        registration.edit_entry(entry, entry.name, club="FADOQ Beloeil")
        door.get(f"/t/{tournament.slug}/{path}")
        with CaptureQueriesContext(connection) as asked:
            assert door.get(f"/t/{tournament.slug}/{path}").status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[2]
