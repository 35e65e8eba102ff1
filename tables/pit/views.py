"""The pit's pages: the floor, and a bank. Reads only."""

from typing import Any

from django.contrib.auth.decorators import login_required, permission_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from ledger.days import house_zone
from tables import queries
from tables.models import Bank
from tables.pit.floor import tiles_of
from tables.pit.story import story_of


def for_the_pit(view: Any) -> Any:
    """For whoever may see the floor; others are told that it is not for their role."""
    seen = permission_required("tables.see_floor", raise_exception=True)(require_GET(view))
    return never_cache(login_required(seen))


@for_the_pit
def floor(request: HttpRequest) -> HttpResponse:
    """Every table at a glance; the tiles come anew by themselves every few seconds."""
    return render(request, "pit/floor.html", _floor(request))


@for_the_pit
def tiles(request: HttpRequest) -> HttpResponse:
    """The tiles alone, for the page that shows them already."""
    return render(request, "pit/tiles.html", _floor(request))


@for_the_pit
def bank(request: HttpRequest, number: int, sitting: int, bank: int) -> HttpResponse:
    """A bank's story; `?coup=` picks the moment the side panel tells about."""
    table = get_object_or_404(queries.tables_for(request.user), number=number)
    shown = get_object_or_404(Bank, table=table, sitting=sitting, number=bank)
    picked = request.GET.get("coup", "")
    if picked and not (picked.isascii() and picked.isdecimal() and len(picked) < 10):
        raise Http404
    story = story_of(shown, table.rules["currency"], int(picked) if picked else None)
    banks = {other.number: other for other in queries.banks_of(table, sitting)}
    context = {
        "table": table,
        "story": story,
        "banks": banks.values(),
        "previous": banks.get(bank - 1),
        "following": banks.get(bank + 1),
        **_floor(request),
    }
    return render(request, "pit/bank.html", context)


def _floor(request: HttpRequest) -> dict[str, Any]:
    now = timezone.now()
    tables = queries.tables_for(request.user)
    return {"tiles": tiles_of(tables, now), "now": now, "zone": house_zone()}
