from django.urls import path

from tournaments.web.access import needs
from tournaments.web.laptop import views

urlpatterns = [
    path("laptop/", needs("laptop", views.laptop), name="laptop"),
    path("laptop/password/", needs("laptop", views.password), name="laptop_password"),
    path("laptop/stop/", needs("laptop", views.stop), name="laptop_stop"),
]
