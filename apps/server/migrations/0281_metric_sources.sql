-- What each feature counts for the dashboard (decision 0101). The place of an event is that of the store, else of the account.

-- Accounts: new ones, and those that were seen within a week.
CREATE VIEW metric_event_accounts AS
  SELECT a.created_at AS recorded_at, a.created_at AS happened_at, 'accounts.created'::text AS metric, a.country_code, a.area_id, 1::bigint AS value
  FROM account a;
SELECT grant_to_application('SELECT', 'TABLE metric_event_accounts');

-- Of today alone: an account keeps the last time it was seen, so nobody can tell afterwards who had been seen by then.
CREATE FUNCTION metric_days_active_accounts(from_day date, to_day date, zone text, at_instant timestamptz) RETURNS SETOF daily_metric
  LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
  AS $$
    SELECT 'active_accounts.week', to_day, a.country_code, coalesce(a.area_id, '00000000-0000-0000-0000-000000000000'), count(*)
    FROM account a WHERE a.last_seen_sort > at_instant - interval '168 hours' GROUP BY a.country_code, a.area_id
  $$;

-- Points: what accounts got, and what they gave for something. What is taken back or refunded counts against it, on the day of that.
CREATE INDEX points_transfer_by_time ON points_transfer (recorded_at);
-- Transfers that are none of a figure count nothing instead of being left out, so that where a batch of transfers ends is read from their
-- index alone: with a condition on both wallets all that are left were joined and sorted for each batch.
CREATE VIEW metric_event_points AS
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

-- Redemptions: confirmed, and rolled back, each on its own day.
CREATE INDEX coupon_redemption_by_confirmation ON coupon_redemption (confirmed_at) WHERE confirmed_at IS NOT NULL;
CREATE INDEX coupon_redemption_by_rollback ON coupon_redemption (rolled_back_at) WHERE rolled_back_at IS NOT NULL;
-- The two instants of a redemption stand side by side before their places are looked up, for the same reason.
CREATE VIEW metric_event_redemptions AS
  SELECT x.at AS recorded_at, x.at AS happened_at, x.metric, CASE WHEN s.id IS NULL THEN a.country_code ELSE s.country_code END AS country_code,
    CASE WHEN s.id IS NULL THEN a.area_id ELSE s.area_id END AS area_id, 1::bigint AS value
  FROM (
    SELECT r.confirmed_at AS at, 'redemptions.confirmed'::text AS metric, r.store_id, r.account_id FROM coupon_redemption r WHERE r.confirmed_at IS NOT NULL
    UNION ALL
    SELECT r.rolled_back_at, 'redemptions.rolled_back', r.store_id, r.account_id FROM coupon_redemption r WHERE r.rolled_back_at IS NOT NULL
  ) AS x LEFT JOIN store s ON s.id = x.store_id LEFT JOIN account a ON a.id = x.account_id;
SELECT grant_to_application('SELECT', 'TABLE metric_event_redemptions');

-- Giveaways: entries that were made, whatever became of them.
CREATE INDEX giveaway_transaction_entered ON giveaway_transaction (occurred_at) WHERE type = 'ENTERED';
CREATE VIEW metric_event_giveaways AS
  SELECT x.occurred_at AS recorded_at, x.occurred_at AS happened_at, 'giveaways.entries'::text AS metric, a.country_code, a.area_id, 1::bigint AS value
  FROM giveaway_transaction x LEFT JOIN account a ON a.id = x.account_id
  WHERE x.type = 'ENTERED';
SELECT grant_to_application('SELECT', 'TABLE metric_event_giveaways');

-- Stores: active at the end of a day, and opened on it. When a store was suspended in between is not kept.
CREATE FUNCTION metric_days_stores(from_day date, to_day date, zone text, at_instant timestamptz) RETURNS SETOF daily_metric
  LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
  AS $$
    WITH lasting AS (
      SELECT s.country_code, s.area_id, least(s.opened_on, CASE s.state WHEN 'ACTIVE' THEN to_day END) AS first_day,
        CASE s.state WHEN 'SUSPENDED' THEN (s.state_changed_at AT TIME ZONE zone)::date WHEN 'CLOSED' THEN (s.closed_at AT TIME ZONE zone)::date END AS end_day
      FROM store s WHERE s.state <> 'DRAFT'
    ), change AS (
      SELECT l.country_code, l.area_id, greatest(l.first_day, from_day) AS day, 1 AS n FROM lasting l
        WHERE l.first_day <= to_day AND (l.end_day IS NULL OR l.end_day > greatest(l.first_day, from_day))
      UNION ALL
      SELECT l.country_code, l.area_id, l.end_day, -1 FROM lasting l
        WHERE l.first_day <= to_day AND l.end_day > greatest(l.first_day, from_day) AND l.end_day <= to_day
    ), place AS (
      SELECT c.country_code, c.area_id, min(c.day) AS first_day FROM change c GROUP BY c.country_code, c.area_id
    ), running AS (
      SELECT d.day::date AS day, p.country_code, p.area_id,
        sum(coalesce(c.n, 0)) OVER (PARTITION BY p.country_code, p.area_id ORDER BY d.day)::bigint AS value
      FROM place p CROSS JOIN LATERAL generate_series(p.first_day::timestamp, to_day::timestamp, interval '1 day') AS d (day)
        LEFT JOIN (SELECT country_code, area_id, day, sum(n) AS n FROM change GROUP BY country_code, area_id, day) c
          ON c.country_code = p.country_code AND c.area_id = p.area_id AND c.day = d.day
    )
    SELECT 'stores.active', r.day, r.country_code, r.area_id, r.value FROM running r WHERE r.value > 0
    UNION ALL
    SELECT 'stores.opened', s.opened_on, s.country_code, s.area_id, count(*) FROM store s
      WHERE s.state <> 'DRAFT' AND s.opened_on BETWEEN from_day AND to_day GROUP BY s.opened_on, s.country_code, s.area_id
  $$;

-- Notifications: what became of those that were to go out on a day. Whom they reached is not kept by place.
CREATE FUNCTION metric_days_notifications(from_day date, to_day date, zone text, at_instant timestamptz) RETURNS SETOF daily_metric
  LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
  AS $$
    SELECT f.metric, (n.starts_at AT TIME ZONE zone)::date AS day, 'ZZ', '00000000-0000-0000-0000-000000000000'::uuid, sum(f.value)::bigint
    FROM notification n CROSS JOIN LATERAL (VALUES
      ('notifications.started', (n.state <> 'CANCELED')::int), ('notifications.recipients', n.recipients), ('notifications.sent', n.sent),
      ('notifications.received', n.received), ('notifications.opened', n.opened), ('notifications.failed', n.failed),
      ('notifications.skipped', n.skipped)) AS f (metric, value)
    WHERE n.state NOT IN ('DRAFT', 'SCHEDULED')
      AND n.starts_at >= from_day::timestamp AT TIME ZONE zone AND n.starts_at < (to_day + 1)::timestamp AT TIME ZONE zone
    GROUP BY f.metric, 2
  $$;
CREATE INDEX notification_starts_at ON notification (starts_at);
