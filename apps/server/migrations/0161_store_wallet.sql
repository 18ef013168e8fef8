-- A store has a wallet from the moment it is activated, frozen whenever the store is not active, whoever changes the store: a person, a job
-- or an import.

CREATE FUNCTION store_keeps_wallets() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  INSERT INTO points_wallet (owner_type, owner_id, frozen)
    SELECT 'STORE', id, state <> 'ACTIVE' FROM new_rows WHERE state <> 'DRAFT' ORDER BY id
    ON CONFLICT (owner_type, owner_id) DO NOTHING;
  -- Locked in the order of ids, as transfers lock them.
  PERFORM FROM points_wallet w JOIN new_rows n ON n.id = w.owner_id
    WHERE w.owner_type = 'STORE' AND w.frozen <> (n.state <> 'ACTIVE') ORDER BY w.id FOR NO KEY UPDATE OF w;
  UPDATE points_wallet w SET frozen = n.state <> 'ACTIVE'
    FROM new_rows n WHERE w.owner_type = 'STORE' AND w.owner_id = n.id AND w.frozen <> (n.state <> 'ACTIVE');
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION store_keeps_wallets() FROM PUBLIC;
CREATE TRIGGER store_keeps_wallets_of_new AFTER INSERT ON store REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION store_keeps_wallets();
CREATE TRIGGER store_keeps_wallets AFTER UPDATE ON store REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION store_keeps_wallets();
