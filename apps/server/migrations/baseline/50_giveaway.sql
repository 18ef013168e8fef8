-- Giveaways: what was promised, who entered, what was won, and everything that happened, row by row (decision 0093). The keys of what a
-- giveaway has begin with the giveaway, by which the tables can be distributed.

CREATE TYPE giveaway_state AS ENUM ('DRAFT', 'PUBLISHED', 'FROZEN', 'DRAWN', 'ANNOUNCED', 'SETTLED', 'CANCELED');
CREATE TYPE giveaway_status AS ENUM ('DRAFT', 'SCHEDULED', 'OPEN', 'CLOSED', 'FROZEN', 'DRAWN', 'ANNOUNCED', 'SETTLED', 'CANCELED');
CREATE TYPE giveaway_draw_mode AS ENUM ('COMMIT_REVEAL');
CREATE TYPE giveaway_prize_kind AS ENUM ('POINTS', 'COUPON', 'PHYSICAL');
CREATE TYPE giveaway_entry_state AS ENUM ('VALID', 'WITHDRAWN', 'DISQUALIFIED');
CREATE TYPE giveaway_winner_kind AS ENUM ('WINNER', 'ALTERNATE');
CREATE TYPE giveaway_winner_state AS ENUM ('DRAWN', 'NOTIFIED', 'CLAIMED', 'FULFILLED', 'FORFEITED', 'PROMOTED', 'UNUSED');
CREATE TYPE giveaway_actor AS ENUM ('SYSTEM', 'ACCOUNT', 'STAFF');
CREATE TYPE giveaway_transaction_type AS ENUM
  ('PUBLISHED', 'FUNDED', 'ENTERED', 'TICKETS_ADDED', 'WITHDRAWN', 'DISQUALIFIED', 'REINSTATED', 'FROZEN', 'DRAWN', 'WON',
   'ALTERNATE_DRAWN', 'ANNOUNCED', 'NOTIFIED', 'CLAIMED', 'FORFEITED', 'PROMOTED', 'PRIZE_GRANTED', 'REFUNDED', 'LEFTOVER_RETURNED',
   'SETTLED', 'CANCELED');

