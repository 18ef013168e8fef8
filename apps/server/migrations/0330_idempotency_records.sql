-- Answers with personal or secret data are not stored for a repeat (decision 0022), and erasing an account finds every key of it.
ALTER TABLE idempotency_key
  ADD COLUMN request_id text COLLATE "C" CHECK (char_length(request_id) BETWEEN 1 AND 64),
  ALTER COLUMN response DROP NOT NULL;
COMMENT ON COLUMN idempotency_key.request_id IS 'Of the request that had the effect; its rows of the audit trail name the records.';
COMMENT ON COLUMN idempotency_key.response IS 'NULL where it had personal or secret data: a repeat reads anew or is refused.';
CREATE INDEX idempotency_key_request ON idempotency_key (request_id);
-- Nothing says what the answers stored so far hold.
UPDATE idempotency_key SET response = NULL;

CREATE OR REPLACE FUNCTION erase_account(
    erased_id uuid, by_sub text, by_roles text[], with_reason text, in_request text) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  held account;
  devices bigint;
  notes bigint;
BEGIN
  SELECT * INTO held FROM account WHERE id = erased_id FOR UPDATE;
  -- The trigger on the state refuses what is not closed; an erased account is not erased again.
  IF NOT FOUND OR held.state = 'ERASED' THEN
    RAISE EXCEPTION 'there is no account to erase' USING ERRCODE = 'BC001', TABLE = 'account', COLUMN = 'state';
  END IF;
  DELETE FROM account_device WHERE account_id = erased_id;
  GET DIAGNOSTICS devices = ROW_COUNT;
  UPDATE account_topic_subscription SET is_subscribed = false WHERE account_id = erased_id AND is_subscribed;
  DELETE FROM account_topic_subscription WHERE account_id = erased_id;
  UPDATE account_note SET text = NULL, retract_reason = NULL WHERE account_id = erased_id;
  GET DIAGNOSTICS notes = ROW_COUNT;
  UPDATE account_badge_award SET note = NULL, evidence_ref = NULL
    WHERE account_id = erased_id AND (note IS NOT NULL OR evidence_ref IS NOT NULL);
  -- Files that were made of the account's data, and answers kept for repeated requests.
  UPDATE file_garbage g SET due_at = now() FROM job j
    WHERE j.kind = 'account.export-data' AND j.params ->> 'accountId' = erased_id::text AND g.key = j.result_key;
  UPDATE job SET result_expires_at = now()
    WHERE kind = 'account.export-data' AND params ->> 'accountId' = erased_id::text AND result_expires_at > now();
  -- Requests that changed the account, and answers that show who it is.
  DELETE FROM idempotency_key WHERE request_id IN (
    SELECT request_id FROM staff_audit_event
      WHERE entity_type = 'account' AND entity_id = erased_id::text AND occurred_at > now() - interval '25 hours');
  DELETE FROM idempotency_key k USING unnest(ARRAY[erased_id::text, held.firebase_id, held.email, held.phone_e164]) AS shown
    WHERE strpos(k.response::text, shown) > 0;
  PERFORM forget_personal_changes('account', erased_id::text, by_sub, by_roles, with_reason, in_request);
  UPDATE account SET
    state = 'ERASED', state_reason = NULL, suspended_until = NULL, privacy_requested_at = NULL,
    firebase_id = NULL, has_picture = false, display_name = NULL, email = NULL, email_verified = false, phone_e164 = NULL,
    birth_date = NULL, push_consent = false, push_consent_at = NULL, last_seen_at = NULL, area_id = NULL,
    version = version + 1, updated_at = now(), updated_by = by_sub
    WHERE id = erased_id;
  INSERT INTO staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes)
    VALUES (by_sub, by_roles, in_request, 'account.erase', 'account', erased_id::text, 'DONE', with_reason,
      jsonb_build_object('state', jsonb_build_array(held.state, 'ERASED'), 'devices', jsonb_build_array(devices, 0),
        'notes', jsonb_build_array(notes, 0)));
  RETURN held.firebase_id;
END
$$;
