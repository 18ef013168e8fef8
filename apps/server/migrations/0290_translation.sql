-- Texts that people work on: languages, keys, a text of each key in each language, and what was published when (decision 0105).

CREATE TYPE translation_state AS ENUM ('MISSING', 'INVALID', 'STALE', 'TRANSLATED', 'RETIRED');
CREATE TYPE translation_publication_action AS ENUM ('SHIPPED', 'PUBLISHED', 'ROLLED_BACK', 'WITHDRAWN');

-- Texts of keys and locales are compared as bytes everywhere, so that one index serves all who look for them.
ALTER TABLE translation_missing ALTER COLUMN client_id TYPE text COLLATE "C", ALTER COLUMN locale TYPE text COLLATE "C",
  ALTER COLUMN key TYPE text COLLATE "C";

CREATE TABLE translation_client (
  client_id text COLLATE "C" PRIMARY KEY CHECK (client_id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  key_count int NOT NULL DEFAULT 0 CONSTRAINT translation_client_keys CHECK (key_count BETWEEN 0 AND 20000),
  language_count int NOT NULL DEFAULT 0 CONSTRAINT translation_client_languages CHECK (language_count BETWEEN 0 AND 100),
  shipped_sha256 bytea CHECK (octet_length(shipped_sha256) = 32),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
COMMENT ON TABLE translation_client IS 'Whose texts: one row a client id. Whoever takes over shipped texts locks it for update; whoever changes a text, for key share.';
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
COMMENT ON TABLE translation_key IS 'Keys of the texts. Rows are never deleted: what the product does not use any more is retired, and may come back.';
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
COMMENT ON TABLE translation_message IS
  'The text of every key in every language; a row is there also where the text is missing: new keys and new languages come with theirs.';
COMMENT ON COLUMN translation_message.source_value IS 'The English text that the value was translated from; another one than the present makes it stale.';
COMMENT ON COLUMN translation_message.shipped_value IS 'The text that came with the product last.';
COMMENT ON COLUMN translation_message.base_value IS
  'The shipped text when a person changed it: with the shipped text of now and the value the three sides of a merge. NULL: not edited, or nothing had shipped.';
COMMENT ON COLUMN translation_message.published_value IS 'What readers have; kept by translation_publish and translation_withdraw.';
COMMENT ON COLUMN translation_message.problems IS 'Why the text cannot be shown, as the API tells problems of a field; NULL: it can.';
COMMENT ON COLUMN translation_message.is_stale IS 'Said when the row is inserted, then kept by a trigger, as is_retired.';
COMMENT ON COLUMN translation_message.updated_at IS 'When the text, or what it was translated from, changed.';
COMMENT ON COLUMN translation_message.version IS 'Grows also when the English text changes: who is translating it then works on another text than they see.';
COMMENT ON COLUMN translation_message.search_key IS 'Search by a part of the key or of the text.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE translation_message');

-- Search, orders of the list, and what is counted of a language without reading its texts.
CREATE INDEX translation_message_fragment ON translation_message USING gin (search_key gin_trgm_ops);
CREATE INDEX translation_message_by_key ON translation_message (language_id, key, id);
CREATE INDEX translation_message_by_updated ON translation_message (language_id, updated_at, id);
CREATE INDEX translation_message_by_state ON translation_message (language_id, state, key, id)
  INCLUDE (namespace, is_edited, is_overtaken, is_unpublished);

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
COMMENT ON TABLE translation_publication IS 'What readers were given when, by whom; never changed.';
COMMENT ON COLUMN translation_publication.added IS 'Against what readers had before, as changed and removed.';
COMMENT ON COLUMN translation_publication.messages IS 'Texts in the file.';
SELECT grant_to_application('SELECT, INSERT', 'TABLE translation_publication');
CREATE INDEX translation_publication_of_language ON translation_publication (language_id, published_at, id);
CREATE INDEX translation_publication_of_bundle ON translation_publication (bundle_id);

ALTER TABLE published_language ADD COLUMN publication_id uuid REFERENCES translation_publication;
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE published_language');

-- What was published before there were texts to work on.
INSERT INTO translation_client (client_id) SELECT DISTINCT client_id FROM published_language;
INSERT INTO translation_language (client_id, language, country_code, name)
  SELECT client_id, language, country_code, name FROM published_language;
UPDATE translation_client AS c SET language_count = (SELECT count(*) FROM translation_language AS l WHERE l.client_id = c.client_id);
INSERT INTO translation_publication (language_id, action, bundle_id, added, changed, removed, messages, published_at, published_by)
  SELECT l.id, CASE p.origin WHEN 'SHIPPED' THEN 'SHIPPED' ELSE 'PUBLISHED' END::translation_publication_action, p.bundle_id, n.messages, 0, 0,
    n.messages, p.published_at, p.published_by
  FROM published_language AS p JOIN translation_language AS l USING (client_id, language, country_code)
    JOIN translation_bundle AS b ON b.id = p.bundle_id,
    LATERAL (SELECT count(*)::int AS messages FROM jsonb_object_keys(b.content::jsonb)) AS n;
UPDATE published_language AS p SET publication_id = o.id
  FROM translation_language AS l JOIN translation_publication AS o ON o.language_id = l.id
  WHERE (l.client_id, l.language, l.country_code) = (p.client_id, p.language, p.country_code);
ALTER TABLE published_language ALTER COLUMN publication_id SET NOT NULL,
  ADD FOREIGN KEY (client_id, language, country_code) REFERENCES translation_language (client_id, language, country_code);

CREATE FUNCTION translation_language_added() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  UPDATE translation_client SET language_count = language_count + n.count
    FROM (SELECT client_id, count(*)::int AS count FROM added GROUP BY client_id) AS n WHERE translation_client.client_id = n.client_id;
  INSERT INTO translation_message (client_id, language_id, locale, key, value, source_value, is_retired)
    SELECT k.client_id, l.id, l.locale, k.key, text.value, text.value, k.retired_at IS NOT NULL
    FROM added AS l JOIN translation_key AS k ON k.client_id = l.client_id,
      LATERAL (SELECT CASE l.locale WHEN 'en-US' THEN k.source_value END AS value) AS text;
  RETURN NULL;
END
$$;
CREATE TRIGGER translation_language_added AFTER INSERT ON translation_language
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION translation_language_added();

CREATE FUNCTION translation_key_added() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  UPDATE translation_client SET key_count = key_count + n.count
    FROM (SELECT client_id, count(*)::int AS count FROM added GROUP BY client_id) AS n WHERE translation_client.client_id = n.client_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER translation_key_added AFTER INSERT ON translation_key
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION translation_key_added();

CREATE FUNCTION translation_message_judge() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
DECLARE
  english text;
BEGIN
  SELECT source_value, retired_at IS NOT NULL INTO english, NEW.is_retired FROM translation_key
    WHERE client_id = NEW.client_id AND key = NEW.key;
  NEW.is_stale := NEW.locale <> 'en-US' AND NEW.value IS NOT NULL AND NEW.source_value IS DISTINCT FROM english;
  RETURN NEW;
END
$$;
-- Thousands of texts are taken over at a first start: what their rows are is said by the statements that insert them.
CREATE TRIGGER translation_message_judge BEFORE UPDATE OF value, source_value, version ON translation_message
  FOR EACH ROW EXECUTE FUNCTION translation_message_judge();

CREATE FUNCTION translation_source_changed() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  UPDATE translation_key SET source_value = NEW.value WHERE client_id = NEW.client_id AND key = NEW.key;
  RETURN NULL;
END
$$;
CREATE TRIGGER translation_source_changed AFTER UPDATE OF value ON translation_message
  FOR EACH ROW WHEN (NEW.locale = 'en-US' AND NEW.value IS DISTINCT FROM OLD.value) EXECUTE FUNCTION translation_source_changed();

CREATE FUNCTION translation_key_changed() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  UPDATE translation_message SET version = version + 1
    WHERE client_id = NEW.client_id AND key = NEW.key
      AND (locale <> 'en-US' OR NEW.retired_at IS DISTINCT FROM OLD.retired_at);
  RETURN NULL;
END
$$;
CREATE TRIGGER translation_key_changed AFTER UPDATE OF source_value, retired_at ON translation_key
  FOR EACH ROW WHEN (NEW.source_value IS DISTINCT FROM OLD.source_value OR (NEW.retired_at IS NULL) <> (OLD.retired_at IS NULL))
  EXECUTE FUNCTION translation_key_changed();

CREATE FUNCTION translation_changes(before jsonb, after jsonb) RETURNS TABLE (key text, change text, old_value text, new_value text)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
    SELECT key, CASE WHEN o.value IS NULL THEN 'ADDED' WHEN n.value IS NULL THEN 'REMOVED' ELSE 'CHANGED' END, o.value, n.value
    FROM jsonb_each_text(before) AS o FULL JOIN jsonb_each_text(after) AS n USING (key)
    WHERE o.value IS DISTINCT FROM n.value
  $$;
COMMENT ON FUNCTION translation_changes(jsonb, jsonb) IS 'What becomes of readers'' texts when one file takes the place of another; NULL is no file.';

CREATE FUNCTION translation_publish(
  of_language uuid, new_content text, new_action translation_publication_action, actor text, new_note text, new_origin text
) RETURNS uuid
  LANGUAGE plpgsql
  AS $$
DECLARE
  l translation_language;
  present published_language;
  new_bundle uuid;
  new_publication uuid;
  digest bytea := sha256(convert_to(new_content, 'UTF8'));
  texts jsonb := new_content::jsonb;
BEGIN
  SELECT * INTO STRICT l FROM translation_language WHERE id = of_language FOR NO KEY UPDATE;
  INSERT INTO translation_bundle (client_id, language, country_code, sha256, file_path, content)
    VALUES (l.client_id, l.language, l.country_code, digest,
      'i18n/' || l.client_id || '/' || l.locale || '.' || left(encode(digest, 'hex'), 16) || '.json', new_content)
    ON CONFLICT (client_id, language, country_code, sha256) DO NOTHING;
  SELECT id INTO STRICT new_bundle FROM translation_bundle
    WHERE client_id = l.client_id AND language = l.language AND country_code = l.country_code AND sha256 = digest;
  SELECT * INTO present FROM published_language
    WHERE client_id = l.client_id AND language = l.language AND country_code = l.country_code;
  IF present.bundle_id = new_bundle THEN
    UPDATE published_language SET name = l.name, origin = new_origin
      WHERE client_id = l.client_id AND language = l.language AND country_code = l.country_code AND (name, origin) <> (l.name, new_origin);
    RETURN present.publication_id;
  END IF;
  INSERT INTO translation_publication (language_id, action, bundle_id, note, published_by, added, changed, removed, messages)
    SELECT l.id, new_action, new_bundle, new_note, actor, count(*) FILTER (WHERE change = 'ADDED'), count(*) FILTER (WHERE change = 'CHANGED'),
      count(*) FILTER (WHERE change = 'REMOVED'), (SELECT count(*) FROM jsonb_object_keys(texts))
    FROM translation_changes((SELECT content::jsonb FROM translation_bundle WHERE id = present.bundle_id), texts)
    RETURNING id INTO new_publication;
  INSERT INTO published_language (client_id, language, country_code, name, bundle_id, origin, published_by, publication_id)
    VALUES (l.client_id, l.language, l.country_code, l.name, new_bundle, new_origin, actor, new_publication)
    ON CONFLICT (client_id, language, country_code) DO UPDATE
      SET name = excluded.name, bundle_id = excluded.bundle_id, origin = excluded.origin, published_at = now(),
        published_by = excluded.published_by, publication_id = excluded.publication_id;
  UPDATE translation_language SET is_withdrawn = false, version = version + 1 WHERE id = l.id AND is_withdrawn;
  UPDATE translation_message AS m SET published_value = other.value
    FROM (SELECT x.id, e.value FROM translation_message AS x LEFT JOIN jsonb_each_text(texts) AS e ON e.key = x.key
      WHERE x.language_id = l.id AND x.published_value IS DISTINCT FROM e.value) AS other
    WHERE m.id = other.id;
  DELETE FROM translation_missing AS r WHERE r.client_id = l.client_id AND r.locale = l.locale AND texts ? r.key;
  RETURN new_publication;
END
$$;
COMMENT ON FUNCTION translation_publish(uuid, text, translation_publication_action, text, text, text) IS
  'Gives readers a file of texts: the one way in which they get one. The same file as they have is no new publication. Answers with the publication.';

CREATE FUNCTION translation_withdraw(of_language uuid, actor text, new_note text) RETURNS uuid
  LANGUAGE plpgsql
  AS $$
DECLARE
  l translation_language;
  former uuid;
  new_publication uuid;
BEGIN
  SELECT * INTO STRICT l FROM translation_language WHERE id = of_language FOR NO KEY UPDATE;
  DELETE FROM published_language WHERE client_id = l.client_id AND language = l.language AND country_code = l.country_code
    RETURNING bundle_id INTO former;
  IF former IS NULL THEN RETURN NULL; END IF;
  INSERT INTO translation_publication (language_id, action, note, published_by, added, changed, removed, messages)
    SELECT l.id, 'WITHDRAWN', new_note, actor, 0, 0, (SELECT count(*) FROM jsonb_object_keys(content::jsonb)), 0
    FROM translation_bundle WHERE id = former
    RETURNING id INTO new_publication;
  UPDATE translation_language SET is_withdrawn = true, version = version + 1, updated_at = now(), updated_by = actor WHERE id = l.id;
  UPDATE translation_message SET published_value = NULL WHERE language_id = l.id AND published_value IS NOT NULL;
  DELETE FROM translation_missing WHERE client_id = l.client_id AND locale = l.locale;
  RETURN new_publication;
END
$$;
COMMENT ON FUNCTION translation_withdraw(uuid, text, text) IS
  'Takes a language from its readers, who get English. Answers with the row of the history; NULL where readers did not have it.';

-- A table of texts may also come as JSON.
ALTER TABLE import DROP CONSTRAINT import_format_check, ADD CONSTRAINT import_format_check CHECK (format IN ('CSV', 'XLSX', 'JSON'));
