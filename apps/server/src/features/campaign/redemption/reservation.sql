CREATE OR REPLACE FUNCTION campaign_has_reservations(campaign uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN EXISTS (SELECT FROM coupon_redemption r WHERE r.campaign_id = campaign AND r.state = 'RESERVED');

-- Returns held uses to their slices and codes. Redemptions that are no longer held are skipped.
CREATE OR REPLACE FUNCTION give_back_reservations(of_campaign uuid, given uuid[], at_instant timestamptz) RETURNS int
  LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  released int;
BEGIN
  PERFORM FROM campaign_slice s
    WHERE s.campaign_id = of_campaign
      AND s.slice IN (SELECT r.slice FROM coupon_redemption r WHERE r.campaign_id = of_campaign AND r.id = ANY (given))
    ORDER BY s.slice FOR NO KEY UPDATE;
  PERFORM FROM coupon k
    WHERE k.campaign_id = of_campaign
      AND k.id IN (SELECT r.coupon_id FROM coupon_redemption r
        WHERE r.campaign_id = of_campaign AND r.id = ANY (given) AND r.coupon_use_no IS NOT NULL)
    ORDER BY k.id FOR NO KEY UPDATE;
  PERFORM FROM coupon_slice k
    WHERE k.campaign_id = of_campaign
      AND (k.coupon_id, k.slice) IN (SELECT r.coupon_id, r.slice FROM coupon_redemption r
        WHERE r.campaign_id = of_campaign AND r.id = ANY (given) AND r.coupon_use_no IS NULL)
    ORDER BY k.coupon_id, k.slice FOR NO KEY UPDATE;
  WITH freed AS (
    UPDATE coupon_redemption r SET state = 'RELEASED', released_at = at_instant
      WHERE r.campaign_id = of_campaign AND r.id = ANY (given) AND redemption_may_become(r.state, 'RELEASED')
      RETURNING r.coupon_id, r.slice, r.coupon_use_no, coalesce(r.discount_minor, 0) AS discount, coalesce(r.points, 0) AS points
  ), of_campaign_slices AS (
    UPDATE campaign_slice s SET redemptions_used = s.redemptions_used - f.uses, discount_used_minor = s.discount_used_minor - f.discount,
        points_used = s.points_used - f.points
      FROM (SELECT slice, count(*) AS uses, sum(discount) AS discount, sum(points) AS points FROM freed GROUP BY slice) AS f
      WHERE s.campaign_id = of_campaign AND s.slice = f.slice
  ), of_codes AS (
    UPDATE coupon k SET reserved_count = k.reserved_count - f.uses
      FROM (SELECT coupon_id, count(*)::int AS uses FROM freed WHERE coupon_use_no IS NOT NULL GROUP BY coupon_id) AS f
      WHERE k.campaign_id = of_campaign AND k.id = f.coupon_id
  ), of_code_slices AS (
    UPDATE coupon_slice k SET reserved_count = k.reserved_count - f.uses
      FROM (SELECT coupon_id, slice, count(*)::int AS uses FROM freed WHERE coupon_use_no IS NULL GROUP BY coupon_id, slice) AS f
      WHERE k.campaign_id = of_campaign AND k.coupon_id = f.coupon_id AND k.slice = f.slice
  )
  SELECT count(*) INTO released FROM freed;
  RETURN released;
END
$$;
COMMENT ON FUNCTION give_back_reservations(uuid, uuid[], timestamptz) IS
  'Releases the given redemptions of a campaign that are still held; returns their number.';
REVOKE ALL ON FUNCTION give_back_reservations(uuid, uuid[], timestamptz) FROM PUBLIC;

CREATE OR REPLACE FUNCTION release_lapsed_reservations(of_campaign uuid, most int, at_instant timestamptz) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  due uuid[];
BEGIN
  due := ARRAY(
    SELECT r.id FROM coupon_redemption r
    WHERE r.campaign_id = of_campaign AND r.state = 'RESERVED' AND r.reserved_until <= least(at_instant, clock_timestamp())
    ORDER BY r.reserved_until LIMIT most);
  RETURN CASE WHEN due = '{}' THEN 0 ELSE give_back_reservations(of_campaign, due, at_instant) END;
END
$$;
COMMENT ON FUNCTION release_lapsed_reservations(uuid, int, timestamptz) IS
  'Releases up to the given number of lapsed reservations of a campaign; returns their number.';
REVOKE ALL ON FUNCTION release_lapsed_reservations(uuid, int, timestamptz) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION release_lapsed_reservations(uuid, int, timestamptz)');

-- Canceling a campaign releases every held use. Its slices are closed and locked by then (campaign_keeps_slices). Reserving, releasing and
-- rolling back lock a slice first: campaign_slice, coupon, coupon_slice, coupon_redemption, wallet, each in key order.
CREATE OR REPLACE FUNCTION campaign_releases_reservations() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  PERFORM give_back_reservations(NEW.id, ARRAY(SELECT r.id FROM coupon_redemption r WHERE r.campaign_id = NEW.id AND r.state = 'RESERVED'), now());
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION campaign_releases_reservations() IS 'Releases all held uses of a canceled campaign.';
REVOKE ALL ON FUNCTION campaign_releases_reservations() FROM PUBLIC;
CREATE OR REPLACE TRIGGER campaign_releases_reservations AFTER UPDATE OF state ON campaign
  FOR EACH ROW WHEN (OLD.state <> 'CANCELED' AND NEW.state = 'CANCELED') EXECUTE FUNCTION campaign_releases_reservations();

-- Reads redemptions only if an account is closed, so that other bulk changes do not wait for them.
CREATE OR REPLACE FUNCTION account_gives_back_reservations() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  closed uuid[];
  held record;
BEGIN
  closed := ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.state = 'CLOSED' AND o.state <> 'CLOSED');
  IF closed = '{}' THEN
    RETURN NULL;
  END IF;
  FOR held IN
    SELECT r.campaign_id, array_agg(r.id) AS ids FROM coupon_redemption r
    WHERE r.account_id = ANY (closed) AND r.state = 'RESERVED'
    GROUP BY r.campaign_id ORDER BY r.campaign_id
  LOOP
    PERFORM give_back_reservations(held.campaign_id, held.ids, now());
  END LOOP;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION account_gives_back_reservations() FROM PUBLIC;
CREATE OR REPLACE TRIGGER account_gives_back_reservations AFTER UPDATE ON account REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION account_gives_back_reservations();
