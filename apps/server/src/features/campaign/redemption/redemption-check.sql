-- Rules of redemptions. judge_redemption() checks them for reservations and for redemption_check().
CREATE OR REPLACE FUNCTION half_up_share(amount bigint, basis_points int) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN round(amount::numeric * basis_points / 10000)::bigint;
COMMENT ON FUNCTION half_up_share(bigint, int) IS
  'Share of a non-negative amount in basis points, rounded half up.';

CREATE OR REPLACE FUNCTION coupon_discount(reward campaign_reward, basis_points int, fixed bigint, most bigint, order_minor bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN reward IN ('POINTS', 'GIFT') THEN 0
    WHEN order_minor IS NULL THEN NULL
    WHEN reward = 'PERCENT' THEN least(order_minor, half_up_share(order_minor, basis_points), coalesce(most, order_minor))
    ELSE least(order_minor, fixed) END;
COMMENT ON FUNCTION coupon_discount(campaign_reward, int, bigint, bigint, bigint) IS
  'Discount on an order in minor units, at most the order and the maximum of the campaign. NULL: it depends on an unknown order.';

CREATE OR REPLACE FUNCTION coupon_try_window(of_type coupon_try_subject) RETURNS interval
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE of_type WHEN 'ACCOUNT' THEN interval '15 minutes' ELSE interval '1 minute' END;

CREATE OR REPLACE FUNCTION coupon_tries_max(of_type coupon_try_subject) RETURNS int
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE of_type
    WHEN 'ACCOUNT' THEN (SELECT (value #>> '{}')::int FROM config_entry WHERE key = 'coupon.failed_tries_per_15min')
    ELSE (SELECT (value #>> '{}')::int FROM config_entry WHERE key = 'coupon.failed_tries_per_address_minute') END;

-- When the next try is allowed after too many unknown codes; NULL: now.
CREATE OR REPLACE FUNCTION coupon_retry_at(by_client text, of_type coupon_try_subject, of_subject text, at_instant timestamptz,
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

-- Signatures of earlier versions, whose processes call the present ones without `is_member`.
DROP FUNCTION IF EXISTS judge_redemption(text, uuid, uuid, bigint, text, boolean, text, text, timestamptz, boolean);
DROP FUNCTION IF EXISTS redemption_check(text, uuid, uuid, bigint, text, boolean, text, text, timestamptz);

-- Computes the figures of all rules (wants_all), or of the failed one only.
-- Lapsed reservations count as released, even before housekeeping releases them.
-- Lapsed reservations are looked up only where they matter, and for a UNIQUE code by its own uses: until a vacuum, the index of held uses
-- has an entry for every past one, which costs more than all the rest at a million uses a day.
CREATE OR REPLACE FUNCTION judge_redemption(
    with_code text, for_account uuid, at_store uuid, with_order bigint, with_currency text, claims_first boolean,
    by_client text, from_address text, at_instant timestamptz, wants_all boolean, is_member boolean,
    OUT refusals text[], OUT verdicts text[], OUT judged boolean[], OUT details jsonb[], OUT coupon_id uuid, OUT campaign_id uuid,
    OUT streamer_id uuid, OUT code_mode campaign_code_mode, OUT reward campaign_reward, OUT discount bigint, OUT points int,
    OUT currency text, OUT reservation_seconds int, OUT account_limit int, OUT account_numbers smallint[], OUT has_lapsed boolean,
    OUT slices int, OUT is_half_used boolean)
  LANGUAGE plpgsql STABLE
  AS $$
#variable_conflict use_column
DECLARE
  run record;
  of_account record;
  store_id uuid;
  in_state store_state;
  in_area uuid;
  store_country text;
  store_currency text;
  used record;
  spent record;
  lapsed record;
  status campaign_status;
  place_verdict text;
  is_known boolean;
  is_first boolean;
  is_within boolean;
  is_used_up boolean;
  uses bigint;
  reserved bigint;
  uses_max bigint;
  lapsed_uses bigint := 0;
  tries int := 0;
  may_retry_at timestamptz;
  first int;
BEGIN
  SELECT k.id, k.streamer_id, k.account_id, k.state, k.valid_from, k.valid_until, k.redemptions_count, k.reserved_count, k.max_redemptions,
      c.id AS campaign_id, c.code_mode, c.state AS campaign_state, c.starts_at, c.ends_at, c.reward_type, c.percent_bp, c.amount_minor,
      c.max_discount_minor, c.points, c.currency, c.min_order_minor, c.first_order_only, c.per_account_limit, c.reservation_seconds, c.segment_id,
      EXISTS (SELECT FROM campaign_store s WHERE s.campaign_id = c.id) OR EXISTS (SELECT FROM campaign_area a WHERE a.campaign_id = c.id) AS is_placed
    INTO run FROM coupon k JOIN campaign c ON c.id = k.campaign_id WHERE k.code_key = with_code;
  is_known := FOUND;
  -- From here on unknown codes take the same steps, so that response times do not distinguish them from codes of other accounts.
  SELECT a.id, a.state, a.country_code, (SELECT c.currency FROM country c WHERE c.code = a.country_code) AS currency, EXISTS (
      SELECT FROM coupon_try t WHERE t.client_sub = by_client AND t.subject_type = 'ACCOUNT' AND t.subject = for_account::text) AS has_tried
    INTO of_account FROM account a WHERE a.id = for_account;
  IF of_account.has_tried THEN
    SELECT r.tries, r.retry_at INTO tries, may_retry_at FROM coupon_retry_at(by_client, 'ACCOUNT', for_account::text, at_instant) AS r;
  END IF;
  IF from_address IS NOT NULL THEN
    SELECT greatest(may_retry_at, r.retry_at) INTO may_retry_at FROM coupon_retry_at(by_client, 'ADDRESS', from_address, at_instant) AS r;
  END IF;
  IF at_store IS NOT NULL THEN
    SELECT s.id, s.state, s.area_id, c.code, c.currency INTO store_id, in_state, in_area, store_country, store_currency
      FROM store s JOIN country c ON c.code = s.country_code WHERE s.id = at_store;
  END IF;

  status := campaign_status(run.campaign_state, run.starts_at, run.ends_at, false, at_instant);
  discount := coupon_discount(run.reward_type, run.percent_bp, run.amount_minor, run.max_discount_minor, with_order);
  IF with_currency <> run.currency THEN
    place_verdict := 'WRONG_COUNTRY';
  ELSIF in_state <> 'ACTIVE' THEN
    place_verdict := 'WRONG_STORE';
  ELSIF run.is_placed THEN
    IF store_id IS NULL
      OR NOT EXISTS (SELECT FROM campaign_store s WHERE s.campaign_id = run.campaign_id AND s.store_id = at_store)
        AND NOT EXISTS (SELECT FROM campaign_area a WHERE a.campaign_id = run.campaign_id AND a.area_id = in_area) THEN
      place_verdict := 'WRONG_STORE';
    END IF;
  ELSIF run.currency <> coalesce(store_currency, of_account.currency) THEN
    place_verdict := 'WRONG_COUNTRY';
  END IF;
  is_first := NOT run.first_order_only OR claims_first IS TRUE;
  IF run.first_order_only AND is_first THEN
    is_first := NOT EXISTS (SELECT FROM coupon_redemption r WHERE r.account_id = for_account AND r.state = 'CONFIRMED');
  END IF;
  SELECT count(*) FILTER (WHERE r.state = 'CONFIRMED' OR r.reserved_until > at_instant) AS n, array_agg(r.account_use_no) AS numbers,
      coalesce(bool_or(r.state = 'RESERVED' AND r.reserved_until <= at_instant), false) AS has_lapsed
    INTO used FROM coupon_redemption r
    WHERE r.campaign_id = run.campaign_id AND r.account_id = for_account AND r.state IN ('RESERVED', 'CONFIRMED');
  IF run.code_mode = 'SHARED' THEN
    SELECT sum(s.redemptions_count), sum(s.reserved_count), sum(s.redemptions_cap) INTO uses, reserved, uses_max
      FROM coupon_slice s WHERE s.campaign_id = run.campaign_id AND s.coupon_id = run.id;
  ELSE
    uses := run.redemptions_count;
    reserved := run.reserved_count;
    uses_max := run.max_redemptions;
  END IF;
  SELECT count(*)::int AS slices, sum(s.redemptions_used)::bigint AS redemptions, sum(s.redemptions_cap)::bigint AS redemptions_max,
      sum(s.discount_used_minor)::bigint AS discount, sum(s.budget_cap_minor)::bigint AS budget
    INTO spent FROM campaign_slice s WHERE s.campaign_id = run.campaign_id;
  is_used_up := uses + reserved >= uses_max;
  is_within := coalesce(spent.redemptions < spent.redemptions_max, true)
    AND coalesce(spent.discount + coalesce(discount, 0) <= spent.budget, true);
  has_lapsed := used.has_lapsed;
  IF run.code_mode = 'UNIQUE' AND reserved > 0 THEN
    SELECT count(*) INTO lapsed_uses FROM coupon_redemption r
      WHERE r.campaign_id = run.campaign_id AND r.coupon_id = run.id AND r.coupon_use_no IS NOT NULL
        AND r.state IN ('RESERVED', 'CONFIRMED') AND r.confirmed_at IS NULL AND r.reserved_until <= at_instant;
  END IF;
  -- Lapsed reservations do not matter while the limits allow another use.
  IF (NOT is_within OR run.code_mode = 'SHARED' AND is_used_up AND reserved > 0) AND EXISTS (SELECT FROM coupon_redemption r
      WHERE r.campaign_id = run.campaign_id AND r.state = 'RESERVED' AND r.reserved_until <= at_instant)
  THEN
    SELECT count(*) FILTER (WHERE r.coupon_id = run.id) AS uses, count(*) AS redemptions, coalesce(sum(r.discount_minor), 0)::bigint AS discount
      INTO lapsed FROM coupon_redemption r
      WHERE r.campaign_id = run.campaign_id AND r.state = 'RESERVED' AND r.reserved_until <= at_instant;
    lapsed_uses := lapsed.uses;
    is_within := coalesce(spent.redemptions - lapsed.redemptions < spent.redemptions_max, true)
      AND coalesce(spent.discount - lapsed.discount + coalesce(discount, 0) <= spent.budget, true);
    has_lapsed := true;
  END IF;
  IF lapsed_uses > 0 THEN
    reserved := reserved - lapsed_uses;
    is_used_up := uses + reserved >= uses_max;
    has_lapsed := true;
  END IF;

  verdicts := ARRAY[
    CASE WHEN with_code IS NULL THEN 'MALFORMED' END,
    CASE WHEN by_client IS NOT NULL AND may_retry_at IS NOT NULL THEN 'RATE_LIMITED' END,
    CASE WHEN with_code IS NOT NULL AND NOT is_known THEN 'UNKNOWN_CODE' END,
    CASE WHEN is_known THEN
      CASE status WHEN 'DRAFT' THEN 'CAMPAIGN_NOT_STARTED' WHEN 'SCHEDULED' THEN 'CAMPAIGN_NOT_STARTED' WHEN 'PAUSED' THEN 'CAMPAIGN_PAUSED'
        WHEN 'EXPIRED' THEN 'CAMPAIGN_ENDED' WHEN 'ARCHIVED' THEN 'CAMPAIGN_ENDED' WHEN 'CANCELED' THEN 'CAMPAIGN_CANCELED' END END,
    CASE WHEN is_known THEN
      CASE WHEN run.state = 'DISABLED' THEN 'COUPON_DISABLED' WHEN at_instant < run.valid_from THEN 'COUPON_NOT_YET_VALID'
        WHEN at_instant >= run.valid_until THEN 'COUPON_EXPIRED' END END,
    CASE WHEN is_known AND run.account_id <> for_account THEN 'NOT_YOUR_COUPON' END,
    CASE WHEN is_known AND (of_account.id IS NOT NULL OR store_id IS NOT NULL) THEN place_verdict END,
    CASE WHEN is_known AND ((run.min_order_minor IS NOT NULL OR run.reward_type IN ('PERCENT', 'AMOUNT')) AND with_order IS NULL
      OR with_order < run.min_order_minor) THEN 'MIN_ORDER' END,
    CASE WHEN is_known AND NOT is_first THEN 'NOT_FIRST_ORDER' END,
    CASE WHEN is_known AND used.n >= run.per_account_limit THEN 'ACCOUNT_LIMIT' END,
    CASE WHEN is_known AND is_used_up THEN 'COUPON_USED' END,
    CASE WHEN spent.slices > 0 AND NOT is_within THEN 'BUDGET_EXHAUSTED' END,
    CASE WHEN of_account.id IS NOT NULL AND of_account.state <> 'ACTIVE' THEN 'ACCOUNT_NOT_ACTIVE' END,
    -- Last, as membership is not known before all other rules have passed.
    CASE WHEN run.segment_id IS NOT NULL THEN CASE WHEN is_member IS NULL THEN 'MEMBER_UNKNOWN' WHEN NOT is_member THEN 'NOT_IN_SEGMENT' END END];
  refusals := array_remove(verdicts, NULL);
  IF wants_all THEN
    judged := ARRAY[true, by_client IS NOT NULL, with_code IS NOT NULL, is_known, is_known, is_known,
      is_known AND (of_account.id IS NOT NULL OR store_id IS NOT NULL), is_known, is_known, is_known, is_known,
      spent.slices > 0, of_account.id IS NOT NULL, is_known AND (run.segment_id IS NULL OR is_member IS NOT NULL)];
  END IF;
  first := array_position(verdicts, refusals[1]);
  -- One at a time, as computing all of them takes as long as all the rest.
  FOR place IN CASE WHEN wants_all THEN 1 ELSE coalesce(first, 1) END..CASE WHEN wants_all THEN 14 ELSE coalesce(first, 0) END LOOP
    CASE place
      WHEN 2 THEN
        details[place] := jsonb_build_object('tries', tries, 'limit', coupon_tries_max('ACCOUNT'), 'retryAt', may_retry_at);
      WHEN 4 THEN
        details[place] := jsonb_build_object('status', status, 'startsAt', run.starts_at, 'endsAt', run.ends_at);
      WHEN 5 THEN
        details[place] := jsonb_build_object('state', run.state, 'validFrom', run.valid_from, 'validUntil', run.valid_until);
      WHEN 6 THEN
        details[place] := jsonb_build_object('isPersonal', run.account_id IS NOT NULL);
      WHEN 7 THEN
        details[place] := jsonb_build_object('storeState', in_state, 'countryCode', coalesce(store_country, of_account.country_code),
          'currency', run.currency);
      WHEN 8 THEN
        details[place] := jsonb_build_object('orderMinor', with_order, 'minOrderMinor', run.min_order_minor, 'currency', run.currency,
          'discountMinor', discount);
      WHEN 9 THEN
        details[place] := jsonb_build_object('firstOrderOnly', run.first_order_only, 'isFirstOrder', claims_first);
      WHEN 10 THEN
        details[place] := jsonb_build_object('used', used.n, 'limit', run.per_account_limit);
      WHEN 11 THEN
        details[place] := jsonb_build_object('used', uses, 'reserved', reserved, 'limit', uses_max);
      WHEN 12 THEN
        details[place] := jsonb_build_object('usedMinor', spent.discount, 'budgetMinor', spent.budget, 'redemptions', spent.redemptions,
          'redemptionsLimit', spent.redemptions_max);
      WHEN 13 THEN
        details[place] := jsonb_build_object('state', of_account.state);
      WHEN 14 THEN
        details[place] := jsonb_build_object('segmentId', run.segment_id);
      ELSE
        details[place] := '{}';
    END CASE;
  END LOOP;

  -- Values for the caller that redeems.
  coupon_id := run.id;
  campaign_id := run.campaign_id;
  streamer_id := run.streamer_id;
  code_mode := run.code_mode;
  IF refusals = '{}' THEN
    reward := run.reward_type;
    points := run.points;
    currency := run.currency;
    reservation_seconds := run.reservation_seconds;
    account_limit := run.per_account_limit;
    account_numbers := used.numbers;
    slices := spent.slices;
    is_half_used := coalesce((spent.redemptions + 1) * 2 >= spent.redemptions_max, false)
      OR coalesce((spent.discount + coalesce(discount, 0)) * 2 >= spent.budget, false);
  END IF;
END
$$;
COMMENT ON FUNCTION judge_redemption(text, uuid, uuid, bigint, text, boolean, text, text, timestamptz, boolean, boolean) IS
  'Checks the rules of a redemption at an instant. MEMBER_UNKNOWN: the campaign has a segment, and is_member is NULL. Returns the refusing outcome of each rule in order (verdicts), the same without passed rules (refusals), their figures, and the values of the redemption.';

-- Lapsed reservations count as released, even before housekeeping releases them.
CREATE OR REPLACE FUNCTION redemption_check(
    with_code text, for_account uuid, at_store uuid, with_order bigint, with_currency text, claims_first boolean,
    by_client text, from_address text, at_instant timestamptz, is_member boolean DEFAULT NULL)
  RETURNS TABLE (place smallint, rule text, passed boolean, outcome text, detail jsonb)
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  j record;
BEGIN
  j := judge_redemption(with_code, for_account, at_store, with_order, with_currency, claims_first, by_client, from_address, at_instant, true,
    is_member);
  RETURN QUERY
    SELECT r.n::smallint, r.rule, CASE WHEN j.judged[r.n] THEN j.verdicts[r.n] IS NULL END, j.verdicts[r.n],
      CASE WHEN j.judged[r.n] OR j.verdicts[r.n] = 'MEMBER_UNKNOWN' THEN j.details[r.n] ELSE '{}' END
    FROM unnest(ARRAY['FORM', 'TRIES', 'KNOWN', 'CAMPAIGN', 'COUPON', 'OWNER', 'PLACE', 'ORDER', 'FIRST_ORDER', 'ACCOUNT_USES', 'COUPON_USES',
      'BUDGET', 'ACCOUNT', 'SEGMENT']) WITH ORDINALITY AS r (rule, n)
    ORDER BY r.n;
END
$$;
COMMENT ON FUNCTION redemption_check(text, uuid, uuid, bigint, text, boolean, text, text, timestamptz, boolean) IS
  'Each rule of a redemption in order: passed, or the refusing outcome, with the figures. NULL: it cannot be checked. The first failed rule decides the outcome of a redemption at that instant.';
