from django.urls import path

from tournaments.web.access import require_permission
from tournaments.web.laptop import views

urlpatterns = [
    path("laptop/", require_permission("laptop", views.laptop), name="laptop"),
    path("laptop/password/", require_permission("laptop", views.password), name="laptop_password"),
    path("laptop/stop/", require_permission("laptop", views.stop), name="laptop_stop"),
]
