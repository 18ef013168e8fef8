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
COMMENT ON COLUMN saved_view.state IS 'Checked by the rules of the domain when it is written; readers leave out what their list does not have.';
COMMENT ON COLUMN saved_view.position IS 'Place among the views of the same list and owner; ties are in the order of their making.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE saved_view');

CREATE TABLE saved_view_default (
  staff_sub text NOT NULL CHECK (char_length(staff_sub) BETWEEN 1 AND 255),
  list_name text NOT NULL CHECK (list_name ~ '^[A-Z][A-Z0-9_]{0,59}$'),
  view_id uuid NOT NULL REFERENCES saved_view,
  PRIMARY KEY (staff_sub, list_name)
);
CREATE INDEX saved_view_default_view ON saved_view_default (view_id);
COMMENT ON TABLE saved_view_default IS 'The view with which a list opens for a person whose address names none.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE saved_view_default');
