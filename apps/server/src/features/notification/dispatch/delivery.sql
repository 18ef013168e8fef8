CREATE OR REPLACE FUNCTION delivery_rank(state delivery_state) RETURNS smallint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE state
    WHEN 'PENDING' THEN 0 WHEN 'DEFERRED' THEN 0 WHEN 'SENDING' THEN 1 WHEN 'SENT' THEN 2 WHEN 'RECEIVED' THEN 3 WHEN 'OPENED' THEN 4
    ELSE 9 END;
COMMENT ON FUNCTION delivery_rank(delivery_state) IS
  'Progress of a delivery; late reports never lower it. 9: ended as FAILED, SKIPPED or CANCELED.';

-- Displayed state of a delivery: an ended notification ends it before its row is updated.
CREATE OR REPLACE FUNCTION delivery_state_shown(of_notification notification_state, state delivery_state) RETURNS delivery_state
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN state NOT IN ('PENDING', 'DEFERRED') THEN state
    WHEN of_notification = 'CANCELED' THEN 'CANCELED'::delivery_state
    WHEN of_notification = 'FAILED' THEN 'FAILED'::delivery_state
    ELSE state END;
COMMENT ON FUNCTION delivery_state_shown(notification_state, delivery_state) IS
  'Displayed state of a delivery: a waiting one ends with its notification, even if its row is updated later.';

CREATE OR REPLACE FUNCTION delivery_reason_shown(of_notification notification_state, state delivery_state, reason delivery_reason) RETURNS delivery_reason
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN state NOT IN ('PENDING', 'DEFERRED') THEN reason
    WHEN of_notification = 'CANCELED' THEN 'CANCELED_BY_STAFF'::delivery_reason
    WHEN of_notification = 'FAILED' THEN 'NOTIFICATION_FAILED'::delivery_reason
    ELSE reason END;

-- A row for a month without a partition is rejected; partitions are created months in advance.
CREATE OR REPLACE FUNCTION ensure_notification_partitions(from_day date DEFAULT current_date, months int DEFAULT 3) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC'
  AS $$
DECLARE
  first_day date;
  name text;
  created int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('backcounter.notification_partitions', 0));
  FOR offset_months IN 0 .. least(months, 120) - 1 LOOP
    first_day := (date_trunc('month', from_day) + make_interval(months => offset_months))::date;
    name := 'notification_delivery_' || to_char(first_day, 'YYYY_MM');
    CONTINUE WHEN to_regclass('public.' || name) IS NOT NULL;
    EXECUTE format('CREATE TABLE public.%I PARTITION OF public.notification_delivery FOR VALUES FROM (%L) TO (%L) WITH (fillfactor = 80)',
      name, first_day, (first_day + interval '1 month')::date);
    PERFORM grant_to_application('SELECT', format('TABLE public.%I', name));
    created := created + 1;
  END LOOP;
  RETURN created;
END
$$;
COMMENT ON FUNCTION ensure_notification_partitions(date, int) IS
  'Creates missing monthly partitions, beginning with the month of a day; returns their number.';
REVOKE ALL ON FUNCTION ensure_notification_partitions(date, int) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION ensure_notification_partitions(date, int)');

CREATE OR REPLACE FUNCTION drop_notification_partitions(before_day date) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC'
  AS $$
DECLARE
  found record;
  dropped int := 0;
BEGIN
  IF before_day > (now() - interval '12 months')::date THEN
    RAISE EXCEPTION 'deliveries of the last twelve months are kept' USING ERRCODE = 'BC002', TABLE = 'notification_delivery';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('backcounter.notification_partitions', 0));
  FOR found IN
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'public.notification_delivery'::regclass AND c.relname ~ '^notification_delivery_[0-9]{4}_[0-9]{2}$'
      AND to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= before_day
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE public.%I', found.name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END
$$;
COMMENT ON FUNCTION drop_notification_partitions(date) IS
  'Removes deliveries of months that ended before a day, at least twelve months ago; notifications keep their totals. Returns the number of months.';
