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
CREATE UNIQUE INDEX job_dedupe ON job (dedupe_key) WHERE dedupe_key IS NOT NULL AND state IN ('QUEUED', 'RUNNING');
CREATE INDEX job_by_created ON job (created_at, id);
CREATE INDEX job_of_requester ON job (requested_by, created_at, id);
CREATE INDEX job_in_state ON job (state, created_at, id);
CREATE INDEX job_retries ON job (retry_of) WHERE retry_of IS NOT NULL;
CREATE INDEX job_ended ON job (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX job_failed ON job (finished_at) WHERE state = 'FAILED';
COMMENT ON TABLE job IS 'A background job as its requester sees it.';
COMMENT ON COLUMN job.params IS '{personal copy}';
COMMENT ON COLUMN job.requested_roles IS 'Roles of the requester at the moment of the request: what the job may do.';
COMMENT ON COLUMN job.dedupe_key IS 'Unique among jobs that have not ended: a double click starts one job.';
COMMENT ON COLUMN job.epoch IS 'Counts the times that a worker took the job over; a worker of an older epoch writes nothing any more.';
COMMENT ON COLUMN job.cursor IS 'Where the next batch begins; written in the transaction of the batch.';
COMMENT ON COLUMN job.outcomes IS 'Records by outcome and reason, such as {"DONE": 12, "SKIPPED already-suspended": 3}.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE job');

CREATE TABLE job_problem (
  job_id uuid NOT NULL REFERENCES job ON DELETE CASCADE,
  record_id text COLLATE "C" NOT NULL CHECK (char_length(record_id) BETWEEN 1 AND 128),
  label text CHECK (char_length(label) <= 200),
  outcome job_outcome NOT NULL CHECK (outcome <> 'DONE'),
  reason text COLLATE "C" NOT NULL CHECK (reason ~ '^[a-z][a-z0-9.-]{0,79}$'),
  PRIMARY KEY (job_id, record_id)
);
COMMENT ON TABLE job_problem IS
  'Records that a job did not change, and why; written in the transaction of the batch, and what the result file is made of.';
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE job_problem');

CREATE TABLE job_worker (
  id text PRIMARY KEY CHECK (char_length(id) BETWEEN 1 AND 200),
  started_at timestamptz(3) NOT NULL DEFAULT now(),
  heartbeat_at timestamptz(3) NOT NULL DEFAULT now()
);
COMMENT ON TABLE job_worker IS
  'Processes that work on jobs, by the name under which they lock them in the queue. One that is silent for 15 s is taken for dead.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE job_worker');

-- Files that people fill records from, with what they said about them (decision 0061).

CREATE TABLE import (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  entity text COLLATE "C" NOT NULL CHECK (entity ~ '^[A-Z][A-Z_]{1,40}$'),
  owner_sub text NOT NULL CHECK (char_length(owner_sub) BETWEEN 1 AND 255),
  file_name text NOT NULL CHECK (char_length(file_name) BETWEEN 1 AND 200),
  file_key text COLLATE "C" NOT NULL CHECK (char_length(file_key) BETWEEN 1 AND 300),
  size_bytes bigint NOT NULL CHECK (size_bytes BETWEEN 0 AND 9007199254740991),
  format text NOT NULL CHECK (format IN ('CSV', 'XLSX', 'JSON')),
  reading jsonb NOT NULL CHECK (jsonb_typeof(reading) = 'object'),
  columns jsonb NOT NULL CHECK (jsonb_typeof(columns) = 'array'),
  settings jsonb NOT NULL CHECK (jsonb_typeof(settings) = 'object'),
  check_job_id uuid REFERENCES job ON DELETE SET NULL,
  run_job_id uuid REFERENCES job ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX import_of_owner ON import (owner_sub, entity, created_at);
CREATE INDEX import_expires ON import (expires_at);
CREATE INDEX import_check_job ON import (check_job_id) WHERE check_job_id IS NOT NULL;
CREATE INDEX import_run_job ON import (run_job_id) WHERE run_job_id IS NOT NULL;
COMMENT ON TABLE import IS 'An uploaded file, how it is read and mapped, and the jobs that checked and ran it. Kept for a day.';
COMMENT ON COLUMN import.file_name IS '{personal copy}';
COMMENT ON COLUMN import.reading IS 'How the file is read: encoding and delimiter of a text, sheets of a workbook and the chosen one.';
COMMENT ON COLUMN import.columns IS 'Headings and first cells: [{"header": …, "samples": […]}]. {personal copy}';
COMMENT ON COLUMN import.settings IS
  'Field of each column, by what rows are matched, what empty cells mean, what becomes of rows that exist or do not.';
COMMENT ON COLUMN import.check_job_id IS 'The check of exactly these settings; NULL when they were changed since.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE import');

CREATE TABLE import_problem (
  import_id uuid NOT NULL REFERENCES import ON DELETE CASCADE,
  job_id uuid NOT NULL REFERENCES job ON DELETE CASCADE,
  row_no bigint NOT NULL CHECK (row_no >= 1),
  problems jsonb NOT NULL CHECK (jsonb_typeof(problems) = 'array'),
  PRIMARY KEY (job_id, row_no)
);
CREATE INDEX import_problem_of_import ON import_problem (import_id);
COMMENT ON TABLE import_problem IS 'Rows that were refused, and why: [{"column", "field", "value", "rule", "params"}]. They go with the import.';
COMMENT ON COLUMN import_problem.row_no IS 'Number of the row as a spreadsheet counts: the heading is 1.';
COMMENT ON COLUMN import_problem.problems IS '{personal copy}';
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE import_problem');

CREATE TABLE import_mapping (
  owner_sub text NOT NULL CHECK (char_length(owner_sub) BETWEEN 1 AND 255),
  entity text COLLATE "C" NOT NULL CHECK (entity ~ '^[A-Z][A-Z_]{1,40}$'),
  headers_sha256 bytea NOT NULL CHECK (octet_length(headers_sha256) = 32),
  settings jsonb NOT NULL CHECK (jsonb_typeof(settings) = 'object'),
  used_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_sub, entity, headers_sha256)
);
CREATE INDEX import_mapping_used ON import_mapping (used_at);
COMMENT ON TABLE import_mapping IS 'What a person last said about a file with these headings, offered again for the next one.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE import_mapping');
