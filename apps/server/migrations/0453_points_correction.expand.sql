-- Receipts that manual credits and debits correct, so that none is corrected twice (decision 0231).
CREATE TABLE points_correction (
  transfer_id uuid PRIMARY KEY REFERENCES points_transfer,
  store_id uuid NOT NULL REFERENCES store,
  receipt text CHECK (char_length(receipt) BETWEEN 1 AND 128),
  refusal_id uuid UNIQUE,
  CHECK (num_nonnulls(receipt, refusal_id) > 0),
  UNIQUE (store_id, receipt)
);
COMMENT ON TABLE points_correction IS 'The receipt of a store that a manual transfer corrects. A reversal of the transfer frees it.';
COMMENT ON COLUMN points_correction.receipt IS 'As in the reference of the transfer; NULL: the refused request had none.';
COMMENT ON COLUMN points_correction.refusal_id IS 'The refused request, which is deleted after 30 days; NULL: the receipt never arrived.';
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE points_correction');
