-- What made a redemption slow besides deciding about it: CHECK constraints, which PostgreSQL reads and plans anew in each statement that
-- writes their table (decision 0070). Each table keeps one, a PL/pgSQL function whose plan stays with the connection. What is allowed stays
-- the same. Rows that are there were checked by the constraints that go (NOT VALID).

CREATE FUNCTION coupon_redemption_is_sound(
    state redemption_state, slice smallint, coupon_use_no int, account_use_no smallint, order_ref text, order_minor bigint,
    discount_minor bigint, currency text, points int, commission_minor bigint, reserved_until timestamptz, confirmed_at timestamptz,
    released_at timestamptz, rolled_back_at timestamptz, rolled_back_by text, why text, key text, request_hash bytea, by_sub text)
  RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN slice BETWEEN 0 AND 15 AND coupon_use_no >= 1 AND account_use_no >= 1 AND char_length(order_ref) BETWEEN 1 AND 128
    AND order_minor BETWEEN 0 AND 1000000000000 AND discount_minor BETWEEN 0 AND order_minor AND commission_minor BETWEEN 0 AND order_minor
    AND (discount_minor IS NULL OR currency IS NOT NULL) AND currency ~ '^[A-Z]{3}$' AND points >= 1
    AND (state <> 'RESERVED' OR reserved_until IS NOT NULL)
    AND (state IN ('CONFIRMED', 'ROLLED_BACK')) = (confirmed_at IS NOT NULL) AND (state = 'RELEASED') = (released_at IS NOT NULL)
    AND (state = 'ROLLED_BACK') = (rolled_back_at IS NOT NULL) AND (state = 'ROLLED_BACK') = (rolled_back_by IS NOT NULL)
    AND (state = 'ROLLED_BACK') = (why IS NOT NULL)
    AND char_length(rolled_back_by) BETWEEN 1 AND 255 AND char_length(why) BETWEEN 1 AND 300
    AND char_length(key) BETWEEN 1 AND 64 AND octet_length(request_hash) = 32 AND char_length(by_sub) BETWEEN 1 AND 255;
END
$$;
COMMENT ON FUNCTION coupon_redemption_is_sound(redemption_state, smallint, int, smallint, text, bigint, bigint, text, int, bigint, timestamptz, timestamptz, timestamptz, timestamptz, text, text, text, bytea, text) IS
  'What every redemption keeps to: a discount within the order, and the instants and reasons of its state.';
ALTER TABLE coupon_redemption
  DROP CONSTRAINT coupon_redemption_account_use_no_check, DROP CONSTRAINT coupon_redemption_check,
  DROP CONSTRAINT coupon_redemption_check1, DROP CONSTRAINT coupon_redemption_confirmed,
  DROP CONSTRAINT coupon_redemption_coupon_use_no_check, DROP CONSTRAINT coupon_redemption_created_by_check,
  DROP CONSTRAINT coupon_redemption_currency_check, DROP CONSTRAINT coupon_redemption_idempotency_key_check,
  DROP CONSTRAINT coupon_redemption_money_has_currency, DROP CONSTRAINT coupon_redemption_order_minor_check,
  DROP CONSTRAINT coupon_redemption_order_ref_check, DROP CONSTRAINT coupon_redemption_points_check,
  DROP CONSTRAINT coupon_redemption_released, DROP CONSTRAINT coupon_redemption_request_hash_check,
  DROP CONSTRAINT coupon_redemption_reserved, DROP CONSTRAINT coupon_redemption_rollback_reason_check,
  DROP CONSTRAINT coupon_redemption_rolled_back, DROP CONSTRAINT coupon_redemption_rolled_back_by_check,
  DROP CONSTRAINT coupon_redemption_slice_check,
  ADD CONSTRAINT coupon_redemption_is_sound CHECK (coupon_redemption_is_sound(state, slice, coupon_use_no, account_use_no, order_ref,
    order_minor, discount_minor, currency, points, commission_minor, reserved_until, confirmed_at, released_at, rolled_back_at,
    rolled_back_by, rollback_reason, idempotency_key, request_hash, created_by)) NOT VALID;

CREATE FUNCTION campaign_slice_is_sound(
    slice smallint, redemptions_used bigint, redemptions_cap bigint, discount_used_minor bigint, budget_cap_minor bigint, points_used bigint)
  RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN slice BETWEEN 0 AND 15 AND redemptions_cap >= 0 AND budget_cap_minor >= 0 AND points_used >= 0
    AND redemptions_used >= 0 AND redemptions_used <= redemptions_cap
    AND discount_used_minor >= 0 AND discount_used_minor <= budget_cap_minor;
