-- Emptying tables is the owner's alone, whom no trigger stops for long; these would only hold up whoever empties accounts (as in 0202).
DROP TRIGGER giveaway_transaction_stays ON giveaway_transaction;
CREATE TRIGGER giveaway_transaction_stays BEFORE UPDATE OR DELETE ON giveaway_transaction
  FOR EACH STATEMENT EXECUTE FUNCTION giveaway_transaction_stays();
DROP TRIGGER giveaway_leaf_chunk_stays ON giveaway_leaf_chunk;
CREATE TRIGGER giveaway_leaf_chunk_stays BEFORE UPDATE OR DELETE ON giveaway_leaf_chunk
  FOR EACH STATEMENT EXECUTE FUNCTION giveaway_leaf_chunk_stays();
