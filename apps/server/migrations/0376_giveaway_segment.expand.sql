-- A giveaway can be for the members of a segment (decision 0173).

ALTER TABLE giveaway ADD COLUMN segment_id uuid REFERENCES segment;
CREATE INDEX giveaway_segment_id ON giveaway (segment_id) WHERE segment_id IS NOT NULL;
