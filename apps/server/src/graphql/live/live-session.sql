CREATE OR REPLACE FUNCTION reserve_live_session(new_id uuid, of_sub text, with_hash bytea, streams_max int) RETURNS boolean
  LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('backcounter.live_session ' || of_sub, 0));
  -- A statement of its own sees the streams of callers that held the lock before.
  IF (SELECT count(*) FROM live_session WHERE sub = of_sub AND alive_until > now()) >= streams_max THEN
    RETURN false;
  END IF;
  INSERT INTO live_session (id, sub, token_hash, alive_until) VALUES (new_id, of_sub, with_hash, clock_timestamp() + interval '10 s');
  RETURN true;
END
$$;
COMMENT ON FUNCTION reserve_live_session(uuid, text, bytea, int) IS 'Reserves a stream for 10 s; false if the person has that many already.';
REVOKE ALL ON FUNCTION reserve_live_session(uuid, text, bytea, int) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION reserve_live_session(uuid, text, bytea, int)');
