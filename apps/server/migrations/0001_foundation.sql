-- What every later migration stands on: fragment search, ids, the application role and shared checks.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Ids are UUIDv7: time-ordered, so new rows land at the end of an index (decision 0004).
-- PostgreSQL 18 has a generator; before that the same layout (milliseconds, 12 bits below them, 62 random bits) is built here.
DO $$
BEGIN
  IF current_setting('server_version_num')::int >= 180000 THEN
    CREATE FUNCTION uuid_v7() RETURNS uuid
      LANGUAGE sql VOLATILE PARALLEL SAFE
      RETURN uuidv7();
  ELSE
    CREATE FUNCTION uuid_v7() RETURNS uuid
      LANGUAGE sql VOLATILE PARALLEL SAFE
      AS $body$
        SELECT encode(
          substring(int8send(us / 1000) FROM 3)
            || substring(int4send((28672 + (us % 1000) * 4096 / 1000)::int) FROM 3)
            || substring(uuid_send(gen_random_uuid()) FROM 9),
          'hex')::uuid
        FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS us) AS clock
      $body$;
  END IF;
END
$$;
COMMENT ON FUNCTION uuid_v7() IS 'A new UUIDv7 (RFC 9562), ordered by time.';

-- The application role owns nothing. Where the migrating role may not create roles and nobody has created it before,
-- the application works as the owner; docs/operations.md says how to set the two apart.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'backcounter_app') THEN
    CREATE ROLE backcounter_app NOLOGIN;
  END IF;
EXCEPTION
  WHEN insufficient_privilege THEN
    RAISE NOTICE 'the role backcounter_app does not exist and may not be created here';
  WHEN duplicate_object OR unique_violation THEN
    NULL;
END
$$;

-- A privilege is granted through this function, so that a database without the application role migrates as well.
CREATE FUNCTION grant_to_application(privileges text, target text) RETURNS void
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'backcounter_app') THEN
    EXECUTE format('REVOKE ALL ON %s FROM backcounter_app', target);
    IF privileges <> '' THEN
      EXECUTE format('GRANT %s ON %s TO backcounter_app', privileges, target);
    END IF;
  END IF;
END
$$;
COMMENT ON FUNCTION grant_to_application(text, text) IS
  'Sets exactly these privileges (such as SELECT, INSERT) of the application role on a target (such as TABLE account).';
REVOKE ALL ON FUNCTION grant_to_application(text, text) FROM PUBLIC;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'backcounter_app') THEN
    ALTER DEFAULT PRIVILEGES GRANT USAGE ON SCHEMAS TO backcounter_app;
    ALTER DEFAULT PRIVILEGES GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO backcounter_app;
    ALTER DEFAULT PRIVILEGES GRANT USAGE ON SEQUENCES TO backcounter_app;
    GRANT USAGE ON SCHEMA public TO backcounter_app;
  END IF;
END
$$;
SELECT grant_to_application('SELECT', 'TABLE schema_migration');

-- A CHECK can hold no subquery, so the rule of translatable content is a function.
CREATE FUNCTION is_i18n_map(content jsonb, max_length int) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN jsonb_typeof(content) = 'object' AND content ? 'en-US' THEN
    NOT EXISTS (
      SELECT FROM jsonb_each(content) AS entry
      WHERE entry.key !~ '^[a-z]{2}(-[A-Z]{2})?$'
        OR jsonb_typeof(entry.value) <> 'string'
        OR char_length(entry.value #>> '{}') NOT BETWEEN 1 AND max_length)
    ELSE false END;
COMMENT ON FUNCTION is_i18n_map(jsonb, int) IS
  'True for a map locale -> text with an en-US text, each text 1 to max_length characters.';

CREATE FUNCTION is_timezone_name(name text) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN char_length(name) <= 64 AND name ~ '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$';
COMMENT ON FUNCTION is_timezone_name(text) IS
  'The shape of an IANA zone name. That the zone exists is checked where it is entered: the list changes with releases of the data.';
