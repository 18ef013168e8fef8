CREATE TYPE release_state AS ENUM ('DRAFT', 'PUBLISHED', 'WITHDRAWN');
CREATE TYPE change_type AS ENUM ('BUG', 'FEATURE', 'IMPROVEMENT');

-- Constraints keep the names that they had before the number of a release was called that.
CREATE TABLE release (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  number text COLLATE "C" CONSTRAINT release_version_not_null NOT NULL UNIQUE CHECK (char_length(number) <= 64 AND number ~
    '^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\.(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$'),
  number_key text COLLATE "C" CONSTRAINT release_version_key_not_null NOT NULL GENERATED ALWAYS AS (coalesce(semver_key(number), '')) STORED,
  date timestamptz(3) NOT NULL,
  state release_state NOT NULL DEFAULT 'DRAFT',
  published_at timestamptz(3),
  published_by text CHECK (char_length(published_by) BETWEEN 1 AND 255),
  state_reason text CHECK (char_length(state_reason) BETWEEN 1 AND 300),
  state_changed_at timestamptz(3) NOT NULL DEFAULT now(),
  state_changed_by text CHECK (char_length(state_changed_by) BETWEEN 1 AND 255),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int CONSTRAINT release_version_not_null1 NOT NULL DEFAULT 1 CHECK (version >= 1),
  CONSTRAINT release_published_has_instant CHECK ((state = 'DRAFT') = (published_at IS NULL)),
  CONSTRAINT release_withdrawn_has_reason CHECK (state <> 'WITHDRAWN' OR state_reason IS NOT NULL)
);
CREATE INDEX release_published ON release (number_key) WHERE state = 'PUBLISHED';
-- Orders of the list that the primary key and the number don't give.
CREATE INDEX release_number_order ON release (number_key, id);
CREATE INDEX release_date_order ON release (date, id);
CREATE INDEX release_created_order ON release (created_at, id);
CREATE INDEX release_updated_order ON release (updated_at, id);
COMMENT ON COLUMN release.number IS 'Semantic version (semver.org), as people know the release.';
COMMENT ON COLUMN release.number_key IS 'Order of the numbers.';
COMMENT ON COLUMN release.date IS 'Shown as the date of the release.';
COMMENT ON COLUMN release.published_at IS 'First publication; a release that was withdrawn and published again keeps it, so nobody reads it twice.';
COMMENT ON COLUMN release.state_changed_at IS 'Set by a trigger.';
COMMENT ON COLUMN release.version IS 'Grows with each change of the release, its lists and their changes included.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE release');

CREATE TABLE change_list (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  release_id uuid NOT NULL REFERENCES release ON DELETE CASCADE,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 120 AND title ~ '\S'),
  position smallint NOT NULL CHECK (position >= 1),
  UNIQUE (release_id, position) DEFERRABLE
);
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE change_list');

CREATE TABLE change (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  change_list_id uuid NOT NULL REFERENCES change_list ON DELETE CASCADE,
  type change_type NOT NULL,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 120 AND title ~ '\S'),
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 4000 AND description ~ '\S'),
  position smallint NOT NULL CHECK (position >= 1),
  UNIQUE (change_list_id, position) DEFERRABLE
);
COMMENT ON TABLE change IS 'One bug mended, feature added or thing improved, within a list of a release.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE change');

CREATE TABLE release_visit (
  sub text PRIMARY KEY CHECK (char_length(sub) BETWEEN 1 AND 255),
  visited_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX release_visit_visited_at ON release_visit (visited_at);
COMMENT ON TABLE release_visit IS 'When a person last marked the release notes as read; what was published later is new to them.';
COMMENT ON COLUMN release_visit.sub IS 'Subject claim of the identity provider.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE release_visit');
