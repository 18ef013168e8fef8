CREATE OR REPLACE FUNCTION check_coupon(
    with_code text, for_account uuid, at_store uuid, with_order bigint, with_currency text, claims_first boolean,
    by_client text, from_address text, is_member boolean)
  RETURNS TABLE (place smallint, rule text, passed boolean, outcome text, detail jsonb)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  at_instant timestamptz(3);
  refusals text[];
  guess text;
BEGIN
  -- The locks of reserve_coupon(), so that tries are counted exactly.
  PERFORM pg_advisory_xact_lock(hashtextextended('backcounter.redemption.account ' || for_account, 0));
  IF from_address IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('backcounter.redemption.address ' || by_client || ' ' || from_address, 0));
  END IF;
  at_instant := clock_timestamp();
  refusals := ARRAY(SELECT c.outcome FROM redemption_check(with_code, for_account, at_store, with_order, with_currency, claims_first, by_client,
    from_address, at_instant, is_member) AS c);
  guess := CASE WHEN with_code IS NULL THEN NULL
    WHEN 'RATE_LIMITED' = ANY (refusals) THEN 'RATE_LIMITED'
    WHEN 'UNKNOWN_CODE' = ANY (refusals) THEN 'UNKNOWN_CODE'
    WHEN 'NOT_YOUR_COUPON' = ANY (refusals) THEN 'NOT_YOUR_COUPON' END;
  -- A code of another account looks like an unknown one, in content and time. A limited client learns nothing more.
  RETURN QUERY
    SELECT c.place, c.rule, CASE WHEN s.is_shown THEN c.passed END, CASE WHEN s.is_shown THEN c.outcome END,
      CASE WHEN s.is_shown THEN c.detail ELSE '{}' END
    FROM redemption_check(CASE WHEN guess IS NULL THEN with_code ELSE '' END, for_account, at_store, with_order, with_currency, claims_first,
        by_client, from_address, at_instant, is_member) AS c
      CROSS JOIN LATERAL (SELECT guess IS DISTINCT FROM 'RATE_LIMITED' OR c.rule IN ('FORM', 'TRIES') AS is_shown) AS s
    ORDER BY c.place;
  IF guess IS NOT NULL THEN
    PERFORM count_rejection(CASE guess WHEN 'NOT_YOUR_COUPON' THEN (SELECT k.campaign_id FROM coupon k WHERE k.code_key = with_code) END,
      guess, at_instant);
  END IF;
  IF guess <> 'RATE_LIMITED' THEN
    PERFORM note_unknown_code(by_client, for_account, from_address, at_instant);
  END IF;
END
$$;
COMMENT ON FUNCTION check_coupon(text, uuid, uuid, bigint, text, boolean, text, text, boolean) IS
  'The rules of redemption_check() for a machine client. Holds no use; counts wrong codes as reserve_coupon() does.';
REVOKE ALL ON FUNCTION check_coupon(text, uuid, uuid, bigint, text, boolean, text, text, boolean) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION check_coupon(text, uuid, uuid, bigint, text, boolean, text, text, boolean)');