END
$$;
COMMENT ON FUNCTION campaign_slice_is_sound(smallint, bigint, bigint, bigint, bigint, bigint) IS
  'What every slice keeps to: never more used than its part of the limit.';
ALTER TABLE campaign_slice
  DROP CONSTRAINT campaign_slice_budget, DROP CONSTRAINT campaign_slice_budget_cap_minor_check,
  DROP CONSTRAINT campaign_slice_points_used_check, DROP CONSTRAINT campaign_slice_redemptions,
  DROP CONSTRAINT campaign_slice_redemptions_cap_check, DROP CONSTRAINT campaign_slice_slice_check,
  ADD CONSTRAINT campaign_slice_is_sound CHECK (campaign_slice_is_sound(slice, redemptions_used, redemptions_cap, discount_used_minor,
    budget_cap_minor, points_used)) NOT VALID;

CREATE FUNCTION coupon_slice_is_sound(slice smallint, redemptions_count int, reserved_count int, redemptions_cap int) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN slice BETWEEN 0 AND 15 AND redemptions_count >= 0 AND reserved_count >= 0 AND redemptions_cap >= 0
    AND redemptions_count + reserved_count <= redemptions_cap;
END
$$;
COMMENT ON FUNCTION coupon_slice_is_sound(smallint, int, int, int) IS 'What every slice keeps to: never more uses than its part of the limit.';
ALTER TABLE coupon_slice
  DROP CONSTRAINT coupon_slice_redemptions_cap_check, DROP CONSTRAINT coupon_slice_redemptions_count_check,
  DROP CONSTRAINT coupon_slice_reserved_count_check, DROP CONSTRAINT coupon_slice_slice_check, DROP CONSTRAINT coupon_slice_uses,
  ADD CONSTRAINT coupon_slice_is_sound CHECK (coupon_slice_is_sound(slice, redemptions_count, reserved_count, redemptions_cap)) NOT VALID;

CREATE FUNCTION coupon_is_sound(
    code text, state coupon_state, why text, valid_from timestamptz, valid_until timestamptz, max_redemptions int, redemptions_count int,
    reserved_count int, version int, by_sub text) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN code ~ '^[A-Z0-9]{4,20}$' AND (state = 'DISABLED') = (why IS NOT NULL) AND char_length(why) BETWEEN 1 AND 300
    AND valid_from < valid_until AND max_redemptions BETWEEN 1 AND 1000000 AND redemptions_count >= 0 AND reserved_count >= 0
    AND redemptions_count + reserved_count <= max_redemptions AND version >= 1 AND char_length(by_sub) BETWEEN 1 AND 255;
END
$$;
COMMENT ON FUNCTION coupon_is_sound(text, coupon_state, text, timestamptz, timestamptz, int, int, int, int, text) IS
  'What every code keeps to: never more uses than it has, and a reason when it is disabled.';
ALTER TABLE coupon
  DROP CONSTRAINT coupon_code_check, DROP CONSTRAINT coupon_disabled_has_reason, DROP CONSTRAINT coupon_disabled_reason_check,
  DROP CONSTRAINT coupon_max_redemptions_check, DROP CONSTRAINT coupon_redemptions_count_check, DROP CONSTRAINT coupon_reserved_count_check,
  DROP CONSTRAINT coupon_updated_by_check, DROP CONSTRAINT coupon_uses, DROP CONSTRAINT coupon_version_check, DROP CONSTRAINT coupon_window,
  ADD CONSTRAINT coupon_is_sound CHECK (coupon_is_sound(code, state, disabled_reason, valid_from, valid_until, max_redemptions,
    redemptions_count, reserved_count, version, updated_by)) NOT VALID;

CREATE FUNCTION coupon_rejection_is_sound(hour timestamptz, reason text, slice smallint, n int) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN extract(epoch FROM hour)::bigint % 3600 = 0 AND reason ~ '^[A-Z_]{3,40}$' AND slice BETWEEN 0 AND 15 AND n >= 1;
END
$$;
COMMENT ON FUNCTION coupon_rejection_is_sound(timestamptz, text, smallint, int) IS 'What every count of refusals keeps to: a full hour and a reason.';
ALTER TABLE coupon_rejection_hourly
  DROP CONSTRAINT coupon_rejection_hourly_hour_check, DROP CONSTRAINT coupon_rejection_hourly_n_check,
  DROP CONSTRAINT coupon_rejection_hourly_reason_check, DROP CONSTRAINT coupon_rejection_hourly_slice_check,
  ADD CONSTRAINT coupon_rejection_is_sound CHECK (coupon_rejection_is_sound(hour, reason, slice, n)) NOT VALID;

