"""The word of an organisation about the data of people, on its public pages and on published sites."""

from tournaments.models import Organisation, Privacy


def privacy_of(organisation: Organisation) -> Privacy:
    """Return what the organisation says; the defaults if it has said nothing."""
    known = Privacy.objects.filter(organisation=organisation).select_related("organisation").first()
    return known or Privacy(organisation=organisation)
