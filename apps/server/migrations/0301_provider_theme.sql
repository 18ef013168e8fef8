CREATE OR REPLACE FUNCTION is_config_value(value jsonb, value_type config_value_type, min_value numeric, max_value numeric, allowed_values text[])
  RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(CASE value_type
    WHEN 'BOOLEAN' THEN jsonb_typeof(value) = 'boolean'
    WHEN 'STRING' THEN jsonb_typeof(value) = 'string' AND char_length(value #>> '{}') <= 500
    WHEN 'TIME' THEN jsonb_typeof(value) = 'string' AND value #>> '{}' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    WHEN 'COLOR' THEN jsonb_typeof(value) = 'string' AND value #>> '{}' ~ '^#[0-9a-f]{6}$'
    WHEN 'ENUM' THEN jsonb_typeof(value) = 'string' AND value #>> '{}' = ANY (allowed_values)
    ELSE CASE WHEN jsonb_typeof(value) = 'number' THEN
      (value_type = 'DECIMAL' OR scale(trim_scale((value #>> '{}')::numeric)) = 0)
      AND (min_value IS NULL OR (value #>> '{}')::numeric >= min_value)
      AND (max_value IS NULL OR (value #>> '{}')::numeric <= max_value)
      ELSE false END
    END, false);
COMMENT ON FUNCTION is_config_value(jsonb, config_value_type, numeric, numeric, text[]) IS
  'True for a value of the type, within its range: whole numbers for INTEGER and DURATION, HH:MM for TIME, #rrggbb in lower case for COLOR, one of the allowed values for ENUM.';

INSERT INTO config_entry (key, value_type, value, default_value, description) VALUES
  ('theme.primary', 'COLOR', '"#0f6b81"', '"#0f6b81"', 'Main colour of the embedded identity provider''s theme.'),
  ('theme.secondary', 'COLOR', '"#b5852a"', '"#b5852a"', 'Second colour of the embedded identity provider''s theme.');
