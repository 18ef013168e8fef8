-- Points that a company brings along: files of balances and of past entries (decision 0206).

CREATE TABLE points_import (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  file_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(file_sha256) = 32),
  file_name text NOT NULL CHECK (char_length(file_name) BETWEEN 1 AND 200),
  created_by text NOT NULL CHECK (char_length(created_by) BETWEEN 1 AND 255),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  run_job_id uuid REFERENCES job ON DELETE SET NULL,
  reversal_job_id uuid REFERENCES job ON DELETE SET NULL
);
CREATE INDEX points_import_run_job ON points_import (run_job_id) WHERE run_job_id IS NOT NULL;
CREATE INDEX points_import_reversal_job ON points_import (reversal_job_id) WHERE reversal_job_id IS NOT NULL;
COMMENT ON TABLE points_import IS 'A file whose rows were posted, known by its content, so that no one posts a row twice. Kept as long as the points.';
COMMENT ON COLUMN points_import.file_sha256 IS 'SHA-256 of the file and of the name of its sheet.';
COMMENT ON COLUMN points_import.file_name IS '{personal copy}';
COMMENT ON COLUMN points_import.run_job_id IS 'The job that posted rows last.';
COMMENT ON COLUMN points_import.reversal_job_id IS 'The job that reversed rows last; NULL before the first and once rows are posted again.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE points_import');

CREATE TABLE points_import_row (
  import_id uuid NOT NULL REFERENCES points_import,
  row_no int NOT NULL CHECK (row_no >= 1),
  wallet_id uuid NOT NULL,
  transfer_id uuid NOT NULL UNIQUE REFERENCES points_transfer,
  points bigint NOT NULL CHECK (points BETWEEN 1 AND 1000000000),
  PRIMARY KEY (import_id, row_no)
);
CREATE INDEX points_import_row_of_wallet ON points_import_row (import_id, wallet_id, row_no);
COMMENT ON TABLE points_import_row IS 'The transfer of a row. A row whose transfer was reversed may get another.';
COMMENT ON COLUMN points_import_row.wallet_id IS 'Wallet of the account or store.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE points_import_row');

CREATE TABLE points_import_total (
  job_id uuid PRIMARY KEY REFERENCES job ON DELETE CASCADE,
  wallets int NOT NULL CHECK (wallets >= 0),
  before bigint NOT NULL CHECK (before BETWEEN 0 AND 9007199254740991),
  credited bigint NOT NULL CHECK (credited >= 0),
  debited bigint NOT NULL CHECK (debited >= 0),
  CHECK (credited + debited <= 1000000000000)
);
COMMENT ON TABLE points_import_total IS 'Sums of a check or import of points: wallets, their balances before, points in and out. One file moves at most 10^12 points.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE points_import_total');

CREATE TABLE points_import_wallet (
  job_id uuid NOT NULL REFERENCES job ON DELETE CASCADE,
  wallet_id uuid NOT NULL,
  delta bigint NOT NULL,
  import_id uuid NOT NULL REFERENCES import ON DELETE CASCADE,
  PRIMARY KEY (job_id, wallet_id)
);
CREATE INDEX points_import_wallet_of_import ON points_import_wallet (import_id);
COMMENT ON TABLE points_import_wallet IS 'Wallets that a check or import of points has come across, and by how much: a check moves nothing. They go with the import.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE points_import_wallet');
