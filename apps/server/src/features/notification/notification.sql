-- Recipients and times of a notification, shared by the estimate and the snapshot (decision 0090).
CREATE OR REPLACE FUNCTION localized_text(content jsonb, locale text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
    SELECT coalesce(
      content ->> locale,
      (SELECT entry.value FROM jsonb_each_text(content) AS entry
        WHERE split_part(entry.key, '-', 1) = split_part(locale, '-', 1) ORDER BY entry.key COLLATE "C" LIMIT 1),
      content ->> 'en-US')
  $$;
COMMENT ON FUNCTION localized_text(jsonb, text) IS
  'Text in the given locale, else in the same language of another region, else in en-US.';

CREATE OR REPLACE FUNCTION zone_difference(at timestamptz, zone text) RETURNS interval
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (at AT TIME ZONE zone) - (at AT TIME ZONE 'UTC');
COMMENT ON FUNCTION zone_difference(timestamptz, text) IS 'Offset of a zone from UTC at an instant.';

-- PostgreSQL shifts a skipped wall time forward, and of an ambiguous one takes the second instant. The first is the one at
-- the offset of the day before, if its wall time is the same.
CREATE OR REPLACE FUNCTION local_instant_by_yesterday(wall timestamp, zone text) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (wall - zone_difference((wall AT TIME ZONE zone) - interval '1 day', zone)) AT TIME ZONE 'UTC';

CREATE OR REPLACE FUNCTION local_instant(wall timestamp, zone text) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN local_instant_by_yesterday(wall, zone) AT TIME ZONE zone = wall
      THEN least(local_instant_by_yesterday(wall, zone), wall AT TIME ZONE zone)
    ELSE wall AT TIME ZONE zone END;
COMMENT ON FUNCTION local_instant(timestamp, text) IS
  'Instant of a wall time in a zone: a skipped time is shifted forward by the length of the gap; of an ambiguous one it is the first.';

CREATE OR REPLACE FUNCTION local_instant_after(at timestamptz, wall timestamp, zone text) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN local_instant(wall, zone) > at THEN local_instant(wall, zone) ELSE wall AT TIME ZONE zone END;
COMMENT ON FUNCTION local_instant_after(timestamptz, timestamp, text) IS
  'Instant of a wall time in a zone after another instant: of an ambiguous one the second, if the first is over.';

CREATE OR REPLACE FUNCTION is_quiet_time(clock time, quiet_start time, quiet_end time) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN quiet_start < quiet_end THEN clock >= quiet_start AND clock < quiet_end
    WHEN quiet_start > quiet_end THEN clock >= quiet_start OR clock < quiet_end
    ELSE false END;
COMMENT ON FUNCTION is_quiet_time(time, time, time) IS 'True within [start, end), which may span midnight; equal ends mean no quiet hours.';

CREATE OR REPLACE FUNCTION quiet_until(at timestamptz, zone text, quiet_start time, quiet_end time) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN is_quiet_time((at AT TIME ZONE zone)::time, quiet_start, quiet_end) THEN
    local_instant_after(at,
      (at AT TIME ZONE zone)::date + quiet_end
        + CASE WHEN (at AT TIME ZONE zone)::time < quiet_end THEN interval '0' ELSE interval '1 day' END, zone) END;
COMMENT ON FUNCTION quiet_until(timestamptz, text, time, time) IS 'End of the quiet hours that contain an instant in a zone; NULL outside of them.';

-- Without a subquery, so that it can be inlined.
CREATE OR REPLACE FUNCTION notification_exclusion(
    kind topic_kind, is_subscribed boolean, state account_state, push_consent boolean, matches boolean) RETURNS audience_exclusion
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN is_subscribed IS NOT TRUE AND (kind = 'MARKETING' OR is_subscribed IS FALSE) THEN 'UNSUBSCRIBED'::audience_exclusion
    WHEN matches IS NOT TRUE THEN 'OUTSIDE_FILTERS'::audience_exclusion
    WHEN state <> 'ACTIVE' THEN 'ACCOUNT_NOT_ACTIVE'::audience_exclusion
    WHEN kind = 'MARKETING' AND NOT push_consent THEN 'NO_CONSENT'::audience_exclusion END;
COMMENT ON FUNCTION notification_exclusion(topic_kind, boolean, account_state, boolean, boolean) IS
  'First reason why an account is not a recipient; NULL: it is one. Service topics reach every active account that has not unsubscribed.';

CREATE OR REPLACE FUNCTION notification_matches(
    countries bpchar[], areas uuid[], last_seen_days int, country bpchar, area uuid, last_seen timestamptz, at timestamptz) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (cardinality(countries) = 0 OR country = ANY (countries)) AND (cardinality(areas) = 0 OR area = ANY (areas))
    AND (last_seen_days IS NULL OR last_seen >= at - make_interval(hours => 24 * last_seen_days));
COMMENT ON FUNCTION notification_matches(char[], uuid[], int, character, uuid, timestamptz, timestamptz) IS
  'True for an account that matches the filters of a notification, apart from the badge.';

-- A page of the snapshot reads only its own accounts: each branch scans in the order of ids and stops at the page's end.
-- Otherwise the planner, which expects few recipients, would sort all accounts.
DROP FUNCTION IF EXISTS notification_audience(uuid, topic_kind, bpchar[], uuid[], uuid, int, uuid, uuid, int);
DROP FUNCTION IF EXISTS notification_audience(uuid, topic_kind, bpchar[], uuid[], uuid, int, int, uuid, uuid, int);
CREATE OR REPLACE FUNCTION notification_audience(
    topic uuid, kind topic_kind, countries bpchar[], areas uuid[], badge uuid, last_seen_days int, not_seen_days int, members_of uuid, resend uuid,
    after uuid, max_rows int)
  RETURNS TABLE (account_id uuid, timezone text, locale text)
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$
    (SELECT a.id, a.timezone, a.locale
      FROM account_topic_subscription s JOIN account a ON a.id = s.account_id
      WHERE kind = 'MARKETING' AND resend IS NULL AND s.topic_id = topic AND s.is_subscribed AND s.account_id > after
        AND notification_exclusion(kind, s.is_subscribed, a.state, a.push_consent,
          notification_matches(countries, areas, last_seen_days, a.country_code, a.area_id, a.last_seen_at, now())
          AND (not_seen_days IS NULL OR a.last_seen_at < now() - make_interval(hours => 24 * not_seen_days))
          AND (members_of IS NULL OR EXISTS (SELECT FROM notification_member m WHERE m.notification_id = members_of AND m.account_id = a.id))
          AND (badge IS NULL OR EXISTS (SELECT FROM account_badge_award w WHERE w.badge_id = badge AND w.account_id = a.id
            AND w.revoked_at IS NULL AND (w.expires_at IS NULL OR w.expires_at > now())))) IS NULL
      ORDER BY s.account_id LIMIT max_rows)
    UNION ALL
    (SELECT a.id, a.timezone, a.locale
      FROM account a LEFT JOIN account_topic_subscription s ON s.account_id = a.id AND s.topic_id = topic
      WHERE kind = 'SERVICE' AND resend IS NULL AND a.id > after
        AND notification_exclusion(kind, s.is_subscribed, a.state, a.push_consent,
          notification_matches(countries, areas, last_seen_days, a.country_code, a.area_id, a.last_seen_at, now())
          AND (not_seen_days IS NULL OR a.last_seen_at < now() - make_interval(hours => 24 * not_seen_days))
          AND (members_of IS NULL OR EXISTS (SELECT FROM notification_member m WHERE m.notification_id = members_of AND m.account_id = a.id))
          AND (badge IS NULL OR EXISTS (SELECT FROM account_badge_award w WHERE w.badge_id = badge AND w.account_id = a.id
            AND w.revoked_at IS NULL AND (w.expires_at IS NULL OR w.expires_at > now())))) IS NULL
      ORDER BY a.id LIMIT max_rows)
    UNION ALL
    (SELECT a.id, a.timezone, a.locale
      FROM notification n
      JOIN notification_delivery d ON d.created_on = n.created_on AND d.notification_id = n.id AND d.state = 'FAILED'
      JOIN account a ON a.id = d.account_id
      LEFT JOIN account_topic_subscription s ON s.account_id = a.id AND s.topic_id = topic
      WHERE resend IS NOT NULL AND n.id = resend AND d.account_id > after
        AND notification_exclusion(kind, s.is_subscribed, a.state, a.push_consent, true) IS NULL
        AND NOT EXISTS (SELECT FROM notification o
          JOIN notification_delivery x ON x.created_on = o.created_on AND x.notification_id = o.id
          WHERE o.resend_of = resend AND x.account_id = a.id AND x.state IN ('SENDING', 'SENT', 'RECEIVED', 'OPENED'))
      ORDER BY d.account_id LIMIT max_rows)
    ORDER BY 1 LIMIT max_rows
  $$;
COMMENT ON FUNCTION notification_audience(uuid, topic_kind, char[], uuid[], uuid, int, int, uuid, uuid, uuid, int) IS
  'Next recipients of a notification, with ids above the last one, in order and each once: by its topic, filters and the members of `members_of`, or for a resend those that failed and have not been reached since.';

-- State transitions of a notification and their effects on its deliveries (decision 0090).
CREATE OR REPLACE FUNCTION notification_is_undoable(mode notification_send_mode, starts_at timestamptz, at timestamptz) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN at < starts_at - CASE mode WHEN 'NOW' THEN interval '0' ELSE interval '60 seconds' END;
COMMENT ON FUNCTION notification_is_undoable(notification_send_mode, timestamptz, timestamptz) IS
  'True while a scheduled notification can be made a draft again: until a minute before its start, or until its start for NOW.';

-- Checks steps of staff; all other steps are taken by functions of the owner.
CREATE OR REPLACE FUNCTION notification_check_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
DECLARE
  locked text;
BEGIN
  IF NEW.state IS DISTINCT FROM OLD.state THEN
    IF NOT (notification_staff_may(OLD.state, NEW.state)
      OR (notification_product_may(OLD.state, NEW.state)
        AND pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER')))
      OR (NEW.state = 'DRAFT' AND NOT notification_is_undoable(OLD.send_mode, OLD.starts_at, clock_timestamp()))
    THEN
      RAISE EXCEPTION 'a notification cannot go from % to % now', OLD.state, NEW.state
        USING ERRCODE = 'BC001', TABLE = 'notification', COLUMN = 'state';
    END IF;
    NEW.state_changed_at := now();
  END IF;
  IF OLD.state <> 'DRAFT' AND (NEW.state <> 'DRAFT' OR OLD.state <> 'SCHEDULED') THEN
    locked := CASE
      WHEN NEW.topic_id IS DISTINCT FROM OLD.topic_id THEN 'topic_id'
      WHEN (NEW.title_i18n, NEW.body_i18n, NEW.image_url, NEW.deep_link)
        IS DISTINCT FROM (OLD.title_i18n, OLD.body_i18n, OLD.image_url, OLD.deep_link) THEN 'title_i18n'
      WHEN (NEW.country_codes, NEW.area_ids, NEW.badge_id, NEW.segment_id, NEW.last_seen_within_days, NEW.not_seen_within_days)
        IS DISTINCT FROM (OLD.country_codes, OLD.area_ids, OLD.badge_id, OLD.segment_id, OLD.last_seen_within_days, OLD.not_seen_within_days) THEN 'country_codes'
      WHEN (NEW.send_mode, NEW.send_at, NEW.send_local, NEW.timezone, NEW.not_after, NEW.starts_at, NEW.scheduled_at)
        IS DISTINCT FROM (OLD.send_mode, OLD.send_at, OLD.send_local, OLD.timezone, OLD.not_after, OLD.starts_at, OLD.scheduled_at)
        THEN 'send_mode'
      WHEN (NEW.ttl_seconds, NEW.throttle_per_minute, NEW.ignore_quiet_hours, NEW.ignore_frequency_cap)
        IS DISTINCT FROM (OLD.ttl_seconds, OLD.throttle_per_minute, OLD.ignore_quiet_hours, OLD.ignore_frequency_cap) THEN 'ttl_seconds'
      WHEN OLD.created_on IS NOT NULL AND NEW.created_on IS DISTINCT FROM OLD.created_on THEN 'created_on' END;
  END IF;
  IF NEW.resend_of IS DISTINCT FROM OLD.resend_of THEN
    locked := 'resend_of';
  END IF;
  IF locked IS NOT NULL THEN
    RAISE EXCEPTION 'the % of this notification may no longer be changed', locked
      USING ERRCODE = 'BC003', TABLE = 'notification', COLUMN = locked;
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION notification_check_change() IS
  'Raises SQLSTATE BC001 for a state that may not follow the present one now or by this role, and BC003 for a change of a locked column.';
CREATE OR REPLACE TRIGGER notification_check_change BEFORE UPDATE ON notification
  FOR EACH ROW EXECUTE FUNCTION notification_check_change();

-- Waiting rows are found by the keys just locked. With the state repeated, the planner could search all waiting rows for
-- each of them while the table has no statistics.
CREATE OR REPLACE FUNCTION notification_end_waiting(notification uuid, max_rows int) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_mergejoin = off SET jit = off
  AS $$
DECLARE
  n notification%ROWTYPE;
  ended int;
  were_deferred int;
  end_state delivery_state;
  end_reason delivery_reason;
BEGIN
  SELECT * INTO n FROM notification x WHERE x.id = notification FOR NO KEY UPDATE;
  IF n.created_on IS NULL OR n.state NOT IN ('CANCELED', 'FAILED') THEN
    RETURN 0;
  END IF;
  end_state := CASE n.state WHEN 'CANCELED' THEN 'CANCELED' ELSE 'FAILED' END;
  end_reason := CASE n.state WHEN 'CANCELED' THEN 'CANCELED_BY_STAFF' ELSE 'NOTIFICATION_FAILED' END;
  WITH waiting AS MATERIALIZED (
    SELECT d.account_id, d.state FROM notification_delivery d
    WHERE d.created_on = n.created_on AND d.notification_id = n.id AND d.state IN ('PENDING', 'DEFERRED')
    LIMIT max_rows FOR UPDATE
  ), written AS (
    UPDATE notification_delivery d SET state = end_state, reason = end_reason, changed_at = now()
    FROM waiting w
    WHERE d.created_on = n.created_on AND d.notification_id = n.id AND d.account_id = w.account_id
    RETURNING w.state
  )
  SELECT count(*), count(*) FILTER (WHERE state = 'DEFERRED') INTO ended, were_deferred FROM written;
  IF ended > 0 THEN
    UPDATE notification x SET
        canceled = x.canceled + CASE end_state WHEN 'CANCELED' THEN ended ELSE 0 END,
        failed = x.failed + CASE end_state WHEN 'FAILED' THEN ended ELSE 0 END,
        deferred = greatest(0, x.deferred - were_deferred)
      WHERE x.id = n.id;
    PERFORM notification_count_reason(n.id, end_state, end_reason, ended);
    UPDATE notification_reason_count c SET deliveries = greatest(0, c.deliveries - were_deferred)
      WHERE c.notification_id = n.id AND c.state = 'DEFERRED' AND were_deferred > 0;
  END IF;
  RETURN ended;
END
$$;
COMMENT ON FUNCTION notification_end_waiting(uuid, int) IS
  'Ends up to `max_rows` waiting deliveries of a canceled or failed notification; returns their number.';
REVOKE ALL ON FUNCTION notification_end_waiting(uuid, int) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION notification_end_waiting(uuid, int)');

-- Ends the first rows with the notification; housekeeping ends the rest. Readers and the dispatcher see no difference.
CREATE OR REPLACE FUNCTION notification_ended() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  PERFORM notification_end_waiting(NEW.id, 10000);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION notification_ended() FROM PUBLIC;
CREATE OR REPLACE TRIGGER notification_ended AFTER UPDATE OF state ON notification
  FOR EACH ROW WHEN (NEW.state IN ('CANCELED', 'FAILED') AND OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION notification_ended();

CREATE OR REPLACE FUNCTION notification_sweep_batch(max_rows int) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  ended_id uuid;
  swept int;
BEGIN
  FOR ended_id IN
    SELECT n.id FROM notification n WHERE n.state IN ('CANCELED', 'FAILED') AND n.created_on IS NOT NULL
      AND n.state_changed_at > now() - interval '7 days'
    ORDER BY n.state_changed_at
  LOOP
    swept := notification_end_waiting(ended_id, max_rows);
    IF swept > 0 THEN
      RETURN swept;
    END IF;
  END LOOP;
  RETURN 0;
END
$$;
COMMENT ON FUNCTION notification_sweep_batch(int) IS
  'Runs notification_end_waiting() for one recent notification with waiting deliveries; 0: none has any.';
REVOKE ALL ON FUNCTION notification_sweep_batch(int) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION notification_sweep_batch(int)');

CREATE OR REPLACE FUNCTION change_notification_states(action text, ids uuid[], why text, by_sub text)
  RETURNS TABLE (id uuid, refusal text, changes jsonb)
  LANGUAGE sql SET search_path = pg_catalog, public, pg_temp
  AS $$
    WITH judged AS MATERIALIZED (
      SELECT n.id, n.state, coalesce(notification_refusal(action, n.state),
        CASE WHEN action = 'UNSCHEDULE' AND NOT notification_is_undoable(n.send_mode, n.starts_at, clock_timestamp()) THEN 'too-late' END) AS refusal
      FROM notification n WHERE n.id = ANY (ids) ORDER BY n.id FOR NO KEY UPDATE
    ), changed AS (
      UPDATE notification n SET state = notification_after(action), state_reason = why, state_changed_by = by_sub,
        scheduled_at = CASE WHEN notification_after(action) <> 'DRAFT' THEN n.scheduled_at END,
        scheduled_by = CASE WHEN notification_after(action) <> 'DRAFT' THEN n.scheduled_by END,
        starts_at = CASE WHEN notification_after(action) <> 'DRAFT' THEN n.starts_at END,
        wave_plan = CASE WHEN notification_after(action) <> 'DRAFT' THEN n.wave_plan ELSE '[]' END,
        version = n.version + 1, updated_at = now(), updated_by = by_sub
      FROM judged j WHERE n.id = j.id AND j.refusal IS NULL
      RETURNING n.id, jsonb_build_object('state', jsonb_build_array(j.state, n.state)) AS changes
    )
    SELECT j.id, j.refusal, c.changes FROM judged j LEFT JOIN changed c ON c.id = j.id
  $$;
COMMENT ON FUNCTION change_notification_states(text, uuid[], text, text) IS
  'Unschedules, pauses, resumes or cancels notifications that allow it. Returns for each existing one the reason why it was skipped, or its changes for the audit trail.';
REVOKE ALL ON FUNCTION change_notification_states(text, uuid[], text, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION change_notification_states(text, uuid[], text, text)');

CREATE OR REPLACE FUNCTION notification_set_state(notification uuid, to_state notification_state, with_reason text DEFAULT NULL) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC'
  AS $$
DECLARE
  n notification%ROWTYPE;
BEGIN
  SELECT * INTO n FROM notification x WHERE x.id = notification FOR NO KEY UPDATE;
  IF NOT FOUND OR NOT notification_product_may(n.state, to_state) OR (to_state = 'PREPARING' AND n.starts_at > clock_timestamp()) THEN
    RETURN false;
  END IF;
  UPDATE notification x SET
      state = to_state, state_reason = with_reason, state_changed_by = NULL, version = x.version + 1, updated_at = now(),
      created_on = CASE to_state WHEN 'PREPARING' THEN current_date ELSE x.created_on END,
      prepared_at = CASE to_state WHEN 'SENDING' THEN now() ELSE x.prepared_at END,
      completed_at = CASE to_state WHEN 'SENT' THEN now() END
    WHERE x.id = notification;
  RETURN true;
END
$$;
COMMENT ON FUNCTION notification_set_state(uuid, notification_state, text) IS
  'Takes a step on behalf of the product: PREPARING when due, SENDING once the snapshot is complete, PAUSED, SENT, FAILED. False: its state does not allow the step.';
REVOKE ALL ON FUNCTION notification_set_state(uuid, notification_state, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION notification_set_state(uuid, notification_state, text)');

-- Notices for subscribers of the list (new notifications) and of one notification (changes).
CREATE OR REPLACE FUNCTION notification_created_notice() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('notification_created', to_char(transaction_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER notification_created_notice AFTER INSERT ON notification
  FOR EACH STATEMENT EXECUTE FUNCTION notification_created_notice();

CREATE OR REPLACE FUNCTION notification_changed_notice() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('notification_changed', NEW.id::text);
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION notification_changed_notice() IS 'Sends the id to listeners of notification_changed.';
CREATE OR REPLACE TRIGGER notification_changed_notice AFTER UPDATE ON notification
  FOR EACH ROW WHEN (NEW.version <> OLD.version) EXECUTE FUNCTION notification_changed_notice();
