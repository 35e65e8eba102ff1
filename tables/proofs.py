"""What must be true of the whole record, recomputed from scratch: `manage.py verify`.

Each proof is one question to PostgreSQL, asked set-wise, that answers with the entries which fail
it; none shares code with what wrote them. The text in the log is what was hashed, so everything
else is held against the text.
"""

from dataclasses import dataclass

from django.db import connection

# Every proof is read for the tables in %(tables)s, or for all where that is NULL.
WHERE = "(%(tables)s::bigint[] IS NULL OR {alias}.table_id = ANY(%(tables)s))"


@dataclass(frozen=True, slots=True)
class Proof:
    """`finds` selects (table_id, seq, what is wrong) of what fails, the first entry first."""

    name: str
    says: str
    finds: str


@dataclass(frozen=True, slots=True)
class Failure:
    proof: str
    table_id: int
    seq: int
    wrong: str


CHAIN = Proof(
    "chain",
    "every log entry's hash follows from its text and from the entry before it",
    f"""
    SELECT table_id, seq, CASE
               WHEN seq <> expected THEN 'an entry is missing before this one'
               WHEN previous_hash <> before THEN 'it does not follow the entry before it'
               ELSE 'its text is not the text that was hashed' END
    FROM (
        SELECT l.table_id, l.seq, l.hash, l.previous_hash, l.body,
               row_number() OVER log AS expected,
               coalesce(lag(l.hash) OVER log, decode(repeat('00', 32), 'hex')) AS before
        FROM tables_logentry l WHERE {WHERE.format(alias="l")}
        WINDOW log AS (PARTITION BY l.table_id ORDER BY l.seq)
    ) entries
    WHERE seq <> expected OR previous_hash <> before
       OR hash <> sha256(previous_hash || convert_to(body, 'UTF8'))
    """,
)

HEAD = Proof(
    "head",
    "every table stands at the last entry of its log",
    """
    SELECT t.number, t.seq, 'the log does not end at the entry the table stands at'
    FROM tables_table t
    LEFT JOIN LATERAL (
        SELECT seq, hash FROM tables_logentry l WHERE l.table_id = t.number
        ORDER BY seq DESC LIMIT 1
    ) last ON true
    WHERE (%(tables)s::bigint[] IS NULL OR t.number = ANY(%(tables)s))
      AND (coalesce(last.seq, 0) <> t.seq
           OR coalesce(last.hash, decode(repeat('00', 32), 'hex')) <> t.head)
    """,
)

READING = Proof(
    "reading",
    "the columns of every log entry say what its text says",
    f"""
    SELECT l.table_id, l.seq, 'its columns do not say what its text says'
    FROM tables_logentry l, LATERAL (SELECT l.body::jsonb AS b) text
    WHERE {WHERE.format(alias="l")} AND (
        (b->>'table')::bigint, (b->>'seq')::bigint, (b->>'sitting')::int,
        (b->>'gaming_day')::date, (b->>'recorded_at')::timestamptz,
        b->>'actor', b->>'device', b->>'idempotency_key', b->'command'->>'do'
    ) IS DISTINCT FROM (
        l.table_id, l.seq, l.sitting, l.gaming_day, l.recorded_at,
        l.actor, l.device, l.idempotency_key, l."do"
    )
    """,
)

POSTED = Proof(
    "posted",
    "the ledger holds exactly the entries and lines the log says were posted",
    f"""
    SELECT table_id, seq, 'the ledger does not hold what its text says was posted'
    FROM (
        SELECT l.table_id, l.seq, line.ordinality AS line, line.value->>'kind' AS kind,
               line.value->>'holder' AS holder, (line.value->>'amount')::bigint AS amount
        FROM tables_logentry l,
             jsonb_array_elements(l.body::jsonb->'entry'->'lines') WITH ORDINALITY line
        WHERE {WHERE.format(alias="l")} AND jsonb_typeof(l.body::jsonb->'entry') = 'object'
    ) said
    FULL JOIN (
        SELECT table_id, seq, line, kind, holder, amount FROM ledger_line r
        WHERE {WHERE.format(alias="r")}
    ) held USING (table_id, seq, line, kind, holder, amount)
    WHERE said.* IS NULL OR held.* IS NULL
    """,
)