CREATE TABLE giveaway (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  code text COLLATE "C" NOT NULL UNIQUE CHECK (code ~ '^[A-Z0-9-]{3,24}$'),
  title_i18n jsonb NOT NULL CHECK (is_i18n_map(title_i18n, 80)),
  description_i18n jsonb NOT NULL CHECK (is_i18n_map(description_i18n, 1000)),
  rules_i18n jsonb NOT NULL CHECK (is_i18n_map(rules_i18n, 20000)),
  rules_hash bytea CHECK (octet_length(rules_hash) = 32),
  image_path text COLLATE "C" CHECK (image_path ~ '^giveaways/[A-Za-z0-9_-]{1,100}\.png$'),
  store_id uuid REFERENCES store,
  country_codes char(2)[] NOT NULL CHECK (is_country_list(country_codes)),
  min_age smallint NOT NULL CHECK (min_age BETWEEN 0 AND 99),
  opens_at timestamptz(3) NOT NULL,
  closes_at timestamptz(3) NOT NULL,
  draw_at timestamptz(3) NOT NULL,
  timezone text NOT NULL CHECK (is_timezone_name(timezone)),
  max_tickets_per_account smallint NOT NULL DEFAULT 1 CHECK (max_tickets_per_account BETWEEN 1 AND 100),
  max_entries int CHECK (max_entries >= 1),
  entry_cost_points int NOT NULL DEFAULT 0 CHECK (entry_cost_points BETWEEN 0 AND 1000000),
  alternates smallint NOT NULL DEFAULT 3 CHECK (alternates BETWEEN 0 AND 50),
  claim_days smallint NOT NULL DEFAULT 14 CHECK (claim_days BETWEEN 1 AND 60),
  registration_new_york text CHECK (char_length(registration_new_york) BETWEEN 1 AND 60),
  registration_florida text CHECK (char_length(registration_florida) BETWEEN 1 AND 60),
  consideration_accepted_by text CHECK (char_length(consideration_accepted_by) BETWEEN 1 AND 255),
  escrow_points bigint NOT NULL DEFAULT 0 CHECK (escrow_points >= 0),

  state giveaway_state NOT NULL DEFAULT 'DRAFT',
  state_reason text CHECK (char_length(state_reason) BETWEEN 1 AND 300),
  state_changed_at timestamptz(3) NOT NULL DEFAULT now(),
  published_at timestamptz(3),
  announced_at timestamptz(3),
  settled_at timestamptz(3),
  canceled_at timestamptz(3),

  draw_mode giveaway_draw_mode NOT NULL DEFAULT 'COMMIT_REVEAL',
  algorithm text NOT NULL DEFAULT 'gw-draw-v1' CHECK (algorithm = 'gw-draw-v1'),
  seed_commitment bytea CHECK (octet_length(seed_commitment) = 32),
  seed_encrypted bytea CHECK (octet_length(seed_encrypted) BETWEEN 32 AND 200),
  seed_revealed bytea CHECK (octet_length(seed_revealed) = 32),
  pseudonym_salt bytea CHECK (octet_length(pseudonym_salt) = 32),
  entries_root bytea CHECK (octet_length(entries_root) = 32),
  entries_count int CHECK (entries_count >= 0),
  tickets_count bigint CHECK (tickets_count >= 0),
  frozen_at timestamptz(3),
  drawn_at timestamptz(3),
  proof_path text CHECK (char_length(proof_path) BETWEEN 1 AND 200),
  proof_sha256 bytea CHECK (octet_length(proof_sha256) = 32),

  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1),

  -- Search and sort keys (decision 0020).
  title_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(title_i18n ->> 'en-US')) STORED,
  title_sort text COLLATE "und-x-icu" NOT NULL GENERATED ALWAYS AS (lower(title_i18n ->> 'en-US')) STORED,

  CONSTRAINT giveaway_window CHECK (opens_at < closes_at AND draw_at >= closes_at + interval '10 minutes'
    AND opens_at >= '2000-01-01' AND draw_at < '2100-01-01'),
  CONSTRAINT giveaway_committed CHECK (published_at IS NULL
    OR (published_at < opens_at AND num_nulls(rules_hash, seed_commitment, seed_encrypted, pseudonym_salt) = 0)),
  CONSTRAINT giveaway_draft_or_published CHECK (state = 'CANCELED' OR (state = 'DRAFT') = (published_at IS NULL)),
  CONSTRAINT giveaway_canceled_has_reason CHECK (state <> 'CANCELED' OR state_reason IS NOT NULL),
  CONSTRAINT giveaway_frozen_has_count CHECK (num_nulls(entries_count, tickets_count) IN (0, 2)),
  CONSTRAINT giveaway_seed_shown_when_drawn CHECK ((seed_revealed IS NULL) = (drawn_at IS NULL)),
  CONSTRAINT giveaway_cost_is_agreed CHECK (published_at IS NULL OR entry_cost_points = 0 OR consideration_accepted_by IS NOT NULL)
);
-- Orders of the list; some thousand giveaways are searched and filtered without more.
CREATE INDEX giveaway_by_title ON giveaway (title_sort, id);
CREATE INDEX giveaway_by_opening ON giveaway (opens_at, id);
CREATE INDEX giveaway_by_closing ON giveaway (closes_at, id);
CREATE INDEX giveaway_by_draw ON giveaway (draw_at, id);
CREATE INDEX giveaway_by_created ON giveaway (created_at, id);
CREATE INDEX giveaway_by_updated ON giveaway (updated_at, id);
CREATE INDEX giveaway_in_state ON giveaway (state, closes_at, draw_at);
CREATE INDEX giveaway_store_id ON giveaway (store_id) WHERE store_id IS NOT NULL;
COMMENT ON TABLE giveaway IS
  'A giveaway: what people were promised, and the public record of its draw. What follows from time is giveaway_status(). Rows are never deleted.';
