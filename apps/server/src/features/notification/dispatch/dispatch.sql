CREATE OR REPLACE FUNCTION whole_setting(setting text) RETURNS int
  LANGUAGE sql STABLE
  AS $$ SELECT (value #>> '{}')::int FROM config_entry WHERE key = setting $$;
COMMENT ON FUNCTION whole_setting(text) IS 'Current value of a setting that is a whole number.';

CREATE OR REPLACE FUNCTION clock_setting(setting text) RETURNS time
  LANGUAGE sql STABLE
  AS $$ SELECT (value #>> '{}')::time FROM config_entry WHERE key = setting $$;
COMMENT ON FUNCTION clock_setting(text) IS 'Current value of a setting that is a time of day.';

CREATE OR REPLACE FUNCTION delivery_jitter(account uuid) RETURNS interval
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN make_interval(secs => (uuid_hash_extended(account, 0) & 1023) * 900 / 1024.0);
COMMENT ON FUNCTION delivery_jitter(uuid) IS
  'Delay of up to 15 minutes after the end of the quiet hours, to avoid a burst per zone; always the same for an account.';

CREATE OR REPLACE FUNCTION prepare_deliveries(notification uuid, after_account uuid, page_size int, OUT last_account uuid, OUT prepared int)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_custom_plan
  SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off SET enable_seqscan = off SET enable_sort = off SET jit = off
  AS $$
DECLARE
  n record;
  counts record;
BEGIN
  -- A statement that ends the notification waits for this page, and no page follows it.
  SELECT x.*, t.kind, NOT x.ignore_quiet_hours AND t.kind = 'MARKETING' AS has_quiet,
      clock_setting('push.quiet_start') AS quiet_start, clock_setting('push.quiet_end') AS quiet_end
    INTO n FROM notification x JOIN topic t ON t.id = x.topic_id
    WHERE x.id = notification AND x.state = 'PREPARING' FOR SHARE OF x;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  -- A process that does not know segments would send to no one.
  IF n.segment_id IS NOT NULL AND n.segment_fixed_at IS NULL AND n.resend_of IS NULL THEN
    RAISE EXCEPTION 'the members of notification % are not fixed yet', n.id;
  END IF;
  WITH page AS MATERIALIZED (
    SELECT a.account_id, a.timezone
    FROM notification_audience(n.topic_id, n.kind, n.country_codes, n.area_ids, n.badge_id, n.last_seen_within_days,
      n.not_seen_within_days, CASE WHEN n.segment_id IS NOT NULL THEN n.id END, n.resend_of, after_account, page_size) AS a
  ), zone AS MATERIALIZED (
    SELECT z.timezone, b.first_at, CASE WHEN n.has_quiet THEN quiet_until(b.first_at, z.clock, n.quiet_start, n.quiet_end) END AS quiet_end,
      n.send_mode = 'AT_LOCAL' AND local_instant(n.send_local, z.clock) < n.scheduled_at AS is_over, z.clock <> z.timezone AS is_unknown
    FROM (SELECT p.timezone, known_zone(p.timezone) AS clock FROM page p GROUP BY 1) AS z, LATERAL (SELECT greatest(now(), CASE n.send_mode
      WHEN 'AT_LOCAL' THEN local_instant(n.send_local, z.clock) ELSE n.starts_at END) AS first_at) AS b
  ), planned AS (
    SELECT p.account_id, z.is_unknown, z.is_over, z.quiet_end IS NOT NULL AS is_quiet,
      CASE WHEN z.quiet_end IS NULL THEN z.first_at ELSE z.quiet_end + delivery_jitter(p.account_id) END AS not_before
    FROM page p JOIN zone z USING (timezone)
  ), decided AS (
    SELECT p.account_id, p.not_before, CASE
        WHEN p.is_unknown THEN 'FAILED' WHEN p.is_over OR p.not_before > n.not_after THEN 'SKIPPED' WHEN p.is_quiet THEN 'DEFERRED' ELSE 'PENDING' END::delivery_state AS state
    FROM planned p
  ), written AS (
    INSERT INTO notification_delivery (created_on, notification_id, account_id, state, reason, not_before)
    SELECT n.created_on, n.id, d.account_id, d.state, CASE d.state
      WHEN 'FAILED' THEN 'NOT_PREPARED' WHEN 'SKIPPED' THEN 'EXPIRED' WHEN 'DEFERRED' THEN 'QUIET_HOURS' END::delivery_reason, d.not_before
    FROM decided d ORDER BY d.account_id
    RETURNING account_id, state
  )
  SELECT (array_agg(w.account_id ORDER BY w.account_id DESC))[1] AS last_account, count(*)::int AS prepared,
      (count(*) FILTER (WHERE w.state = 'DEFERRED'))::int AS deferred, (count(*) FILTER (WHERE w.state = 'SKIPPED'))::int AS skipped,
      (count(*) FILTER (WHERE w.state = 'FAILED'))::int AS failed
    INTO counts FROM written w;
  IF counts.prepared > 0 THEN
    PERFORM add_delivery_counts(n.id, recipients => counts.prepared, skipped => counts.skipped, deferred => counts.deferred,
      failed => counts.failed);
    PERFORM notification_count_reason(n.id, 'FAILED', 'NOT_PREPARED', counts.failed) WHERE counts.failed > 0;
    PERFORM notification_count_reason(n.id, 'SKIPPED', 'EXPIRED', counts.skipped) WHERE counts.skipped > 0;
    PERFORM notification_count_reason(n.id, 'DEFERRED', 'QUIET_HOURS', counts.deferred) WHERE counts.deferred > 0;
  END IF;
  last_account := counts.last_account;
  prepared := counts.prepared;
END
$$;
COMMENT ON FUNCTION prepare_deliveries(uuid, uuid, int) IS
  'Writes the rows of the next accounts of a notification in PREPARING, FAILED for an account whose time zone is unknown here; `prepared` is 0 after the last one, NULL in any other state.';
REVOKE ALL ON FUNCTION prepare_deliveries(uuid, uuid, int) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION prepare_deliveries(uuid, uuid, int)');

-- One batch of deliveries is claimed and settled in one statement each (decision 0091). Batches are small and found by
-- key, even if the planner has no statistics of a notification that has just been written: with the state of a row, each
-- index that it may use leads to that row only.
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
  -- A statement that pauses or ends the notification waits for this batch, and no batch follows it.
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
  -- Rounded as stored, since it identifies this claim.
  at := date_trunc('milliseconds', clock_timestamp());
  WITH due AS MATERIALIZED (
    SELECT d.account_id, d.state, d.attempts, d.not_before FROM notification_delivery d
    WHERE d.created_on = n.created_on AND d.notification_id = n.id AND d.state IN ('PENDING', 'DEFERRED') AND d.not_before <= at
      AND (d.not_before, d.account_id) > (after_instant, after_account)
    ORDER BY d.not_before, d.account_id LIMIT max_rows FOR UPDATE SKIP LOCKED
  ), known AS MATERIALIZED (
    SELECT due.account_id, due.state AS was, due.attempts, a.locale, devices.list AS devices,
      notification_exclusion(n.kind, s.is_subscribed, a.state, a.push_consent, true) AS exclusion,
      CASE WHEN n.has_quiet THEN quiet_until(at, known_zone(a.timezone), n.quiet_start, n.quiet_end) + delivery_jitter(due.account_id) END AS quiet_end
    FROM due
    LEFT JOIN account a ON a.id = due.account_id
    LEFT JOIN account_topic_subscription s ON s.account_id = due.account_id AND s.topic_id = n.topic_id
    -- No index by age fits this: the planner would scan the devices of all accounts for each account.
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
    -- Oldest first: the cap is reached if the element that many places from the end is still within the window.
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
COMMENT ON FUNCTION claim_deliveries(uuid, int, timestamptz, uuid) IS
  'Claims the next due deliveries after a place and checks each again: unreachable, waiting for the end of quiet hours, or SENDING, which counts against the frequency cap. `targets` are the latter: [account, attempt, language, [[device, platform, token], …]]. All NULL: it is not being sent.';
REVOKE ALL ON FUNCTION claim_deliveries(uuid, int, timestamptz, uuid) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION claim_deliveries(uuid, int, timestamptz, uuid)');

CREATE OR REPLACE FUNCTION settle_deliveries(notification uuid, claimed_at timestamptz, outcomes json, dead_devices json, OUT is_refused boolean)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_mergejoin = off SET jit = off
  AS $$
DECLARE
  n record;
  result record;
  totals record;
BEGIN
  SELECT x.id, x.created_on INTO n FROM notification x WHERE x.id = notification;
  WITH outcome AS MATERIALIZED (
    SELECT * FROM json_to_recordset(outcomes) AS o (account uuid, state delivery_state, reason delivery_reason, message text, code text, due timestamptz)
  ), written AS (
    UPDATE notification_delivery d SET
      -- A receipt of a device may arrive before the answer of the push service.
      state = CASE WHEN o.state <> 'SENT' THEN o.state WHEN d.opened_at IS NOT NULL THEN 'OPENED' WHEN d.received_at IS NOT NULL THEN 'RECEIVED' ELSE 'SENT' END,
      reason = o.reason, provider_message_id = o.message, provider_code = o.code, not_before = coalesce(o.due, d.not_before),
      sent_at = CASE WHEN o.state = 'SENT' THEN claimed_at END, devices_ok = CASE WHEN o.state = 'SENT' THEN 1 ELSE 0 END,
      changed_at = date_trunc('milliseconds', clock_timestamp())
    FROM outcome o
    -- Only rows still in this claim: a later claim settles its own.
    WHERE d.created_on = n.created_on AND d.notification_id = n.id AND d.account_id = o.account AND d.state = 'SENDING' AND d.changed_at = claimed_at
    RETURNING d.account_id, d.state, d.reason
  )
  SELECT coalesce(array_agg(w.account_id) FILTER (WHERE w.state IN ('PENDING', 'FAILED')), '{}') AS unsent,
      (count(*) FILTER (WHERE w.state IN ('SENT', 'RECEIVED', 'OPENED')))::int AS sent,
      (count(*) FILTER (WHERE w.state IN ('RECEIVED', 'OPENED')))::int AS received, (count(*) FILTER (WHERE w.state = 'OPENED'))::int AS opened,
      (count(*) FILTER (WHERE w.state = 'FAILED'))::int AS failed,
      (count(*) FILTER (WHERE w.reason IN ('PROVIDER_REJECTED', 'TOKEN_INVALID', 'PAYLOAD_TOO_BIG')))::int AS rejected,
      (SELECT json_object_agg(c.reason, c.n) FROM (SELECT r.reason, count(*)::int AS n FROM written r WHERE r.reason IS NOT NULL GROUP BY r.reason) AS c)
        AS by_reason
    INTO result FROM written w;
  IF cardinality(result.unsent) > 0 THEN
    -- Unsent messages do not count against the cap.
    WITH held AS MATERIALIZED (
      SELECT f.account_id FROM push_frequency f WHERE f.account_id = ANY (result.unsent) ORDER BY f.account_id FOR UPDATE
    ), emptied AS (
      DELETE FROM push_frequency f USING held h WHERE f.account_id = h.account_id AND f.sent_at = ARRAY[claimed_at]::timestamptz(3)[]
    )
    UPDATE push_frequency f SET sent_at = array_remove(f.sent_at, claimed_at)
      FROM held h WHERE f.account_id = h.account_id AND claimed_at = ANY (f.sent_at) AND cardinality(f.sent_at) > 1;
  END IF;
  IF json_array_length(dead_devices) > 0 THEN
    -- Devices with a token renewed since the claim stay valid.
    WITH dead AS MATERIALIZED (
      SELECT v.id, o.reason FROM json_to_recordset(dead_devices) AS o (device uuid, reason device_invalid_reason)
      JOIN account_device v ON v.id = o.device AND v.invalidated_at IS NULL AND v.token_refreshed_at <= claimed_at
      ORDER BY v.id FOR UPDATE OF v
    )
    UPDATE account_device v SET invalidated_at = now(), invalid_reason = d.reason FROM dead d WHERE v.id = d.id;
  END IF;
  PERFORM notification_count_reason(n.id, 'FAILED', r.key::delivery_reason, r.value::int)
    FROM (SELECT * FROM json_each_text(result.by_reason) ORDER BY key) AS r;
  PERFORM add_delivery_counts(n.id, sent => result.sent, received => result.received, opened => result.opened, failed => result.failed,
    answered => result.sent + result.rejected, rejected => result.rejected);
  SELECT d.answered, d.rejected INTO totals FROM notification_dispatch d WHERE d.notification_id = n.id;
  is_refused := totals.answered >= 1000 AND totals.answered - result.sent - result.rejected < 1000 AND totals.rejected * 2 > totals.answered;
END
$$;
COMMENT ON FUNCTION settle_deliveries(uuid, timestamptz, json, json) IS
  'Writes the outcomes of a claim: SENT, FAILED, or PENDING again until `due`. `dead_devices` are invalidated. `is_refused` is true once, if the push service has rejected most of the first 1,000.';
REVOKE ALL ON FUNCTION settle_deliveries(uuid, timestamptz, json, json) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION settle_deliveries(uuid, timestamptz, json, json)');

CREATE OR REPLACE FUNCTION release_deliveries(notification uuid, max_rows int) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_mergejoin = off SET jit = off
  AS $$
DECLARE
  n record;
  released int;
  lost int;
BEGIN
  SELECT x.id, x.created_on, x.state IN ('CANCELED', 'FAILED') AS has_ended INTO n FROM notification x WHERE x.id = notification FOR SHARE;
  WITH held AS MATERIALIZED (
    SELECT d.account_id, d.changed_at FROM notification_delivery d
    WHERE d.created_on = n.created_on AND d.notification_id = n.id AND d.state = 'SENDING' LIMIT max_rows FOR UPDATE
  ), counted AS MATERIALIZED (
    SELECT f.account_id FROM push_frequency f JOIN held h ON h.account_id = f.account_id ORDER BY f.account_id FOR UPDATE OF f
  ), emptied AS (
    DELETE FROM push_frequency f USING counted c, held h
    WHERE f.account_id = c.account_id AND h.account_id = c.account_id AND NOT n.has_ended AND f.sent_at = ARRAY[h.changed_at]
  ), returned AS (
    UPDATE push_frequency f SET sent_at = array_remove(f.sent_at, h.changed_at) FROM counted c, held h
    WHERE f.account_id = c.account_id AND h.account_id = c.account_id AND NOT n.has_ended AND h.changed_at = ANY (f.sent_at) AND cardinality(f.sent_at) > 1
  ), written AS (
    -- If the notification has ended, it remains unknown whether the message was sent.
    UPDATE notification_delivery d SET state = CASE WHEN n.has_ended THEN 'FAILED' ELSE 'PENDING' END::delivery_state,
      reason = CASE WHEN n.has_ended THEN 'PROVIDER_UNAVAILABLE' END::delivery_reason, provider_code = CASE WHEN n.has_ended THEN 'NO_ANSWER' END,
      attempts = CASE WHEN n.has_ended THEN d.attempts ELSE greatest(0, d.attempts - 1) END, not_before = date_trunc('milliseconds', clock_timestamp()),
      changed_at = date_trunc('milliseconds', clock_timestamp())
    FROM held h WHERE d.created_on = n.created_on AND d.notification_id = n.id AND d.account_id = h.account_id
    RETURNING 1
  )
  SELECT count(*)::int INTO released FROM written;
  IF n.has_ended AND released > 0 THEN
    PERFORM notification_count_reason(n.id, 'FAILED', 'PROVIDER_UNAVAILABLE', released);
    PERFORM add_delivery_counts(n.id, failed => released);
  END IF;
  RETURN released;
END
$$;
COMMENT ON FUNCTION release_deliveries(uuid, int) IS
  'Returns deliveries of a lost worker to the queue and undoes their count for the cap; returns their number.';
REVOKE ALL ON FUNCTION release_deliveries(uuid, int) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION release_deliveries(uuid, int)');

CREATE OR REPLACE FUNCTION take_push_tokens(notification uuid, wanted int, unused int, OUT granted int, OUT wait_ms int)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  n record;
  pace push_pace%ROWTYPE;
  own notification_dispatch%ROWTYPE;
  at timestamptz;
  rate double precision;
  needed double precision;
BEGIN
  granted := 0;
  SELECT x.id, t.kind, x.throttle_per_minute / 60.0 AS own_rate INTO n
    FROM notification x JOIN topic t ON t.id = x.topic_id WHERE x.id = notification;
  SELECT * INTO pace FROM push_pace FOR UPDATE;
  at := clock_timestamp();
  IF n.kind = 'MARKETING' THEN
    IF pace.marketing_id <> n.id AND pace.marketing_until > at THEN
      wait_ms := 1000;
      RETURN;
    END IF;
    pace.marketing_id := n.id;
    pace.marketing_until := at + interval '20 seconds';
  END IF;
  IF at - pace.filled_at > interval '60 seconds' THEN
    pace.busy_since := at;
    pace.filled_at := at - interval '100 milliseconds';
    pace.tokens := 0;
  END IF;
  -- The rate rises from 10 % to 100 % in the first minute.
  rate := whole_setting('push.rate_per_second') * least(1, 0.1 + 0.9 * extract(epoch FROM at - pace.busy_since) / 60);
  pace.tokens := least(greatest(1, rate / 2), pace.tokens + unused + rate * extract(epoch FROM at - pace.filled_at));
  -- At least an eighth of a second's worth, so that batches do not become tiny.
  needed := least(wanted, greatest(1, floor(rate / 8)));
  wait_ms := greatest(0, ceil(1000 * (needed - pace.tokens) / rate));
  granted := least(wanted, floor(pace.tokens));
  IF n.own_rate IS NOT NULL THEN
    INSERT INTO notification_dispatch (notification_id) VALUES (n.id) ON CONFLICT DO NOTHING;
    SELECT * INTO own FROM notification_dispatch d WHERE d.notification_id = n.id FOR NO KEY UPDATE;
    own.tokens := least(greatest(1, n.own_rate / 2), own.tokens + unused + n.own_rate * extract(epoch FROM at - own.filled_at));
    needed := least(wanted, greatest(1, floor(n.own_rate / 8)));
    wait_ms := greatest(wait_ms, ceil(1000 * (needed - own.tokens) / n.own_rate));
    granted := least(granted, floor(own.tokens));
  END IF;
  IF wait_ms > 0 THEN
    granted := 0;
  END IF;
  IF n.own_rate IS NOT NULL THEN
    UPDATE notification_dispatch d SET tokens = own.tokens - granted, filled_at = at WHERE d.notification_id = n.id;
  END IF;
  UPDATE push_pace SET tokens = pace.tokens - granted, filled_at = at, busy_since = pace.busy_since, marketing_id = pace.marketing_id,
    marketing_until = pace.marketing_until;
END
$$;
COMMENT ON FUNCTION take_push_tokens(uuid, int, int) IS
  'Number of messages of a notification that may be sent now, by the global rate, its own limit, and the turn of marketing; 0: retry after `wait_ms`. `unused` returns messages granted earlier.';
REVOKE ALL ON FUNCTION take_push_tokens(uuid, int, int) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION take_push_tokens(uuid, int, int)');

CREATE OR REPLACE FUNCTION end_push_turn(notification uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$ UPDATE push_pace p SET marketing_until = 'epoch' WHERE p.marketing_id = notification $$;
COMMENT ON FUNCTION end_push_turn(uuid) IS 'Ends the turn of a marketing notification, so that another can be sent.';
REVOKE ALL ON FUNCTION end_push_turn(uuid) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION end_push_turn(uuid)');

CREATE OR REPLACE FUNCTION finish_deliveries(notification uuid) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  IF EXISTS (SELECT FROM notification x JOIN notification_delivery d ON d.created_on = x.created_on AND d.notification_id = x.id
      WHERE x.id = notification AND d.state IN ('PENDING', 'DEFERRED', 'SENDING')) THEN
    RETURN false;
  END IF;
  PERFORM reconcile_delivery_counts(notification);
  RETURN notification_set_state(notification, 'SENT', NULL);
END
$$;
COMMENT ON FUNCTION finish_deliveries(uuid) IS 'Sets SENT, with exact figures, if nothing is left to send; false otherwise.';
REVOKE ALL ON FUNCTION finish_deliveries(uuid) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION finish_deliveries(uuid)');

CREATE OR REPLACE FUNCTION bind_dispatch_job(notification uuid, job uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
    INSERT INTO notification_dispatch AS d (notification_id, job_id) VALUES ($1, $2)
      ON CONFLICT (notification_id) DO UPDATE SET job_id = $2
  $$;
COMMENT ON FUNCTION bind_dispatch_job(uuid, uuid) IS 'Stores the job that sends a notification.';
REVOKE ALL ON FUNCTION bind_dispatch_job(uuid, uuid) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION bind_dispatch_job(uuid, uuid)');
