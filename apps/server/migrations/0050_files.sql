CREATE TABLE file_upload (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  owner_sub text NOT NULL CHECK (char_length(owner_sub) BETWEEN 1 AND 255),
  kind text NOT NULL CHECK (kind IN ('picture')),
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE file_upload IS 'Files uploads/{id} that a person has sent and not used yet; deleted when used (decision 0044).';
COMMENT ON COLUMN file_upload.owner_sub IS 'Subject of the access token; nobody else may use the file.';
CREATE INDEX file_upload_expires ON file_upload (expires_at);
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE file_upload');

CREATE TABLE file_garbage (
  key text COLLATE "C" PRIMARY KEY CHECK (char_length(key) BETWEEN 1 AND 300),
  due_at timestamptz NOT NULL
);
COMMENT ON TABLE file_garbage IS
  'Keys of files that belong to no record from due_at on. Written before the file is, so that none is left behind by a server that dies.';
CREATE INDEX file_garbage_due ON file_garbage (due_at);
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE file_garbage');

ALTER TABLE account
  ADD COLUMN has_picture boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT account_picture_has_firebase_id CHECK (NOT has_picture OR firebase_id IS NOT NULL);
COMMENT ON COLUMN account.has_picture IS
  'True when staff have put profile_pictures/{firebaseId}.png into the file store. Other programs may write there too, unseen.';
