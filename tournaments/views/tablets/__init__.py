"""Tablets and phones as the organiser sees them: the hall as a map, every device, how one joins."""

from django.urls import path

from tournaments.views.access import needs, posts
from tournaments.views.tablets import device, page, table_page

HERE = "t/<slug:slug>/tablets/"
urlpatterns = [
    path(HERE, needs("tablets", page.tablets), name="tablets"),
    path(HERE + "map/", needs("tablets", page.fragment), name="tablets_map"),
    path(HERE + "<int:number>/", needs("tablets", table_page.table), name="tablets_table"),
    path(HERE + "floor/", posts("tablets", page.arrange), name="tablets_layout"),
    path(HERE + "<int:number>/renew/", posts("tablets", table_page.renew), name="tablets_renew"),
    path(HERE + "<int:number>/sheet/", posts("tablets", table_page.sheet), name="tablets_sheet"),
    path(HERE + "calls/<int:call>/", posts("answer_calls", page.answer), name="tablets_call"),
    path(HERE + "calls/<int:call>/take/", posts("enter_results", page.take), name="tablets_take"),
    path(HERE + "phones/", posts("tablets", page.phones), name="tablets_phones"),
    path(HERE + "both/", posts("tablets", page.both), name="tablets_both"),
    path(HERE + "undo/<int:version>/", posts("tablets", device.undo), name="tablets_undo"),
    path(HERE + "devices/<uuid:uid>/", needs("tablets", device.show), name="device"),
    path(HERE + "devices/<uuid:uid>/<slug:what>/", posts("tablets", device.act), name="device_act"),
]
