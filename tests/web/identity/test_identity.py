"""The organiser's name, logo, colour and sponsors: kept, refused and shown."""

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
from tests.page_reader import codes, parse
from tests.papers import paper_text
from tests.transfer.tampered import column, packed, restored, sealed
from tests.web.identity import files
from tests.web.setup.test_like_earlier import form_of
from tournaments.models import Logo, Tournament
from tournaments.publishing import identity, logo, publications
from tournaments.publishing.outputs import rows, site
from tournaments.publishing.papers import paper_types, registry

pytestmark = pytest.mark.django_db
NAME, SPONSORS = "FADOQ <Richelieu> & L'Érable", ["Caisse O'Brien", "Épicerie <b>"]


@pytest.fixture
def lise():
    return factories.director()


@pytest.fixture
def tournament(lise) -> Tournament:
    return factories.tournament(4, by=lise, rounds=1)


@pytest.fixture
def director(client, lise):
    client.force_login(lise)
    return client


def current_identity(tournament: Tournament) -> identity.Identity:
    tournament.refresh_from_db()
    return identity.identity_of(tournament)


def upload_logo(client, tournament, content: bytes, file_name: str = "logo.png", **typed: str):
    file = SimpleUploadedFile(file_name, content)
    return client.post(reverse("identity", args=[tournament.slug]), {"file": file, **typed})


def with_identity(tournament: Tournament, **changed) -> Tournament:
    """Give a tournament an identity with all its parts."""
    data = {"name": NAME, "colour": "#c2185b", "sponsors": SPONSORS} | changed
    identity.set_details(tournament, data["name"], data["colour"], data["sponsors"], by=None)
    identity.put_logo(tournament, files.picture(), by=None)
    tournament.refresh_from_db()
    return tournament


# what is typed


def test_identity_is_saved_and_shown_again(director, tournament):
    sponsors = "  Caisse O'Brien \r\n\r\nÉpicerie <b>\r\n"
    typed = {"name": NAME, "own_colour": "on", "colour": "#C2185B", "sponsors": sponsors}
    assert director.post(reverse("identity", args=[tournament.slug]), typed).status_code == 302
    assert current_identity(tournament) == identity.Identity(NAME, "#c2185b", SPONSORS)
    assert tournament.acts.filter(kind="identity").count() == 1
    form = director.get(reverse("identity", args=[tournament.slug])).context["form"]
    assert [form[name].value() for name in typed] == [NAME, True, "#c2185b", "\n".join(SPONSORS)]
    director.post(reverse("identity", args=[tournament.slug]), typed)
    assert tournament.acts.filter(kind="identity").count() == 1, "nothing changed"
    director.post(reverse("identity", args=[tournament.slug]), typed | {"own_colour": ""})
    assert current_identity(tournament).colour == ""


@pytest.mark.parametrize("ticked", [{}, {"own_colour": "on"}])
def test_changed_colour_is_saved_even_if_not_ticked(director, tournament, ticked):
    director.post(reverse("identity", args=[tournament.slug]), {"colour": "#ffd100", **ticked})
    assert current_identity(tournament).colour == "#ffd100"
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
def test_invalid_identity_is_refused_and_stays_typed(director, tournament, field, typed):
    answer = director.post(reverse("identity", args=[tournament.slug]), {"name": "Club", field: typed})
    assert answer.status_code == 422
    form = answer.context["form"]
    assert list(form.errors) == [field]
    assert form[field].value() == typed and (field == "name" or form["name"].value() == "Club")
    assert not current_identity(tournament)


def test_text_has_enough_contrast_on_every_colour():
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
def test_uploaded_logo_is_redrawn_as_a_clean_png(director, tournament, content):
    assert upload_logo(director, tournament, content, "x.jpeg.png").status_code == 302
    answer = director.get(reverse("identity_logo", args=[tournament.slug]))
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/png", "nosniff")
    assert len(answer.content) <= logo.MAX_KEPT_SIZE
    assert not any(secret in answer.content for secret in (b"SECRET", b"<script"))
    picture = Image.open(io.BytesIO(answer.content))
    assert (picture.format, picture.mode, picture.info) == ("PNG", "RGB", {})
    assert max(picture.size) <= 800
    assert logo.is_stored_logo(Logo.objects.get().png)
    again = director.get(
        reverse("identity_logo", args=[tournament.slug]), headers={"if-none-match": answer["ETag"]}
    )
    assert (again.status_code, again.content) == (304, b"")


def test_logo_margins_are_cut_and_exif_rotation_is_applied():
    kept = Image.open(io.BytesIO(logo.normalise_logo(files.picture(60, 30))))
    assert kept.size == (56, 26)
    width, height = Image.open(io.BytesIO(logo.normalise_logo(files.with_secrets()))).size
    assert height > width


