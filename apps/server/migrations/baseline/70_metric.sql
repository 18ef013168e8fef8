CREATE TABLE daily_metric (
  metric text COLLATE "C" NOT NULL CHECK (metric ~ '^[a-z_]{2,40}\.[a-z_]{2,40}$'),
  day date NOT NULL,
  country_code char(2) NOT NULL CHECK (country_code ~ '^[A-Z]{2}$'),
  area_id uuid NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (metric, day, country_code, area_id)
) WITH (fillfactor = 70);
-- The rows of some areas, whatever the others are.
CREATE INDEX daily_metric_by_area ON daily_metric (area_id, metric, day);
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

CREATE TABLE daily_metric_source (
  source text COLLATE "C" PRIMARY KEY CHECK (source ~ '^[a-z_]{2,40}$'),
  zone text NOT NULL,
  counted_to timestamptz(3) NOT NULL DEFAULT '-infinity',
  as_of timestamptz(3),
  is_complete boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE daily_metric_source IS 'How far the figures of a source have come.';
COMMENT ON COLUMN daily_metric_source.zone IS 'In which its days were counted; when staff set another one it starts over.';
COMMENT ON COLUMN daily_metric_source.counted_to IS
  'What was recorded before is counted for good; what came after it is in daily_metric_tail as well.';
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
COMMENT ON TABLE daily_metric_tail IS
  'The part of daily_metric that was recorded so lately that a transaction which is still under way may add to it: it is counted anew each time.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE daily_metric_tail');
