-- Files that people fill records from, with what they said about them (decision 0061).

CREATE TABLE import (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  entity text COLLATE "C" NOT NULL CHECK (entity ~ '^[A-Z][A-Z_]{1,40}$'),
  owner_sub text NOT NULL CHECK (char_length(owner_sub) BETWEEN 1 AND 255),
  file_name text NOT NULL CHECK (char_length(file_name) BETWEEN 1 AND 200),
  file_key text COLLATE "C" NOT NULL CHECK (char_length(file_key) BETWEEN 1 AND 300),
  size_bytes bigint NOT NULL CHECK (size_bytes BETWEEN 0 AND 9007199254740991),
  format text NOT NULL CHECK (format IN ('CSV', 'XLSX')),
  reading jsonb NOT NULL CHECK (jsonb_typeof(reading) = 'object'),
  columns jsonb NOT NULL CHECK (jsonb_typeof(columns) = 'array'),
  settings jsonb NOT NULL CHECK (jsonb_typeof(settings) = 'object'),
  check_job_id uuid REFERENCES job ON DELETE SET NULL,
  run_job_id uuid REFERENCES job ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL
);
COMMENT ON TABLE import IS 'An uploaded file, how it is read and mapped, and the jobs that checked and ran it. Kept for a day.';
COMMENT ON COLUMN import.reading IS 'How the file is read: encoding and delimiter of a text, sheets of a workbook and the chosen one.';
COMMENT ON COLUMN import.columns IS 'Headings and first cells: [{"header": …, "samples": […]}].';
COMMENT ON COLUMN import.settings IS 'Field of each column, by what rows are matched, what empty cells mean, what becomes of rows that exist or do not.';
COMMENT ON COLUMN import.check_job_id IS 'The check of exactly these settings; NULL when they were changed since.';
CREATE INDEX import_of_owner ON import (owner_sub, entity, created_at);
CREATE INDEX import_expires ON import (expires_at);
CREATE INDEX import_check_job ON import (check_job_id) WHERE check_job_id IS NOT NULL;
CREATE INDEX import_run_job ON import (run_job_id) WHERE run_job_id IS NOT NULL;
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
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE import_problem');

CREATE TABLE import_mapping (
  owner_sub text NOT NULL CHECK (char_length(owner_sub) BETWEEN 1 AND 255),
  entity text COLLATE "C" NOT NULL CHECK (entity ~ '^[A-Z][A-Z_]{1,40}$'),
  headers_sha256 bytea NOT NULL CHECK (octet_length(headers_sha256) = 32),
  settings jsonb NOT NULL CHECK (jsonb_typeof(settings) = 'object'),
  used_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_sub, entity, headers_sha256)
);
COMMENT ON TABLE import_mapping IS 'What a person last said about a file with these headings, offered again for the next one.';
CREATE INDEX import_mapping_used ON import_mapping (used_at);
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE import_mapping');
