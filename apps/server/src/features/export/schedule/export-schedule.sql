-- An hour that the clocks skip is shifted forward by the gap; of one that they repeat the first counts.
CREATE OR REPLACE FUNCTION next_export_at(every text, on_day int, at_hour int, zone text, after timestamptz) RETURNS timestamptz
  LANGUAGE sql STABLE
  AS $$
SELECT min(run.at)
FROM generate_series(0, 31) AS ahead,
  LATERAL (SELECT (after AT TIME ZONE zone)::date + ahead AS date) AS d,
  LATERAL (SELECT local_instant(d.date + make_interval(hours => at_hour), zone) AS at) AS run
WHERE run.at > after AND CASE every
  WHEN 'DAILY' THEN true
  WHEN 'WEEKLY' THEN extract(isodow FROM d.date) = on_day
  ELSE extract(day FROM d.date) = least(on_day, extract(day FROM date_trunc('month', d.date) + interval '1 month - 1 day')) END
$$;
COMMENT ON FUNCTION next_export_at(text, int, int, text, timestamptz) IS 'The first run of an export after an instant.';

CREATE OR REPLACE FUNCTION forget_in_exports(erased uuid, said text[], near text) RETURNS void
  LANGUAGE sql
  AS $$
UPDATE export_schedule e SET name = CASE WHEN mentions(e.name, said) THEN e.id::text ELSE e.name END,
  params = without_mentions(e.params, said, erased)
WHERE lower(e.name || e.params::text) ~ near AND (mentions(e.name, said) OR e.params <> without_mentions(e.params, said, erased))
$$;
COMMENT ON FUNCTION forget_in_exports(uuid, text[], text) IS 'Part of erasure: puts the id of the account in place of texts that mention it.';
REVOKE ALL ON FUNCTION forget_in_exports(uuid, text[], text) FROM PUBLIC;
