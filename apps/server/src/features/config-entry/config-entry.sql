CREATE OR REPLACE FUNCTION reporting_time_zone() RETURNS text
  LANGUAGE sql STABLE
  BEGIN ATOMIC
    SELECT known_zone(c.value #>> '{}') FROM config_entry c WHERE c.key = 'reporting.time_zone';
  END;
COMMENT ON FUNCTION reporting_time_zone() IS 'The reporting time zone set by staff; days of daily_metric start at its midnight.';
