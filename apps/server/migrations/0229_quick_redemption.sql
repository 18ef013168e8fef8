-- Redeeming with as few statements as it takes: each that a function runs costs more than what it mostly does. Rules, outcomes, their
-- order and the order of locks are those of before (decision 0082).

-- Takes one use out of what the campaign, and a SHARED code (NULL: a UNIQUE one), may give; NULL: there is not enough of one of them.
-- Mostly a random slice has enough, of the code too. Otherwise those after it are tried. What is left in several slices, but in none alone,
-- is moved together under their locks, so that nothing is refused while the whole can take it. Locks: campaign_slice before coupon_slice,
-- and of each one row or all in order.
DROP FUNCTION take_redemption_slice(uuid, uuid, bigint, bigint);
CREATE FUNCTION take_redemption_slice(of_campaign uuid, of_code uuid, discount bigint, reward_points bigint, slices int) RETURNS smallint
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
      -- Where the code has uses left too, nothing has to be moved.
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
  'Counts one use in one of so many slices of the campaign, and of a SHARED code: the number of the slice, or NULL when the whole cannot take it.';

DROP FUNCTION count_daily_redemption(coupon_redemption, boolean);
CREATE FUNCTION count_daily_redemption(of_redemption coupon_redemption, is_rolled_back boolean) RETURNS boolean
  LANGUAGE plpgsql
  AS $$
DECLARE
  nobody CONSTANT uuid := '00000000-0000-0000-0000-000000000000';
  sign int := CASE WHEN is_rolled_back THEN -1 ELSE 1 END;
BEGIN
  INSERT INTO campaign_daily AS d (campaign_id, day, store_id, streamer_id, slice, confirmed, rolled_back, order_minor, discount_minor, points, commission_minor)
    SELECT c.id, (of_redemption.confirmed_at AT TIME ZONE c.timezone)::date, coalesce(of_redemption.store_id, nobody),
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
  'Adds a redemption that was confirmed to the figures of its day, or takes one that was rolled back out of them.';

-- A figure is not worth waiting for the disk.
DROP FUNCTION count_rejection(uuid, text, timestamptz);
CREATE FUNCTION count_rejection(of_campaign uuid, why text, at_instant timestamptz) RETURNS boolean
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

-- A held use of a code becomes a confirmed one, and its row is locked; false: none is held. Called before the redemption is touched.
CREATE FUNCTION count_confirmed_use(held coupon_redemption) RETURNS boolean
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

-- Turns a reservation into a confirmed redemption; NULL: it is no longer one.
-- The process that settled it says so afterwards (SettledNotices): transactions that send a notice commit one after the other, each waiting
-- for the disk. A partner who was taken off the campaign earns nothing with new uses.
CREATE OR REPLACE FUNCTION settle_redemption(held coupon_redemption, by_client text, at_instant timestamptz) RETURNS coupon_redemption
  LANGUAGE plpgsql
  AS $$
DECLARE
  settled coupon_redemption;
  posted text;
  refused text;
  posted_as uuid;
  commission bigint;
  is_counted boolean;
BEGIN
  IF held.streamer_id IS NOT NULL AND held.order_minor IS NOT NULL THEN
    SELECT half_up_share(held.order_minor - coalesce(held.discount_minor, 0), s.commission_bp) INTO commission
      FROM campaign_streamer s WHERE s.campaign_id = held.campaign_id AND s.streamer_id = held.streamer_id AND s.removed_at IS NULL;
  END IF;
  -- That it is held, in other words than the state: a table without statistics would be read by its index of everything that is held.
  UPDATE coupon_redemption r SET state = 'CONFIRMED', confirmed_at = at_instant, commission_minor = commission
    WHERE r.campaign_id = held.campaign_id AND r.id = held.id AND r.confirmed_at IS NULL AND r.released_at IS NULL
    RETURNING r.* INTO settled;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF settled.points IS NOT NULL THEN
    SELECT p.outcome, p.refusal, p.transfer INTO posted, refused, posted_as FROM points_wallet w, post_points_transfer(
        '00000000-0000-7000-8000-000000000004', w.id, held.points, 'COUPON_REWARD', NULL, NULL, 'REDEMPTION', held.id::text, NULL,
        'redemption:' || held.id, by_client) AS p
      WHERE w.owner_type = 'ACCOUNT' AND w.owner_id = held.account_id;
    IF posted IS DISTINCT FROM 'POSTED' THEN
      RAISE EXCEPTION 'the points of redemption % were not posted: %', held.id, coalesce(refused, posted, 'no wallet');
    END IF;
    UPDATE coupon_redemption r SET points_transfer_id = posted_as WHERE r.campaign_id = held.campaign_id AND r.id = held.id
      RETURNING r.* INTO settled;
  END IF;
  is_counted := count_daily_redemption(settled, false);
  RETURN settled;
END
$$;

