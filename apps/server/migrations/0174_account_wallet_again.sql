-- Where all accounts were removed by their owner, as tests do, wallets stay: an account that comes again under its id has its wallet back.

CREATE OR REPLACE FUNCTION account_opens_wallets() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  INSERT INTO points_wallet (owner_type, owner_id, frozen)
    SELECT 'ACCOUNT', id, state <> 'ACTIVE' FROM new_rows ORDER BY id
    ON CONFLICT (owner_type, owner_id) DO UPDATE SET frozen = EXCLUDED.frozen;
  RETURN NULL;
END
$$;