COMMENT ON COLUMN giveaway.rules_i18n IS 'Official rules by language; publication freezes them.';
COMMENT ON COLUMN giveaway.rules_hash IS
  'SHA-256 of the canonical JSON of all that publication freezes: rules, prizes, dates, eligibility (decision 0094).';
COMMENT ON COLUMN giveaway.store_id IS 'Sponsor, whose wallet the points of prizes come from; NULL: the company.';
COMMENT ON COLUMN giveaway.min_age IS 'Years on the day of the entry in the zone of the giveaway.';
COMMENT ON COLUMN giveaway.closes_at IS 'First instant at which nobody can enter any more.';
COMMENT ON COLUMN giveaway.timezone IS 'IANA zone in which people read and enter its dates.';
COMMENT ON COLUMN giveaway.max_entries IS 'Accounts that may take part; NULL: no such limit.';
COMMENT ON COLUMN giveaway.entry_cost_points IS 'Points that each ticket costs.';
COMMENT ON COLUMN giveaway.claim_days IS 'Days of 24 hours in which a winner may claim.';
COMMENT ON COLUMN giveaway.registration_new_york IS 'Number under which the prizes are registered there.';
COMMENT ON COLUMN giveaway.consideration_accepted_by IS 'Who answers for it that entering costs something.';
COMMENT ON COLUMN giveaway.escrow_points IS 'Points that were put into the wallet of the giveaway for its prizes at publication.';
COMMENT ON COLUMN giveaway.state_changed_at IS 'Set by a trigger, as are published_at, announced_at, settled_at and canceled_at.';
COMMENT ON COLUMN giveaway.seed_commitment IS 'SHA-256 of "gw-seed-v1", the 16 bytes of the id and the seed; public from publication on.';
COMMENT ON COLUMN giveaway.seed_encrypted IS 'The seed, sealed with a key of the server: no list, record or export has it.';
COMMENT ON COLUMN giveaway.seed_revealed IS 'The seed, once it has decided the draw.';
COMMENT ON COLUMN giveaway.pseudonym_salt IS 'Key by which accounts become pseudonyms in the public list.';
COMMENT ON COLUMN giveaway.title_key IS 'Fragment search.';
COMMENT ON COLUMN giveaway.title_sort IS 'Order of titles in every script.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE giveaway');

CREATE TABLE giveaway_prize (
  id uuid NOT NULL DEFAULT uuid_v7(),
  giveaway_id uuid NOT NULL REFERENCES giveaway,
  rank smallint NOT NULL CHECK (rank BETWEEN 1 AND 50),
  title_i18n jsonb NOT NULL CHECK (is_i18n_map(title_i18n, 120)),
  quantity smallint NOT NULL CHECK (quantity BETWEEN 1 AND 1000),
  kind giveaway_prize_kind NOT NULL,
  points int CHECK (points BETWEEN 1 AND 1000000000),
  campaign_id uuid REFERENCES campaign,
  value_minor bigint CHECK (value_minor BETWEEN 1 AND 1000000000000),
  currency char(3) CHECK (currency ~ '^[A-Z]{3}$'),
  PRIMARY KEY (giveaway_id, id),
  UNIQUE (giveaway_id, rank),
  CONSTRAINT giveaway_prize_is_whole CHECK ((kind = 'POINTS') = (points IS NOT NULL) AND (kind = 'COUPON') = (campaign_id IS NOT NULL)),
  CONSTRAINT giveaway_prize_worth CHECK ((value_minor IS NULL) = (currency IS NULL))
);
CREATE INDEX giveaway_prize_campaign_id ON giveaway_prize (campaign_id) WHERE campaign_id IS NOT NULL;
COMMENT ON TABLE giveaway_prize IS 'What can be won: `quantity` times each, drawn in the order of the ranks. Changed while the giveaway is a draft.';
COMMENT ON COLUMN giveaway_prize.points IS 'Of each prize.';
COMMENT ON COLUMN giveaway_prize.campaign_id IS 'Campaign of whose codes each winner gets one.';
COMMENT ON COLUMN giveaway_prize.value_minor IS 'Worth of each prize in minor units of the currency.';
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE giveaway_prize');