CREATE OR REPLACE FUNCTION reserve_coupon(
    with_code text, for_account uuid, at_store uuid, with_order bigint, with_currency text, with_order_ref text, claims_first boolean,
    confirms boolean, with_key text, with_hash bytea, by_client text, from_address text,
    OUT outcome text, OUT is_replayed boolean, OUT detail jsonb, OUT redeemed coupon_redemption)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  at_instant timestamptz(3);
  judged record;
  taken smallint;
  use_no int;
  account_no smallint;
  is_counted boolean;
BEGIN
  is_replayed := false;
  detail := '{}';
  IF with_code IS NULL THEN
    outcome := 'MALFORMED';
    is_counted := count_rejection(NULL, outcome, clock_timestamp());
    RETURN;
  END IF;
  -- One redemption of an account at a time: its tries and its uses are counted exactly, whoever sends them.
  PERFORM pg_advisory_xact_lock(hashtextextended('backcounter.redemption.account ' || for_account, 0));
  SELECT r.* INTO redeemed FROM coupon_redemption r WHERE r.created_by = by_client AND r.idempotency_key = with_key;
  IF redeemed.id IS NOT NULL THEN
    is_replayed := true;
    IF redeemed.request_hash = with_hash THEN
      outcome := CASE WHEN redeemed.confirmed_at = redeemed.reserved_at THEN 'CONFIRMED' ELSE 'RESERVED' END;
    ELSE
      outcome := 'MISMATCH';
      redeemed := NULL;
    END IF;
    RETURN;
  END IF;
  IF from_address IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('backcounter.redemption.address ' || by_client || ' ' || from_address, 0));
  END IF;

  FOR attempt IN 1..5 LOOP
    at_instant := clock_timestamp();
    judged := judge_redemption(with_code, for_account, at_store, with_order, with_currency, claims_first, by_client, from_address, at_instant, false);
    IF judged.refusals <> '{}' THEN
      outcome := judged.refusals[1];
      detail := judged.details[array_position(judged.verdicts, outcome)];
      EXIT;
    END IF;

    -- Nothing but the account is locked so far, so that what has lapsed can be locked in order.
    IF judged.has_lapsed OR attempt > 1 THEN
      PERFORM release_lapsed_reservations(judged.campaign_id, 500, at_instant);
    END IF;
    taken := take_redemption_slice(judged.campaign_id, CASE judged.code_mode WHEN 'SHARED' THEN judged.coupon_id END, judged.discount,
      coalesce(judged.points, 0), judged.slices);
    -- Somebody was faster. What the rules say now is the answer, unless there is room again.
    CONTINUE WHEN taken IS NULL;
    IF judged.code_mode = 'UNIQUE' THEN
      UPDATE coupon k SET reserved_count = k.reserved_count + 1
        WHERE k.campaign_id = judged.campaign_id AND k.id = judged.coupon_id AND k.state = 'ACTIVE'
          AND k.redemptions_count + k.reserved_count < k.max_redemptions
        RETURNING k.redemptions_count + k.reserved_count INTO use_no;
      IF use_no IS NULL THEN
        UPDATE campaign_slice s SET redemptions_used = s.redemptions_used - 1, discount_used_minor = s.discount_used_minor - judged.discount,
            points_used = s.points_used - coalesce(judged.points, 0)
          WHERE s.campaign_id = judged.campaign_id AND s.slice = taken;
        taken := NULL;
        CONTINUE;
      END IF;
      -- An earlier use went back: one of the numbers below is free.
      IF EXISTS (SELECT FROM coupon_redemption r WHERE r.campaign_id = judged.campaign_id AND r.coupon_id = judged.coupon_id
          AND r.coupon_use_no = use_no AND r.state IN ('RESERVED', 'CONFIRMED')) THEN
        SELECT n INTO use_no FROM generate_series(1, use_no) AS n
          WHERE NOT EXISTS (SELECT FROM coupon_redemption r WHERE r.campaign_id = judged.campaign_id AND r.coupon_id = judged.coupon_id
            AND r.coupon_use_no = n AND r.state IN ('RESERVED', 'CONFIRMED'))
          ORDER BY n LIMIT 1;
      END IF;
    END IF;
    -- The account is locked, so that only what lapsed can have gone from its numbers since, and that is looked at again.
    IF judged.has_lapsed OR attempt > 1 THEN
      judged.account_numbers := ARRAY(SELECT r.account_use_no FROM coupon_redemption r
        WHERE r.campaign_id = judged.campaign_id AND r.account_id = for_account AND r.state IN ('RESERVED', 'CONFIRMED'));
    END IF;
    account_no := 1;
    WHILE account_no = ANY (judged.account_numbers) LOOP
      account_no := account_no + 1;
    END LOOP;
    INSERT INTO coupon_redemption (campaign_id, coupon_id, account_id, store_id, streamer_id, state, slice, coupon_use_no, account_use_no,
        order_ref, order_minor, discount_minor, currency, points, reserved_at, reserved_until, confirmed_at, idempotency_key, request_hash, created_by)
      VALUES (judged.campaign_id, judged.coupon_id, for_account, at_store, judged.streamer_id, 'RESERVED', taken, use_no, account_no,
        with_order_ref, with_order, CASE WHEN judged.reward IN ('PERCENT', 'AMOUNT') THEN judged.discount END,
        coalesce(judged.currency, with_currency), judged.points, at_instant, at_instant + make_interval(secs => judged.reservation_seconds), NULL,
        with_key, with_hash, by_client)
      ON CONFLICT DO NOTHING
      RETURNING * INTO redeemed;
    IF redeemed.id IS NULL THEN
      -- The key came for another account at the same moment. The whole starts over and finds it.
      RAISE EXCEPTION 'the key or the number of a redemption was used meanwhile' USING ERRCODE = 'serialization_failure';
    END IF;
    outcome := 'RESERVED';
    IF confirms OR judged.reservation_seconds = 0 THEN
      is_counted := count_confirmed_use(redeemed);
      redeemed := settle_redemption(redeemed, by_client, at_instant);
      outcome := 'CONFIRMED';
    END IF;
    -- Below a half there is nothing to say.
    IF judged.is_half_used THEN
      PERFORM raise_campaign_alerts(judged.campaign_id);
    END IF;
    RETURN;
  END LOOP;

  -- Whose code it is decides what may be said of it, before anything else does.
  IF 'NOT_YOUR_COUPON' = ANY (judged.refusals) AND outcome <> 'RATE_LIMITED' THEN
    outcome := 'NOT_YOUR_COUPON';
  END IF;
  outcome := coalesce(outcome, 'BUDGET_EXHAUSTED');
  is_counted := count_rejection(CASE WHEN outcome NOT IN ('RATE_LIMITED', 'UNKNOWN_CODE') THEN judged.campaign_id END, outcome, at_instant);
  IF outcome IN ('UNKNOWN_CODE', 'NOT_YOUR_COUPON') THEN
    PERFORM note_unknown_code(by_client, for_account, from_address, at_instant);
    outcome := 'UNKNOWN_CODE';
    detail := '{}';
  END IF;
