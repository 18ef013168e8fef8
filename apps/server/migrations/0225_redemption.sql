-- The only ways to write redemptions. They run with the rights of their owner; the application role may only read the tables.
-- Locks are taken in one order: account, campaign_slice, coupon, coupon_slice, coupon_redemption, wallet, then what is only counted.

-- Turns a reservation that its caller has locked into a confirmed redemption.
-- The process that settled it says so afterwards (SettledNotices): transactions that send a notice commit one after the other, each waiting
-- for the disk. A partner who was taken off the campaign earns nothing with new uses.
CREATE FUNCTION settle_redemption(held coupon_redemption, by_client text, at_instant timestamptz) RETURNS coupon_redemption
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
  RETURN settled;
END
$$;

CREATE FUNCTION reserve_coupon(
    with_code text, for_account uuid, at_store uuid, with_order bigint, with_currency text, with_order_ref text, claims_first boolean,
    confirms boolean, with_key text, with_hash bytea, by_client text, from_address text,
    OUT outcome text, OUT is_replayed boolean, OUT detail jsonb, OUT redeemed coupon_redemption)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  at_instant timestamptz(3);
  judged record;
  held coupon;
  run campaign;
  discount bigint;
  taken smallint;
  use_no int;
  account_no smallint;
BEGIN
  is_replayed := false;
  detail := '{}';
  IF with_code IS NULL THEN
    outcome := 'MALFORMED';
    PERFORM count_rejection(NULL, outcome, clock_timestamp());
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
    SELECT (array_agg(c.outcome ORDER BY c.place) FILTER (WHERE NOT c.passed))[1] AS outcome,
        (array_agg(c.detail ORDER BY c.place) FILTER (WHERE NOT c.passed))[1] AS detail,
        coalesce(bool_or(c.rule = 'OWNER' AND NOT c.passed), false) AS is_foreign
      INTO judged
      FROM redemption_check(with_code, for_account, at_store, with_order, with_currency, claims_first, by_client, from_address, at_instant) AS c;
    SELECT c.* INTO held FROM coupon c WHERE c.code_key = with_code;
    IF judged.outcome IS NOT NULL THEN
      outcome := judged.outcome;
      detail := judged.detail;
      EXIT;
    END IF;
    SELECT c.* INTO run FROM campaign c WHERE c.id = held.campaign_id;
    discount := coupon_discount(run.reward_type, run.percent_bp, run.amount_minor, run.max_discount_minor, with_order);

    -- Nothing but the account is locked so far, so that what has lapsed can be locked in order. It is looked at first, which is little: all
    -- conditions at once read every use of a shared code.
    IF EXISTS (SELECT FROM (
          SELECT r.account_id, r.coupon_id FROM coupon_redemption r
            WHERE r.campaign_id = run.id AND r.state = 'RESERVED' AND r.reserved_until <= at_instant
            OFFSET 0) AS lapsed
        WHERE lapsed.account_id = for_account OR lapsed.coupon_id = held.id) OR attempt > 1
    THEN
      PERFORM release_lapsed_reservations(run.id, 500, at_instant);
    END IF;
    taken := take_redemption_slice(run.id, CASE run.code_mode WHEN 'SHARED' THEN held.id END, discount, coalesce(run.points, 0));
    -- Somebody was faster. What the rules say now is the answer, unless there is room again.
    CONTINUE WHEN taken IS NULL;
    IF run.code_mode = 'UNIQUE' THEN
      UPDATE coupon k SET reserved_count = k.reserved_count + 1
        WHERE k.campaign_id = run.id AND k.id = held.id AND k.state = 'ACTIVE' AND k.redemptions_count + k.reserved_count < k.max_redemptions
        RETURNING k.redemptions_count + k.reserved_count INTO use_no;
      IF use_no IS NULL THEN
        UPDATE campaign_slice s SET redemptions_used = s.redemptions_used - 1, discount_used_minor = s.discount_used_minor - discount,
            points_used = s.points_used - coalesce(run.points, 0)
          WHERE s.campaign_id = run.id AND s.slice = taken;
        taken := NULL;
        CONTINUE;
      END IF;
      -- An earlier use went back: one of the numbers below is free.
      IF EXISTS (SELECT FROM coupon_redemption r WHERE r.campaign_id = run.id AND r.coupon_id = held.id AND r.coupon_use_no = use_no
          AND r.state IN ('RESERVED', 'CONFIRMED')) THEN
        SELECT n INTO use_no FROM generate_series(1, use_no) AS n
          WHERE NOT EXISTS (SELECT FROM coupon_redemption r WHERE r.campaign_id = run.id AND r.coupon_id = held.id AND r.coupon_use_no = n
            AND r.state IN ('RESERVED', 'CONFIRMED'))
          ORDER BY n LIMIT 1;
      END IF;
    END IF;
    SELECT n INTO account_no FROM generate_series(1, run.per_account_limit) AS n
      WHERE NOT EXISTS (SELECT FROM coupon_redemption r WHERE r.campaign_id = run.id AND r.account_id = for_account AND r.account_use_no = n
        AND r.state IN ('RESERVED', 'CONFIRMED'))
      ORDER BY n LIMIT 1;
    INSERT INTO coupon_redemption (campaign_id, coupon_id, account_id, store_id, streamer_id, state, slice, coupon_use_no, account_use_no,
        order_ref, order_minor, discount_minor, currency, points, reserved_at, reserved_until, confirmed_at, idempotency_key, request_hash, created_by)
      VALUES (run.id, held.id, for_account, at_store, held.streamer_id, 'RESERVED', taken, use_no, account_no,
        with_order_ref, with_order, CASE WHEN run.reward_type IN ('PERCENT', 'AMOUNT') THEN discount END, coalesce(run.currency, with_currency),
        run.points, at_instant, at_instant + make_interval(secs => run.reservation_seconds), NULL, with_key, with_hash, by_client)
      ON CONFLICT DO NOTHING
      RETURNING * INTO redeemed;
    IF redeemed.id IS NULL THEN
      -- The key came for another account at the same moment. The whole starts over and finds it.
      RAISE EXCEPTION 'the key or the number of a redemption was used meanwhile' USING ERRCODE = 'serialization_failure';
    END IF;
    outcome := 'RESERVED';
    IF confirms OR run.reservation_seconds = 0 THEN
      redeemed := settle_redemption(redeemed, by_client, at_instant);
      outcome := 'CONFIRMED';
    END IF;
    PERFORM raise_campaign_alerts(run.id);
    RETURN;
  END LOOP;

  -- Whose code it is decides what may be said of it, before anything else does.
  IF judged.is_foreign AND outcome <> 'RATE_LIMITED' THEN
    outcome := 'NOT_YOUR_COUPON';
  END IF;
  outcome := coalesce(outcome, 'BUDGET_EXHAUSTED');
  PERFORM count_rejection(CASE WHEN outcome NOT IN ('RATE_LIMITED', 'UNKNOWN_CODE') THEN held.campaign_id END, outcome, at_instant);
  IF outcome IN ('UNKNOWN_CODE', 'NOT_YOUR_COUPON') THEN
    PERFORM note_unknown_code(by_client, for_account, from_address, at_instant);
    outcome := 'UNKNOWN_CODE';
    detail := '{}';
  END IF;
