-- Status of a giveaway, guards of its changes, and its transactions (decision 0093).
CREATE OR REPLACE FUNCTION giveaway_status(state giveaway_state, opens_at timestamptz, closes_at timestamptz, at timestamptz) RETURNS giveaway_status
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN state = 'DRAFT' THEN 'DRAFT'::giveaway_status
    WHEN state = 'FROZEN' THEN 'FROZEN'::giveaway_status
    WHEN state = 'DRAWN' THEN 'DRAWN'::giveaway_status
    WHEN state = 'ANNOUNCED' THEN 'ANNOUNCED'::giveaway_status
    WHEN state = 'SETTLED' THEN 'SETTLED'::giveaway_status
    WHEN state = 'CANCELED' THEN 'CANCELED'::giveaway_status
    WHEN at < opens_at THEN 'SCHEDULED'::giveaway_status
    WHEN at < closes_at THEN 'OPEN'::giveaway_status
    ELSE 'CLOSED'::giveaway_status END;
COMMENT ON FUNCTION giveaway_status(giveaway_state, timestamptz, timestamptz, timestamptz) IS
  'Status of a giveaway at an instant, from its state and window [opens_at, closes_at); shared by lists, filters, details and guards.';

-- The proof file is written shortly after the draw, also if the winners are announced in between.
CREATE OR REPLACE FUNCTION giveaway_check_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
DECLARE
  locked text;
