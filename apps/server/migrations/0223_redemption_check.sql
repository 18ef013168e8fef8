-- What decides about a redemption. One function judges each rule; reserving asks it, and so does whoever wants to know why.

CREATE FUNCTION half_up_share(amount bigint, basis_points int) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN round(amount::numeric * basis_points / 10000)::bigint;
COMMENT ON FUNCTION half_up_share(bigint, int) IS 'So many hundredths of a percent of an amount that is not negative; halves of the smallest unit go up.';

CREATE FUNCTION coupon_discount(reward campaign_reward, basis_points int, fixed bigint, most bigint, order_minor bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN reward IN ('POINTS', 'GIFT') THEN 0
    WHEN order_minor IS NULL THEN NULL
    WHEN reward = 'PERCENT' THEN least(order_minor, half_up_share(order_minor, basis_points), coalesce(most, order_minor))
    ELSE least(order_minor, fixed) END;
COMMENT ON FUNCTION coupon_discount(campaign_reward, int, bigint, bigint, bigint) IS
  'What is taken off an order, in minor units: never more than the order, nor than the most that the campaign gives. NULL: it depends on an order that is not known.';

-- When somebody may try again who has tried too many unknown codes; NULL: now.
CREATE FUNCTION coupon_retry_at(by_client text, of_type coupon_try_subject, of_subject text, at_instant timestamptz,
    OUT tries int, OUT most int, OUT retry_at timestamptz)
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  recent timestamptz[];
BEGIN
  recent := ARRAY(
    SELECT tried FROM coupon_try t, unnest(t.tried_at) AS tried
    WHERE t.client_sub = by_client AND t.subject_type = of_type AND t.subject = of_subject AND tried > at_instant - coupon_try_window(of_type)
    ORDER BY tried);
  tries := cardinality(recent);
  most := coupon_tries_max(of_type);
  IF tries >= most THEN
    retry_at := recent[tries - most + 1] + coupon_try_window(of_type);
  END IF;
END
$$;

-- Reservations that have lapsed count as released, whether or not that has been written down yet.
CREATE FUNCTION redemption_check(
    with_code text, for_account uuid, at_store uuid, with_order bigint, with_currency text, claims_first boolean,
    by_client text, from_address text, at_instant timestamptz)
  RETURNS TABLE (place smallint, rule text, passed boolean, outcome text, detail jsonb)
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp
  AS $$
#variable_conflict use_column
DECLARE
  held coupon;
  run campaign;
  is_known boolean;
  of_account record;
  of_store record;
  account_tries record;
  address_tries record;
  discount bigint;
  status campaign_status;
  place_verdict text;
  is_first boolean;
  account_uses int;
  uses bigint;
  reserved bigint;
  uses_max bigint;
  slices record;
  lapsed record;
  is_within boolean;
  is_used_up boolean;
  needs_order boolean;
BEGIN
  SELECT * INTO held FROM coupon c WHERE c.code_key = with_code;
  is_known := FOUND;
  -- From here on the same is done for codes that do not exist, so that the time of the answer does not tell them from those of others.
  SELECT * INTO run FROM campaign c WHERE c.id = held.campaign_id;
  SELECT a.id, a.state, c.code AS country_code, c.currency INTO of_account
    FROM account a JOIN country c ON c.code = a.country_code WHERE a.id = for_account;
  SELECT s.id, s.state, s.area_id, c.code AS country_code, c.currency INTO of_store
    FROM store s JOIN country c ON c.code = s.country_code WHERE s.id = at_store;
  SELECT * INTO account_tries FROM coupon_retry_at(by_client, 'ACCOUNT', for_account::text, at_instant);
  SELECT * INTO address_tries FROM coupon_retry_at(by_client, 'ADDRESS', from_address, at_instant);

  status := campaign_status(run.state, run.starts_at, run.ends_at, false, at_instant);
  place_verdict := CASE
    WHEN with_currency <> run.currency THEN 'WRONG_COUNTRY'
    WHEN of_store.state <> 'ACTIVE' THEN 'WRONG_STORE'
    WHEN EXISTS (SELECT FROM campaign_store s WHERE s.campaign_id = run.id) OR EXISTS (SELECT FROM campaign_area a WHERE a.campaign_id = run.id)
      THEN CASE WHEN of_store.id IS NULL
          OR NOT EXISTS (SELECT FROM campaign_store s WHERE s.campaign_id = run.id AND s.store_id = of_store.id)
            AND NOT EXISTS (SELECT FROM campaign_area a WHERE a.campaign_id = run.id AND a.area_id = of_store.area_id)
        THEN 'WRONG_STORE' END
    WHEN run.currency <> coalesce(of_store.currency, of_account.currency) THEN 'WRONG_COUNTRY'
  END;
  discount := coupon_discount(run.reward_type, run.percent_bp, run.amount_minor, run.max_discount_minor, with_order);
  needs_order := run.min_order_minor IS NOT NULL OR run.reward_type IN ('PERCENT', 'AMOUNT');
  is_first := NOT run.first_order_only OR claims_first IS TRUE AND NOT EXISTS (
    SELECT FROM coupon_redemption r WHERE r.account_id = for_account AND r.state = 'CONFIRMED');
  SELECT count(*) INTO account_uses FROM coupon_redemption r
    WHERE r.campaign_id = run.id AND r.account_id = for_account AND r.state IN ('RESERVED', 'CONFIRMED')
      AND (r.state = 'CONFIRMED' OR r.reserved_until > at_instant);
  uses := held.redemptions_count;
  reserved := held.reserved_count;
  uses_max := held.max_redemptions;
  IF run.code_mode = 'SHARED' THEN
    SELECT sum(s.redemptions_count), sum(s.reserved_count), sum(s.redemptions_cap) INTO uses, reserved, uses_max
      FROM coupon_slice s WHERE s.campaign_id = run.id AND s.coupon_id = held.id;
  END IF;
  SELECT count(*) AS slices, sum(s.redemptions_used)::bigint AS redemptions, sum(s.redemptions_cap)::bigint AS redemptions_max,
      sum(s.discount_used_minor)::bigint AS discount, sum(s.budget_cap_minor)::bigint AS budget
    INTO slices FROM campaign_slice s WHERE s.campaign_id = run.id;
  is_used_up := uses + reserved >= uses_max;
  is_within := coalesce(slices.redemptions < slices.redemptions_max, true)
    AND coalesce(slices.discount + coalesce(discount, 0) <= slices.budget, true);
  IF is_used_up OR NOT is_within THEN
    SELECT count(*) FILTER (WHERE r.coupon_id = held.id) AS uses, count(*) AS redemptions, coalesce(sum(r.discount_minor), 0)::bigint AS discount
      INTO lapsed FROM coupon_redemption r
      WHERE r.campaign_id = run.id AND r.state = 'RESERVED' AND r.reserved_until <= at_instant;
    is_used_up := uses + reserved - lapsed.uses >= uses_max;
    is_within := coalesce(slices.redemptions - lapsed.redemptions < slices.redemptions_max, true)
      AND coalesce(slices.discount - lapsed.discount + coalesce(discount, 0) <= slices.budget, true);
    reserved := reserved - lapsed.uses;
  END IF;

  RETURN QUERY
    SELECT v.place::smallint, v.rule, CASE WHEN v.is_judged THEN v.verdict IS NULL END, CASE WHEN v.is_judged THEN v.verdict END,
      CASE WHEN v.is_judged THEN v.detail ELSE '{}' END
    FROM (VALUES
      (1, 'FORM', true, CASE WHEN with_code IS NULL THEN 'MALFORMED' END, '{}'::jsonb),
      (2, 'TRIES', by_client IS NOT NULL,
        CASE WHEN coalesce(account_tries.retry_at, address_tries.retry_at) IS NOT NULL THEN 'RATE_LIMITED' END,
        jsonb_build_object('tries', account_tries.tries, 'limit', account_tries.most, 'retryAt', greatest(account_tries.retry_at, address_tries.retry_at))),
      (3, 'KNOWN', with_code IS NOT NULL, CASE WHEN NOT is_known THEN 'UNKNOWN_CODE' END, '{}'),
      (4, 'CAMPAIGN', is_known,
        CASE status WHEN 'DRAFT' THEN 'CAMPAIGN_NOT_STARTED' WHEN 'SCHEDULED' THEN 'CAMPAIGN_NOT_STARTED' WHEN 'PAUSED' THEN 'CAMPAIGN_PAUSED'
          WHEN 'EXPIRED' THEN 'CAMPAIGN_ENDED' WHEN 'ARCHIVED' THEN 'CAMPAIGN_ENDED' WHEN 'CANCELED' THEN 'CAMPAIGN_CANCELED' END,
        jsonb_build_object('status', status, 'startsAt', run.starts_at, 'endsAt', run.ends_at)),
      (5, 'COUPON', is_known,
        CASE WHEN held.state = 'DISABLED' THEN 'COUPON_DISABLED' WHEN at_instant < held.valid_from THEN 'COUPON_NOT_YET_VALID'
          WHEN at_instant >= held.valid_until THEN 'COUPON_EXPIRED' END,
        jsonb_build_object('state', held.state, 'validFrom', held.valid_from, 'validUntil', held.valid_until)),
      (6, 'OWNER', is_known, CASE WHEN held.account_id <> for_account THEN 'NOT_YOUR_COUPON' END,
        jsonb_build_object('isPersonal', held.account_id IS NOT NULL)),
      (7, 'PLACE', is_known AND (of_account.id IS NOT NULL OR of_store.id IS NOT NULL), place_verdict,
        jsonb_build_object('storeState', of_store.state, 'countryCode', coalesce(of_store.country_code, of_account.country_code), 'currency', run.currency)),
      (8, 'ORDER', is_known, CASE WHEN needs_order AND with_order IS NULL OR with_order < run.min_order_minor THEN 'MIN_ORDER' END,
        jsonb_build_object('orderMinor', with_order, 'minOrderMinor', run.min_order_minor, 'currency', run.currency, 'discountMinor', discount)),
      (9, 'FIRST_ORDER', is_known, CASE WHEN NOT is_first THEN 'NOT_FIRST_ORDER' END,
        jsonb_build_object('firstOrderOnly', run.first_order_only, 'isFirstOrder', claims_first)),
      (10, 'ACCOUNT_USES', is_known, CASE WHEN account_uses >= run.per_account_limit THEN 'ACCOUNT_LIMIT' END,
        jsonb_build_object('used', account_uses, 'limit', run.per_account_limit)),
      (11, 'COUPON_USES', is_known, CASE WHEN is_used_up THEN 'COUPON_USED' END,
        jsonb_build_object('used', uses, 'reserved', reserved, 'limit', uses_max)),
      (12, 'BUDGET', slices.slices > 0, CASE WHEN NOT is_within THEN 'BUDGET_EXHAUSTED' END,
        jsonb_build_object('usedMinor', slices.discount, 'budgetMinor', slices.budget, 'redemptions', slices.redemptions, 'redemptionsLimit', slices.redemptions_max)),
      (13, 'ACCOUNT', of_account.id IS NOT NULL, CASE WHEN of_account.state <> 'ACTIVE' THEN 'ACCOUNT_NOT_ACTIVE' END,
        jsonb_build_object('state', of_account.state))
    ) AS v (place, rule, is_judged, verdict, detail)
    ORDER BY v.place;
END
$$;
COMMENT ON FUNCTION redemption_check(text, uuid, uuid, bigint, text, boolean, text, text, timestamptz) IS
  'Each rule of a redemption in order: passed, or the outcome with which it is refused, with the figures. NULL: it cannot be judged. The first that failed is the answer of a redemption at that instant.';