END
$$;

CREATE OR REPLACE FUNCTION confirm_redemption(which uuid, by_client text,
    OUT outcome text, OUT is_replayed boolean, OUT detail jsonb, OUT redeemed coupon_redemption)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  settled coupon_redemption;
  at_instant timestamptz;
BEGIN
  is_replayed := false;
  detail := '{}';
  SELECT r.* INTO redeemed FROM coupon_redemption r WHERE r.id = which;
  IF redeemed.id IS NULL THEN
    outcome := 'NOT_FOUND';
    RETURN;
  END IF;
  IF redeemed.state = 'RESERVED' THEN
    IF clock_timestamp() < redeemed.reserved_until AND count_confirmed_use(redeemed) THEN
      -- Whoever changes the redemption has to lock the row of its code first.
      at_instant := clock_timestamp();
      IF at_instant < redeemed.reserved_until THEN
        settled := settle_redemption(redeemed, by_client, at_instant);
      END IF;
      IF settled.id IS NULL THEN
        RAISE EXCEPTION 'the redemption was settled or lapsed meanwhile' USING ERRCODE = 'serialization_failure';
      END IF;
      redeemed := settled;
      outcome := 'CONFIRMED';
      RETURN;
    END IF;
    IF redeemed.coupon_use_no IS NULL THEN
      PERFORM FROM coupon_slice k
        WHERE k.campaign_id = redeemed.campaign_id AND k.coupon_id = redeemed.coupon_id AND k.slice = redeemed.slice FOR NO KEY UPDATE;
    ELSE
      PERFORM FROM coupon k WHERE k.campaign_id = redeemed.campaign_id AND k.id = redeemed.coupon_id FOR NO KEY UPDATE;
    END IF;
    SELECT r.* INTO redeemed FROM coupon_redemption r WHERE r.campaign_id = redeemed.campaign_id AND r.id = which FOR NO KEY UPDATE;
  END IF;
  outcome := redemption_standing(redeemed);
  IF outcome = 'ALREADY_CONFIRMED' THEN
    outcome := 'CONFIRMED';
    is_replayed := true;
  ELSIF outcome = 'RESERVED' THEN
    RAISE EXCEPTION 'the clock of the database went back' USING ERRCODE = 'serialization_failure';
  END IF;
END
$$;

DO $$
DECLARE
  signature text;
BEGIN
  FOREACH signature IN ARRAY ARRAY[
    'take_redemption_slice(uuid, uuid, bigint, bigint, int)', 'count_daily_redemption(coupon_redemption, boolean)',
    'count_rejection(uuid, text, timestamptz)', 'count_confirmed_use(coupon_redemption)']
  LOOP
    EXECUTE 'REVOKE ALL ON FUNCTION ' || signature || ' FROM PUBLIC';
  END LOOP;
END
$$;
