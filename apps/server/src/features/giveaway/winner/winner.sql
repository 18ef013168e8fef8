-- Steps of a giveaway after its draw, by staff, winners and time (decision 0093). Each locks the tally, so that concurrent
-- steps run one after the other and the second sees the result of the first.
CREATE OR REPLACE FUNCTION notify_giveaway_winner(of_giveaway uuid, at_position smallint, deadline timestamptz, by_actor giveaway_actor, by_sub text) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  told giveaway_winner;
BEGIN
  UPDATE giveaway_winner w SET state = giveaway_winner_after('NOTIFY'), notified_at = clock_timestamp(), claim_deadline = deadline
    WHERE w.giveaway_id = of_giveaway AND w.draw_position = at_position RETURNING w.* INTO told;
  PERFORM append_giveaway_transaction(of_giveaway, 'NOTIFIED', told.account_id, told.entry_id, NULL, told.prize_id, NULL, NULL, by_actor, by_sub,
    NULL, jsonb_build_object('position', at_position, 'claimDeadline', told.claim_deadline));
END
$$;
REVOKE ALL ON FUNCTION notify_giveaway_winner(uuid, smallint, timestamptz, giveaway_actor, text) FROM PUBLIC;

CREATE OR REPLACE FUNCTION giveaway_forfeit_unmet(prize uuid, run giveaway_state) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN prize IS NULL THEN 'without-prize' WHEN run NOT IN ('DRAWN', 'ANNOUNCED') THEN 'settled' END;
COMMENT ON FUNCTION giveaway_forfeit_unmet(uuid, giveaway_state) IS
  'Name of the condition that prevents staff from forfeiting a prize, by the prize of a winner and the state of the giveaway; NULL: none.';
REVOKE ALL ON FUNCTION giveaway_forfeit_unmet(uuid, giveaway_state) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION giveaway_forfeit_unmet(uuid, giveaway_state)');

CREATE OR REPLACE FUNCTION forfeit_giveaway_winner(
    of_giveaway uuid, at_position int, with_reason text, by_actor giveaway_actor, by_sub text, OUT refusal text, OUT changed giveaway_winner)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  run giveaway;
  next giveaway_winner;
BEGIN
  PERFORM FROM giveaway_tally t WHERE t.giveaway_id = of_giveaway FOR NO KEY UPDATE;
  SELECT g.* INTO run FROM giveaway g WHERE g.id = of_giveaway;
  SELECT w.* INTO changed FROM giveaway_winner w WHERE w.giveaway_id = of_giveaway AND w.draw_position = at_position;
  refusal := CASE
    WHEN changed.giveaway_id IS NULL THEN 'record.not-found'
    WHEN giveaway_winner_refusal(CASE by_actor WHEN 'SYSTEM' THEN 'EXPIRE' ELSE 'FORFEIT' END, changed.state) IS NOT NULL
      OR giveaway_forfeit_unmet(changed.prize_id, run.state) IS NOT NULL
      OR (by_actor = 'SYSTEM' AND changed.claim_deadline > clock_timestamp()) THEN 'state.invalid-transition' END;
  IF refusal IS NOT NULL THEN
    RETURN;
  END IF;
  SELECT w.* INTO next FROM giveaway_winner w
    WHERE w.giveaway_id = of_giveaway AND w.kind = 'ALTERNATE' AND giveaway_winner_refusal('PROMOTE', w.state) IS NULL
    ORDER BY w.draw_position LIMIT 1;
  UPDATE giveaway_winner w SET state = giveaway_winner_after('FORFEIT'), forfeited_at = clock_timestamp(), forfeited_reason = with_reason,
      replaced_by_position = next.draw_position
    WHERE w.giveaway_id = of_giveaway AND w.draw_position = at_position RETURNING w.* INTO changed;
  PERFORM append_giveaway_transaction(of_giveaway, 'FORFEITED', changed.account_id, changed.entry_id, NULL, changed.prize_id, NULL, NULL, by_actor,
    by_sub, with_reason, jsonb_build_object('position', at_position));
  IF next.draw_position IS NULL THEN
    RETURN;
  END IF;
  UPDATE giveaway_winner w SET state = giveaway_winner_after('PROMOTE'), prize_id = changed.prize_id
    WHERE w.giveaway_id = of_giveaway AND w.draw_position = next.draw_position;
  PERFORM append_giveaway_transaction(of_giveaway, 'PROMOTED', next.account_id, next.entry_id, NULL, changed.prize_id, NULL, NULL, 'SYSTEM', NULL,
    NULL, jsonb_build_object('position', next.draw_position, 'replaces', at_position));
  IF run.state = 'ANNOUNCED' THEN
    PERFORM notify_giveaway_winner(of_giveaway, next.draw_position, clock_timestamp() + make_interval(hours => 24 * run.claim_days), 'SYSTEM', NULL);
  END IF;