END
$$;
COMMENT ON FUNCTION reserve_coupon(text, uuid, uuid, bigint, text, text, boolean, boolean, text, bytea, text, text) IS
  'Holds or confirms one use of a code: RESERVED, CONFIRMED, an outcome of redemption_check, or MISMATCH (the key was used for something else).';

-- What became of a redemption that is no longer held.
CREATE FUNCTION redemption_standing(of_redemption coupon_redemption) RETURNS text
  LANGUAGE sql STABLE
  RETURN CASE of_redemption.state
    WHEN 'RESERVED' THEN CASE WHEN of_redemption.reserved_until <= clock_timestamp() THEN 'RESERVATION_LAPSED' ELSE 'RESERVED' END
    WHEN 'CONFIRMED' THEN 'ALREADY_CONFIRMED'
    WHEN 'ROLLED_BACK' THEN 'ALREADY_ROLLED_BACK'
    ELSE CASE
      WHEN of_redemption.released_at >= of_redemption.reserved_until THEN 'RESERVATION_LAPSED'
      WHEN EXISTS (SELECT FROM campaign c WHERE c.id = of_redemption.campaign_id AND c.state = 'CANCELED') THEN 'CAMPAIGN_CANCELED'
      ELSE 'RESERVATION_RELEASED' END END;

