-- A zone of a record that is none was never usable: the record gets that of its area or country, else UTC, and the audit trail says so.
DO $$
DECLARE
  place record;
  is_guarded boolean;
BEGIN
  FOR place IN SELECT * FROM (VALUES
    ('country', 'default_timezone', 'r.code::text', $z$'UTC'$z$),
    ('area', 'timezone', 'r.id::text', '(SELECT c.default_timezone FROM country c WHERE c.code = r.country_code)'),
    ('store', 'timezone', 'r.id::text', '(SELECT a.timezone FROM area a WHERE a.id = r.area_id)'),
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
        SELECT 'system', '{}', 'migration-0391', '%1$s.update', '%1$s', f.id, 'DONE', 'Not a time zone',
          jsonb_build_object('%5$s', jsonb_build_array(f.was, f.name))
        FROM found f WHERE f.same IS NULL
      )
      UPDATE %1$I r SET %2$I = f.name FROM found f WHERE %3$s = f.id
    $statement$, place.noun, place.field, place.id, place.fallback, CASE place.noun WHEN 'country' THEN 'defaultTimezone' ELSE 'timezone' END);
    IF is_guarded THEN
      EXECUTE format('ALTER TABLE %1$I ENABLE TRIGGER %1$s_check_change', place.noun);
    END IF;
  END LOOP;
END
$$;
