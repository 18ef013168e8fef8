-- Opening balances are no income of any day. Reversals of past entries of a file count on the days of those entries.
-- Transfers outside the figures count as 0 instead of being filtered out, so the end of a batch is found from their
-- index alone. A condition on both wallets would join and sort all remaining transfers for each batch.
CREATE OR REPLACE VIEW metric_event_points AS
  SELECT t.recorded_at, CASE WHEN o.ref_type = 'IMPORT' THEN o.occurred_at ELSE t.occurred_at END AS happened_at,
    CASE WHEN k.is_spent THEN 'points.spent' ELSE 'points.issued' END AS metric,
    CASE WHEN s.id IS NULL THEN a.country_code ELSE s.country_code END AS country_code,
    CASE WHEN s.id IS NULL THEN a.area_id ELSE s.area_id END AS area_id,
    CASE WHEN k.code = 'OPENING' THEN 0 WHEN (c.owner_type = 'ACCOUNT') = (d.owner_type = 'ACCOUNT') THEN 0
      WHEN (c.owner_type = 'ACCOUNT') = k.is_spent THEN -t.amount ELSE t.amount END AS value
  FROM points_transfer t
    LEFT JOIN points_wallet d ON d.id = t.debit_wallet_id
    LEFT JOIN points_wallet c ON c.id = t.credit_wallet_id
    LEFT JOIN points_transfer o ON o.id = t.reversal_of
    CROSS JOIN LATERAL (SELECT coalesce(o.code, t.code) AS code, coalesce(o.code, t.code) IN ('SPEND', 'GIVEAWAY_ENTRY', 'GIVEAWAY_REFUND') AS is_spent) k
    LEFT JOIN account a ON a.id = CASE WHEN c.owner_type = 'ACCOUNT' THEN c.owner_id WHEN d.owner_type = 'ACCOUNT' THEN d.owner_id END
    LEFT JOIN store s ON s.id = CASE WHEN c.owner_type = 'STORE' THEN c.owner_id WHEN d.owner_type = 'STORE' THEN d.owner_id END;
SELECT grant_to_application('SELECT', 'TABLE metric_event_points');
