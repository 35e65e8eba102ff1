-- The one door: a command's whole outcome in one call and one round trip.

CREATE TRIGGER log_is_append_only BEFORE UPDATE OR DELETE ON tables_logentry
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_is_not_truncated BEFORE TRUNCATE ON tables_logentry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER key_is_append_only BEFORE UPDATE OR DELETE ON tables_commandkey
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER key_is_not_truncated BEFORE TRUNCATE ON tables_commandkey
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A reading belongs to what it was read from.
ALTER TABLE tables_shoe ADD CONSTRAINT shoe_of_a_sitting
    FOREIGN KEY (table_id, sitting) REFERENCES tables_sitting (table_id, number);
ALTER TABLE tables_seat ADD CONSTRAINT seat_of_a_sitting
    FOREIGN KEY (table_id, sitting) REFERENCES tables_sitting (table_id, number);
ALTER TABLE tables_bank ADD CONSTRAINT bank_of_a_shoe
    FOREIGN KEY (table_id, sitting, shoe) REFERENCES tables_shoe (table_id, sitting, number);
ALTER TABLE tables_coup ADD CONSTRAINT coup_of_a_shoe
    FOREIGN KEY (table_id, sitting, shoe) REFERENCES tables_shoe (table_id, sitting, number);
ALTER TABLE tables_coup ADD CONSTRAINT coup_of_a_bank
    FOREIGN KEY (table_id, sitting, bank) REFERENCES tables_bank (table_id, sitting, number);
ALTER TABLE tables_coup ADD CONSTRAINT coup_of_a_log_entry
    FOREIGN KEY (table_id, seq) REFERENCES tables_logentry (table_id, seq);
ALTER TABLE tables_stake ADD CONSTRAINT stake_of_a_coup
    FOREIGN KEY (table_id, sitting, coup) REFERENCES tables_coup (table_id, sitting, number);
ALTER TABLE tables_commandkey ADD CONSTRAINT key_of_a_log_entry
    FOREIGN KEY (table_id, seq) REFERENCES tables_logentry (table_id, seq);

