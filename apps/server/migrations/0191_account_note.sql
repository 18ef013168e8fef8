CREATE TABLE account_note (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  account_id uuid NOT NULL REFERENCES account,
  text text CHECK (char_length(text) BETWEEN 1 AND 2000),
  written_at timestamptz(3) NOT NULL DEFAULT now(),
  written_by text NOT NULL CHECK (char_length(written_by) BETWEEN 1 AND 255),
  retracted_at timestamptz(3),
  retracted_by text CHECK (char_length(retracted_by) BETWEEN 1 AND 255),
  retract_reason text CHECK (char_length(retract_reason) BETWEEN 1 AND 300),
  CONSTRAINT account_note_retracted_is_whole CHECK ((retracted_at IS NULL) = (retracted_by IS NULL)
    AND (retract_reason IS NULL OR retracted_at IS NOT NULL))
);
CREATE INDEX account_note_of_account ON account_note (account_id, written_at, id);
COMMENT ON TABLE account_note IS 'What staff noted about an account. Never changed and never deleted; a note may be retracted.';
COMMENT ON COLUMN account_note.text IS 'Plain text; NULL once the account has been erased.';
COMMENT ON COLUMN account_note.retract_reason IS 'NULL where its author took it back soon after writing it.';
-- What a note says cannot be changed by the application: that is for the function that erases an account.
SELECT grant_to_application('SELECT, INSERT, UPDATE (retracted_at, retracted_by, retract_reason)', 'TABLE account_note');

-- Holds for every role, the owner included.
CREATE FUNCTION account_note_is_append_only() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND (NEW.id, NEW.account_id, NEW.written_at, NEW.written_by) IS NOT DISTINCT FROM (OLD.id, OLD.account_id, OLD.written_at, OLD.written_by)
    AND (NEW.text IS NOT DISTINCT FROM OLD.text OR NEW.text IS NULL)
    AND (OLD.retracted_at IS NULL OR (NEW.retracted_at, NEW.retracted_by) IS NOT DISTINCT FROM (OLD.retracted_at, OLD.retracted_by))
    AND (OLD.retracted_at IS NULL OR NEW.retract_reason IS NOT DISTINCT FROM OLD.retract_reason OR NEW.retract_reason IS NULL)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'notes are neither changed nor deleted' USING ERRCODE = 'BC002', TABLE = 'account_note';
END
$$;
COMMENT ON FUNCTION account_note_is_append_only() IS 'Refuses with SQLSTATE BC002 whatever is neither a retraction nor a part of erasing the account.';
CREATE TRIGGER account_note_is_append_only BEFORE UPDATE OR DELETE ON account_note
  FOR EACH ROW EXECUTE FUNCTION account_note_is_append_only();