REVOKE ALL ON FUNCTION drop_notification_partitions(date) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION drop_notification_partitions(date)');

CREATE OR REPLACE FUNCTION notification_count_reason(notification uuid, of_state delivery_state, for_reason delivery_reason, n int) RETURNS void
  LANGUAGE sql
  AS $$
    INSERT INTO notification_reason_count AS c (notification_id, state, reason, deliveries) VALUES (notification, of_state, for_reason, n)
      ON CONFLICT (notification_id, state, reason) DO UPDATE SET deliveries = c.deliveries + excluded.deliveries
  $$;
REVOKE ALL ON FUNCTION notification_count_reason(uuid, delivery_state, delivery_reason, int) FROM PUBLIC;

CREATE OR REPLACE FUNCTION add_delivery_counts(
    notification uuid, recipients int DEFAULT 0, sent int DEFAULT 0, received int DEFAULT 0, opened int DEFAULT 0, failed int DEFAULT 0,
    skipped int DEFAULT 0, deferred int DEFAULT 0, answered int DEFAULT 0, rejected int DEFAULT 0) RETURNS void
  LANGUAGE sql
  AS $$
    INSERT INTO notification_dispatch AS d (notification_id, recipients, sent, received, opened, failed, skipped, deferred, answered, rejected)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (notification_id) DO UPDATE SET recipients = d.recipients + $2, sent = d.sent + $3, received = d.received + $4,
      opened = d.opened + $5, failed = d.failed + $6, skipped = d.skipped + $7, deferred = d.deferred + $8, answered = d.answered + $9,
      rejected = d.rejected + $10
  $$;
REVOKE ALL ON FUNCTION add_delivery_counts(uuid, int, int, int, int, int, int, int, int, int) FROM PUBLIC;

