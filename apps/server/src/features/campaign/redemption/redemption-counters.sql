-- Counters of redemptions. Contended rows are divided into slices.
-- Takes one use from the limits of the campaign and of a SHARED code (NULL: a UNIQUE one); returns NULL if either is exhausted.
-- Tries a random slice, then the following ones. If no slice has enough, the remainders of all slices are moved into one under their locks,
-- so that a use is refused only if the total is exhausted. Locks: campaign_slice before coupon_slice, and of each one row or all in order.
CREATE OR REPLACE FUNCTION take_redemption_slice(of_campaign uuid, of_code uuid, discount bigint, reward_points bigint, slices int) RETURNS smallint
  LANGUAGE plpgsql
  AS $$
DECLARE
  first int := floor(random() * slices);
  taken smallint;
  rest record;
BEGIN
  UPDATE campaign_slice s SET redemptions_used = s.redemptions_used + 1, discount_used_minor = s.discount_used_minor + discount,
      points_used = s.points_used + reward_points
    WHERE s.campaign_id = of_campaign AND s.slice = first AND s.is_open
      AND coalesce(s.redemptions_used < s.redemptions_cap, true) AND coalesce(s.discount_used_minor + discount <= s.budget_cap_minor, true)
      AND (of_code IS NULL OR EXISTS (SELECT FROM coupon_slice k WHERE k.campaign_id = of_campaign AND k.coupon_id = of_code
        AND k.slice = first AND k.redemptions_count + k.reserved_count < k.redemptions_cap))
    RETURNING s.slice INTO taken;

  FOR attempt IN 1..32 LOOP
    EXIT WHEN taken IS NOT NULL;
    SELECT s.slice INTO taken
      FROM campaign_slice s
        LEFT JOIN coupon_slice k ON k.campaign_id = of_campaign AND k.coupon_id = of_code AND k.slice = s.slice
      WHERE s.campaign_id = of_campaign AND s.is_open
        AND coalesce(s.redemptions_used < s.redemptions_cap, true) AND coalesce(s.discount_used_minor + discount <= s.budget_cap_minor, true)
      -- Slices in which the code has uses left come first, as they need no move.
      ORDER BY coalesce(k.redemptions_count + k.reserved_count >= k.redemptions_cap, false), (s.slice - first + 16) % 16
      LIMIT 1;
    EXIT WHEN taken IS NULL;
    UPDATE campaign_slice s SET redemptions_used = s.redemptions_used + 1, discount_used_minor = s.discount_used_minor + discount,
        points_used = s.points_used + reward_points
      WHERE s.campaign_id = of_campaign AND s.slice = taken AND s.is_open
        AND coalesce(s.redemptions_used < s.redemptions_cap, true) AND coalesce(s.discount_used_minor + discount <= s.budget_cap_minor, true);
    IF NOT FOUND THEN
      taken := NULL;
    END IF;
  END LOOP;

  IF taken IS NULL THEN
    SELECT coalesce(sum(s.redemptions_cap - s.redemptions_used) >= 1, true)
        AND coalesce(sum(s.budget_cap_minor - s.discount_used_minor) >= discount, true) AS is_enough
      INTO rest FROM campaign_slice s WHERE s.campaign_id = of_campaign AND s.is_open HAVING count(*) > 0;
    IF rest.is_enough IS NOT TRUE THEN
      RETURN NULL;
    END IF;
    PERFORM FROM campaign_slice s WHERE s.campaign_id = of_campaign ORDER BY s.slice FOR NO KEY UPDATE;
    SELECT sum(s.redemptions_cap - s.redemptions_used) AS redemptions, sum(s.budget_cap_minor - s.discount_used_minor) AS budget,
        min(s.slice) AS slice
      INTO rest FROM campaign_slice s WHERE s.campaign_id = of_campaign AND s.is_open HAVING count(*) > 0;
    IF rest.slice IS NULL OR rest.redemptions < 1 OR rest.budget < discount THEN
      RETURN NULL;
    END IF;
    SELECT s.slice INTO taken FROM campaign_slice s WHERE s.campaign_id = of_campaign ORDER BY (s.slice - first + 16) % 16 LIMIT 1;
    UPDATE campaign_slice s SET
        redemptions_cap = CASE WHEN s.redemptions_cap IS NOT NULL THEN s.redemptions_used + CASE s.slice WHEN taken THEN rest.redemptions ELSE 0 END END,
        budget_cap_minor = CASE WHEN s.budget_cap_minor IS NOT NULL THEN s.discount_used_minor + CASE s.slice WHEN taken THEN rest.budget ELSE 0 END END,
        redemptions_used = s.redemptions_used + CASE s.slice WHEN taken THEN 1 ELSE 0 END,
        discount_used_minor = s.discount_used_minor + CASE s.slice WHEN taken THEN discount ELSE 0 END,
        points_used = s.points_used + CASE s.slice WHEN taken THEN reward_points ELSE 0 END
      WHERE s.campaign_id = of_campaign;
  END IF;
  IF of_code IS NULL THEN
    RETURN taken;
  END IF;

  UPDATE coupon_slice k SET reserved_count = k.reserved_count + 1
    WHERE k.campaign_id = of_campaign AND k.coupon_id = of_code AND k.slice = taken
      AND k.redemptions_count + k.reserved_count < k.redemptions_cap;
  IF FOUND THEN
    RETURN taken;
  END IF;
  SELECT sum(k.redemptions_cap - k.redemptions_count - k.reserved_count) AS uses INTO rest
    FROM coupon_slice k WHERE k.campaign_id = of_campaign AND k.coupon_id = of_code;
  IF rest.uses > 0 THEN
    PERFORM FROM coupon_slice k WHERE k.campaign_id = of_campaign AND k.coupon_id = of_code ORDER BY k.slice FOR NO KEY UPDATE;
    SELECT sum(k.redemptions_cap - k.redemptions_count - k.reserved_count) AS uses INTO rest
      FROM coupon_slice k WHERE k.campaign_id = of_campaign AND k.coupon_id = of_code;
    IF rest.uses > 0 THEN
      UPDATE coupon_slice k SET
          redemptions_cap = k.redemptions_count + k.reserved_count + CASE k.slice WHEN taken THEN rest.uses ELSE 0 END,
          reserved_count = k.reserved_count + CASE k.slice WHEN taken THEN 1 ELSE 0 END
        WHERE k.campaign_id = of_campaign AND k.coupon_id = of_code;
      RETURN taken;
    END IF;
  END IF;
  UPDATE campaign_slice s SET redemptions_used = s.redemptions_used - 1, discount_used_minor = s.discount_used_minor - discount,
      points_used = s.points_used - reward_points
    WHERE s.campaign_id = of_campaign AND s.slice = taken;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION take_redemption_slice(uuid, uuid, bigint, bigint, int) IS
  'Counts one use in a slice of the campaign and of a SHARED code. Returns the number of the slice, or NULL if the total is exhausted.';