-- Rows read off the events of one command. `rows` holds only what this command changed; each part is
-- one kind of row. Returns nothing; an unknown part would be silently lost, so it is refused.
CREATE FUNCTION tables_write_rows(
    p_table bigint, p_seq bigint, p_sitting integer, p_day date, p_at timestamptz,
    p_actor text, p_rows jsonb
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    part text;
    r jsonb;
BEGIN
    FOR part, r IN SELECT key, value FROM jsonb_each(p_rows) LOOP
        CASE part
        WHEN 'sitting_opened' THEN
            INSERT INTO tables_sitting (table_id, number, gaming_day, rules, opened_at, opened_by,
                    opened_seq)
                VALUES (p_table, p_sitting, p_day, r, p_at, p_actor, p_seq);
            UPDATE tables_table SET sitting = p_sitting, rules = r WHERE number = p_table;
        WHEN 'sitting_closed' THEN
            UPDATE tables_sitting SET closed_at = p_at
                WHERE table_id = p_table AND number = p_sitting;
            UPDATE tables_seat SET left_at = p_at WHERE table_id = p_table AND left_at IS NULL;
            UPDATE tables_table SET sitting = NULL WHERE number = p_table;
        WHEN 'rules' THEN
            UPDATE tables_table SET rules = r WHERE number = p_table;
        WHEN 'shoe_opened' THEN
            INSERT INTO tables_shoe (table_id, sitting, number, cards, opened_at)
                VALUES (p_table, p_sitting, (r->>'number')::int, (r->>'cards')::int, p_at);
        WHEN 'shoe_ended' THEN
            UPDATE tables_shoe SET ended_at = p_at
                WHERE table_id = p_table AND sitting = p_sitting AND number = (r->>'number')::int;
        WHEN 'seated' THEN
            INSERT INTO tables_seat (table_id, sat_seq, sitting, seat, player, sat_at)
                VALUES (p_table, p_seq, p_sitting, (r->>'seat')::int, r->>'player', p_at);
        WHEN 'left' THEN
            UPDATE tables_seat SET left_at = p_at
                WHERE table_id = p_table AND seat = (r->>'seat')::int AND left_at IS NULL;
        WHEN 'bank_taken' THEN
            INSERT INTO tables_bank (table_id, sitting, number, shoe, seat, player, turn, amount,
                    taken_at, taken_seq, reason)
                VALUES (p_table, p_sitting, (r->>'number')::int, (r->>'shoe')::int,
                        (r->>'seat')::int, r->>'player', (r->>'turn')::int,
                        (r->>'amount')::bigint, p_at, p_seq, '');
        WHEN 'coup' THEN
            INSERT INTO tables_coup (table_id, sitting, number, shoe, bank, seq, gaming_day,
                    settled_at, winner, hands, irregular, covered, base, commission, bank_after,
                    garage_after)
                VALUES (p_table, p_sitting, (r->>'number')::int, (r->>'shoe')::int,
                        (r->>'bank')::int, p_seq, p_day, p_at, r->>'winner', r->'hands',
                        r->>'irregular', (r->>'covered')::bigint, (r->>'base')::bigint,
                        (r->>'commission')::bigint, (r->>'bank_after')::bigint,
                        (r->>'garage_after')::bigint);
            INSERT INTO tables_stake (table_id, sitting, coup, place, seat, player, amount)
                SELECT p_table, p_sitting, (r->>'number')::int, s.ordinality,
                       (s.value->>'seat')::int, s.value->>'player', (s.value->>'amount')::bigint
                FROM jsonb_array_elements(r->'stakes') WITH ORDINALITY s;
        WHEN 'bank_ended' THEN
            UPDATE tables_bank SET ended_at = p_at, ended_seq = p_seq, reason = r->>'reason',
                    paid_out = (r->>'paid_out')::bigint
                WHERE table_id = p_table AND sitting = p_sitting AND number = (r->>'number')::int;
        END CASE;
    END LOOP;
END $$;

-- Appends one command's outcome to a table's log, or says why not:
--   recorded  written; seq and hash are the new entry's
--   repeat    the key was used for this very request: seq and hash of the entry it made
--   reused    the key was used for another request
--   stale     the table has moved on since the caller looked: where it stands now
-- Runs with its owner's rights, since nobody else may write these tables. The rules are not here: the
-- text, the view and the rows come decided. What makes the text part of the chain is here.
CREATE FUNCTION tables_append(
    p_table bigint, p_seq bigint, p_head bytea, p_key text, p_request bytea,
    p_body text, p_view jsonb, p_rows jsonb,
    OUT outcome text, OUT seq bigint, OUT hash bytea
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    at_table record;
    known record;
    b jsonb;
    v_at timestamptz;
    v_day date;
    v_sitting integer;
BEGIN
    SELECT t.seq, t.head INTO at_table FROM tables_table t WHERE t.number = p_table FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'there is no table %', p_table USING ERRCODE = 'no_data_found';
    END IF;
    SELECT k.seq, k.request INTO known FROM tables_commandkey k
        WHERE k.table_id = p_table AND k.key = p_key;
    IF FOUND THEN
        outcome := CASE WHEN known.request = p_request THEN 'repeat' ELSE 'reused' END;
        seq := known.seq;
        SELECT l.hash INTO hash FROM tables_logentry l
            WHERE l.table_id = p_table AND l.seq = known.seq;
        RETURN;
    END IF;
    IF at_table.seq <> p_seq OR at_table.head <> p_head THEN
        outcome := 'stale';
        seq := at_table.seq;
        hash := at_table.head;
        RETURN;
    END IF;

    outcome := 'recorded';
    seq := p_seq + 1;
    hash := sha256(p_head || convert_to(p_body, 'UTF8'));
    b := p_body::jsonb;
    v_at := (b->>'recorded_at')::timestamptz;
    v_day := (b->>'gaming_day')::date;
    v_sitting := (b->>'sitting')::int;
    IF (b->>'table')::bigint <> p_table OR (b->>'seq')::bigint <> seq
            OR b->>'idempotency_key' <> p_key THEN
        RAISE EXCEPTION 'the text is not of entry %/%', p_table, seq
            USING ERRCODE = 'check_violation', CONSTRAINT = 'text_is_of_its_entry';
    END IF;

    INSERT INTO tables_logentry (table_id, seq, sitting, gaming_day, recorded_at, actor, device,
            idempotency_key, "do", body, previous_hash, hash)
        VALUES (p_table, tables_append.seq, v_sitting, v_day, v_at, b->>'actor', b->>'device',
                p_key, b->'command'->>'do', p_body, p_head, tables_append.hash);
    INSERT INTO tables_commandkey (table_id, key, request, seq)
        VALUES (p_table, p_key, p_request, tables_append.seq);
    UPDATE tables_table t SET seq = tables_append.seq, head = tables_append.hash, view = p_view
        WHERE t.number = p_table;
    PERFORM tables_write_rows(p_table, seq, v_sitting, v_day, v_at, b->>'actor', p_rows);
    IF jsonb_typeof(b->'entry') = 'object' THEN
        PERFORM ledger_post(p_table, seq, v_sitting, v_day, v_at, b->'entry');
    END IF;
END $$;

REVOKE ALL ON FUNCTION tables_append FROM PUBLIC;
REVOKE ALL ON FUNCTION tables_write_rows FROM PUBLIC;
REVOKE ALL ON FUNCTION ledger_post FROM PUBLIC;
