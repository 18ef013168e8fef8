-- Requests for roles by people who were refused a page (decision 0210).

CREATE TABLE access_request (
  staff_sub text PRIMARY KEY CHECK (char_length(staff_sub) BETWEEN 1 AND 255),
  id uuid NOT NULL UNIQUE DEFAULT uuid_v7(),
  roles text[] NOT NULL CHECK (cardinality(roles) <= 20),
  note text CHECK (char_length(note) <= 2000),
  requested_at timestamptz(3) NOT NULL DEFAULT now(),
  declined_at timestamptz(3)
);
COMMENT ON TABLE access_request IS 'The last request of each person for roles. It ends when they have one of them, are declined, or after 30 days.';
COMMENT ON COLUMN access_request.id IS 'Of this request; a later one of the person has another.';
COMMENT ON COLUMN access_request.roles IS 'Any of them is enough; empty: any role at all.';
COMMENT ON COLUMN access_request.declined_at IS 'When an administrator declined it. It stays, so that the next one is a day later.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE access_request');
