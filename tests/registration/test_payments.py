"""Money at the door: what is owed, one tap for the whole fee, mistakes taken back, and nothing lost."""

import json
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring import DomainError
from tests import factories
from tests.papers import paper_text
from tests.shown_by import codes, data, page
from tournaments import registration
from tournaments.common import audit_log
from tournaments.models import Entry, Payment, Signup, Tournament
from tournaments.organisations import people
from tournaments.publishing import cash_box
from tournaments.publishing.paper_types import Paper
from tournaments.publishing.papers import PAPER_TYPES
from tournaments.registration import categories, draw, payments, questions, signups
from tournaments.registration.fees import Fees, fee_of, fees_of, save_fees
from tournaments.registration.signup_settings import SignupSettings, save_settings
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
TYPED = {"name": "Réal O'Brien", "club": "Sorel", "fee": "20", "paid_how": ""}


@pytest.fixture
def day() -> Tournament:
    return factories.tournament(3, by=factories.director("odile"))


@pytest.fixture
def door(day) -> Client:
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(factories.helper(day, "registration", "accueil"))
    return browser


def with_fee(day: Tournament, number: int = 1, cents: int = 2000) -> Entry:
    entry = factories.entry(day, number)
    return registration.edit_entry(entry, entry.name, fee_cents=cents)


def account(day: Tournament, number: int = 1) -> payments.Account:
    return payments.account_of(factories.entry(day, number))


def pay(door: Client, day: Tournament, number: int = 1, **typed: str):
    return door.post(f"/t/{day.slug}/registration/{number}/pay/", typed, follow=True)


def test_one_tap_writes_the_whole_fee_in_cash_and_another_takes_it_back(day, door):
    with_fee(day)
    path = f"/t/{day.slug}/registration/1/pay/"
    assert data(door.get(f"/t/{day.slug}/registration/"), "due") == ["2000"]
    row = door.post(path, {"all": "2000", "seen": "0"}, headers={"hx-request": "true"}).content.decode()
    (line,) = day.payments.all()
    assert (line.cents, line.how, line.number, line.by.username) == (2000, "cash", 1, "accueil")
    assert data(row, "due") == []
    back = f"/t/{day.slug}/registration/payments/1/take-back/"
    assert back in row
    row = door.post(back, headers={"hx-request": "true"}).content.decode()
    assert data(row, "due") == ["2000"]
    door.post(back)  # a second tap
    assert [(one.cents, one.corrects_id) for one in day.payments.all()] == [(2000, None), (-2000, line.pk)]


def test_one_tap_at_check_in_writes_what_is_owed_and_another_takes_it_back(day, door):
    url, path = f"/t/{day.slug}/check-in/", f"/t/{day.slug}/registration/2/pay/"
    assert not page(door.get(url)).all(".guest-money")
    with_fee(day, 2)
    payments.record(factories.entry(day, 2), 500, "cheque", by=None)
    shown = door.get(url)
    (form,) = page(shown).all(".guest-money")
    assert (form["action"], data(shown, "due")) == (path, ["1500"])
    typed = {one["name"]: one["value"] for one in form.all("input") if one["name"] != "csrfmiddlewaretoken"}
    row = page(door.post(path, typed, headers={"hx-request": "true"}))
    assert [one["id"] for one in row.all("li")] == ["guest-2"]
    assert (account(day, 2).due, day.payments.last().how) == (0, "cash")
    back = row.one(".guest-money")["action"]
    assert page(door.get(url, {"seen": shown.context["digest"]})).one(".guest-money")["action"] == back
    refused = door.post(path, typed, headers={"hx-request": "true"})
    assert data(refused, "code") == ["paid_meanwhile"]
    assert [one["id"] for one in page(refused).all("li")] == ["guest-2"]
    assert data(door.post(back, typed, headers={"hx-request": "true"}), "due") == ["1500"]
    with_fee(day, 3)
    first = data(door.get(url), "due")
    assert sorted(first) == ["1500", "2000"]
    answer = door.post(f"/t/{day.slug}/registration/3/pay/", typed | {"seen": "0"})
    assert answer["Location"] == f"{url}#tap-3"
    assert door.post(path, typed)["Location"] == f"{url}#tap-2"