CREATE TABLE giveaway_tally (
  giveaway_id uuid PRIMARY KEY REFERENCES giveaway,
  is_open boolean NOT NULL,
  last_seq bigint NOT NULL DEFAULT 0 CHECK (last_seq BETWEEN 0 AND 9007199254740991),
  entries int NOT NULL DEFAULT 0 CHECK (entries >= 0),
  tickets bigint NOT NULL DEFAULT 0 CHECK (tickets >= 0),
  withdrawn int NOT NULL DEFAULT 0 CHECK (withdrawn >= 0),
  disqualified int NOT NULL DEFAULT 0 CHECK (disqualified >= 0),
  points_held bigint NOT NULL DEFAULT 0 CHECK (points_held >= 0)
) WITH (fillfactor = 20);
COMMENT ON TABLE giveaway_tally IS
  'Counters of a published giveaway, and its gate: whatever writes an entry, a winner or a transaction locks this row first, so that none slips in beside the freeze, no limit is passed and transactions are numbered without gaps. Changed by functions alone.';
COMMENT ON COLUMN giveaway_tally.is_open IS 'True while the giveaway is PUBLISHED; whether it is between its dates is judged under the lock.';
COMMENT ON COLUMN giveaway_tally.last_seq IS 'Number of the newest transaction.';
COMMENT ON COLUMN giveaway_tally.entries IS 'Entries that are VALID, as tickets are their tickets.';
COMMENT ON COLUMN giveaway_tally.disqualified IS 'Entries that are DISQUALIFIED; they keep their place, so that they can be reinstated.';
COMMENT ON COLUMN giveaway_tally.points_held IS 'Points that entries have cost and that could still go back.';
SELECT grant_to_application('SELECT', 'TABLE giveaway_tally');

CREATE TABLE giveaway_entry (
  id uuid NOT NULL DEFAULT uuid_v7(),
  giveaway_id uuid NOT NULL REFERENCES giveaway,
  account_id uuid NOT NULL REFERENCES account,
  entered_at timestamptz(3) NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  points_paid int NOT NULL DEFAULT 0 CHECK (points_paid >= 0),
  tickets smallint NOT NULL CHECK (tickets BETWEEN 1 AND 100),
  state giveaway_entry_state NOT NULL DEFAULT 'VALID',
  state_reason text CHECK (char_length(state_reason) BETWEEN 1 AND 300),
  PRIMARY KEY (giveaway_id, id),
  UNIQUE (giveaway_id, account_id),
  CONSTRAINT giveaway_entry_disqualified_has_reason CHECK ((state = 'DISQUALIFIED') = (state_reason IS NOT NULL))
) WITH (fillfactor = 90);
CREATE INDEX giveaway_entry_in_state ON giveaway_entry (giveaway_id, state, id);
CREATE INDEX giveaway_entry_by_time ON giveaway_entry (giveaway_id, entered_at, id);
CREATE INDEX giveaway_entry_of_account ON giveaway_entry (account_id, entered_at, giveaway_id);
CREATE INDEX giveaway_entry_paid ON giveaway_entry (giveaway_id, id) WHERE points_paid > 0;
-- Badges are awarded for giveaways that were entered and won; what has changed since the last look is found by its instant.
CREATE INDEX giveaway_entry_by_change ON giveaway_entry (changed_at, id);
COMMENT ON TABLE giveaway_entry IS 'Who takes part: one row an account and giveaway, as it is now. Changed by functions alone.';
COMMENT ON COLUMN giveaway_entry.points_paid IS 'Points that its tickets have cost and that have not gone back.';
SELECT grant_to_application('SELECT', 'TABLE giveaway_entry');

