-- A campaign can be for the members of a segment (decision 0173).

ALTER TABLE campaign ADD COLUMN segment_id uuid REFERENCES segment;
CREATE INDEX campaign_segment_id ON campaign (segment_id) WHERE segment_id IS NOT NULL;
