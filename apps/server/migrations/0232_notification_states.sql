-- The way of a notification from state to state, and what follows for its deliveries (decision 0090).

CREATE FUNCTION notification_is_undoable(mode notification_send_mode, starts_at timestamptz, at timestamptz) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN at < starts_at - CASE mode WHEN 'NOW' THEN interval '0' ELSE interval '60 seconds' END;
COMMENT ON FUNCTION notification_is_undoable(notification_send_mode, timestamptz, timestamptz) IS
  'True while a scheduled notification can be made a draft again: until a minute before it starts, and until it starts where it goes out now.';

-- Steps that staff may take; the others are taken by functions of the owner alone.
CREATE FUNCTION notification_check_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
DECLARE
  locked text;
BEGIN
  IF NEW.state IS DISTINCT FROM OLD.state THEN
    IF NOT ((OLD.state, NEW.state) IN (
        ('DRAFT', 'SCHEDULED'), ('SCHEDULED', 'DRAFT'), ('SCHEDULED', 'CANCELED'), ('PREPARING', 'CANCELED'), ('SENDING', 'PAUSED'),
        ('SENDING', 'CANCELED'), ('PAUSED', 'SENDING'), ('PAUSED', 'CANCELED'))
      OR ((OLD.state, NEW.state) IN (
        ('SCHEDULED', 'PREPARING'), ('PREPARING', 'SENDING'), ('SENDING', 'SENT'), ('SCHEDULED', 'FAILED'), ('PREPARING', 'FAILED'),
        ('SENDING', 'FAILED'), ('PAUSED', 'FAILED'))
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
      WHEN (NEW.country_codes, NEW.area_ids, NEW.badge_id, NEW.last_seen_within_days)
        IS DISTINCT FROM (OLD.country_codes, OLD.area_ids, OLD.badge_id, OLD.last_seen_within_days) THEN 'country_codes'
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
  'Refuses a state that may not follow the present one now, or not by this role, with SQLSTATE BC001, and what may no longer be changed with BC003.';
CREATE TRIGGER notification_check_change BEFORE UPDATE ON notification
  FOR EACH ROW EXECUTE FUNCTION notification_check_change();

-- What a delivery is when its notification has ended before the row itself says so.
CREATE FUNCTION delivery_state_shown(of_notification notification_state, state delivery_state) RETURNS delivery_state
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN state NOT IN ('PENDING', 'DEFERRED') THEN state
    WHEN of_notification = 'CANCELED' THEN 'CANCELED'::delivery_state
    WHEN of_notification = 'FAILED' THEN 'FAILED'::delivery_state
    ELSE state END;
CREATE FUNCTION delivery_reason_shown(of_notification notification_state, state delivery_state, reason delivery_reason) RETURNS delivery_reason
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN state NOT IN ('PENDING', 'DEFERRED') THEN reason
    WHEN of_notification = 'CANCELED' THEN 'CANCELED_BY_STAFF'::delivery_reason
    WHEN of_notification = 'FAILED' THEN 'NOTIFICATION_FAILED'::delivery_reason
    ELSE reason END;
COMMENT ON FUNCTION delivery_state_shown(notification_state, delivery_state) IS
  'State of a delivery as everybody reads it: what waits ends with its notification at once, also where its row is written a little later.';

CREATE FUNCTION notification_count_reason(notification uuid, of_state delivery_state, for_reason delivery_reason, n int) RETURNS void
  LANGUAGE sql
  AS $$
    INSERT INTO notification_reason_count AS c (notification_id, state, reason, deliveries) VALUES (notification, of_state, for_reason, n)
      ON CONFLICT (notification_id, state, reason) DO UPDATE SET deliveries = c.deliveries + excluded.deliveries
  $$;
REVOKE ALL ON FUNCTION notification_count_reason(uuid, delivery_state, delivery_reason, int) FROM PUBLIC;

-- What waits is found by the keys that were just locked. With the state said once more, the planner of a table that nobody has analysed yet
-- may look for each row among all that wait.
CREATE FUNCTION notification_end_waiting(notification uuid, max_rows int) RETURNS int
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
  'Ends up to so many deliveries that still wait although their notification was canceled or has failed; tells how many.';

-- The first ones in the statement that ends the notification, the rest by housekeeping: what a reader or the dispatcher sees is the same.
CREATE FUNCTION notification_ended() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  PERFORM notification_end_waiting(NEW.id, 10000);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION notification_ended() FROM PUBLIC;
CREATE TRIGGER notification_ended AFTER UPDATE OF state ON notification
  FOR EACH ROW WHEN (NEW.state IN ('CANCELED', 'FAILED') AND OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION notification_ended();

CREATE FUNCTION notification_sweep_batch(max_rows int) RETURNS int
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
COMMENT ON FUNCTION notification_sweep_batch(int) IS 'notification_end_waiting() of one notification of the last days that has any left; 0: none has.';

CREATE FUNCTION notification_set_state(notification uuid, to_state notification_state, with_reason text DEFAULT NULL) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC'
  AS $$
DECLARE
  n notification%ROWTYPE;
BEGIN
  SELECT * INTO n FROM notification x WHERE x.id = notification FOR NO KEY UPDATE;
  IF NOT FOUND OR NOT coalesce(CASE to_state
      WHEN 'PREPARING' THEN n.state = 'SCHEDULED' AND n.starts_at <= clock_timestamp()
      WHEN 'SENDING' THEN n.state = 'PREPARING'
      WHEN 'PAUSED' THEN n.state = 'SENDING'
      WHEN 'SENT' THEN n.state = 'SENDING'
      WHEN 'FAILED' THEN n.state IN ('SCHEDULED', 'PREPARING', 'SENDING', 'PAUSED') END, false)
  THEN
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
  'A step that the product takes itself: PREPARING when it is due, SENDING once the snapshot is complete, PAUSED, SENT, FAILED. False: it is not in a state for that.';

DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY[
    'notification_end_waiting(uuid, int)', 'notification_sweep_batch(int)', 'notification_set_state(uuid, notification_state, text)',
    'ensure_notification_partitions(date, int)', 'drop_notification_partitions(date)']
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', target);
    PERFORM grant_to_application('EXECUTE', 'FUNCTION ' || target);
  END LOOP;
END
$$;

-- Whoever looks at the list is told that there are new ones, whoever looks at one that it has changed.
CREATE FUNCTION notification_created_notice() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('notification_created', to_char(transaction_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  RETURN NULL;
END
$$;
CREATE TRIGGER notification_created_notice AFTER INSERT ON notification
  FOR EACH STATEMENT EXECUTE FUNCTION notification_created_notice();
CREATE FUNCTION notification_changed_notice() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('notification_changed', NEW.id::text);
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION notification_changed_notice() IS 'Tells listeners of notification_changed the id.';
CREATE TRIGGER notification_changed_notice AFTER UPDATE ON notification
  FOR EACH ROW WHEN (NEW.version <> OLD.version) EXECUTE FUNCTION notification_changed_notice();

-- A topic stays while a notification is on its way to those who have it. Scheduling locks the topic's row, so neither slips past the other.
CREATE FUNCTION topic_check_archive() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
DECLARE
  used_by jsonb;
BEGIN
  SELECT jsonb_agg(jsonb_build_object('id', u.id, 'title', u.title, 'state', u.state)) INTO used_by FROM (
    SELECT n.id, n.title_i18n ->> 'en-US' AS title, n.state FROM notification n
    WHERE n.topic_id = NEW.id AND n.state IN ('SCHEDULED', 'PREPARING', 'SENDING', 'PAUSED')
    ORDER BY n.starts_at, n.id LIMIT 10) AS u;
  IF used_by IS NOT NULL THEN
    RAISE EXCEPTION 'notifications of this topic are on their way'
      USING ERRCODE = 'BC004', TABLE = 'topic', COLUMN = 'archived_at', DETAIL = used_by::text;
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION topic_check_archive() IS
  'Refuses to archive a topic that notifications on their way use, with SQLSTATE BC004 and the first ten of them in the detail.';
CREATE TRIGGER topic_check_archive BEFORE UPDATE OF archived_at ON topic
  FOR EACH ROW WHEN (NEW.archived_at IS NOT NULL AND OLD.archived_at IS NULL) EXECUTE FUNCTION topic_check_archive();
