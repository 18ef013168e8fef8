CREATE OR REPLACE VIEW reporting.daily_figure AS
  SELECT day, metric, country_code, sum(value)::bigint AS value FROM (
    SELECT day, metric, country_code, value FROM public.daily_metric
    UNION ALL SELECT day, metric, country_code, value FROM public.daily_metric_tail) AS counted
  GROUP BY day, metric, country_code;
COMMENT ON VIEW reporting.daily_figure IS 'Figures by day.';
COMMENT ON COLUMN reporting.daily_figure.day IS 'Day in the zone of the company.';
COMMENT ON COLUMN reporting.daily_figure.metric IS 'Figure, such as points.issued.';
COMMENT ON COLUMN reporting.daily_figure.country_code IS 'ISO 3166-1 alpha-2; ZZ: none.';
COMMENT ON COLUMN reporting.daily_figure.value IS 'Value of the day.';
SELECT grant_reporting();
