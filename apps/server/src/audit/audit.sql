CREATE OR REPLACE FUNCTION iso_instant(instant timestamptz) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN to_char(instant AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
COMMENT ON FUNCTION iso_instant(timestamptz) IS 'ISO 8601 text of an instant, in UTC with milliseconds.';

-- Applies to every role, including the owner. The only permitted change is clearing personal values.
CREATE OR REPLACE FUNCTION staff_audit_event_is_append_only() RETURNS trigger
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
CREATE OR REPLACE TRIGGER staff_audit_event_is_append_only BEFORE UPDATE OR DELETE ON staff_audit_event
  FOR EACH ROW EXECUTE FUNCTION staff_audit_event_is_append_only();

CREATE OR REPLACE FUNCTION changed_since(of_type text, of_id text, at timestamptz, field text) RETURNS boolean
  LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
  RETURN EXISTS (SELECT FROM public.staff_audit_event e WHERE e.entity_id = of_id AND e.entity_type = of_type AND e.occurred_at > at
    AND e.outcome = 'DONE' AND (field IS NULL OR e.changes ? field));
COMMENT ON FUNCTION changed_since(text, text, timestamptz, text) IS 'True if the trail has a later change of a field of a record, or any for NULL.';

-- The transaction remembers its acts; only a job continues one in another transaction.
CREATE OR REPLACE FUNCTION staff_audit_event_is_further() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
DECLARE
  act text := NEW.request_id || ' ' || NEW.action || ' ' || NEW.outcome || E'\n';
  known text := coalesce(current_setting('backcounter.audit_acts', true), '');
BEGIN
  IF strpos(known, act) > 0 THEN
    NEW.is_further := true;
  ELSIF act IS NOT NULL THEN
    IF EXISTS (SELECT FROM job j WHERE coalesce(j.request_id, j.id::text) = NEW.request_id) THEN
      NEW.is_further := EXISTS (SELECT FROM staff_audit_event e WHERE e.request_id = NEW.request_id AND e.action = NEW.action
        AND e.outcome = NEW.outcome AND e.occurred_at > NEW.occurred_at - interval '7 days');
    END IF;
    PERFORM set_config('backcounter.audit_acts', right(known || act, 2000), true);
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION staff_audit_event_is_further() IS 'Marks events whose action was already recorded for the same request.';
CREATE OR REPLACE TRIGGER staff_audit_event_is_further BEFORE INSERT ON staff_audit_event
  FOR EACH ROW EXECUTE FUNCTION staff_audit_event_is_further();

-- Creates missing monthly partitions from the given day on. Rows already in the default partition stay there.
CREATE OR REPLACE FUNCTION ensure_audit_partitions(from_day date DEFAULT current_date, months int DEFAULT 3) RETURNS int
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
REVOKE ALL ON FUNCTION ensure_audit_partitions(date, int) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION ensure_audit_partitions(date, int)');

-- Clears personal values from the trail when an account is erased, and records that.
CREATE OR REPLACE FUNCTION forget_personal_changes(
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
REVOKE ALL ON FUNCTION forget_personal_changes(text, text, text, text[], text, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION forget_personal_changes(text, text, text, text[], text, text)');

-- Writes an audit row in one call, so an effect can do it in its own statement and each connection keeps the plan.
CREATE OR REPLACE FUNCTION remember_actor(by_sub text, by_name text, by_email text, by_roles text[]) RETURNS void
  LANGUAGE plpgsql
  AS $$
BEGIN
  -- Usually nothing has changed, so check first: ON CONFLICT locks the row even without a change, and every mutation of
  -- a person or machine client would wait for the previous one.
  IF NOT EXISTS (SELECT FROM staff_user known WHERE known.sub = by_sub AND known.display_name = by_name
      AND known.email IS NOT DISTINCT FROM by_email AND known.last_roles = by_roles) THEN
    INSERT INTO staff_user AS known (sub, display_name, email, last_roles) VALUES (by_sub, by_name, by_email, by_roles)
      ON CONFLICT (sub) DO UPDATE SET display_name = excluded.display_name, email = excluded.email, last_roles = excluded.last_roles
      WHERE (known.display_name, known.email, known.last_roles)
        IS DISTINCT FROM (excluded.display_name, excluded.email, excluded.last_roles);
  END IF;
END
$$;
COMMENT ON FUNCTION remember_actor(text, text, text, text[]) IS 'Stores the name of an actor for lists of the audit trail.';

-- The actor's name rarely changes, so it is checked here without a function call.
CREATE OR REPLACE FUNCTION record_audit(
    by_sub text, by_name text, by_email text, by_roles text[], request text, what text, about_type text, about_id text,
    came_out audit_outcome, why text, changed jsonb, changed_personal jsonb) RETURNS void
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM staff_user known WHERE known.sub = by_sub AND known.display_name = by_name
      AND known.email IS NOT DISTINCT FROM by_email AND known.last_roles = by_roles) THEN
    PERFORM remember_actor(by_sub, by_name, by_email, by_roles);
  END IF;
  INSERT INTO staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes, personal_changes)
    VALUES (by_sub, by_roles, request, what, about_type, about_id, came_out, why, changed, changed_personal);
END
$$;
COMMENT ON FUNCTION record_audit(text, text, text, text[], text, text, text, text, audit_outcome, text, jsonb, jsonb) IS
  'Writes an audit row with the rights of the caller and stores the actor''s name.';

CREATE OR REPLACE FUNCTION disclosure_free_at(by_sub text, of_kind disclosure_kind, wanted bigint, span interval, most bigint) RETURNS timestamptz
  LANGUAGE sql STABLE
  RETURN CASE WHEN wanted > most THEN 'infinity' ELSE (
    -- A bucket counts until its last instant has left the span.
    SELECT min(spent.bucket) FILTER (WHERE spent.later + wanted <= most) + interval '5 minutes' + span
    FROM (SELECT d.bucket, d.amount, sum(d.amount) OVER (ORDER BY d.bucket DESC) - d.amount AS later
      FROM staff_disclosure d
      WHERE d.staff_sub = by_sub AND d.kind = of_kind AND d.bucket + interval '5 minutes' > now() - span) spent
    HAVING sum(spent.amount) + wanted > most) END;
COMMENT ON FUNCTION disclosure_free_at(text, disclosure_kind, bigint, interval, bigint) IS
  'When the wanted amount fits into the budget of a span: NULL for now, infinity for never.';

CREATE OR REPLACE FUNCTION claim_disclosure(
    by_sub text, of_kind disclosure_kind, wanted bigint, per_hour bigint, per_day bigint, is_trial boolean,
    OUT over_budget text, OUT retry_at timestamptz)
  LANGUAGE plpgsql
  AS $$
BEGIN
  -- One at a time per person, so two concurrent calls cannot both take the last of a budget; each statement below sees
  -- what the previous ones committed.
  PERFORM pg_advisory_xact_lock(hashtextextended('disclosure ' || of_kind || ' ' || by_sub, 0));
  retry_at := disclosure_free_at(by_sub, of_kind, wanted, interval '24 hours', per_day);
  IF retry_at IS NOT NULL THEN
    over_budget := 'DAY';
    RETURN;
  END IF;
  retry_at := disclosure_free_at(by_sub, of_kind, wanted, interval '1 hour', per_hour);
  IF retry_at IS NOT NULL THEN
    over_budget := 'HOUR';
    RETURN;
  END IF;
  IF NOT is_trial AND wanted > 0 THEN
    INSERT INTO staff_disclosure AS known (staff_sub, kind, bucket, amount)
      VALUES (by_sub, of_kind, date_bin('5 minutes', now(), 'epoch'), wanted)
      ON CONFLICT (staff_sub, kind, bucket) DO UPDATE SET amount = known.amount + excluded.amount;
  END IF;
END
$$;
COMMENT ON FUNCTION claim_disclosure(text, disclosure_kind, bigint, bigint, bigint, boolean) IS
  'Takes an amount from a person''s budgets, or returns the exceeded budget and when to retry. A NULL budget has no limit; a trial takes nothing.';

-- A person of the embedded provider has the roles of its record, which commands change at any time; of a foreign one
-- only the last token is known.
CREATE OR REPLACE FUNCTION roles_now(of_sub text) RETURNS text[]
  LANGUAGE sql STABLE
  RETURN coalesce(
    (SELECT CASE WHEN person.state = 'ACTIVE' THEN person.roles ELSE '{}' END FROM identity.person AS person
      WHERE person.id = CASE WHEN of_sub ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN of_sub::uuid END),
    (SELECT known.last_roles FROM staff_user AS known WHERE known.sub = of_sub),
    '{}');
COMMENT ON FUNCTION roles_now(text) IS 'The roles of a person at this moment; empty for unknown, suspended and removed people.';
