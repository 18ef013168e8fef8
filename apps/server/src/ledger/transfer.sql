-- The layout is described in docs/ledger.md, so that anyone can compute it.
CREATE OR REPLACE FUNCTION points_entry_hash(
    prev_hash bytea, wallet_id uuid, seq bigint, transfer_id uuid, delta bigint, balance_after bigint, occurred_at timestamptz)
  RETURNS bytea
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  -- Not in SQL, which could not inline it and would take three times as long.
  RETURN sha256(prev_hash || uuid_send(wallet_id) || int8send(seq) || uuid_send(transfer_id) || int8send(delta)
    || int8send(balance_after) || int8send((extract(epoch FROM occurred_at) * 1000000)::bigint));
END
$$;
COMMENT ON FUNCTION points_entry_hash(bytea, uuid, bigint, uuid, bigint, bigint, timestamptz) IS
  'SHA-256 over previous hash, wallet, number, transfer, points, balance after and instant in microseconds since 1970.';

-- The only functions that write points. They run with their owner's rights; the application role can only read the
-- tables.
CREATE OR REPLACE FUNCTION points_instant(claimed timestamptz, recorded timestamptz, about points_ref_type) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN claimed IS NULL THEN recorded
    WHEN claimed <= recorded + interval '60 seconds'
      AND claimed > recorded - CASE about WHEN 'IMPORT' THEN interval '262980 hours' ELSE interval '2160 hours' END THEN least(claimed, recorded)
  END;
COMMENT ON FUNCTION points_instant(timestamptz, timestamptz, points_ref_type) IS
  'The instant that a claimed one counts as: at most 1 minute ahead, which becomes now, and 90 days (of 24 hours) back, or 30 years in a file of past entries; NULL if refused.';

CREATE OR REPLACE FUNCTION points_debit_refusal(frozen boolean, balance bigint, points bigint) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN frozen THEN 'wallet.frozen' WHEN balance < points THEN 'points.insufficient' END;
COMMENT ON FUNCTION points_debit_refusal(boolean, bigint, bigint) IS 'Error code that keeps points in a wallet; NULL if they may leave.';

-- Compares enums and ids instead of names and uses plain arguments, so that the planner inlines it. A wallet of the product has no owner.
CREATE OR REPLACE FUNCTION points_wallets_fit(code points_transfer_code, debit uuid, source wallet_owner_type, credit uuid, target wallet_owner_type)
  RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(CASE code
    WHEN 'ISSUE' THEN debit = '00000000-0000-7000-8000-000000000001' AND target IN ('STORE', 'ACCOUNT')
    WHEN 'OPENING' THEN debit = '00000000-0000-7000-8000-000000000001' AND target IN ('STORE', 'ACCOUNT')
    WHEN 'EARN' THEN (source = 'STORE' OR debit = '00000000-0000-7000-8000-000000000001') AND target = 'ACCOUNT'
    WHEN 'SPEND' THEN source = 'ACCOUNT' AND (target = 'STORE' OR credit = '00000000-0000-7000-8000-000000000002') OR source = 'STORE' AND credit = '00000000-0000-7000-8000-000000000002'
    WHEN 'MANUAL_CREDIT' THEN debit = '00000000-0000-7000-8000-000000000003' AND target IN ('STORE', 'ACCOUNT')
    WHEN 'MANUAL_DEBIT' THEN source IN ('STORE', 'ACCOUNT') AND (target = 'STORE' OR credit = '00000000-0000-7000-8000-000000000003' OR credit = '00000000-0000-7000-8000-000000000002')
    WHEN 'GIVEAWAY_FUND' THEN (source = 'STORE' OR debit = '00000000-0000-7000-8000-000000000001') AND target = 'GIVEAWAY'
    WHEN 'GIVEAWAY_ENTRY' THEN source = 'ACCOUNT' AND target = 'GIVEAWAY' OR source = 'GIVEAWAY' AND (target = 'STORE' OR credit = '00000000-0000-7000-8000-000000000002')
    WHEN 'GIVEAWAY_PRIZE' THEN source = 'GIVEAWAY' AND target = 'ACCOUNT'
    WHEN 'GIVEAWAY_REFUND' THEN source = 'GIVEAWAY' AND (target IN ('ACCOUNT', 'STORE') OR credit = '00000000-0000-7000-8000-000000000001')
    WHEN 'COUPON_REWARD' THEN debit = '00000000-0000-7000-8000-000000000004' AND target = 'ACCOUNT'
    -- Back the way that its transfer came.
    WHEN 'REVERSAL' THEN true
  END, false);