CREATE FUNCTION confirm_redemption(which uuid, by_client text,
    OUT outcome text, OUT is_replayed boolean, OUT detail jsonb, OUT redeemed coupon_redemption)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  is_replayed := false;
  detail := '{}';
  SELECT r.* INTO redeemed FROM coupon_redemption r WHERE r.id = which;
  IF redeemed.id IS NULL THEN
    outcome := 'NOT_FOUND';
    RETURN;
  END IF;
  IF redeemed.coupon_use_no IS NULL THEN
    PERFORM FROM coupon_slice k
      WHERE k.campaign_id = redeemed.campaign_id AND k.coupon_id = redeemed.coupon_id AND k.slice = redeemed.slice FOR NO KEY UPDATE;
  ELSE
    PERFORM FROM coupon k WHERE k.campaign_id = redeemed.campaign_id AND k.id = redeemed.coupon_id FOR NO KEY UPDATE;
  END IF;
  SELECT r.* INTO redeemed FROM coupon_redemption r WHERE r.campaign_id = redeemed.campaign_id AND r.id = which FOR NO KEY UPDATE;
  outcome := redemption_standing(redeemed);
  IF outcome = 'RESERVED' THEN
    redeemed := settle_redemption(redeemed, by_client, clock_timestamp());
    outcome := 'CONFIRMED';
  ELSIF outcome = 'ALREADY_CONFIRMED' THEN
    outcome := 'CONFIRMED';
    is_replayed := true;
  END IF;
END
$$;
COMMENT ON FUNCTION confirm_redemption(uuid, text) IS
  'Confirms what is held: CONFIRMED (also when it was before), RESERVATION_LAPSED, RESERVATION_RELEASED, CAMPAIGN_CANCELED, ALREADY_ROLLED_BACK or NOT_FOUND.';

CREATE FUNCTION release_redemption(which uuid,
    OUT outcome text, OUT is_replayed boolean, OUT detail jsonb, OUT redeemed coupon_redemption)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  detail := '{}';
  SELECT r.* INTO redeemed FROM coupon_redemption r WHERE r.id = which;
  IF redeemed.id IS NULL THEN
    outcome := 'NOT_FOUND';
    RETURN;
  END IF;
  is_replayed := give_back_reservations(redeemed.campaign_id, ARRAY[which], clock_timestamp()) = 0;
  SELECT r.* INTO redeemed FROM coupon_redemption r WHERE r.campaign_id = redeemed.campaign_id AND r.id = which;
  outcome := CASE WHEN redeemed.state = 'RELEASED' THEN 'RELEASED' ELSE redemption_standing(redeemed) END;
  is_replayed := is_replayed AND outcome = 'RELEASED';
END
$$;
COMMENT ON FUNCTION release_redemption(uuid) IS 'Gives back what is held: RELEASED (also when it was before), ALREADY_CONFIRMED, ALREADY_ROLLED_BACK or NOT_FOUND.';

