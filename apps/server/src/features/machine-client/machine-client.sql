-- Instead of foreign keys: stores and countries are never deleted, and their names never change.
CREATE OR REPLACE FUNCTION machine_client_bounds_exist() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  IF EXISTS (SELECT FROM string_to_table(NEW.stores, ' ') AS named (sid) WHERE NOT EXISTS (SELECT FROM store s WHERE s.sid = named.sid)) THEN
    RAISE EXCEPTION 'no store has this sid' USING ERRCODE = '23503', TABLE = 'machine_client', CONSTRAINT = 'machine_client_stores_fkey';
  ELSIF EXISTS (SELECT FROM string_to_table(NEW.countries, ' ') AS named (code) WHERE NOT EXISTS (SELECT FROM country c WHERE c.code = named.code)) THEN
    RAISE EXCEPTION 'no country has this code' USING ERRCODE = '23503', TABLE = 'machine_client', CONSTRAINT = 'machine_client_countries_fkey';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION machine_client_bounds_exist() IS 'Refuses bounds with a store or country that does not exist, as a foreign key would.';
CREATE OR REPLACE TRIGGER machine_client_bounds_exist BEFORE INSERT OR UPDATE OF stores, countries ON machine_client
  FOR EACH ROW EXECUTE FUNCTION machine_client_bounds_exist();

CREATE OR REPLACE FUNCTION outside_client_bounds(by_client text, asked text[], firebase_ids text[], transfer_keys text[])
  RETURNS TABLE (kind text, name text)
  LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
  AS $$
    WITH given AS MATERIALIZED (
      SELECT ARRAY(SELECT a::uuid FROM unnest(asked) AS a WHERE a ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') AS ids
    ), client AS MATERIALIZED (
      SELECT string_to_array(m.countries, ' ') AS countries,
        CASE WHEN m.stores IS NOT NULL THEN ARRAY(SELECT s.id FROM store s WHERE s.sid = ANY (string_to_array(m.stores, ' '))) END AS stores
      FROM machine_client m WHERE m.client_id = by_client
    ), moved AS (
      SELECT 'id' AS kind, t.id::text AS name, t.debit_wallet_id, t.credit_wallet_id FROM points_transfer t WHERE t.id = ANY ((SELECT g.ids FROM given g)::uuid[])
      UNION ALL SELECT 'transferKey', t.idempotency_key, t.debit_wallet_id, t.credit_wallet_id FROM points_transfer t
        WHERE t.created_by = by_client AND t.idempotency_key = ANY (transfer_keys)
    ), named (kind, name, account, store, has_place) AS (
      SELECT 'id', a.id::text, a.id, NULL::uuid, false FROM account a WHERE a.id = ANY ((SELECT g.ids FROM given g)::uuid[])
      UNION ALL SELECT 'firebaseId', a.firebase_id, a.id, NULL, false FROM account a WHERE a.firebase_id = ANY (firebase_ids)
      UNION ALL SELECT 'id', r.id::text, r.account_id, r.store_id, true FROM coupon_redemption r WHERE r.id = ANY ((SELECT g.ids FROM given g)::uuid[])
      UNION ALL SELECT 'id', w.id::text, CASE w.owner_type WHEN 'ACCOUNT' THEN w.owner_id END,
          CASE w.owner_type WHEN 'STORE' THEN w.owner_id END, w.owner_type = 'STORE' FROM points_wallet w WHERE w.id = ANY ((SELECT g.ids FROM given g)::uuid[])
      UNION ALL SELECT m.kind, m.name,
          (SELECT w.owner_id FROM points_wallet w WHERE w.id IN (m.debit_wallet_id, m.credit_wallet_id) AND w.owner_type = 'ACCOUNT' LIMIT 1),
          (SELECT w.owner_id FROM points_wallet w WHERE w.id IN (m.debit_wallet_id, m.credit_wallet_id) AND w.owner_type = 'STORE' LIMIT 1), true
        FROM moved m
    )
    SELECT n.kind, n.name FROM named n CROSS JOIN client c
    WHERE n.has_place AND c.stores IS NOT NULL AND (n.store IS NULL OR n.store <> ALL (c.stores))
      OR EXISTS (SELECT FROM account a WHERE a.id = n.account AND a.country_code::text <> ALL (c.countries))
  $$;
COMMENT ON FUNCTION outside_client_bounds(text, text[], text[], text[]) IS
  'Of these accounts, wallets, redemptions and transfers, those outside of the stores and countries of a machine client.';
