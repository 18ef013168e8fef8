-- Exports that repeat (decision 0221).

CREATE TYPE export_frequency AS ENUM ('DAILY', 'WEEKLY', 'MONTHLY');

CREATE TABLE export_schedule (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  owner_sub text NOT NULL REFERENCES staff_user (sub),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  params jsonb NOT NULL CHECK (jsonb_typeof(params) = 'object' AND octet_length(params::text) <= 100000),
  frequency export_frequency NOT NULL,
  day smallint CHECK (CASE frequency WHEN 'DAILY' THEN day IS NULL WHEN 'WEEKLY' THEN day BETWEEN 1 AND 7 ELSE day BETWEEN 1 AND 31 END),
  hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
  timezone text NOT NULL REFERENCES time_zone,
  next_at timestamptz(3),
  pause_code text COLLATE "C" CHECK (pause_code ~ '^[a-z0-9.-]{1,60}$'),
  last_job_id uuid REFERENCES job (id) ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (next_at IS NULL OR pause_code IS NULL)
);
CREATE INDEX export_schedule_of_owner ON export_schedule (owner_sub, id);
CREATE INDEX export_schedule_due ON export_schedule (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX export_schedule_last_job ON export_schedule (last_job_id);
COMMENT ON TABLE export_schedule IS 'Exports that people repeat. Deleted by their owner.';
COMMENT ON COLUMN export_schedule.owner_sub IS 'Whose export it is, and whose rights each run needs (subject claim).';
COMMENT ON COLUMN export_schedule.name IS '{personal copy}';
COMMENT ON COLUMN export_schedule.params IS 'List, filter, search, columns, order, format and language, as for an export; checked again at each run. {personal copy}';
COMMENT ON COLUMN export_schedule.day IS 'Day of the week from Monday (1), or of the month; shorter months use their last day. NULL: every day.';
COMMENT ON COLUMN export_schedule.timezone IS 'Zone of the hour, and of times in the file.';
COMMENT ON COLUMN export_schedule.next_at IS 'NULL: paused.';
COMMENT ON COLUMN export_schedule.pause_code IS 'Error code of the run that paused it; NULL: it runs, or its owner paused it.';
COMMENT ON COLUMN export_schedule.last_job_id IS 'NULL: has not run, or the job was deleted.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE export_schedule');
