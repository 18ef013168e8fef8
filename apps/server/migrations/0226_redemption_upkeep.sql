-- What comes round by itself with redemptions.

CREATE FUNCTION fold_campaign_days(most int) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  folded int;
BEGIN
  WITH due AS (
    SELECT campaign_id, day, store_id, streamer_id, slice FROM campaign_daily
    -- Nobody's today is the day before yesterday.
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
COMMENT ON FUNCTION fold_campaign_days(int) IS 'Puts the figures of past days into one row each, up to so many rows at a time; how many they were.';
REVOKE ALL ON FUNCTION fold_campaign_days(int) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION fold_campaign_days(int)');

-- An account that is closed holds no uses any more.
CREATE FUNCTION account_gives_back_reservations() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  held record;
BEGIN
  FOR held IN
    SELECT r.campaign_id, array_agg(r.id) AS ids
    FROM new_rows n JOIN old_rows o ON o.id = n.id JOIN coupon_redemption r ON r.account_id = n.id
    WHERE n.state = 'CLOSED' AND o.state <> 'CLOSED' AND r.state = 'RESERVED'
    GROUP BY r.campaign_id ORDER BY r.campaign_id
  LOOP
    PERFORM give_back_reservations(held.campaign_id, held.ids, now());
  END LOOP;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION account_gives_back_reservations() FROM PUBLIC;
CREATE TRIGGER account_gives_back_reservations AFTER UPDATE ON account REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION account_gives_back_reservations();