REVOKE ALL ON FUNCTION take_redemption_slice(uuid, uuid, bigint, bigint, int) FROM PUBLIC;

CREATE OR REPLACE FUNCTION count_daily_redemption(of_redemption coupon_redemption, is_rolled_back boolean) RETURNS boolean
  LANGUAGE plpgsql
  AS $$
DECLARE
  nobody CONSTANT uuid := '00000000-0000-0000-0000-000000000000';
  sign int := CASE WHEN is_rolled_back THEN -1 ELSE 1 END;
BEGIN
  INSERT INTO campaign_daily AS d (campaign_id, day, store_id, streamer_id, slice, confirmed, rolled_back, order_minor, discount_minor, points, commission_minor)
    SELECT c.id, (of_redemption.confirmed_at AT TIME ZONE known_zone(c.timezone))::date, coalesce(of_redemption.store_id, nobody),
      coalesce(of_redemption.streamer_id, nobody), floor(random() * 16), CASE WHEN is_rolled_back THEN 0 ELSE 1 END,
      CASE WHEN is_rolled_back THEN 1 ELSE 0 END, sign * coalesce(of_redemption.order_minor, 0), sign * coalesce(of_redemption.discount_minor, 0),
      sign * coalesce(of_redemption.points, 0), sign * coalesce(of_redemption.commission_minor, 0)
    FROM campaign c WHERE c.id = of_redemption.campaign_id
    ON CONFLICT (campaign_id, day, store_id, streamer_id, slice) DO UPDATE SET confirmed = d.confirmed + excluded.confirmed,
      rolled_back = d.rolled_back + excluded.rolled_back, order_minor = d.order_minor + excluded.order_minor,
      discount_minor = d.discount_minor + excluded.discount_minor, points = d.points + excluded.points,
      commission_minor = d.commission_minor + excluded.commission_minor;
  RETURN FOUND;
END
$$;
COMMENT ON FUNCTION count_daily_redemption(coupon_redemption, boolean) IS
  'Adds a confirmed redemption to the figures of its day, or subtracts a rolled back one.';
