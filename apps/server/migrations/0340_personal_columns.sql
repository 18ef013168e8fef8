-- Which columns hold what customers are, and that erasing an account reaches all of them (decision 0128).

-- {personal}: of customers themselves. {personal copy}: whatever staff typed or sent about them on the way. A test plants values in all of
-- these columns and looks for them everywhere after an erasure.
DO $$
DECLARE
  tag text;
  tagged text;
BEGIN
  FOR tag, tagged IN
    SELECT '{personal}', unnest(ARRAY['account.firebase_id', 'account.display_name', 'account.email', 'account.phone_e164', 'account.birth_date',
      'account.last_seen_at', 'account_device.push_token', 'account_device.app_version', 'account_note.text', 'account_badge_award.note',
      'account_badge_award.evidence_ref', 'giveaway_winner.fulfilment_note', 'notification_test_send.detail', 'coupon_try.subject'])
    UNION ALL
    SELECT '{personal copy}', unnest(ARRAY['staff_audit_event.personal_changes', 'saved_view.name', 'saved_view.state', 'staff_preference.value',
      'job.params', 'import.file_name', 'import.columns', 'import_problem.problems', 'file_garbage.key'])
  LOOP
    EXECUTE format('COMMENT ON COLUMN %s IS %L', tagged, concat_ws(' ',
      (SELECT col_description(a.attrelid, a.attnum) FROM pg_attribute a
        WHERE a.attrelid = split_part(tagged, '.', 1)::regclass AND a.attname = split_part(tagged, '.', 2)), tag));
  END LOOP;
END
$$;

-- The log of a giveaway is never changed, and a note on how a prize was handed over may hold an address.
ALTER TABLE giveaway_transaction DISABLE TRIGGER giveaway_transaction_stays;
UPDATE giveaway_transaction SET data = data - 'note' WHERE type = 'PRIZE_GRANTED' AND data ? 'note';
ALTER TABLE giveaway_transaction ENABLE TRIGGER giveaway_transaction_stays;

CREATE OR REPLACE FUNCTION grant_giveaway_prize(of_giveaway uuid, at_position int, with_note text, by_actor giveaway_actor, by_sub text) RETURNS boolean
  LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  won giveaway_winner;
  prize giveaway_prize;
  given uuid;
  posted record;
  posted_as uuid;
BEGIN
  SELECT w.* INTO won FROM giveaway_winner w WHERE w.giveaway_id = of_giveaway AND w.draw_position = at_position;
  SELECT p.* INTO prize FROM giveaway_prize p WHERE p.giveaway_id = of_giveaway AND p.id = won.prize_id;
  IF prize.kind = 'POINTS' THEN
    SELECT p.* INTO posted FROM points_wallet purse, points_wallet wallet, post_points_transfer(purse.id, wallet.id, prize.points, 'GIVEAWAY_PRIZE',
        NULL, NULL, 'GIVEAWAY', of_giveaway::text, NULL, 'giveaway-prize:' || won.entry_id, coalesce(by_sub, 'system')) AS p
      WHERE purse.owner_type = 'GIVEAWAY' AND purse.owner_id = of_giveaway AND wallet.owner_type = 'ACCOUNT' AND wallet.owner_id = won.account_id;
    IF posted.outcome IS DISTINCT FROM 'POSTED' THEN
      RAISE EXCEPTION 'the prize of position % of giveaway % was not posted: %', at_position, of_giveaway, coalesce(posted.refusal, 'no wallet');
    END IF;
    posted_as := posted.transfer;
  ELSIF prize.kind = 'COUPON' THEN
    -- A code that nobody has and nobody has taken away. It becomes the winner's alone.
    SELECT k.id INTO given FROM coupon k JOIN campaign c ON c.id = k.campaign_id AND c.state IN ('ACTIVE', 'PAUSED') AND c.ends_at > now()
      WHERE k.campaign_id = prize.campaign_id AND c.code_mode = 'UNIQUE' AND k.state = 'ACTIVE' AND k.account_id IS NULL AND k.streamer_id IS NULL
        AND k.distributed_at IS NULL AND k.redemptions_count = 0 AND k.reserved_count = 0 AND (k.valid_until IS NULL OR k.valid_until > now())
      ORDER BY k.id LIMIT 1 FOR NO KEY UPDATE OF k SKIP LOCKED;
    IF given IS NULL THEN
      RETURN false;
    END IF;
    UPDATE coupon k SET account_id = won.account_id, distributed_at = now(), updated_at = now(), version = k.version + 1
      WHERE k.campaign_id = prize.campaign_id AND k.id = given;
  ELSIF by_actor <> 'STAFF' THEN
    RETURN false;
  END IF;
  UPDATE giveaway_winner w SET state = 'FULFILLED', fulfilled_at = clock_timestamp(), fulfilment_note = with_note, coupon_id = given,
      points_transfer_id = posted_as
    WHERE w.giveaway_id = of_giveaway AND w.draw_position = at_position;
  PERFORM append_giveaway_transaction(of_giveaway, 'PRIZE_GRANTED', won.account_id, won.entry_id, NULL, prize.id,
    posted_as, prize.points, by_actor, by_sub, NULL,
    jsonb_strip_nulls(jsonb_build_object('position', at_position, 'coupon', given)));
  RETURN true;
END
$$;

UPDATE giveaway_winner w SET fulfilment_note = NULL FROM account a WHERE a.id = w.account_id AND a.state = 'ERASED' AND w.fulfilment_note IS NOT NULL;
UPDATE notification_test_send s SET detail = NULL FROM account a WHERE a.id = s.account_id AND a.state = 'ERASED' AND s.detail IS NOT NULL;

