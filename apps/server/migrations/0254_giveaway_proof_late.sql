-- The file of the proof is written a moment after the draw; whoever announces meanwhile does not keep it from being written.

CREATE OR REPLACE FUNCTION giveaway_check_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
DECLARE
  locked text;
BEGIN
  IF NEW.state IS DISTINCT FROM OLD.state THEN
    IF (OLD.state, NEW.state) NOT IN (
      ('DRAFT', 'PUBLISHED'), ('DRAFT', 'CANCELED'), ('PUBLISHED', 'FROZEN'), ('PUBLISHED', 'CANCELED'), ('FROZEN', 'DRAWN'),
      ('FROZEN', 'SETTLED'), ('DRAWN', 'ANNOUNCED'), ('ANNOUNCED', 'SETTLED'))
      OR (NEW.state = 'PUBLISHED' AND clock_timestamp() >= NEW.opens_at)
      OR (NEW.state = 'FROZEN' AND clock_timestamp() < NEW.closes_at)
      OR (NEW.state = 'DRAWN' AND clock_timestamp() < NEW.draw_at)
      OR (OLD.state = 'FROZEN' AND NEW.state = 'SETTLED' AND NEW.entries_count IS DISTINCT FROM 0)
    THEN
      RAISE EXCEPTION 'a giveaway cannot go from % to % now', OLD.state, NEW.state
        USING ERRCODE = 'BC001', TABLE = 'giveaway', COLUMN = 'state';
    END IF;
    NEW.state_changed_at := clock_timestamp();
    IF NEW.state = 'PUBLISHED' THEN
      NEW.published_at := NEW.state_changed_at;
    ELSIF NEW.state = 'ANNOUNCED' THEN
      NEW.announced_at := NEW.state_changed_at;
    ELSIF NEW.state = 'SETTLED' THEN
      NEW.settled_at := NEW.state_changed_at;
    ELSIF NEW.state = 'CANCELED' THEN
      NEW.canceled_at := NEW.state_changed_at;
    END IF;
  END IF;
  IF OLD.state <> 'DRAFT' THEN
    locked := CASE
      WHEN NEW.code <> OLD.code THEN 'code'
      WHEN (NEW.rules_i18n, NEW.rules_hash) IS DISTINCT FROM (OLD.rules_i18n, OLD.rules_hash) THEN 'rules_i18n'
      WHEN NEW.store_id IS DISTINCT FROM OLD.store_id THEN 'store_id'
      WHEN NEW.country_codes <> OLD.country_codes THEN 'country_codes'
      WHEN NEW.min_age <> OLD.min_age THEN 'min_age'
      WHEN NEW.opens_at <> OLD.opens_at THEN 'opens_at'
      WHEN NEW.closes_at <> OLD.closes_at THEN 'closes_at'
      WHEN NEW.draw_at <> OLD.draw_at THEN 'draw_at'
      WHEN NEW.timezone <> OLD.timezone THEN 'timezone'
      WHEN NEW.max_tickets_per_account <> OLD.max_tickets_per_account THEN 'max_tickets_per_account'
      WHEN NEW.max_entries IS DISTINCT FROM OLD.max_entries THEN 'max_entries'
      WHEN (NEW.entry_cost_points, NEW.consideration_accepted_by) IS DISTINCT FROM (OLD.entry_cost_points, OLD.consideration_accepted_by)
        THEN 'entry_cost_points'
      WHEN NEW.alternates <> OLD.alternates THEN 'alternates'
      WHEN NEW.claim_days <> OLD.claim_days THEN 'claim_days'
      WHEN (NEW.registration_new_york, NEW.registration_florida)
        IS DISTINCT FROM (OLD.registration_new_york, OLD.registration_florida) THEN 'registration_new_york'
      WHEN NEW.escrow_points <> OLD.escrow_points THEN 'escrow_points'
      WHEN (NEW.draw_mode, NEW.algorithm, NEW.seed_commitment, NEW.seed_encrypted, NEW.pseudonym_salt)
        IS DISTINCT FROM (OLD.draw_mode, OLD.algorithm, OLD.seed_commitment, OLD.seed_encrypted, OLD.pseudonym_salt) THEN 'seed_commitment'
      WHEN NEW.published_at IS DISTINCT FROM OLD.published_at THEN 'published_at'
      -- The record of the draw is filled in once, and stays.
      WHEN NEW.frozen_at IS DISTINCT FROM OLD.frozen_at AND (OLD.frozen_at IS NOT NULL OR NEW.state <> 'FROZEN') THEN 'frozen_at'
      WHEN NEW.entries_root IS DISTINCT FROM OLD.entries_root AND (OLD.entries_root IS NOT NULL OR NEW.state <> 'FROZEN') THEN 'entries_root'
      WHEN (NEW.entries_count, NEW.tickets_count) IS DISTINCT FROM (OLD.entries_count, OLD.tickets_count)
        AND (OLD.entries_count IS NOT NULL OR NEW.state <> 'FROZEN') THEN 'entries_count'
      WHEN (NEW.seed_revealed, NEW.drawn_at) IS DISTINCT FROM (OLD.seed_revealed, OLD.drawn_at)
        AND NOT (OLD.state = 'FROZEN' AND NEW.state = 'DRAWN') THEN 'seed_revealed'
      WHEN (NEW.proof_path, NEW.proof_sha256) IS DISTINCT FROM (OLD.proof_path, OLD.proof_sha256)
        AND (OLD.proof_path IS NOT NULL OR NEW.state NOT IN ('DRAWN', 'ANNOUNCED', 'SETTLED')) THEN 'proof_path'
    END;
    IF locked IS NOT NULL THEN
      RAISE EXCEPTION 'the % of this giveaway may no longer be changed', locked
        USING ERRCODE = 'BC003', TABLE = 'giveaway', COLUMN = locked;
    END IF;
  END IF;
  RETURN NEW;
END
$$;

COMMENT ON COLUMN giveaway.rules_hash IS 'SHA-256 of the canonical JSON of all that publication freezes: rules, prizes, dates, eligibility (decision 0094).';

-- The frozen list has a table of its own (giveaway_leaf_chunk), and entries are updated one by one.
ALTER TABLE giveaway_entry DROP COLUMN ticket_start, DROP COLUMN leaf_index, DROP COLUMN leaf_hash;
ALTER TABLE giveaway_entry SET (fillfactor = 90);
