-- The only ways to write entries (decision 0093). They run with the rights of their owner; the application role may only read the table.
-- Locks are taken in one order: giveaway, giveaway_tally (in the order of ids), giveaway_entry or giveaway_winner, coupon, wallets.
CREATE OR REPLACE FUNCTION giveaway_account_problems(run giveaway, who account, at_instant timestamptz) RETURNS text[]
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  RETURN array_remove(ARRAY[
    CASE WHEN who.state <> 'ACTIVE' THEN 'ACCOUNT_NOT_ACTIVE' END,
    CASE WHEN EXISTS (SELECT FROM staff_user u WHERE lower(u.email) = lower(who.email)) THEN 'STAFF_ACCOUNT' END,
    CASE WHEN who.country_code <> ALL (run.country_codes) THEN 'WRONG_COUNTRY' END,
    CASE WHEN run.min_age > 0 AND who.birth_date IS NULL THEN 'BIRTH_DATE_UNKNOWN' END,
    CASE WHEN extract(year FROM age((at_instant AT TIME ZONE known_zone(run.timezone))::date, who.birth_date)) < run.min_age THEN 'TOO_YOUNG' END,
    CASE WHEN who.created_at > at_instant - make_interval(hours => 24 * (SELECT (c.value #>> '{}')::int FROM config_entry c
      WHERE c.key = 'giveaway.min_account_age_days')) THEN 'ACCOUNT_TOO_NEW' END], NULL);
END
$$;
COMMENT ON FUNCTION giveaway_account_problems(giveaway, account, timestamptz) IS
  'Reasons why an account cannot take part in a giveaway at an instant, in the order of reporting; empty: it can. Accounts with the e-mail of a member of staff cannot.';

CREATE OR REPLACE FUNCTION change_giveaway_entries(items jsonb, by_client text)
  RETURNS TABLE (place int, outcome text, is_replayed boolean, detail jsonb, changed giveaway_entry)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  item record;
  run giveaway;
  gate giveaway_tally;
  who account;
  held giveaway_entry;
  earlier giveaway_transaction;
  posted record;
  at_instant timestamptz(3);
  posted_as uuid;
  purse uuid;
  wallet uuid;
  wanted int;
  moved int;
BEGIN
  PERFORM FROM giveaway_tally t WHERE t.giveaway_id IN (SELECT i.giveaway FROM jsonb_to_recordset(items) AS i (giveaway uuid))
    ORDER BY t.giveaway_id FOR NO KEY UPDATE;
  -- All wallets at once, so that grouped entries cannot deadlock with transfers.
  IF jsonb_array_length(items) > 1 THEN
    PERFORM FROM points_wallet w
      WHERE w.id IN (SELECT v.id FROM jsonb_to_recordset(items) AS i (giveaway uuid, account uuid, firebase text)
        JOIN giveaway g ON g.id = i.giveaway AND g.entry_cost_points > 0
        LEFT JOIN account a ON i.account IS NULL AND a.firebase_id = i.firebase
        JOIN points_wallet v ON (v.owner_type = 'ACCOUNT' AND v.owner_id = coalesce(i.account, a.id))
          OR (v.owner_type = 'GIVEAWAY' AND v.owner_id = g.id))
      ORDER BY w.id FOR NO KEY UPDATE;
  END IF;

  FOR item IN SELECT i.* FROM ROWS FROM (jsonb_to_recordset(items) AS (op text, giveaway uuid, account uuid, firebase text, tickets int,
      member boolean, key text, hash text)) WITH ORDINALITY AS i (op, giveaway, account, firebase, tickets, member, key, hash, n) ORDER BY i.n
  LOOP
    place := item.n;
    outcome := NULL;
    is_replayed := false;
    detail := '{}';
    changed := NULL;
    SELECT g.* INTO run FROM giveaway g WHERE g.id = item.giveaway AND g.published_at IS NOT NULL;
    SELECT a.* INTO who FROM account a
      WHERE CASE WHEN item.account IS NULL THEN a.firebase_id = item.firebase ELSE a.id = item.account END;
    IF run.id IS NULL OR who.id IS NULL THEN
      outcome := 'NOT_FOUND';
      RETURN NEXT;
      CONTINUE;
    END IF;
    SELECT t.* INTO gate FROM giveaway_tally t WHERE t.giveaway_id = run.id;
    SELECT e.* INTO held FROM giveaway_entry e WHERE e.giveaway_id = run.id AND e.account_id = who.id;
    SELECT x.* INTO earlier FROM giveaway_transaction x
      WHERE x.giveaway_id = run.id AND x.actor_sub = by_client AND x.idempotency_key = item.key;
    IF earlier.seq IS NOT NULL THEN
      outcome := CASE WHEN earlier.request_hash = decode(item.hash, 'hex') THEN earlier.type::text ELSE 'MISMATCH' END;
      is_replayed := true;
      changed := CASE WHEN outcome <> 'MISMATCH' THEN held END;
      RETURN NEXT;
      CONTINUE;
    END IF;

    -- The tally is locked, so that this instant precedes any later freeze.
    at_instant := clock_timestamp();
    wanted := CASE item.op WHEN 'ADD' THEN coalesce(held.tickets, 0) + item.tickets WHEN 'ENTER' THEN item.tickets END;
    outcome := CASE
      WHEN run.state = 'CANCELED' THEN 'CANCELED'
      WHEN gate.is_open AND at_instant < run.opens_at THEN 'NOT_OPEN_YET'
      WHEN NOT gate.is_open OR at_instant >= run.closes_at THEN 'CLOSED'
      WHEN held.state = 'DISQUALIFIED' THEN 'DISQUALIFIED'
      WHEN item.op = 'ENTER' AND held.state = 'VALID' THEN 'ALREADY_ENTERED'
      WHEN item.op <> 'ENTER' AND held.state IS DISTINCT FROM 'VALID' THEN 'NOT_ENTERED'
      WHEN item.op <> 'WITHDRAW' THEN coalesce((giveaway_account_problems(run, who, at_instant))[1], CASE
        WHEN run.segment_id IS NOT NULL AND item.member IS NULL THEN 'MEMBER_UNKNOWN'
        WHEN run.segment_id IS NOT NULL AND NOT item.member THEN 'NOT_IN_SEGMENT'
        WHEN wanted > run.max_tickets_per_account THEN 'TOO_MANY_TICKETS'
        WHEN item.op = 'ENTER' AND gate.entries + gate.disqualified >= run.max_entries THEN 'FULL' END) END;
    IF outcome IS NULL THEN
      moved := CASE item.op WHEN 'WITHDRAW' THEN held.points_paid ELSE run.entry_cost_points * item.tickets END;
      posted_as := NULL;
      IF moved > 0 THEN
        SELECT w.id INTO wallet FROM points_wallet w WHERE w.owner_type = 'ACCOUNT' AND w.owner_id = who.id;
        SELECT w.id INTO purse FROM points_wallet w WHERE w.owner_type = 'GIVEAWAY' AND w.owner_id = run.id;
        SELECT p.* INTO posted FROM post_points_transfer(
          CASE item.op WHEN 'WITHDRAW' THEN purse ELSE wallet END, CASE item.op WHEN 'WITHDRAW' THEN wallet ELSE purse END, moved,
          CASE item.op WHEN 'WITHDRAW' THEN 'GIVEAWAY_REFUND'::points_transfer_code ELSE 'GIVEAWAY_ENTRY'::points_transfer_code END,
          NULL, NULL, 'GIVEAWAY', run.id::text, NULL, 'giveaway:' || run.id || ':' || (gate.last_seq + 1), by_client) AS p;
        posted_as := posted.transfer;
        IF posted.outcome IS DISTINCT FROM 'POSTED' THEN
          outcome := CASE posted.refusal WHEN 'points.insufficient' THEN 'POINTS_INSUFFICIENT' WHEN 'wallet.frozen' THEN 'WALLET_FROZEN' END;
          IF outcome IS NULL OR item.op = 'WITHDRAW' THEN
            RAISE EXCEPTION 'the points of an entry in giveaway % did not move: %', run.id, coalesce(posted.refusal, posted.outcome);
          END IF;
        END IF;
      END IF;
    END IF;
    IF outcome IS NOT NULL THEN
      detail := jsonb_strip_nulls(CASE outcome
        WHEN 'NOT_OPEN_YET' THEN jsonb_build_object('opensAt', run.opens_at)
        WHEN 'CLOSED' THEN jsonb_build_object('closesAt', run.closes_at)
        WHEN 'TOO_YOUNG' THEN jsonb_build_object('minAge', run.min_age)
        WHEN 'TOO_MANY_TICKETS' THEN jsonb_build_object('maxTickets', run.max_tickets_per_account, 'tickets', held.tickets)
        WHEN 'FULL' THEN jsonb_build_object('maxEntries', run.max_entries)
        WHEN 'POINTS_INSUFFICIENT' THEN jsonb_build_object('points', moved)
        ELSE '{}' END);
      changed := held;
      RETURN NEXT;
      CONTINUE;
    END IF;

    IF item.op = 'WITHDRAW' THEN
      outcome := 'WITHDRAWN';
      UPDATE giveaway_tally t SET last_seq = t.last_seq + 1, entries = t.entries - 1, tickets = t.tickets - held.tickets,
          withdrawn = t.withdrawn + 1, points_held = t.points_held - moved
        WHERE t.giveaway_id = run.id RETURNING t.* INTO gate;
      UPDATE giveaway_entry e SET state = 'WITHDRAWN', points_paid = 0, changed_at = at_instant
        WHERE e.giveaway_id = run.id AND e.id = held.id RETURNING e.* INTO changed;
    ELSE
      outcome := CASE item.op WHEN 'ENTER' THEN 'ENTERED' ELSE 'TICKETS_ADDED' END;
      UPDATE giveaway_tally t SET last_seq = t.last_seq + 1, entries = t.entries + (item.op = 'ENTER')::int,
          tickets = t.tickets + item.tickets, withdrawn = t.withdrawn - (item.op = 'ENTER' AND held.id IS NOT NULL)::int,
          points_held = t.points_held + moved
        WHERE t.giveaway_id = run.id RETURNING t.* INTO gate;
      IF held.id IS NULL THEN
        INSERT INTO giveaway_entry (giveaway_id, account_id, entered_at, changed_at, points_paid, tickets)
          VALUES (run.id, who.id, at_instant, at_instant, moved, wanted) RETURNING * INTO changed;
      ELSE
        UPDATE giveaway_entry e SET state = 'VALID', tickets = wanted, points_paid = e.points_paid + moved, changed_at = at_instant,
            entered_at = CASE item.op WHEN 'ENTER' THEN at_instant ELSE e.entered_at END
          WHERE e.giveaway_id = run.id AND e.id = held.id RETURNING e.* INTO changed;
      END IF;
    END IF;
    INSERT INTO giveaway_transaction (giveaway_id, seq, account_id, entry_id, points_transfer_id, occurred_at, points, type, actor, tickets,
        actor_sub, idempotency_key, request_hash)
      VALUES (run.id, gate.last_seq, who.id, changed.id, posted_as, at_instant, nullif(moved, 0),
        outcome::giveaway_transaction_type, 'ACCOUNT', CASE item.op WHEN 'WITHDRAW' THEN held.tickets ELSE item.tickets END,
        by_client, item.key, decode(item.hash, 'hex'));
    RETURN NEXT;
  END LOOP;
END
$$;
COMMENT ON FUNCTION change_giveaway_entries(jsonb, text) IS
  'Enters, adds tickets (ADD) and withdraws, in the order of the array; members op, giveaway, account or firebase, tickets, member (of the segment, if it has one), key, hash (hex). Independent outcomes: ENTERED, TICKETS_ADDED, WITHDRAWN, a refusal, MISMATCH (the key was used for another request), MEMBER_UNKNOWN (`member` is needed) or NOT_FOUND.';
REVOKE ALL ON FUNCTION change_giveaway_entries(jsonb, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION change_giveaway_entries(jsonb, text)');

CREATE OR REPLACE FUNCTION set_giveaway_entry_state(
    of_giveaway uuid, of_entry uuid, to_state giveaway_entry_state, with_reason text, by_sub text, OUT refusal text, OUT changed giveaway_entry)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  gate giveaway_tally;
  sign int := CASE to_state WHEN 'VALID' THEN 1 WHEN 'DISQUALIFIED' THEN -1 END;
  action text := CASE to_state WHEN 'VALID' THEN 'REINSTATE' WHEN 'DISQUALIFIED' THEN 'DISQUALIFY' END;
BEGIN
  SELECT t.* INTO gate FROM giveaway_tally t WHERE t.giveaway_id = of_giveaway FOR NO KEY UPDATE;
  SELECT e.* INTO changed FROM giveaway_entry e WHERE e.giveaway_id = of_giveaway AND e.id = of_entry;
  refusal := CASE
    WHEN changed.id IS NULL THEN 'record.not-found'
    WHEN action IS NULL OR NOT gate.is_open OR giveaway_entry_refusal(action, changed.state) IS NOT NULL THEN 'state.invalid-transition' END;
  IF refusal IS NOT NULL THEN
    RETURN;
  END IF;
  UPDATE giveaway_tally t SET entries = t.entries + sign, tickets = t.tickets + sign * changed.tickets, disqualified = t.disqualified - sign
    WHERE t.giveaway_id = of_giveaway;
  UPDATE giveaway_entry e SET state = to_state, changed_at = clock_timestamp(),
      state_reason = CASE to_state WHEN 'DISQUALIFIED' THEN with_reason END
    WHERE e.giveaway_id = of_giveaway AND e.id = of_entry RETURNING e.* INTO changed;
  PERFORM append_giveaway_transaction(of_giveaway,
    CASE to_state WHEN 'DISQUALIFIED' THEN 'DISQUALIFIED'::giveaway_transaction_type ELSE 'REINSTATED' END, changed.account_id, of_entry,
    changed.tickets, NULL, NULL, NULL, 'STAFF', by_sub, with_reason, NULL);
END
$$;
COMMENT ON FUNCTION set_giveaway_entry_state(uuid, uuid, giveaway_entry_state, text, text) IS
  'Disqualifies or reinstates an entry, until the freeze. Its place and its points do not change.';
REVOKE ALL ON FUNCTION set_giveaway_entry_state(uuid, uuid, giveaway_entry_state, text, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION set_giveaway_entry_state(uuid, uuid, giveaway_entry_state, text, text)');

CREATE OR REPLACE FUNCTION refund_giveaway_page(of_giveaway uuid, page int) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  entries uuid[];
  transfers jsonb;
  moves jsonb;
  total bigint;
  purse uuid;
BEGIN
  PERFORM FROM giveaway_tally t WHERE t.giveaway_id = of_giveaway FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT FROM giveaway g WHERE g.id = of_giveaway AND g.state = 'CANCELED' AND g.published_at IS NOT NULL) THEN
    RETURN 0;
  END IF;
  SELECT w.id INTO purse FROM points_wallet w WHERE w.owner_type = 'GIVEAWAY' AND w.owner_id = of_giveaway;
  SELECT array_agg(e.id ORDER BY e.id), sum(e.points_paid), jsonb_agg(jsonb_build_object('debit', purse, 'credit', w.id, 'points', e.points_paid,
      'code', 'GIVEAWAY_REFUND', 'ref_type', 'GIVEAWAY', 'ref_id', of_giveaway, 'key', 'giveaway-refund:' || e.id) ORDER BY e.id)
    INTO entries, total, transfers
    FROM (SELECT * FROM giveaway_entry WHERE giveaway_id = of_giveaway AND points_paid > 0 ORDER BY id LIMIT page) AS e
      LEFT JOIN points_wallet w ON w.owner_type = 'ACCOUNT' AND w.owner_id = e.account_id;
  IF entries IS NULL THEN
    PERFORM settle_giveaway_escrow(of_giveaway);
    RETURN 0;
  END IF;
  SELECT jsonb_agg(jsonb_build_object('type', 'REFUNDED', 'account', e.account_id, 'entry', e.id, 'transfer', p.transfer, 'points', e.points_paid)
      ORDER BY p.place) FILTER (WHERE p.outcome = 'POSTED') INTO moves
    FROM post_points_transfers(transfers, 'system') AS p
      JOIN giveaway_entry e ON e.giveaway_id = of_giveaway AND e.id = entries[p.place];
  IF jsonb_array_length(moves) IS DISTINCT FROM cardinality(entries) THEN
    RAISE EXCEPTION 'some entries of giveaway % were not refunded', of_giveaway;
  END IF;
  PERFORM append_giveaway_transactions(of_giveaway, 'SYSTEM', NULL, moves);
  UPDATE giveaway_entry e SET points_paid = 0, changed_at = clock_timestamp() WHERE e.giveaway_id = of_giveaway AND e.id = ANY (entries);
  UPDATE giveaway_tally t SET points_held = t.points_held - total WHERE t.giveaway_id = of_giveaway;
  RETURN cardinality(entries);
END
$$;
COMMENT ON FUNCTION refund_giveaway_page(uuid, int) IS
  'Refunds a page of entries of a canceled giveaway and returns their number; 0: all are refunded and the escrow is returned. Atomic.';
REVOKE ALL ON FUNCTION refund_giveaway_page(uuid, int) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION refund_giveaway_page(uuid, int)');
