-- Texts that people work on: languages, keys, a text of each key in each language, and what was published when (decision 0105).

CREATE TYPE translation_state AS ENUM ('MISSING', 'INVALID', 'STALE', 'TRANSLATED', 'RETIRED');
CREATE TYPE translation_publication_action AS ENUM ('SHIPPED', 'PUBLISHED', 'ROLLED_BACK', 'WITHDRAWN');

CREATE TABLE translation_client (
  client_id text COLLATE "C" PRIMARY KEY CHECK (client_id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  key_count int NOT NULL DEFAULT 0 CONSTRAINT translation_client_keys CHECK (key_count BETWEEN 0 AND 20000),
  language_count int NOT NULL DEFAULT 0 CONSTRAINT translation_client_languages CHECK (language_count BETWEEN 0 AND 100),
  shipped_sha256 bytea CHECK (octet_length(shipped_sha256) = 32),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
COMMENT ON TABLE translation_client IS
  'Whose texts: one row a client id. Whoever takes over shipped texts locks it for update; whoever changes a text, for key share.';
COMMENT ON COLUMN translation_client.key_count IS 'Kept by triggers, as language_count; their limits are the ones of keys and languages.';
COMMENT ON COLUMN translation_client.shipped_sha256 IS 'Of all shipped texts that were taken over last; the same ones are not taken over again.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE translation_client');

CREATE TABLE translation_language (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  client_id text COLLATE "C" NOT NULL REFERENCES translation_client,
  language text COLLATE "C" NOT NULL CHECK (language ~ '^[a-z]{2,3}$'),
  country_code char(2) COLLATE "C" NOT NULL CHECK (country_code ~ '^[A-Z]{2}$'),
  locale text COLLATE "C" NOT NULL GENERATED ALWAYS AS (language || '-' || country_code) STORED,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  is_withdrawn boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1),
  CONSTRAINT translation_language_locale UNIQUE (client_id, language, country_code),
  UNIQUE (id, client_id, locale),
  CONSTRAINT translation_language_not_pseudo CHECK ((language, country_code) NOT IN (('en', 'XA'), ('ar', 'XB'))),
  CONSTRAINT translation_language_source_stays CHECK (NOT (is_withdrawn AND language = 'en' AND country_code = 'US'))
);
COMMENT ON TABLE translation_language IS 'Languages that texts are written in, published or not.';
COMMENT ON COLUMN translation_language.name IS 'In its own words. What a person has named (updated_by) keeps its name when texts ship.';
COMMENT ON COLUMN translation_language.is_withdrawn IS 'Taken from readers by a person: no start publishes it, the next publication does.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE translation_language');

CREATE TABLE translation_key (
  client_id text COLLATE "C" NOT NULL REFERENCES translation_client,
  key text COLLATE "C" NOT NULL CHECK (key ~ '^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$' AND char_length(key) <= 200),
  source_value text NOT NULL CHECK (char_length(source_value) BETWEEN 1 AND 2000),
  retired_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, key)
);
COMMENT ON TABLE translation_key IS
  'Keys of the texts. Rows are never deleted: what the product does not use any more is retired, and may come back.';
COMMENT ON COLUMN translation_key.source_value IS 'The English text as it is now; kept by a trigger equal to the text of en-US.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE translation_key');

