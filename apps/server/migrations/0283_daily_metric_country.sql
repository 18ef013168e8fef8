-- A thousand areas make a thousand rows a day: who looks at all of them, or at a country, reads the sums by country (decision 0101).
CREATE TABLE daily_metric_country (
  metric text COLLATE "C" NOT NULL,
  day date NOT NULL,
  country_code char(2) NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (metric, day, country_code)
) WITH (fillfactor = 70);
COMMENT ON TABLE daily_metric_country IS 'Sums of daily_metric over the areas of a country, kept by triggers.';
SELECT grant_to_application('SELECT', 'TABLE daily_metric_country');
INSERT INTO daily_metric_country SELECT metric, day, country_code, sum(value) FROM daily_metric GROUP BY metric, day, country_code;

-- The rows of some areas, whatever the others are.
CREATE INDEX daily_metric_by_area ON daily_metric (area_id, metric, day);

CREATE FUNCTION daily_metric_changes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO daily_metric_country AS c (metric, day, country_code, value)
      SELECT n.metric, n.day, n.country_code, sum(n.value) FROM new_rows n GROUP BY n.metric, n.day, n.country_code
      ON CONFLICT (metric, day, country_code) DO UPDATE SET value = c.value + excluded.value;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO daily_metric_country AS c (metric, day, country_code, value)
      SELECT x.metric, x.day, x.country_code, sum(x.value) FROM (
        SELECT metric, day, country_code, value FROM new_rows UNION ALL SELECT metric, day, country_code, -value FROM old_rows) AS x
      GROUP BY x.metric, x.day, x.country_code HAVING sum(x.value) <> 0
      ON CONFLICT (metric, day, country_code) DO UPDATE SET value = c.value + excluded.value;
  ELSE
    UPDATE daily_metric_country c SET value = c.value - o.value
      FROM (SELECT metric, day, country_code, sum(value) AS value FROM old_rows GROUP BY metric, day, country_code) AS o
      WHERE c.metric = o.metric AND c.day = o.day AND c.country_code = o.country_code;
    DELETE FROM daily_metric_country c USING (SELECT DISTINCT metric, day, country_code FROM old_rows) AS o
      WHERE c.metric = o.metric AND c.day = o.day AND c.country_code = o.country_code AND NOT EXISTS (
        SELECT FROM daily_metric m WHERE m.metric = o.metric AND m.day = o.day AND m.country_code = o.country_code);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER daily_metric_inserted AFTER INSERT ON daily_metric REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION daily_metric_changes();
CREATE TRIGGER daily_metric_updated AFTER UPDATE ON daily_metric REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION daily_metric_changes();
CREATE TRIGGER daily_metric_deleted AFTER DELETE ON daily_metric REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION daily_metric_changes();

-- As before, but rows that stay as they are are not touched: what is in conflict is locked, which writes it.
CREATE OR REPLACE FUNCTION recount_daily_metrics(
    of_source text, recent_days int, history_days int, every interval, at_instant timestamptz DEFAULT clock_timestamp()) RETURNS void
  LANGUAGE plpgsql
  AS $$
DECLARE
  held daily_metric_source := hold_metric_source(of_source);
  in_zone text := reporting_time_zone();
  today date := (at_instant AT TIME ZONE in_zone)::date;
  -- Once a day all of it, so that what was changed in old records finds its way here.
  is_whole boolean := held.as_of IS NULL OR held.zone <> in_zone OR (held.as_of AT TIME ZONE in_zone)::date < today;
BEGIN
  IF NOT is_whole AND held.as_of > at_instant - every THEN
    RETURN;
  END IF;
  EXECUTE format('WITH counted AS MATERIALIZED (SELECT metric, day, country_code, area_id, value FROM %I($1, $2, $3, $4)), gone AS (
      DELETE FROM daily_metric m WHERE m.metric >= $5 || ''.'' AND m.metric < $5 || ''/'' AND m.day >= $1
        AND (m.metric, m.day, m.country_code, m.area_id) NOT IN (SELECT metric, day, country_code, area_id FROM counted))
    INSERT INTO daily_metric AS m (metric, day, country_code, area_id, value)
      SELECT c.* FROM counted c LEFT JOIN daily_metric k USING (metric, day, country_code, area_id) WHERE k.value IS DISTINCT FROM c.value
      ON CONFLICT (metric, day, country_code, area_id) DO UPDATE SET value = excluded.value',
    'metric_days_' || of_source)
    USING today - CASE WHEN is_whole THEN history_days ELSE recent_days END, today, in_zone, at_instant, of_source;
  UPDATE daily_metric_source s SET zone = in_zone, as_of = at_instant, counted_to = at_instant, is_complete = true
    WHERE s.source = of_source;
END
$$;
