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

CREATE TABLE published_language (
  client_id text NOT NULL,
  language text NOT NULL,
  country_code char(2) NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  bundle_id uuid NOT NULL,
  origin text NOT NULL CHECK (origin IN ('SHIPPED', 'EDITED')),
  published_at timestamptz(3) NOT NULL DEFAULT now(),
  published_by text CHECK (char_length(published_by) BETWEEN 1 AND 255),
  PRIMARY KEY (client_id, language, country_code),
  FOREIGN KEY (bundle_id, client_id, language, country_code)
    REFERENCES translation_bundle (id, client_id, language, country_code)
);
COMMENT ON TABLE published_language IS 'Languages to choose from, each with the file of texts that is published now.';
COMMENT ON COLUMN published_language.name IS 'In its own words, such as Deutsch.';
COMMENT ON COLUMN published_language.origin IS
  'SHIPPED: the texts that came with the product, replaced by those of the next version. EDITED: a person''s, which no start replaces.';
COMMENT ON COLUMN published_language.published_by IS 'Subject of the staff member; NULL: the product itself.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE published_language');

CREATE TABLE translation_missing (
  client_id text NOT NULL,
  locale text NOT NULL CHECK (locale ~ '^[a-z]{2,3}-[A-Z]{2}$'),
  key text NOT NULL CHECK (key ~ '^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$' AND char_length(key) <= 200),
  reports bigint NOT NULL DEFAULT 1 CHECK (reports >= 1),
  first_reported_at timestamptz(3) NOT NULL DEFAULT now(),
  last_reported_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, locale, key)
);
COMMENT ON TABLE translation_missing IS 'Keys that a reader''s language lacked when they were shown.';
COMMENT ON COLUMN translation_missing.reports IS 'Sessions that reported it: each does so once.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE translation_missing');
