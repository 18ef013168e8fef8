-- Results of notifications by their scheduled day. The recipients' places are not recorded.
CREATE OR REPLACE FUNCTION metric_days_notifications(from_day date, to_day date, zone text, at_instant timestamptz) RETURNS SETOF daily_metric
  LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
  AS $$
    SELECT f.metric, (n.starts_at AT TIME ZONE zone)::date AS day, 'ZZ', '00000000-0000-0000-0000-000000000000'::uuid, sum(f.value)::bigint
    FROM notification n CROSS JOIN LATERAL (VALUES
      ('notifications.started', (n.state <> 'CANCELED')::int), ('notifications.recipients', n.recipients), ('notifications.sent', n.sent),
      ('notifications.received', n.received), ('notifications.opened', n.opened), ('notifications.failed', n.failed),
      ('notifications.skipped', n.skipped)) AS f (metric, value)
    WHERE n.state NOT IN ('DRAFT', 'SCHEDULED')
      AND n.starts_at >= from_day::timestamp AT TIME ZONE zone AND n.starts_at < (to_day + 1)::timestamp AT TIME ZONE zone
    GROUP BY f.metric, 2
  $$;