CREATE TABLE translation_message (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  client_id text COLLATE "C" NOT NULL,
  language_id uuid NOT NULL,
  locale text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  value text CHECK (char_length(value) BETWEEN 1 AND 2000),
  source_value text CHECK (char_length(source_value) BETWEEN 1 AND 2000),
  shipped_value text CHECK (char_length(shipped_value) BETWEEN 1 AND 2000),
  base_value text CHECK (char_length(base_value) BETWEEN 1 AND 2000),
  published_value text,
  problems jsonb CHECK (jsonb_typeof(problems) = 'array' AND problems <> '[]'),
  is_stale boolean NOT NULL DEFAULT false,
  is_retired boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1),

  namespace text COLLATE "C" NOT NULL GENERATED ALWAYS AS (split_part(key, '.', 1)) STORED,
  search_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(key || chr(10) || coalesce(value, ''))) STORED,
  is_edited boolean NOT NULL GENERATED ALWAYS AS (value IS DISTINCT FROM shipped_value) STORED,
  is_overtaken boolean NOT NULL GENERATED ALWAYS AS
    (value IS DISTINCT FROM shipped_value AND base_value IS NOT NULL AND base_value IS DISTINCT FROM shipped_value) STORED,
  is_unpublished boolean NOT NULL GENERATED ALWAYS AS
    (published_value IS DISTINCT FROM CASE WHEN is_retired THEN NULL ELSE value END) STORED,
  state translation_state NOT NULL GENERATED ALWAYS AS (
    CASE WHEN is_retired THEN 'RETIRED'::translation_state WHEN value IS NULL THEN 'MISSING'::translation_state
      WHEN problems IS NOT NULL THEN 'INVALID'::translation_state WHEN is_stale THEN 'STALE'::translation_state
      ELSE 'TRANSLATED'::translation_state END) STORED,

  CONSTRAINT translation_message_of_key UNIQUE (client_id, key, locale),
  FOREIGN KEY (client_id, key) REFERENCES translation_key,
  FOREIGN KEY (language_id, client_id, locale) REFERENCES translation_language (id, client_id, locale),
  CONSTRAINT translation_message_has_source CHECK (locale <> 'en-US' OR value IS NOT NULL),
  CHECK ((value IS NULL) = (source_value IS NULL)),
  CHECK (value IS NOT NULL OR problems IS NULL)
);
-- Search, orders of the list, and what is counted of a language without reading its texts.
CREATE INDEX translation_message_fragment ON translation_message USING gin (search_key gin_trgm_ops);
CREATE INDEX translation_message_by_key ON translation_message (language_id, key, id);
CREATE INDEX translation_message_by_updated ON translation_message (language_id, updated_at, id);
CREATE INDEX translation_message_by_state ON translation_message (language_id, state, key, id)
  INCLUDE (namespace, is_edited, is_overtaken, is_unpublished);
COMMENT ON TABLE translation_message IS
  'The text of every key in every language; a row is there also where the text is missing: new keys and new languages come with theirs.';
COMMENT ON COLUMN translation_message.source_value IS
  'The English text that the value was translated from; another one than the present makes it stale.';
COMMENT ON COLUMN translation_message.shipped_value IS 'The text that came with the product last.';
COMMENT ON COLUMN translation_message.base_value IS
  'The shipped text when a person changed it: with the shipped text of now and the value the three sides of a merge. NULL: not edited, or nothing had shipped.';
COMMENT ON COLUMN translation_message.published_value IS 'What readers have; kept by translation_publish and translation_withdraw.';
COMMENT ON COLUMN translation_message.problems IS 'Why the text cannot be shown, as the API tells problems of a field; NULL: it can.';
COMMENT ON COLUMN translation_message.is_stale IS 'Said when the row is inserted, then kept by a trigger, as is_retired.';
COMMENT ON COLUMN translation_message.updated_at IS 'When the text, or what it was translated from, changed.';
COMMENT ON COLUMN translation_message.version IS
  'Grows also when the English text changes: who is translating it then works on another text than they see.';
COMMENT ON COLUMN translation_message.search_key IS 'Search by a part of the key or of the text.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE translation_message');

-- Languages, their files of texts, and what readers lacked (specification, sections 3 and 7; decision 0042).