-- A batch locks its notification before it counts; publishing takes the locks in the same order.
CREATE OR REPLACE FUNCTION publish_delivery_counts(notification uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  held notification_dispatch%ROWTYPE;
BEGIN
  PERFORM FROM notification x WHERE x.id = notification FOR NO KEY UPDATE;
  SELECT * INTO held FROM notification_dispatch d WHERE d.notification_id = notification FOR NO KEY UPDATE;
  IF NOT FOUND OR (held.recipients, held.sent, held.received, held.opened, held.failed, held.skipped, held.deferred) = (0, 0, 0, 0, 0, 0, 0) THEN
    RETURN;
  END IF;
  UPDATE notification_dispatch d SET recipients = 0, sent = 0, received = 0, opened = 0, failed = 0, skipped = 0, deferred = 0
    WHERE d.notification_id = notification;
  UPDATE notification x SET recipients = x.recipients + held.recipients, sent = x.sent + held.sent, received = x.received + held.received,
      opened = x.opened + held.opened, failed = x.failed + held.failed, skipped = x.skipped + held.skipped,
      deferred = greatest(0, x.deferred + held.deferred), started_at = coalesce(x.started_at, CASE WHEN held.sent + held.failed > 0 THEN now() END)
    WHERE x.id = notification;
  PERFORM pg_notify('notification_changed', notification::text);
END
$$;
COMMENT ON FUNCTION publish_delivery_counts(uuid) IS
  'Adds uncounted changes to the figures of a notification, and notifies its subscribers.';
REVOKE ALL ON FUNCTION publish_delivery_counts(uuid) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION publish_delivery_counts(uuid)');

CREATE OR REPLACE FUNCTION reconcile_delivery_counts(notification uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  -- Nothing else changes its deliveries or figures until this ends.
  PERFORM FROM notification_dispatch d WHERE d.notification_id = notification FOR NO KEY UPDATE;
  PERFORM FROM notification x WHERE x.id = notification FOR NO KEY UPDATE;
  UPDATE notification_dispatch d SET recipients = 0, sent = 0, received = 0, opened = 0, failed = 0, skipped = 0, deferred = 0
    WHERE d.notification_id = notification;
  UPDATE notification x SET recipients = c.recipients, sent = c.sent, received = c.received, opened = c.opened, failed = c.failed,
      skipped = c.skipped, deferred = c.deferred, canceled = c.canceled
    FROM (SELECT count(*) AS recipients, count(*) FILTER (WHERE d.state IN ('SENT', 'RECEIVED', 'OPENED')) AS sent,
        count(*) FILTER (WHERE d.state IN ('RECEIVED', 'OPENED')) AS received, count(*) FILTER (WHERE d.state = 'OPENED') AS opened,
        count(*) FILTER (WHERE d.state = 'FAILED') AS failed, count(*) FILTER (WHERE d.state = 'SKIPPED') AS skipped,
        count(*) FILTER (WHERE d.state = 'DEFERRED') AS deferred, count(*) FILTER (WHERE d.state = 'CANCELED') AS canceled
      FROM notification y JOIN notification_delivery d ON d.created_on = y.created_on AND d.notification_id = y.id
      WHERE y.id = notification) AS c
    WHERE x.id = notification;
  DELETE FROM notification_reason_count c WHERE c.notification_id = notification;
  INSERT INTO notification_reason_count (notification_id, state, reason, deliveries)
    SELECT d.notification_id, d.state, d.reason, count(*) FROM notification y
    JOIN notification_delivery d ON d.created_on = y.created_on AND d.notification_id = y.id
    WHERE y.id = notification AND d.reason IS NOT NULL
    GROUP BY d.notification_id, d.state, d.reason;
END
$$;
COMMENT ON FUNCTION reconcile_delivery_counts(uuid) IS 'Recomputes the figures of a notification from its deliveries.';
REVOKE ALL ON FUNCTION reconcile_delivery_counts(uuid) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION reconcile_delivery_counts(uuid)');

CREATE OR REPLACE FUNCTION record_delivery_receipts(receipts json) RETURNS TABLE (place int, outcome text)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_mergejoin = off SET jit = off
  AS $$
DECLARE
  result json;
  changed record;
BEGIN
  WITH told AS MATERIALIZED (
    SELECT r.place, r.notification, r.account, r.kind, least(r.at, date_trunc('milliseconds', clock_timestamp())) AS at, x.created_on
    FROM json_to_recordset(receipts) AS r (place int, notification uuid, account uuid, kind text, at timestamptz)
    LEFT JOIN notification x ON x.id = r.notification
  ), known AS MATERIALIZED (
    -- In a fixed order, so that concurrent requests about the same accounts cannot deadlock.
    SELECT d.created_on, d.notification_id, d.account_id, d.state, d.received_at, d.opened_at, d.sent_at, d.changed_at
    FROM (SELECT DISTINCT t.created_on, t.notification, t.account FROM told t WHERE t.created_on IS NOT NULL) AS t
    JOIN notification_delivery d ON d.created_on = t.created_on AND d.notification_id = t.notification AND d.account_id = t.account
    ORDER BY d.created_on, d.notification_id, d.account_id FOR UPDATE OF d
  ), merged AS MATERIALIZED (
    -- An opened notification was received, and never before it was sent.
    SELECT k.created_on, k.notification_id, k.account_id, k.state AS was,
      greatest(least(k.received_at, min(t.at)), k.sent_at) AS received_at,
      CASE WHEN coalesce(k.opened_at, min(t.at) FILTER (WHERE t.kind = 'OPENED')) IS NOT NULL
        THEN greatest(least(k.opened_at, min(t.at) FILTER (WHERE t.kind = 'OPENED')), k.sent_at) END AS opened_at,
      k.received_at AS old_received, k.opened_at AS old_opened
    FROM known k JOIN told t ON t.notification = k.notification_id AND t.account = k.account_id
    WHERE k.state IN ('SENDING', 'SENT', 'RECEIVED', 'OPENED')
    GROUP BY k.created_on, k.notification_id, k.account_id, k.state, k.received_at, k.opened_at, k.sent_at
  ), written AS (
    UPDATE notification_delivery d SET received_at = m.received_at, opened_at = m.opened_at,
      state = CASE WHEN m.was = 'SENDING' THEN m.was WHEN m.opened_at IS NOT NULL THEN 'OPENED' ELSE 'RECEIVED' END
    FROM merged m
    WHERE d.created_on = m.created_on AND d.notification_id = m.notification_id AND d.account_id = m.account_id
      AND (m.received_at, m.opened_at) IS DISTINCT FROM (m.old_received, m.old_opened)
    RETURNING d.notification_id, m.was, d.state
  ), counts AS (
    SELECT w.notification_id, (count(*) FILTER (WHERE w.was = 'SENT'))::int AS received,
      (count(*) FILTER (WHERE w.was <> 'OPENED' AND w.state = 'OPENED'))::int AS opened
    FROM written w WHERE w.was <> 'SENDING' GROUP BY w.notification_id
  )
  SELECT json_build_object(
      'outcomes', (SELECT coalesce(json_agg(json_build_array(t.place, CASE
          WHEN k.account_id IS NULL THEN 'UNKNOWN'
          WHEN m.account_id IS NULL THEN 'NOT_SENT'
          WHEN CASE t.kind WHEN 'OPENED' THEN m.old_opened ELSE m.old_received END <= greatest(t.at, k.sent_at) THEN 'KNOWN'
          ELSE 'RECORDED' END)), '[]')
        FROM told t LEFT JOIN known k ON k.notification_id = t.notification AND k.account_id = t.account
        LEFT JOIN merged m ON m.notification_id = t.notification AND m.account_id = t.account),
      'counts', (SELECT coalesce(json_agg(json_build_array(c.notification_id, c.received, c.opened) ORDER BY c.notification_id), '[]') FROM counts c))
    INTO result;
  FOR changed IN SELECT (c.value ->> 0)::uuid AS id, (c.value ->> 1)::int AS received, (c.value ->> 2)::int AS opened
    FROM json_array_elements(result -> 'counts') AS c (value)
  LOOP
    IF changed.received > 0 OR changed.opened > 0 THEN
      PERFORM add_delivery_counts(changed.id, received => changed.received, opened => changed.opened);
      PERFORM publish_delivery_counts(changed.id);
    END IF;
  END LOOP;
  RETURN QUERY SELECT (o.value ->> 0)::int, o.value ->> 1 FROM json_array_elements(result -> 'outcomes') AS o (value);
END
$$;
COMMENT ON FUNCTION record_delivery_receipts(json) IS
  'Records receipts of devices: [{place, notification, account, kind RECEIVED or OPENED, at}]. Never lowers the state of a delivery; the earliest instant counts. Outcome of each: RECORDED, KNOWN, NOT_SENT or UNKNOWN.';
REVOKE ALL ON FUNCTION record_delivery_receipts(json) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION record_delivery_receipts(json)');

-- Without statistics of a notification, the planner expects one row instead of a million and reads all for each batch.
CREATE OR REPLACE FUNCTION know_deliveries(notification uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  months_table regclass;
BEGIN
  SELECT d.tableoid::regclass INTO months_table FROM notification x
    JOIN notification_delivery d ON d.created_on = x.created_on AND d.notification_id = x.id WHERE x.id = notification LIMIT 1;
  IF months_table IS NOT NULL THEN
    EXECUTE format('ANALYZE %s', months_table);
  END IF;
END
$$;
COMMENT ON FUNCTION know_deliveries(uuid) IS 'Brings the statistics of the month in which the deliveries of a notification are up to date.';
REVOKE ALL ON FUNCTION know_deliveries(uuid) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION know_deliveries(uuid)');

-- A new database has partitions for the past 14 months.
SELECT ensure_notification_partitions((date_trunc('month', now() AT TIME ZONE 'UTC') - interval '14 months')::date, 18)
WHERE NOT EXISTS (SELECT FROM pg_inherits WHERE inhparent = 'notification_delivery'::regclass);
