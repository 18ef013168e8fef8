-- What made a transfer slow besides writing it.

-- Looked up in a function, so that a statement's plan does not depend on the way in which a wallet is named, and is kept.
CREATE FUNCTION points_wallet_of(wallet uuid, account uuid, firebase text, store text) RETURNS uuid
  LANGUAGE plpgsql STABLE PARALLEL SAFE
  AS $$
BEGIN
  IF wallet IS NOT NULL THEN
    RETURN wallet;
  ELSIF account IS NOT NULL THEN
    wallet := (SELECT w.id FROM points_wallet w WHERE w.owner_type = 'ACCOUNT' AND w.owner_id = account);
  ELSIF firebase IS NOT NULL THEN
    wallet := (SELECT w.id FROM account a JOIN points_wallet w ON w.owner_type = 'ACCOUNT' AND w.owner_id = a.id
      WHERE a.firebase_id = firebase);
  ELSIF store IS NOT NULL THEN
    wallet := (SELECT w.id FROM store s JOIN points_wallet w ON w.owner_type = 'STORE' AND w.owner_id = s.id WHERE s.sid = store);
  END IF;
  RETURN coalesce(wallet, '00000000-0000-0000-0000-000000000000');
END
$$;
COMMENT ON FUNCTION points_wallet_of(uuid, uuid, text, text) IS
  'The wallet itself, or that of an account by id or Firebase id, or of a store by sid, whichever is given; zeros where there is none.';

-- Transfers that happen to be posted together must not all wait for the one whose wallet somebody holds.
CREATE FUNCTION post_gathered_points_transfers(items jsonb, by_sub text)
  RETURNS TABLE (place int, outcome text, refusal text, transfer uuid)
  LANGUAGE plpgsql SET lock_timeout = '100ms'
  AS $$
BEGIN
  RETURN QUERY SELECT p.place, p.outcome, p.refusal, p.transfer FROM post_points_transfers(items, by_sub) AS p;
END
$$;
COMMENT ON FUNCTION post_gathered_points_transfers(jsonb, text) IS
  'As post_points_transfers, but fails where it would wait for a wallet for longer than 0.1 s; the transfers are then posted one by one.';

-- A CHECK is read and planned anew by each statement that writes its table, which took a fifth of the time of a transfer. One that calls a
-- PL/pgSQL function keeps its plan. What is allowed stays the same: a CHECK that is NULL passes, and so does an AND that is not false. Rows
-- that are there were checked by the constraints that go, so they are not read again (NOT VALID), which would hold everybody up.

CREATE FUNCTION points_transfer_is_sound(
    debit uuid, credit uuid, amount bigint, code points_transfer_code, reason text, occurred timestamptz, recorded timestamptz,
    about points_ref_type, about_id text, reverses uuid, key text, by_sub text) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN debit <> credit AND amount BETWEEN 1 AND 1000000000000
    AND char_length(reason) BETWEEN 1 AND 300 AND (code NOT IN ('MANUAL_CREDIT', 'MANUAL_DEBIT', 'REVERSAL') OR reason IS NOT NULL)
    AND occurred <= recorded AND occurred > recorded - interval '2160 hours'
    AND char_length(about_id) BETWEEN 1 AND 128 AND (about IS NOT NULL OR about_id IS NULL)
    AND (code = 'REVERSAL') = (reverses IS NOT NULL)
    AND char_length(key) BETWEEN 1 AND 64 AND char_length(by_sub) BETWEEN 1 AND 255;
END
$$;
COMMENT ON FUNCTION points_transfer_is_sound(uuid, uuid, bigint, points_transfer_code, text, timestamptz, timestamptz, points_ref_type, text, uuid, text, text) IS
  'What every transfer keeps to: two wallets, 1 to 10^12 points, a reason where a person acts, at most 90 days (of 24 hours) late.';
ALTER TABLE points_transfer
  DROP CONSTRAINT points_transfer_amount_check, DROP CONSTRAINT points_transfer_reason_check,
  DROP CONSTRAINT points_transfer_ref_id_check, DROP CONSTRAINT points_transfer_idempotency_key_check,
  DROP CONSTRAINT points_transfer_created_by_check, DROP CONSTRAINT points_transfer_between_two,
  DROP CONSTRAINT points_transfer_by_hand_has_reason, DROP CONSTRAINT points_transfer_time,
  DROP CONSTRAINT points_transfer_reverses, DROP CONSTRAINT points_transfer_reference,
  ADD CONSTRAINT points_transfer_is_sound CHECK (points_transfer_is_sound(debit_wallet_id, credit_wallet_id, amount, code, reason,
    occurred_at, recorded_at, ref_type, ref_id, reversal_of, idempotency_key, created_by)) NOT VALID;

