-- Accounts get the canonical name of their zone. One that is no zone is replaced with that of the country, and the audit trail says so:
-- it stopped every notification to the account (decision 0181).
WITH batch AS MATERIALIZED (
  SELECT a.id, a.timezone AS was, z.name AS same, coalesce(z.name, d.name, 'UTC') AS name
  FROM account a LEFT JOIN time_zone_alias z ON z.alias = lower(a.timezone)
    LEFT JOIN country c ON c.code = a.country_code LEFT JOIN time_zone_alias d ON d.alias = lower(c.default_timezone)
  WHERE NOT EXISTS (SELECT FROM time_zone t WHERE t.name = a.timezone)
  ORDER BY a.id LIMIT $1 FOR NO KEY UPDATE OF a
), reported AS (
  INSERT INTO staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes)
  SELECT 'system', '{}', 'migration-0392', 'account.update', 'account', b.id, 'DONE', 'Not a time zone', jsonb_build_object('timezone', jsonb_build_array(b.was, b.name))
  FROM batch b WHERE b.same IS NULL
)
UPDATE account a SET timezone = b.name, version = a.version + CASE WHEN b.same IS NULL THEN 1 ELSE 0 END
FROM batch b WHERE a.id = b.id;