END
$$;
COMMENT ON FUNCTION forfeit_giveaway_winner(uuid, int, text, giveaway_actor, text) IS
  'Forfeits a prize that was not given yet and assigns it to the next alternate in the order of the draw, if there is one. SYSTEM: only if it was not claimed in time.';
REVOKE ALL ON FUNCTION forfeit_giveaway_winner(uuid, int, text, giveaway_actor, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION forfeit_giveaway_winner(uuid, int, text, giveaway_actor, text)');

CREATE OR REPLACE FUNCTION grant_giveaway_prize(of_giveaway uuid, at_position int, with_note text, by_actor giveaway_actor, by_sub text) RETURNS boolean
  LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  won giveaway_winner;
  prize giveaway_prize;
  given uuid;
  posted record;
  posted_as uuid;
BEGIN
  SELECT w.* INTO won FROM giveaway_winner w WHERE w.giveaway_id = of_giveaway AND w.draw_position = at_position;
  SELECT p.* INTO prize FROM giveaway_prize p WHERE p.giveaway_id = of_giveaway AND p.id = won.prize_id;
  IF prize.kind = 'POINTS' THEN
    SELECT p.* INTO posted FROM points_wallet purse, points_wallet wallet, post_points_transfer(purse.id, wallet.id, prize.points, 'GIVEAWAY_PRIZE',
        NULL, NULL, 'GIVEAWAY', of_giveaway::text, NULL, 'giveaway-prize:' || won.entry_id, coalesce(by_sub, 'system')) AS p
      WHERE purse.owner_type = 'GIVEAWAY' AND purse.owner_id = of_giveaway AND wallet.owner_type = 'ACCOUNT' AND wallet.owner_id = won.account_id;
    IF posted.outcome IS DISTINCT FROM 'POSTED' THEN
      RAISE EXCEPTION 'the prize of position % of giveaway % was not posted: %', at_position, of_giveaway, coalesce(posted.refusal, 'no wallet');
    END IF;
    posted_as := posted.transfer;
  ELSIF prize.kind = 'COUPON' THEN
    -- A free code that is not disabled. It is reserved for the winner.
    SELECT k.id INTO given FROM coupon k JOIN campaign c ON c.id = k.campaign_id AND c.state IN ('ACTIVE', 'PAUSED') AND c.ends_at > now()
      WHERE k.campaign_id = prize.campaign_id AND c.code_mode = 'UNIQUE' AND k.state = 'ACTIVE' AND k.account_id IS NULL AND k.streamer_id IS NULL
        AND k.distributed_at IS NULL AND k.redemptions_count = 0 AND k.reserved_count = 0 AND (k.valid_until IS NULL OR k.valid_until > now())
      ORDER BY k.id LIMIT 1 FOR NO KEY UPDATE OF k SKIP LOCKED;
    IF given IS NULL THEN
      RETURN false;
    END IF;
    UPDATE coupon k SET account_id = won.account_id, distributed_at = now(), updated_at = now(), version = k.version + 1
      WHERE k.campaign_id = prize.campaign_id AND k.id = given;
  ELSIF by_actor <> 'STAFF' THEN
    RETURN false;
  END IF;
  UPDATE giveaway_winner w SET state = giveaway_winner_after('HAND_OVER'), fulfilled_at = clock_timestamp(), fulfilment_note = with_note, coupon_id = given,
      points_transfer_id = posted_as
    WHERE w.giveaway_id = of_giveaway AND w.draw_position = at_position;
  PERFORM append_giveaway_transaction(of_giveaway, 'PRIZE_GRANTED', won.account_id, won.entry_id, NULL, prize.id,
    posted_as, prize.points, by_actor, by_sub, NULL,
    jsonb_strip_nulls(jsonb_build_object('position', at_position, 'coupon', given)));
  RETURN true;
END
$$;
REVOKE ALL ON FUNCTION grant_giveaway_prize(uuid, int, text, giveaway_actor, text) FROM PUBLIC;

CREATE OR REPLACE FUNCTION claim_giveaway_prize(of_giveaway uuid, for_account uuid, by_client text, OUT outcome text, OUT is_replayed boolean, OUT won giveaway_winner)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  run giveaway;
BEGIN
  is_replayed := false;
  PERFORM FROM giveaway_tally t WHERE t.giveaway_id = of_giveaway FOR NO KEY UPDATE;
  SELECT g.* INTO run FROM giveaway g WHERE g.id = of_giveaway AND g.published_at IS NOT NULL;
  SELECT w.* INTO won FROM giveaway_winner w WHERE w.giveaway_id = of_giveaway AND w.account_id = for_account;
  outcome := CASE
    WHEN run.id IS NULL THEN 'NOT_FOUND'
    WHEN run.state NOT IN ('ANNOUNCED', 'SETTLED') THEN 'NOT_ANNOUNCED'
    WHEN won.state = 'CLAIMED' THEN 'CLAIMED'
    WHEN won.state = 'FULFILLED' THEN 'GRANTED'
    WHEN won.state = 'FORFEITED' THEN 'FORFEITED'
    WHEN won.giveaway_id IS NULL OR giveaway_winner_refusal('CLAIM', won.state) IS NOT NULL THEN 'NOT_A_WINNER'
    WHEN clock_timestamp() >= won.claim_deadline THEN 'CLAIM_EXPIRED'
    WHEN NOT EXISTS (SELECT FROM account a WHERE a.id = for_account AND a.state = 'ACTIVE') THEN 'ACCOUNT_NOT_ACTIVE' END;
  IF outcome IS NOT NULL THEN
    is_replayed := outcome IN ('CLAIMED', 'GRANTED');
    won := CASE WHEN outcome NOT IN ('NOT_FOUND', 'NOT_ANNOUNCED', 'NOT_A_WINNER') THEN won END;
    RETURN;
  END IF;
  UPDATE giveaway_winner w SET state = giveaway_winner_after('CLAIM'), claimed_at = clock_timestamp()
    WHERE w.giveaway_id = of_giveaway AND w.draw_position = won.draw_position;
  PERFORM append_giveaway_transaction(of_giveaway, 'CLAIMED', won.account_id, won.entry_id, NULL, won.prize_id, NULL, NULL, 'ACCOUNT', by_client,
    NULL, jsonb_build_object('position', won.draw_position));
  outcome := CASE WHEN grant_giveaway_prize(of_giveaway, won.draw_position, NULL, 'ACCOUNT', by_client) THEN 'GRANTED' ELSE 'CLAIMED' END;
  SELECT w.* INTO won FROM giveaway_winner w WHERE w.giveaway_id = of_giveaway AND w.draw_position = won.draw_position;
END
$$;
COMMENT ON FUNCTION claim_giveaway_prize(uuid, uuid, text) IS
  'Claims the prize of an account: GRANTED (points and codes, at once), CLAIMED (to be delivered by staff), or a refusal. Idempotent.';
REVOKE ALL ON FUNCTION claim_giveaway_prize(uuid, uuid, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION claim_giveaway_prize(uuid, uuid, text)');

CREATE OR REPLACE FUNCTION fulfil_giveaway_winner(
    of_giveaway uuid, at_position int, with_note text, by_sub text, OUT refusal text, OUT changed giveaway_winner)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  PERFORM FROM giveaway_tally t WHERE t.giveaway_id = of_giveaway FOR NO KEY UPDATE;
  SELECT w.* INTO changed FROM giveaway_winner w WHERE w.giveaway_id = of_giveaway AND w.draw_position = at_position;
  refusal := CASE
    WHEN changed.giveaway_id IS NULL THEN 'record.not-found'
    WHEN giveaway_winner_refusal('FULFIL', changed.state) IS NOT NULL THEN 'state.invalid-transition' END;
  IF refusal IS NULL AND NOT grant_giveaway_prize(of_giveaway, at_position, with_note, 'STAFF', by_sub) THEN
    refusal := 'giveaway.no-coupon';
  END IF;
  SELECT w.* INTO changed FROM giveaway_winner w WHERE w.giveaway_id = of_giveaway AND w.draw_position = at_position;
END
$$;
COMMENT ON FUNCTION fulfil_giveaway_winner(uuid, int, text, text) IS
  'Marks a claimed prize as delivered; a coupon is assigned now if none was free when it was claimed.';
REVOKE ALL ON FUNCTION fulfil_giveaway_winner(uuid, int, text, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION fulfil_giveaway_winner(uuid, int, text, text)');
