-- Stores active at the end of a day and stores opened on it. Temporary suspensions are not recorded.
CREATE OR REPLACE FUNCTION metric_days_stores(from_day date, to_day date, zone text, at_instant timestamptz) RETURNS SETOF daily_metric
  LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
  AS $$
    WITH lasting AS (
      SELECT s.country_code, s.area_id, least(s.opened_on, CASE s.state WHEN 'ACTIVE' THEN to_day END) AS first_day,
        CASE s.state WHEN 'SUSPENDED' THEN (s.state_changed_at AT TIME ZONE zone)::date WHEN 'CLOSED' THEN (s.closed_at AT TIME ZONE zone)::date END AS end_day
      FROM store s WHERE s.state <> 'DRAFT'
    ), change AS (
      SELECT l.country_code, l.area_id, greatest(l.first_day, from_day) AS day, 1 AS n FROM lasting l
        WHERE l.first_day <= to_day AND (l.end_day IS NULL OR l.end_day > greatest(l.first_day, from_day))
      UNION ALL
      SELECT l.country_code, l.area_id, l.end_day, -1 FROM lasting l
        WHERE l.first_day <= to_day AND l.end_day > greatest(l.first_day, from_day) AND l.end_day <= to_day
    ), place AS (
      SELECT c.country_code, c.area_id, min(c.day) AS first_day FROM change c GROUP BY c.country_code, c.area_id
    ), running AS (
      SELECT d.day::date AS day, p.country_code, p.area_id,
        sum(coalesce(c.n, 0)) OVER (PARTITION BY p.country_code, p.area_id ORDER BY d.day)::bigint AS value
      FROM place p CROSS JOIN LATERAL generate_series(p.first_day::timestamp, to_day::timestamp, interval '1 day') AS d (day)
        LEFT JOIN (SELECT country_code, area_id, day, sum(n) AS n FROM change GROUP BY country_code, area_id, day) c
          ON c.country_code = p.country_code AND c.area_id = p.area_id AND c.day = d.day
    )
    SELECT 'stores.active', r.day, r.country_code, r.area_id, r.value FROM running r WHERE r.value > 0
    UNION ALL
    SELECT 'stores.opened', s.opened_on, s.country_code, s.area_id, count(*) FROM store s
      WHERE s.state <> 'DRAFT' AND s.opened_on BETWEEN from_day AND to_day GROUP BY s.opened_on, s.country_code, s.area_id
  $$;
