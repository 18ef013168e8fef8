-- The two instants of a redemption are unioned before their places are joined, for the same reason.
CREATE OR REPLACE VIEW metric_event_redemptions AS
  SELECT x.at AS recorded_at, x.at AS happened_at, x.metric, CASE WHEN s.id IS NULL THEN a.country_code ELSE s.country_code END AS country_code,
    CASE WHEN s.id IS NULL THEN a.area_id ELSE s.area_id END AS area_id, 1::bigint AS value
  FROM (
    SELECT r.confirmed_at AS at, 'redemptions.confirmed'::text AS metric, r.store_id, r.account_id FROM coupon_redemption r WHERE r.confirmed_at IS NOT NULL
    UNION ALL
    SELECT r.rolled_back_at, 'redemptions.rolled_back', r.store_id, r.account_id FROM coupon_redemption r WHERE r.rolled_back_at IS NOT NULL
  ) AS x LEFT JOIN store s ON s.id = x.store_id LEFT JOIN account a ON a.id = x.account_id;
SELECT grant_to_application('SELECT', 'TABLE metric_event_redemptions');
