-- A batch is read in the order of its index and written row by row, also while the planner knows nothing of a notification that has just been
-- written down: with the state of a row, each index that it may take leads to that row alone.

CREATE OR REPLACE FUNCTION claim_deliveries(
    notification uuid, max_rows int, after_instant timestamptz, after_account uuid,
    OUT claimed_at timestamptz, OUT seen int, OUT last_instant timestamptz, OUT last_account uuid, OUT targets json)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_mergejoin = off SET enable_bitmapscan = off
  SET enable_sort = off SET jit = off
  AS $$
DECLARE
  n record;
  result record;
  at timestamptz;
BEGIN
  -- Whoever pauses or ends the notification waits for this batch, and there is none after it.
  SELECT x.id, x.created_on, x.not_after, x.topic_id, t.kind, t.kind = 'MARKETING' AND NOT x.ignore_quiet_hours AS has_quiet,
      t.kind = 'MARKETING' AND NOT x.ignore_frequency_cap AS is_capped, t.kind = 'MARKETING' AS is_marketing,
      clock_setting('push.quiet_start') AS quiet_start, clock_setting('push.quiet_end') AS quiet_end,
      whole_setting('push.cap_per_day') AS per_day, whole_setting('push.cap_per_week') AS per_week,
      least(500, greatest(1, whole_setting('push.cap_per_day'), whole_setting('push.cap_per_week'))) AS kept,
      CASE t.kind WHEN 'SERVICE' THEN interval '270 days' ELSE interval '60 days' END AS token_age
    INTO n FROM notification x JOIN topic t ON t.id = x.topic_id
    WHERE x.id = notification AND x.state = 'SENDING' FOR SHARE OF x;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  -- As precise as it is stored, since it tells this claim from others.
  at := date_trunc('milliseconds', clock_timestamp());
  WITH due AS MATERIALIZED (
    SELECT d.account_id, d.state, d.attempts, d.not_before FROM notification_delivery d
    WHERE d.created_on = n.created_on AND d.notification_id = n.id AND d.state IN ('PENDING', 'DEFERRED') AND d.not_before <= at
      AND (d.not_before, d.account_id) > (after_instant, after_account)
    ORDER BY d.not_before, d.account_id LIMIT max_rows FOR UPDATE SKIP LOCKED
  ), known AS MATERIALIZED (
    SELECT due.account_id, due.state AS was, due.attempts, a.locale, devices.list AS devices,
      notification_exclusion(n.kind, s.is_subscribed, a.state, a.push_consent, true) AS exclusion,
      CASE WHEN n.has_quiet THEN quiet_until(at, a.timezone, n.quiet_start, n.quiet_end) + delivery_jitter(due.account_id) END AS quiet_end
    FROM due
    LEFT JOIN account a ON a.id = due.account_id
    LEFT JOIN account_topic_subscription s ON s.account_id = due.account_id AND s.topic_id = n.topic_id
    -- No index by age fits this: the planner would walk through the devices of everybody for each account.
    LEFT JOIN LATERAL (
      SELECT to_json((array_agg(json_build_array(w.id, w.platform, w.push_token) ORDER BY w.token_refreshed_at + interval '0' DESC, w.id))[1:5]) AS list
      FROM account_device w
      WHERE w.account_id = due.account_id AND w.invalidated_at IS NULL AND w.token_refreshed_at + interval '0' > at - n.token_age) AS devices ON true
  ), judged AS MATERIALIZED (
    SELECT k.*, CASE
        WHEN k.exclusion = 'UNSUBSCRIBED' THEN 'UNSUBSCRIBED'
        WHEN k.exclusion = 'NO_CONSENT' THEN 'NO_CONSENT'
        WHEN k.exclusion IS NOT NULL OR k.locale IS NULL THEN 'ACCOUNT_NOT_ACTIVE'
        WHEN at > n.not_after OR k.quiet_end > n.not_after THEN 'EXPIRED'
        WHEN k.quiet_end IS NOT NULL THEN 'QUIET_HOURS'
        WHEN k.devices IS NULL THEN 'NO_DEVICE'
        WHEN n.is_capped AND 0 IN (n.per_day, n.per_week) THEN 'FREQUENCY_CAP' END AS verdict
    FROM known k
  ), counted AS (
    INSERT INTO push_frequency AS f (account_id, sent_at)
    SELECT j.account_id, ARRAY[at] FROM judged j WHERE j.verdict IS NULL AND n.is_marketing ORDER BY j.account_id
    -- Oldest first: the cap is reached when the last but so many is still within its time.
    ON CONFLICT (account_id) DO UPDATE SET sent_at = f.sent_at[greatest(1, cardinality(f.sent_at) - n.kept + 2):] || at
      WHERE NOT n.is_capped OR (
        (cardinality(f.sent_at) < n.per_day OR f.sent_at[cardinality(f.sent_at) - n.per_day + 1] <= at - interval '24 hours')
        AND (cardinality(f.sent_at) < n.per_week OR f.sent_at[cardinality(f.sent_at) - n.per_week + 1] <= at - interval '7 days'))
    RETURNING f.account_id
  ), final AS MATERIALIZED (
    SELECT j.*, CASE WHEN j.verdict IS NULL AND n.is_marketing AND c.account_id IS NULL THEN 'FREQUENCY_CAP' ELSE j.verdict END AS reason
    FROM judged j LEFT JOIN counted c ON c.account_id = j.account_id
  ), written AS (
    UPDATE notification_delivery d SET changed_at = at,
      state = CASE WHEN f.reason IS NULL THEN 'SENDING' WHEN f.reason = 'QUIET_HOURS' THEN 'DEFERRED' ELSE 'SKIPPED' END::delivery_state,
      reason = f.reason::delivery_reason,
      not_before = CASE WHEN f.reason = 'QUIET_HOURS' THEN f.quiet_end ELSE d.not_before END,
      attempts = d.attempts + CASE WHEN f.reason IS NULL THEN 1 ELSE 0 END
    FROM final f
    WHERE d.created_on = n.created_on AND d.notification_id = n.id AND d.account_id = f.account_id AND d.state = f.was
    RETURNING d.account_id, f.was, d.attempts, f.locale, f.devices, f.reason
  ), counts AS (
    SELECT json_object_agg(c.reason, c.n) AS by_reason, sum(c.n) FILTER (WHERE c.reason <> 'QUIET_HOURS') AS skipped,
        sum(c.n) FILTER (WHERE c.reason = 'QUIET_HOURS') AS deferred
      FROM (SELECT w.reason, count(*)::int AS n FROM written w WHERE w.reason IS NOT NULL GROUP BY w.reason) AS c
  )
  SELECT (SELECT count(*)::int FROM due) AS seen, (SELECT d.not_before FROM due d ORDER BY d.not_before DESC, d.account_id DESC LIMIT 1) AS last_instant,
      (SELECT d.account_id FROM due d ORDER BY d.not_before DESC, d.account_id DESC LIMIT 1) AS last_account,
      (SELECT count(*)::int FROM due d WHERE d.state = 'DEFERRED') AS undeferred, c.by_reason, coalesce(c.skipped, 0)::int AS skipped,
      coalesce(c.deferred, 0)::int AS deferred,
      (SELECT coalesce(json_agg(json_build_array(w.account_id, w.attempts, w.locale, w.devices)), '[]') FROM written w WHERE w.reason IS NULL) AS targets
    INTO result FROM counts c;
  claimed_at := at;
  seen := result.seen;
  last_instant := result.last_instant;
  last_account := result.last_account;
  targets := result.targets;
  IF result.skipped > 0 OR result.deferred > 0 OR result.undeferred > 0 THEN
    PERFORM notification_count_reason(n.id, CASE r.key WHEN 'QUIET_HOURS' THEN 'DEFERRED' ELSE 'SKIPPED' END::delivery_state,
        r.key::delivery_reason, r.value::int) FROM (SELECT * FROM json_each_text(result.by_reason) ORDER BY key) AS r;
    UPDATE notification_reason_count c SET deliveries = greatest(0, c.deliveries - result.undeferred)
      WHERE c.notification_id = n.id AND c.state = 'DEFERRED' AND result.undeferred > 0;
    PERFORM add_delivery_counts(n.id, skipped => result.skipped, deferred => result.deferred - result.undeferred);
  END IF;
END
$$;
