-- oldest version: 0.2.0
-- What older versions wrote since 0391 and 0392 is treated in the same way, and from now on the database refuses anything else.
DO $$
DECLARE
  place record;
  is_guarded boolean;
BEGIN
  FOR place IN SELECT * FROM (VALUES
    ('country', 'default_timezone', 'r.code::text', $z$'UTC'$z$),
    ('area', 'timezone', 'r.id::text', '(SELECT c.default_timezone FROM country c WHERE c.code = r.country_code)'),
    ('store', 'timezone', 'r.id::text', '(SELECT a.timezone FROM area a WHERE a.id = r.area_id)'),
    ('account', 'timezone', 'r.id::text', '(SELECT c.default_timezone FROM country c WHERE c.code = r.country_code)'),
    ('campaign', 'timezone', 'r.id::text', $z$'UTC'$z$),
    ('giveaway', 'timezone', 'r.id::text', $z$'UTC'$z$),
    ('notification', 'timezone', 'r.id::text', $z$'UTC'$z$)) AS p (noun, field, id, fallback)
  LOOP
    is_guarded := EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = place.noun::regclass AND t.tgname = place.noun || '_check_change');
    -- Guards refuse a new zone of a record in use, but another name of the same zone changes nothing.
    IF is_guarded THEN
      EXECUTE format('ALTER TABLE %1$I DISABLE TRIGGER %1$s_check_change', place.noun);
    END IF;
    EXECUTE format($statement$
      WITH found AS MATERIALIZED (
        SELECT %3$s AS id, r.%2$I AS was, z.name AS same, coalesce(z.name, %4$s) AS name
        FROM %1$I r LEFT JOIN time_zone_alias z ON z.alias = lower(r.%2$I)
        WHERE NOT EXISTS (SELECT FROM time_zone t WHERE t.name = r.%2$I)
      ), reported AS (
        INSERT INTO staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes)
        SELECT 'system', '{}', 'migration-0393', '%1$s.update', '%1$s', f.id, 'DONE', 'Not a time zone',
          jsonb_build_object('%5$s', jsonb_build_array(f.was, f.name))
        FROM found f WHERE f.same IS NULL
      )
      UPDATE %1$I r SET %2$I = f.name FROM found f WHERE %3$s = f.id
    $statement$, place.noun, place.field, place.id, place.fallback, CASE place.noun WHEN 'country' THEN 'defaultTimezone' ELSE 'timezone' END);
    IF is_guarded THEN
      EXECUTE format('ALTER TABLE %1$I ENABLE TRIGGER %1$s_check_change', place.noun);
    END IF;
    EXECUTE format('ALTER TABLE %1$I ADD CONSTRAINT %1$s_%2$s_fkey FOREIGN KEY (%2$I) REFERENCES time_zone', place.noun, place.field);
  END LOOP;
END
$$;
UPDATE daily_metric_source s SET zone = coalesce((SELECT a.name FROM time_zone_alias a WHERE a.alias = lower(s.zone)), 'UTC');
ALTER TABLE daily_metric_source ADD FOREIGN KEY (zone) REFERENCES time_zone;

-- A person's own zone is part of a document. One that is none was ignored.
UPDATE staff_preference p
SET value = jsonb_set(p.value, '{timeZone}', coalesce((SELECT to_jsonb(a.name) FROM time_zone_alias a WHERE a.alias = lower(p.value ->> 'timeZone')), 'null'))
WHERE p.key = 'settings' AND jsonb_typeof(p.value) = 'object' AND p.value ->> 'timeZone' IS NOT NULL;
ALTER TABLE staff_preference ADD COLUMN time_zone text
  GENERATED ALWAYS AS (CASE key WHEN 'settings' THEN value ->> 'timeZone' END) STORED REFERENCES time_zone;
COMMENT ON COLUMN staff_preference.time_zone IS 'Time zone of a person''s settings, so that it is one of the list. {personal copy}';

DROP TABLE time_zone_alias;