REVOKE ALL ON FUNCTION count_daily_redemption(coupon_redemption, boolean) FROM PUBLIC;

CREATE OR REPLACE FUNCTION count_rejection(of_campaign uuid, why text, at_instant timestamptz) RETURNS boolean
  LANGUAGE plpgsql
  AS $$
DECLARE
  setting text := set_config('synchronous_commit', 'off', true);
BEGIN
  INSERT INTO coupon_rejection_hourly AS h (campaign_id, hour, reason, slice, n)
    VALUES (coalesce(of_campaign, '00000000-0000-0000-0000-000000000000'), date_trunc('hour', at_instant, 'UTC'), why, floor(random() * 16), 1)
    ON CONFLICT (campaign_id, hour, reason, slice) DO UPDATE SET n = h.n + 1;
  RETURN FOUND;
END
$$;
REVOKE ALL ON FUNCTION count_rejection(uuid, text, timestamptz) FROM PUBLIC;

CREATE OR REPLACE FUNCTION note_try(by_client text, of_type coupon_try_subject, of_subject text, at_instant timestamptz) RETURNS void
  LANGUAGE sql SET search_path = pg_catalog, public, pg_temp
  AS $$
  INSERT INTO coupon_try AS t (client_sub, subject_type, subject, tried_at, last_tried_at)
    SELECT by_client, of_type, of_subject, ARRAY[at_instant], at_instant WHERE of_subject IS NOT NULL
    ON CONFLICT (client_sub, subject_type, subject) DO UPDATE SET last_tried_at = excluded.last_tried_at,
      tried_at = ARRAY(SELECT tried FROM unnest(t.tried_at) AS tried
        WHERE tried > excluded.last_tried_at - coupon_try_window(t.subject_type) ORDER BY tried) || excluded.tried_at;
$$;
REVOKE ALL ON FUNCTION note_try(text, coupon_try_subject, text, timestamptz) FROM PUBLIC;

CREATE OR REPLACE FUNCTION note_unknown_code(by_client text, for_account uuid, from_address text, at_instant timestamptz) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  PERFORM note_try(by_client, 'ACCOUNT', for_account::text, at_instant);
  PERFORM note_try(by_client, 'ADDRESS', from_address, at_instant);
  INSERT INTO coupon_unknown_minute AS m (minute, client_sub, slice, n)
    VALUES (date_trunc('minute', at_instant), by_client, floor(random() * 16), 1)
    ON CONFLICT (minute, client_sub, slice) DO UPDATE SET n = m.n + 1;
END
$$;
REVOKE ALL ON FUNCTION note_unknown_code(text, uuid, text, timestamptz) FROM PUBLIC;

-- Turns a held use of a code into a confirmed one and locks its row; false: none is held. Must be called before the redemption is locked.
CREATE OR REPLACE FUNCTION count_confirmed_use(held coupon_redemption) RETURNS boolean
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF held.coupon_use_no IS NULL THEN
    UPDATE coupon_slice k SET reserved_count = k.reserved_count - 1, redemptions_count = k.redemptions_count + 1, last_used_at = clock_timestamp()
      WHERE k.campaign_id = held.campaign_id AND k.coupon_id = held.coupon_id AND k.slice = held.slice AND k.reserved_count > 0;
  ELSE
    UPDATE coupon k SET reserved_count = k.reserved_count - 1, redemptions_count = k.redemptions_count + 1, last_used_at = clock_timestamp()
      WHERE k.campaign_id = held.campaign_id AND k.id = held.coupon_id AND k.reserved_count > 0;
  END IF;
  RETURN FOUND;
END
$$;
REVOKE ALL ON FUNCTION count_confirmed_use(coupon_redemption) FROM PUBLIC;

