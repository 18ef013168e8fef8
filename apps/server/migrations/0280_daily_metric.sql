-- Daily figures for the dashboard, kept from what each feature says happened (decision 0101).

-- Zones as this PostgreSQL knows them, without the old names of the same ones.
INSERT INTO config_entry (key, value_type, value, default_value, allowed_values, description)
SELECT 'reporting.time_zone', 'ENUM', '"UTC"', '"UTC"', array_agg(name ORDER BY name <> 'UTC', name COLLATE "C"),
  'Time zone in which the days of the dashboard begin. After a change all of them are counted again.'
FROM pg_timezone_names
WHERE name = 'UTC' OR name ~ '^(Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)/' AND is_timezone_name(name);

CREATE FUNCTION reporting_time_zone() RETURNS text
  LANGUAGE sql STABLE
  BEGIN ATOMIC
    SELECT c.value #>> '{}' FROM config_entry c WHERE c.key = 'reporting.time_zone';
  END;
COMMENT ON FUNCTION reporting_time_zone() IS 'Zone in which the days of daily_metric begin, as staff have set it.';

CREATE TABLE daily_metric (
  metric text COLLATE "C" NOT NULL CHECK (metric ~ '^[a-z_]{2,40}\.[a-z_]{2,40}$'),
  day date NOT NULL,
  country_code char(2) NOT NULL CHECK (country_code ~ '^[A-Z]{2}$'),
  area_id uuid NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (metric, day, country_code, area_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE daily_metric IS 'Figures by day of reporting_time_zone() and place. Can be counted again at any time from what they are figures of.';
COMMENT ON COLUMN daily_metric.metric IS 'Source and figure: points.issued.';
COMMENT ON COLUMN daily_metric.country_code IS 'ZZ: no country. The place is that of the moment in which it was counted.';
COMMENT ON COLUMN daily_metric.area_id IS 'All zeros: no area.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE daily_metric');

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

CREATE TABLE daily_metric_source (
  source text COLLATE "C" PRIMARY KEY CHECK (source ~ '^[a-z_]{2,40}$'),
  zone text NOT NULL,
  counted_to timestamptz(3) NOT NULL DEFAULT '-infinity',
  as_of timestamptz(3),
  is_complete boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE daily_metric_source IS 'How far the figures of a source have come.';
COMMENT ON COLUMN daily_metric_source.zone IS 'In which its days were counted; when staff set another one it starts over.';
COMMENT ON COLUMN daily_metric_source.counted_to IS 'What was recorded before is counted for good; what came after it is in daily_metric_tail as well.';
COMMENT ON COLUMN daily_metric_source.as_of IS 'The figures are right up to here; NULL: nothing was counted yet.';
COMMENT ON COLUMN daily_metric_source.is_complete IS 'False while history is being counted.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE daily_metric_source');

CREATE TABLE daily_metric_tail (
  source text COLLATE "C" NOT NULL,
  metric text COLLATE "C" NOT NULL,
  day date NOT NULL,
  country_code char(2) NOT NULL,
  area_id uuid NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (source, metric, day, country_code, area_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE daily_metric_tail IS 'The part of daily_metric that was recorded so lately that a transaction which is still under way may add to it: it is counted anew each time.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE daily_metric_tail');

-- Takes the figures of a source away when its days began in another zone.
CREATE FUNCTION hold_metric_source(of_source text) RETURNS daily_metric_source
  LANGUAGE plpgsql
  AS $$
DECLARE
  held daily_metric_source;
BEGIN
  INSERT INTO daily_metric_source (source, zone) VALUES (of_source, reporting_time_zone()) ON CONFLICT DO NOTHING;
  -- Whoever comes second waits here and then finds nothing left to do.
  SELECT * INTO held FROM daily_metric_source s WHERE s.source = of_source FOR UPDATE;
  RETURN held;
END
$$;

-- What has happened is a view metric_event_<source> (recorded_at, happened_at, metric, country_code, area_id, value): rows that never
-- change, each recorded at the instant at which it was written. They are added up once. A row may be recorded long after it happened.
CREATE FUNCTION advance_daily_metrics(
    of_source text, batch int, at_instant timestamptz DEFAULT clock_timestamp(), settles_after interval DEFAULT interval '15 minutes')
  RETURNS boolean
  LANGUAGE plpgsql
  AS $$
DECLARE
  held daily_metric_source := hold_metric_source(of_source);
  events text := 'metric_event_' || of_source;
  sums text := format('SELECT %L::text AS source, e.metric, (e.happened_at AT TIME ZONE $3)::date AS day, coalesce(e.country_code, ''ZZ'')::char(2) AS country_code,
    coalesce(e.area_id, ''00000000-0000-0000-0000-000000000000'') AS area_id, sum(e.value)::bigint AS value
    FROM %I e WHERE e.recorded_at >= $1 AND e.recorded_at < $2 GROUP BY e.metric, 3, 4, 5', of_source, events);
  settled timestamptz(3) := at_instant - settles_after;
  ends timestamptz(3);
  tail daily_metric_tail[];
  old_tail daily_metric_tail[];
BEGIN
  IF held.zone <> reporting_time_zone() THEN
    DELETE FROM daily_metric m WHERE m.metric >= of_source || '.' AND m.metric < of_source || '/';
    DELETE FROM daily_metric_tail t WHERE t.source = of_source;
    held.zone := reporting_time_zone();
    held.counted_to := '-infinity';
    held.as_of := NULL;
  END IF;
  IF held.counted_to = '-infinity' THEN
    EXECUTE format('SELECT least(min(e.recorded_at), $1) FROM %I e', events) INTO held.counted_to USING settled;
  END IF;
  -- The next batch ends before the first instant that is left to the one after it.
  EXECUTE format('SELECT e.recorded_at FROM %I e WHERE e.recorded_at >= $1 ORDER BY e.recorded_at OFFSET $2 LIMIT 1', events)
    INTO ends USING held.counted_to, batch;
  IF ends = held.counted_to THEN
    EXECUTE format('SELECT min(e.recorded_at) FROM %I e WHERE e.recorded_at > $1', events) INTO ends USING held.counted_to;
  END IF;
  -- A clock that was set back must not undo what is counted.
  ends := greatest(least(coalesce(ends, settled), settled), held.counted_to);
  held.is_complete := ends >= settled;

  SELECT array_agg(t ORDER BY t) INTO old_tail FROM daily_metric_tail t WHERE t.source = of_source;
  IF held.is_complete THEN
    EXECUTE format('SELECT array_agg(t ORDER BY t) FROM (SELECT (s.*)::daily_metric_tail AS t FROM (%s) AS s) AS s', sums)
      INTO tail USING ends, 'infinity'::timestamptz, held.zone;
  END IF;
  EXECUTE format('INSERT INTO daily_metric AS m (metric, day, country_code, area_id, value)
      SELECT c.metric, c.day, c.country_code, c.area_id, sum(c.value) FROM (
        %s UNION ALL SELECT * FROM unnest($4) UNION ALL SELECT source, metric, day, country_code, area_id, -value FROM unnest($5)) AS c
      GROUP BY c.metric, c.day, c.country_code, c.area_id HAVING sum(c.value) <> 0
      ON CONFLICT (metric, day, country_code, area_id) DO UPDATE SET value = m.value + excluded.value', sums)
    USING held.counted_to, ends, held.zone, tail, old_tail;
  IF tail IS DISTINCT FROM old_tail THEN
    DELETE FROM daily_metric_tail t WHERE t.source = of_source;
    INSERT INTO daily_metric_tail SELECT * FROM unnest(tail);
  END IF;
  UPDATE daily_metric_source s
    SET zone = held.zone, counted_to = ends, is_complete = held.is_complete, as_of = CASE WHEN held.is_complete THEN at_instant ELSE ends END
    WHERE s.source = of_source;
  RETURN NOT held.is_complete;
END
$$;
COMMENT ON FUNCTION advance_daily_metrics(text, int, timestamptz, interval) IS
  'Adds up to a batch of events to the figures of a source, each once, and what was recorded in the last minutes anew; true when more is left.';

-- What can be counted anew at any time is a function metric_days_<source>(from_day, to_day, zone, at_instant) that returns rows of daily_metric.
CREATE FUNCTION recount_daily_metrics(
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
  -- Rows that stay as they are are not touched: what is in conflict is locked, which writes it.
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
COMMENT ON FUNCTION recount_daily_metrics(text, int, int, interval, timestamptz) IS
  'Counts the last days of a source anew, its history once a day; nothing when the last time is not so long ago.';
