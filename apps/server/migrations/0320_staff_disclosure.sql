-- How much personal data, and how many codes, each member of staff has been shown: budgets and what administrators see (decision 0127).

CREATE TYPE disclosure_kind AS ENUM ('CONTACT', 'CODE', 'EXPORT_ROW');

CREATE TABLE staff_disclosure (
  staff_sub text COLLATE "C" NOT NULL CHECK (char_length(staff_sub) BETWEEN 1 AND 255),
  kind disclosure_kind NOT NULL,
  bucket timestamptz(3) NOT NULL CHECK (bucket = date_bin('5 minutes', bucket, 'epoch')),
  amount bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (staff_sub, kind, bucket)
);
CREATE INDEX staff_disclosure_by_time ON staff_disclosure (bucket);
COMMENT ON TABLE staff_disclosure IS 'Contacts and codes revealed and rows exported by each member of staff, in 5-minute buckets. Kept for 15 days.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE staff_disclosure');

CREATE FUNCTION disclosure_free_at(by_sub text, of_kind disclosure_kind, wanted bigint, span interval, most bigint) RETURNS timestamptz
  LANGUAGE sql STABLE
  RETURN CASE WHEN wanted > most THEN 'infinity' ELSE (
    -- A bucket counts until its last instant has left the span.
    SELECT min(spent.bucket) FILTER (WHERE spent.later + wanted <= most) + interval '5 minutes' + span
    FROM (SELECT d.bucket, d.amount, sum(d.amount) OVER (ORDER BY d.bucket DESC) - d.amount AS later
      FROM staff_disclosure d
      WHERE d.staff_sub = by_sub AND d.kind = of_kind AND d.bucket + interval '5 minutes' > now() - span) spent
    HAVING sum(spent.amount) + wanted > most) END;
COMMENT ON FUNCTION disclosure_free_at(text, disclosure_kind, bigint, interval, bigint) IS
  'When so many more fit into the budget of a span: NULL now, infinity never.';

CREATE FUNCTION claim_disclosure(
    by_sub text, of_kind disclosure_kind, wanted bigint, per_hour bigint, per_day bigint, is_trial boolean,
    OUT over_budget text, OUT retry_at timestamptz)
  LANGUAGE plpgsql
  AS $$
BEGIN
  -- One at a time for a person, so that two at once cannot both take the last of a budget; each statement below sees what the one before committed.
  PERFORM pg_advisory_xact_lock(hashtextextended('disclosure ' || of_kind || ' ' || by_sub, 0));
  retry_at := disclosure_free_at(by_sub, of_kind, wanted, interval '24 hours', per_day);
  IF retry_at IS NOT NULL THEN
    over_budget := 'DAY';
    RETURN;
  END IF;
  retry_at := disclosure_free_at(by_sub, of_kind, wanted, interval '1 hour', per_hour);
  IF retry_at IS NOT NULL THEN
    over_budget := 'HOUR';
    RETURN;
  END IF;
  IF NOT is_trial AND wanted > 0 THEN
    INSERT INTO staff_disclosure AS known (staff_sub, kind, bucket, amount)
      VALUES (by_sub, of_kind, date_bin('5 minutes', now(), 'epoch'), wanted)
      ON CONFLICT (staff_sub, kind, bucket) DO UPDATE SET amount = known.amount + excluded.amount;
  END IF;
END
$$;
COMMENT ON FUNCTION claim_disclosure(text, disclosure_kind, bigint, bigint, bigint, boolean) IS
  'Takes from the budgets of a person, or says which one is too small and until when. A budget of NULL has no limit; a trial takes nothing.';

CREATE TABLE second_factor_confirmation (
  staff_sub text COLLATE "C" NOT NULL CHECK (char_length(staff_sub) BETWEEN 1 AND 255),
  sign_in_id text COLLATE "C" NOT NULL CHECK (char_length(sign_in_id) <= 255),
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (staff_sub, sign_in_id)
);
CREATE INDEX second_factor_confirmation_expires ON second_factor_confirmation (expires_at);
COMMENT ON TABLE second_factor_confirmation IS 'Sign-ins in which a person has just confirmed a code of their second factor.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE second_factor_confirmation');