CREATE OR REPLACE FUNCTION raise_campaign_alerts(of_campaign uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  WITH used AS (
    SELECT sum(s.discount_used_minor) AS discount, sum(s.budget_cap_minor)::bigint AS budget, sum(s.redemptions_used) AS redemptions,
      sum(s.redemptions_cap)::bigint AS redemptions_max FROM campaign_slice s WHERE s.campaign_id = of_campaign
  ), reached AS (
    SELECT 'BUDGET'::campaign_alert_kind AS kind, t.percent, u.budget AS of_limit FROM used u, unnest(ARRAY[50, 80, 95, 100]) AS t (percent)
      WHERE u.budget > 0 AND u.discount * 100 >= u.budget * t.percent
    UNION ALL
    SELECT 'REDEMPTIONS', t.percent, u.redemptions_max FROM used u, unnest(ARRAY[50, 80, 95, 100]) AS t (percent)
      WHERE u.redemptions_max > 0 AND u.redemptions * 100 >= u.redemptions_max * t.percent
  )
  INSERT INTO campaign_alert (campaign_id, kind, percent, of_limit)
    SELECT of_campaign, r.kind, r.percent, r.of_limit FROM reached r
    WHERE NOT EXISTS (SELECT FROM campaign_alert a
      WHERE a.campaign_id = of_campaign AND a.kind = r.kind AND a.percent = r.percent AND a.of_limit = r.of_limit)
    ON CONFLICT (campaign_id, kind, percent, of_limit) DO NOTHING;
  IF FOUND THEN
    PERFORM pg_notify('campaign_alerted', of_campaign::text);
  END IF;
END
$$;
COMMENT ON FUNCTION raise_campaign_alerts(uuid) IS
  'Raises alerts at 50, 80, 95 and 100 percent of the limits of a campaign, each once per limit.';
REVOKE ALL ON FUNCTION raise_campaign_alerts(uuid) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION raise_campaign_alerts(uuid)');

-- Housekeeping of redemptions.
CREATE OR REPLACE FUNCTION fold_campaign_days(most int) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  folded int;
BEGIN
  WITH due AS (
    SELECT campaign_id, day, store_id, streamer_id, slice FROM campaign_daily
    -- The day before yesterday in UTC is over in every time zone.
    WHERE slice > 0 AND day < (now() AT TIME ZONE 'UTC')::date - 1
    ORDER BY day LIMIT most FOR UPDATE SKIP LOCKED
  ), moved AS (
    DELETE FROM campaign_daily d USING due
      WHERE (d.campaign_id, d.day, d.store_id, d.streamer_id, d.slice) = (due.campaign_id, due.day, due.store_id, due.streamer_id, due.slice)
      RETURNING d.*
  ), kept AS (
    INSERT INTO campaign_daily AS d (campaign_id, day, store_id, streamer_id, slice, confirmed, rolled_back, order_minor, discount_minor, points, commission_minor)
      SELECT campaign_id, day, store_id, streamer_id, 0, sum(confirmed), sum(rolled_back), sum(order_minor), sum(discount_minor), sum(points), sum(commission_minor)
      FROM moved GROUP BY campaign_id, day, store_id, streamer_id
      ORDER BY campaign_id, day, store_id, streamer_id
      ON CONFLICT (campaign_id, day, store_id, streamer_id, slice) DO UPDATE SET confirmed = d.confirmed + excluded.confirmed,
        rolled_back = d.rolled_back + excluded.rolled_back, order_minor = d.order_minor + excluded.order_minor,
        discount_minor = d.discount_minor + excluded.discount_minor, points = d.points + excluded.points,
        commission_minor = d.commission_minor + excluded.commission_minor
  )
  SELECT count(*) INTO folded FROM moved;
  RETURN folded;
END
$$;
COMMENT ON FUNCTION fold_campaign_days(int) IS 'Folds the figures of past days into one row each, up to the given number of rows; returns their number.';
REVOKE ALL ON FUNCTION fold_campaign_days(int) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION fold_campaign_days(int)');

CREATE OR REPLACE FUNCTION streamer_commission(of_streamer uuid) RETURNS jsonb
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object('currency', t.currency, 'amountMinor', t.amount) ORDER BY t.currency), '[]')
    FROM (SELECT c.currency, sum(d.commission_minor)::bigint AS amount
      FROM campaign_daily d JOIN campaign c ON c.id = d.campaign_id
      WHERE d.streamer_id = of_streamer AND d.streamer_id <> '00000000-0000-0000-0000-000000000000' AND c.currency IS NOT NULL
      GROUP BY c.currency HAVING sum(d.commission_minor) <> 0) AS t);
COMMENT ON FUNCTION streamer_commission(uuid) IS
  'Commission of a streamer by currency, without rolled back redemptions: [{currency, amountMinor}].';

CREATE OR REPLACE FUNCTION streamer_uses(of_streamer uuid) RETURNS bigint
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT coalesce(sum(d.confirmed - d.rolled_back), 0)::bigint FROM campaign_daily d
    WHERE d.streamer_id = of_streamer AND d.streamer_id <> '00000000-0000-0000-0000-000000000000');
COMMENT ON FUNCTION streamer_uses(uuid) IS 'Number of confirmed uses of a streamer''s codes that were not rolled back.';
