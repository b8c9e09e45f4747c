from django.urls import path

from tournaments.web.access import needs
from tournaments.web.phone import views

urlpatterns = [
    path("me/<str:secret>/", needs("visit", views.me), name="me"),
    path("me/<str:secret>/rows/", needs("visit", views.rows), name="me_rows"),
]
