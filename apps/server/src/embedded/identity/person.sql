-- One person who can sign in must always be able to manage the others, and no one decides about their own rights. A
-- command at the server acts for `operator`, so it is bound by the first rule alone.
CREATE OR REPLACE FUNCTION protect_administrators() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.updated_by = OLD.id::text AND NEW.version > OLD.version
      AND (NEW.roles IS DISTINCT FROM OLD.roles OR NEW.state <> OLD.state) THEN
    RAISE EXCEPTION 'people do not change their own roles and state' USING ERRCODE = 'BC006', TABLE = 'person';
  END IF;
  IF OLD.state = 'ACTIVE' AND 'ADMIN' = ANY (OLD.roles)
      AND (TG_OP = 'DELETE' OR NEW.state <> 'ACTIVE' OR 'ADMIN' <> ALL (NEW.roles)) THEN
    -- One at a time, so two administrators cannot each remove the other: the second one sees what the first committed.
    PERFORM pg_advisory_xact_lock(hashtextextended('administrators', 0));
    IF NOT EXISTS (SELECT FROM identity.person other WHERE other.id <> OLD.id AND other.state = 'ACTIVE'
        AND 'ADMIN' = ANY (other.roles) AND (OLD.is_demo OR NOT other.is_demo)) THEN
      RAISE EXCEPTION 'the last administrator stays' USING ERRCODE = 'BC005', TABLE = 'person';
    END IF;
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;
CREATE OR REPLACE TRIGGER person_protects_administrators BEFORE UPDATE OF roles, state OR DELETE ON identity.person
  FOR EACH ROW EXECUTE FUNCTION protect_administrators();

-- After the first administrator no start prints a link for one again, even if all administrators are gone.
CREATE OR REPLACE FUNCTION note_first_administrator() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  INSERT INTO identity.first_administrator DEFAULT VALUES ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER person_notes_first_administrator AFTER INSERT OR UPDATE OF roles, is_demo ON identity.person
  FOR EACH ROW WHEN ('ADMIN' = ANY (NEW.roles) AND NOT NEW.is_demo) EXECUTE FUNCTION note_first_administrator();

CREATE OR REPLACE FUNCTION may_invite(by_sub text) RETURNS boolean
  LANGUAGE sql STABLE
  RETURN by_sub = 'operator' OR 'ADMIN' = ANY (roles_now(by_sub));
COMMENT ON FUNCTION may_invite(text) IS 'Whether invitations of a person are valid now: not without the role, suspended or removed.';

-- People whom roles can allow to approve, with what they need for it.
CREATE OR REPLACE FUNCTION approval_people() RETURNS TABLE (sub text, name text, roles text[], has_second_factor boolean, is_demo boolean)
  LANGUAGE sql STABLE
  AS $$
SELECT p.id::text, p.name, p.roles,
  p.totp_secret IS NOT NULL OR EXISTS (SELECT FROM identity.passkey k WHERE k.person_id = p.id), p.is_demo
FROM identity.person p WHERE p.state = 'ACTIVE'
UNION ALL
SELECT u.sub, u.display_name, u.last_roles, false, false FROM staff_user u
WHERE NOT EXISTS (SELECT FROM identity.person) AND u.last_seen_at > now() - interval '30 days' AND u.sub NOT IN ('system', 'operator')
  AND NOT EXISTS (SELECT FROM machine_client m WHERE m.client_id = u.sub)
$$;
COMMENT ON FUNCTION approval_people() IS
  'Active people with their roles of this moment; of another provider those who signed in within 30 days, without a known second factor.';

-- While a rule of approval is on, two people who can approve stay, against changes of any kind.
CREATE OR REPLACE FUNCTION protect_approvers() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
DECLARE
  of_person uuid;
  was_demo boolean := false;
