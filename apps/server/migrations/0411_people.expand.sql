-- People of the embedded provider are managed in the console: versions, who changed them, and why one is suspended (decision 0208).

ALTER TABLE identity.person
  ADD COLUMN state_reason text CHECK (char_length(state_reason) <= 2000),
  ADD COLUMN created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT now(),
  ADD COLUMN updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  ADD COLUMN version int NOT NULL DEFAULT 1 CHECK (version >= 1);
COMMENT ON COLUMN identity.person.updated_by IS 'Subject of the administrator; operator: a command at the server; NULL: the product itself.';
COMMENT ON COLUMN identity.person.version IS 'Counts what administrators change, not what the person does.';
COMMENT ON TABLE staff_disclosure IS 'Contacts and codes revealed and rows exported by each member of staff, in 5-minute buckets. Kept for 31 days.';
