-- Transfers outside the figures count as 0 instead of being filtered out, so the end of a batch is found from their
-- index alone. A condition on both wallets would join and sort all remaining transfers for each batch.
CREATE OR REPLACE VIEW metric_event_points AS
  SELECT t.recorded_at, t.occurred_at AS happened_at, CASE WHEN k.is_spent THEN 'points.spent' ELSE 'points.issued' END AS metric,
    CASE WHEN s.id IS NULL THEN a.country_code ELSE s.country_code END AS country_code,
    CASE WHEN s.id IS NULL THEN a.area_id ELSE s.area_id END AS area_id,
    CASE WHEN (c.owner_type = 'ACCOUNT') = (d.owner_type = 'ACCOUNT') THEN 0
      WHEN (c.owner_type = 'ACCOUNT') = k.is_spent THEN -t.amount ELSE t.amount END AS value
  FROM points_transfer t
    LEFT JOIN points_wallet d ON d.id = t.debit_wallet_id
    LEFT JOIN points_wallet c ON c.id = t.credit_wallet_id
    CROSS JOIN LATERAL (SELECT CASE t.code WHEN 'REVERSAL' THEN (SELECT o.code FROM points_transfer o WHERE o.id = t.reversal_of) ELSE t.code END
      IN ('SPEND', 'GIVEAWAY_ENTRY', 'GIVEAWAY_REFUND') AS is_spent) k
    LEFT JOIN account a ON a.id = CASE WHEN c.owner_type = 'ACCOUNT' THEN c.owner_id WHEN d.owner_type = 'ACCOUNT' THEN d.owner_id END
    LEFT JOIN store s ON s.id = CASE WHEN c.owner_type = 'STORE' THEN c.owner_id WHEN d.owner_type = 'STORE' THEN d.owner_id END;
SELECT grant_to_application('SELECT', 'TABLE metric_event_points');
