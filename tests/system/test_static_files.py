"""Files in `static/`: texts are sent compressed, once per version, to browsers that can read it."""

import gzip

import pytest
from django.conf import settings

SCRIPT, FONT = "js/page.js", "fonts/fraunces-latin-wght-normal.woff2"


def fetch(client, name: str, **headers: str):
    """Return the response for a file, and its body."""
    response = client.get(f"/static/{name}", headers=headers)
    return response, b"".join(response) if response.streaming else response.content


@pytest.mark.parametrize("name", [SCRIPT, "css/cheville.css", "icons/grain.svg"])
def test_text_is_sent_compressed(client, name):
    written = (settings.BASE_DIR / "static" / name).read_bytes()
    for _request in range(2):
        response, body = fetch(client, name, accept_encoding="gzip, deflate")
        assert response["Content-Encoding"] == "gzip"
        assert int(response["Content-Length"]) == len(body) < len(written)
        assert gzip.decompress(body) == written
        assert response["Vary"] == "Accept-Encoding"
        assert response["Cache-Control"] == "max-age=60, public"
    plain, body = fetch(client, name)
    assert body == written
    assert ("Content-Encoding" in plain, plain["Vary"]) == (False, "Accept-Encoding")
    assert plain["Content-Type"] == response["Content-Type"]


def test_unchanged_file_is_not_sent_again(client):
    first, _body = fetch(client, SCRIPT, accept_encoding="gzip")
    again, body = fetch(client, SCRIPT, accept_encoding="gzip", if_none_match=first["ETag"])
    assert (again.status_code, body) == (304, b"")


def test_fonts_parts_and_missing_files_are_not_compressed(client):
    font, body = fetch(client, FONT, accept_encoding="gzip")
    assert (font.status_code, "Content-Encoding" in font, body[:4]) == (200, False, b"wOF2")
    part, body = fetch(client, SCRIPT, accept_encoding="gzip", range="bytes=0-9")
    assert (part.status_code, "Content-Encoding" in part, len(body)) == (206, False, 10)
    assert fetch(client, "js/none.js", accept_encoding="gzip")[0].status_code == 404
