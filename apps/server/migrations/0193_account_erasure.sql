-- Erasing an account: what is personal goes at once and for good, what the books need stays under the bare id (decision 0073).
ALTER TABLE account
  ADD COLUMN privacy_requested_at timestamptz(3),
  ADD CONSTRAINT account_privacy_only_closed CHECK (privacy_requested_at IS NULL OR state = 'CLOSED');
COMMENT ON COLUMN account.privacy_requested_at IS
  'When the person asked for their data to be erased; 30 days later it happens by itself, unless the account is reopened before.';
CREATE INDEX account_erasure_due ON account (privacy_requested_at) WHERE privacy_requested_at IS NOT NULL;

CREATE FUNCTION erase_account(
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
  DELETE FROM idempotency_key WHERE response::text LIKE '%' || erased_id::text || '%';
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
COMMENT ON FUNCTION erase_account(uuid, text, text[], text, text) IS
  'Erases a closed account in the caller''s transaction, with its audit row. Answers with the Firebase id it had, whose picture the caller has removed.';
REVOKE ALL ON FUNCTION erase_account(uuid, text, text[], text, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION erase_account(uuid, text, text[], text, text)');
