CREATE TABLE staff_user (
  sub text PRIMARY KEY CHECK (char_length(sub) BETWEEN 1 AND 255),
  display_name text NOT NULL CHECK (char_length(display_name) BETWEEN 1 AND 200),
  email text CHECK (char_length(email) BETWEEN 3 AND 254),
  last_roles text[] NOT NULL DEFAULT '{}' CHECK (cardinality(last_roles) <= 50),
  preferred_language_key text CHECK (char_length(preferred_language_key) BETWEEN 2 AND 20),
  last_seen_at timestamptz(3) NOT NULL DEFAULT now()
);
-- Accounts of people who work here are found by their e-mail.
CREATE INDEX staff_user_by_email ON staff_user (lower(email)) WHERE email IS NOT NULL;
COMMENT ON TABLE staff_user IS 'Mirror of what access tokens said about staff, for names in audit lists. Rights are always read from the token.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE staff_user');

CREATE TABLE staff_preference (
  staff_sub text NOT NULL CHECK (length(staff_sub) BETWEEN 1 AND 255),
  key text NOT NULL CHECK (key ~ '^[A-Za-z][A-Za-z0-9._:/-]{0,99}$'),
  value jsonb NOT NULL CHECK (octet_length(value::text) <= 20000),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (staff_sub, key)
);
COMMENT ON TABLE staff_preference IS 'How a person set up the console: columns, widths, density, page size';
COMMENT ON COLUMN staff_preference.staff_sub IS 'Subject claim of the identity provider';
COMMENT ON COLUMN staff_preference.value IS '{personal copy}';

CREATE TYPE audit_outcome AS ENUM ('DONE', 'DENIED', 'FAILED');

CREATE SEQUENCE staff_audit_event_id AS bigint;

CREATE TABLE staff_audit_event (
  id bigint NOT NULL DEFAULT nextval('staff_audit_event_id'),
  occurred_at timestamptz(3) NOT NULL DEFAULT now(),
  actor_sub text NOT NULL,
  actor_roles text[] NOT NULL DEFAULT '{}',
  request_id text,
  ip inet,
  action text NOT NULL,
  entity_type text,
  entity_id text,
  outcome audit_outcome NOT NULL,
  reason text,
  changes jsonb NOT NULL DEFAULT '{}',
  personal_changes jsonb,
  PRIMARY KEY (occurred_at, id)
) PARTITION BY RANGE (occurred_at);
ALTER SEQUENCE staff_audit_event_id OWNED BY staff_audit_event.id;
CREATE INDEX staff_audit_event_actor ON staff_audit_event (actor_sub, occurred_at, id);
CREATE INDEX staff_audit_event_record ON staff_audit_event (entity_id, entity_type, occurred_at, id);
CREATE INDEX staff_audit_event_kind ON staff_audit_event (entity_type, occurred_at, id);
CREATE INDEX staff_audit_event_action ON staff_audit_event (action, occurred_at, id);
CREATE INDEX staff_audit_event_outcome ON staff_audit_event (outcome, occurred_at, id);
CREATE INDEX staff_audit_event_request ON staff_audit_event (request_id);
COMMENT ON TABLE staff_audit_event IS 'Who did what to which record. Written in the transaction of the effect; never changed, never deleted.';
COMMENT ON COLUMN staff_audit_event.actor_sub IS 'Subject of the access token: a member of staff or a machine client.';
COMMENT ON COLUMN staff_audit_event.action IS 'Such as account.suspend.';
COMMENT ON COLUMN staff_audit_event.changes IS 'Field -> [before, after] of fields that hold no personal data.';
COMMENT ON COLUMN staff_audit_event.personal_changes IS
  'Field -> [before, after] of fields with personal data; NULL when there were none or when the account has been erased. {personal copy}';
SELECT grant_to_application('SELECT, INSERT', 'TABLE staff_audit_event');
SELECT grant_to_application('USAGE', 'SEQUENCE staff_audit_event_id');

CREATE TABLE staff_audit_event_other PARTITION OF staff_audit_event DEFAULT;
ALTER TABLE staff_audit_event
  ADD CONSTRAINT staff_audit_event_is_sound CHECK (staff_audit_event_is_sound(actor_sub, actor_roles, request_id, action, entity_type,
    entity_id, reason, changes, personal_changes)) NOT VALID;
SELECT grant_to_application('SELECT, INSERT', 'TABLE staff_audit_event_other');

-- How much personal data, and how many codes, each member of staff has been shown: budgets and what administrators see (decision 0127).

CREATE TYPE disclosure_kind AS ENUM ('CONTACT', 'CODE', 'EXPORT_ROW');

