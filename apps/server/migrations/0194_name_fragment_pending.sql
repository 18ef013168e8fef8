-- A changed account writes each of its indexes anew, the trigrams of its name among them: one by one they were the
-- dearest part of any change of many accounts. A short pending list collects them, and a search reads at most its
-- 256 kB besides (decision 0023).
ALTER INDEX account_name_fragment SET (fastupdate = on, gin_pending_list_limit = 256);
ALTER INDEX store_name_fragment SET (fastupdate = on, gin_pending_list_limit = 256);
