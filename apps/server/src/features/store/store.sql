CREATE OR REPLACE FUNCTION store_check_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF NEW.sid IS DISTINCT FROM OLD.sid THEN
    RAISE EXCEPTION 'the sid of a store is permanent' USING ERRCODE = 'BC001', TABLE = 'store', COLUMN = 'sid';
  END IF;
  IF NEW.state IS DISTINCT FROM OLD.state THEN
    IF NOT store_may_become(OLD.state, NEW.state) THEN
      RAISE EXCEPTION 'a store cannot go from % to %', OLD.state, NEW.state
        USING ERRCODE = 'BC001', TABLE = 'store', COLUMN = 'state';
    END IF;
    NEW.state_changed_at := now();
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION store_check_change() IS 'Refuses a changed sid or an invalid transition of state with SQLSTATE BC001.';
CREATE OR REPLACE TRIGGER store_check_change BEFORE UPDATE OF sid, state ON store
  FOR EACH ROW EXECUTE FUNCTION store_check_change();

CREATE OR REPLACE FUNCTION change_store_states(action text, ids uuid[], why text, at timestamptz, by_sub text)
  RETURNS TABLE (id uuid, refusal text, changes jsonb)
  LANGUAGE sql SET search_path = pg_catalog, public, pg_temp
  AS $$
    WITH judged AS MATERIALIZED (
      SELECT s.id, s.state, s.state_reason, s.opened_on, store_refusal(action, s.state) AS refusal
      FROM store s WHERE s.id = ANY (ids) ORDER BY s.id FOR NO KEY UPDATE
    ), changed AS (
      UPDATE store s SET state = store_after(action), state_reason = CASE WHEN store_after(action) <> 'ACTIVE' THEN why END,
        -- Without a stated day of opening, the store opens today, in its time zone.
        opened_on = CASE action WHEN 'ACTIVATE' THEN coalesce(s.opened_on, (at AT TIME ZONE known_zone(s.timezone))::date) ELSE s.opened_on END,
        closed_at = CASE action WHEN 'CLOSE' THEN at END,
        version = s.version + 1, updated_at = now(), updated_by = by_sub
      FROM judged j WHERE s.id = j.id AND j.refusal IS NULL
      RETURNING s.id, jsonb_build_object('state', jsonb_build_array(j.state, s.state))
        || CASE WHEN j.state_reason IS DISTINCT FROM s.state_reason
          THEN jsonb_build_object('stateReason', jsonb_build_array(j.state_reason, s.state_reason)) ELSE '{}' END
        || CASE WHEN j.opened_on IS DISTINCT FROM s.opened_on
          THEN jsonb_build_object('openedOn', jsonb_build_array(j.opened_on, s.opened_on)) ELSE '{}' END AS changes
    )
    SELECT j.id, j.refusal, c.changes FROM judged j LEFT JOIN changed c ON c.id = j.id
  $$;
COMMENT ON FUNCTION change_store_states(text, uuid[], text, timestamptz, text) IS
  'Activates, suspends, reactivates or closes stores that allow it. Returns for each existing one the reason of its refusal, or its changes for the audit trail.';
REVOKE ALL ON FUNCTION change_store_states(text, uuid[], text, timestamptz, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION change_store_states(text, uuid[], text, timestamptz, text)');

CREATE OR REPLACE FUNCTION store_default_timezone() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  NEW.timezone := (SELECT timezone FROM area WHERE id = NEW.area_id);
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION store_default_timezone() IS 'Sets the time zone of a store without one to that of its area.';
CREATE OR REPLACE TRIGGER store_default_timezone BEFORE INSERT ON store
  FOR EACH ROW WHEN (NEW.timezone IS NULL) EXECUTE FUNCTION store_default_timezone();

-- Notifies open lists of stores about new ones.
CREATE OR REPLACE FUNCTION store_created_notice() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('store_created', to_char(transaction_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION store_created_notice() IS 'Notifies store_created with the start time of the transaction that created stores.';
CREATE OR REPLACE TRIGGER store_created_notice AFTER INSERT ON store
  FOR EACH STATEMENT EXECUTE FUNCTION store_created_notice();
CREATE OR REPLACE TRIGGER store_changed_notice AFTER UPDATE ON store REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_changed_notice('store_changed');

-- Keeps a store's wallet in step with its state: created at activation, frozen while the store is not active. A
-- trigger, so that it covers changes by staff, jobs and imports.
CREATE OR REPLACE FUNCTION store_keeps_wallets() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  INSERT INTO points_wallet (owner_type, owner_id, frozen)
    SELECT 'STORE', id, state <> 'ACTIVE' FROM new_rows WHERE state <> 'DRAFT' ORDER BY id
    ON CONFLICT (owner_type, owner_id) DO NOTHING;
  -- Locks in the order of ids, as transfers do.
  PERFORM FROM points_wallet w JOIN new_rows n ON n.id = w.owner_id
    WHERE w.owner_type = 'STORE' AND w.frozen <> (n.state <> 'ACTIVE') ORDER BY w.id FOR NO KEY UPDATE OF w;
  UPDATE points_wallet w SET frozen = n.state <> 'ACTIVE'
    FROM new_rows n WHERE w.owner_type = 'STORE' AND w.owner_id = n.id AND w.frozen <> (n.state <> 'ACTIVE');
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION store_keeps_wallets() FROM PUBLIC;
CREATE OR REPLACE TRIGGER store_keeps_wallets_of_new AFTER INSERT ON store REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION store_keeps_wallets();
CREATE OR REPLACE TRIGGER store_keeps_wallets AFTER UPDATE ON store REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION store_keeps_wallets();
