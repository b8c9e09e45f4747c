"""A day with tablets on its tables, and a director who looks at them. Models are imported when asked for."""

import pytest
from django.test import Client


@pytest.fixture
def day(db):
    from tests import factories

    return factories.tournament(16)


@pytest.fixture
def playing(day):
    from tests import factories

    return factories.open_round(day)


@pytest.fixture
def director(client, day):
    from tests import factories

    client.force_login(factories.organiser(day))
    client.cookies["django_language"] = "en"
    return client


@pytest.fixture
def tablet(day):
    """Let a tablet in at a table."""
    from tests.tablets.held import Tablet

    return lambda table, label="": Tablet(day, table, label)


@pytest.fixture
def at(page, live_server):
    """Open an address as the director of a day, at a size; the console must stay silent."""
    from tests import factories
    from tests.tablets.browser import SIZES

    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))

    def sign_in(day, language="en"):
        client = Client()
        client.force_login(factories.organiser(day))
        cookies = {"sessionid": client.cookies["sessionid"].value, "django_language": language}
        page.context.add_cookies(
            [{"name": name, "value": value, "url": live_server.url} for name, value in cookies.items()]
        )

        def show(path, size="tablet"):
            page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
            page.goto(f"{live_server.url}/t/{day.slug}/{path}")
            return page

        return show

    sign_in.said = said  # for a test in which the network fails on purpose
    yield sign_in
    assert said == []