def test_two_volunteers_write_one_payment(day, door):
    with_fee(day)
    assert "payment_kept" in codes(pay(door, day, all="2000", seen="0"))
    assert "paid_meanwhile" in codes(pay(door, day, all="2000", seen="0"))
    assert "nothing_to_pay" in codes(pay(door, day, all="0", seen="1"))
    path = f"/t/{day.slug}/registration/1/pay/"
    shown = door.post(path, {"all": "2000", "seen": "0"}, headers={"hx-request": "true"})
    assert (shown.status_code, data(shown, "code")) == (200, ["paid_meanwhile"])
    assert day.payments.count() == 1


@pytest.mark.parametrize("shown", ["1", "1500", "", "x", "9" * 40])
def test_an_amount_that_changed_since_the_page_was_opened_is_not_written(day, door, shown):
    with_fee(day)  # 20 $ by now, as a meal was added
    assert "paid_meanwhile" in codes(pay(door, day, all=shown, seen="0"))
    assert not day.payments.exists()


def test_a_part_is_paid_by_cheque_and_too_much_is_given_back(day, door):
    with_fee(day)
    pay(door, day, amount="12,50", how="cheque", do="receive", seen="0")
    assert (account(day).paid, account(day).due) == (1250, 750)
    pay(door, day, amount="10", how="cash", do="receive", seen="1")
    assert (account(day).due, account(day).over) == (0, 250)
    pay(door, day, amount="2.50", how="cash", do="refund", seen="2")
    assert (account(day).over, registration.cash_total(day)) == (0, {"cheque": 1250, "cash": 750})
    shown = pay(door, day, amount="20.01", how="cash", do="refund", seen="3")
    assert (shown.status_code, codes(shown.content.decode())) == (422, ["refund_too_high"])
    assert b'value="20.01"' in shown.content  # nothing typed is lost
    back = door.post(f"/t/{day.slug}/registration/payments/1/take-back/", follow=True)
    assert "payment_taken_back" in codes(back)
    back = door.post(f"/t/{day.slug}/registration/payments/2/take-back/", follow=True)
    assert "given_back_already" in codes(back)


@pytest.mark.parametrize(
    "amount",
    ["", "0", "-5", "1e9", "99999999", "100000.01", "12.345", "<b>5</b>", "5" * 5000, "\x00"],
)
def test_an_amount_that_is_none_is_refused_in_words(day, door, amount):
    shown = pay(door, day, amount=amount, how="cash", do="receive", seen="0")
    assert (shown.status_code, day.payments.count()) == (422, 0)


@pytest.mark.parametrize(
    "wrong", [{"how": "gold"}, {"how": ""}, {"how": "free"}, {"seen": "9" * 40}, {"seen": "x"}]
)
def test_what_no_page_sends_writes_nothing_that_is_wrong(day, door, wrong):
    pay(door, day, **{"amount": "5", "how": "cash", "do": "receive", "seen": "0"} | wrong)
    assert {line.how for line in day.payments.all()} <= {"cash"}
    assert door.post(f"/t/{day.slug}/registration/payments/77/take-back/").status_code in (302, 404)


def test_who_may_record_money(day):
    with_fee(day)
    for role, status in (("desk", 403), ("registration", 302), ("director", 302)):
        browser = Client()
        browser.force_login(factories.helper(day, role, f"{role} 2"))
        seen = account(day).last
        answer = browser.post(
            f"/t/{day.slug}/registration/1/pay/", {"amount": "5", "how": "cash", "seen": seen}
        )
        assert answer.status_code == status, role
    assert day.payments.count() == 2
    other = factories.tournament(2, by=factories.director("reine"))
    stranger = Client()
    stranger.force_login(factories.director_of(other))
    assert stranger.post(f"/t/{day.slug}/registration/payments/1/take-back/").status_code == 403


def test_who_withdraws_before_the_first_game_owes_nothing_and_gets_it_back(day, door):
    entry = with_fee(day)
    payments.record(entry, None, "transfer", by=None)
    registration.withdraw(entry, from_round=1, by=None)
    with_fee(day, 2)
    registration.withdraw(factories.entry(day, 2), from_round=1, by=None)
    assert (account(day).owed, account(day).over) == (0, 2000)
    assert (account(day, 2).due, account(day, 2).over) == (0, 0)
    assert data(door.get(f"/t/{day.slug}/registration/"), "over") == ["2000"]


def test_who_leaves_later_and_who_is_awaited_owe_their_fee():
    day = factories.tournament(7, by=factories.director("odile"))
    for number in (1, 2):
        with_fee(day, number)
    registration.leave_out(day, [factories.entry(day, 2)], by=None)
    factories.play_round(day, 1)
    registration.withdraw(factories.entry(day, 1), from_round=2, by=None)
    assert (account(day, 1).due, account(day, 2).due) == (2000, 2000)


