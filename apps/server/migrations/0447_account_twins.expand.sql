-- Accounts that may be of one person are found by these (decision 0229).

CREATE INDEX account_birth_date ON account (birth_date) WHERE birth_date IS NOT NULL;
CREATE INDEX account_mailbox ON account ((CASE
  WHEN email_key ~ '@(gmail|googlemail)[.]com$' THEN replace(split_part(split_part(email_key, '@', 1), '+', 1), '.', '') || '@gmail.com'
  ELSE split_part(split_part(email_key, '@', 1), '+', 1) || '@' || split_part(email_key, '@', 2) END)) WHERE email_key IS NOT NULL;