-- What the trail of before kept where erasing does not reach.
ALTER TABLE staff_audit_event DISABLE TRIGGER staff_audit_event_is_append_only;
UPDATE staff_audit_event e SET changes = e.changes - 'firebaseId',
    personal_changes = CASE WHEN a.state = 'ERASED' THEN e.personal_changes
      ELSE coalesce(e.personal_changes, '{}') || jsonb_build_object('firebaseId', e.changes -> 'firebaseId') END
  FROM account a WHERE e.entity_type = 'account' AND e.entity_id = a.id::text AND e.changes ? 'firebaseId';
UPDATE staff_audit_event SET changes = changes - 'name', personal_changes = jsonb_build_object('name', changes -> 'name')
  WHERE entity_type = 'saved-view' AND changes ? 'name';
UPDATE staff_audit_event SET reason = NULL WHERE action = 'giveaway.fulfil' AND reason IS NOT NULL;
UPDATE staff_audit_event SET entity_type = NULL, entity_id = NULL WHERE outcome <> 'DONE' AND entity_id ~ '[@+]';
ALTER TABLE staff_audit_event ENABLE TRIGGER staff_audit_event_is_append_only;

CREATE FUNCTION squeezed(given text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN nullif(lower(translate(given, ' ().+-"\', '')), '');
COMMENT ON FUNCTION squeezed(text) IS 'A text without what people put into phone numbers as they like, and without what JSON puts before signs.';

CREATE FUNCTION mentions(given text, said text[]) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN EXISTS (SELECT FROM unnest(said) AS s WHERE squeezed(given) = s OR (char_length(s) >= 8 AND strpos(squeezed(given), s) > 0));
COMMENT ON FUNCTION mentions(text, text[]) IS 'True where a text says one of these squeezed texts: anywhere in it, but for short ones, which are parts of too much.';

CREATE FUNCTION without_mentions(doc jsonb, said text[], instead uuid) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  RETURN CASE jsonb_typeof(doc)
    WHEN 'string' THEN CASE WHEN mentions(doc #>> '{}', said) THEN to_jsonb(instead) ELSE doc END
    WHEN 'array' THEN (SELECT coalesce(jsonb_agg(without_mentions(e.part, said, instead) ORDER BY e.n), '[]')
      FROM jsonb_array_elements(doc) WITH ORDINALITY AS e (part, n))
    WHEN 'object' THEN (SELECT coalesce(jsonb_object_agg(e.key, without_mentions(e.part, said, instead)), '{}') FROM jsonb_each(doc) AS e (key, part))
    ELSE doc END;
END
$$;
COMMENT ON FUNCTION without_mentions(jsonb, text[], uuid) IS
  'JSON with an id instead of each text that says one of these: a search for an e-mail address becomes one for the account, and finds nobody else.';

-- Of a name that others have too, nobody can say whom it means.
CREATE FUNCTION forget_mentions(held account) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  -- Columns that compare bytes would have their letters compared so: variables do not.
  phone text := squeezed(held.phone_e164);
  names text[] := ARRAY[held.email, held.firebase_id,
    CASE WHEN NOT EXISTS (SELECT FROM account a WHERE a.name_key = held.name_key AND a.id <> held.id) THEN held.display_name END];
  said text[] := array_remove(ARRAY(SELECT squeezed(v) FROM unnest(names) AS v WHERE v ~ '[[:alnum:]]') || phone, NULL);
  -- A little more than that, and much quicker than squeezing every job.
  near text := lower(concat_ws('|', regexp_replace(phone, '(.)', '\1[^[:alnum:]]*', 'g'),
    (SELECT string_agg(regexp_replace(v, '[^[:alnum:]]+', '[^[:alnum:]]*', 'g'), '|') FROM unnest(names) AS v WHERE v ~ '[[:alnum:]]')));
BEGIN
  IF near = '' THEN
    RETURN;
  END IF;
  UPDATE saved_view v SET name = CASE WHEN mentions(v.name, said) THEN v.id::text ELSE v.name END, state = without_mentions(state, said, held.id),
      version = version + 1
    WHERE lower(v.name || state::text) ~ near AND (mentions(v.name, said) OR state <> without_mentions(state, said, held.id));
  UPDATE staff_audit_event SET personal_changes = NULL
    WHERE entity_type = 'saved-view' AND lower(personal_changes::text) ~ near;
  UPDATE staff_preference SET value = without_mentions(value, said, held.id) WHERE lower(value::text) ~ near;
  UPDATE job SET params = without_mentions(params, said, held.id) WHERE lower(params::text) ~ near;
  -- Beside the address in a row of a file is the rest of what is known.
  UPDATE import SET file_name = CASE WHEN mentions(file_name, said) THEN held.id::text ELSE file_name END,
      columns = (SELECT jsonb_agg(c.part || '{"samples": []}' ORDER BY c.n) FROM jsonb_array_elements(columns) WITH ORDINALITY AS c (part, n))
    WHERE lower(file_name || columns::text) ~ near;
  UPDATE import_problem SET problems = without_mentions(problems, said, held.id) WHERE lower(problems::text) ~ near;
END
$$;
COMMENT ON FUNCTION forget_mentions(account) IS 'Part of erasing: whom staff looked for, named and imported is no longer said.';

DO $$
DECLARE
  signature text;
BEGIN
  FOREACH signature IN ARRAY ARRAY['squeezed(text)', 'mentions(text, text[])', 'without_mentions(jsonb, text[], uuid)', 'forget_mentions(account)'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', signature);
  END LOOP;
END
$$;

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
  UPDATE giveaway_winner SET fulfilment_note = NULL WHERE account_id = erased_id AND fulfilment_note IS NOT NULL;
  UPDATE notification_test_send SET detail = NULL WHERE account_id = erased_id AND detail IS NOT NULL;
  PERFORM forget_mentions(held);
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