CREATE FUNCTION roll_back_redemption(which uuid, with_reason text, by_sub text, OUT refusal text, OUT redeemed coupon_redemption)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  reversed record;
BEGIN
  SELECT r.* INTO redeemed FROM coupon_redemption r WHERE r.id = which;
  IF redeemed.id IS NULL THEN
    refusal := 'record.not-found';
    RETURN;
  END IF;
  PERFORM FROM campaign_slice s WHERE s.campaign_id = redeemed.campaign_id AND s.slice = redeemed.slice FOR NO KEY UPDATE;
  PERFORM FROM coupon k WHERE redeemed.coupon_use_no IS NOT NULL AND k.campaign_id = redeemed.campaign_id AND k.id = redeemed.coupon_id
    FOR NO KEY UPDATE;
  PERFORM FROM coupon_slice k WHERE redeemed.coupon_use_no IS NULL AND k.campaign_id = redeemed.campaign_id
    AND k.coupon_id = redeemed.coupon_id AND k.slice = redeemed.slice FOR NO KEY UPDATE;
  SELECT r.* INTO redeemed FROM coupon_redemption r WHERE r.campaign_id = redeemed.campaign_id AND r.id = which FOR NO KEY UPDATE;
  refusal := CASE
    WHEN redeemed.state <> 'CONFIRMED' THEN 'state.invalid-transition'
    WHEN redeemed.confirmed_at < now() - interval '2160 hours' THEN 'redemption.too-old' END;
  IF refusal IS NOT NULL THEN
    RETURN;
  END IF;
  IF redeemed.points_transfer_id IS NOT NULL THEN
    SELECT p.* INTO reversed FROM reverse_points_transfer(redeemed.points_transfer_id, with_reason, 'roll-back:' || which, by_sub) AS p;
    -- The points were taken back in the ledger already; then this is only the rest of it.
    IF reversed.outcome = 'REFUSED' AND reversed.refusal <> 'transfer.already-reversed' THEN
      refusal := reversed.refusal;
      RETURN;
    END IF;
  END IF;
  UPDATE campaign_slice s SET redemptions_used = s.redemptions_used - 1,
      discount_used_minor = s.discount_used_minor - coalesce(redeemed.discount_minor, 0), points_used = s.points_used - coalesce(redeemed.points, 0)
    WHERE s.campaign_id = redeemed.campaign_id AND s.slice = redeemed.slice;
  UPDATE coupon k SET redemptions_count = k.redemptions_count - 1
    WHERE redeemed.coupon_use_no IS NOT NULL AND k.campaign_id = redeemed.campaign_id AND k.id = redeemed.coupon_id;
  UPDATE coupon_slice k SET redemptions_count = k.redemptions_count - 1
    WHERE redeemed.coupon_use_no IS NULL AND k.campaign_id = redeemed.campaign_id AND k.coupon_id = redeemed.coupon_id AND k.slice = redeemed.slice;
  UPDATE coupon_redemption r SET state = 'ROLLED_BACK', rolled_back_at = now(), rolled_back_by = by_sub, rollback_reason = with_reason
    WHERE r.campaign_id = redeemed.campaign_id AND r.id = which
    RETURNING r.* INTO redeemed;
  PERFORM count_daily_redemption(redeemed, true);
  PERFORM pg_notify('redemption_settled', redeemed.campaign_id::text);
END
$$;
COMMENT ON FUNCTION roll_back_redemption(uuid, text, text) IS
  'Takes a confirmed redemption back, within 90 days (of 24 hours): counters, budget, points and commission. Refused with an error code, such as points.insufficient when the points are spent.';

DO $$
DECLARE
  signature text;
BEGIN
  EXECUTE 'REVOKE ALL ON FUNCTION settle_redemption(coupon_redemption, text, timestamptz) FROM PUBLIC';
  FOREACH signature IN ARRAY ARRAY[
    'reserve_coupon(text, uuid, uuid, bigint, text, text, boolean, boolean, text, bytea, text, text)', 'confirm_redemption(uuid, text)',
    'release_redemption(uuid)', 'roll_back_redemption(uuid, text, text)']
  LOOP
    EXECUTE 'REVOKE ALL ON FUNCTION ' || signature || ' FROM PUBLIC';
    PERFORM grant_to_application('EXECUTE', 'FUNCTION ' || signature);
  END LOOP;
END
$$;