BEGIN
  IF NEW.state IS DISTINCT FROM OLD.state THEN
    IF NOT giveaway_may_become(OLD.state, NEW.state)
      OR (NEW.state = 'PUBLISHED' AND clock_timestamp() >= NEW.opens_at)
      OR (NEW.state = 'FROZEN' AND clock_timestamp() < NEW.closes_at)
      OR (NEW.state = 'DRAWN' AND clock_timestamp() < NEW.draw_at)
      OR (OLD.state = 'FROZEN' AND NEW.state = 'SETTLED' AND NEW.entries_count IS DISTINCT FROM 0)
    THEN
      RAISE EXCEPTION 'a giveaway cannot go from % to % now', OLD.state, NEW.state
        USING ERRCODE = 'BC001', TABLE = 'giveaway', COLUMN = 'state';
    END IF;
    NEW.state_changed_at := clock_timestamp();
    IF NEW.state = 'PUBLISHED' THEN
      NEW.published_at := NEW.state_changed_at;
    ELSIF NEW.state = 'ANNOUNCED' THEN
      NEW.announced_at := NEW.state_changed_at;
    ELSIF NEW.state = 'SETTLED' THEN
      NEW.settled_at := NEW.state_changed_at;
    ELSIF NEW.state = 'CANCELED' THEN
      NEW.canceled_at := NEW.state_changed_at;
    END IF;
  END IF;
  IF OLD.state <> 'DRAFT' THEN
    locked := CASE
      WHEN NEW.code <> OLD.code THEN 'code'
      WHEN (NEW.rules_i18n, NEW.rules_hash) IS DISTINCT FROM (OLD.rules_i18n, OLD.rules_hash) THEN 'rules_i18n'
      WHEN NEW.store_id IS DISTINCT FROM OLD.store_id THEN 'store_id'
      WHEN NEW.country_codes <> OLD.country_codes THEN 'country_codes'
      WHEN NEW.min_age <> OLD.min_age THEN 'min_age'
      WHEN NEW.segment_id IS DISTINCT FROM OLD.segment_id THEN 'segment_id'
      WHEN NEW.opens_at <> OLD.opens_at THEN 'opens_at'
      WHEN NEW.closes_at <> OLD.closes_at THEN 'closes_at'
      WHEN NEW.draw_at <> OLD.draw_at THEN 'draw_at'
      WHEN NEW.timezone <> OLD.timezone THEN 'timezone'
      WHEN NEW.max_tickets_per_account <> OLD.max_tickets_per_account THEN 'max_tickets_per_account'
      WHEN NEW.max_entries IS DISTINCT FROM OLD.max_entries THEN 'max_entries'
      WHEN (NEW.entry_cost_points, NEW.consideration_accepted_by) IS DISTINCT FROM (OLD.entry_cost_points, OLD.consideration_accepted_by)
        THEN 'entry_cost_points'
      WHEN NEW.alternates <> OLD.alternates THEN 'alternates'
      WHEN NEW.claim_days <> OLD.claim_days THEN 'claim_days'
      WHEN (NEW.registration_new_york, NEW.registration_florida)
        IS DISTINCT FROM (OLD.registration_new_york, OLD.registration_florida) THEN 'registration_new_york'
      WHEN NEW.escrow_points <> OLD.escrow_points THEN 'escrow_points'
      WHEN (NEW.draw_mode, NEW.algorithm, NEW.seed_commitment, NEW.seed_encrypted, NEW.pseudonym_salt)
        IS DISTINCT FROM (OLD.draw_mode, OLD.algorithm, OLD.seed_commitment, OLD.seed_encrypted, OLD.pseudonym_salt) THEN 'seed_commitment'
      WHEN NEW.published_at IS DISTINCT FROM OLD.published_at THEN 'published_at'
      -- The record of the draw is written once and then immutable.
      WHEN NEW.frozen_at IS DISTINCT FROM OLD.frozen_at AND (OLD.frozen_at IS NOT NULL OR NEW.state <> 'FROZEN') THEN 'frozen_at'
      WHEN NEW.entries_root IS DISTINCT FROM OLD.entries_root AND (OLD.entries_root IS NOT NULL OR NEW.state <> 'FROZEN') THEN 'entries_root'
      WHEN (NEW.entries_count, NEW.tickets_count) IS DISTINCT FROM (OLD.entries_count, OLD.tickets_count)
        AND (OLD.entries_count IS NOT NULL OR NEW.state <> 'FROZEN') THEN 'entries_count'
      WHEN (NEW.seed_revealed, NEW.drawn_at) IS DISTINCT FROM (OLD.seed_revealed, OLD.drawn_at)
        AND NOT (OLD.state = 'FROZEN' AND NEW.state = 'DRAWN') THEN 'seed_revealed'
      WHEN (NEW.proof_path, NEW.proof_sha256) IS DISTINCT FROM (OLD.proof_path, OLD.proof_sha256)
        AND (OLD.proof_path IS NOT NULL OR NEW.state NOT IN ('DRAWN', 'ANNOUNCED', 'SETTLED')) THEN 'proof_path'
    END;
    IF locked IS NOT NULL THEN
      RAISE EXCEPTION 'the % of this giveaway may no longer be changed', locked
        USING ERRCODE = 'BC003', TABLE = 'giveaway', COLUMN = locked;
    END IF;
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION giveaway_check_change() IS
  'Raises SQLSTATE BC001 for a state that may not follow the present one now, and BC003 for a change of published terms or of the record of the draw.';
CREATE OR REPLACE TRIGGER giveaway_check_change BEFORE UPDATE ON giveaway
  FOR EACH ROW EXECUTE FUNCTION giveaway_check_change();

CREATE OR REPLACE FUNCTION giveaway_keeps_gate() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  IF NEW.published_at IS NOT NULL THEN
    INSERT INTO giveaway_tally (giveaway_id, is_open) VALUES (NEW.id, NEW.state = 'PUBLISHED')
      ON CONFLICT (giveaway_id) DO UPDATE SET is_open = excluded.is_open;
  END IF;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION giveaway_keeps_gate() IS 'Opens the gate of entries at publication and closes it in any other state, for every writer.';
REVOKE ALL ON FUNCTION giveaway_keeps_gate() FROM PUBLIC;
CREATE OR REPLACE TRIGGER giveaway_keeps_gate AFTER INSERT OR UPDATE OF state ON giveaway
  FOR EACH ROW EXECUTE FUNCTION giveaway_keeps_gate();

CREATE OR REPLACE FUNCTION giveaway_prize_check_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
DECLARE
  about uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.giveaway_id ELSE NEW.giveaway_id END;
