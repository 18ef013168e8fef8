-- A row is written under the lock of its account, so that the numbers of a day have no gap and erasure misses none.
CREATE OR REPLACE FUNCTION note_machine_refusals(items jsonb) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  item record;
  today date := (now() AT TIME ZONE 'UTC')::date;
BEGIN
  FOR item IN
    SELECT a.id AS of_account, s.id AS at_store, g.*
    FROM jsonb_to_recordset(items) AS g (client text, operation text, account uuid, firebase text, wallets uuid[], store text, receipt text,
        code_end text, points bigint, reason text, occurred timestamptz)
      JOIN account a ON a.id = coalesce(g.account, (SELECT f.id FROM account f WHERE f.firebase_id = g.firebase),
        (SELECT w.owner_id FROM points_wallet w WHERE w.id = ANY (g.wallets) AND w.owner_type = 'ACCOUNT' LIMIT 1))
      LEFT JOIN store s ON s.id = coalesce((SELECT n.id FROM store n WHERE n.sid = g.store),
        (SELECT w.owner_id FROM points_wallet w WHERE w.id = ANY (g.wallets) AND w.owner_type = 'STORE' LIMIT 1))
    WHERE NOT EXISTS (SELECT FROM machine_refusal m WHERE m.account_id = a.id AND m.day = today AND m.place = 100)
    ORDER BY a.id
  LOOP
    PERFORM FROM account WHERE id = item.of_account AND state <> 'ERASED' FOR NO KEY UPDATE;
    CONTINUE WHEN NOT FOUND;
    -- A till that repeats a request doesn't fill the day.
    INSERT INTO machine_refusal (account_id, day, place, client_sub, operation, store_id, receipt, code_end, points, reason, occurred_at)
      SELECT item.of_account, today, coalesce(max(m.place), 0) + 1, item.client, item.operation, item.at_store, item.receipt,
        item.code_end, item.points, item.reason, coalesce(item.occurred, now())
      FROM machine_refusal m WHERE m.account_id = item.of_account AND m.day = today
      HAVING coalesce(max(m.place), 0) < 100
        AND coalesce(bool_and((m.client_sub, m.receipt, m.reason, m.points) IS DISTINCT FROM (item.client, item.receipt, item.reason, item.points)
          OR m.receipt IS NULL), true);
  END LOOP;
END
$$;
COMMENT ON FUNCTION note_machine_refusals(jsonb) IS
  'Notes refused requests about accounts that exist, at most 100 an account and UTC day; members client, operation, account, firebase, wallets, store, receipt, code_end, points, reason, occurred.';
REVOKE ALL ON FUNCTION note_machine_refusals(jsonb) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION note_machine_refusals(jsonb)');
