-- Generated from the state machines of packages/domain by generate-states.ts; do not edit.

CREATE OR REPLACE FUNCTION account_may_become(before account_state, after account_state) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (before, after) IN (('ACTIVE', 'SUSPENDED'), ('SUSPENDED', 'ACTIVE'), ('CLOSED', 'ACTIVE'), ('ACTIVE', 'CLOSED'), ('SUSPENDED', 'CLOSED'), ('CLOSED', 'ERASED'));
COMMENT ON FUNCTION account_may_become(account_state, account_state) IS 'True where a state may follow another one, whoever does it (docs/states.md).';

CREATE OR REPLACE FUNCTION account_after(action text) RETURNS account_state
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'SUSPEND' THEN 'SUSPENDED'
    WHEN 'REACTIVATE' THEN 'ACTIVE'
    WHEN 'CLOSE' THEN 'CLOSED'
    WHEN 'ERASE' THEN 'ERASED'
    WHEN 'END_SUSPENSION' THEN 'ACTIVE'
    WHEN 'ERASE_ON_REQUEST' THEN 'ERASED' END::account_state;
COMMENT ON FUNCTION account_after(text) IS 'The state to which an action leads; NULL where the state stays.';

CREATE OR REPLACE FUNCTION account_refusal(action text, state account_state, state_changed_at timestamptz) RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'EDIT' THEN CASE state WHEN 'ERASED' THEN 'is-erased' END
    WHEN 'SUSPEND' THEN CASE state WHEN 'SUSPENDED' THEN 'already-suspended' WHEN 'CLOSED' THEN 'is-closed' WHEN 'ERASED' THEN 'is-erased' END
    WHEN 'REACTIVATE' THEN CASE state WHEN 'ACTIVE' THEN 'already-active' WHEN 'CLOSED' THEN CASE WHEN state_changed_at < now() - interval '30 days' THEN 'closed-too-long' END WHEN 'ERASED' THEN 'is-erased' END
    WHEN 'CLOSE' THEN CASE state WHEN 'CLOSED' THEN 'already-closed' WHEN 'ERASED' THEN 'is-erased' END
    WHEN 'ERASE' THEN CASE state WHEN 'ACTIVE' THEN 'is-active' WHEN 'SUSPENDED' THEN 'is-suspended' WHEN 'ERASED' THEN 'already-erased' END
    WHEN 'REVEAL_CONTACT' THEN CASE state WHEN 'ERASED' THEN 'is-erased' END
    WHEN 'CHANGE_TOPICS' THEN CASE state WHEN 'CLOSED' THEN 'is-closed' WHEN 'ERASED' THEN 'is-erased' END
    WHEN 'AWARD_BADGE' THEN CASE state WHEN 'SUSPENDED' THEN 'is-suspended' WHEN 'CLOSED' THEN 'is-closed' WHEN 'ERASED' THEN 'is-erased' END
    WHEN 'REVOKE_BADGE' THEN CASE state WHEN 'ERASED' THEN 'is-erased' END
    WHEN 'INVALIDATE_DEVICE' THEN CASE state WHEN 'ERASED' THEN 'is-erased' END
    WHEN 'WRITE_NOTE' THEN CASE state WHEN 'ERASED' THEN 'is-erased' END
    WHEN 'EXPORT_DATA' THEN CASE state WHEN 'ERASED' THEN 'is-erased' END
    WHEN 'END_SUSPENSION' THEN CASE state WHEN 'ACTIVE' THEN 'already-active' WHEN 'CLOSED' THEN 'is-closed' WHEN 'ERASED' THEN 'is-erased' END
    WHEN 'ERASE_ON_REQUEST' THEN CASE state WHEN 'ACTIVE' THEN 'is-active' WHEN 'SUSPENDED' THEN 'is-suspended' WHEN 'ERASED' THEN 'already-erased' END
    ELSE 'is-unknown' END;
COMMENT ON FUNCTION account_refusal(text, account_state, timestamptz) IS
  'Why people may not do something with a record: a word such as is-closed; NULL where they may (docs/states.md).';
