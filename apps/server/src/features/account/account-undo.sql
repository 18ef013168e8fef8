-- Each account gets back the values that it had before a job, read from its audit row. One that the job created is closed, if nothing changed since.
CREATE OR REPLACE FUNCTION account_undo_step(action text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action WHEN 'account.update' THEN 'EDIT' WHEN 'account.close' THEN 'REACTIVATE' WHEN 'account.create' THEN 'CLOSE'
    WHEN 'account.reactivate' THEN 'CLOSE' END;
COMMENT ON FUNCTION account_undo_step(text) IS 'Action on an account that undoes one of the trail; NULL where none does.';

CREATE OR REPLACE FUNCTION account_undo_refusal(
    id uuid, state account_state, state_changed_at timestamptz, now_values jsonb, action text, at timestamptz, changes jsonb, columns jsonb, is_forced boolean)
  RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, public, pg_temp
  RETURN coalesce(public.account_refusal(public.account_undo_step(action), state, state_changed_at), CASE public.account_undo_step(action)
    WHEN 'EDIT' THEN (SELECT CASE
        WHEN count(*) = 0 THEN 'is-erased'
        WHEN bool_and(now_values -> (columns ->> d.key) = d.value -> 0) THEN 'already-set'
        WHEN NOT is_forced AND bool_or(now_values -> (columns ->> d.key) NOT IN (d.value -> 0, d.value -> 1)) THEN 'changed-since' END
      FROM jsonb_each(changes) d WHERE columns ? d.key)
    ELSE CASE WHEN NOT is_forced AND public.changed_since('account', id::text, at, NULL) THEN 'changed-since' END END);
COMMENT ON FUNCTION account_undo_refusal(uuid, account_state, timestamptz, jsonb, text, timestamptz, jsonb, jsonb, boolean) IS
  'Reason why an undo skips an account, of which the trail has an action, its instant and its changes; columns by field. NULL if it is restored.';

CREATE OR REPLACE FUNCTION undo_account_changes(of_request text, fields jsonb, ids uuid[], is_forced boolean, why text, by_sub text)
  RETURNS TABLE (id uuid, refusal text, changes jsonb, personal_changes jsonb, action text)
  LANGUAGE sql SET search_path = pg_catalog, public, pg_temp
  AS $$
    WITH known AS MATERIALIZED (
      SELECT jsonb_object_agg(f ->> 'name', f ->> 'column') AS columns FROM jsonb_array_elements(fields) f
    ), held AS MATERIALIZED (
      SELECT a.id, a.state, a.state_changed_at, to_jsonb(a) AS now_values FROM account a WHERE a.id = ANY (ids) ORDER BY a.id FOR NO KEY UPDATE
    ), judged AS MATERIALIZED (
      SELECT h.id, t.changes, account_undo_step(e.action) AS step,
        account_undo_refusal(h.id, h.state, h.state_changed_at, h.now_values, e.action, e.occurred_at, t.changes, k.columns, is_forced) AS refusal
      FROM held h CROSS JOIN known k JOIN staff_audit_event e ON e.request_id = of_request AND e.entity_type = 'account'
        AND e.outcome = 'DONE' AND e.entity_id = h.id::text
        CROSS JOIN LATERAL (SELECT e.changes || coalesce(e.personal_changes, '{}') AS changes) t
    ), alike AS MATERIALIZED (
      SELECT j.step, w.wanted, array_agg(j.id ORDER BY j.id) AS ids
      FROM judged j CROSS JOIN LATERAL (
        SELECT jsonb_agg(f || jsonb_build_object('value', j.changes -> (f ->> 'name') -> 0) ORDER BY f ->> 'name')
          || CASE WHEN j.changes ? 'pushConsent' THEN jsonb_build_array(jsonb_build_object('column', 'push_consent_at', 'value', now())) ELSE '[]' END AS wanted
        FROM jsonb_array_elements(fields) f WHERE j.step = 'EDIT' AND j.changes ? (f ->> 'name')) w
      WHERE j.refusal IS NULL GROUP BY j.step, w.wanted
    )
    SELECT r.id, r.refusal, r.changes, r.personal_changes, 'account.update' FROM alike l CROSS JOIN LATERAL edit_accounts(l.wanted, l.ids, by_sub) r
      WHERE l.step = 'EDIT'
    UNION ALL SELECT r.id, r.refusal, r.changes, NULL, 'account.' || lower(l.step)
      FROM alike l CROSS JOIN LATERAL change_account_states(l.step, l.ids, why, NULL, NULL, by_sub) r WHERE l.step <> 'EDIT'
    UNION ALL SELECT j.id, j.refusal, NULL, NULL, NULL FROM judged j WHERE j.refusal IS NOT NULL
  $$;
COMMENT ON FUNCTION undo_account_changes(text, jsonb, uuid[], boolean, text, text) IS
  'Undoes the changes of accounts by a request; fields have name, column, isPersonal. Returns what edit_accounts does, and the action of the trail.';
REVOKE ALL ON FUNCTION undo_account_changes(text, jsonb, uuid[], boolean, text, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION undo_account_changes(text, jsonb, uuid[], boolean, text, text)');

CREATE OR REPLACE FUNCTION undo_awards(of_request text, ids uuid[], why text, by_sub text)
  RETURNS TABLE (id uuid, refusal text, changes jsonb)
  LANGUAGE sql SET search_path = pg_catalog, public, pg_temp
  AS $$
    WITH held AS MATERIALIZED (
      SELECT a.id, account_refusal('REVOKE_BADGE', a.state, a.state_changed_at) AS refusal
      FROM account a WHERE a.id = ANY (ids) ORDER BY a.id FOR NO KEY UPDATE
    ), given AS MATERIALIZED (
      -- An award and its audit row have the instant of their transaction.
      SELECT h.id, h.refusal, w.id AS award, b.code
      FROM held h JOIN staff_audit_event e ON e.request_id = of_request AND e.entity_type = 'account' AND e.outcome = 'DONE' AND e.entity_id = h.id::text
        JOIN badge b ON b.code = e.changes #>> '{badge,1}'
        LEFT JOIN account_badge_award w ON w.account_id = h.id AND w.badge_id = b.id AND w.awarded_at = e.occurred_at AND w.revoked_at IS NULL
    ), revoked AS (
      UPDATE account_badge_award w SET revoked_at = now(), revoked_by = by_sub, revoke_reason = why
      FROM given g WHERE w.id = g.award AND g.refusal IS NULL
      RETURNING w.account_id
    )
    SELECT g.id, CASE WHEN r.account_id IS NULL THEN coalesce(g.refusal, 'not-awarded') END,
      CASE WHEN r.account_id IS NOT NULL THEN jsonb_build_object('badge', jsonb_build_array(g.code, NULL)) END
    FROM given g LEFT JOIN revoked r ON r.account_id = g.id
  $$;
COMMENT ON FUNCTION undo_awards(text, uuid[], text, text) IS
  'Revokes the awards of a request that are still held. Returns for each account why it was skipped, or its changes for the audit trail.';
REVOKE ALL ON FUNCTION undo_awards(text, uuid[], text, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION undo_awards(text, uuid[], text, text)');
