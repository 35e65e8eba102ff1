"""Where everybody arrives after signing in: his tables, or the page his role works on."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tables import queries
from tables.models import Table
from tables.telling.games import game_named

# Who logs no commands begins on the first of these pages that his role opens.
BEGINNINGS = (("tables.see_floor", "pit:floor"), ("ledger.read_books", "desk:commission"))


@dataclass(frozen=True, slots=True)
class MyTable:
    number: int
    game: str
    state: str
    is_open: bool


@never_cache
@login_required
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    if not request.user.has_perm("tables.log_command"):
        for permission, page in BEGINNINGS:
            if request.user.has_perm(permission):
                try:
                    return redirect(reverse(page))
                except NoReverseMatch:
                    continue
    mine = [_my_table(table) for table in queries.tables_for(request.user)]
    return render(request, "home/tables.html", {"tables": mine})


def _my_table(table: Table) -> MyTable:
    return MyTable(
        number=table.number,
        game=game_named(table.rules["game"]),
        state=_("open") if table.sitting else _("closed"),
        is_open=table.sitting is not None,
    )
