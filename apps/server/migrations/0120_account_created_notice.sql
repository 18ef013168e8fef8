-- Whoever looks at a list of accounts is told that there are new ones, without asking again and again.

CREATE FUNCTION account_created_notice() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- The same text for all statements of a transaction, which PostgreSQL then delivers as one notice.
  PERFORM pg_notify('account_created', to_char(transaction_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  RETURN NULL;
END;
$$;
COMMENT ON FUNCTION account_created_notice() IS 'Tells listeners of account_created when the transaction began that created accounts.';
CREATE TRIGGER account_created_notice AFTER INSERT ON account
  FOR EACH STATEMENT EXECUTE FUNCTION account_created_notice();