def test_a_name_typed_by_mistake_takes_its_payment_along(day, door):
    door.post(f"/t/{day.slug}/registration/", TYPED | {"name": "Zoé Morin", "paid_how": "cash"})
    assert registration.cash_total(day) == {"cash": 2000}
    assert day.payments.get().by.username == "accueil"
    door.post(f"/t/{day.slug}/registration/4/strike/")
    assert registration.cash_total(day) == {}
    assert [line.cents for line in day.payments.all()] == [2000, -2000]
    door.post(f"/t/{day.slug}/registration/", TYPED | {"name": "Pat Roy"})
    assert account(day, 4).lines == ()  # the number again, and not the payment


def test_a_payment_before_the_amount_is_known_is_the_whole_fee(day):
    entry = registration.add_entry(day, "Zoé Morin", paid_how="cheque")
    assert payments.account_of(entry).without_amount
    registration.edit_entry(entry, "Zoé Morin", fee_cents=1200)
    found = payments.account_of(factories.entry(day, 4))
    assert (found.paid, found.due, found.without_amount) == (1200, 0, False)


def test_what_is_given_back_of_a_payment_without_an_amount_is_gone(day):
    payments.write(day, [(factories.entry(day, 1).uid, None, "paid")], by=None)
    paid = with_fee(day)
    payments.record(paid, 500, "cash", by=None)
    assert (account(day).paid, account(day).over) == (2500, 500)
    payments.record(paid, -500, "cash", by=None)
    assert (account(day).paid, account(day).due) == (2000, 0)
    payments.record(paid, -2000, "cash", by=None)
    assert (account(day).paid, account(day).due) == (0, 2000)
    with pytest.raises(DomainError, match="refund_too_high"):
        payments.record(paid, -1, "cash", by=None)


def test_who_was_drawn_into_a_team_is_not_given_back_more_than_was_paid():
    day = factories.tournament(2)
    payments.record(with_fee(day), None, "cash", by=None)
    act = draw.enter(day, draw.draw(day, draw.DrawRequest(), seed=5, reason="", by=None).version, by=None)
    assert act
    team = day.entries.get(kind=Entry.Kind.TEAM)
    payments.record(team, -2000, "cash", by=None)
    with pytest.raises(DomainError, match="given_back_already"):
        payments.take_back(day, 1, by=None)
    assert payments.account_of(team).paid == 0


def test_the_fee_follows_from_the_fees_unless_it_was_typed(day):
    entry = factories.entry(day, 1)
    chosen = Fees(1000, {1: 500, 2: 800}, {"1": {"Poulet": 2000}})
    assert fee_of(entry, chosen) == 1000
    entry.categories, entry.answers = [1, 2, 3], {"1": "Poulet", "2": "yes"}
    assert fee_of(entry, chosen) == 2500
    entry.team = ["Réal O'Brien", "Zoé Roy"]
    assert fee_of(entry, chosen) == 5000
    assert fee_of(entry, Fees()) is None
    entry.fee_cents = 0
    assert fee_of(entry, chosen) == 0


def test_payments_travel_in_copies_and_older_copies_are_read(day):
    paid = with_fee(day)
    payments.record(paid, None, "transfer", by=None)
    payments.take_back(day, 1, by=None)
    payments.record(paid, 700, "cash", by=None)
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    assert [(one.cents, one.how) for one in life.payments.all()] == [
        (2000, "transfer"),
        (-2000, "transfer"),
        (700, "cash"),
    ]
    assert (account(life).paid, account(life).due) == (700, 1300)


def older(day: Tournament, *hows: object, drawn: str | None = None) -> dict:
    """Return a copy as programs wrote it that noted a payment with its entry."""
    content = json.loads(json.dumps(copies.pack(day), default=str))
    del content["parts"]["Payment"]
    part = content["parts"]["Entry"]
    part["fields"].append("paid_how")
    part["rows"] = [[*row, how] for row, how in zip(part["rows"], hows, strict=True)]
    if drawn is not None:
        members = content["parts"]["Member"]
        at = members["fields"].index("came_as")
        for row in members["rows"]:
            if row[at]:
                row[at]["paid_how"] = drawn
    return content


