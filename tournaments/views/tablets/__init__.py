"""Tablets and phones as the organiser sees them: the hall as a map, every device, how one joins."""

from django.urls import path

from tournaments.views.access import needs
from tournaments.views.tablets import device, page, table_page

urlpatterns = [
    path("t/<slug:slug>/tablets/", needs("tablets", page.tablets), name="tablets"),
    path("t/<slug:slug>/tablets/map/", needs("tablets", page.fragment), name="tablets_map"),
    path("t/<slug:slug>/tablets/<int:number>/", needs("tablets", table_page.table), name="tablets_table"),
    path("t/<slug:slug>/tablets/floor/", needs("tablets", page.arrange), name="tablets_layout"),
    path(
        "t/<slug:slug>/tablets/<int:number>/renew/", needs("tablets", table_page.renew), name="tablets_renew"
    ),
    path(
        "t/<slug:slug>/tablets/<int:number>/sheet/", needs("tablets", table_page.sheet), name="tablets_sheet"
    ),
    path("t/<slug:slug>/tablets/calls/<int:call>/", needs("answer_calls", page.answer), name="tablets_call"),
    path(
        "t/<slug:slug>/tablets/calls/<int:call>/take/", needs("enter_results", page.take), name="tablets_take"
    ),
    path("t/<slug:slug>/tablets/phones/", needs("tablets", page.phones), name="tablets_phones"),
    path("t/<slug:slug>/tablets/both/", needs("tablets", page.both), name="tablets_both"),
    path("t/<slug:slug>/tablets/undo/<int:version>/", needs("tablets", device.undo), name="tablets_undo"),
    path("t/<slug:slug>/tablets/devices/<uuid:uid>/", needs("tablets", device.show), name="device"),
    path(
        "t/<slug:slug>/tablets/devices/<uuid:uid>/<slug:what>/",
        needs("tablets", device.act),
        name="device_act",
    ),
]
