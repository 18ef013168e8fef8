-- Locks all wallets first, in id order, so that concurrent transfers cannot deadlock.
CREATE OR REPLACE FUNCTION reverse_points_transfers(originals uuid[], with_reason text, by_sub text)
  RETURNS TABLE (place int, outcome text, refusal text, transfer uuid)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
#variable_conflict use_column
DECLARE
  item record;
BEGIN
  PERFORM FROM points_wallet w WHERE w.owner_type <> 'SYSTEM' AND w.id = ANY (ARRAY(
      SELECT t.debit_wallet_id FROM points_transfer t WHERE t.id = ANY (originals)
      UNION SELECT t.credit_wallet_id FROM points_transfer t WHERE t.id = ANY (originals)))
    ORDER BY w.id FOR NO KEY UPDATE;
  -- Points come back before others go.
  FOR item IN
    WITH given AS MATERIALIZED (
      SELECT o.id, o.n, t.credit_wallet_id AS source, t.debit_wallet_id AS target, t.amount
      FROM unnest(originals) WITH ORDINALITY AS o (id, n) LEFT JOIN points_transfer t ON t.id = o.id
    ), moved AS (
      SELECT m.wallet, sum(m.out) AS out, sum(m.back) AS back
      FROM (SELECT source AS wallet, amount AS out, 0 AS back FROM given UNION ALL SELECT target, 0, amount FROM given) m GROUP BY m.wallet
    ), short AS MATERIALIZED (
      SELECT w.id, CASE WHEN w.frozen THEN 'wallet.frozen' ELSE 'points.insufficient' END AS refusal
      FROM moved m JOIN points_wallet w ON w.id = m.wallet AND w.owner_type <> 'SYSTEM'
      WHERE m.out > 0 AND (w.frozen OR w.balance + m.back < m.out)
    )
    SELECT g.id, g.n, coalesce(s.refusal, t.refusal) AS refusal
    FROM given g LEFT JOIN short s ON s.id = g.source LEFT JOIN short t ON t.id = g.target
    ORDER BY is_system_wallet(g.source) DESC, g.n
  LOOP
    place := item.n;
    IF item.refusal IS NULL THEN
      SELECT r.outcome, r.refusal, r.transfer INTO outcome, refusal, transfer
        FROM reverse_points_transfer(item.id, with_reason, 'reversal:' || item.id, by_sub) AS r;
    ELSE
      outcome := 'REFUSED';
      refusal := item.refusal;
      transfer := NULL;
    END IF;
    RETURN NEXT;
  END LOOP;
END
$$;
COMMENT ON FUNCTION reverse_points_transfers(uuid[], text, text) IS
  'Reverses transfers, as reverse_points_transfer does each. Those of a wallet that lacks the points for all of them stay together.';
REVOKE ALL ON FUNCTION reverse_points_transfers(uuid[], text, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION reverse_points_transfers(uuid[], text, text)');
