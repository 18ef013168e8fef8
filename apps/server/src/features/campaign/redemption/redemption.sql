CREATE OR REPLACE FUNCTION coupon_redemption_check_transition() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF NOT redemption_may_become(OLD.state, NEW.state) THEN
    RAISE EXCEPTION 'a redemption cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'BC001', TABLE = 'coupon_redemption', COLUMN = 'state';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION coupon_redemption_check_transition() IS 'Refuses an illegal state transition with SQLSTATE BC001.';
CREATE OR REPLACE TRIGGER coupon_redemption_check_transition BEFORE UPDATE OF state ON coupon_redemption
  FOR EACH ROW WHEN (NEW.state IS DISTINCT FROM OLD.state) EXECUTE FUNCTION coupon_redemption_check_transition();

-- Turns a reservation into a confirmed redemption; NULL: it is no longer reserved.
-- The process sends the notice after the commit (SettledNotices), as transactions with a notice commit one after the other, each waiting
-- for the disk. A streamer who was removed from the campaign earns nothing with new uses.
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
  -- Tests for a reservation without its state: a table without statistics would be read by the index of held uses.
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
REVOKE ALL ON FUNCTION settle_redemption(coupon_redemption, text, timestamptz) FROM PUBLIC;

-- The signature of earlier versions, whose processes call the present one without `is_member`.
DROP FUNCTION IF EXISTS reserve_coupon(text, uuid, uuid, bigint, text, text, boolean, boolean, text, bytea, text, text);
CREATE OR REPLACE FUNCTION reserve_coupon(
    with_code text, for_account uuid, at_store uuid, with_order bigint, with_currency text, with_order_ref text, claims_first boolean,
    confirms boolean, with_key text, with_hash bytea, by_client text, from_address text, is_member boolean DEFAULT NULL,
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
  of_campaign uuid;
  own uuid[];
  is_kept boolean := false;
BEGIN
  is_replayed := false;
  detail := '{}';
  IF with_code IS NULL THEN
    outcome := 'MALFORMED';
    is_counted := count_rejection(NULL, outcome, clock_timestamp());
    RETURN;
  END IF;
  -- Serializes the redemptions of an account, so that its tries and uses are counted exactly across clients.
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

  -- A changed cart: the client's own hold for the order gives way to the new one, and remains if a rule refuses that.
  IF with_order_ref IS NOT NULL THEN
    of_campaign := (SELECT k.campaign_id FROM coupon k WHERE k.code_key = with_code);
    own := ARRAY(SELECT r.id FROM coupon_redemption r WHERE r.account_id = for_account AND r.state = 'RESERVED' AND r.campaign_id = of_campaign
      AND r.created_by = by_client AND r.order_ref = with_order_ref);
  END IF;
  IF own <> '{}' THEN
    BEGIN
      PERFORM give_back_reservations(of_campaign, own, clock_timestamp());
      at_instant := clock_timestamp();
      judged := judge_redemption(with_code, for_account, at_store, with_order, with_currency, claims_first, by_client, from_address, at_instant,
        false, is_member);
      IF judged.refusals <> '{}' THEN
        RAISE EXCEPTION 'the hold remains' USING ERRCODE = 'BC005';
      END IF;
    EXCEPTION WHEN SQLSTATE 'BC005' THEN
      is_kept := true;
    END;
    -- A hold that was confirmed in the meantime was not replaced.
    own := ARRAY(SELECT r.id FROM coupon_redemption r WHERE r.campaign_id = of_campaign AND r.id = ANY (own) AND r.state = 'RELEASED');
  END IF;

  FOR attempt IN 1..5 LOOP
    IF NOT is_kept THEN
      at_instant := clock_timestamp();
      judged := judge_redemption(with_code, for_account, at_store, with_order, with_currency, claims_first, by_client, from_address, at_instant,
        false, is_member);
    END IF;
    IF judged.refusals <> '{}' THEN
      outcome := judged.refusals[1];
      detail := judged.details[array_position(judged.verdicts, outcome)];
      IF outcome = 'MEMBER_UNKNOWN' THEN
        RETURN;
      END IF;
      EXIT;
    END IF;

    -- Only the account is locked so far, so lapsed reservations can be locked in order.
    IF judged.has_lapsed OR attempt > 1 THEN
      PERFORM release_lapsed_reservations(judged.campaign_id, 500, at_instant);
    END IF;
    taken := take_redemption_slice(judged.campaign_id, CASE judged.code_mode WHEN 'SHARED' THEN judged.coupon_id END, judged.discount,
      coalesce(judged.points, 0), judged.slices);
    -- A concurrent request was faster. Checks the rules again, which decide the outcome unless a use is left.
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
      -- An earlier use was released, so one of the lower numbers is free.
      IF EXISTS (SELECT FROM coupon_redemption r WHERE r.campaign_id = judged.campaign_id AND r.coupon_id = judged.coupon_id
          AND r.coupon_use_no = use_no AND r.state IN ('RESERVED', 'CONFIRMED')) THEN
        SELECT n INTO use_no FROM generate_series(1, use_no) AS n
          WHERE NOT EXISTS (SELECT FROM coupon_redemption r WHERE r.campaign_id = judged.campaign_id AND r.coupon_id = judged.coupon_id
            AND r.coupon_use_no = n AND r.state IN ('RESERVED', 'CONFIRMED'))
          ORDER BY n LIMIT 1;
      END IF;
    END IF;
    -- The account is locked, so its numbers can have changed only by lapsed reservations; read them again.
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
      -- A concurrent request used the key for another account. The retry finds it.
      RAISE EXCEPTION 'the key or the number of a redemption was used concurrently' USING ERRCODE = 'serialization_failure';
    END IF;
    outcome := 'RESERVED';
    IF confirms OR judged.reservation_seconds = 0 THEN
      is_counted := count_confirmed_use(redeemed);
      redeemed := settle_redemption(redeemed, by_client, at_instant);
      outcome := 'CONFIRMED';
    END IF;
    -- There are no alerts below 50 percent.
    IF judged.is_half_used THEN
      PERFORM raise_campaign_alerts(judged.campaign_id);
    END IF;
    IF own <> '{}' THEN
      detail := jsonb_build_object('replaced', own);
    END IF;
    RETURN;
  END LOOP;
  IF own <> '{}' THEN
    RAISE EXCEPTION 'the use of a replaced hold was taken concurrently' USING ERRCODE = 'serialization_failure';
  END IF;

  -- A code of another account must not reveal any other outcome.
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
COMMENT ON FUNCTION reserve_coupon(text, uuid, uuid, bigint, text, text, boolean, boolean, text, bytea, text, text, boolean) IS
  'Reserves or confirms one use of a code: RESERVED, CONFIRMED, an outcome of redemption_check, MISMATCH (the key was used for another request), or MEMBER_UNKNOWN (the campaign has a segment, and is_member is NULL).';
REVOKE ALL ON FUNCTION reserve_coupon(text, uuid, uuid, bigint, text, text, boolean, boolean, text, bytea, text, text, boolean) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION reserve_coupon(text, uuid, uuid, bigint, text, text, boolean, boolean, text, bytea, text, text, boolean)');

-- Outcome of a redemption that is no longer held.
CREATE OR REPLACE FUNCTION redemption_standing(of_redemption coupon_redemption) RETURNS text
  LANGUAGE sql STABLE
  RETURN CASE of_redemption.state
    WHEN 'RESERVED' THEN CASE WHEN of_redemption.reserved_until <= clock_timestamp() THEN 'RESERVATION_LAPSED' ELSE 'RESERVED' END
    WHEN 'CONFIRMED' THEN 'ALREADY_CONFIRMED'
    WHEN 'ROLLED_BACK' THEN 'ALREADY_ROLLED_BACK'
    ELSE CASE
      WHEN of_redemption.released_at >= of_redemption.reserved_until THEN 'RESERVATION_LAPSED'
      WHEN EXISTS (SELECT FROM campaign c WHERE c.id = of_redemption.campaign_id AND c.state = 'CANCELED') THEN 'CAMPAIGN_CANCELED'
      ELSE 'RESERVATION_RELEASED' END END;

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
  IF redemption_may_become(redeemed.state, 'CONFIRMED') THEN
    IF clock_timestamp() < redeemed.reserved_until AND count_confirmed_use(redeemed) THEN
      -- The row of the code is locked, as every change of the redemption requires.
      at_instant := clock_timestamp();
      IF at_instant < redeemed.reserved_until THEN
        settled := settle_redemption(redeemed, by_client, at_instant);
      END IF;
      IF settled.id IS NULL THEN
        RAISE EXCEPTION 'the redemption was settled or lapsed concurrently' USING ERRCODE = 'serialization_failure';
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
    RAISE EXCEPTION 'the clock of the database moved backwards' USING ERRCODE = 'serialization_failure';
  END IF;
END
$$;
COMMENT ON FUNCTION confirm_redemption(uuid, text) IS
  'Confirms a reservation: CONFIRMED (also if it was before), RESERVATION_LAPSED, RESERVATION_RELEASED, CAMPAIGN_CANCELED, ALREADY_ROLLED_BACK or NOT_FOUND.';
REVOKE ALL ON FUNCTION confirm_redemption(uuid, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION confirm_redemption(uuid, text)');

CREATE OR REPLACE FUNCTION release_redemption(which uuid,
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
COMMENT ON FUNCTION release_redemption(uuid) IS
  'Releases a reservation: RELEASED (also if it was before), ALREADY_CONFIRMED, ALREADY_ROLLED_BACK or NOT_FOUND.';
REVOKE ALL ON FUNCTION release_redemption(uuid) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION release_redemption(uuid)');

CREATE OR REPLACE FUNCTION roll_back_redemption(which uuid, with_reason text, by_sub text, OUT refusal text, OUT redeemed coupon_redemption)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  reversed record;
  word text;
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
  word := redemption_refusal('ROLL_BACK', redeemed.state, redeemed.confirmed_at);
  IF word IS NOT NULL THEN
    refusal := CASE word WHEN 'too-old' THEN 'redemption.too-old' ELSE 'state.invalid-transition' END;
    RETURN;
  END IF;
  IF redeemed.points_transfer_id IS NOT NULL THEN
    SELECT p.* INTO reversed FROM reverse_points_transfer(redeemed.points_transfer_id, with_reason, 'roll-back:' || which, by_sub) AS p;
    -- The points may have been reversed in the ledger already; roll back the rest.
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
  'Rolls back a redemption if redemption_refusal() allows it: counters, budget, points and commission. Returns an error code if refused, such as points.insufficient if the points are spent.';
REVOKE ALL ON FUNCTION roll_back_redemption(uuid, text, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION roll_back_redemption(uuid, text, text)');
