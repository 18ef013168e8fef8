CREATE OR REPLACE FUNCTION job_check_transition() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF NOT job_may_become(OLD.state, NEW.state) THEN
    RAISE EXCEPTION 'a job cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'BC001', TABLE = 'job', COLUMN = 'state';
  END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER job_check_transition BEFORE UPDATE OF state ON job
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION job_check_transition();

CREATE OR REPLACE FUNCTION job_tell() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('job_changed', NEW.id::text);
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION job_tell() IS
  'Notifies job_changed with the id of a job that is new or changed its state; the worker notifies of progress.';
CREATE OR REPLACE TRIGGER job_tell_new AFTER INSERT ON job FOR EACH ROW EXECUTE FUNCTION job_tell();
CREATE OR REPLACE TRIGGER job_tell_state AFTER UPDATE ON job
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.cancel_requested_at IS DISTINCT FROM NEW.cancel_requested_at)
  EXECUTE FUNCTION job_tell();

-- Announces new jobs to open lists, so that they need not poll.
CREATE OR REPLACE FUNCTION job_created_notice() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- The same text in all statements of a transaction, so that PostgreSQL delivers one notice.
  PERFORM pg_notify('job_created', to_char(transaction_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  RETURN NULL;
END;
$$;
COMMENT ON FUNCTION job_created_notice() IS 'Notifies job_created with the start of the transaction that created jobs.';
CREATE OR REPLACE TRIGGER job_created_notice AFTER INSERT ON job
  FOR EACH STATEMENT EXECUTE FUNCTION job_created_notice();
