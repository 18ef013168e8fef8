-- The same, without a look at redemptions where no account is closed: changing many accounts must not wait for them.
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
-- Few are held at a time.
CREATE INDEX coupon_redemption_held_by_account ON coupon_redemption (account_id) WHERE state = 'RESERVED';
