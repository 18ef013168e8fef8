CREATE OR REPLACE FUNCTION record_changed_notice() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
DECLARE
  named_max CONSTANT int := 20;
  changed uuid[];
BEGIN
  -- Not a join: the cached plan for a single row is quadratic for the thousand rows of a job's batch.
  changed := ARRAY(
    SELECT id FROM (SELECT id, version FROM new_rows EXCEPT SELECT id, version FROM old_rows) AS versions LIMIT named_max + 1);
  IF cardinality(changed) > named_max THEN
    PERFORM pg_notify(TG_ARGV[0], 'many');
  ELSE
    PERFORM pg_notify(TG_ARGV[0], id::text) FROM unnest(changed) AS id;
  END IF;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION record_changed_notice() IS
  'Sends the channel it is given the id of each record whose version changed, or "many" when one statement changed more than 20. Columns that the product maintains leave the version as it is.';
