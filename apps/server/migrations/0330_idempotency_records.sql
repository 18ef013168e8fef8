-- Answers with personal or secret data are not stored for a repeat (decision 0022), and erasing an account finds every key of it.
ALTER TABLE idempotency_key
  ADD COLUMN request_id text COLLATE "C" CHECK (char_length(request_id) BETWEEN 1 AND 64),
  ALTER COLUMN response DROP NOT NULL;
COMMENT ON COLUMN idempotency_key.request_id IS 'Of the request that had the effect; its rows of the audit trail name the records.';
COMMENT ON COLUMN idempotency_key.response IS 'NULL if the answer had personal or secret data: a repeat is refused.';
CREATE INDEX idempotency_key_request ON idempotency_key (request_id);
-- Existing answers may hold personal data.
UPDATE idempotency_key SET response = NULL;