COMMENT ON FUNCTION points_wallets_fit(points_transfer_code, uuid, wallet_owner_type, uuid, wallet_owner_type) IS
  'True if a transfer of the code may go between these wallets (docs/ledger.md).';

CREATE OR REPLACE FUNCTION post_points_transfer(
    debit uuid, credit uuid, points bigint, with_code points_transfer_code, with_reason text, claimed timestamptz,
    about points_ref_type, about_id text, reverses uuid, with_key text, by_sub text,
    OUT outcome text, OUT refusal text, OUT transfer uuid, OUT debit_balance bigint, OUT credit_balance bigint)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  wallet points_wallet;
  source points_wallet;
  target points_wallet;
  recorded timestamptz(3);
  occurred timestamptz(3);
  source_seq bigint;
  target_seq bigint;
  source_hash bytea;
  target_hash bytea;
BEGIN
  -- Locks in id order, so that concurrent transfers cannot deadlock.
  FOR wallet IN SELECT * FROM points_wallet WHERE id IN (debit, credit) AND owner_type <> 'SYSTEM' ORDER BY id FOR NO KEY UPDATE
  LOOP
    IF wallet.id = debit THEN source := wallet; ELSE target := wallet; END IF;
  END LOOP;
  recorded := greatest(date_trunc('milliseconds', clock_timestamp()), source.last_recorded_at, target.last_recorded_at);
  occurred := points_instant(claimed, recorded, about);

  refusal := CASE
    WHEN debit = credit OR source.id IS NULL AND NOT is_system_wallet(debit) OR target.id IS NULL AND NOT is_system_wallet(credit)
      THEN 'wallet.not-found'
    WHEN NOT points_wallets_fit(with_code, debit, source.owner_type, credit, target.owner_type)
      THEN 'transfer.wrong-wallets'
    WHEN source.id IS NOT NULL AND points_debit_refusal(source.frozen, source.balance, points) IS NOT NULL
      THEN points_debit_refusal(source.frozen, source.balance, points)
    WHEN target.credited_total + points > 9007199254740991 OR source.debited_total + points > 9007199254740991 THEN 'wallet.full'
    WHEN occurred IS NULL THEN 'transfer.time-out-of-range'
  END;
  IF refusal IS NULL THEN
    transfer := uuid_v7();
    INSERT INTO points_transfer (id, debit_wallet_id, credit_wallet_id, amount, code, reason, occurred_at, claimed_at, recorded_at,
        ref_type, ref_id, reversal_of, idempotency_key, created_by)
      VALUES (transfer, debit, credit, points, with_code, with_reason, occurred, claimed, recorded,
        about, about_id, reverses, with_key, by_sub)
      ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      refusal := 'transfer.already-reversed';
    END IF;
  END IF;
  IF refusal IS NOT NULL THEN
    -- A posted transfer is always replayed, whatever has happened to its wallets since.
    SELECT t.id, CASE WHEN (t.debit_wallet_id, t.credit_wallet_id, t.amount, t.code) = (debit, credit, points, with_code)
        AND (t.reason, t.claimed_at, t.ref_type, t.ref_id, t.reversal_of)
          IS NOT DISTINCT FROM (with_reason, claimed::timestamptz(3), about, about_id, reverses)
        THEN 'REPLAYED' ELSE 'REFUSED' END
      INTO transfer, outcome
      FROM points_transfer t WHERE t.created_by = by_sub AND t.idempotency_key = with_key;
    IF outcome IS NULL THEN
      outcome := 'REFUSED';
      transfer := NULL;
    ELSIF outcome = 'REFUSED' THEN
      refusal := 'idempotency.mismatch';
      transfer := NULL;
    ELSE
      refusal := NULL;
    END IF;
    RETURN;
  END IF;

  IF source.id IS NOT NULL THEN
    source_seq := source.last_seq + 1;
    debit_balance := source.balance - points;
    source_hash := points_entry_hash(source.last_hash, debit, source_seq, transfer, -points, debit_balance, occurred);
    UPDATE points_wallet SET balance = balance - points, debited_total = debited_total + points, last_seq = source_seq,
        last_hash = source_hash, last_recorded_at = recorded
      WHERE id = debit AND NOT frozen AND balance >= points AND last_seq = source.last_seq;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'wallet % was not debited', debit;
    END IF;
  ELSE
    source_seq := nextval('points_system_seq');
  END IF;
  IF target.id IS NOT NULL THEN
    target_seq := target.last_seq + 1;
    credit_balance := target.balance + points;
    target_hash := points_entry_hash(target.last_hash, credit, target_seq, transfer, points, credit_balance, occurred);
    UPDATE points_wallet SET balance = balance + points, credited_total = credited_total + points, last_seq = target_seq,
        last_hash = target_hash, last_recorded_at = recorded
      WHERE id = credit AND last_seq = target.last_seq;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'wallet % was not credited', credit;
    END IF;
  ELSE
    target_seq := nextval('points_system_seq');
  END IF;
  INSERT INTO points_entry (wallet_id, seq, transfer_id, delta, balance_after, occurred_at, recorded_at, prev_hash, hash) VALUES
    (debit, source_seq, transfer, -points, debit_balance, occurred, recorded, source.last_hash, source_hash),
    (credit, target_seq, transfer, points, credit_balance, occurred, recorded, target.last_hash, target_hash);
  outcome := 'POSTED';
