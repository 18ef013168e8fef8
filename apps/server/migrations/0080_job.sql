-- Work that goes on without its requester. What a person sees is here; queueing, attempts and locks are in the schema of the queue
-- (decision 0050).

CREATE TYPE job_state AS ENUM ('QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELED');
CREATE TYPE job_outcome AS ENUM ('DONE', 'SKIPPED', 'FAILED');

CREATE TABLE job (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  kind text COLLATE "C" NOT NULL CHECK (kind ~ '^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$' AND char_length(kind) <= 80),
  params jsonb NOT NULL CHECK (jsonb_typeof(params) = 'object'),
  state job_state NOT NULL DEFAULT 'QUEUED',
  requested_by text NOT NULL REFERENCES staff_user,
  requested_roles text[] NOT NULL CHECK (cardinality(requested_roles) <= 50),
  request_id text CHECK (char_length(request_id) BETWEEN 1 AND 64),
  retry_of uuid REFERENCES job ON DELETE SET NULL,
  dedupe_key text COLLATE "C" CHECK (char_length(dedupe_key) BETWEEN 1 AND 300),
  epoch int NOT NULL DEFAULT 0 CHECK (epoch >= 0),
  cursor jsonb,
  done bigint NOT NULL DEFAULT 0 CHECK (done BETWEEN 0 AND 9007199254740991),
  total bigint CHECK (total BETWEEN 0 AND 9007199254740991),
  outcomes jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(outcomes) = 'object'),
  cancel_requested_at timestamptz(3),
  error_code text CHECK (char_length(error_code) BETWEEN 1 AND 80),
  result_key text COLLATE "C" CHECK (char_length(result_key) BETWEEN 1 AND 300),
  result_rows bigint CHECK (result_rows BETWEEN 0 AND 9007199254740991),
  result_sha256 bytea CHECK (octet_length(result_sha256) = 32),
  result_expires_at timestamptz(3),
  heartbeat_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  CONSTRAINT job_ended_has_instant CHECK ((state IN ('SUCCEEDED', 'FAILED', 'CANCELED')) = (finished_at IS NOT NULL)),
  CONSTRAINT job_error_only_failed CHECK (error_code IS NULL OR state = 'FAILED'),
  CONSTRAINT job_failed_has_error CHECK (state <> 'FAILED' OR error_code IS NOT NULL),
  CONSTRAINT job_result_is_whole CHECK (num_nulls(result_key, result_rows, result_sha256, result_expires_at) IN (0, 4))
);
COMMENT ON TABLE job IS 'A background job as its requester sees it.';
COMMENT ON COLUMN job.requested_roles IS 'Roles of the requester at the moment of the request: what the job may do.';
COMMENT ON COLUMN job.dedupe_key IS 'Unique among jobs that have not ended: a double click starts one job.';
COMMENT ON COLUMN job.epoch IS 'Counts the times that a worker took the job over; a worker of an older epoch writes nothing any more.';
COMMENT ON COLUMN job.cursor IS 'Where the next batch begins; written in the transaction of the batch.';
COMMENT ON COLUMN job.outcomes IS 'Records by outcome and reason, such as {"DONE": 12, "SKIPPED already-suspended": 3}.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE job');

CREATE UNIQUE INDEX job_dedupe ON job (dedupe_key) WHERE dedupe_key IS NOT NULL AND state IN ('QUEUED', 'RUNNING');
CREATE INDEX job_by_created ON job (created_at, id);
CREATE INDEX job_of_requester ON job (requested_by, created_at, id);
CREATE INDEX job_in_state ON job (state, created_at, id);
CREATE INDEX job_retries ON job (retry_of) WHERE retry_of IS NOT NULL;
CREATE INDEX job_ended ON job (finished_at) WHERE finished_at IS NOT NULL;

-- A job that ended without success may be queued again by its requester; one that succeeded stays as it is.
CREATE FUNCTION job_check_transition() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (
      ('QUEUED', 'RUNNING'), ('QUEUED', 'CANCELED'), ('QUEUED', 'FAILED'),
      ('RUNNING', 'QUEUED'), ('RUNNING', 'SUCCEEDED'), ('RUNNING', 'FAILED'), ('RUNNING', 'CANCELED'),
      ('FAILED', 'QUEUED'), ('CANCELED', 'QUEUED'))
  THEN
    RAISE EXCEPTION 'a job cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'BC001', TABLE = 'job', COLUMN = 'state';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER job_check_transition BEFORE UPDATE OF state ON job
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION job_check_transition();

CREATE FUNCTION job_tell() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('job_changed', NEW.id::text);
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION job_tell() IS 'Tells listeners of the channel job_changed the id of a job that is new or changed its state; progress is told by the worker.';
CREATE TRIGGER job_tell_new AFTER INSERT ON job FOR EACH ROW EXECUTE FUNCTION job_tell();
CREATE TRIGGER job_tell_state AFTER UPDATE ON job
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.cancel_requested_at IS DISTINCT FROM NEW.cancel_requested_at)
  EXECUTE FUNCTION job_tell();

CREATE TABLE job_problem (
  job_id uuid NOT NULL REFERENCES job ON DELETE CASCADE,
  record_id text COLLATE "C" NOT NULL CHECK (char_length(record_id) BETWEEN 1 AND 128),
  label text CHECK (char_length(label) <= 200),
  outcome job_outcome NOT NULL CHECK (outcome <> 'DONE'),
  reason text COLLATE "C" NOT NULL CHECK (reason ~ '^[a-z][a-z0-9.-]{0,79}$'),
  PRIMARY KEY (job_id, record_id)
);
COMMENT ON TABLE job_problem IS 'Records that a job did not change, and why; written in the transaction of the batch, and what the result file is made of.';
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE job_problem');

CREATE TABLE job_worker (
  id text PRIMARY KEY CHECK (char_length(id) BETWEEN 1 AND 200),
  started_at timestamptz(3) NOT NULL DEFAULT now(),
  heartbeat_at timestamptz(3) NOT NULL DEFAULT now()
);
COMMENT ON TABLE job_worker IS 'Processes that work on jobs, by the name under which they lock them in the queue. One that is silent for 15 s is taken for dead.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE job_worker');
