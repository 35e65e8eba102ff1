"""The console over HTTP: a typed line becomes a command for the door, its answer a page again.

Nothing is decided here. The form carries an idempotency key and the place in the log it was drawn
from, so that a double click, a reload, a second tab or the back button all end in one coup.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import permission_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from tables import log, queries
from tables.console import keys
from tables.console.keys_help import KEYS
from tables.console.misread import Misread
from tables.console.panel import Notice
from tables.console.preview import situation_of, why
from tables.console.screen import panel_of, screen_of
from tables.models import Table
from tables.rules.errors import Refused

View = Callable[..., HttpResponse]
LONGEST_LINE = 600

# What a croupier's key reaches only for whoever also has this permission.
NEEDS = {"set_rules": "tables.change_limits"}

STATUS = {"stale": 412, "key_reused": 409, "day_closed": 409, "no_such_table": 404}
REFUSED = 422


def at_the_console(view: View) -> View:
    """For whoever may log commands. The line's own requests are told 401, so that it is kept."""
    permitted = permission_required("tables.log_command", raise_exception=True)(view)

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return permitted(request, *args, **kwargs)
        if "HX-Request" in request.headers:
            return HttpResponse(status=401)
        return redirect_to_login(request.get_full_path())

    return never_cache(checked)


@at_the_console
@require_GET
def table(request: HttpRequest, number: int) -> HttpResponse:
    """The page. `?line=` previews a line where there is no script to do it while typing."""
    shown = _table(request, number)
    line = request.GET.get("line", "")[:LONGEST_LINE]
    screen = screen_of(shown, log.standing(shown.number), line=line)
    return render(request, "console/table.html", {"screen": screen, "keys": KEYS})


@at_the_console
@require_http_methods(["GET", "POST"])
def act(request: HttpRequest, number: int) -> HttpResponse:
    """A line, or the line behind a button, given to the door; looked up alone it is the table."""
    if request.method == "GET":
        return redirect("console:table", number=number)
    shown = _table(request, number)
    line = request.POST.get("act", request.POST.get("line", ""))
    try:
        recorded = _record(request, shown, line)
    except PermissionDenied:
        notice = Notice(_("Limits are changed by the pit manager."), "bad", line)
        return _answer(request, shown, 403, line, notice)
    except Misread as misread:
        return _answer(request, shown, REFUSED, line, Notice(misread.sentence, "duty", line))
    except Refused as refused:
        status = STATUS.get(refused.code, REFUSED)
        return _answer(request, shown, status, line, _notice(refused, line))
    if "HX-Request" not in request.headers:
        return redirect("console:table", number=number)
    again = Notice(_("That was recorded already, once."), "good") if recorded.replayed else None
    return _answer(request, shown, 200, "", again)


@at_the_console
@require_GET
def preview(request: HttpRequest, number: int) -> HttpResponse:
    """The right-hand side for the line as it is typed so far."""
    shown = _table(request, number)
    standing = log.standing(shown.number)
    line = request.GET.get("line", "")[:LONGEST_LINE]
    if request.GET.get("seq", "") != str(standing.seq):
        notice = Notice(_(log.Stale.sentence), "duty")
        screen = screen_of(shown, standing, line=line, notice=notice)
        response = render(request, "console/body.html", {"screen": screen})
        return _retarget(response)
    panel = panel_of(shown, standing, line)
    return render(request, "console/panel.html", {"panel": panel})


@at_the_console
@require_GET
def all_keys(request: HttpRequest, number: int) -> HttpResponse:
    """The help as a page of its own, for where there is no script to open it over the table."""
    return render(
        request, "console/keys.html", {"number": _table(request, number).number, "keys": KEYS}
    )


def _table(request: HttpRequest, number: int) -> Table:
    """Somebody else's table and no table are the same to him: 404."""
    return get_object_or_404(queries.tables_for(request.user), number=number)


def _record(request: HttpRequest, shown: Table, line: str) -> log.Recorded:
    if len(line) > LONGEST_LINE:
        raise Misread(_("That line is too long."))
    seq, key = request.POST.get("seq", ""), request.POST.get("key", "")
    if not (seq.isascii() and seq.isdecimal() and len(seq) < 19 and 0 < len(key) <= 64):
        raise Misread(_("This page is incomplete. Open the table again."))
    # A line means what it meant on the page it was typed on, also when it is sent again later.
    standing = log.standing(shown.number)
    if standing.seq != int(seq):
        standing = log.standing_at(shown.number, int(seq))
    command = keys.read(line, situation_of(standing.state))
    if not request.user.has_perm(NEEDS.get(str(command["do"]), "tables.log_command")):
        raise PermissionDenied
    return log.record(
        table_id=shown.number,
        command=command,
        actor=request.user.get_username(),
        device="console",
        key=key,
        now=timezone.now(),
        expected_seq=int(seq),
    )


def _notice(refused: Refused, line: str) -> Notice:
    if refused.code == "key_reused":
        words = _("This page had been used already. The table is shown as it stands now.")
        return Notice(words, "duty", line)
    return Notice(why(refused, line), "duty" if refused.code == "stale" else "bad", line)


def _answer(
    request: HttpRequest, shown: Table, status: int, line: str, notice: Notice | None
) -> HttpResponse:
    """The table as it stands now, what was typed kept, and what is to be said about it."""
    screen = screen_of(shown, log.standing(shown.number), line=line, notice=notice)
    whole = "HX-Request" not in request.headers
    template = "console/table.html" if whole else "console/body.html"
    return render(request, template, {"screen": screen, "keys": KEYS}, status=status)


def _retarget(response: HttpResponse) -> HttpResponse:
    """The whole console is drawn anew, not only the side that was asked for."""
    response["HX-Retarget"] = "#console"
    response["HX-Reswap"] = "outerHTML settle:0ms"
    return response
