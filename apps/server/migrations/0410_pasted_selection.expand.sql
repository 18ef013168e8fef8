-- Records of a list that a person pasted keys of (decision 0203).

CREATE TABLE pasted_selection (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  list_name text NOT NULL CHECK (list_name ~ '^[A-Z][A-Z0-9_]{0,59}$'),
  owner_sub text NOT NULL CHECK (char_length(owner_sub) BETWEEN 1 AND 255),
  record_ids uuid[] NOT NULL CHECK (cardinality(record_ids) <= 10000),
  found_by jsonb NOT NULL CHECK (jsonb_typeof(found_by) = 'object'),
  unknown int NOT NULL CHECK (unknown >= 0),
  repeated int NOT NULL CHECK (repeated >= 0),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX pasted_selection_expires_at ON pasted_selection (expires_at);
COMMENT ON TABLE pasted_selection IS 'Records found by pasted keys, visible to their owner; without the keys. Deleted after 24 hours.';
COMMENT ON COLUMN pasted_selection.list_name IS 'Name of the list in the API, such as ACCOUNTS.';
COMMENT ON COLUMN pasted_selection.record_ids IS 'Without foreign keys. Erasure of an account removes its id.';
COMMENT ON COLUMN pasted_selection.found_by IS 'Number of records by kind of key.';
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE pasted_selection');
