-- Every account has a wallet from its first moment, frozen whenever the account is not active, whoever changes the account: a person, a
-- job, an import or the clock.

CREATE FUNCTION account_opens_wallets() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  INSERT INTO points_wallet (owner_type, owner_id, frozen)
    SELECT 'ACCOUNT', id, state <> 'ACTIVE' FROM new_rows ORDER BY id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION account_opens_wallets() FROM PUBLIC;
CREATE TRIGGER account_opens_wallets AFTER INSERT ON account REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION account_opens_wallets();

CREATE FUNCTION account_freezes_wallets() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  changed uuid[];
BEGIN
  -- Locked in the order of ids, as transfers lock them.
  changed := ARRAY(
    SELECT w.id FROM points_wallet w
    WHERE w.owner_type = 'ACCOUNT' AND w.owner_id = ANY (ARRAY(
      SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE (n.state = 'ACTIVE') <> (o.state = 'ACTIVE')))
    ORDER BY w.id FOR NO KEY UPDATE);
  IF changed <> '{}' THEN
    UPDATE points_wallet w SET frozen = n.state <> 'ACTIVE'
      FROM new_rows n WHERE w.id = ANY (changed) AND w.owner_type = 'ACCOUNT' AND w.owner_id = n.id;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION account_freezes_wallets() FROM PUBLIC;
CREATE TRIGGER account_freezes_wallets AFTER UPDATE ON account REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION account_freezes_wallets();

INSERT INTO points_wallet (owner_type, owner_id, frozen)
  SELECT 'ACCOUNT', id, state <> 'ACTIVE' FROM account ORDER BY id;
