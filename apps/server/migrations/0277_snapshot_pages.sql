-- A page of the snapshot reads its own accounts, not all that come after them: each way to be a recipient is walked in the order of ids and
-- stops at the page's end. The planner expects few of the accounts to be recipients and would rather sort them all.
CREATE FUNCTION notification_audience_page(
    topic uuid, kind topic_kind, countries bpchar[], areas uuid[], badge uuid, last_seen_days int, resend uuid, after uuid, max_rows int)
  RETURNS TABLE (account_id uuid, timezone text, locale text)
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$
    (SELECT a.id, a.timezone, a.locale
      FROM account_topic_subscription s JOIN account a ON a.id = s.account_id
      WHERE kind = 'MARKETING' AND resend IS NULL AND s.topic_id = topic AND s.is_subscribed AND s.account_id > after
        AND notification_exclusion(kind, s.is_subscribed, a.state, a.push_consent,
          notification_matches(countries, areas, last_seen_days, a.country_code, a.area_id, a.last_seen_at, now())
          AND (badge IS NULL OR EXISTS (SELECT FROM account_badge_award w WHERE w.badge_id = badge AND w.account_id = a.id
            AND w.revoked_at IS NULL AND (w.expires_at IS NULL OR w.expires_at > now())))) IS NULL
      ORDER BY s.account_id LIMIT max_rows)
    UNION ALL
    (SELECT a.id, a.timezone, a.locale
      FROM account a LEFT JOIN account_topic_subscription s ON s.account_id = a.id AND s.topic_id = topic
      WHERE kind = 'SERVICE' AND resend IS NULL AND a.id > after
        AND notification_exclusion(kind, s.is_subscribed, a.state, a.push_consent,
          notification_matches(countries, areas, last_seen_days, a.country_code, a.area_id, a.last_seen_at, now())
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
COMMENT ON FUNCTION notification_audience_page(uuid, topic_kind, bpchar[], uuid[], uuid, int, uuid, uuid, int) IS
  'The next recipients as notification_audience() has them, in the order of their ids.';

CREATE OR REPLACE FUNCTION prepare_deliveries(notification uuid, after_account uuid, page_size int, OUT last_account uuid, OUT prepared int)
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
    FROM notification_audience_page(n.topic_id, n.kind, n.country_codes, n.area_ids, n.badge_id, n.last_seen_within_days, n.resend_of,
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
