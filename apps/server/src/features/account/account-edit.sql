CREATE OR REPLACE FUNCTION account_edit_refusal(state account_state, state_changed_at timestamptz, is_same boolean, is_area_elsewhere boolean) RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(account_refusal('EDIT', state, state_changed_at), CASE
    WHEN is_same THEN 'already-set'
    WHEN is_area_elsewhere THEN 'area-elsewhere' END);
COMMENT ON FUNCTION account_edit_refusal(account_state, timestamptz, boolean, boolean) IS
  'Reason why an edit skips an account: its state, equal values, or an area of another country. NULL if it changes.';

-- The columns come from the definition of the record, so the statement is built from their names.
CREATE OR REPLACE FUNCTION edit_accounts(fields jsonb, ids uuid[], by_sub text)
  RETURNS TABLE (id uuid, refusal text, changes jsonb, personal_changes jsonb)
  LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  patch CONSTANT jsonb := (SELECT coalesce(jsonb_object_agg(f ->> 'column', f -> 'value'), '{}') FROM jsonb_array_elements(fields) f);
  assignments CONSTANT text := (SELECT string_agg(format(', %1$I = (j.after).%1$I', name), '') FROM jsonb_object_keys(patch) name);
BEGIN
  RETURN QUERY EXECUTE format($statement$
    WITH held AS MATERIALIZED (
      SELECT a AS before, jsonb_populate_record(a, $1) AS after FROM account a WHERE a.id = ANY ($3) ORDER BY a.id FOR NO KEY UPDATE
    ), judged AS MATERIALIZED (
      SELECT h.before, h.after, account_edit_refusal((h.before).state, (h.before).state_changed_at, h.before IS NOT DISTINCT FROM h.after,
        (h.after).area_id IS NOT NULL AND NOT EXISTS (
          SELECT FROM area r WHERE r.id = (h.after).area_id AND r.country_code = (h.after).country_code)) AS refusal
      FROM held h
    ), changed AS (
      UPDATE account a SET version = a.version + 1, updated_at = now(), updated_by = $4%s
      FROM judged j WHERE a.id = (j.before).id AND j.refusal IS NULL
      RETURNING a.id
    )
    SELECT (j.before).id, j.refusal, CASE WHEN c.id IS NOT NULL THEN coalesce(t.changes, '{}') END, CASE WHEN c.id IS NOT NULL THEN t.personal END
    FROM judged j LEFT JOIN changed c ON c.id = (j.before).id CROSS JOIN LATERAL (
      SELECT jsonb_object_agg(d.name, d.change) FILTER (WHERE NOT d.is_personal) AS changes,
        jsonb_object_agg(d.name, d.change) FILTER (WHERE d.is_personal) AS personal
      FROM (SELECT f ->> 'name' AS name, (f ->> 'isPersonal')::boolean AS is_personal,
          jsonb_build_array(to_jsonb(j.before) -> (f ->> 'column'), f -> 'value') AS change
        FROM jsonb_array_elements($2) f) d
      WHERE d.change -> 0 <> d.change -> 1) t
  $statement$, assignments) USING patch, fields, ids, by_sub;
END
$$;
COMMENT ON FUNCTION edit_accounts(jsonb, uuid[], text) IS
  'Sets fields (name, column, isPersonal, value) of accounts that allow it. Returns for each existing account why it was skipped, or its changes for the audit trail.';
REVOKE ALL ON FUNCTION edit_accounts(jsonb, uuid[], text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION edit_accounts(jsonb, uuid[], text)');

-- A constraint would also refuse other changes of rows that an earlier version wrote. The zone whose days begin first is 14 hours ahead of UTC.
CREATE OR REPLACE FUNCTION account_check_birth_date() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  RAISE EXCEPTION 'a birth date of % is in the future', NEW.birth_date
    USING ERRCODE = 'check_violation', TABLE = 'account', COLUMN = 'birth_date', CONSTRAINT = 'account_birth_date_check';
END
$$;
COMMENT ON FUNCTION account_check_birth_date() IS 'Refuses a birth date in the future.';
CREATE OR REPLACE TRIGGER account_check_new_birth_date BEFORE INSERT ON account
  FOR EACH ROW WHEN (NEW.birth_date > (now() AT TIME ZONE 'UTC' + interval '14 hours')::date) EXECUTE FUNCTION account_check_birth_date();
CREATE OR REPLACE TRIGGER account_check_birth_date BEFORE UPDATE OF birth_date ON account
  FOR EACH ROW WHEN (NEW.birth_date IS DISTINCT FROM OLD.birth_date AND NEW.birth_date > (now() AT TIME ZONE 'UTC' + interval '14 hours')::date)
  EXECUTE FUNCTION account_check_birth_date();