END
$$;
COMMENT ON FUNCTION post_points_transfer(uuid, uuid, bigint, points_transfer_code, text, timestamptz, points_ref_type, text, uuid, text, text) IS
  'Moves points from the debit wallet to the credit wallet: POSTED, REPLAYED (the key was used for the same) or REFUSED with an error code.';
REVOKE ALL ON FUNCTION post_points_transfer(uuid, uuid, bigint, points_transfer_code, text, timestamptz, points_ref_type, text, uuid, text, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION post_points_transfer(uuid, uuid, bigint, points_transfer_code, text, timestamptz, points_ref_type, text, uuid, text, text)');

CREATE OR REPLACE FUNCTION reverse_points_transfer(
    original uuid, with_reason text, with_key text, by_sub text,
    OUT outcome text, OUT refusal text, OUT transfer uuid, OUT debit_balance bigint, OUT credit_balance bigint)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  reversed points_transfer;
BEGIN
  SELECT * INTO reversed FROM points_transfer WHERE id = original;
  IF reversed.id IS NULL OR reversed.code = 'REVERSAL' THEN
    outcome := 'REFUSED';
    refusal := CASE WHEN reversed.id IS NULL THEN 'record.not-found' ELSE 'transfer.not-reversible' END;
    RETURN;
  END IF;
  SELECT p.* INTO outcome, refusal, transfer, debit_balance, credit_balance FROM post_points_transfer(
    reversed.credit_wallet_id, reversed.debit_wallet_id, reversed.amount, 'REVERSAL', with_reason, NULL,
    'TRANSFER', original::text, original, with_key, by_sub) AS p;
  -- Report the earlier reversal rather than the missing points.
  IF outcome = 'REFUSED' AND refusal <> 'idempotency.mismatch' AND EXISTS (SELECT FROM points_transfer WHERE reversal_of = original) THEN
    refusal := 'transfer.already-reversed';
  END IF;
END
$$;
COMMENT ON FUNCTION reverse_points_transfer(uuid, text, text, text) IS
  'Reverses a transfer by one of the same amount the other way; only once, and only if the points are still there.';
REVOKE ALL ON FUNCTION reverse_points_transfer(uuid, text, text, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION reverse_points_transfer(uuid, text, text, text)');

-- Volatile, so that it sees what the statement that calls it has posted.
CREATE OR REPLACE FUNCTION points_balances_after(which uuid, OUT from_balance bigint, OUT to_balance bigint)
  LANGUAGE plpgsql
  AS $$
BEGIN
  SELECT max(e.balance_after) FILTER (WHERE e.delta < 0), max(e.balance_after) FILTER (WHERE e.delta > 0) INTO from_balance, to_balance
    FROM points_entry e WHERE e.transfer_id = which;
END
$$;
COMMENT ON FUNCTION points_balances_after(uuid) IS 'Balances of both wallets after a transfer; NULL for a system wallet.';

-- Posts thousands at once. A row's outcome depends on earlier rows, so they are decided in order in memory, with one
-- read and one write for all.
CREATE OR REPLACE FUNCTION post_points_transfers(items jsonb, by_sub text)
  RETURNS TABLE (place int, outcome text, refusal text, transfer uuid)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
#variable_conflict use_column
DECLARE
  ids uuid[];
  balances bigint[];
  seqs bigint[];
  hashes bytea[];
  ins bigint[];
  outs bigint[];
  frozens boolean[];
  owners wallet_owner_type[];
  started bigint[];
  recorded timestamptz(3);
  item record;
  refused text;
  posted uuid;
  entry int := 0;
  count int := 0;
  -- By position in the batch.
  outcomes text[] := '{}';
  refusals text[] := '{}';
  transfers uuid[] := '{}';
  holders int[] := '{}';
  -- One element per entry.
  entry_wallets uuid[] := '{}';
  entry_seqs bigint[] := '{}';
  entry_transfers uuid[] := '{}';
  entry_deltas bigint[] := '{}';
  entry_balances bigint[] := '{}';
  entry_times timestamptz[] := '{}';
  entry_prevs bytea[] := '{}';
  entry_hashes bytea[] := '{}';
BEGIN
  SELECT array_agg(w.id), array_agg(w.balance), array_agg(w.last_seq), array_agg(w.last_hash), array_agg(w.credited_total),
      array_agg(w.debited_total), array_agg(w.frozen), array_agg(w.owner_type), array_agg(w.last_seq),
      greatest(date_trunc('milliseconds', clock_timestamp()), max(w.last_recorded_at))
    INTO ids, balances, seqs, hashes, ins, outs, frozens, owners, started, recorded
    FROM (
      SELECT * FROM points_wallet
      WHERE owner_type <> 'SYSTEM' AND id = ANY (ARRAY(
        SELECT debit FROM jsonb_to_recordset(items) AS given (debit uuid)
        UNION SELECT credit FROM jsonb_to_recordset(items) AS given (credit uuid)))
      ORDER BY id FOR NO KEY UPDATE
    ) AS w;

  FOR item IN
    SELECT i.n::int AS n, i.debit, i.credit, i.points, i.code, points_instant(i.claimed, recorded, i.ref_type) AS occurred,
      coalesce(d.pos, CASE WHEN is_system_wallet(i.debit) THEN 0 END)::int AS source,
      coalesce(c.pos, CASE WHEN is_system_wallet(i.credit) THEN 0 END)::int AS target,
      t.id AS known,
      (t.debit_wallet_id, t.credit_wallet_id, t.amount, t.code, t.reason, t.claimed_at, t.ref_type, t.ref_id, t.reversal_of)
        IS NOT DISTINCT FROM (i.debit, i.credit, i.points, i.code, i.reason, i.claimed::timestamptz(3), i.ref_type, i.ref_id, NULL::uuid)
        AS is_known_same,
      first_value(i.n) OVER same_key::int AS first,
      (i.debit, i.credit, i.points, i.code, i.reason, i.claimed, i.ref_type, i.ref_id) IS NOT DISTINCT FROM
        (first_value(i.debit) OVER same_key, first_value(i.credit) OVER same_key, first_value(i.points) OVER same_key,
          first_value(i.code) OVER same_key, first_value(i.reason) OVER same_key, first_value(i.claimed) OVER same_key,
          first_value(i.ref_type) OVER same_key, first_value(i.ref_id) OVER same_key) AS is_first_same
    FROM ROWS FROM (jsonb_to_recordset(items) AS (debit uuid, credit uuid, points bigint, code points_transfer_code, reason text,
        claimed timestamptz, ref_type points_ref_type, ref_id text, key text)) WITH ORDINALITY
      AS i (debit, credit, points, code, reason, claimed, ref_type, ref_id, key, n)
      LEFT JOIN unnest(ids) WITH ORDINALITY AS d (id, pos) ON d.id = i.debit
      LEFT JOIN unnest(ids) WITH ORDINALITY AS c (id, pos) ON c.id = i.credit
      LEFT JOIN points_transfer t ON t.created_by = by_sub AND t.idempotency_key = i.key
    WINDOW same_key AS (PARTITION BY i.key ORDER BY i.n)
    ORDER BY i.n
  LOOP
    count := item.n;
    posted := NULL;
    refused := NULL;
    holders[item.n] := 0;
    IF item.known IS NOT NULL THEN
      IF item.is_known_same THEN posted := item.known; ELSE refused := 'idempotency.mismatch'; END IF;
      outcomes[item.n] := CASE WHEN refused IS NULL THEN 'REPLAYED' ELSE 'REFUSED' END;
    ELSIF item.first < item.n AND holders[item.first] > 0 THEN
      IF item.is_first_same THEN posted := transfers[item.first]; ELSE refused := 'idempotency.mismatch'; END IF;
      outcomes[item.n] := CASE WHEN refused IS NULL THEN 'REPLAYED' ELSE 'REFUSED' END;
    ELSIF item.first < item.n AND NOT item.is_first_same THEN
      -- The first row with this key was refused; a key still means one transfer within a batch.
      outcomes[item.n] := 'REFUSED';
      refused := 'idempotency.mismatch';
    ELSE
      IF item.debit = item.credit OR item.source IS NULL OR item.target IS NULL THEN
        refused := 'wallet.not-found';
      ELSIF NOT points_wallets_fit(item.code, item.debit, owners[item.source], item.credit, owners[item.target]) THEN
        refused := 'transfer.wrong-wallets';
      ELSIF item.source > 0 THEN
        refused := points_debit_refusal(frozens[item.source], balances[item.source], item.points);
      END IF;
      IF refused IS NULL AND (item.source > 0 AND outs[item.source] + item.points > 9007199254740991
          OR item.target > 0 AND ins[item.target] + item.points > 9007199254740991) THEN
        refused := 'wallet.full';
      ELSIF refused IS NULL AND item.occurred IS NULL THEN
        refused := 'transfer.time-out-of-range';
      END IF;
      outcomes[item.n] := CASE WHEN refused IS NULL THEN 'POSTED' ELSE 'REFUSED' END;
      IF refused IS NULL THEN
        posted := uuid_v7();
        holders[item.first] := item.n;
        transfers[item.first] := posted;
        entry := entry + 1;
        entry_wallets[entry] := item.debit;
        entry_transfers[entry] := posted;
        entry_deltas[entry] := -item.points;
        entry_times[entry] := item.occurred;
        IF item.source > 0 THEN
          balances[item.source] := balances[item.source] - item.points;
          outs[item.source] := outs[item.source] + item.points;
          seqs[item.source] := seqs[item.source] + 1;
          entry_seqs[entry] := seqs[item.source];
          entry_balances[entry] := balances[item.source];
          entry_prevs[entry] := hashes[item.source];
          hashes[item.source] := points_entry_hash(
            hashes[item.source], item.debit, seqs[item.source], posted, -item.points, balances[item.source], item.occurred);
          entry_hashes[entry] := hashes[item.source];
        ELSE
          entry_seqs[entry] := nextval('points_system_seq');
          entry_balances[entry] := NULL;
          entry_prevs[entry] := NULL;
          entry_hashes[entry] := NULL;
        END IF;
        entry := entry + 1;
        entry_wallets[entry] := item.credit;
        entry_transfers[entry] := posted;
        entry_deltas[entry] := item.points;
        entry_times[entry] := item.occurred;
        IF item.target > 0 THEN
          balances[item.target] := balances[item.target] + item.points;
          ins[item.target] := ins[item.target] + item.points;
          seqs[item.target] := seqs[item.target] + 1;
          entry_seqs[entry] := seqs[item.target];
          entry_balances[entry] := balances[item.target];
          entry_prevs[entry] := hashes[item.target];
          hashes[item.target] := points_entry_hash(
            hashes[item.target], item.credit, seqs[item.target], posted, item.points, balances[item.target], item.occurred);
          entry_hashes[entry] := hashes[item.target];
        ELSE
          entry_seqs[entry] := nextval('points_system_seq');
          entry_balances[entry] := NULL;
          entry_prevs[entry] := NULL;
          entry_hashes[entry] := NULL;
        END IF;
      END IF;
    END IF;
    refusals[item.n] := refused;
    -- A refused row keeps its result if a later row with its key was posted.
    IF item.n <> item.first OR transfers[item.n] IS NULL THEN
      transfers[item.n] := posted;
    END IF;
  END LOOP;

  -- Inserted in key order, so that batches with the same keys cannot deadlock. If a key was used concurrently, the
  -- whole batch is retried.
  BEGIN
    INSERT INTO points_transfer (id, debit_wallet_id, credit_wallet_id, amount, code, reason, occurred_at, claimed_at, recorded_at,
        ref_type, ref_id, idempotency_key, created_by)
      SELECT transfers[i.n], i.debit, i.credit, i.points, i.code, i.reason, points_instant(i.claimed, recorded, i.ref_type), i.claimed,
        recorded, i.ref_type, i.ref_id, i.key, by_sub
      FROM ROWS FROM (jsonb_to_recordset(items) AS (debit uuid, credit uuid, points bigint, code points_transfer_code, reason text,
          claimed timestamptz, ref_type points_ref_type, ref_id text, key text)) WITH ORDINALITY
        AS i (debit, credit, points, code, reason, claimed, ref_type, ref_id, key, n)
      WHERE outcomes[i.n] = 'POSTED'
      ORDER BY i.key;
  EXCEPTION WHEN unique_violation THEN
    RAISE EXCEPTION 'a key of the batch was used concurrently' USING ERRCODE = 'serialization_failure';
  END;
  INSERT INTO points_entry (wallet_id, seq, transfer_id, delta, balance_after, occurred_at, recorded_at, prev_hash, hash)
    SELECT e.wallet, e.seq, e.transfer, e.delta, e.balance, e.occurred, recorded, e.prev, e.hash
    FROM unnest(entry_wallets, entry_seqs, entry_transfers, entry_deltas, entry_balances, entry_times, entry_prevs, entry_hashes)
      AS e (wallet, seq, transfer, delta, balance, occurred, prev, hash);
  UPDATE points_wallet w SET balance = s.balance, credited_total = s.credited, debited_total = s.debited, last_seq = s.seq,
      last_hash = s.hash, last_recorded_at = recorded
    FROM unnest(ids, balances, ins, outs, seqs, hashes, started) AS s (id, balance, credited, debited, seq, hash, before)
    WHERE w.id = s.id AND s.seq > s.before AND w.last_seq = s.before;
  RETURN QUERY SELECT r.place::int, r.outcome, r.refusal, CASE WHEN r.outcome <> 'REFUSED' THEN r.transfer END
    FROM unnest(outcomes, refusals, transfers) WITH ORDINALITY AS r (outcome, refusal, transfer, place)
    WHERE r.place <= count ORDER BY r.place;
END
$$;
COMMENT ON FUNCTION post_points_transfers(jsonb, text) IS
  'Posts an array of transfers as post_points_transfer does each, in their order; members debit, credit, points, code, reason, claimed, ref_type, ref_id, key.';
REVOKE ALL ON FUNCTION post_points_transfers(jsonb, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION post_points_transfers(jsonb, text)');

-- Transfers batched together must not all wait for one locked wallet.
CREATE OR REPLACE FUNCTION post_gathered_points_transfers(items jsonb, by_sub text)
  RETURNS TABLE (place int, outcome text, refusal text, transfer uuid)
  LANGUAGE plpgsql SET lock_timeout = '100ms'
  AS $$
BEGIN
  RETURN QUERY SELECT p.place, p.outcome, p.refusal, p.transfer FROM post_points_transfers(items, by_sub) AS p;
END
$$;
COMMENT ON FUNCTION post_gathered_points_transfers(jsonb, text) IS
  'As post_points_transfers, but fails instead of waiting longer than 0.1 s for a wallet; the caller then posts the transfers one by one.';

DROP FUNCTION IF EXISTS points_code_fits(points_transfer_code, text, text);
DROP FUNCTION IF EXISTS points_wallet_kind(uuid, wallet_owner_type);
DROP FUNCTION IF EXISTS points_occurred_at(timestamptz, timestamptz);