def test_what_older_programs_noted_is_read_as_payments(day):
    with_fee(day, 1)
    with_fee(day, 3)
    life = copies.restore(copies.open_copy(copies.seal_copy(older(day, "cash", "cheque", "free"))), by=None)
    assert [(one.number, one.cents, one.how) for one in life.payments.all()] == [
        (1, 2000, "cash"),
        (2, None, "cheque"),
    ]
    assert account(life, 3).fee == 0
    for wrong in ("gold", None, 7, ["cash"]):
        with pytest.raises(DomainError, match="copy_part_wrong"):
            copies.open_copy(copies.seal_copy(older(day, "cash", wrong, "")))


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
def test_a_payment_that_cannot_be_is_refused_in_a_copy(day, column, value):
    paid = with_fee(day)
    for cents in (500, 700):
        payments.record(paid, cents, "cash", by=None)
    content = json.loads(json.dumps(copies.pack(day), default=str))
    part = content["parts"]["Payment"]
    part["rows"][1][part["fields"].index(column)] = value
    with pytest.raises(DomainError, match="copy_part"):
        copies.open_copy(copies.seal_copy(content))


def test_a_persons_data_has_their_payments(day):
    payments.record(with_fee(day), None, "cash", by=None)
    player = factories.entry(day, 1).members.get().player
    (there,) = people.everything(player)["tournaments"]
    assert [(one["cents"], one["how"]) for one in there["payments"]] == [(2000, "cash")]


def test_the_list_asks_the_database_as_often_for_three_payments_as_for_one(day, door):
    counts = []
    for number in (1, 2, 3):
        payments.record(with_fee(day, number), 500, "cash", by=factories.director(f"d{uuid4().hex}"))
        with CaptureQueriesContext(connection) as asked:
            door.get(f"/t/{day.slug}/registration/")
        counts.append(len(asked))
    assert counts[0] == counts[2]
    assert Payment.objects.count() == 3


# Fees, who owes, and the cash box


@pytest.fixture
def odile(day) -> Client:
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(factories.director_of(day))
    return browser


def with_questions(day: Tournament) -> Tournament:
    questions.save_questions(day, [(None, "Repas", ["Poulet", "Poisson"])], by=None)
    categories.save_categories(day, [(None, "Non-membre", True)], by=None)
    return Tournament.objects.get(pk=day.pk)


def test_fees_are_typed_once_and_what_each_owes_follows(day, odile):
    with_questions(day)
    path = f"/t/{day.slug}/registration/fees/"
    typed = {
        "amount": "10",
        "category_1": "15 $",
        "answer_1_0": "20,50",
        "answer_1_1": "",
        "how_to_pay": "Comptant",
    }
    assert "fees_kept" in codes(odile.post(f"{path}set/", typed, follow=True))
    day.refresh_from_db()
    assert fees_of(day) == Fees(1000, {1: 1500}, {"1": {"Poulet": 2050}}, "Comptant")
    registration.edit_entry(factories.entry(day, 1), "Réal O'Brien", answers={"1": "Poulet"}, categories=[1])
    day = Tournament.objects.get(pk=day.pk)
    assert [account(day, number).due for number in (1, 2)] == [3550, 1000]
    registration.edit_entry(factories.entry(day, 2), "Huguette Côté", fee_cents=0)
    assert account(day, 2).due == 0
    copied = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    assert fees_of(copied) == fees_of(day)


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
def test_fees_that_cannot_be_are_refused_and_what_was_typed_stays(day, odile, wrong):
    day = with_questions(day)
    typed = {"amount": "12", "how_to_pay": "par <b>virement</b>"}
    shown = odile.post(f"/t/{day.slug}/registration/fees/set/", typed | wrong)
    assert shown.status_code == 422
    assert next(iter(wrong.values())) in shown.content.decode()
    assert fees_of(Tournament.objects.get(pk=day.pk)) == Fees()


def test_only_who_sets_up_chooses_the_fees(day, door):
    path = f"/t/{day.slug}/registration/fees/"
    assert door.get(path).status_code == 200
    assert door.post(f"{path}set/", {"amount": "1"}).status_code == 403
    assert door.get(f"{path}set/").status_code in (302, 403)


def test_a_copy_with_fees_that_cannot_be_is_refused(day):
    for wrong in ({"amount": -1}, {"amount": "5"}, {"categories": {"x": 1}}, {"more": 1}, [1]):
        content = json.loads(json.dumps(copies.pack(day), default=str))
        content["tournament"]["settings"] = {**day.settings, "fees": wrong}
        with pytest.raises(DomainError, match="copy_part"):
            copies.open_copy(copies.seal_copy(content))


