"""Every address of the site. Each part's own addresses stand in its own `urls.py`."""

from csp.constants import UNSAFE_INLINE
from csp.decorators import csp_update
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from casino.home import home

# The reference page brings styles of its own making; nothing else on the site may.
reference = csp_update({"style-src": [UNSAFE_INLINE]})(
    SpectacularSwaggerSplitView.as_view(url_name="schema")
)

API: list[URLPattern | URLResolver] = [
    path("", include("tables.api.urls")),
    path("", include("ledger.api.urls")),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", reference, name="reference"),
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