BEGIN
  IF TG_TABLE_NAME = 'passkey' THEN
    of_person := OLD.person_id;
  ELSE
    of_person := OLD.id;
    was_demo := OLD.is_demo;
    IF OLD.state <> 'ACTIVE' OR 'ADMIN' <> ALL (OLD.roles) THEN
      RETURN NULL;
    END IF;
  END IF;
  IF NOT EXISTS (SELECT FROM approval_rule WHERE is_on)
      OR EXISTS (SELECT FROM approval_people() p WHERE p.sub = of_person::text AND 'ADMIN' = ANY (p.roles) AND p.has_second_factor) THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('administrators', 0));
  IF (SELECT count(*) FROM approval_people() p WHERE 'ADMIN' = ANY (p.roles) AND p.has_second_factor AND (was_demo OR NOT p.is_demo)) < 2 THEN
    RAISE EXCEPTION 'two people who can approve stay' USING ERRCODE = 'BC007', TABLE = 'person';
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER person_protects_approvers AFTER UPDATE OF roles, state, totp_secret OR DELETE ON identity.person
  FOR EACH ROW EXECUTE FUNCTION protect_approvers();
-- Version 0.1.0, on which upgrades build, has no passkeys.
DO $$
BEGIN
  IF to_regclass('identity.passkey') IS NOT NULL THEN
    CREATE OR REPLACE TRIGGER passkey_protects_approvers AFTER DELETE ON identity.passkey
      FOR EACH ROW EXECUTE FUNCTION protect_approvers();
  END IF;
END
$$;

-- A day is unusual with 30 contacts and codes, or 5,000 exported rows, that are also 5 times the sum of all other
-- days of the last 30.
CREATE OR REPLACE FUNCTION disclosed_in_month(of_sub text, is_export boolean) RETURNS jsonb
  LANGUAGE sql STABLE
  RETURN (
    WITH day AS (
      SELECT sum(d.amount)::bigint AS shown, min(d.bucket) AS since, max(d.bucket) + interval '5 minutes' AS until
      FROM staff_disclosure d
      WHERE d.staff_sub = of_sub AND (d.kind = 'EXPORT_ROW') = is_export AND d.bucket > now() - interval '30 days'
      GROUP BY date_bin('1 day', d.bucket, 'epoch')),
    most AS (SELECT day.*, (SELECT sum(shown) FROM day)::bigint AS total FROM day ORDER BY shown DESC, since DESC LIMIT 1)
    SELECT jsonb_build_object('total', total, 'peak', shown, 'since', since, 'until', until, 'usual', total - shown,
      'times', CASE WHEN shown >= CASE WHEN is_export THEN 5000 ELSE 30 END AND shown >= 5 * (total - shown)
        THEN shown / greatest(total - shown, 1) END)
    FROM most);
COMMENT ON FUNCTION disclosed_in_month(text, boolean) IS
  'Sum of 30 days, the day with the most, and how many times the rest that is, if it is unusual; NULL: nothing was shown.';

CREATE OR REPLACE FUNCTION asks_for(of_sub text) RETURNS jsonb
  LANGUAGE sql STABLE
  AS $$
    SELECT jsonb_build_object('roles', r.roles, 'note', r.note, 'requestedAt', r.requested_at) FROM access_request r
    WHERE r.staff_sub = of_sub AND r.declined_at IS NULL AND r.requested_at > now() - interval '30 days'
      AND NOT CASE WHEN r.roles = '{}' THEN roles_now(of_sub) <> '{}' ELSE r.roles && roles_now(of_sub) END
$$;
COMMENT ON FUNCTION asks_for(text) IS 'The open request of a person for roles; NULL: none, declined, too old, or they have one of the roles.';

CREATE OR REPLACE FUNCTION administrators_for(of_sub text) RETURNS TABLE (sub text, name text, email text, preferred_language_key text)
  LANGUAGE sql STABLE
  AS $$
SELECT p.id::text, p.name, p.email, p.preferred_language_key FROM identity.person p
WHERE p.state = 'ACTIVE' AND 'ADMIN' = ANY (p.roles)
  AND (NOT p.is_demo OR EXISTS (SELECT FROM identity.person other WHERE other.id::text = of_sub AND other.is_demo))
