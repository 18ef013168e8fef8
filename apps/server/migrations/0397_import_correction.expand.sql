-- Refused rows of a file are corrected on the screen and run again (decision 0205).

ALTER TABLE import
  ADD COLUMN recheck_job_id uuid REFERENCES job ON DELETE SET NULL,
  ADD COLUMN imported_through bigint NOT NULL DEFAULT 0 CHECK (imported_through >= 0),
  ADD COLUMN imported_rows bigint NOT NULL DEFAULT 0 CHECK (imported_rows >= 0);
CREATE INDEX import_recheck_job ON import (recheck_job_id) WHERE recheck_job_id IS NOT NULL;
COMMENT ON COLUMN import.recheck_job_id IS 'The last check of corrected rows.';
COMMENT ON COLUMN import.imported_through IS 'Number of the last row of the file that was imported or refused; rows up to it never run again by themselves.';

ALTER TABLE import_problem
  ADD COLUMN cells jsonb CHECK (jsonb_typeof(cells) = 'array'),
  ADD COLUMN corrected jsonb CHECK (jsonb_typeof(corrected) = 'object'),
  ADD COLUMN lead smallint DEFAULT 0 CHECK (lead >= 0),
  ADD COLUMN state text COLLATE "C" NOT NULL DEFAULT 'REFUSED' CHECK (state IN ('REFUSED', 'CORRECTED', 'READY', 'LEFT_OUT', 'DONE')),
  ADD COLUMN claimed_by uuid;
CREATE INDEX import_problem_in_order ON import_problem (import_id, state, row_no);
COMMENT ON COLUMN import_problem.cells IS 'Cells of the row at its last check; NULL once the account in it was erased. {personal copy}';
COMMENT ON COLUMN import_problem.corrected IS 'Cells typed since then, by position in the row. {personal copy}';
COMMENT ON COLUMN import_problem.lead IS 'Position of the first problem whose cell is not corrected; NULL without one.';
COMMENT ON COLUMN import_problem.claimed_by IS 'The last job that ran the row again. Without a foreign key, as only that job reads it.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE import_problem');
