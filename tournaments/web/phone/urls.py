from django.urls import path

from tournaments.web.access import require_permission
from tournaments.web.phone import views

urlpatterns = [
    path("me/<str:secret>/", require_permission("visit", views.me), name="me"),
    path("me/<str:secret>/rows/", require_permission("visit", views.rows), name="me_rows"),
]
