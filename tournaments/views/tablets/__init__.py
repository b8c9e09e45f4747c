"""Tablets and phones as the organiser sees them: the hall as a map, every device, how one joins."""

from django.urls import path

from tournaments.views.tablets import device, page, table

urlpatterns = [
    path("t/<slug:slug>/tablets/", page.tablets, name="tablets"),
    path("t/<slug:slug>/tablets/map/", page.fragment, name="tablets_map"),
    path("t/<slug:slug>/tablets/<int:number>/", table.table, name="tablets_table"),
    path("t/<slug:slug>/tablets/floor/", page.arrange, name="tablets_floor"),
    path("t/<slug:slug>/tablets/<int:number>/renew/", table.renew, name="tablets_renew"),
    path("t/<slug:slug>/tablets/<int:number>/sheet/", table.sheet, name="tablets_sheet"),
    path("t/<slug:slug>/tablets/<int:number>/share/", table.share, name="tablets_share"),
    path("t/<slug:slug>/tablets/calls/<int:call>/", page.answer, name="tablets_call"),
    path("t/<slug:slug>/tablets/phones/", page.phones, name="tablets_phones"),
    path("t/<slug:slug>/tablets/undo/<int:version>/", device.undo, name="tablets_undo"),
    path("t/<slug:slug>/tablets/devices/<uuid:uid>/", device.show, name="device"),
    path("t/<slug:slug>/tablets/devices/<uuid:uid>/<slug:what>/", device.act, name="device_act"),
]
