CREATE TABLE persisted_document (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  document text NOT NULL CHECK (length(document) <= 100000),
  last_deployed_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE persisted_document IS 'GraphQL documents of deployed consoles; staff may run these and no others';
COMMENT ON COLUMN persisted_document.hash IS 'SHA-256 of the text, hexadecimal';
COMMENT ON COLUMN persisted_document.last_deployed_at IS 'Accepted for 30 days from here, so that open tabs survive a deploy';
