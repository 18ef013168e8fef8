-- Alone, as a new value cannot be used in the transaction that adds it.
ALTER TYPE system_wallet_code ADD VALUE 'CAMPAIGN';
