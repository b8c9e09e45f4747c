import pytest

# Models are imported inside: this file is read before Django is set up.


@pytest.fixture
def director(db):
    from tournaments.models import User

    return User.objects.create_user("louise", password="cribbage-29", email="louise@example.org")


@pytest.fixture
def tournament(director):
    from tests.registration.small_tournament import small_tournament

    return small_tournament(by=director)


@pytest.fixture
def desk(client, director):
    """Return a browser of the director, in English."""
    client.force_login(director)
    client.cookies["django_language"] = "en"
    return client
