from django.urls import path

from tournaments.web.access import require_permission
from tournaments.web.visitor_downloads import views

urlpatterns = [
    path("t/<slug:slug>/standings.pdf", require_permission("follow", views.standings), name="standings_pdf"),
    path(
        "t/<slug:slug>/players/<int:number>/card.pdf",
        require_permission("follow", views.card),
        name="card_pdf",
    ),
]
