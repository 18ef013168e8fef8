-- Refused requests of machine clients about an account, for people who answer calls (decision 0231).
CREATE TABLE machine_refusal (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  account_id uuid NOT NULL REFERENCES account,
  day date NOT NULL,
  place smallint NOT NULL CHECK (place BETWEEN 1 AND 100),
  client_sub text COLLATE "C" NOT NULL CHECK (char_length(client_sub) BETWEEN 1 AND 255),
  operation text COLLATE "C" NOT NULL CHECK (operation ~ '^[A-Za-z]{1,40}$'),
  store_id uuid REFERENCES store,
  receipt text CHECK (char_length(receipt) BETWEEN 1 AND 128),
  code_end text CHECK (char_length(code_end) BETWEEN 1 AND 4),
  points bigint,
  reason text COLLATE "C" NOT NULL CHECK (reason ~ '^[A-Za-z._-]{1,60}$'),
  occurred_at timestamptz(3) NOT NULL,
  UNIQUE (account_id, day, place)
);
CREATE INDEX machine_refusal_by_day ON machine_refusal (day);
COMMENT ON TABLE machine_refusal IS 'Refused requests about a known account, kept for 30 days: at most 100 an account and day.';
COMMENT ON COLUMN machine_refusal.day IS 'UTC day of the request.';
COMMENT ON COLUMN machine_refusal.place IS 'Number within the account and day.';
COMMENT ON COLUMN machine_refusal.operation IS 'Mutation of the API.';
COMMENT ON COLUMN machine_refusal.receipt IS 'Reference of the client, such as a receipt number. {personal}';
COMMENT ON COLUMN machine_refusal.code_end IS 'Last four characters of a coupon code.';
COMMENT ON COLUMN machine_refusal.points IS 'Points that the account would have got; negative: given.';
COMMENT ON COLUMN machine_refusal.reason IS 'Error code, or outcome of a redemption.';
COMMENT ON COLUMN machine_refusal.occurred_at IS 'When it happened according to the client, else when it was refused.';
SELECT grant_to_application('SELECT, DELETE', 'TABLE machine_refusal');
