-- Members of segments by day, with those who entered and left (decision 0166).

CREATE TABLE segment_member (
  segment_id uuid NOT NULL REFERENCES segment,
  account_id uuid NOT NULL,
  PRIMARY KEY (segment_id, account_id)
);
COMMENT ON TABLE segment_member IS 'Members at the last daily count, from which the next one finds who entered and left. Without a foreign key to accounts.';
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE segment_member');

CREATE TABLE segment_day (
  segment_id uuid NOT NULL REFERENCES segment,
  day date NOT NULL,
  members int NOT NULL CHECK (members >= 0),
  entered int NOT NULL CHECK (entered >= 0),
  departed int NOT NULL CHECK (departed >= 0),
  PRIMARY KEY (segment_id, day)
);
COMMENT ON TABLE segment_day IS 'Members of a segment, counted once a day (UTC). The first day has no one who entered.';
SELECT grant_to_application('SELECT, INSERT', 'TABLE segment_day');