def test_noisy_picture_is_shrunk_to_the_size_limit():
    noise = Image.frombytes("RGB", (700, 700), random.Random(1).randbytes(3 * 700 * 700))
    file = io.BytesIO()
    noise.save(file, "PNG")
    assert len(logo.normalise_logo(file.getvalue())) <= logo.MAX_KEPT_SIZE


@pytest.mark.parametrize("name", files.REFUSED_FILES)
def test_invalid_logo_file_is_refused(director, tournament, name):
    content, code = files.REFUSED_FILES[name]
    identity.put_logo(tournament, files.picture(), by=None)
    before = current_identity(tournament)
    answer = upload_logo(director, tournament, content)
    assert answer.status_code == 422
    assert codes(answer) == [code]
    assert current_identity(tournament) == before


@pytest.mark.parametrize(
    ("content", "typed", "kept"),
    [
        (b"Bonjour", {"name": "Club"}, ("Club", False)),
        (files.picture(), {"name": "x" * 81}, ("", True)),
    ],
)
def test_valid_logo_or_text_is_saved_though_the_other_is_refused(director, tournament, content, typed, kept):
    answer = upload_logo(director, tournament, content, **typed)
    assert answer.status_code == 422
    assert (current_identity(tournament).name, bool(current_identity(tournament).logo)) == kept
    assert answer.context["form"]["name"].value() == typed["name"]


def test_enter_key_saves_instead_of_removing_the_logo(director, tournament):
    with_identity(tournament)
    form = parse(director.get(reverse("identity", args=[tournament.slug]))).one("[data-logo]")
    assert ["name" in button for button in form.all("button")] == [False, True]


def test_removing_the_logo_keeps_typed_values(director, tournament):
    with_identity(tournament)
    director.post(reverse("identity", args=[tournament.slug]), {"name": "Club", "remove": "1"})
    assert (current_identity(tournament).name, current_identity(tournament).logo) == ("Club", "")
    assert not Logo.objects.exists()
    assert director.get(reverse("identity_logo", args=[tournament.slug])).status_code == 302


def test_colour_has_its_own_style_sheet(client, tournament):
    address = reverse("identity_style", args=[tournament.slug])
    assert client.get(address).content == b""
    with_identity(tournament)
    answer = client.get(address)
    assert answer["Content-Type"].startswith("text/css")
    assert b"#c2185b" in answer.content and b"#ffffff" in answer.content


# where it is shown


def test_identity_is_shown_to_visitors_but_not_to_directors(client, tournament, lise):
    with_identity(tournament)
    for name in ("public", "rules"):
        shown = parse(client.get(reverse(name, args=[tournament.slug])))
        assert NAME in shown.one(".organiser").words
        assert (
            shown.one(".organiser")
            .one("img")["src"]
            .startswith(reverse("identity_logo", args=[tournament.slug]))
        )
        assert all(one in shown.one(".sponsors").words for one in SPONSORS)
    client.force_login(lise)
    desk = parse(client.get(reverse("registration", args=[tournament.slug])))
    assert not desk.all(".organiser")
    preview = parse(client.get(reverse("identity", args=[tournament.slug]))).one("[data-preview]")
    assert NAME in preview.words
    sources = [one["src"] for one in preview.all("img")]
    assert all(client.get(one).status_code == 200 for one in sources) and len(sources) == 4


def test_projectors_show_logo_and_sponsors(client, tournament):
    factories.play_round(tournament, 1)
    screens = ["standings_screen", "rules_screen"]
    plain = [client.get(reverse(name, args=[tournament.slug])).content.decode() for name in screens]
    logo_at = reverse("identity_logo", args=[tournament.slug])
    assert not any(logo_at in one for one in plain)
    with_identity(tournament)
    shown = [parse(client.get(reverse(name, args=[tournament.slug]))).one(".wall-head") for name in screens]
    assert all(one.one("img")["src"].startswith(logo_at) for one in shown)
    assert all(SPONSORS[0] in one.words for one in shown)


def test_a_hidden_tournament_hides_its_logo(client, tournament):
    with_identity(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Tournament.Visibility.DESK)
    for name in ("identity_logo", "identity_style"):
        assert client.get(reverse(name, args=[tournament.slug])).status_code in (302, 404)
        assert b"PNG" not in client.get(reverse(name, args=[tournament.slug])).content


def test_identity_takes_no_more_queries(client, tournament):
    counts = []
    for _turn in range(2):
        with CaptureQueriesContext(connection) as asked:
            client.get(reverse("rules", args=[tournament.slug]))
        counts.append(len(asked))
        with_identity(tournament)
    assert counts[0] == counts[1]


def site_files_of(tournament: Tournament) -> dict[str, bytes]:
    tournament.refresh_from_db()
    return dict(site.site_files(rows.publication_data(tournament)))


