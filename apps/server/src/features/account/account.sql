CREATE OR REPLACE FUNCTION account_check_transition() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF NOT account_may_become(OLD.state, NEW.state)
    OR (OLD.state = 'CLOSED' AND NEW.state = 'ACTIVE' AND account_refusal('REACTIVATE', OLD.state, OLD.state_changed_at) IS NOT NULL)
  THEN
    RAISE EXCEPTION 'an account cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'BC001', TABLE = 'account', COLUMN = 'state';
  END IF;
  NEW.state_changed_at := now();
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION account_check_transition() IS 'Refuses an illegal state transition with SQLSTATE BC001.';
CREATE OR REPLACE TRIGGER account_check_transition BEFORE UPDATE OF state ON account
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION account_check_transition();

CREATE OR REPLACE FUNCTION change_account_states(
    action text, ids uuid[], why text, until_instant timestamptz, privacy_at timestamptz, by_sub text)
  RETURNS TABLE (id uuid, refusal text, changes jsonb)
  LANGUAGE sql SET search_path = pg_catalog, public, pg_temp
  AS $$
    WITH judged AS MATERIALIZED (
      SELECT a.id, a.state, a.state_reason, a.suspended_until, a.privacy_requested_at,
        account_refusal(action, a.state, a.state_changed_at) AS refusal
      FROM account a WHERE a.id = ANY (ids) ORDER BY a.id FOR NO KEY UPDATE
    ), changed AS (
      UPDATE account a SET state = account_after(action), state_reason = CASE account_after(action) WHEN 'ACTIVE' THEN NULL ELSE why END,
        suspended_until = until_instant, privacy_requested_at = privacy_at, version = a.version + 1, updated_at = now(), updated_by = by_sub
      FROM judged j WHERE a.id = j.id AND j.refusal IS NULL
      RETURNING a.id, a.state, jsonb_strip_nulls(jsonb_build_object(
        'state', jsonb_build_array(j.state, a.state),
        'stateReason', CASE WHEN j.state_reason IS DISTINCT FROM a.state_reason THEN jsonb_build_array(j.state_reason, a.state_reason) END,
        'suspendedUntil', CASE WHEN j.suspended_until IS DISTINCT FROM a.suspended_until
          THEN jsonb_build_array(iso_instant(j.suspended_until), iso_instant(a.suspended_until)) END,
        'privacyRequest', CASE WHEN (j.privacy_requested_at IS NULL) <> (a.privacy_requested_at IS NULL)
          THEN jsonb_build_array(j.privacy_requested_at IS NOT NULL, a.privacy_requested_at IS NOT NULL) END)) AS changes
    ), silenced AS (
      UPDATE account_device d SET invalidated_at = now(), invalid_reason = 'ACCOUNT_CLOSED'
      FROM changed c WHERE d.account_id = c.id AND c.state = 'CLOSED' AND d.invalidated_at IS NULL
    )
    SELECT j.id, j.refusal, c.changes FROM judged j LEFT JOIN changed c ON c.id = j.id
  $$;
COMMENT ON FUNCTION change_account_states(text, uuid[], text, timestamptz, timestamptz, text) IS
  'Suspends, reactivates or closes accounts that allow it. Returns for each existing account why it was skipped, or its changes for the audit trail.';
