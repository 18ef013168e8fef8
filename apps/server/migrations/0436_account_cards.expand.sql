-- Member cards (decision 0222).
CREATE TABLE account_card (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  account_id uuid REFERENCES account,
  card_number text COLLATE "C" CHECK (is_card_number(card_number)),
  number_hash bytea NOT NULL UNIQUE CHECK (octet_length(number_hash) = 32),
  issued_at timestamptz(3) NOT NULL DEFAULT now(),
  ended_at timestamptz(3),
  CONSTRAINT account_card_number_is_hashed CHECK (card_number IS NULL OR number_hash = card_number_key(card_number)),
  CONSTRAINT account_card_is_whole CHECK ((account_id IS NULL) = (card_number IS NULL) AND (card_number IS NOT NULL OR ended_at IS NOT NULL))
);
CREATE UNIQUE INDEX account_card_current ON account_card (account_id) WHERE ended_at IS NULL;
CREATE INDEX account_card_of_account ON account_card (account_id);
COMMENT ON TABLE account_card IS 'Member cards: an account has at most one that has not ended. Rows are never deleted, so no number is used twice.';
COMMENT ON COLUMN account_card.account_id IS 'NULL: the account was erased.';
COMMENT ON COLUMN account_card.card_number IS '12 digits and a check digit; NULL: the account was erased. {personal}';
COMMENT ON COLUMN account_card.number_hash IS 'SHA-256 of the number, by which numbers are unique permanently.';
COMMENT ON COLUMN account_card.ended_at IS 'When it was reported lost or replaced, or the account erased.';
SELECT grant_to_application('SELECT, INSERT, UPDATE (ended_at)', 'TABLE account_card');
