"""Organisations: their list for superusers, and their name."""

from django.db.models import Count, Q
from django.http import HttpResponse
from django.shortcuts import redirect, render

from tournaments.models import Organisation
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.accounts.forms import OrganisationForm
from tournaments.web.staff.views import people


def organisations(request: SignedInRequest) -> HttpResponse:
    """Show every organisation; a new one is made here, and its directors are invited on its page."""
    form = OrganisationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        made = form.save()
        flash.success(request, "organisation_made", {"name": made.name})
        return redirect("helpers_organisation", made.slug)
    live = Count("tournaments", filter=Q(tournaments__live=True))
    context = {"form": form, "organisations": Organisation.objects.annotate(live=live).order_by("name", "pk")}
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/staff/organisations.html", context, status=status)


def rename(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Rename an organisation; its address stays."""
    form = OrganisationForm(request.POST, instance=organisation)
    if not form.is_valid():
        organisation.refresh_from_db(fields=["name"])  # the page shows the stored name
        return people.staff_page(request, organisation, named=form)
    form.save()
    flash.success(request, "organisation_named", {"name": organisation.name})
    return redirect("helpers_organisation", organisation.slug)
