-- Applies to every role, including the owner.
CREATE OR REPLACE FUNCTION points_are_append_only() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  RAISE EXCEPTION 'points are neither changed nor deleted: a mistake is corrected by a reversal'
    USING ERRCODE = 'BC002', TABLE = TG_TABLE_NAME;
END
$$;
COMMENT ON FUNCTION points_are_append_only() IS 'Refuses with SQLSTATE BC002.';
CREATE OR REPLACE TRIGGER points_transfer_is_append_only BEFORE UPDATE OR DELETE ON points_transfer
  FOR EACH ROW EXECUTE FUNCTION points_are_append_only();
CREATE OR REPLACE TRIGGER points_transfer_is_not_emptied BEFORE TRUNCATE ON points_transfer
  FOR EACH STATEMENT EXECUTE FUNCTION points_are_append_only();
CREATE OR REPLACE TRIGGER points_entry_is_append_only BEFORE UPDATE OR DELETE ON points_entry
  FOR EACH ROW EXECUTE FUNCTION points_are_append_only();
CREATE OR REPLACE TRIGGER points_entry_is_not_emptied BEFORE TRUNCATE ON points_entry
  FOR EACH STATEMENT EXECUTE FUNCTION points_are_append_only();
CREATE OR REPLACE TRIGGER points_wallet_stays BEFORE DELETE ON points_wallet
  FOR EACH ROW EXECUTE FUNCTION points_are_append_only();
CREATE OR REPLACE TRIGGER points_wallet_is_not_emptied BEFORE TRUNCATE ON points_wallet
  FOR EACH STATEMENT EXECUTE FUNCTION points_are_append_only();
CREATE OR REPLACE TRIGGER points_wallet_keeps_owner BEFORE UPDATE OF id, owner_type, owner_id, system_code ON points_wallet
  FOR EACH ROW EXECUTE FUNCTION points_are_append_only();

CREATE OR REPLACE FUNCTION open_wallet(owned_by wallet_owner_type, owner uuid, is_frozen boolean) RETURNS uuid
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  opened uuid;
BEGIN
  INSERT INTO points_wallet (owner_type, owner_id, frozen) VALUES (owned_by, owner, is_frozen)
    ON CONFLICT (owner_type, owner_id) DO NOTHING RETURNING id INTO opened;
  IF opened IS NULL THEN
    SELECT id INTO opened FROM points_wallet WHERE owner_type = owned_by AND owner_id = owner;
  END IF;
  RETURN opened;
END
$$;
COMMENT ON FUNCTION open_wallet(wallet_owner_type, uuid, boolean) IS 'The wallet of an owner, opened if it does not exist.';
REVOKE ALL ON FUNCTION open_wallet(wallet_owner_type, uuid, boolean) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION open_wallet(wallet_owner_type, uuid, boolean)');

CREATE OR REPLACE FUNCTION freeze_wallet(wallet uuid, is_frozen boolean) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  UPDATE points_wallet SET frozen = is_frozen WHERE id = wallet AND owner_type <> 'SYSTEM' AND frozen <> is_frozen;
  RETURN FOUND;
END
$$;
COMMENT ON FUNCTION freeze_wallet(uuid, boolean) IS 'Freezes or unfreezes a wallet; true if that is a change.';
REVOKE ALL ON FUNCTION freeze_wallet(uuid, boolean) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION freeze_wallet(uuid, boolean)');

-- A function, so that a statement's plan does not depend on how a wallet is named and can be kept.
CREATE OR REPLACE FUNCTION points_wallet_of(wallet uuid, account uuid, firebase text, store text) RETURNS uuid
  LANGUAGE plpgsql STABLE PARALLEL SAFE
  AS $$
BEGIN
  IF wallet IS NOT NULL THEN
    RETURN wallet;
  ELSIF account IS NOT NULL THEN
    wallet := (SELECT w.id FROM points_wallet w WHERE w.owner_type = 'ACCOUNT' AND w.owner_id = account);
  ELSIF firebase IS NOT NULL THEN
    wallet := (SELECT w.id FROM account a JOIN points_wallet w ON w.owner_type = 'ACCOUNT' AND w.owner_id = a.id
      WHERE a.firebase_id = firebase);
  ELSIF store IS NOT NULL THEN
    wallet := (SELECT w.id FROM store s JOIN points_wallet w ON w.owner_type = 'STORE' AND w.owner_id = s.id WHERE s.sid = store);
  END IF;
  RETURN coalesce(wallet, '00000000-0000-0000-0000-000000000000');
END
$$;
COMMENT ON FUNCTION points_wallet_of(uuid, uuid, text, text) IS
  'The wallet itself, or that of an account by id or Firebase id, or of a store by sid, whichever is given; zeros if there is none.';
