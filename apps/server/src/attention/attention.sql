CREATE OR REPLACE FUNCTION look_since(looked_at timestamptz, since timestamptz, at timestamptz) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN at - looked_at > interval '30 minutes' THEN looked_at ELSE since END;
COMMENT ON FUNCTION look_since(timestamptz, timestamptz, timestamptz) IS
  'When the visit before the one of an instant ended: looks at most 30 minutes apart are one visit.';