def test_the_list_of_who_owes_leaves_out_who_has_paid(day, door):
    for number in (1, 2, 3):
        with_fee(day, number)
    payments.record(factories.entry(day, 1), None, "cash", by=None)
    payments.record(factories.entry(day, 2), 2500, "cash", by=None)
    shown = door.get(f"/t/{day.slug}/registration/?money=open")
    assert (data(shown, "due"), data(shown, "over")) == (["2000"], ["500"])
    payments.record(factories.entry(day, 3), None, "cash", by=None)
    payments.record(factories.entry(day, 2), -500, "cash", by=None)
    assert data(door.get(f"/t/{day.slug}/registration/?money=open"), "settled")
    assert "Noëlla" in door.get(f"/t/{day.slug}/registration/").content.decode()


def test_the_cash_box_explains_each_difference(odile):
    day = factories.tournament(7, by=factories.director("reine"))
    odile.force_login(factories.director_of(day))
    for number in range(1, 6):
        with_fee(day, number)
    paid = {1: 2000, 2: 500, 3: 2600, 5: 2000, 6: 300}
    for number, cents in paid.items():
        payments.record(factories.entry(day, number), cents, "transfer" if number == 1 else "cash", by=None)
    registration.withdraw(factories.entry(day, 5), from_round=1, by=None)
    box = cash_box.box(Tournament.objects.get(pk=day.pk), [])
    assert [(one.code, [entry.number for entry in one.entries], one.cents) for one in box.reasons] == [
        ("unpaid", [4], -2000),
        ("less", [2], -1500),
        ("more", [3], 600),
        ("gone", [5], 2000),
        ("no_fee", [6], 300),
    ]
    assert box.expected + sum(one.cents for one in box.reasons) == box.taken == sum(paid.values())
    path = f"/t/{day.slug}/cash/"
    lines = {"c-TOTAL_FORMS": "0", "c-INITIAL_FORMS": "0", "counted": "50"}
    assert "cash_kept" in codes(odile.post(path, lines, follow=True))
    assert data(odile.get(path), "difference") == [str(5000 - (box.taken - 2000))]
    shown = odile.post(path, lines | {"counted": "fifty"})
    assert (shown.status_code, "fifty" in shown.content.decode()) == (422, True)
    assert data(odile.get(path), "reason") == ["unpaid", "less", "more", "gone", "no_fee"]
    drawn = PAPER_TYPES["cash_sheet"].draw(Paper(Tournament.objects.get(pk=day.pk), {}, lambda done: None))
    text = " ".join(" ".join(paper_text.texts(drawn)).split())
    assert {"Zéphirin Saint-Hilaire", "Huguette Côté"} <= {
        name for name, _club in factories.names(7) if name in text
    }


# References and receipts


def test_a_reference_finds_its_entry_as_it_is_typed(day, door):
    reference = account(day, 2).reference
    path = f"/t/{day.slug}/registration/"
    for typed in (reference, reference.lower(), reference.replace("-", " "), f" {reference} "):
        shown = page(door.get(path, {"q": typed}))
        assert [row["id"] for row in shown.all("li.entry")] == ["row-2"], typed
    assert not page(door.get(path, {"q": f"{reference[:-1]}{'2' if reference[-1] != '2' else '3'}"})).all(
        "li.entry"
    )
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    assert account(life, 2).reference == reference


def test_who_was_drawn_into_a_team_is_found_by_their_own_reference(door):
    day = factories.tournament(4, by=factories.director("reine"))
    door.force_login(factories.director_of(day))
    own = {entry.number: payments.account_of(entry).reference for entry in day.entries.all()}
    for number in own:
        with_fee(day, number, 1000 + number)
    payments.record(factories.entry(day, 2), None, "cash", by=None)
    act = draw.enter(day, draw.draw(day, draw.DrawRequest(), seed=5, reason="", by=None).version, by=None)
    for team in act.args["teams"]:
        for number in team:
            shown = page(door.get(f"/t/{day.slug}/registration/", {"q": own[number]}))
            assert [row["id"] for row in shown.all("li.entry")] == [f"row-{min(team)}"]
    assert registration.cash_total(day) == {"cash": 1002, "": 3008}
    audit_log.undo(act, by=None)
    assert (account(day, 2).due, account(day, 2).paid) == (0, 1002)


