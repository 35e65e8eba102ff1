-- What the ledger promises, kept by PostgreSQL itself.

-- Promise: nothing once written is changed or taken away.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER entry_is_append_only BEFORE UPDATE OR DELETE ON ledger_entry
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entry_is_not_truncated BEFORE TRUNCATE ON ledger_entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER line_is_append_only BEFORE UPDATE OR DELETE ON ledger_line
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER line_is_not_truncated BEFORE TRUNCATE ON ledger_line
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER commission_is_append_only BEFORE UPDATE OR DELETE ON ledger_commission
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER commission_is_not_truncated BEFORE TRUNCATE ON ledger_commission
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Promise: every line belongs to an entry, and to the entry as it was when it was written. The count
-- of lines is part of the key referred to, so a late line has no number left to take.
ALTER TABLE ledger_entry ADD CONSTRAINT entry_with_its_lines UNIQUE (table_id, seq, lines);
ALTER TABLE ledger_line ADD CONSTRAINT line_of_an_entry
    FOREIGN KEY (table_id, seq, of) REFERENCES ledger_entry (table_id, seq, lines);
ALTER TABLE ledger_commission ADD CONSTRAINT commission_of_an_entry
    FOREIGN KEY (table_id, seq) REFERENCES ledger_entry (table_id, seq);

-- Promise: an entry whose lines do not add up to zero, or are not all there, cannot commit.
CREATE FUNCTION ledger_entry_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    counted bigint;
    total numeric;
BEGIN
    SELECT count(*), sum(amount) INTO counted, total
        FROM ledger_line WHERE table_id = NEW.table_id AND seq = NEW.seq;
    IF counted <> NEW.lines OR total <> 0 THEN
        RAISE EXCEPTION 'entry %/% does not balance: % of % lines, sum %',
            NEW.table_id, NEW.seq, counted, NEW.lines, total
            USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_balances';
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER entry_balances AFTER INSERT ON ledger_entry
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_entry_balances();

-- Promise: a closed gaming day accepts no entry. The share lock makes a close wait for entries under
-- way, and entries wait for a close.
CREATE FUNCTION ledger_day_is_open() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM ledger_gamingday
        WHERE date = NEW.gaming_day AND closed_at IS NULL FOR SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'gaming day % is not open', NEW.gaming_day
            USING ERRCODE = 'check_violation', CONSTRAINT = 'gaming_day_is_open';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER entry_in_an_open_day BEFORE INSERT ON ledger_entry
    FOR EACH ROW EXECUTE FUNCTION ledger_day_is_open();

-- A gaming day once closed stays as it was.
CREATE FUNCTION ledger_day_stays_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.closed_at IS NOT NULL THEN
        RAISE EXCEPTION 'gaming day % is closed', OLD.date
            USING ERRCODE = 'check_violation', CONSTRAINT = 'closed_day_stays_closed';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER closed_day_stays_closed BEFORE UPDATE ON ledger_gamingday
    FOR EACH ROW EXECUTE FUNCTION ledger_day_stays_closed();

-- The only writer of the books: one entry with all its lines and commissions.
--   entry: {"kind", "currency", "lines": [{kind, holder, amount}], "commissions": [{…}]}
CREATE FUNCTION ledger_post(
    p_table bigint, p_seq bigint, p_sitting integer, p_day date, p_at timestamptz, p_entry jsonb
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    n smallint := jsonb_array_length(p_entry->'lines');
BEGIN
    INSERT INTO ledger_entry
            (table_id, seq, sitting, kind, currency, gaming_day, recorded_at, lines)
        VALUES (p_table, p_seq, p_sitting, p_entry->>'kind', p_entry->>'currency', p_day, p_at, n);
    INSERT INTO ledger_line (table_id, seq, line, of, sitting, kind, holder, amount)
        SELECT p_table, p_seq, l.ordinality, n, p_sitting,
               l.value->>'kind', l.value->>'holder', (l.value->>'amount')::bigint
        FROM jsonb_array_elements(p_entry->'lines') WITH ORDINALITY l;
    IF jsonb_array_length(p_entry->'commissions') > 0 THEN
        INSERT INTO ledger_commission (table_id, seq, number, sitting, gaming_day, recorded_at,
                player, base, rate_bp, round_to, rounding, half, minimum, version, amount)
            SELECT p_table, p_seq, c.ordinality, p_sitting, p_day, p_at,
                   c.value->>'player', (c.value->>'base')::bigint, (c.value->>'rate_bp')::int,
                   (c.value->>'round_to')::int, c.value->>'rounding', c.value->>'half',
                   (c.value->>'minimum')::bigint, c.value->>'version', (c.value->>'amount')::bigint
            FROM jsonb_array_elements(p_entry->'commissions') WITH ORDINALITY c;
    END IF;
END $$;
