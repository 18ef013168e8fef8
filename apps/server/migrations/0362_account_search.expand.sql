-- Keys by which accounts are found: one row per account, one per word of its name, and each word once (decision 0165).
-- The tables begin empty, so no index of a table in use is built here but the last.

CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

CREATE TABLE account_search (
  account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  name text COLLATE "C",
  email_local text COLLATE "C",
  email_domain text COLLATE "C",
  phone_end text COLLATE "C"
);
CREATE INDEX account_search_name ON account_search (name, account_id) WHERE name IS NOT NULL;
CREATE INDEX account_search_email_domain ON account_search (email_domain, account_id) WHERE email_domain IS NOT NULL;
CREATE INDEX account_search_phone_end ON account_search (phone_end, account_id) WHERE phone_end IS NOT NULL;
CREATE INDEX account_search_email_part ON account_search USING gin (email_local gin_trgm_ops)
  WITH (fastupdate = on, gin_pending_list_limit = 256);
COMMENT ON TABLE account_search IS 'Keys by which accounts are found; kept by triggers on account.';
COMMENT ON COLUMN account_search.name IS 'search_name of the display name. {personal}';
COMMENT ON COLUMN account_search.email_local IS 'The email address before the @, in lower case. {personal}';
COMMENT ON COLUMN account_search.email_domain IS 'The email address behind the @, in lower case. {personal}';
COMMENT ON COLUMN account_search.phone_end IS 'The digits of the phone number from the last to the first. {personal}';
SELECT grant_to_application('SELECT', 'TABLE account_search');

CREATE TABLE account_name_word (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  word text COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX account_name_word_by_word ON account_name_word (word, account_id);
CREATE INDEX account_name_word_of_account ON account_name_word (account_id, word);
COMMENT ON TABLE account_name_word IS 'The words of the names of accounts (search_words).';
COMMENT ON COLUMN account_name_word.word IS '{personal}';
SELECT grant_to_application('SELECT', 'TABLE account_name_word');

CREATE TABLE account_word (
  word text COLLATE "C" PRIMARY KEY,
  spellings text[] COLLATE "C" NOT NULL GENERATED ALWAYS AS (search_spellings(word)) STORED
);
CREATE INDEX account_word_spellings ON account_word USING gin (spellings);
CREATE INDEX account_word_part ON account_word USING gin (word gin_trgm_ops);
COMMENT ON TABLE account_word IS 'Each word of account_name_word once, for searches with typing errors.';
COMMENT ON COLUMN account_word.word IS '{personal}';
SELECT grant_to_application('SELECT', 'TABLE account_word');

-- Receipts are found across campaigns. A million redemptions take about a second.
CREATE INDEX coupon_redemption_by_order_ref ON coupon_redemption (lower(order_ref)) WHERE order_ref IS NOT NULL;
