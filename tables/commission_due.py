"""What each coup of a gaming day owes the cagnotte, worked out again from scratch, in SQL.

From who won and what was covered, and from the rule that was in force at the table when the coup
was dealt: nothing here looks at what was posted, at the commission noted on the coup, or at the
Python that rounds. So the books can be held against it (`ledger.reconciliation`).
"""

from ledger.reconciliation import Due

# The rules of the day, each from the entry that brought it to the one that brings the next. An
# entry carries the whole table line, so the latest is the rule, whatever it changed.
_RULES = """
    SELECT entry.table_id, entry.sitting, entry.seq AS since,
           lead(entry.seq) OVER (PARTITION BY entry.table_id, entry.sitting ORDER BY entry.seq)
               AS until,
           (rule->>'rate_bp')::numeric AS rate_bp,
           (rule->>'round_to')::numeric AS round_to,
           rule->>'rounding' AS rounding,
           rule->>'half' AS half,
           (rule->>'minimum')::numeric AS minimum,
           coalesce((line->'options'->>'no_commission')::boolean, false) AS no_commission
    FROM tables_logentry entry
    CROSS JOIN LATERAL jsonb_path_query_first(
        entry.body::jsonb,
        '$.events[*] ? (@.event == "sitting_opened" || @.event == "rules_set").table'
    ) AS line
    CROSS JOIN LATERAL (SELECT line->'commission' AS rule) commission
    WHERE entry.gaming_day = %(day)s AND entry."do" IN ('open_sitting', 'set_rules')
"""

# What won in each coup and pays on it; a coup in which nothing does is there with nothing. Each way
# of playing is a query of its own: told apart coup by coup, a million coups are a million look-ups.

# Chemin de fer: the banker who wins, on what was covered.
_AGAINST_A_BANK = """
    SELECT table_id, seq, sitting, false AS against_the_house,
           CASE winner WHEN 'banker' THEN covered ELSE 0 END::numeric AS won
    FROM tables_coup
    WHERE gaming_day = %(day)s AND bank IS NOT NULL AND strpos(winner, '/') = 0
"""

# Banque, with a winner on either tableau: the banker, on what he gained over both together.
_AGAINST_TWO_TABLEAUX = """
    SELECT table_id, seq, coup.sitting, false,
           greatest(sum((stake->>'held')::numeric * CASE
               event->'results'->>((stake->>'tableau')::int - 1)
               WHEN 'banker' THEN 1 WHEN 'ponte' THEN -1 ELSE 0 END), 0)
    FROM tables_coup coup
    LEFT JOIN tables_logentry entry USING (table_id, seq)
    LEFT JOIN LATERAL jsonb_path_query(
        entry.body::jsonb, '$.events[*] ? (@.event == "tableaux_settled")'
    ) AS event ON true
    LEFT JOIN LATERAL jsonb_array_elements(event->'stakes') AS stake ON true
    WHERE coup.gaming_day = %(day)s AND bank IS NOT NULL AND strpos(winner, '/') > 0
    GROUP BY table_id, seq, coup.sitting
"""

# Punto banco, where no player holds the bank: each stake on the banker by itself, if he wins.
_AGAINST_THE_HOUSE = """
    SELECT coup.table_id, coup.seq, coup.sitting, true, coalesce((bet->>'amount')::numeric, 0)
    FROM tables_coup coup
    LEFT JOIN tables_logentry entry
        ON coup.winner = 'banker' AND (entry.table_id, entry.seq) = (coup.table_id, coup.seq)
    LEFT JOIN LATERAL jsonb_path_query(
        entry.body::jsonb, '$.events[*].bets[*] ? (@.on == "banker")'
    ) AS bet ON true
    WHERE coup.gaming_day = %(day)s AND coup.bank IS NULL
"""

_WINS = f"""
    SELECT win.table_id, win.seq, win.sitting,
           CASE WHEN against_the_house AND no_commission THEN 0 ELSE win.won END AS won,
           rules.rate_bp, rules.round_to, rules.rounding, rules.half, rules.minimum
    FROM (
        {_AGAINST_A_BANK} UNION ALL {_AGAINST_TWO_TABLEAUX} UNION ALL {_AGAINST_THE_HOUSE}
    ) win
    LEFT JOIN ({_RULES}) rules
        ON (rules.table_id, rules.sitting) = (win.table_id, win.sitting)
        AND win.seq > rules.since AND (rules.until IS NULL OR win.seq < rules.until)
"""


def due_on(wins: str) -> str:
    """`wins` with a column `due`: the commission on `won` by the rule beside it.

    Whole numbers throughout, as `numeric`: a large win times its rate outgrows eight bytes.
    """
    return f"""
    SELECT wins.*, CASE WHEN unit IS NULL THEN 0 ELSE least(greatest((whole + CASE rounding
               WHEN 'up' THEN (rest > 0)::int
               WHEN 'down' THEN 0
               ELSE (2 * rest > unit OR 2 * rest = unit AND (half = 'up' OR mod(whole, 2) = 1))::int
           END) * round_to, minimum), won)::bigint END AS due
    FROM ({wins}) wins
    CROSS JOIN LATERAL (SELECT 10000 * round_to AS unit) a
    CROSS JOIN LATERAL (
        SELECT div(won * rate_bp, unit) AS whole, mod(won * rate_bp, unit) AS rest
    ) b
    """


COMMISSION_DUE = Due(f"""
    SELECT table_id, seq, sitting, sum(due)::bigint AS due
    FROM ({due_on(_WINS)}) wins GROUP BY table_id, seq, sitting
""")
"""Every coup of the gaming day %(day)s: its log entry, its sitting, what it owes (minor units).

Where no rule can be found nothing is due, so whatever was taken there is a difference.
"""
