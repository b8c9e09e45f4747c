"""The organiser's name, logo, colour and sponsors: what is kept, what is refused, where it is shown."""

import io
import random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape
from PIL import Image

from scoring import DomainError
from tests import factories
from tests.papers import paper_text
from tests.shown_by import codes, page
from tests.transfer.tampered import column, packed, restored, sealed
from tests.web.identity import files
from tests.web.setup.test_like_earlier import form_of
from tournaments.models import Logo, Tournament
from tournaments.publishing import identity, logo, papers, snapshot
from tournaments.publishing.outputs import rows, site

pytestmark = pytest.mark.django_db
NAME, SPONSORS = "FADOQ <Richelieu> & L'Érable", ["Caisse O'Brien", "Épicerie <b>"]


@pytest.fixture
def lise():
    return factories.director()


@pytest.fixture
def day(lise) -> Tournament:
    return factories.tournament(4, by=lise, rounds=1)


@pytest.fixture
def director(client, lise):
    client.force_login(lise)
    return client


def known(day: Tournament) -> identity.Identity:
    day.refresh_from_db()
    return identity.identity_of(day)


def choose(client, day, content: bytes, file_name: str = "logo.png", **typed: str):
    file = SimpleUploadedFile(file_name, content)
    return client.post(reverse("identity", args=[day.slug]), {"file": file, **typed})


def dressed(day: Tournament, **changed) -> Tournament:
    """Give a tournament an identity with all its parts."""
    told = {"name": NAME, "colour": "#c2185b", "sponsors": SPONSORS} | changed
    identity.describe(day, told["name"], told["colour"], told["sponsors"], by=None)
    identity.put_logo(day, files.picture(), by=None)
    day.refresh_from_db()
    return day


# what is typed


def test_what_is_typed_is_kept_and_shown_again(director, day):
    sponsors = "  Caisse O'Brien \r\n\r\nÉpicerie <b>\r\n"
    typed = {"name": NAME, "own_colour": "on", "colour": "#C2185B", "sponsors": sponsors}
    assert director.post(reverse("identity", args=[day.slug]), typed).status_code == 302
    assert known(day) == identity.Identity(NAME, "#c2185b", SPONSORS)
    assert day.acts.filter(kind="identity").count() == 1
    form = director.get(reverse("identity", args=[day.slug])).context["form"]
    assert [form[name].value() for name in typed] == [NAME, True, "#c2185b", "\n".join(SPONSORS)]
    director.post(reverse("identity", args=[day.slug]), typed)
    assert day.acts.filter(kind="identity").count() == 1, "nothing changed"
    director.post(reverse("identity", args=[day.slug]), typed | {"own_colour": ""})
    assert known(day).colour == ""


@pytest.mark.parametrize("ticked", [{}, {"own_colour": "on"}])
def test_a_colour_that_was_changed_is_wanted_ticked_or_not(director, day, ticked):
    director.post(reverse("identity", args=[day.slug]), {"colour": "#ffd100", **ticked})
    assert known(day).colour == "#ffd100"
    assert not identity.identity_of(factories.tournament(2, by=factories.director("odile")))


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("colour", "red; } body { display: none"),
        ("colour", "#12345"),
        ("sponsors", "\n".join(f"Commanditaire {at}" for at in range(13))),
        ("sponsors", "x" * 61),
        ("name", "x" * 81),
    ],
)
def test_what_cannot_be_is_refused_and_stays_typed(director, day, field, typed):
    answer = director.post(reverse("identity", args=[day.slug]), {"name": "Club", field: typed})
    assert answer.status_code == 422
    form = answer.context["form"]
    assert list(form.errors) == [field]
    assert form[field].value() == typed and (field == "name" or form["name"].value() == "Club")
    assert not known(day)


def test_text_is_read_on_every_colour():
    chance = random.Random(34)
    drawn = [f"#{chance.randrange(1 << 24):06x}" for _ in range(3000)]
    greys = [f"#{shade:02x}{shade:02x}{shade:02x}" for shade in range(256)]
    assert min(identity.contrast(one, identity.text_on(one)) for one in drawn + greys) >= 4.5
    assert identity.contrast("#000000", "#ffffff") == pytest.approx(21)


