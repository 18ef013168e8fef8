-- Segments: groups of accounts by a rule (decision 0166).

CREATE TABLE segment (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  description text CHECK (char_length(description) BETWEEN 1 AND 300),
  rule jsonb NOT NULL CHECK (jsonb_typeof(rule) = 'object' AND octet_length(rule::text) <= 64000),
  archived_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1)
);
COMMENT ON TABLE segment IS 'Groups of accounts by a rule. Archived, never deleted.';
COMMENT ON COLUMN segment.name IS '{personal copy}';
COMMENT ON COLUMN segment.description IS '{personal copy}';
COMMENT ON COLUMN segment.rule IS 'Checked by the rules of the domain when it is written. {personal copy}';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE segment');
