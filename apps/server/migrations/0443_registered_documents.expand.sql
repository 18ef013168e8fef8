-- The only documents that a machine client or an app with documents may run (decision 0223).
CREATE TABLE registered_document (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  app_id uuid REFERENCES app,
  machine_client_id uuid REFERENCES machine_client,
  name text COLLATE "C" NOT NULL CHECK (name ~ '^[_A-Za-z][_0-9A-Za-z]{0,79}$'),
  hash text COLLATE "C" NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  document text NOT NULL CHECK (char_length(document) BETWEEN 1 AND 16384),
  CHECK (num_nonnulls(app_id, machine_client_id) = 1),
  UNIQUE (app_id, name),
  UNIQUE (machine_client_id, name)
);
CREATE INDEX registered_document_hash ON registered_document (hash);
COMMENT ON TABLE registered_document IS 'GraphQL documents of a program: with one or more it runs these and no others.';
COMMENT ON COLUMN registered_document.name IS 'Name of the operation.';
COMMENT ON COLUMN registered_document.hash IS 'SHA-256 of the document, hexadecimal.';
COMMENT ON COLUMN registered_document.document IS 'The operation and its fragments, without spaces and comments that mean nothing.';
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE registered_document');