-- The name of who acts has hardly ever changed, so no function is called to find that out.
CREATE OR REPLACE FUNCTION record_audit(
    by_sub text, by_name text, by_email text, by_roles text[], request text, what text, about_type text, about_id text,
    came_out audit_outcome, why text, changed jsonb, changed_personal jsonb) RETURNS void
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM staff_user known WHERE known.sub = by_sub AND known.display_name = by_name
      AND known.email IS NOT DISTINCT FROM by_email AND known.last_roles = by_roles) THEN
    PERFORM remember_actor(by_sub, by_name, by_email, by_roles);
  END IF;
  INSERT INTO staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes, personal_changes)
    VALUES (by_sub, by_roles, request, what, about_type, about_id, came_out, why, changed, changed_personal);
END
$$;

-- The figures of the rules are made for whom wants to see all of them (wants_all), or of the one that failed.
-- Reservations that have lapsed count as released, whether or not that has been written down yet.
-- Whether reservations have lapsed is asked only where it decides, and of a UNIQUE code by its own uses. The index of what is held leads
-- through all that was held before, until the table is vacuumed: with a million uses a day that is more than everything else.
CREATE FUNCTION judge_redemption(
    with_code text, for_account uuid, at_store uuid, with_order bigint, with_currency text, claims_first boolean,
    by_client text, from_address text, at_instant timestamptz, wants_all boolean,
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
      c.max_discount_minor, c.points, c.currency, c.min_order_minor, c.first_order_only, c.per_account_limit, c.reservation_seconds,
      EXISTS (SELECT FROM campaign_store s WHERE s.campaign_id = c.id) OR EXISTS (SELECT FROM campaign_area a WHERE a.campaign_id = c.id) AS is_placed
    INTO run FROM coupon k JOIN campaign c ON c.id = k.campaign_id WHERE k.code_key = with_code;
  is_known := FOUND;
  -- From here on the same is done for codes that do not exist, so that the time of the answer does not tell them from those of others.
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
  -- While something is left, what of it lapsed does not matter.
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
    CASE WHEN of_account.id IS NOT NULL AND of_account.state <> 'ACTIVE' THEN 'ACCOUNT_NOT_ACTIVE' END];
  refusals := array_remove(verdicts, NULL);
  IF wants_all THEN
    judged := ARRAY[true, by_client IS NOT NULL, with_code IS NOT NULL, is_known, is_known, is_known,
      is_known AND (of_account.id IS NOT NULL OR store_id IS NOT NULL), is_known, is_known, is_known, is_known,
      spent.slices > 0, of_account.id IS NOT NULL];
  END IF;
  first := array_position(verdicts, refusals[1]);
  -- One by one, since making all of them takes as long as all the rest.
  FOR place IN CASE WHEN wants_all THEN 1 ELSE coalesce(first, 1) END..CASE WHEN wants_all THEN 13 ELSE coalesce(first, 0) END LOOP
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
      ELSE
        details[place] := '{}';
    END CASE;
  END LOOP;

  -- What whoever redeems goes on with.
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
COMMENT ON FUNCTION judge_redemption(text, uuid, uuid, bigint, text, boolean, text, text, timestamptz, boolean) IS
  'The rules of a redemption at an instant: the outcome with which each refuses it, in order (verdicts) and without those that do not (refusals), with their figures; and what the redemption would be.';

CREATE OR REPLACE FUNCTION redemption_check(
    with_code text, for_account uuid, at_store uuid, with_order bigint, with_currency text, claims_first boolean,
    by_client text, from_address text, at_instant timestamptz)
  RETURNS TABLE (place smallint, rule text, passed boolean, outcome text, detail jsonb)
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  j record;
BEGIN
  j := judge_redemption(with_code, for_account, at_store, with_order, with_currency, claims_first, by_client, from_address, at_instant, true);
  RETURN QUERY
    SELECT r.n::smallint, r.rule, CASE WHEN j.judged[r.n] THEN j.verdicts[r.n] IS NULL END, j.verdicts[r.n],
      CASE WHEN j.judged[r.n] THEN j.details[r.n] ELSE '{}' END
    FROM unnest(ARRAY['FORM', 'TRIES', 'KNOWN', 'CAMPAIGN', 'COUPON', 'OWNER', 'PLACE', 'ORDER', 'FIRST_ORDER', 'ACCOUNT_USES', 'COUPON_USES',
      'BUDGET', 'ACCOUNT']) WITH ORDINALITY AS r (rule, n)
    ORDER BY r.n;
END
$$;
