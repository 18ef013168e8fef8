-- One audit row as one call: an effect can write it in its own statement, and each connection keeps the plans.

CREATE FUNCTION remember_actor(by_sub text, by_name text, by_email text, by_roles text[]) RETURNS void
  LANGUAGE plpgsql
  AS $$
BEGIN
  -- Mostly nothing has changed, and then nothing is tried: a conflict locks the row whatever becomes of it, and every mutation of a
  -- person or machine client would wait for the one before it.
  IF NOT EXISTS (SELECT FROM staff_user known WHERE known.sub = by_sub AND known.display_name = by_name
      AND known.email IS NOT DISTINCT FROM by_email AND known.last_roles = by_roles) THEN
    INSERT INTO staff_user AS known (sub, display_name, email, last_roles) VALUES (by_sub, by_name, by_email, by_roles)
      ON CONFLICT (sub) DO UPDATE SET display_name = excluded.display_name, email = excluded.email, last_roles = excluded.last_roles
      WHERE (known.display_name, known.email, known.last_roles)
        IS DISTINCT FROM (excluded.display_name, excluded.email, excluded.last_roles);
  END IF;
END
$$;
COMMENT ON FUNCTION remember_actor(text, text, text, text[]) IS 'Keeps the name of who acts, for lists of the audit trail.';

CREATE FUNCTION record_audit(
    by_sub text, by_name text, by_email text, by_roles text[], request text, what text, about_type text, about_id text,
    came_out audit_outcome, why text, changed jsonb, changed_personal jsonb) RETURNS void
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM remember_actor(by_sub, by_name, by_email, by_roles);
  INSERT INTO staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes, personal_changes)
    VALUES (by_sub, by_roles, request, what, about_type, about_id, came_out, why, changed, changed_personal);
END
$$;
COMMENT ON FUNCTION record_audit(text, text, text, text[], text, text, text, text, audit_outcome, text, jsonb, jsonb) IS
  'Writes an audit row with the rights of the caller, and keeps the name of who acts.';
