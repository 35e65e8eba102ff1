"""Every address of the site. Each part's own addresses stand in its own `urls.py`."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path

from tables.console.home import home

API: list[object] = [
    path("", include("tables.api.urls")),
    path("", include("ledger.api.urls")),
]

urlpatterns = [
    path("", home, name="home"),
    path("sign-in/", LoginView.as_view(redirect_authenticated_user=False), name="login"),
    path("sign-out/", LogoutView.as_view(), name="logout"),
    path("tables/<int:number>/", include("tables.console.urls")),
    path("pit/", include("tables.pit.urls")),
    path("desk/", include("ledger.desk.urls")),
    path("api/v1/", include(API)),
]