CREATE TABLE giveaway_transaction (
  giveaway_id uuid NOT NULL REFERENCES giveaway,
  seq bigint NOT NULL CHECK (seq BETWEEN 1 AND 9007199254740991),
  account_id uuid REFERENCES account,
  entry_id uuid,
  prize_id uuid,
  points_transfer_id uuid REFERENCES points_transfer,
  occurred_at timestamptz(3) NOT NULL,
  points bigint,
  type giveaway_transaction_type NOT NULL,
  actor giveaway_actor NOT NULL,
  tickets smallint,
  actor_sub text CHECK (char_length(actor_sub) BETWEEN 1 AND 255),
  reason text CHECK (char_length(reason) BETWEEN 1 AND 300),
  data jsonb CHECK (jsonb_typeof(data) = 'object'),
  idempotency_key text COLLATE "C" CHECK (char_length(idempotency_key) BETWEEN 1 AND 64),
  request_hash bytea CHECK (octet_length(request_hash) = 32),
  PRIMARY KEY (giveaway_id, seq),
  FOREIGN KEY (giveaway_id, entry_id) REFERENCES giveaway_entry (giveaway_id, id),
  FOREIGN KEY (giveaway_id, prize_id) REFERENCES giveaway_prize (giveaway_id, id),
  CONSTRAINT giveaway_transaction_has_reason
    CHECK (type NOT IN ('DISQUALIFIED', 'REINSTATED', 'FORFEITED', 'CANCELED') OR reason IS NOT NULL),
  CONSTRAINT giveaway_transaction_has_actor CHECK ((actor = 'SYSTEM') = (actor_sub IS NULL)),
  CONSTRAINT giveaway_transaction_request CHECK (num_nulls(idempotency_key, request_hash) IN (0, 2))
);
CREATE INDEX giveaway_transaction_of_account ON giveaway_transaction (giveaway_id, account_id, seq) WHERE account_id IS NOT NULL;
CREATE INDEX giveaway_transaction_of_type ON giveaway_transaction (giveaway_id, type, seq);
CREATE UNIQUE INDEX giveaway_transaction_key ON giveaway_transaction (giveaway_id, actor_sub, idempotency_key) WHERE idempotency_key IS NOT NULL;
-- Giveaways: entries that were made, whatever became of them.
CREATE INDEX giveaway_transaction_entered ON giveaway_transaction (occurred_at) WHERE type = 'ENTERED';
COMMENT ON TABLE giveaway_transaction IS
  'Everything that happened to a giveaway, numbered without gaps; written by functions alone and never changed or deleted.';
COMMENT ON COLUMN giveaway_transaction.points IS 'Points that moved.';
COMMENT ON COLUMN giveaway_transaction.tickets IS 'Tickets that came or went.';
COMMENT ON COLUMN giveaway_transaction.actor_sub IS 'Subject of the person of the staff, or of the machine client that acted for the account.';
COMMENT ON COLUMN giveaway_transaction.idempotency_key IS 'Of the request of a machine client, its own for ever in this giveaway.';
SELECT grant_to_application('SELECT', 'TABLE giveaway_transaction');

