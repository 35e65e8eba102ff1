"""Addresses of the pit: its floor, and the story of each bank."""

from django.urls import path

from tables.pit import views

app_name = "pit"
urlpatterns = [
    path("", views.floor, name="floor"),
    path("tiles/", views.tiles, name="tiles"),
    path("tables/<int:number>/sittings/<int:sitting>/banks/<int:bank>/", views.bank, name="bank"),
]
