CREATE TYPE topic_kind AS ENUM ('MARKETING', 'SERVICE');

CREATE TABLE topic_category (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  code text COLLATE "C" NOT NULL UNIQUE CHECK (code ~ '^[a-z0-9][a-z0-9_.-]{1,63}$'),
  name_i18n jsonb NOT NULL CHECK (is_i18n_map(name_i18n, 60)),
  position int NOT NULL CHECK (position >= 1),
  archived_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1),
  UNIQUE (position) DEFERRABLE
);
COMMENT ON TABLE topic_category IS 'Groups of topics, in the order in which people see them.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE topic_category');

CREATE TABLE topic (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  category_id uuid NOT NULL REFERENCES topic_category,
  code text COLLATE "C" NOT NULL UNIQUE CHECK (code ~ '^[a-z0-9][a-z0-9_.-]{1,63}$'),
  name_i18n jsonb NOT NULL CHECK (is_i18n_map(name_i18n, 60)),
  description_i18n jsonb NOT NULL CHECK (is_i18n_map(description_i18n, 200)),
  kind topic_kind NOT NULL,
  default_subscribed boolean NOT NULL DEFAULT false,
  position int NOT NULL CHECK (position >= 1),
  subscriber_count int NOT NULL DEFAULT 0 CHECK (subscriber_count >= 0),
  archived_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1),
  UNIQUE (category_id, position) DEFERRABLE
);
COMMENT ON TABLE topic IS 'What an account can be notified about.';
COMMENT ON COLUMN topic.code IS 'Permanent: the mobile app names the topic by it.';
COMMENT ON COLUMN topic.kind IS 'SERVICE goes out beyond the caps and quiet hours of MARKETING.';
COMMENT ON COLUMN topic.default_subscribed IS 'True: a new account has it until its owner says otherwise.';
COMMENT ON COLUMN topic.subscriber_count IS 'Kept by a trigger on the subscriptions.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE topic');

CREATE TYPE subscription_source AS ENUM ('APP', 'STAFF', 'IMPORT', 'DEFAULT');

CREATE TABLE account_topic_subscription (
  account_id uuid NOT NULL REFERENCES account,
  topic_id uuid NOT NULL REFERENCES topic,
  is_subscribed boolean NOT NULL,
  source subscription_source NOT NULL,
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  changed_by text CHECK (char_length(changed_by) BETWEEN 1 AND 255),
  PRIMARY KEY (account_id, topic_id)
);
CREATE INDEX account_topic_subscription_subscribers ON account_topic_subscription (topic_id, account_id) WHERE is_subscribed;
COMMENT ON TABLE account_topic_subscription IS 'What the owner of an account, or staff for them, decided about a topic.';
COMMENT ON COLUMN account_topic_subscription.changed_by IS 'Subject of the staff member or machine client; NULL: the product itself.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE account_topic_subscription');
