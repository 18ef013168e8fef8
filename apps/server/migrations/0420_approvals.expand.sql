-- Actions that a second person approves: rules, requests and comments (decision 0212).

CREATE TYPE approval_action AS ENUM
  ('CAMPAIGN_WORST_CASE', 'NOTIFICATION_SEND', 'POINTS_ADJUST', 'BULK', 'ERASE', 'EXPORT_CONTACTS', 'ROLES');
CREATE TYPE approval_state AS ENUM ('PENDING', 'APPROVED', 'DECLINED', 'EXPIRED', 'VOIDED', 'CANCELED');

CREATE TABLE approval_rule (
  action approval_action PRIMARY KEY,
  is_on boolean NOT NULL DEFAULT false,
  limit_value bigint CHECK (limit_value BETWEEN 0 AND 9007199254740991),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1)
);
COMMENT ON TABLE approval_rule IS 'Which actions need the approval of a second person.';
COMMENT ON COLUMN approval_rule.limit_value IS 'Larger values need approval; NULL: all do.';
SELECT grant_to_application('SELECT, UPDATE (is_on, limit_value, updated_at, updated_by, version)', 'TABLE approval_rule');
INSERT INTO approval_rule (action) SELECT unnest(enum_range(NULL::approval_action));

CREATE TABLE approval_request (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  code text COLLATE "C" NOT NULL UNIQUE GENERATED ALWAYS AS (
    'APR-' || extract(year FROM requested_at AT TIME ZONE 'UTC')::text || '-' || lpad(number::text, greatest(4, char_length(number::text)), '0')) STORED,
  action approval_action NOT NULL,
  state approval_state NOT NULL DEFAULT 'PENDING',
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 300),
  entity_type text COLLATE "C" CHECK (char_length(entity_type) BETWEEN 1 AND 60),
  entity_id text COLLATE "C" CHECK (char_length(entity_id) BETWEEN 1 AND 255),
  content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  content_hash bytea NOT NULL CHECK (octet_length(content_hash) = 32),
  value bigint CHECK (value BETWEEN 0 AND 9007199254740991),
  limit_value bigint,
  operation text COLLATE "C" NOT NULL CHECK (char_length(operation) BETWEEN 1 AND 80),
  variables jsonb NOT NULL,
  note text CHECK (char_length(note) BETWEEN 1 AND 2000),
  requested_by text COLLATE "C" NOT NULL CHECK (char_length(requested_by) BETWEEN 1 AND 255),
  requested_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL DEFAULT now() + interval '72 hours' CHECK (expires_at > requested_at),
  decided_by text COLLATE "C" CHECK (char_length(decided_by) BETWEEN 1 AND 255),
  decided_at timestamptz(3),
  decision_note text CHECK (char_length(decision_note) BETWEEN 1 AND 2000),
  failure text CHECK (char_length(failure) BETWEEN 1 AND 80),
  CONSTRAINT approval_request_second_person CHECK (decided_by <> requested_by),
  CHECK ((state IN ('APPROVED', 'DECLINED')) = (decided_by IS NOT NULL)),
  CHECK ((state = 'PENDING') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX approval_request_pending ON approval_request (action, entity_type, entity_id) WHERE state = 'PENDING';
CREATE INDEX approval_request_requested ON approval_request (requested_at, id);
CREATE INDEX approval_request_expires ON approval_request (expires_at, id);
COMMENT ON TABLE approval_request IS 'Operations that wait, or waited, for the approval of a second person.';
COMMENT ON COLUMN approval_request.title IS 'Name of the record, or of what happens. {personal}';
COMMENT ON COLUMN approval_request.content IS 'Fields and figures, as shown to the approver. {personal}';
COMMENT ON COLUMN approval_request.content_hash IS 'SHA-256 over everything that the effect reads: another one voids the request.';
COMMENT ON COLUMN approval_request.value IS 'In the unit of the action; NULL: without a ceiling, or not counted.';
COMMENT ON COLUMN approval_request.operation IS 'The mutation that an approval executes.';
COMMENT ON COLUMN approval_request.variables IS 'Its input. {personal}';
COMMENT ON COLUMN approval_request.note IS 'Why the requester asks. {personal}';
COMMENT ON COLUMN approval_request.decided_at IS 'When it was decided, or ended in another way.';
COMMENT ON COLUMN approval_request.decision_note IS '{personal}';
COMMENT ON COLUMN approval_request.failure IS 'Error code of the last attempt to execute it.';
SELECT grant_to_application('SELECT, INSERT, UPDATE (state, decided_by, decided_at, decision_note, failure)', 'TABLE approval_request');

CREATE TABLE approval_comment (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  request_id uuid NOT NULL REFERENCES approval_request,
  body text NOT NULL CHECK (char_length(body) BETWEEN 1 AND 2000),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text COLLATE "C" NOT NULL CHECK (char_length(created_by) BETWEEN 1 AND 255)
);
CREATE INDEX approval_comment_of ON approval_comment (request_id, id);
COMMENT ON COLUMN approval_comment.body IS '{personal}';
SELECT grant_to_application('SELECT, INSERT', 'TABLE approval_comment');