CREATE TABLE giveaway_winner (
  giveaway_id uuid NOT NULL REFERENCES giveaway,
  draw_position smallint NOT NULL CHECK (draw_position >= 1),
  entry_id uuid NOT NULL,
  account_id uuid NOT NULL REFERENCES account,
  prize_id uuid,
  kind giveaway_winner_kind NOT NULL,
  state giveaway_winner_state NOT NULL DEFAULT 'DRAWN',
  claim_deadline timestamptz(3),
  notified_at timestamptz(3),
  claimed_at timestamptz(3),
  fulfilled_at timestamptz(3),
  forfeited_at timestamptz(3),
  forfeited_reason text CHECK (char_length(forfeited_reason) BETWEEN 1 AND 300),
  fulfilment_note text CHECK (char_length(fulfilment_note) BETWEEN 1 AND 300),
  replaced_by_position smallint,
  coupon_id uuid,
  points_transfer_id uuid REFERENCES points_transfer,
  PRIMARY KEY (giveaway_id, draw_position),
  UNIQUE (giveaway_id, account_id),
  FOREIGN KEY (giveaway_id, entry_id) REFERENCES giveaway_entry (giveaway_id, id),
  FOREIGN KEY (giveaway_id, prize_id) REFERENCES giveaway_prize (giveaway_id, id),
  FOREIGN KEY (giveaway_id, replaced_by_position) REFERENCES giveaway_winner (giveaway_id, draw_position),
  CONSTRAINT giveaway_winner_has_prize CHECK (prize_id IS NOT NULL OR (kind = 'ALTERNATE' AND state IN ('DRAWN', 'UNUSED'))),
  CONSTRAINT giveaway_winner_forfeited_has_reason CHECK ((state = 'FORFEITED') = (forfeited_reason IS NOT NULL)),
  CONSTRAINT giveaway_winner_promoted_is_alternate CHECK (state NOT IN ('PROMOTED', 'UNUSED') OR kind = 'ALTERNATE')
);
CREATE UNIQUE INDEX giveaway_winner_replaced ON giveaway_winner (giveaway_id, replaced_by_position) WHERE replaced_by_position IS NOT NULL;
CREATE INDEX giveaway_winner_due ON giveaway_winner (claim_deadline) WHERE state = 'NOTIFIED';
CREATE INDEX giveaway_winner_of_account ON giveaway_winner (account_id);
CREATE INDEX giveaway_winner_by_change ON giveaway_winner ((coalesce(forfeited_at, notified_at)), entry_id) WHERE notified_at IS NOT NULL;
CREATE INDEX giveaway_winner_claimed ON giveaway_winner (giveaway_id) WHERE state = 'CLAIMED';
COMMENT ON TABLE giveaway_winner IS 'Who was drawn, in that order. Changed by functions alone.';
COMMENT ON COLUMN giveaway_winner.prize_id IS 'NULL: an alternate who has none (yet).';
COMMENT ON COLUMN giveaway_winner.claim_deadline IS 'First instant at which it is too late to claim; NULL: nobody was told yet.';
COMMENT ON COLUMN giveaway_winner.fulfilment_note IS '{personal}';
COMMENT ON COLUMN giveaway_winner.replaced_by_position IS 'Who got the prize instead.';
COMMENT ON COLUMN giveaway_winner.coupon_id IS 'Coupon that the winner got.';
SELECT grant_to_application('SELECT', 'TABLE giveaway_winner');

-- How giveaways are frozen and drawn (decision 0094).

CREATE TABLE giveaway_leaf_chunk (
  giveaway_id uuid NOT NULL REFERENCES giveaway,
  chunk_index int NOT NULL CHECK (chunk_index >= 0),
  first_entry_id uuid NOT NULL,
  ticket_start bigint NOT NULL CHECK (ticket_start >= 0),
  tickets bytea NOT NULL CHECK (octet_length(tickets) BETWEEN 1 AND 1024),
  root bytea NOT NULL CHECK (octet_length(root) = 32),
  PRIMARY KEY (giveaway_id, chunk_index),
  UNIQUE (giveaway_id, first_entry_id),
  FOREIGN KEY (giveaway_id, first_entry_id) REFERENCES giveaway_entry (giveaway_id, id)
);
COMMENT ON TABLE giveaway_leaf_chunk IS
  'Up to 1,024 entries of a frozen giveaway that follow one another in the order of ids: a complete subtree of its Merkle tree. Written by the freeze and never changed.';
COMMENT ON COLUMN giveaway_leaf_chunk.ticket_start IS 'Tickets of all entries before its first one.';
COMMENT ON COLUMN giveaway_leaf_chunk.tickets IS 'Tickets of each of its entries, one byte each.';
COMMENT ON COLUMN giveaway_leaf_chunk.root IS 'Root of the subtree of its leaves (RFC 6962).';
SELECT grant_to_application('SELECT, INSERT', 'TABLE giveaway_leaf_chunk');