COMMISSIONS = Proof(
    "commissions",
    "the ledger holds exactly the commissions the log says were taken",
    f"""
    SELECT table_id, seq, 'its commission is not the one its text says was taken'
    FROM (
        SELECT l.table_id, l.seq, c.ordinality AS number, (c.value->>'base')::bigint AS base,
               (c.value->>'rate_bp')::int AS rate_bp, (c.value->>'amount')::bigint AS amount,
               c.value->>'version' AS version
        FROM tables_logentry l,
             jsonb_array_elements(l.body::jsonb->'entry'->'commissions') WITH ORDINALITY c
        WHERE {WHERE.format(alias="l")} AND jsonb_typeof(l.body::jsonb->'entry') = 'object'
    ) said
    FULL JOIN (
        SELECT table_id, seq, number, base, rate_bp, amount, version FROM ledger_commission r
        WHERE {WHERE.format(alias="r")}
    ) held USING (table_id, seq, number, base, rate_bp, amount, version)
    WHERE said.* IS NULL OR held.* IS NULL
    """,
)

BALANCED = Proof(
    "balanced",
    "the lines of every entry are all there and add up to zero",
    f"""
    SELECT e.table_id, e.seq, 'its lines do not add up to zero, or are not all there'
    FROM ledger_entry e
    LEFT JOIN (
        SELECT table_id, seq, count(*) AS lines, sum(amount) AS total
        FROM ledger_line r WHERE {WHERE.format(alias="r")} GROUP BY table_id, seq
    ) added USING (table_id, seq)
    WHERE {WHERE.format(alias="e")}
      AND (added.lines IS DISTINCT FROM e.lines OR added.total <> 0)
    """,
)

MONEY = Proof(
    "money",
    "the bank's, the house's and every player's money is what the ledger's accounts say; sum zero",
    """
    SELECT t.number, t.seq, 'the accounts of ' || kind || ' say ' || held || ', the table ' || said
    FROM tables_table t
    JOIN (
        SELECT table_id, sitting, kind, -sum(amount) AS held
        FROM (
            SELECT table_id, sitting, amount,
                   CASE WHEN kind IN ('player', 'commission_owed') THEN kind || ' ' || holder
                        ELSE kind END AS kind
            FROM ledger_line
        ) lines GROUP BY table_id, sitting, kind
    ) accounts ON accounts.table_id = t.number AND accounts.sitting = t.sitting
    CROSS JOIN LATERAL (
        SELECT CASE
            WHEN kind LIKE 'player %%' THEN (t.view->'net'->>substr(kind, 8))::bigint
            WHEN kind = 'stakes'
                THEN coalesce(t.view->>'staked', t.view->>'covered')::bigint
            WHEN kind = 'table_win' THEN (t.view->>'house')::bigint
            WHEN kind LIKE 'commission_owed %%' THEN -(t.view->'owed'->>substr(kind, 17))::bigint
            WHEN kind = 'cagnotte' THEN (t.view->>'cagnotte')::bigint + owed.sum
            ELSE (t.view->>kind)::bigint END AS said
        FROM (
            -- Commission is earned with the coup, and in the box once it is collected.
            SELECT coalesce(sum(value::bigint), 0) AS sum
            FROM jsonb_each_text(coalesce(t.view->'owed', '{}'))
        ) owed
    ) view
    WHERE (%(tables)s::bigint[] IS NULL OR t.number = ANY(%(tables)s))
      AND held IS DISTINCT FROM coalesce(said, 0)
    """,
)

PROOFS: tuple[Proof, ...] = (CHAIN, HEAD, READING, POSTED, COMMISSIONS, BALANCED, MONEY)


def first_failures(proof: Proof, tables: list[int] | None, most: int = 10) -> list[Failure]:
    """The first entries that fail one proof, in the order of the log; none when all is well."""
    ordered = f"SELECT DISTINCT * FROM ({proof.finds}) found ORDER BY 1, 2 LIMIT {most}"
    with connection.cursor() as cursor:
        cursor.execute(ordered, {"tables": tables})
        return [Failure(proof.name, *row) for row in cursor.fetchall()]


def extent(tables: list[int] | None) -> dict[str, int]:
    """How much there was to look at."""
    counted = {
        "tables": "SELECT count(*) FROM tables_table t "
        "WHERE %(tables)s::bigint[] IS NULL OR t.number = ANY(%(tables)s)",
        "log entries": f"SELECT count(*) FROM tables_logentry l WHERE {WHERE.format(alias='l')}",
        "ledger lines": f"SELECT count(*) FROM ledger_line r WHERE {WHERE.format(alias='r')}",
    }
    sizes = {}
    with connection.cursor() as cursor:
        for name, query in counted.items():
            cursor.execute(query, {"tables": tables})
            (sizes[name],) = cursor.fetchone()
    return sizes