UNION ALL
SELECT u.sub, u.display_name, u.email, u.preferred_language_key FROM staff_user u
WHERE NOT EXISTS (SELECT FROM identity.person) AND 'ADMIN' = ANY (u.last_roles) AND u.last_seen_at > now() - interval '30 days'
$$;
COMMENT ON FUNCTION administrators_for(text) IS 'The administrators whom a person can ask; those of another provider who were here within 30 days.';

-- Everyone who can sign in or is invited. Without people of the embedded provider: those of a foreign one, as their last tokens described them.
DROP FUNCTION IF EXISTS staff_members();
CREATE OR REPLACE FUNCTION staff_members() RETURNS TABLE (
    id text, name text, email text, roles text, admin_url text, preferred_language_key text, state text, state_reason text,
    second_factor text, last_sign_in_at timestamptz, last_seen_at timestamptz, is_waiting boolean, reveals jsonb, exports jsonb,
    expires_at timestamptz, asks jsonb,
    is_here boolean, version int, created_at timestamptz, created_by text, updated_at timestamptz, updated_by text)
  LANGUAGE sql STABLE
  AS $$
SELECT p.id::text AS id, p.name, p.email, nullif(array_to_string(p.roles, ' '), '') AS roles, p.admin_url, p.preferred_language_key,
  p.state::text AS state, p.state_reason,
  CASE WHEN EXISTS (SELECT FROM identity.passkey k WHERE k.person_id = p.id) THEN 'PASSKEY' WHEN p.totp_secret IS NULL THEN 'NONE'
    ELSE 'CODE_APP' END AS second_factor,
  p.last_sign_in_at,
  (SELECT max(t.created_at) FROM identity.token t WHERE t.account_id = p.id::text AND t.model = 'AccessToken') AS last_seen_at,
  EXISTS (SELECT FROM identity.sign_in_throttle t WHERE t.blocked_until > now()
    AND t.subject IN (sha256(convert_to(lower(p.email), 'UTF8')), sha256(convert_to(p.id::text, 'UTF8')))) AS is_waiting,
  disclosed_in_month(p.id::text, false) AS reveals,
  disclosed_in_month(p.id::text, true) AS exports,
  NULL::timestamptz AS expires_at, asks_for(p.id::text) AS asks, true AS is_here,
  p.version, p.created_at, p.created_by, p.updated_at, p.updated_by
FROM identity.person p
UNION ALL
SELECT i.id::text, i.email, i.email, nullif(array_to_string(i.roles, ' '), ''), i.admin_url, i.preferred_language_key,
  CASE WHEN i.expires_at > now() AND may_invite(i.invited_by) THEN 'INVITED' ELSE 'EXPIRED' END, NULL,
  'UNKNOWN', NULL, NULL, false, NULL, NULL, i.expires_at, NULL, true,
  i.version, i.created_at, i.invited_by, i.updated_at, i.invited_by
FROM identity.invitation i WHERE i.email IS NOT NULL
UNION ALL
SELECT u.sub, u.display_name, u.email, nullif(array_to_string(u.last_roles, ' '), ''), NULL, u.preferred_language_key, 'ACTIVE', NULL,
  'UNKNOWN', u.last_seen_at, u.last_seen_at, false, disclosed_in_month(u.sub, false), disclosed_in_month(u.sub, true), NULL, asks_for(u.sub), false,
  1, u.last_seen_at, NULL, u.last_seen_at, NULL
FROM staff_user u
WHERE NOT EXISTS (SELECT FROM identity.person) AND u.sub NOT IN ('system', 'operator')
  AND NOT EXISTS (SELECT FROM machine_client m WHERE m.client_id = u.sub)
$$;
COMMENT ON FUNCTION staff_members() IS 'Everyone who can sign in, as administrators see them.';
