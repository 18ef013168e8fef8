CREATE OR REPLACE VIEW metric_event_giveaways AS
  SELECT x.occurred_at AS recorded_at, x.occurred_at AS happened_at, 'giveaways.entries'::text AS metric, a.country_code, a.area_id, 1::bigint AS value
  FROM giveaway_transaction x LEFT JOIN account a ON a.id = x.account_id
  WHERE x.type = 'ENTERED';
SELECT grant_to_application('SELECT', 'TABLE metric_event_giveaways');
