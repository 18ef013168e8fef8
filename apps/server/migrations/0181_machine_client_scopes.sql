-- As OAuth writes them (RFC 6749, section 3.3): a text, parted by spaces.
ALTER TABLE machine_client
  DROP CONSTRAINT machine_client_scopes_check,
  ALTER COLUMN scopes TYPE text USING array_to_string(scopes, ' ');
ALTER TABLE machine_client ADD CONSTRAINT machine_client_scopes_check
  CHECK (scopes ~ '^([a-z-]+\.[a-z-]+( [a-z-]+\.[a-z-]+){0,19})?$');
COMMENT ON COLUMN machine_client.scopes IS 'What the client may do; a scope that the product does not know has no effect.';