CREATE TABLE translation_bundle (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  client_id text NOT NULL CHECK (client_id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  language text NOT NULL CHECK (language ~ '^[a-z]{2,3}$'),
  country_code char(2) NOT NULL CHECK (country_code ~ '^[A-Z]{2}$'),
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  file_path text NOT NULL UNIQUE,
  content text NOT NULL CHECK (char_length(content) <= 4000000),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (client_id, language, country_code, sha256),
  UNIQUE (id, client_id, language, country_code),
  CHECK (sha256 = sha256(convert_to(content, 'UTF8'))),
  CHECK (file_path = 'i18n/' || client_id || '/' || language || '-' || country_code || '.' || left(encode(sha256, 'hex'), 16) || '.json')
);
COMMENT ON TABLE translation_bundle IS
  'Files of texts, never changed: another content is another file, so that no cache can be wrong and an older one can be published again.';
COMMENT ON COLUMN translation_bundle.file_path IS 'Path under the CDN.';
COMMENT ON COLUMN translation_bundle.content IS 'The file to the byte: a flat JSON object of ICU messages by key, keys in order.';
SELECT grant_to_application('SELECT, INSERT', 'TABLE translation_bundle');

CREATE TABLE translation_publication (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  language_id uuid NOT NULL REFERENCES translation_language,
  action translation_publication_action NOT NULL,
  bundle_id uuid REFERENCES translation_bundle,
  note text CHECK (char_length(note) BETWEEN 1 AND 300),
  added int NOT NULL CHECK (added >= 0),
  changed int NOT NULL CHECK (changed >= 0),
  removed int NOT NULL CHECK (removed >= 0),
  messages int NOT NULL CHECK (messages >= 0),
  published_at timestamptz(3) NOT NULL DEFAULT now(),
  published_by text CHECK (char_length(published_by) BETWEEN 1 AND 255),
  UNIQUE (id, language_id),
  CHECK ((action = 'WITHDRAWN') = (bundle_id IS NULL)),
  CHECK (action IN ('SHIPPED', 'PUBLISHED') OR note IS NOT NULL)
);
CREATE INDEX translation_publication_of_language ON translation_publication (language_id, published_at, id);
CREATE INDEX translation_publication_of_bundle ON translation_publication (bundle_id);
COMMENT ON TABLE translation_publication IS 'What readers were given when, by whom; never changed.';
COMMENT ON COLUMN translation_publication.added IS 'Against what readers had before, as changed and removed.';
COMMENT ON COLUMN translation_publication.messages IS 'Texts in the file.';
SELECT grant_to_application('SELECT, INSERT', 'TABLE translation_publication');

CREATE TABLE published_language (
  client_id text NOT NULL,
  language text NOT NULL,
  country_code char(2) NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  bundle_id uuid NOT NULL,
  origin text NOT NULL CHECK (origin IN ('SHIPPED', 'EDITED')),
  published_at timestamptz(3) NOT NULL DEFAULT now(),
  published_by text CHECK (char_length(published_by) BETWEEN 1 AND 255),
  publication_id uuid NOT NULL REFERENCES translation_publication,
  PRIMARY KEY (client_id, language, country_code),
  FOREIGN KEY (client_id, language, country_code) REFERENCES translation_language (client_id, language, country_code),
  FOREIGN KEY (bundle_id, client_id, language, country_code)
    REFERENCES translation_bundle (id, client_id, language, country_code)
);
COMMENT ON TABLE published_language IS 'Languages to choose from, each with the file of texts that is published now.';
COMMENT ON COLUMN published_language.name IS 'In its own words, such as Deutsch.';
COMMENT ON COLUMN published_language.origin IS
  'SHIPPED: the texts that came with the product, replaced by those of the next version. EDITED: a person''s, which no start replaces.';
COMMENT ON COLUMN published_language.published_by IS 'Subject of the staff member; NULL: the product itself.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE published_language');

-- Compared as bytes everywhere, so that one index serves all who look for them.
CREATE TABLE translation_missing (
  client_id text COLLATE "C" NOT NULL,
  locale text COLLATE "C" NOT NULL CHECK (locale ~ '^[a-z]{2,3}-[A-Z]{2}$'),
  key text COLLATE "C" NOT NULL CHECK (key ~ '^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$' AND char_length(key) <= 200),
  reports bigint NOT NULL DEFAULT 1 CHECK (reports >= 1),
  first_reported_at timestamptz(3) NOT NULL DEFAULT now(),
  last_reported_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, locale, key)
);
COMMENT ON TABLE translation_missing IS 'Keys that a reader''s language lacked when they were shown.';
COMMENT ON COLUMN translation_missing.reports IS 'Sessions that reported it: each does so once.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE translation_missing');
