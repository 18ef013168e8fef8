-- New accounts.
CREATE OR REPLACE VIEW metric_event_accounts AS
  SELECT a.created_at AS recorded_at, a.created_at AS happened_at, 'accounts.created'::text AS metric, a.country_code, a.area_id, 1::bigint AS value
  FROM account a;
SELECT grant_to_application('SELECT', 'TABLE metric_event_accounts');

-- Today only: an account keeps just its last visit, so past days cannot be recomputed.
CREATE OR REPLACE FUNCTION metric_days_active_accounts(from_day date, to_day date, zone text, at_instant timestamptz) RETURNS SETOF daily_metric
  LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
  AS $$
    SELECT 'active_accounts.week', to_day, a.country_code, coalesce(a.area_id, '00000000-0000-0000-0000-000000000000'), count(*)
    FROM account a WHERE a.last_seen_sort > at_instant - interval '168 hours' GROUP BY a.country_code, a.area_id
  $$;