# the logo


@pytest.mark.parametrize(
    "content",
    [
        files.picture(),
        files.picture(900, 40),
        files.picture(30, 900, "JPEG"),
        files.picture(3000, 3000, "JPEG"),
        files.with_secrets(),
        files.with_text(),
        files.polyglot(),
    ],
)
def test_a_picture_is_drawn_anew(director, day, content):
    assert choose(director, day, content, "x.jpeg.png").status_code == 302
    answer = director.get(reverse("identity_logo", args=[day.slug]))
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/png", "nosniff")
    assert len(answer.content) <= logo.MAX_KEPT_SIZE
    assert not any(secret in answer.content for secret in (b"SECRET", b"<script"))
    picture = Image.open(io.BytesIO(answer.content))
    assert (picture.format, picture.mode, picture.info) == ("PNG", "RGB", {})
    assert max(picture.size) <= 800
    assert logo.is_stored_logo(Logo.objects.get().png)
    again = director.get(reverse("identity_logo", args=[day.slug]), headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_white_margins_are_cut_and_a_turned_picture_is_turned_back():
    kept = Image.open(io.BytesIO(logo.drawn_anew(files.picture(60, 30))))
    assert kept.size == (56, 26)
    width, height = Image.open(io.BytesIO(logo.drawn_anew(files.with_secrets()))).size
    assert height > width


def test_noise_is_made_small_enough():
    noise = Image.frombytes("RGB", (700, 700), random.Random(1).randbytes(3 * 700 * 700))
    file = io.BytesIO()
    noise.save(file, "PNG")
    assert len(logo.drawn_anew(file.getvalue())) <= logo.MAX_KEPT_SIZE


@pytest.mark.parametrize("name", files.REFUSED)
def test_a_file_that_is_no_picture_is_refused_in_words(director, day, name):
    content, code = files.REFUSED[name]
    identity.put_logo(day, files.picture(), by=None)
    before = known(day)
    answer = choose(director, day, content)
    assert answer.status_code == 422
    assert codes(answer) == [code]
    assert known(day) == before


@pytest.mark.parametrize(
    ("content", "typed", "kept"),
    [
        (b"Bonjour", {"name": "Club"}, ("Club", False)),
        (files.picture(), {"name": "x" * 81}, ("", True)),
    ],
)
def test_the_logo_and_the_rest_are_kept_each_by_itself(director, day, content, typed, kept):
    answer = choose(director, day, content, **typed)
    assert answer.status_code == 422
    assert (known(day).name, bool(known(day).logo)) == kept
    assert answer.context["form"]["name"].value() == typed["name"]


def test_the_key_enter_saves_as_browsers_press_the_first_button(director, day):
    dressed(day)
    form = page(director.get(reverse("identity", args=[day.slug]))).one("[data-logo]")
    assert ["name" in button for button in form.all("button")] == [False, True]


def test_the_logo_is_removed_and_what_is_typed_stays(director, day):
    dressed(day)
    director.post(reverse("identity", args=[day.slug]), {"name": "Club", "remove": "1"})
    assert (known(day).name, known(day).logo) == ("Club", "")
    assert not Logo.objects.exists()
    assert director.get(reverse("identity_logo", args=[day.slug])).status_code == 302


def test_the_colour_is_a_style_sheet_of_its_own(client, day):
    address = reverse("identity_style", args=[day.slug])
    assert client.get(address).content == b""
    dressed(day)
    answer = client.get(address)
    assert answer["Content-Type"].startswith("text/css")
    assert b"#c2185b" in answer.content and b"#ffffff" in answer.content


# where it is shown


def test_visitors_see_it_on_every_page_and_directors_work_without(client, day, lise):
    dressed(day)
    for name in ("public", "rules"):
        shown = page(client.get(reverse(name, args=[day.slug])))
        assert NAME in shown.one(".organiser").words
        assert shown.one(".organiser").one("img")["src"].startswith(reverse("identity_logo", args=[day.slug]))
        assert all(one in shown.one(".sponsors").words for one in SPONSORS)
    client.force_login(lise)
    desk = page(client.get(reverse("registration", args=[day.slug])))
    assert not desk.all(".organiser")
    preview = page(client.get(reverse("identity", args=[day.slug]))).one("[data-preview]")
    assert NAME in preview.words
    sources = [one["src"] for one in preview.all("img")]
    assert all(client.get(one).status_code == 200 for one in sources) and len(sources) == 4


def test_projectors_have_the_logo(client, day):
    factories.play_round(day, 1)
    screens = ["standings_screen", "rules_screen"]
    plain = [client.get(reverse(name, args=[day.slug])).content.decode() for name in screens]
    logo_at = reverse("identity_logo", args=[day.slug])
    assert not any(logo_at in one for one in plain)
    dressed(day)
    shown = [page(client.get(reverse(name, args=[day.slug]))).one(".wall-head") for name in screens]
    assert all(one.one("img")["src"].startswith(logo_at) for one in shown)
    assert all(SPONSORS[0] in one.words for one in shown)


def test_a_hidden_tournament_hides_its_logo(client, day):
    dressed(day)
    Tournament.objects.filter(pk=day.pk).update(visibility=Tournament.Visibility.DESK)
    for name in ("identity_logo", "identity_style"):
        assert client.get(reverse(name, args=[day.slug])).status_code in (302, 404)
        assert b"PNG" not in client.get(reverse(name, args=[day.slug])).content


def test_a_page_asks_the_database_no_more_with_an_identity(client, day):
    counts = []
    for _turn in range(2):
        with CaptureQueriesContext(connection) as asked:
            client.get(reverse("rules", args=[day.slug]))
        counts.append(len(asked))
        dressed(day)
    assert counts[0] == counts[1]


def site_of(day: Tournament) -> dict[str, bytes]:
    day.refresh_from_db()
    return dict(site.site_files(rows.to_publish(day)))


def test_the_site_has_it_on_every_page_and_none_without(day):
    factories.play_round(day, 1)
    plain = site_of(day)
    assert not {"logo.png", "organiser.css"} & plain.keys()
    assert not any(b"organiser.css" in page or b"logo.png" in page for page in plain.values())
    dressed(day)
    whole = site_of(day)
    assert whole.keys() - plain.keys() == {"logo.png", "organiser.css"}
    assert whole["logo.png"] == identity.picture(day)
    assert b"#c2185b" in whole["organiser.css"]
    pages = {path: text.decode() for path, text in whole.items() if path.endswith(".html")}
    assert len(pages) > 10
    for path, text in pages.items():
        up = "../" * path.count("/")
        assert f'src="{up}logo.png"' in text and f'href="{up}organiser.css"' in text, path
        assert escape(NAME) in text and all(escape(one) in text for one in SPONSORS), path


def paper(day: Tournament, kind: str, **args) -> bytes:
    with translation.override("fr-ca"):
        args = {"base": "http://192.168.1.20:8000", **args}
        return papers.PAPER_TYPES[kind].draw(papers.Paper(day, args, lambda done: None))


@pytest.mark.parametrize("size", [(600, 60), (60, 600), (200, 200)])
@pytest.mark.parametrize(
    ("kind", "which"),
    [
        ("rules", ""),
        ("scorecards_blank", ""),
        ("standings", ""),
        ("table_numbers", ""),
        ("prize_list", ""),
        ("prize_list", "certificates"),
    ],
)
def test_papers_have_name_logo_and_sponsors(day, kind, which, size):
    factories.play_round(day, 1)
    snapshot.publish(day, official=True, by=None)
    dressed(day, name="FADOQ Richelieu")
    identity.put_logo(day, files.picture(*size), by=None)
    day.refresh_from_db()
    pdf = paper(day, kind, which=which)
    figures = [one.alt for one in paper_text.structure(pdf).all("Figure")]
    assert sum("FADOQ Richelieu" in alt for alt in figures) >= 1
    text = paper_text.plain(pdf)
    if kind != "table_numbers":
        assert "FADOQ Richelieu" in text
        assert all(one in text for one in SPONSORS)
        left, bottom, _right, _top = paper_text.ink_box(pdf)
        assert min(left, bottom) >= 15, "printers leave a margin"


def test_every_paper_can_be_drawn_with_an_identity(day):
    factories.play_round(day, 1)
    snapshot.publish(day, official=True, by=None)
    day.refresh_from_db()
    plain = {key: len(paper_text.texts(paper(day, key, round=1))) for key in factories.PAPERS_OF_ANY_DAY}
    dressed(day, sponsors=["W" * 60] * 12)
    for key, pages in plain.items():
        pdf = paper(day, key, round=1)
        paper_text.structure(pdf)
        assert len(paper_text.texts(pdf)) in (pages, pages + 1), key


def test_a_paper_has_the_picture_once(day):
    dressed(day)
    assert paper(day, "table_numbers").count(b"/Subtype/Image") == 1


# a new tournament, and another computer


def made_like(client, earlier: Tournament, **changed: str) -> Tournament:
    """Make a tournament with what the page fills in from an earlier one."""
    typed = form_of(client, f"/new/?like={earlier.slug}") | changed
    assert client.post("/new/", typed).status_code == 302
    return Tournament.objects.latest("pk")


def test_a_new_tournament_begins_with_that_of_the_one_it_is_like(director, day, lise):
    other = factories.tournament(2, by=lise)
    dressed(day)
    made = made_like(director, day)
    assert made.pk != day.pk
    assert identity.identity_of(made) == identity.identity_of(day)
    assert identity.picture(made) == identity.picture(day)
    assert not identity.identity_of(made_like(director, other)), "it is like one without"
    assert identity.identity_of(made_like(director, other, like="")) == identity.identity_of(day)


def test_an_organisation_does_not_get_that_of_another(client, day):
    dressed(day)
    odile = factories.director("odile")
    client.force_login(odile)
    assert not identity.identity_of(made_like(client, factories.tournament(2, by=odile), like=""))


def test_a_copy_brings_it(day):
    dressed(day)
    made = restored(sealed(packed(day)))
    assert made.pk != day.pk
    assert identity.identity_of(made) == identity.identity_of(day)
    assert identity.picture(made) == identity.picture(day)


def test_an_older_copy_has_none(day):
    whole = packed(day)
    del whole["parts"]["Logo"]
    assert not identity.identity_of(restored(sealed(whole)))


@pytest.mark.parametrize(
    "content",
    [
        "",
        "é",
        logo.as_text(files.picture(kind="GIF")),
        logo.as_text(files.picture(kind="JPEG")),
        logo.as_text(files.polyglot()),
        logo.as_text(files.with_text()),
        logo.as_text(files.text_bomb()),
        logo.as_text(files.claims(60_000, 60_000)),
        logo.as_text(files.claims(700, 700)),
        logo.as_text(files.transparent()),
        logo.as_text(files.picture(801, 10)),
        logo.as_text(files.picture(50, 50)),  # another one than the settings name
        logo.as_text(files.picture() + b"\0" * logo.MAX_KEPT_SIZE),
        7,
        None,
    ],
)
def test_the_logo_of_a_copy_is_checked_again(day, content):
    dressed(day)
    whole = packed(day)
    column(whole, "Logo", "png", content)
    with pytest.raises(DomainError, match="copy_part"):
        restored(sealed(whole))


@pytest.mark.parametrize(
    "changed",
    [
        {"colour": "red"},
        {"colour": "#c2185b; } * { display: none"},
        {"sponsors": ["x"] * 13},
        {"sponsors": "x"},
        {"name": "x" * 81},
        {"name": "\u202eNOSAJ"},
        {"logo": "../../x"},
        {"logo": ""},
        {"more": 1},
    ],
)
def test_so_is_the_rest(day, changed):
    dressed(day)
    whole = packed(day)
    whole["tournament"]["settings"][identity.KEY] |= changed
    with pytest.raises(DomainError, match="copy_part"):
        restored(sealed(whole))
