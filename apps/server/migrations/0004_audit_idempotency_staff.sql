CREATE TABLE staff_user (
  sub text PRIMARY KEY CHECK (char_length(sub) BETWEEN 1 AND 255),
  display_name text NOT NULL CHECK (char_length(display_name) BETWEEN 1 AND 200),
  email text CHECK (char_length(email) BETWEEN 3 AND 254),
  last_roles text[] NOT NULL DEFAULT '{}' CHECK (cardinality(last_roles) <= 50),
  preferred_language_key text CHECK (char_length(preferred_language_key) BETWEEN 2 AND 20),
  last_seen_at timestamptz(3) NOT NULL DEFAULT now()
);
COMMENT ON TABLE staff_user IS 'Mirror of what access tokens said about staff, for names in audit lists. Rights are always read from the token.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE staff_user');

CREATE TYPE audit_outcome AS ENUM ('DONE', 'DENIED', 'FAILED');
CREATE SEQUENCE staff_audit_event_id AS bigint;

CREATE TABLE staff_audit_event (
  id bigint NOT NULL DEFAULT nextval('staff_audit_event_id'),
  occurred_at timestamptz(3) NOT NULL DEFAULT now(),
  actor_sub text NOT NULL CHECK (char_length(actor_sub) BETWEEN 1 AND 255),
  actor_roles text[] NOT NULL DEFAULT '{}' CHECK (cardinality(actor_roles) <= 50),
  request_id text CHECK (char_length(request_id) BETWEEN 1 AND 64),
  ip inet,
  action text NOT NULL CHECK (action ~ '^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$' AND char_length(action) <= 80),
  entity_type text CHECK (entity_type ~ '^[a-z][a-z0-9-]{0,62}$'),
  entity_id text CHECK (char_length(entity_id) BETWEEN 1 AND 128),
  outcome audit_outcome NOT NULL,
  reason text CHECK (char_length(reason) BETWEEN 1 AND 300),
  changes jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(changes) = 'object'),
  personal_changes jsonb CHECK (jsonb_typeof(personal_changes) = 'object'),
  PRIMARY KEY (occurred_at, id),
  CHECK ((entity_type IS NULL) = (entity_id IS NULL))
) PARTITION BY RANGE (occurred_at);
ALTER SEQUENCE staff_audit_event_id OWNED BY staff_audit_event.id;
CREATE TABLE staff_audit_event_other PARTITION OF staff_audit_event DEFAULT;
CREATE INDEX staff_audit_event_entity ON staff_audit_event (entity_type, entity_id, occurred_at, id);
CREATE INDEX staff_audit_event_actor ON staff_audit_event (actor_sub, occurred_at, id);
COMMENT ON TABLE staff_audit_event IS 'Who did what to which record. Written in the transaction of the effect; never changed, never deleted.';
COMMENT ON COLUMN staff_audit_event.actor_sub IS 'Subject of the access token: a member of staff or a machine client.';
COMMENT ON COLUMN staff_audit_event.action IS 'Such as account.suspend.';
COMMENT ON COLUMN staff_audit_event.changes IS 'Field -> [before, after] of fields that hold no personal data.';
COMMENT ON COLUMN staff_audit_event.personal_changes IS
  'Field -> [before, after] of fields with personal data; NULL when there were none or when the account has been erased.';
SELECT grant_to_application('SELECT, INSERT', 'TABLE staff_audit_event');
SELECT grant_to_application('SELECT, INSERT', 'TABLE staff_audit_event_other');
SELECT grant_to_application('USAGE', 'SEQUENCE staff_audit_event_id');

-- Holds for every role, the owner included. The one permitted change is forgetting personal values.
CREATE FUNCTION staff_audit_event_is_append_only() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.personal_changes IS NULL THEN
    OLD.personal_changes := NULL;
    IF NEW IS NOT DISTINCT FROM OLD THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit events are neither changed nor deleted' USING ERRCODE = 'BC002', TABLE = 'staff_audit_event';
END
$$;
COMMENT ON FUNCTION staff_audit_event_is_append_only() IS 'Refuses with SQLSTATE BC002.';
CREATE TRIGGER staff_audit_event_is_append_only BEFORE UPDATE OR DELETE ON staff_audit_event
  FOR EACH ROW EXECUTE FUNCTION staff_audit_event_is_append_only();

-- Creates the monthly partitions that are missing from the given day on. Rows that already went to the default partition stay there.
CREATE FUNCTION ensure_audit_partitions(from_day date DEFAULT current_date, months int DEFAULT 3) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC'
  AS $$
DECLARE
  first_day date;
  name text;
  created int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('backcounter.ensure_audit_partitions', 0));
  FOR offset_months IN 0 .. least(months, 120) - 1 LOOP
    first_day := (date_trunc('month', from_day) + make_interval(months => offset_months))::date;
    name := 'staff_audit_event_' || to_char(first_day, 'YYYY_MM');
    CONTINUE WHEN to_regclass('public.' || name) IS NOT NULL;
    CONTINUE WHEN EXISTS (SELECT FROM staff_audit_event_other
      WHERE occurred_at >= first_day AND occurred_at < first_day + interval '1 month');
    EXECUTE format('CREATE TABLE public.%I PARTITION OF public.staff_audit_event FOR VALUES FROM (%L) TO (%L)',
      name, first_day::timestamptz, (first_day + interval '1 month')::timestamptz);
    PERFORM grant_to_application('SELECT, INSERT', format('TABLE public.%I', name));
    created := created + 1;
  END LOOP;
  RETURN created;
END
$$;

-- Part of erasing an account: personal values leave the trail, and the trail says so.
CREATE FUNCTION forget_personal_changes(
    forgotten_type text, forgotten_id text, by_sub text, by_roles text[], with_reason text, in_request text) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  forgotten bigint;
BEGIN
  UPDATE staff_audit_event SET personal_changes = NULL
    WHERE entity_type = forgotten_type AND entity_id = forgotten_id AND personal_changes IS NOT NULL;
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  INSERT INTO staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes)
    VALUES (by_sub, by_roles, in_request, 'audit.forget-personal', forgotten_type, forgotten_id, 'DONE', with_reason,
      jsonb_build_object('events', jsonb_build_array(NULL, forgotten)));
  RETURN forgotten;
END
$$;
DO $$
BEGIN
  REVOKE ALL ON FUNCTION forget_personal_changes(text, text, text, text[], text, text) FROM PUBLIC;
  REVOKE ALL ON FUNCTION ensure_audit_partitions(date, int) FROM PUBLIC;
  PERFORM grant_to_application('EXECUTE', 'FUNCTION forget_personal_changes(text, text, text, text[], text, text)');
  PERFORM grant_to_application('EXECUTE', 'FUNCTION ensure_audit_partitions(date, int)');
END
$$;

CREATE TABLE idempotency_key (
  actor_sub text NOT NULL CHECK (char_length(actor_sub) BETWEEN 1 AND 255),
  key text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 255),
  operation text NOT NULL CHECK (char_length(operation) BETWEEN 1 AND 120),
  request_hash bytea NOT NULL CHECK (octet_length(request_hash) = 32),
  response jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (actor_sub, key)
);
CREATE INDEX idempotency_key_created ON idempotency_key (created_at);
COMMENT ON TABLE idempotency_key IS 'Answers of mutations, kept 24 hours; written in the transaction of the effect (decision 0022).';
COMMENT ON COLUMN idempotency_key.request_hash IS 'SHA-256 of operation and input: the same key with another input is refused.';
