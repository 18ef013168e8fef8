-- The view with which a list opens for everybody who has chosen nothing else.
CREATE TABLE saved_view_team_default (
  list_name text PRIMARY KEY CHECK (list_name ~ '^[A-Z][A-Z0-9_]{0,59}$'),
  view_id uuid NOT NULL REFERENCES saved_view
);
CREATE INDEX saved_view_team_default_view ON saved_view_team_default (view_id);
COMMENT ON TABLE saved_view_team_default IS 'The view of the team with which a list opens for whoever has chosen nothing else.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE saved_view_team_default');

ALTER TABLE saved_view_default ALTER COLUMN view_id DROP NOT NULL;
COMMENT ON COLUMN saved_view_default.view_id IS 'NULL: the list as it is, though the team''s opens with a view.';
