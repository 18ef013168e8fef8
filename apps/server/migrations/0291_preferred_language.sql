-- A language that is chosen in the console is written here; regions may be those of UN M.49, as in es-419.
ALTER TABLE identity.person DROP CONSTRAINT person_preferred_language_key_check;
ALTER TABLE identity.person ADD CONSTRAINT person_preferred_language_key_check
  CHECK (preferred_language_key ~ '^[a-z]{2,3}-([A-Z]{2}|[0-9]{3})$');

-- Demo people were made with English, which they had not chosen.
UPDATE identity.person SET preferred_language_key = NULL WHERE is_demo;
