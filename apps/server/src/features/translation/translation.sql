CREATE OR REPLACE FUNCTION translation_language_added() RETURNS trigger
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
CREATE OR REPLACE TRIGGER translation_language_added AFTER INSERT ON translation_language
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION translation_language_added();

CREATE OR REPLACE FUNCTION translation_key_added() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  UPDATE translation_client SET key_count = key_count + n.count
    FROM (SELECT client_id, count(*)::int AS count FROM added GROUP BY client_id) AS n WHERE translation_client.client_id = n.client_id;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER translation_key_added AFTER INSERT ON translation_key
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION translation_key_added();

CREATE OR REPLACE FUNCTION translation_message_judge() RETURNS trigger
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
-- Updates only: a first start inserts thousands of texts, and its statements set the state of the rows themselves.
CREATE OR REPLACE TRIGGER translation_message_judge BEFORE UPDATE OF value, source_value, version ON translation_message
  FOR EACH ROW EXECUTE FUNCTION translation_message_judge();

CREATE OR REPLACE FUNCTION translation_source_changed() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  UPDATE translation_key SET source_value = NEW.value WHERE client_id = NEW.client_id AND key = NEW.key;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER translation_source_changed AFTER UPDATE OF value ON translation_message
  FOR EACH ROW WHEN (NEW.locale = 'en-US' AND NEW.value IS DISTINCT FROM OLD.value) EXECUTE FUNCTION translation_source_changed();

CREATE OR REPLACE FUNCTION translation_key_changed() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  UPDATE translation_message SET version = version + 1
    WHERE client_id = NEW.client_id AND key = NEW.key
      AND (locale <> 'en-US' OR NEW.retired_at IS DISTINCT FROM OLD.retired_at);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER translation_key_changed AFTER UPDATE OF source_value, retired_at ON translation_key
  FOR EACH ROW WHEN (NEW.source_value IS DISTINCT FROM OLD.source_value OR (NEW.retired_at IS NULL) <> (OLD.retired_at IS NULL))
  EXECUTE FUNCTION translation_key_changed();

CREATE OR REPLACE FUNCTION translation_changes(before jsonb, after jsonb) RETURNS TABLE (key text, change text, old_value text, new_value text)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
    SELECT key, CASE WHEN o.value IS NULL THEN 'ADDED' WHEN n.value IS NULL THEN 'REMOVED' ELSE 'CHANGED' END, o.value, n.value
    FROM jsonb_each_text(before) AS o FULL JOIN jsonb_each_text(after) AS n USING (key)
    WHERE o.value IS DISTINCT FROM n.value
  $$;
COMMENT ON FUNCTION translation_changes(jsonb, jsonb) IS 'Changes to readers'' texts when one file replaces another; NULL is no file.';

CREATE OR REPLACE FUNCTION translation_publish(
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
  'Publishes a file of texts; every publication is made here. The current file is not published again. Returns the current publication.';

CREATE OR REPLACE FUNCTION translation_withdraw(of_language uuid, actor text, new_note text) RETURNS uuid
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
  'Withdraws a language, so that readers get English. Returns the row of the history; NULL if it was not published.';