BEGIN
  IF EXISTS (SELECT FROM giveaway g WHERE g.id = about AND g.published_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the prizes of this giveaway may no longer be changed' USING ERRCODE = 'BC003', TABLE = 'giveaway', COLUMN = 'prizes';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;
CREATE OR REPLACE TRIGGER giveaway_prize_check_change BEFORE INSERT OR UPDATE OR DELETE ON giveaway_prize
  FOR EACH ROW EXECUTE FUNCTION giveaway_prize_check_change();

-- Notifies subscribers of the list about new giveaways.
CREATE OR REPLACE FUNCTION giveaway_created_notice() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('giveaway_created', to_char(transaction_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION giveaway_created_notice() IS 'Sends the start of the transaction that created giveaways to listeners of giveaway_created.';
CREATE OR REPLACE TRIGGER giveaway_created_notice AFTER INSERT ON giveaway
  FOR EACH STATEMENT EXECUTE FUNCTION giveaway_created_notice();

CREATE OR REPLACE FUNCTION giveaway_transaction_stays() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  RAISE EXCEPTION 'transactions of giveaways are never changed or deleted' USING ERRCODE = 'BC003', TABLE = 'giveaway_transaction';
END
$$;
-- Not BEFORE TRUNCATE: only the owner can truncate, could drop the trigger anyway, and truncates accounts in cascade.
CREATE OR REPLACE TRIGGER giveaway_transaction_stays BEFORE UPDATE OR DELETE ON giveaway_transaction
  FOR EACH STATEMENT EXECUTE FUNCTION giveaway_transaction_stays();

CREATE OR REPLACE FUNCTION append_giveaway_transactions(of_giveaway uuid, by_actor giveaway_actor, by_sub text, items jsonb) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  newest bigint;
  at_instant timestamptz(3) := clock_timestamp();
BEGIN
  UPDATE giveaway_tally t SET last_seq = t.last_seq + jsonb_array_length(items) WHERE t.giveaway_id = of_giveaway
    RETURNING t.last_seq INTO newest;
  IF newest IS NULL THEN
    RAISE EXCEPTION 'giveaway % has not been published', of_giveaway;
  END IF;
  INSERT INTO giveaway_transaction (giveaway_id, seq, account_id, entry_id, prize_id, points_transfer_id, occurred_at, points, type, actor,
      tickets, actor_sub, reason, data)
    SELECT of_giveaway, newest - jsonb_array_length(items) + i.n, i.account, i.entry, i.prize, i.transfer, at_instant, i.points, i.type, by_actor,
      i.tickets, by_sub, i.reason, i.data
    FROM ROWS FROM (jsonb_to_recordset(items) AS (type giveaway_transaction_type, account uuid, entry uuid, tickets int, prize uuid,
        transfer uuid, points bigint, reason text, data jsonb)) WITH ORDINALITY
      AS i (type, account, entry, tickets, prize, transfer, points, reason, data, n);
  RETURN newest;
END
$$;
COMMENT ON FUNCTION append_giveaway_transactions(uuid, giveaway_actor, text, jsonb) IS
  'Appends transactions in the order of the array; members type, account, entry, tickets, prize, transfer, points, reason, data. Returns the number of the last. Locks the tally.';
REVOKE ALL ON FUNCTION append_giveaway_transactions(uuid, giveaway_actor, text, jsonb) FROM PUBLIC;

CREATE OR REPLACE FUNCTION append_giveaway_transaction(
    of_giveaway uuid, of_type giveaway_transaction_type, of_account uuid DEFAULT NULL, of_entry uuid DEFAULT NULL, with_tickets int DEFAULT NULL,
    of_prize uuid DEFAULT NULL, transfer uuid DEFAULT NULL, with_points bigint DEFAULT NULL, by_actor giveaway_actor DEFAULT 'SYSTEM',
    by_sub text DEFAULT NULL, with_reason text DEFAULT NULL, with_data jsonb DEFAULT NULL) RETURNS bigint
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
  SELECT append_giveaway_transactions(of_giveaway, by_actor, by_sub, jsonb_build_array(jsonb_build_object('type', of_type, 'account', of_account,
    'entry', of_entry, 'tickets', with_tickets, 'prize', of_prize, 'transfer', transfer, 'points', with_points, 'reason', with_reason,
    'data', with_data)));
$$;
COMMENT ON FUNCTION append_giveaway_transaction(uuid, giveaway_transaction_type, uuid, uuid, int, uuid, uuid, bigint, giveaway_actor, text, text, jsonb) IS
  'Appends one transaction and returns its number. Locks the tally.';
REVOKE ALL ON FUNCTION append_giveaway_transaction(uuid, giveaway_transaction_type, uuid, uuid, int, uuid, uuid, bigint, giveaway_actor, text, text, jsonb) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION append_giveaway_transaction(uuid, giveaway_transaction_type, uuid, uuid, int, uuid, uuid, bigint, giveaway_actor, text, text, jsonb)');

CREATE OR REPLACE FUNCTION settle_giveaway_escrow(of_giveaway uuid) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  run giveaway;
  purse uuid;
  held bigint;
  unspent bigint;
  piece record;
  posted record;
BEGIN
  PERFORM FROM giveaway_tally t WHERE t.giveaway_id = of_giveaway FOR NO KEY UPDATE;
  SELECT g.* INTO run FROM giveaway g WHERE g.id = of_giveaway;
  SELECT w.id, w.balance INTO purse, held FROM points_wallet w WHERE w.owner_type = 'GIVEAWAY' AND w.owner_id = of_giveaway FOR NO KEY UPDATE;
  IF coalesce(held, 0) = 0 THEN
    RETURN 0;
  END IF;
  -- Points not won return to their source. Points paid for entries go to the sponsor, or to BREAKAGE for the company.
  SELECT least(held, run.escrow_points - coalesce(sum(t.amount), 0)) INTO unspent
    FROM giveaway_transaction x JOIN points_transfer t ON t.id = x.points_transfer_id
    WHERE x.giveaway_id = of_giveaway AND x.type = 'PRIZE_GRANTED';
  FOR piece IN
    SELECT p.amount, p.code, p.target FROM (VALUES
      (unspent, 'GIVEAWAY_REFUND'::points_transfer_code, '00000000-0000-7000-8000-000000000001'::uuid),
      (held - unspent, 'GIVEAWAY_ENTRY'::points_transfer_code, '00000000-0000-7000-8000-000000000002'::uuid)) AS p (amount, code, target)
    WHERE p.amount > 0
  LOOP
    SELECT p.* INTO posted FROM post_points_transfer(purse,
      coalesce((SELECT w.id FROM points_wallet w WHERE w.owner_type = 'STORE' AND w.owner_id = run.store_id), piece.target), piece.amount,
      piece.code, NULL, NULL, 'GIVEAWAY', of_giveaway::text, NULL, 'leftover:' || piece.code || ':' || of_giveaway, 'system') AS p;
    IF posted.outcome IS DISTINCT FROM 'POSTED' THEN
      RAISE EXCEPTION 'the leftover of giveaway % was not returned: %', of_giveaway, coalesce(posted.refusal, posted.outcome);
    END IF;
    PERFORM append_giveaway_transaction(of_giveaway, 'LEFTOVER_RETURNED', NULL, NULL, NULL, NULL, posted.transfer, piece.amount, 'SYSTEM', NULL, NULL,
      jsonb_build_object('of', CASE piece.code WHEN 'GIVEAWAY_REFUND' THEN 'PRIZES' ELSE 'ENTRIES' END));
  END LOOP;
  RETURN held;
END
$$;
COMMENT ON FUNCTION settle_giveaway_escrow(uuid) IS
  'Empties the wallet of a giveaway and returns its balance: points of prizes not won return to the sponsor (the company: ISSUANCE), points paid for entries go to the sponsor (the company: BREAKAGE).';
REVOKE ALL ON FUNCTION settle_giveaway_escrow(uuid) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION settle_giveaway_escrow(uuid)');

CREATE OR REPLACE FUNCTION announce_giveaway(of_giveaway uuid, by_sub text) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  run giveaway;
  told int := 0;
  chosen smallint;
BEGIN
  SELECT g.* INTO run FROM giveaway g WHERE g.id = of_giveaway FOR NO KEY UPDATE;
  PERFORM FROM giveaway_tally t WHERE t.giveaway_id = of_giveaway FOR NO KEY UPDATE;
  UPDATE giveaway g SET state = giveaway_after('ANNOUNCE'), version = g.version + 1, updated_at = now(), updated_by = by_sub WHERE g.id = of_giveaway;
  PERFORM append_giveaway_transaction(of_giveaway, 'ANNOUNCED', NULL, NULL, NULL, NULL, NULL, NULL, 'STAFF', by_sub, NULL, NULL);
  FOR chosen IN SELECT w.draw_position FROM giveaway_winner w
    WHERE w.giveaway_id = of_giveaway AND w.prize_id IS NOT NULL AND giveaway_winner_refusal('NOTIFY', w.state) IS NULL
    ORDER BY w.draw_position
  LOOP
    PERFORM notify_giveaway_winner(of_giveaway, chosen, clock_timestamp() + make_interval(hours => 24 * run.claim_days), 'STAFF', by_sub);
    told := told + 1;
  END LOOP;
  RETURN told;
END
$$;
COMMENT ON FUNCTION announce_giveaway(uuid, text) IS
  'Makes a drawn giveaway ANNOUNCED (refused otherwise, SQLSTATE BC001) and its winners NOTIFIED; returns their number.';
REVOKE ALL ON FUNCTION announce_giveaway(uuid, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION announce_giveaway(uuid, text)');

CREATE OR REPLACE FUNCTION settle_giveaway(of_giveaway uuid, with_reason text, by_actor giveaway_actor, by_sub text, OUT refusal text)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  run giveaway;
BEGIN
  SELECT g.* INTO run FROM giveaway g WHERE g.id = of_giveaway FOR NO KEY UPDATE;
  PERFORM FROM giveaway_tally t WHERE t.giveaway_id = of_giveaway FOR NO KEY UPDATE;
  refusal := CASE
    WHEN run.id IS NULL THEN 'record.not-found'
    WHEN giveaway_refusal('SETTLE', run.state) IS NOT NULL THEN 'state.invalid-transition'
    WHEN giveaway_open_prizes(of_giveaway) > 0 THEN 'giveaway.prizes-open' END;
  IF refusal IS NOT NULL THEN
    RETURN;
  END IF;
  PERFORM settle_giveaway_escrow(of_giveaway);
  UPDATE giveaway_winner w SET state = giveaway_winner_after('RETIRE')
    WHERE w.giveaway_id = of_giveaway AND w.kind = 'ALTERNATE' AND giveaway_winner_refusal('RETIRE', w.state) IS NULL;
  UPDATE giveaway g SET state = giveaway_after('SETTLE'), version = g.version + 1, updated_at = now(), updated_by = coalesce(by_sub, 'system')
    WHERE g.id = of_giveaway;
  PERFORM append_giveaway_transaction(of_giveaway, 'SETTLED', NULL, NULL, NULL, NULL, NULL, NULL, by_actor, by_sub, with_reason, NULL);
END
$$;
COMMENT ON FUNCTION settle_giveaway(uuid, text, giveaway_actor, text) IS
  'Ends an announced giveaway whose prizes are all given or forfeited, and returns the balance of its wallet.';
REVOKE ALL ON FUNCTION settle_giveaway(uuid, text, giveaway_actor, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION settle_giveaway(uuid, text, giveaway_actor, text)');

CREATE OR REPLACE FUNCTION giveaway_open_prizes(of_giveaway uuid) RETURNS bigint
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT count(*) FROM giveaway_winner w
    WHERE w.giveaway_id = of_giveaway AND w.prize_id IS NOT NULL AND giveaway_winner_refusal('FORFEIT', w.state) IS NULL);
COMMENT ON FUNCTION giveaway_open_prizes(uuid) IS 'Number of drawn prizes that are neither given nor forfeited.';
