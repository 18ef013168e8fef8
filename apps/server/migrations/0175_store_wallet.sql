-- A store has a wallet from the moment it is no longer a draft, frozen whenever it is not active, whoever changes the store.

CREATE FUNCTION store_keeps_wallets() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  held uuid[];
BEGIN
  INSERT INTO points_wallet (owner_type, owner_id, frozen)
    SELECT 'STORE', n.id, n.state <> 'ACTIVE' FROM new_rows n
    WHERE n.state <> 'DRAFT' AND NOT EXISTS (SELECT FROM points_wallet w WHERE w.owner_type = 'STORE' AND w.owner_id = n.id)
    ORDER BY n.id
    ON CONFLICT (owner_type, owner_id) DO NOTHING;
  -- Locked in the order of ids, as transfers lock them.
  held := ARRAY(
    SELECT w.id FROM points_wallet w JOIN new_rows n ON w.owner_type = 'STORE' AND w.owner_id = n.id
    WHERE w.frozen <> (n.state <> 'ACTIVE') ORDER BY w.id FOR NO KEY UPDATE OF w);
  IF held <> '{}' THEN
    UPDATE points_wallet w SET frozen = n.state <> 'ACTIVE'
      FROM new_rows n WHERE w.id = ANY (held) AND w.owner_type = 'STORE' AND w.owner_id = n.id;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION store_keeps_wallets() FROM PUBLIC;
CREATE TRIGGER store_opens_wallets AFTER INSERT ON store REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION store_keeps_wallets();
CREATE TRIGGER store_freezes_wallets AFTER UPDATE ON store REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION store_keeps_wallets();

INSERT INTO points_wallet (owner_type, owner_id, frozen)
  SELECT 'STORE', id, state <> 'ACTIVE' FROM store WHERE state <> 'DRAFT' ORDER BY id
  ON CONFLICT (owner_type, owner_id) DO NOTHING;
