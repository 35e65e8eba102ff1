"""Every address of the site. Each part's own addresses stand in its own `urls.py`."""

from csp.decorators import csp_update
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from casino.home import home
from ledger.api.problems import Unknown

# The reference page has one block of styles written into it: this one, and no other, is allowed.
ITS_STYLES = "'sha256-MMpT0iDxyjALd9PdfepImGX3DBfJPXZ4IlDWdPAgtn0='"
reference = csp_update({"style-src": [ITS_STYLES]})(
    SpectacularSwaggerSplitView.as_view(url_name="schema")
)

API: list[URLPattern | URLResolver] = [
    path("", include("tables.api.urls")),
    path("", include("ledger.api.urls")),
    path("", RedirectView.as_view(pattern_name="reference"), name="api"),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", reference, name="reference"),
    path("<path:elsewhere>/", Unknown.as_view()),
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
