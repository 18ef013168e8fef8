-- A partner who was taken off the campaign keeps the uses of the codes, and earns nothing with new ones.
CREATE OR REPLACE FUNCTION settle_redemption(held coupon_redemption, by_client text, at_instant timestamptz) RETURNS coupon_redemption
  LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  settled coupon_redemption;
  posted text;
  refused text;
  posted_as uuid;
  commission bigint;
BEGIN
  IF held.coupon_use_no IS NULL THEN
    UPDATE coupon_slice k SET reserved_count = k.reserved_count - 1, redemptions_count = k.redemptions_count + 1, last_used_at = at_instant
      WHERE k.campaign_id = held.campaign_id AND k.coupon_id = held.coupon_id AND k.slice = held.slice;
  ELSE
    UPDATE coupon k SET reserved_count = k.reserved_count - 1, redemptions_count = k.redemptions_count + 1, last_used_at = at_instant
      WHERE k.campaign_id = held.campaign_id AND k.id = held.coupon_id;
  END IF;
  IF held.points IS NOT NULL THEN
    SELECT p.outcome, p.refusal, p.transfer INTO posted, refused, posted_as FROM points_wallet w, post_points_transfer(
        '00000000-0000-7000-8000-000000000004', w.id, held.points, 'COUPON_REWARD', NULL, NULL, 'REDEMPTION', held.id::text, NULL,
        'redemption:' || held.id, by_client) AS p
      WHERE w.owner_type = 'ACCOUNT' AND w.owner_id = held.account_id;
    IF posted IS DISTINCT FROM 'POSTED' THEN
      RAISE EXCEPTION 'the points of redemption % were not posted: %', held.id, coalesce(refused, posted, 'no wallet');
    END IF;
  END IF;
  IF held.streamer_id IS NOT NULL AND held.order_minor IS NOT NULL THEN
    SELECT half_up_share(held.order_minor - coalesce(held.discount_minor, 0), s.commission_bp) INTO commission
      FROM campaign_streamer s WHERE s.campaign_id = held.campaign_id AND s.streamer_id = held.streamer_id AND s.removed_at IS NULL;
  END IF;
  UPDATE coupon_redemption r SET state = 'CONFIRMED', confirmed_at = at_instant, points_transfer_id = posted_as, commission_minor = commission
    WHERE r.campaign_id = held.campaign_id AND r.id = held.id
    RETURNING r.* INTO settled;
  PERFORM count_daily_redemption(settled, false);
  PERFORM pg_notify('redemption_settled', held.campaign_id::text);
  RETURN settled;
END
$$;