def test_a_registrant_sees_the_amount_and_the_reference(odile):
    day = factories.tournament(0, by=factories.director("reine"))
    save_fees(day, Fees(1500, how_to_pay="<b>Comptant</b> ou virement"), by=None)
    save_settings(day, SignupSettings(on=True, capacity=1), by=None)
    token = signups.sign_up(day, signups.Typed(("Zoé Roy",)), nonce="one", language="en")
    path = f"/register/{token}/"
    visitor = Client(headers={"accept-language": "en"})
    shown = visitor.get(path)
    entry = day.entries.get()
    assert (data(shown, "due"), data(shown, "reference")) == (
        ["1500"],
        [payments.account_of(entry).reference],
    )
    assert b"&lt;b&gt;Comptant" in shown.content
    payments.record(entry, None, "transfer", by=None)
    assert data(visitor.get(path), "due") == []
    visitor.post(path, {"do": "withdraw"})
    assert data(visitor.get(path), "over") == ["1500"]
    waits = signups.sign_up(day, signups.Typed(("Pat O'Brien",)), nonce="two", language="en")
    signups.sign_up(day, signups.Typed(("Luc Roy",)), nonce="three", language="en")
    assert data(visitor.get(f"/register/{waits}/"), "due") == ["1500"]
    last = Signup.objects.get(names=["Luc Roy"])
    assert last.entry_uid is None  # who waits owes nothing


def receipt_text(browser: Client, day: Tournament, **asked: object) -> list[str]:
    answer = browser.get(f"/t/{day.slug}/registration/receipts/", asked)
    assert answer["Content-Type"] == "application/pdf"
    return [" ".join(page.split()) for page in paper_text.texts(answer.content)]


def test_a_receipt_says_who_paid_how_much_how_and_when_under_a_number_that_stays(day, door):
    day.language = "fr-ca"
    day.save()
    payments.record(with_fee(day, 2), 500, "cash", by=None)
    payments.record(with_fee(day, 1), None, "cheque", by=None)
    payments.record(factories.entry(day, 1), -100, "cash", by=None)
    (text,) = receipt_text(door, day, number="1")
    own = account(day, 1)
    for words in ("Réal O'Brien", "20,00", "2", "chèque", own.reference, str(day.date.year)):
        assert words in text
    assert "Huguette" not in text
    payments.take_back(day, 1, by=None)
    assert receipt_text(door, day, number="1") == [text]
    answer = door.get(f"/t/{day.slug}/registration/receipts/", {"number": "2"}, follow=True)
    assert "nothing_paid" in codes(answer)  # what was taken back has no receipt


def test_the_receipts_of_a_club_are_of_its_people_alone(door):
    day = factories.tournament(8, by=factories.director("reine"))
    door.force_login(factories.director_of(day))
    for entry in day.entries.all():
        payments.record(with_fee(day, entry.number), None, "cash", by=None)
    club = "FADOQ Sorel-Tracy"
    assert f"<option>{club}</option>" in door.get(f"/t/{day.slug}/registration/fees/").content.decode()
    text = " ".join(receipt_text(door, day, club=club))
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
def test_receipts_that_nobody_has_lead_to_the_fees(day, door, asked):
    answer = door.get(f"/t/{day.slug}/registration/receipts/", asked)
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{day.slug}/registration/fees/")


def test_receipts_are_for_who_may_record_money(day):
    payments.record(with_fee(day), None, "cash", by=None)
    browser = Client()
    path = f"/t/{day.slug}/registration/receipts/?number=1"
    assert browser.get(path).status_code == 302
    browser.force_login(factories.helper(day, "desk", "table"))
    assert browser.get(path).status_code == 403


@pytest.mark.parametrize(
    "path", ["registration/fees/", "registration/receipts/?club=FADOQ+Beloeil", "cash/", "check-in/"]
)
def test_each_page_of_money_asks_the_database_as_often_for_three_as_for_one(door, path):
    day = factories.tournament(8, by=factories.director("reine"))
    door.force_login(factories.director_of(day))
    counts = []
    for number in (2, 7, 3):
        payments.record(with_fee(day, number), 500, "cash", by=None)
        entry = factories.entry(day, number)
        registration.edit_entry(entry, entry.name, club="FADOQ Beloeil")
        door.get(f"/t/{day.slug}/{path}")
        with CaptureQueriesContext(connection) as asked:
            assert door.get(f"/t/{day.slug}/{path}").status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[2]