CREATE FUNCTION points_entry_is_sound(seq bigint, delta bigint, balance bigint, prev_hash bytea, hash bytea) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN seq BETWEEN 1 AND 9007199254740991 AND delta <> 0 AND abs(delta) <= 1000000000000
    AND balance BETWEEN 0 AND 9007199254740991 AND octet_length(prev_hash) = 32 AND octet_length(hash) = 32
    AND num_nulls(balance, prev_hash, hash) IN (0, 3);
END
$$;
COMMENT ON FUNCTION points_entry_is_sound(bigint, bigint, bigint, bytea, bytea) IS
  'What every entry keeps to; balance and hashes are there together, or in SYSTEM wallets not at all.';
ALTER TABLE points_entry
  DROP CONSTRAINT points_entry_seq_check, DROP CONSTRAINT points_entry_delta_check, DROP CONSTRAINT points_entry_balance_after_check,
  DROP CONSTRAINT points_entry_prev_hash_check, DROP CONSTRAINT points_entry_hash_check, DROP CONSTRAINT points_entry_chained_or_system,
  ADD CONSTRAINT points_entry_is_sound CHECK (points_entry_is_sound(seq, delta, balance_after, prev_hash, hash)) NOT VALID;

CREATE FUNCTION points_wallet_is_sound(
    id uuid, owner_type wallet_owner_type, owner_id uuid, system_code system_wallet_code, balance bigint, seq bigint, hash bytea,
    credited bigint, debited bigint) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN balance <= 9007199254740991 AND balance = credited - debited AND seq BETWEEN 0 AND 9007199254740991 AND octet_length(hash) = 32
    AND credited BETWEEN 0 AND 9007199254740991 AND debited BETWEEN 0 AND 9007199254740991
    AND (owner_type = 'SYSTEM') = (system_code IS NOT NULL) AND (owner_type = 'SYSTEM') = (owner_id IS NULL)
    AND (owner_type = 'SYSTEM') = is_system_wallet(id) AND (owner_type <> 'SYSTEM' OR (seq = 0 AND balance = 0));
END
$$;
COMMENT ON FUNCTION points_wallet_is_sound(uuid, wallet_owner_type, uuid, system_wallet_code, bigint, bigint, bytea, bigint, bigint) IS
  'What every wallet keeps to; the balance is what came in less what went out. That it is never below 0 is a constraint of its own.';
ALTER TABLE points_wallet
  DROP CONSTRAINT points_wallet_last_hash_check, DROP CONSTRAINT points_wallet_balance_check, DROP CONSTRAINT points_wallet_last_seq_check,
  DROP CONSTRAINT points_wallet_credited_total_check, DROP CONSTRAINT points_wallet_debited_total_check,
  DROP CONSTRAINT points_wallet_owner, DROP CONSTRAINT points_wallet_balance_is_total, DROP CONSTRAINT points_wallet_system_rests,
  ADD CONSTRAINT points_wallet_is_sound CHECK (points_wallet_is_sound(id, owner_type, owner_id, system_code, balance, last_seq, last_hash,
    credited_total, debited_total)) NOT VALID;

CREATE FUNCTION staff_audit_event_is_sound(
    by_sub text, by_roles text[], request text, what text, about_type text, about_id text, why text, changed jsonb, changed_personal jsonb)
  RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN char_length(by_sub) BETWEEN 1 AND 255 AND cardinality(by_roles) <= 50 AND char_length(request) BETWEEN 1 AND 64
    AND what ~ '^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$' AND char_length(what) <= 80
    AND (about_type IS NULL) = (about_id IS NULL) AND about_type ~ '^[a-z][a-z0-9-]{0,62}$' AND char_length(about_id) BETWEEN 1 AND 128
    AND char_length(why) BETWEEN 1 AND 300
    AND jsonb_typeof(changed) = 'object' AND jsonb_typeof(changed_personal) = 'object';
END
$$;
COMMENT ON FUNCTION staff_audit_event_is_sound(text, text[], text, text, text, text, text, jsonb, jsonb) IS
  'What every audit event keeps to: an action such as account.suspend, a record with both kind and id or none, objects of changes.';
ALTER TABLE staff_audit_event
  DROP CONSTRAINT staff_audit_event_actor_sub_check, DROP CONSTRAINT staff_audit_event_actor_roles_check,
  DROP CONSTRAINT staff_audit_event_request_id_check, DROP CONSTRAINT staff_audit_event_action_check,
  DROP CONSTRAINT staff_audit_event_entity_type_check, DROP CONSTRAINT staff_audit_event_entity_id_check,
  DROP CONSTRAINT staff_audit_event_reason_check, DROP CONSTRAINT staff_audit_event_changes_check,
  DROP CONSTRAINT staff_audit_event_personal_changes_check, DROP CONSTRAINT staff_audit_event_check,
  ADD CONSTRAINT staff_audit_event_is_sound CHECK (staff_audit_event_is_sound(actor_sub, actor_roles, request_id, action, entity_type,
    entity_id, reason, changes, personal_changes)) NOT VALID;