CREATE TABLE staff_disclosure (
  staff_sub text COLLATE "C" NOT NULL CHECK (char_length(staff_sub) BETWEEN 1 AND 255),
  kind disclosure_kind NOT NULL,
  bucket timestamptz(3) NOT NULL CHECK (bucket = date_bin('5 minutes', bucket, 'epoch')),
  amount bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (staff_sub, kind, bucket)
);
CREATE INDEX staff_disclosure_by_time ON staff_disclosure (bucket);
COMMENT ON TABLE staff_disclosure IS 'Contacts and codes revealed and rows exported by each member of staff, in 5-minute buckets. Kept for 15 days.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE staff_disclosure');

CREATE TABLE second_factor_confirmation (
  staff_sub text COLLATE "C" NOT NULL CHECK (char_length(staff_sub) BETWEEN 1 AND 255),
  sign_in_id text COLLATE "C" NOT NULL CHECK (char_length(sign_in_id) <= 255),
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (staff_sub, sign_in_id)
);
CREATE INDEX second_factor_confirmation_expires ON second_factor_confirmation (expires_at);
COMMENT ON TABLE second_factor_confirmation IS 'Sign-ins in which a person has just confirmed a code of their second factor.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE second_factor_confirmation');

-- When each person last opened the index page, which shows what has changed since then (decision 0103).
CREATE TABLE staff_look (
  staff_sub text COLLATE "C" PRIMARY KEY CHECK (char_length(staff_sub) BETWEEN 1 AND 255),
  looked_at timestamptz(3) NOT NULL,
  since timestamptz(3),
  CONSTRAINT staff_look_is_after CHECK (since <= looked_at)
);
COMMENT ON TABLE staff_look IS 'When a person last looked at the index page, whatever the device.';
COMMENT ON COLUMN staff_look.looked_at IS 'The newest look of the present visit.';
COMMENT ON COLUMN staff_look.since IS 'Last look of the visit before; NULL during the first visit ever.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE staff_look');

CREATE TABLE saved_view (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  list_name text NOT NULL CHECK (list_name ~ '^[A-Z][A-Z0-9_]{0,59}$'),
  owner_sub text CHECK (char_length(owner_sub) BETWEEN 1 AND 255),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  state jsonb NOT NULL CHECK (jsonb_typeof(state) = 'object' AND octet_length(state::text) <= 16000),
  position int NOT NULL CHECK (position >= 1),
  archived_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1)
);
CREATE UNIQUE INDEX saved_view_name ON saved_view (list_name, coalesce(owner_sub, ''), lower(name)) WHERE archived_at IS NULL;
CREATE INDEX saved_view_order ON saved_view (list_name, owner_sub, position, id) WHERE archived_at IS NULL;
COMMENT ON TABLE saved_view IS 'Ways to look at a list that people keep: filters, search, order, columns. Archived, never deleted.';
COMMENT ON COLUMN saved_view.list_name IS 'Name of the list in the API, such as ACCOUNTS.';
COMMENT ON COLUMN saved_view.owner_sub IS 'Whose view it is (subject claim); NULL: the team''s.';
COMMENT ON COLUMN saved_view.name IS '{personal copy}';
COMMENT ON COLUMN saved_view.state IS
  'Checked by the rules of the domain when it is written; readers leave out what their list does not have. {personal copy}';
COMMENT ON COLUMN saved_view.position IS 'Place among the views of the same list and owner; ties are in the order of their making.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE saved_view');

CREATE TABLE saved_view_default (
  staff_sub text NOT NULL CHECK (char_length(staff_sub) BETWEEN 1 AND 255),
  list_name text NOT NULL CHECK (list_name ~ '^[A-Z][A-Z0-9_]{0,59}$'),
  view_id uuid REFERENCES saved_view,
  PRIMARY KEY (staff_sub, list_name)
);
CREATE INDEX saved_view_default_view ON saved_view_default (view_id);
COMMENT ON TABLE saved_view_default IS 'The view with which a list opens for a person whose address names none.';
COMMENT ON COLUMN saved_view_default.view_id IS 'NULL: the list as it is, though the team''s opens with a view.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE saved_view_default');

-- The default view of a list for the team; a person's own default wins.
CREATE TABLE saved_view_team_default (
  list_name text PRIMARY KEY CHECK (list_name ~ '^[A-Z][A-Z0-9_]{0,59}$'),
  view_id uuid NOT NULL REFERENCES saved_view
);
CREATE INDEX saved_view_team_default_view ON saved_view_team_default (view_id);
COMMENT ON TABLE saved_view_team_default IS 'The view of the team with which a list opens for whoever has chosen nothing else.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE saved_view_team_default');
