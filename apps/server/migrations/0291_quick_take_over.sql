-- Thousands of texts are taken over at a first start: what their rows are is said by the statements that insert them, and judged by the trigger
-- when they change.

DROP TRIGGER translation_message_judge ON translation_message;
CREATE TRIGGER translation_message_judge BEFORE UPDATE OF value, source_value, version ON translation_message
  FOR EACH ROW EXECUTE FUNCTION translation_message_judge();
COMMENT ON COLUMN translation_message.is_stale IS 'Said when the row is inserted, then kept by a trigger, as is_retired.';

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
