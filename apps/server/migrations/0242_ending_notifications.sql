-- What waits is found by the keys that were just locked. With the state said once more, the planner of a table that nobody has analysed
-- yet may look for each row among all that wait.

CREATE OR REPLACE FUNCTION notification_end_waiting(notification uuid, max_rows int) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_mergejoin = off SET jit = off
  AS $$
DECLARE
  n notification%ROWTYPE;
  ended int;
  were_deferred int;
  end_state delivery_state;
  end_reason delivery_reason;
BEGIN
  SELECT * INTO n FROM notification x WHERE x.id = notification FOR NO KEY UPDATE;
  IF n.created_on IS NULL OR n.state NOT IN ('CANCELED', 'FAILED') THEN
    RETURN 0;
  END IF;
  end_state := CASE n.state WHEN 'CANCELED' THEN 'CANCELED' ELSE 'FAILED' END;
  end_reason := CASE n.state WHEN 'CANCELED' THEN 'CANCELED_BY_STAFF' ELSE 'NOTIFICATION_FAILED' END;
  WITH waiting AS MATERIALIZED (
    SELECT d.account_id, d.state FROM notification_delivery d
    WHERE d.created_on = n.created_on AND d.notification_id = n.id AND d.state IN ('PENDING', 'DEFERRED')
    LIMIT max_rows FOR UPDATE
  ), written AS (
    UPDATE notification_delivery d SET state = end_state, reason = end_reason, changed_at = now()
    FROM waiting w
    WHERE d.created_on = n.created_on AND d.notification_id = n.id AND d.account_id = w.account_id
    RETURNING w.state
  )
  SELECT count(*), count(*) FILTER (WHERE state = 'DEFERRED') INTO ended, were_deferred FROM written;
  IF ended > 0 THEN
    UPDATE notification x SET
        canceled = x.canceled + CASE end_state WHEN 'CANCELED' THEN ended ELSE 0 END,
        failed = x.failed + CASE end_state WHEN 'FAILED' THEN ended ELSE 0 END,
        deferred = greatest(0, x.deferred - were_deferred)
      WHERE x.id = n.id;
    PERFORM notification_count_reason(n.id, end_state, end_reason, ended);
    UPDATE notification_reason_count c SET deliveries = greatest(0, c.deliveries - were_deferred)
      WHERE c.notification_id = n.id AND c.state = 'DEFERRED' AND were_deferred > 0;
  END IF;
  RETURN ended;
END
$$;
