-- Transfers that are none of a figure count nothing instead of being left out, so that where a batch of transfers ends is read from their
-- index alone: with a condition on both wallets all that are left were joined and sorted for each batch.
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

-- Likewise, with the two instants of a redemption side by side before their places are looked up.
CREATE OR REPLACE VIEW metric_event_redemptions AS
  SELECT x.at AS recorded_at, x.at AS happened_at, x.metric, CASE WHEN s.id IS NULL THEN a.country_code ELSE s.country_code END AS country_code,
    CASE WHEN s.id IS NULL THEN a.area_id ELSE s.area_id END AS area_id, 1::bigint AS value
  FROM (
    SELECT r.confirmed_at AS at, 'redemptions.confirmed'::text AS metric, r.store_id, r.account_id FROM coupon_redemption r WHERE r.confirmed_at IS NOT NULL
    UNION ALL
    SELECT r.rolled_back_at, 'redemptions.rolled_back', r.store_id, r.account_id FROM coupon_redemption r WHERE r.rolled_back_at IS NOT NULL
  ) AS x LEFT JOIN store s ON s.id = x.store_id LEFT JOIN account a ON a.id = x.account_id;
