-- Whoever looks at the list of jobs is told that there are new ones, without asking again and again.

CREATE FUNCTION job_created_notice() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- The same text for all statements of a transaction, which PostgreSQL then delivers as one notice.
  PERFORM pg_notify('job_created', to_char(transaction_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  RETURN NULL;
END;
$$;
COMMENT ON FUNCTION job_created_notice() IS 'Tells listeners of job_created when the transaction began that created jobs.';
CREATE TRIGGER job_created_notice AFTER INSERT ON job
  FOR EACH STATEMENT EXECUTE FUNCTION job_created_notice();