REVOKE ALL ON FUNCTION change_account_states(text, uuid[], text, timestamptz, timestamptz, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION change_account_states(text, uuid[], text, timestamptz, timestamptz, text)');

-- Locks badge or topic after the accounts, as their counters are locked in this order too.
CREATE OR REPLACE FUNCTION award_badge(awarded_badge uuid, ids uuid[], with_note text, by_sub text)
  RETURNS TABLE (id uuid, refusal text, changes jsonb, award_id uuid)
  LANGUAGE sql SET search_path = pg_catalog, public, pg_temp
  AS $$
    WITH held AS MATERIALIZED (
      SELECT a.id, account_refusal('AWARD_BADGE', a.state, a.state_changed_at) AS refusal
      FROM account a WHERE a.id = ANY (ids) ORDER BY a.id FOR NO KEY UPDATE
    ), target AS MATERIALIZED (
      SELECT b.id, b.code, b.is_repeatable, b.validity_days,
        CASE WHEN b.state <> 'ACTIVE' THEN 'badge-retired' WHEN b.award_mode <> 'MANUAL' THEN 'badge-by-rule' END AS refusal
      FROM badge b WHERE b.id = awarded_badge AND (SELECT count(*) FROM held) > 0 FOR NO KEY UPDATE
    ), given AS (
      -- Occurrences count up from the last award, revoked ones included. A badge that is not repeatable is held once.
      INSERT INTO account_badge_award AS w (badge_id, account_id, is_repeatable, occurrence, source, awarded_by, note, expires_at)
      SELECT t.id, h.id, t.is_repeatable, coalesce(earlier.occurrence, 0) + 1, 'STAFF', by_sub, with_note,
        now() + make_interval(days => t.validity_days)
      FROM held h CROSS JOIN target t
        LEFT JOIN LATERAL (SELECT max(e.occurrence) AS occurrence FROM account_badge_award e
          WHERE e.badge_id = t.id AND e.account_id = h.id) AS earlier ON true
      WHERE h.refusal IS NULL AND t.refusal IS NULL
      ON CONFLICT DO NOTHING
      RETURNING w.id, w.account_id
    )
    SELECT h.id, CASE WHEN g.id IS NULL THEN coalesce(h.refusal, t.refusal, 'already-awarded') END,
      CASE WHEN g.id IS NOT NULL THEN jsonb_build_object('badge', jsonb_build_array(NULL, t.code)) END, g.id
    FROM held h CROSS JOIN target t LEFT JOIN given g ON g.account_id = h.id
  $$;
COMMENT ON FUNCTION award_badge(uuid, uuid[], text, text) IS
  'Awards a badge by hand to accounts that may get it. Returns for each existing account why it was skipped, or its award and its changes for the audit trail.';
REVOKE ALL ON FUNCTION award_badge(uuid, uuid[], text, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION award_badge(uuid, uuid[], text, text)');

CREATE OR REPLACE FUNCTION topic_change_refusal(
    subscribes boolean, state account_state, state_changed_at timestamptz, is_subscribed boolean, source subscription_source) RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(account_refusal('CHANGE_TOPICS', state, state_changed_at), CASE
    WHEN is_subscribed THEN CASE WHEN subscribes THEN 'already-subscribed' END
    WHEN NOT subscribes THEN 'not-subscribed'
    WHEN source = 'APP' THEN 'opted-out' END);
COMMENT ON FUNCTION topic_change_refusal(boolean, account_state, timestamptz, boolean, subscription_source) IS
  'Reason why a bulk change may not subscribe an account to a topic, or unsubscribe it: holders who unsubscribed themselves stay unsubscribed. NULL if it may.';

CREATE OR REPLACE FUNCTION change_account_topics(changed_topic uuid, ids uuid[], subscribes boolean, by_sub text)
  RETURNS TABLE (id uuid, refusal text, changes jsonb)
  LANGUAGE sql SET search_path = pg_catalog, public, pg_temp
  AS $$
    WITH held AS MATERIALIZED (
      SELECT a.id, a.state, a.state_changed_at FROM account a WHERE a.id = ANY (ids) ORDER BY a.id FOR NO KEY UPDATE
    ), target AS MATERIALIZED (
      SELECT t.id, t.code, CASE WHEN t.archived_at IS NOT NULL THEN 'topic-archived' END AS refusal
      FROM topic t WHERE t.id = changed_topic AND (SELECT count(*) FROM held) > 0 FOR NO KEY UPDATE
    ), judged AS MATERIALIZED (
      SELECT h.id, t.code, coalesce(topic_change_refusal(subscribes, h.state, h.state_changed_at, s.is_subscribed, s.source), t.refusal) AS refusal
      FROM held h CROSS JOIN target t LEFT JOIN account_topic_subscription s ON s.account_id = h.id AND s.topic_id = t.id
    ), changed AS (
      INSERT INTO account_topic_subscription AS s (account_id, topic_id, is_subscribed, source, changed_by)
      SELECT j.id, changed_topic, subscribes, 'STAFF', by_sub FROM judged j WHERE j.refusal IS NULL
      ON CONFLICT (account_id, topic_id) DO UPDATE
        SET is_subscribed = excluded.is_subscribed, source = 'STAFF', changed_at = now(), changed_by = excluded.changed_by
      RETURNING s.account_id AS id
    )
    SELECT j.id, j.refusal, CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('topic',
      CASE WHEN subscribes THEN jsonb_build_array(NULL, j.code) ELSE jsonb_build_array(j.code, NULL) END) END
    FROM judged j LEFT JOIN changed c ON c.id = j.id
  $$;
COMMENT ON FUNCTION change_account_topics(uuid, uuid[], boolean, text) IS
  'Subscribes accounts to a topic or unsubscribes them. Returns for each existing account why it was skipped, or its changes for the audit trail.';
REVOKE ALL ON FUNCTION change_account_topics(uuid, uuid[], boolean, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION change_account_topics(uuid, uuid[], boolean, text)');

CREATE OR REPLACE FUNCTION account_count_add(changed_state account_state, changed_country char(2), changed_area uuid, change bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  UPDATE account_count SET accounts = accounts + change WHERE slot = (
    SELECT slot FROM account_count WHERE state = changed_state AND country_code = changed_country AND area_id = changed_area
    LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    INSERT INTO account_count (state, country_code, area_id, accounts) VALUES (changed_state, changed_country, changed_area, change);
  END IF;
END
$$;
REVOKE ALL ON FUNCTION account_count_add(account_state, character, uuid, bigint) FROM PUBLIC;

CREATE OR REPLACE FUNCTION account_count_changes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  nowhere CONSTANT uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM account_count_add(state, country_code, coalesce(area_id, nowhere), count(*)) FROM new_rows
      GROUP BY state, country_code, coalesce(area_id, nowhere);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM account_count_add(state, country_code, coalesce(area_id, nowhere), -count(*)) FROM old_rows
      GROUP BY state, country_code, coalesce(area_id, nowhere);
  ELSE
    PERFORM account_count_add(state, country_code, area, sum(change)::bigint)
      FROM (SELECT state, country_code, coalesce(area_id, nowhere) AS area, -1 AS change FROM old_rows
        UNION ALL SELECT state, country_code, coalesce(area_id, nowhere), 1 FROM new_rows) AS moves
      GROUP BY state, country_code, area HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER account_count_inserted AFTER INSERT ON account REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION account_count_changes();
CREATE OR REPLACE TRIGGER account_count_updated AFTER UPDATE ON account REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION account_count_changes();
CREATE OR REPLACE TRIGGER account_count_deleted AFTER DELETE ON account REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION account_count_changes();

CREATE OR REPLACE FUNCTION account_count_truncated() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  DELETE FROM account_count;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER account_count_truncated AFTER TRUNCATE ON account
  FOR EACH STATEMENT EXECUTE FUNCTION account_count_truncated();

-- Notifies open account lists of new accounts, so that they need not poll.
CREATE OR REPLACE FUNCTION account_created_notice() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- The payload is the same for all statements of a transaction, so PostgreSQL delivers one notice.
  PERFORM pg_notify('account_created', to_char(transaction_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  RETURN NULL;
END;
$$;
COMMENT ON FUNCTION account_created_notice() IS 'Notifies account_created with the start time of the transaction that created accounts.';
CREATE OR REPLACE TRIGGER account_created_notice AFTER INSERT ON account
  FOR EACH STATEMENT EXECUTE FUNCTION account_created_notice();
CREATE OR REPLACE TRIGGER account_changed_notice AFTER UPDATE ON account REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_changed_notice('account_changed');

-- A wallet may exist already: tests truncate accounts but not wallets. An account created again under the same id reuses its wallet.
CREATE OR REPLACE FUNCTION account_opens_wallets() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  INSERT INTO points_wallet (owner_type, owner_id, frozen)
    SELECT 'ACCOUNT', id, state <> 'ACTIVE' FROM new_rows ORDER BY id
    ON CONFLICT (owner_type, owner_id) DO UPDATE SET frozen = EXCLUDED.frozen;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION account_opens_wallets() FROM PUBLIC;
CREATE OR REPLACE TRIGGER account_opens_wallets AFTER INSERT ON account REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION account_opens_wallets();

CREATE OR REPLACE FUNCTION account_freezes_wallets() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  changed uuid[];
BEGIN
  -- Locked in id order, as transfers do.
  changed := ARRAY(
    SELECT w.id FROM points_wallet w
    WHERE w.owner_type = 'ACCOUNT' AND w.owner_id = ANY (ARRAY(
      SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE (n.state = 'ACTIVE') <> (o.state = 'ACTIVE')))
    ORDER BY w.id FOR NO KEY UPDATE);
  IF changed <> '{}' THEN
    UPDATE points_wallet w SET frozen = n.state <> 'ACTIVE'
      FROM new_rows n WHERE w.id = ANY (changed) AND w.owner_type = 'ACCOUNT' AND w.owner_id = n.id;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION account_freezes_wallets() FROM PUBLIC;
CREATE OR REPLACE TRIGGER account_freezes_wallets AFTER UPDATE ON account REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION account_freezes_wallets();

-- Applies to every role, including the owner.
CREATE OR REPLACE FUNCTION account_note_is_append_only() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND (NEW.id, NEW.account_id, NEW.written_at, NEW.written_by) IS NOT DISTINCT FROM (OLD.id, OLD.account_id, OLD.written_at, OLD.written_by)
    AND (NEW.text IS NOT DISTINCT FROM OLD.text OR NEW.text IS NULL)
    AND (OLD.retracted_at IS NULL OR (NEW.retracted_at, NEW.retracted_by) IS NOT DISTINCT FROM (OLD.retracted_at, OLD.retracted_by))
    AND (OLD.retracted_at IS NULL OR NEW.retract_reason IS NOT DISTINCT FROM OLD.retract_reason OR NEW.retract_reason IS NULL)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'notes cannot be changed or deleted' USING ERRCODE = 'BC002', TABLE = 'account_note';
END
$$;
COMMENT ON FUNCTION account_note_is_append_only() IS
  'Refuses any change except a retraction or the erasure of the account, with SQLSTATE BC002.';
CREATE OR REPLACE TRIGGER account_note_is_append_only BEFORE UPDATE OR DELETE ON account_note
  FOR EACH ROW EXECUTE FUNCTION account_note_is_append_only();

CREATE OR REPLACE FUNCTION squeezed(given text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN nullif(lower(translate(given, ' ().+-"\', '')), '');
COMMENT ON FUNCTION squeezed(text) IS 'A text without separators of phone numbers and escape characters of JSON.';
REVOKE ALL ON FUNCTION squeezed(text) FROM PUBLIC;

CREATE OR REPLACE FUNCTION mentions(given text, said text[]) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN EXISTS (SELECT FROM unnest(said) AS s WHERE squeezed(given) = s OR (char_length(s) >= 8 AND strpos(squeezed(given), s) > 0));
COMMENT ON FUNCTION mentions(text, text[]) IS
  'True if a text contains one of these squeezed texts; short ones must match whole, as they are part of too many texts.';
REVOKE ALL ON FUNCTION mentions(text, text[]) FROM PUBLIC;

CREATE OR REPLACE FUNCTION without_mentions(doc jsonb, said text[], instead uuid) RETURNS jsonb
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
  'JSON with the id in place of each text that mentions one of these: a search for an email address becomes a search for the account and finds no one else.';
REVOKE ALL ON FUNCTION without_mentions(jsonb, text[], uuid) FROM PUBLIC;

-- A name that other accounts share is ambiguous and is kept.
CREATE OR REPLACE FUNCTION forget_mentions(held account) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  -- Variables, as columns with a binary collation would make the comparison binary.
  phone text := squeezed(held.phone_e164);
  names text[] := ARRAY[held.email, held.firebase_id,
    CASE WHEN NOT EXISTS (SELECT FROM account a WHERE a.name_key = held.name_key AND a.id <> held.id) THEN held.display_name END];
  said text[] := array_remove(ARRAY(SELECT squeezed(v) FROM unnest(names) AS v WHERE v ~ '[[:alnum:]]') || phone, NULL);
  -- A superset of the matches, and much faster than squeezing every job.
  near text := lower(concat_ws('|', regexp_replace(phone, '(.)', '\1[^[:alnum:]]*', 'g'),
    (SELECT string_agg(regexp_replace(v, '[^[:alnum:]]+', '[^[:alnum:]]*', 'g'), '|') FROM unnest(names) AS v WHERE v ~ '[[:alnum:]]')));
BEGIN
  IF near = '' THEN RETURN; END IF;
  UPDATE saved_view v SET name = CASE WHEN mentions(v.name, said) THEN v.id::text ELSE v.name END, state = without_mentions(state, said, held.id),
      version = version + 1 WHERE lower(v.name || state::text) ~ near AND (mentions(v.name, said) OR state <> without_mentions(state, said, held.id));
  UPDATE segment s SET name = CASE WHEN mentions(s.name, said) THEN s.id::text ELSE s.name END,
      description = CASE WHEN mentions(s.description, said) THEN s.id::text ELSE s.description END,
      rule = without_mentions(rule, said, held.id), version = version + 1
    WHERE lower(concat_ws(' ', s.name, s.description, s.rule::text)) ~ near
      AND (mentions(s.name, said) OR mentions(s.description, said) OR rule <> without_mentions(rule, said, held.id));
  UPDATE staff_audit_event SET personal_changes = NULL WHERE entity_type IN ('export-schedule', 'saved-view', 'segment') AND lower(personal_changes::text) ~ near;
  UPDATE staff_preference SET value = without_mentions(value, said, held.id) WHERE lower(value::text) ~ near;
  UPDATE job SET params = without_mentions(params, said, held.id) WHERE lower(params::text) ~ near;
  -- A row of an import file has more personal data next to the address.
  UPDATE import SET file_name = CASE WHEN mentions(file_name, said) THEN held.id::text ELSE file_name END,
      columns = (SELECT jsonb_agg(c.part || '{"samples": []}' ORDER BY c.n) FROM jsonb_array_elements(columns) WITH ORDINALITY AS c (part, n)),
      reading = jsonb_set(reading || '{"topRows": []}', '{choices}', (SELECT coalesce(jsonb_agg(c || '{"lines": []}'), '[]') FROM jsonb_array_elements(reading -> 'choices') c))
    WHERE lower(concat_ws(' ', file_name, columns::text, reading::text)) ~ near;
  UPDATE import_problem SET problems = without_mentions(problems, said, held.id), cells = NULL, corrected = NULL, state = CASE state WHEN 'DONE' THEN state ELSE 'LEFT_OUT' END
    WHERE lower(concat_ws(' ', problems, cells, corrected)) ~ near AND jsonb_build_array(problems, cells, corrected) <> without_mentions(jsonb_build_array(problems, cells, corrected), said, held.id);
  UPDATE points_import SET file_name = held.id::text WHERE lower(file_name) ~ near AND mentions(file_name, said);
  PERFORM forget_approvals(held.id, said, near), forget_in_exports(held.id, said, near);
END
$$;
COMMENT ON FUNCTION forget_mentions(account) IS 'Part of erasure: removes the account from texts of people, jobs and files, and import rows.';
REVOKE ALL ON FUNCTION forget_mentions(account) FROM PUBLIC;

-- Covers columns of later migrations, as long as their comments mark them as personal.
CREATE OR REPLACE FUNCTION forget_personal_columns(of_table regclass, of_id uuid) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  emptied text;
BEGIN
  SELECT string_agg(format('%I = NULL', a.attname), ', ') INTO emptied FROM pg_attribute a
    WHERE a.attrelid = of_table AND a.attnum > 0 AND NOT a.attisdropped AND NOT a.attnotnull AND a.attgenerated = ''
      AND col_description(of_table, a.attnum) LIKE '%{personal}';
  EXECUTE format('UPDATE %s SET %s WHERE id = $1', of_table, emptied) USING of_id;
END
$$;
COMMENT ON FUNCTION forget_personal_columns(regclass, uuid) IS 'Empties the columns of a row whose comments mark them as personal.';
REVOKE ALL ON FUNCTION forget_personal_columns(regclass, uuid) FROM PUBLIC;

CREATE OR REPLACE FUNCTION kept_notes(of_account uuid) RETURNS int LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
  AS $$ SELECT count(*)::int FROM account_note WHERE account_id = of_account AND retracted_at IS NULL AND text IS NOT NULL $$;
COMMENT ON FUNCTION kept_notes(uuid) IS 'How many notes of an account can be read: neither retracted nor erased.';
REVOKE ALL ON FUNCTION kept_notes(uuid) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION kept_notes(uuid)');

CREATE OR REPLACE FUNCTION erase_account(
    erased_id uuid, by_sub text, by_roles text[], with_reason text, in_request text) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  held account;
  devices bigint;
  notes int := kept_notes(erased_id);
BEGIN
  SELECT * INTO held FROM account WHERE id = erased_id FOR UPDATE;
  -- The state trigger refuses accounts that are not closed; an erased account is not erased again.
  IF NOT FOUND OR held.state = 'ERASED' THEN
    RAISE EXCEPTION 'no account to erase' USING ERRCODE = 'BC001', TABLE = 'account', COLUMN = 'state';
  END IF;
  DELETE FROM machine_refusal WHERE account_id = erased_id; DELETE FROM account_device WHERE account_id = erased_id;
  GET DIAGNOSTICS devices = ROW_COUNT;
  UPDATE account_card SET account_id = NULL, card_number = NULL, ended_at = coalesce(ended_at, now()) WHERE account_id = erased_id;
  UPDATE account_topic_subscription SET is_subscribed = false WHERE account_id = erased_id AND is_subscribed;
  DELETE FROM account_topic_subscription WHERE account_id = erased_id;
  UPDATE account_note SET text = NULL, retract_reason = NULL WHERE account_id = erased_id;
  -- The note of a bulk award is in its job too.
  UPDATE job j SET params = j.params || '{"reason": null}' FROM account_badge_award w
    WHERE w.account_id = erased_id AND j.kind = 'account.bulk-change' AND j.params ->> 'action' = 'AWARD_BADGE'
      AND j.params ->> 'targetId' = w.badge_id::text AND j.params ->> 'reason' = w.note;
  -- So are personal values of a bulk edit.
  UPDATE job j SET params = j.params || '{"patch": null}' FROM staff_audit_event e, jsonb_each(e.personal_changes) c
    WHERE e.entity_type = 'account' AND e.entity_id = erased_id::text AND j.kind = 'account.bulk-change'
      AND j.params -> 'patch' -> c.key = c.value -> 1;
  UPDATE account_badge_award SET note = NULL, evidence_ref = NULL
    WHERE account_id = erased_id AND (note IS NOT NULL OR evidence_ref IS NOT NULL);
  UPDATE giveaway_winner SET fulfilment_note = NULL WHERE account_id = erased_id AND fulfilment_note IS NOT NULL;
  UPDATE notification_test_send SET detail = NULL WHERE account_id = erased_id AND detail IS NOT NULL;
  UPDATE pasted_selection SET record_ids = array_remove(record_ids, erased_id) WHERE erased_id = ANY (record_ids);
  PERFORM forget_mentions(held);
  -- Exported files of the account's data, and stored responses of repeated requests.
  UPDATE file_garbage g SET due_at = now() FROM job j
    WHERE j.kind = 'account.export-data' AND j.params ->> 'accountId' = erased_id::text AND g.key = j.result_key;
  UPDATE job SET result_expires_at = now()
    WHERE kind = 'account.export-data' AND params ->> 'accountId' = erased_id::text AND result_expires_at > now();
  DELETE FROM idempotency_key WHERE request_id IN ( -- Requests that changed the account, and responses that identify it.
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
  PERFORM forget_personal_columns('account', erased_id);
  INSERT INTO staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes)
    VALUES (by_sub, by_roles, in_request, 'account.erase', 'account', erased_id::text, 'DONE', with_reason,
      jsonb_build_object('state', jsonb_build_array(held.state, 'ERASED'), 'devices', jsonb_build_array(devices, 0),
        'notes', jsonb_build_array(notes, 0)));
  RETURN held.firebase_id;
END
$$;
COMMENT ON FUNCTION erase_account(uuid, text, text[], text, text) IS
  'Erases a closed account in the caller''s transaction, with its audit row. Returns its former Firebase id, whose picture the caller removes.';
REVOKE ALL ON FUNCTION erase_account(uuid, text, text[], text, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION erase_account(uuid, text, text[], text, text)');
