CREATE OR REPLACE FUNCTION account_card_is_kept() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.id = OLD.id AND NEW.number_hash = OLD.number_hash AND NEW.issued_at = OLD.issued_at
      AND (NEW.account_id IS NULL OR NEW.account_id = OLD.account_id)
      AND (NEW.ended_at = OLD.ended_at OR OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL)
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'a card ends once, and is neither changed nor deleted' USING ERRCODE = 'BC002', TABLE = 'account_card';
END
$$;
COMMENT ON FUNCTION account_card_is_kept() IS 'Refuses changes of a card with SQLSTATE BC002, except its end and the erasure of its account.';
CREATE OR REPLACE TRIGGER account_card_is_kept BEFORE UPDATE OR DELETE ON account_card
  FOR EACH ROW EXECUTE FUNCTION account_card_is_kept();

CREATE OR REPLACE FUNCTION issue_account_card(of_account uuid, own_number text, OUT number text, OUT former text)
  LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  random bigint;
  payload text;
BEGIN
  UPDATE account_card c SET ended_at = now() WHERE c.account_id = of_account AND c.ended_at IS NULL RETURNING c.card_number INTO former;
  LOOP
    number := own_number;
    IF number IS NULL THEN
      -- 48 bits from a secure source; those above a multiple of 10^12 would make some numbers more likely.
      random := ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint;
      CONTINUE WHEN random >= 281000000000000;
      payload := lpad((random % 1000000000000)::text, 12, '0');
      number := payload || card_check_digit(payload);
      CONTINUE WHEN NOT is_card_number(number);
    END IF;
    INSERT INTO account_card AS c (account_id, card_number, number_hash) VALUES (of_account, number, card_number_key(number))
      ON CONFLICT (number_hash) DO NOTHING RETURNING c.card_number INTO number;
    EXIT WHEN number IS NOT NULL OR own_number IS NOT NULL;
  END LOOP;
END
$$;
COMMENT ON FUNCTION issue_account_card(uuid, text) IS
  'Ends the card of an account and issues another, with this number or a random one. NULL: the number is or was of another card.';
REVOKE ALL ON FUNCTION issue_account_card(uuid, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION issue_account_card(uuid, text)');

CREATE OR REPLACE FUNCTION find_card(with_number text, by_client text, with_key text, OUT outcome text, OUT account uuid, OUT retry_at timestamptz)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  held record;
  is_right boolean;
  at_instant timestamptz(3);
BEGIN
  IF NOT is_card_number(with_number) THEN
    outcome := 'MALFORMED';
    RETURN;
  END IF;
  SELECT c.account_id, c.ended_at IS NULL AS is_current, a.state IN ('ACTIVE', 'SUSPENDED')
      AND NOT EXISTS (SELECT FROM machine_client m WHERE m.client_id = by_client AND a.country_code::text <> ALL (string_to_array(m.countries, ' '))) AS is_open INTO held
    FROM account_card c JOIN account a ON a.id = c.account_id WHERE c.number_hash = card_number_key(with_number);
  is_right := coalesce(held.is_open AND held.is_current, false);
  -- A repeated request has its first answer, even if the card has ended since.
  IF NOT is_right AND (
    EXISTS (SELECT FROM points_transfer t JOIN points_wallet w ON w.id IN (t.debit_wallet_id, t.credit_wallet_id)
      WHERE t.created_by = by_client AND t.idempotency_key = with_key AND w.owner_type = 'ACCOUNT' AND w.owner_id = held.account_id)
    OR EXISTS (SELECT FROM coupon_redemption r WHERE r.created_by = by_client AND r.idempotency_key = with_key AND r.account_id = held.account_id))
  THEN
    outcome := 'FOUND';
    account := held.account_id;
    RETURN;
  END IF;
  -- Right numbers don't wait for wrong ones, which are counted exactly.
  IF NOT is_right THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('backcounter.card ' || by_client, 0));
  END IF;
  at_instant := clock_timestamp();
  SELECT r.retry_at INTO retry_at FROM coupon_retry_at(by_client, 'CARD', 'card', at_instant) AS r;
  outcome := CASE WHEN retry_at IS NOT NULL THEN 'LIMITED' WHEN is_right THEN 'FOUND' WHEN held.is_open THEN 'REPLACED' ELSE 'UNKNOWN' END;
  IF outcome = 'FOUND' THEN
    account := held.account_id;
  ELSIF outcome = 'UNKNOWN' THEN
    PERFORM note_try(by_client, 'CARD', 'card', at_instant);
  END IF;
END
$$;
COMMENT ON FUNCTION find_card(text, text, text) IS
  'The open account of a card: FOUND, REPLACED, UNKNOWN, which counts as a try of the client, LIMITED or MALFORMED. The key is that of a request that may be a repeated one.';
REVOKE ALL ON FUNCTION find_card(text, text, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION find_card(text, text, text)');