def test_published_site_shows_the_identity_on_every_page(tournament):
    factories.play_round(tournament, 1)
    plain = site_files_of(tournament)
    assert not {"logo.png", "organiser.css"} & plain.keys()
    assert not any(b"organiser.css" in page or b"logo.png" in page for page in plain.values())
    with_identity(tournament)
    whole = site_files_of(tournament)
    assert whole.keys() - plain.keys() == {"logo.png", "organiser.css"}
    assert whole["logo.png"] == identity.picture(tournament)
    assert b"#c2185b" in whole["organiser.css"]
    pages = {path: text.decode() for path, text in whole.items() if path.endswith(".html")}
    assert len(pages) > 10
    for path, text in pages.items():
        up = "../" * path.count("/")
        assert f'src="{up}logo.png"' in text and f'href="{up}organiser.css"' in text, path
        assert escape(NAME) in text and all(escape(one) in text for one in SPONSORS), path


def draw_paper(tournament: Tournament, kind: str, **args) -> bytes:
    with translation.override("fr-ca"):
        args = {"base": "http://192.168.1.20:8000", **args}
        return registry.PAPER_TYPES[kind].draw(paper_types.Paper(tournament, args, lambda done: None))


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
def test_papers_have_name_logo_and_sponsors(tournament, kind, which, size):
    factories.play_round(tournament, 1)
    publications.publish(tournament, official=True, by=None)
    with_identity(tournament, name="FADOQ Richelieu")
    identity.put_logo(tournament, files.picture(*size), by=None)
    tournament.refresh_from_db()
    pdf = draw_paper(tournament, kind, which=which)
    figures = [one.alt for one in paper_text.structure(pdf).all("Figure")]
    assert sum("FADOQ Richelieu" in alt for alt in figures) >= 1
    text = paper_text.plain(pdf)
    if kind != "table_numbers":
        assert "FADOQ Richelieu" in text
        assert all(one in text for one in SPONSORS)
        left, bottom, _right, _top = paper_text.ink_box(pdf)
        assert min(left, bottom) >= 15, "printers leave a margin"


def test_every_paper_can_be_drawn_with_an_identity(tournament):
    factories.play_round(tournament, 1)
    publications.publish(tournament, official=True, by=None)
    tournament.refresh_from_db()
    plain = {
        key: len(paper_text.texts(draw_paper(tournament, key, round=1))) for key in factories.COMMON_PAPERS
    }
    with_identity(tournament, sponsors=["W" * 60] * 12)
    for key, pages in plain.items():
        pdf = draw_paper(tournament, key, round=1)
        paper_text.structure(pdf)
        assert len(paper_text.texts(pdf)) in (pages, pages + 1), key


def test_paper_contains_the_logo_once(tournament):
    with_identity(tournament)
    assert draw_paper(tournament, "table_numbers").count(b"/Subtype/Image") == 1


# a new tournament, and another computer


def create_like(client, earlier: Tournament, **changed: str) -> Tournament:
    """Make a tournament with what the page fills in from an earlier one."""
    typed = form_of(client, f"/new/?like={earlier.slug}") | changed
    assert client.post("/new/", typed).status_code == 302
    return Tournament.objects.latest("pk")


def test_new_tournament_copies_the_identity_of_the_earlier_one(director, tournament, lise):
    other = factories.tournament(2, by=lise)
    with_identity(tournament)
    made = create_like(director, tournament)
    assert made.pk != tournament.pk
    assert identity.identity_of(made) == identity.identity_of(tournament)
    assert identity.picture(made) == identity.picture(tournament)
    assert not identity.identity_of(create_like(director, other)), "it is like one without"
    assert identity.identity_of(create_like(director, other, like="")) == identity.identity_of(tournament)


def test_identity_is_not_copied_from_another_organisation(client, tournament):
    with_identity(tournament)
    odile = factories.director("odile")
    client.force_login(odile)
    assert not identity.identity_of(create_like(client, factories.tournament(2, by=odile), like=""))


def test_copy_keeps_the_identity(tournament):
    with_identity(tournament)
    made = restored(sealed(packed(tournament)))
    assert made.pk != tournament.pk
    assert identity.identity_of(made) == identity.identity_of(tournament)
    assert identity.picture(made) == identity.picture(tournament)


def test_older_copy_has_no_identity(tournament):
    whole = packed(tournament)
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
def test_invalid_logo_in_a_copy_is_refused(tournament, content):
    with_identity(tournament)
    whole = packed(tournament)
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
def test_invalid_identity_in_a_copy_is_refused(tournament, changed):
    with_identity(tournament)
    whole = packed(tournament)
    whole["tournament"]["settings"][identity.KEY] |= changed
    with pytest.raises(DomainError, match="copy_part"):
        restored(sealed(whole))
