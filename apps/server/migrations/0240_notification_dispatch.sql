-- Fan-out of notifications (decision 0091): what a running one needs, and who may send how fast.

CREATE TABLE notification_dispatch (
  notification_id uuid PRIMARY KEY REFERENCES notification,
  job_id uuid REFERENCES job ON DELETE SET NULL,
  answered int NOT NULL DEFAULT 0 CHECK (answered >= 0),
  rejected int NOT NULL DEFAULT 0 CHECK (rejected >= 0),
  tokens double precision NOT NULL DEFAULT 0 CHECK (tokens >= 0),
  filled_at timestamptz NOT NULL DEFAULT now(),
  recipients int NOT NULL DEFAULT 0,
  sent int NOT NULL DEFAULT 0,
  received int NOT NULL DEFAULT 0,
  opened int NOT NULL DEFAULT 0,
  failed int NOT NULL DEFAULT 0,
  skipped int NOT NULL DEFAULT 0,
  deferred int NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
CREATE INDEX notification_dispatch_job_id ON notification_dispatch (job_id);
COMMENT ON TABLE notification_dispatch IS 'What sending a notification needs while it goes on.';
COMMENT ON COLUMN notification_dispatch.answered IS 'Accounts for which the push service has said yes or no for good.';
COMMENT ON COLUMN notification_dispatch.rejected IS 'Of these, the ones with a no.';
COMMENT ON COLUMN notification_dispatch.tokens IS 'Messages that its own limit allows at filled_at.';
COMMENT ON COLUMN notification_dispatch.sent IS
  'Not yet added to the notification, as are the figures beside it: they change with each batch, and the row of the notification is for readers and for whoever stops it.';
SELECT grant_to_application('SELECT', 'TABLE notification_dispatch');

CREATE TABLE push_pace (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  tokens double precision NOT NULL DEFAULT 0 CHECK (tokens >= 0),
  filled_at timestamptz NOT NULL DEFAULT 'epoch',
  busy_since timestamptz NOT NULL DEFAULT 'epoch',
  marketing_id uuid REFERENCES notification,
  marketing_until timestamptz NOT NULL DEFAULT 'epoch'
) WITH (fillfactor = 20);
COMMENT ON TABLE push_pace IS 'One bucket of tokens for all processes that send, and the marketing notification whose turn it is.';
COMMENT ON COLUMN push_pace.busy_since IS 'When sending began after a rest; the rate grows over the first minute.';
COMMENT ON COLUMN push_pace.marketing_until IS 'Until then nobody else sends marketing, unless it is given back before.';
INSERT INTO push_pace DEFAULT VALUES;
SELECT grant_to_application('SELECT', 'TABLE push_pace');

CREATE FUNCTION whole_setting(setting text) RETURNS int
  LANGUAGE sql STABLE
  AS $$ SELECT (value #>> '{}')::int FROM config_entry WHERE key = setting $$;
COMMENT ON FUNCTION whole_setting(text) IS 'Value of a setting that is a whole number, as staff have set it.';

CREATE FUNCTION clock_setting(setting text) RETURNS time
  LANGUAGE sql STABLE
  AS $$ SELECT (value #>> '{}')::time FROM config_entry WHERE key = setting $$;
COMMENT ON FUNCTION clock_setting(text) IS 'Value of a setting that is a time of the day.';

CREATE FUNCTION delivery_jitter(account uuid) RETURNS interval
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN make_interval(secs => (uuid_hash_extended(account, 0) & 1023) * 900 / 1024.0);
COMMENT ON FUNCTION delivery_jitter(uuid) IS
  'Up to 15 minutes after the end of the quiet hours, so that a zone does not wake up at once; the same for an account each time.';

-- Snapshot --------------------------------------------------------------------------------------------------------------------------

CREATE FUNCTION prepare_deliveries(notification uuid, after_account uuid, page_size int, OUT last_account uuid, OUT prepared int)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_custom_plan
  SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off SET enable_seqscan = off SET enable_sort = off SET jit = off
  AS $$
DECLARE
  n record;
  counts record;
BEGIN
  -- Whoever ends the notification waits for this page, and there is none after it.
  SELECT x.*, t.kind, NOT x.ignore_quiet_hours AND t.kind = 'MARKETING' AS has_quiet,
      clock_setting('push.quiet_start') AS quiet_start, clock_setting('push.quiet_end') AS quiet_end
    INTO n FROM notification x JOIN topic t ON t.id = x.topic_id
    WHERE x.id = notification AND x.state = 'PREPARING' FOR SHARE OF x;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  WITH page AS MATERIALIZED (
    SELECT a.account_id, a.timezone
    FROM notification_audience(n.topic_id, n.kind, n.country_codes, n.area_ids, n.badge_id, n.last_seen_within_days, n.resend_of,
      after_account, page_size) AS a
  ), zone AS MATERIALIZED (
    SELECT z.timezone, b.first_at, CASE WHEN n.has_quiet THEN quiet_until(b.first_at, z.timezone, n.quiet_start, n.quiet_end) END AS quiet_end,
      n.send_mode = 'AT_LOCAL' AND local_instant(n.send_local, z.timezone) < n.scheduled_at AS is_over
    FROM (SELECT DISTINCT p.timezone FROM page p) AS z, LATERAL (SELECT greatest(now(), CASE n.send_mode
      WHEN 'AT_LOCAL' THEN local_instant(n.send_local, z.timezone) ELSE n.starts_at END) AS first_at) AS b
  ), planned AS (
    SELECT p.account_id, z.is_over, z.quiet_end IS NOT NULL AS is_quiet,
      CASE WHEN z.quiet_end IS NULL THEN z.first_at ELSE z.quiet_end + delivery_jitter(p.account_id) END AS not_before
    FROM page p JOIN zone z USING (timezone)
  ), decided AS (
    SELECT p.account_id, p.not_before, CASE
        WHEN p.is_over OR p.not_before > n.not_after THEN 'SKIPPED' WHEN p.is_quiet THEN 'DEFERRED' ELSE 'PENDING' END::delivery_state AS state
    FROM planned p
  ), written AS (
    INSERT INTO notification_delivery (created_on, notification_id, account_id, state, reason, not_before)
    SELECT n.created_on, n.id, d.account_id, d.state, CASE d.state
      WHEN 'SKIPPED' THEN 'EXPIRED' WHEN 'DEFERRED' THEN 'QUIET_HOURS' END::delivery_reason, d.not_before
    FROM decided d ORDER BY d.account_id
    RETURNING account_id, state
  )
  SELECT (array_agg(w.account_id ORDER BY w.account_id DESC))[1] AS last_account, count(*)::int AS prepared,
      (count(*) FILTER (WHERE w.state = 'DEFERRED'))::int AS deferred, (count(*) FILTER (WHERE w.state = 'SKIPPED'))::int AS skipped
    INTO counts FROM written w;
  IF counts.prepared > 0 THEN
    PERFORM add_delivery_counts(n.id, recipients => counts.prepared, skipped => counts.skipped, deferred => counts.deferred);
    PERFORM notification_count_reason(n.id, 'SKIPPED', 'EXPIRED', counts.skipped) WHERE counts.skipped > 0;
    PERFORM notification_count_reason(n.id, 'DEFERRED', 'QUIET_HOURS', counts.deferred) WHERE counts.deferred > 0;
  END IF;
  last_account := counts.last_account;
  prepared := counts.prepared;
END
$$;
COMMENT ON FUNCTION prepare_deliveries(uuid, uuid, int) IS
  'Writes the rows of the next accounts of a notification that is being prepared; `prepared` is 0 after the last one, NULL when it is not being prepared.';

CREATE FUNCTION add_delivery_counts(
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

-- A batch holds its notification before it counts; whoever publishes what was counted takes them in the same order.
CREATE FUNCTION publish_delivery_counts(notification uuid) RETURNS void
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
COMMENT ON FUNCTION publish_delivery_counts(uuid) IS 'Adds what has happened since the last time to the figures of a notification, and tells who follows it.';

CREATE FUNCTION reconcile_delivery_counts(notification uuid) RETURNS void
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
COMMENT ON FUNCTION reconcile_delivery_counts(uuid) IS 'Sets the figures of a notification to what its deliveries say.';
