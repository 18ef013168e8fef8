-- Generated from the state machines of packages/domain by generate-states.ts; do not edit.

CREATE OR REPLACE FUNCTION account_may_become(before account_state, after account_state) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (before, after) IN (('ACTIVE', 'SUSPENDED'), ('SUSPENDED', 'ACTIVE'), ('CLOSED', 'ACTIVE'), ('ACTIVE', 'CLOSED'), ('SUSPENDED', 'CLOSED'), ('CLOSED', 'ERASED'));
COMMENT ON FUNCTION account_may_become(account_state, account_state) IS 'True for an allowed transition, for any actor (docs/states.md).';

CREATE OR REPLACE FUNCTION account_after(action text) RETURNS account_state
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'SUSPEND' THEN 'SUSPENDED'
    WHEN 'REACTIVATE' THEN 'ACTIVE'
    WHEN 'CLOSE' THEN 'CLOSED'
    WHEN 'ERASE' THEN 'ERASED'
    WHEN 'END_SUSPENSION' THEN 'ACTIVE'
    WHEN 'ERASE_ON_REQUEST' THEN 'ERASED' END::account_state;
COMMENT ON FUNCTION account_after(text) IS 'The state after an action; NULL if it stays the same.';

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
    WHEN 'ISSUE_CARD' THEN CASE state WHEN 'CLOSED' THEN 'is-closed' WHEN 'ERASED' THEN 'is-erased' END
    WHEN 'AWARD_BADGE' THEN CASE state WHEN 'SUSPENDED' THEN 'is-suspended' WHEN 'CLOSED' THEN 'is-closed' WHEN 'ERASED' THEN 'is-erased' END
    WHEN 'REVOKE_BADGE' THEN CASE state WHEN 'ERASED' THEN 'is-erased' END
    WHEN 'INVALIDATE_DEVICE' THEN CASE state WHEN 'ERASED' THEN 'is-erased' END
    WHEN 'WRITE_NOTE' THEN CASE state WHEN 'ERASED' THEN 'is-erased' END
    WHEN 'EXPORT_DATA' THEN CASE state WHEN 'ERASED' THEN 'is-erased' END
    WHEN 'END_SUSPENSION' THEN CASE state WHEN 'ACTIVE' THEN 'already-active' WHEN 'CLOSED' THEN 'is-closed' WHEN 'ERASED' THEN 'is-erased' END
    WHEN 'ERASE_ON_REQUEST' THEN CASE state WHEN 'ACTIVE' THEN 'is-active' WHEN 'SUSPENDED' THEN 'is-suspended' WHEN 'ERASED' THEN 'already-erased' END
    ELSE 'is-unknown' END;
COMMENT ON FUNCTION account_refusal(text, account_state, timestamptz) IS
  'Code of the reason why an action on a record is refused, such as is-closed; NULL if it is allowed (docs/states.md).';

CREATE OR REPLACE FUNCTION store_may_become(before store_state, after store_state) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (before, after) IN (('DRAFT', 'ACTIVE'), ('ACTIVE', 'SUSPENDED'), ('SUSPENDED', 'ACTIVE'), ('ACTIVE', 'CLOSED'), ('SUSPENDED', 'CLOSED'));
COMMENT ON FUNCTION store_may_become(store_state, store_state) IS 'True for an allowed transition, for any actor (docs/states.md).';

CREATE OR REPLACE FUNCTION store_after(action text) RETURNS store_state
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'ACTIVATE' THEN 'ACTIVE'
    WHEN 'SUSPEND' THEN 'SUSPENDED'
    WHEN 'REACTIVATE' THEN 'ACTIVE'
    WHEN 'CLOSE' THEN 'CLOSED' END::store_state;
COMMENT ON FUNCTION store_after(text) IS 'The state after an action; NULL if it stays the same.';

CREATE OR REPLACE FUNCTION store_refusal(action text, state store_state) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'EDIT' THEN CASE state WHEN 'CLOSED' THEN 'is-closed' END
    WHEN 'ACTIVATE' THEN CASE state WHEN 'ACTIVE' THEN 'already-active' WHEN 'SUSPENDED' THEN 'is-suspended' WHEN 'CLOSED' THEN 'is-closed' END
    WHEN 'SUSPEND' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'SUSPENDED' THEN 'already-suspended' WHEN 'CLOSED' THEN 'is-closed' END
    WHEN 'REACTIVATE' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'ACTIVE' THEN 'already-active' WHEN 'CLOSED' THEN 'is-closed' END
    WHEN 'CLOSE' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'CLOSED' THEN 'already-closed' END
    ELSE 'is-unknown' END;
COMMENT ON FUNCTION store_refusal(text, store_state) IS
  'Code of the reason why an action on a record is refused, such as is-closed; NULL if it is allowed (docs/states.md).';

CREATE OR REPLACE FUNCTION campaign_may_become(before campaign_state, after campaign_state) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (before, after) IN (('DRAFT', 'ACTIVE'), ('ACTIVE', 'PAUSED'), ('PAUSED', 'ACTIVE'), ('ACTIVE', 'CANCELED'), ('PAUSED', 'CANCELED'), ('DRAFT', 'ARCHIVED'), ('ACTIVE', 'ARCHIVED'), ('PAUSED', 'ARCHIVED'), ('CANCELED', 'ARCHIVED'));
COMMENT ON FUNCTION campaign_may_become(campaign_state, campaign_state) IS 'True for an allowed transition, for any actor (docs/states.md).';

CREATE OR REPLACE FUNCTION campaign_after(action text) RETURNS campaign_state
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'ACTIVATE' THEN 'ACTIVE'
    WHEN 'PAUSE' THEN 'PAUSED'
    WHEN 'RESUME' THEN 'ACTIVE'
    WHEN 'CANCEL' THEN 'CANCELED'
    WHEN 'ARCHIVE' THEN 'ARCHIVED'
    WHEN 'PAUSE_FOR_GUESSES' THEN 'PAUSED' END::campaign_state;
COMMENT ON FUNCTION campaign_after(text) IS 'The state after an action; NULL if it stays the same.';

CREATE OR REPLACE FUNCTION campaign_refusal(action text, state campaign_state) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'EDIT' THEN CASE state WHEN 'CANCELED' THEN 'is-canceled' WHEN 'ARCHIVED' THEN 'is-archived' END
    WHEN 'ACTIVATE' THEN CASE state WHEN 'ACTIVE' THEN 'already-active' WHEN 'PAUSED' THEN 'is-paused' WHEN 'CANCELED' THEN 'is-canceled' WHEN 'ARCHIVED' THEN 'is-archived' END
    WHEN 'PAUSE' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'PAUSED' THEN 'already-paused' WHEN 'CANCELED' THEN 'is-canceled' WHEN 'ARCHIVED' THEN 'is-archived' END
    WHEN 'RESUME' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'ACTIVE' THEN 'already-active' WHEN 'CANCELED' THEN 'is-canceled' WHEN 'ARCHIVED' THEN 'is-archived' END
    WHEN 'CANCEL' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'CANCELED' THEN 'already-canceled' WHEN 'ARCHIVED' THEN 'is-archived' END
    WHEN 'ARCHIVE' THEN CASE state WHEN 'ARCHIVED' THEN 'already-archived' END
    WHEN 'DUPLICATE' THEN NULL
    WHEN 'PAUSE_FOR_GUESSES' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'PAUSED' THEN 'already-paused' WHEN 'CANCELED' THEN 'is-canceled' WHEN 'ARCHIVED' THEN 'is-archived' END
    ELSE 'is-unknown' END;
COMMENT ON FUNCTION campaign_refusal(text, campaign_state) IS
  'Code of the reason why an action on a record is refused, such as is-closed; NULL if it is allowed (docs/states.md).';

CREATE OR REPLACE FUNCTION coupon_may_become(before coupon_state, after coupon_state) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (before, after) IN (('ACTIVE', 'DISABLED'), ('DISABLED', 'ACTIVE'));
COMMENT ON FUNCTION coupon_may_become(coupon_state, coupon_state) IS 'True for an allowed transition, for any actor (docs/states.md).';

CREATE OR REPLACE FUNCTION coupon_after(action text) RETURNS coupon_state
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'DISABLE' THEN 'DISABLED'
    WHEN 'ENABLE' THEN 'ACTIVE' END::coupon_state;
COMMENT ON FUNCTION coupon_after(text) IS 'The state after an action; NULL if it stays the same.';

CREATE OR REPLACE FUNCTION coupon_refusal(action text, state coupon_state) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'REVEAL' THEN NULL
    WHEN 'DISABLE' THEN CASE state WHEN 'DISABLED' THEN 'already-disabled' END
    WHEN 'ENABLE' THEN CASE state WHEN 'ACTIVE' THEN 'already-active' END
    ELSE 'is-unknown' END;
COMMENT ON FUNCTION coupon_refusal(text, coupon_state) IS
  'Code of the reason why an action on a record is refused, such as is-closed; NULL if it is allowed (docs/states.md).';

CREATE OR REPLACE FUNCTION redemption_may_become(before redemption_state, after redemption_state) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (before, after) IN (('CONFIRMED', 'ROLLED_BACK'), ('RESERVED', 'CONFIRMED'), ('RESERVED', 'RELEASED'));
COMMENT ON FUNCTION redemption_may_become(redemption_state, redemption_state) IS 'True for an allowed transition, for any actor (docs/states.md).';

CREATE OR REPLACE FUNCTION redemption_after(action text) RETURNS redemption_state
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'ROLL_BACK' THEN 'ROLLED_BACK'
    WHEN 'CONFIRM' THEN 'CONFIRMED'
    WHEN 'RELEASE' THEN 'RELEASED'
    WHEN 'LAPSE' THEN 'RELEASED' END::redemption_state;
COMMENT ON FUNCTION redemption_after(text) IS 'The state after an action; NULL if it stays the same.';

CREATE OR REPLACE FUNCTION redemption_refusal(action text, state redemption_state, state_changed_at timestamptz) RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'ROLL_BACK' THEN CASE state WHEN 'RESERVED' THEN 'is-reserved' WHEN 'CONFIRMED' THEN CASE WHEN state_changed_at < now() - interval '90 days' THEN 'too-old' END WHEN 'RELEASED' THEN 'is-released' WHEN 'ROLLED_BACK' THEN 'already-rolled-back' END
    WHEN 'CONFIRM' THEN CASE state WHEN 'CONFIRMED' THEN 'already-confirmed' WHEN 'RELEASED' THEN 'is-released' WHEN 'ROLLED_BACK' THEN 'is-rolled-back' END
    WHEN 'RELEASE' THEN CASE state WHEN 'CONFIRMED' THEN 'is-confirmed' WHEN 'RELEASED' THEN 'already-released' WHEN 'ROLLED_BACK' THEN 'is-rolled-back' END
    WHEN 'LAPSE' THEN CASE state WHEN 'CONFIRMED' THEN 'is-confirmed' WHEN 'RELEASED' THEN 'already-released' WHEN 'ROLLED_BACK' THEN 'is-rolled-back' END
    ELSE 'is-unknown' END;
COMMENT ON FUNCTION redemption_refusal(text, redemption_state, timestamptz) IS
  'Code of the reason why an action on a record is refused, such as is-closed; NULL if it is allowed (docs/states.md).';

CREATE OR REPLACE FUNCTION streamer_may_become(before streamer_state, after streamer_state) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (before, after) IN (('ACTIVE', 'SUSPENDED'), ('SUSPENDED', 'ACTIVE'));
COMMENT ON FUNCTION streamer_may_become(streamer_state, streamer_state) IS 'True for an allowed transition, for any actor (docs/states.md).';

CREATE OR REPLACE FUNCTION streamer_after(action text) RETURNS streamer_state
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'SUSPEND' THEN 'SUSPENDED'
    WHEN 'REACTIVATE' THEN 'ACTIVE' END::streamer_state;
COMMENT ON FUNCTION streamer_after(text) IS 'The state after an action; NULL if it stays the same.';

CREATE OR REPLACE FUNCTION streamer_refusal(action text, state streamer_state) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'EDIT' THEN NULL
    WHEN 'SUSPEND' THEN CASE state WHEN 'SUSPENDED' THEN 'already-suspended' END
    WHEN 'REACTIVATE' THEN CASE state WHEN 'ACTIVE' THEN 'already-active' END
    ELSE 'is-unknown' END;
COMMENT ON FUNCTION streamer_refusal(text, streamer_state) IS
  'Code of the reason why an action on a record is refused, such as is-closed; NULL if it is allowed (docs/states.md).';

CREATE OR REPLACE FUNCTION notification_may_become(before notification_state, after notification_state) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (before, after) IN (('DRAFT', 'SCHEDULED'), ('SCHEDULED', 'DRAFT'), ('SENDING', 'PAUSED'), ('PAUSED', 'SENDING'), ('SCHEDULED', 'CANCELED'), ('PREPARING', 'CANCELED'), ('SENDING', 'CANCELED'), ('PAUSED', 'CANCELED'), ('SCHEDULED', 'PREPARING'), ('PREPARING', 'SENDING'), ('SENDING', 'SENT'), ('SCHEDULED', 'FAILED'), ('PREPARING', 'FAILED'), ('SENDING', 'FAILED'), ('PAUSED', 'FAILED'));
COMMENT ON FUNCTION notification_may_become(notification_state, notification_state) IS 'True for an allowed transition, for any actor (docs/states.md).';

CREATE OR REPLACE FUNCTION notification_after(action text) RETURNS notification_state
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'SCHEDULE' THEN 'SCHEDULED'
    WHEN 'UNSCHEDULE' THEN 'DRAFT'
    WHEN 'PAUSE' THEN 'PAUSED'
    WHEN 'RESUME' THEN 'SENDING'
    WHEN 'CANCEL' THEN 'CANCELED'
    WHEN 'START' THEN 'PREPARING'
    WHEN 'SEND' THEN 'SENDING'
    WHEN 'STOP' THEN 'PAUSED'
    WHEN 'COMPLETE' THEN 'SENT'
    WHEN 'FAIL' THEN 'FAILED' END::notification_state;
COMMENT ON FUNCTION notification_after(text) IS 'The state after an action; NULL if it stays the same.';

CREATE OR REPLACE FUNCTION notification_refusal(action text, state notification_state) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'EDIT' THEN CASE state WHEN 'SCHEDULED' THEN 'is-scheduled' WHEN 'PREPARING' THEN 'is-preparing' WHEN 'SENDING' THEN 'is-sending' WHEN 'PAUSED' THEN 'is-paused' WHEN 'SENT' THEN 'is-sent' WHEN 'CANCELED' THEN 'is-canceled' WHEN 'FAILED' THEN 'is-failed' END
    WHEN 'TEST' THEN CASE state WHEN 'SCHEDULED' THEN 'is-scheduled' WHEN 'PREPARING' THEN 'is-preparing' WHEN 'SENDING' THEN 'is-sending' WHEN 'PAUSED' THEN 'is-paused' WHEN 'SENT' THEN 'is-sent' WHEN 'CANCELED' THEN 'is-canceled' WHEN 'FAILED' THEN 'is-failed' END
    WHEN 'SCHEDULE' THEN CASE state WHEN 'SCHEDULED' THEN 'already-scheduled' WHEN 'PREPARING' THEN 'is-preparing' WHEN 'SENDING' THEN 'is-sending' WHEN 'PAUSED' THEN 'is-paused' WHEN 'SENT' THEN 'is-sent' WHEN 'CANCELED' THEN 'is-canceled' WHEN 'FAILED' THEN 'is-failed' END
    WHEN 'UNSCHEDULE' THEN CASE state WHEN 'DRAFT' THEN 'already-draft' WHEN 'PREPARING' THEN 'is-preparing' WHEN 'SENDING' THEN 'is-sending' WHEN 'PAUSED' THEN 'is-paused' WHEN 'SENT' THEN 'is-sent' WHEN 'CANCELED' THEN 'is-canceled' WHEN 'FAILED' THEN 'is-failed' END
    WHEN 'PAUSE' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'SCHEDULED' THEN 'is-scheduled' WHEN 'PREPARING' THEN 'is-preparing' WHEN 'PAUSED' THEN 'already-paused' WHEN 'SENT' THEN 'is-sent' WHEN 'CANCELED' THEN 'is-canceled' WHEN 'FAILED' THEN 'is-failed' END
    WHEN 'RESUME' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'SCHEDULED' THEN 'is-scheduled' WHEN 'PREPARING' THEN 'is-preparing' WHEN 'SENDING' THEN 'already-sending' WHEN 'SENT' THEN 'is-sent' WHEN 'CANCELED' THEN 'is-canceled' WHEN 'FAILED' THEN 'is-failed' END
    WHEN 'CANCEL' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'SENT' THEN 'is-sent' WHEN 'CANCELED' THEN 'already-canceled' WHEN 'FAILED' THEN 'is-failed' END
    WHEN 'RESEND' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'SCHEDULED' THEN 'is-scheduled' WHEN 'PREPARING' THEN 'is-preparing' WHEN 'SENDING' THEN 'is-sending' WHEN 'PAUSED' THEN 'is-paused' END
    WHEN 'DUPLICATE' THEN NULL
    WHEN 'START' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'PREPARING' THEN 'already-preparing' WHEN 'SENDING' THEN 'is-sending' WHEN 'PAUSED' THEN 'is-paused' WHEN 'SENT' THEN 'is-sent' WHEN 'CANCELED' THEN 'is-canceled' WHEN 'FAILED' THEN 'is-failed' END
    WHEN 'SEND' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'SCHEDULED' THEN 'is-scheduled' WHEN 'SENDING' THEN 'already-sending' WHEN 'PAUSED' THEN 'is-paused' WHEN 'SENT' THEN 'is-sent' WHEN 'CANCELED' THEN 'is-canceled' WHEN 'FAILED' THEN 'is-failed' END
    WHEN 'STOP' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'SCHEDULED' THEN 'is-scheduled' WHEN 'PREPARING' THEN 'is-preparing' WHEN 'PAUSED' THEN 'already-paused' WHEN 'SENT' THEN 'is-sent' WHEN 'CANCELED' THEN 'is-canceled' WHEN 'FAILED' THEN 'is-failed' END
    WHEN 'COMPLETE' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'SCHEDULED' THEN 'is-scheduled' WHEN 'PREPARING' THEN 'is-preparing' WHEN 'PAUSED' THEN 'is-paused' WHEN 'SENT' THEN 'already-sent' WHEN 'CANCELED' THEN 'is-canceled' WHEN 'FAILED' THEN 'is-failed' END
    WHEN 'FAIL' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'SENT' THEN 'is-sent' WHEN 'CANCELED' THEN 'is-canceled' WHEN 'FAILED' THEN 'already-failed' END
    ELSE 'is-unknown' END;
COMMENT ON FUNCTION notification_refusal(text, notification_state) IS
  'Code of the reason why an action on a record is refused, such as is-closed; NULL if it is allowed (docs/states.md).';

CREATE OR REPLACE FUNCTION notification_staff_may(before notification_state, after notification_state) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (before, after) IN (('DRAFT', 'SCHEDULED'), ('SCHEDULED', 'DRAFT'), ('SENDING', 'PAUSED'), ('PAUSED', 'SENDING'), ('SCHEDULED', 'CANCELED'), ('PREPARING', 'CANCELED'), ('SENDING', 'CANCELED'), ('PAUSED', 'CANCELED'));
COMMENT ON FUNCTION notification_staff_may(notification_state, notification_state) IS 'True for an allowed transition, for staff (docs/states.md).';

CREATE OR REPLACE FUNCTION notification_product_may(before notification_state, after notification_state) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (before, after) IN (('SCHEDULED', 'PREPARING'), ('PREPARING', 'SENDING'), ('SENDING', 'PAUSED'), ('SENDING', 'SENT'), ('SCHEDULED', 'FAILED'), ('PREPARING', 'FAILED'), ('SENDING', 'FAILED'), ('PAUSED', 'FAILED'));
COMMENT ON FUNCTION notification_product_may(notification_state, notification_state) IS 'True for an allowed transition, for automatic steps (docs/states.md).';

CREATE OR REPLACE FUNCTION giveaway_may_become(before giveaway_state, after giveaway_state) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (before, after) IN (('DRAFT', 'PUBLISHED'), ('DRAWN', 'ANNOUNCED'), ('ANNOUNCED', 'SETTLED'), ('DRAFT', 'CANCELED'), ('PUBLISHED', 'CANCELED'), ('PUBLISHED', 'FROZEN'), ('FROZEN', 'SETTLED'), ('FROZEN', 'DRAWN'));
COMMENT ON FUNCTION giveaway_may_become(giveaway_state, giveaway_state) IS 'True for an allowed transition, for any actor (docs/states.md).';

CREATE OR REPLACE FUNCTION giveaway_after(action text) RETURNS giveaway_state
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'PUBLISH' THEN 'PUBLISHED'
    WHEN 'ANNOUNCE' THEN 'ANNOUNCED'
    WHEN 'SETTLE' THEN 'SETTLED'
    WHEN 'CANCEL' THEN 'CANCELED'
    WHEN 'FREEZE' THEN 'FROZEN'
    WHEN 'SETTLE_EMPTY' THEN 'SETTLED'
    WHEN 'DRAW' THEN 'DRAWN'
    WHEN 'SETTLE_COMPLETE' THEN 'SETTLED' END::giveaway_state;
COMMENT ON FUNCTION giveaway_after(text) IS 'The state after an action; NULL if it stays the same.';

CREATE OR REPLACE FUNCTION giveaway_refusal(action text, state giveaway_state) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'EDIT' THEN CASE state WHEN 'CANCELED' THEN 'is-canceled' END
    WHEN 'PUBLISH' THEN CASE state WHEN 'PUBLISHED' THEN 'already-published' WHEN 'FROZEN' THEN 'is-frozen' WHEN 'DRAWN' THEN 'is-drawn' WHEN 'ANNOUNCED' THEN 'is-announced' WHEN 'SETTLED' THEN 'is-settled' WHEN 'CANCELED' THEN 'is-canceled' END
    WHEN 'REGISTER' THEN CASE state WHEN 'PUBLISHED' THEN 'is-published' WHEN 'FROZEN' THEN 'is-frozen' WHEN 'DRAWN' THEN 'is-drawn' WHEN 'ANNOUNCED' THEN 'is-announced' WHEN 'SETTLED' THEN 'is-settled' WHEN 'CANCELED' THEN 'is-canceled' END
    WHEN 'ANNOUNCE' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'PUBLISHED' THEN 'is-published' WHEN 'FROZEN' THEN 'is-frozen' WHEN 'ANNOUNCED' THEN 'already-announced' WHEN 'SETTLED' THEN 'is-settled' WHEN 'CANCELED' THEN 'is-canceled' END
    WHEN 'SETTLE' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'PUBLISHED' THEN 'is-published' WHEN 'FROZEN' THEN 'is-frozen' WHEN 'DRAWN' THEN 'is-drawn' WHEN 'SETTLED' THEN 'already-settled' WHEN 'CANCELED' THEN 'is-canceled' END
    WHEN 'CANCEL' THEN CASE state WHEN 'FROZEN' THEN 'is-frozen' WHEN 'DRAWN' THEN 'is-drawn' WHEN 'ANNOUNCED' THEN 'is-announced' WHEN 'SETTLED' THEN 'is-settled' WHEN 'CANCELED' THEN 'already-canceled' END
    WHEN 'DUPLICATE' THEN NULL
    WHEN 'FREEZE' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'FROZEN' THEN 'already-frozen' WHEN 'DRAWN' THEN 'is-drawn' WHEN 'ANNOUNCED' THEN 'is-announced' WHEN 'SETTLED' THEN 'is-settled' WHEN 'CANCELED' THEN 'is-canceled' END
    WHEN 'SETTLE_EMPTY' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'PUBLISHED' THEN 'is-published' WHEN 'DRAWN' THEN 'is-drawn' WHEN 'ANNOUNCED' THEN 'is-announced' WHEN 'SETTLED' THEN 'already-settled' WHEN 'CANCELED' THEN 'is-canceled' END
    WHEN 'DRAW' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'PUBLISHED' THEN 'is-published' WHEN 'DRAWN' THEN 'already-drawn' WHEN 'ANNOUNCED' THEN 'is-announced' WHEN 'SETTLED' THEN 'is-settled' WHEN 'CANCELED' THEN 'is-canceled' END
    WHEN 'SETTLE_COMPLETE' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'PUBLISHED' THEN 'is-published' WHEN 'FROZEN' THEN 'is-frozen' WHEN 'DRAWN' THEN 'is-drawn' WHEN 'SETTLED' THEN 'already-settled' WHEN 'CANCELED' THEN 'is-canceled' END
    ELSE 'is-unknown' END;
COMMENT ON FUNCTION giveaway_refusal(text, giveaway_state) IS
  'Code of the reason why an action on a record is refused, such as is-closed; NULL if it is allowed (docs/states.md).';

CREATE OR REPLACE FUNCTION giveaway_entry_may_become(before giveaway_entry_state, after giveaway_entry_state) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (before, after) IN (('VALID', 'DISQUALIFIED'), ('DISQUALIFIED', 'VALID'), ('WITHDRAWN', 'VALID'), ('VALID', 'WITHDRAWN'));
COMMENT ON FUNCTION giveaway_entry_may_become(giveaway_entry_state, giveaway_entry_state) IS 'True for an allowed transition, for any actor (docs/states.md).';

CREATE OR REPLACE FUNCTION giveaway_entry_after(action text) RETURNS giveaway_entry_state
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'DISQUALIFY' THEN 'DISQUALIFIED'
    WHEN 'REINSTATE' THEN 'VALID'
    WHEN 'ENTER_AGAIN' THEN 'VALID'
    WHEN 'WITHDRAW' THEN 'WITHDRAWN' END::giveaway_entry_state;
COMMENT ON FUNCTION giveaway_entry_after(text) IS 'The state after an action; NULL if it stays the same.';

CREATE OR REPLACE FUNCTION giveaway_entry_refusal(action text, state giveaway_entry_state) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'DISQUALIFY' THEN CASE state WHEN 'WITHDRAWN' THEN 'is-withdrawn' WHEN 'DISQUALIFIED' THEN 'already-disqualified' END
    WHEN 'REINSTATE' THEN CASE state WHEN 'VALID' THEN 'already-valid' WHEN 'WITHDRAWN' THEN 'is-withdrawn' END
    WHEN 'ENTER_AGAIN' THEN CASE state WHEN 'VALID' THEN 'already-valid' WHEN 'DISQUALIFIED' THEN 'is-disqualified' END
    WHEN 'ADD_TICKETS' THEN CASE state WHEN 'WITHDRAWN' THEN 'is-withdrawn' WHEN 'DISQUALIFIED' THEN 'is-disqualified' END
    WHEN 'WITHDRAW' THEN CASE state WHEN 'WITHDRAWN' THEN 'already-withdrawn' WHEN 'DISQUALIFIED' THEN 'is-disqualified' END
    ELSE 'is-unknown' END;
COMMENT ON FUNCTION giveaway_entry_refusal(text, giveaway_entry_state) IS
  'Code of the reason why an action on a record is refused, such as is-closed; NULL if it is allowed (docs/states.md).';

CREATE OR REPLACE FUNCTION giveaway_winner_may_become(before giveaway_winner_state, after giveaway_winner_state) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (before, after) IN (('DRAWN', 'FORFEITED'), ('PROMOTED', 'FORFEITED'), ('NOTIFIED', 'FORFEITED'), ('CLAIMED', 'FORFEITED'), ('CLAIMED', 'FULFILLED'), ('NOTIFIED', 'CLAIMED'), ('DRAWN', 'PROMOTED'), ('DRAWN', 'NOTIFIED'), ('PROMOTED', 'NOTIFIED'), ('DRAWN', 'UNUSED'));
COMMENT ON FUNCTION giveaway_winner_may_become(giveaway_winner_state, giveaway_winner_state) IS 'True for an allowed transition, for any actor (docs/states.md).';

CREATE OR REPLACE FUNCTION giveaway_winner_after(action text) RETURNS giveaway_winner_state
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'FORFEIT' THEN 'FORFEITED'
    WHEN 'FULFIL' THEN 'FULFILLED'
    WHEN 'CLAIM' THEN 'CLAIMED'
    WHEN 'PROMOTE' THEN 'PROMOTED'
    WHEN 'NOTIFY' THEN 'NOTIFIED'
    WHEN 'HAND_OVER' THEN 'FULFILLED'
    WHEN 'EXPIRE' THEN 'FORFEITED'
    WHEN 'RETIRE' THEN 'UNUSED' END::giveaway_winner_state;
COMMENT ON FUNCTION giveaway_winner_after(text) IS 'The state after an action; NULL if it stays the same.';

CREATE OR REPLACE FUNCTION giveaway_winner_refusal(action text, state giveaway_winner_state) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'FORFEIT' THEN CASE state WHEN 'FULFILLED' THEN 'is-fulfilled' WHEN 'FORFEITED' THEN 'already-forfeited' WHEN 'UNUSED' THEN 'is-unused' END
    WHEN 'FULFIL' THEN CASE state WHEN 'DRAWN' THEN 'is-drawn' WHEN 'NOTIFIED' THEN 'is-notified' WHEN 'FULFILLED' THEN 'already-fulfilled' WHEN 'FORFEITED' THEN 'is-forfeited' WHEN 'PROMOTED' THEN 'is-promoted' WHEN 'UNUSED' THEN 'is-unused' END
    WHEN 'CLAIM' THEN CASE state WHEN 'DRAWN' THEN 'is-drawn' WHEN 'CLAIMED' THEN 'already-claimed' WHEN 'FULFILLED' THEN 'is-fulfilled' WHEN 'FORFEITED' THEN 'is-forfeited' WHEN 'PROMOTED' THEN 'is-promoted' WHEN 'UNUSED' THEN 'is-unused' END
    WHEN 'PROMOTE' THEN CASE state WHEN 'NOTIFIED' THEN 'is-notified' WHEN 'CLAIMED' THEN 'is-claimed' WHEN 'FULFILLED' THEN 'is-fulfilled' WHEN 'FORFEITED' THEN 'is-forfeited' WHEN 'PROMOTED' THEN 'already-promoted' WHEN 'UNUSED' THEN 'is-unused' END
    WHEN 'NOTIFY' THEN CASE state WHEN 'NOTIFIED' THEN 'already-notified' WHEN 'CLAIMED' THEN 'is-claimed' WHEN 'FULFILLED' THEN 'is-fulfilled' WHEN 'FORFEITED' THEN 'is-forfeited' WHEN 'UNUSED' THEN 'is-unused' END
    WHEN 'HAND_OVER' THEN CASE state WHEN 'DRAWN' THEN 'is-drawn' WHEN 'NOTIFIED' THEN 'is-notified' WHEN 'FULFILLED' THEN 'already-fulfilled' WHEN 'FORFEITED' THEN 'is-forfeited' WHEN 'PROMOTED' THEN 'is-promoted' WHEN 'UNUSED' THEN 'is-unused' END
    WHEN 'EXPIRE' THEN CASE state WHEN 'DRAWN' THEN 'is-drawn' WHEN 'CLAIMED' THEN 'is-claimed' WHEN 'FULFILLED' THEN 'is-fulfilled' WHEN 'FORFEITED' THEN 'already-forfeited' WHEN 'PROMOTED' THEN 'is-promoted' WHEN 'UNUSED' THEN 'is-unused' END
    WHEN 'RETIRE' THEN CASE state WHEN 'NOTIFIED' THEN 'is-notified' WHEN 'CLAIMED' THEN 'is-claimed' WHEN 'FULFILLED' THEN 'is-fulfilled' WHEN 'FORFEITED' THEN 'is-forfeited' WHEN 'PROMOTED' THEN 'is-promoted' WHEN 'UNUSED' THEN 'already-unused' END
    ELSE 'is-unknown' END;
COMMENT ON FUNCTION giveaway_winner_refusal(text, giveaway_winner_state) IS
  'Code of the reason why an action on a record is refused, such as is-closed; NULL if it is allowed (docs/states.md).';

CREATE OR REPLACE FUNCTION badge_may_become(before badge_state, after badge_state) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (before, after) IN (('DRAFT', 'ACTIVE'), ('ACTIVE', 'RETIRED'));
COMMENT ON FUNCTION badge_may_become(badge_state, badge_state) IS 'True for an allowed transition, for any actor (docs/states.md).';

CREATE OR REPLACE FUNCTION badge_after(action text) RETURNS badge_state
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'ACTIVATE' THEN 'ACTIVE'
    WHEN 'RETIRE' THEN 'RETIRED' END::badge_state;
COMMENT ON FUNCTION badge_after(text) IS 'The state after an action; NULL if it stays the same.';

CREATE OR REPLACE FUNCTION badge_refusal(action text, state badge_state) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'EDIT' THEN CASE state WHEN 'RETIRED' THEN 'is-retired' END
    WHEN 'ACTIVATE' THEN CASE state WHEN 'ACTIVE' THEN 'already-active' WHEN 'RETIRED' THEN 'is-retired' END
    WHEN 'RETIRE' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'RETIRED' THEN 'already-retired' END
    ELSE 'is-unknown' END;
COMMENT ON FUNCTION badge_refusal(text, badge_state) IS
  'Code of the reason why an action on a record is refused, such as is-closed; NULL if it is allowed (docs/states.md).';

CREATE OR REPLACE FUNCTION release_may_become(before release_state, after release_state) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (before, after) IN (('DRAFT', 'PUBLISHED'), ('WITHDRAWN', 'PUBLISHED'), ('PUBLISHED', 'WITHDRAWN'));
COMMENT ON FUNCTION release_may_become(release_state, release_state) IS 'True for an allowed transition, for any actor (docs/states.md).';

CREATE OR REPLACE FUNCTION release_after(action text) RETURNS release_state
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'PUBLISH' THEN 'PUBLISHED'
    WHEN 'WITHDRAW' THEN 'WITHDRAWN' END::release_state;
COMMENT ON FUNCTION release_after(text) IS 'The state after an action; NULL if it stays the same.';

CREATE OR REPLACE FUNCTION release_refusal(action text, state release_state) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'EDIT' THEN NULL
    WHEN 'PUBLISH' THEN CASE state WHEN 'PUBLISHED' THEN 'already-published' END
    WHEN 'WITHDRAW' THEN CASE state WHEN 'DRAFT' THEN 'is-draft' WHEN 'WITHDRAWN' THEN 'already-withdrawn' END
    WHEN 'DUPLICATE' THEN NULL
    WHEN 'DISCARD' THEN CASE state WHEN 'PUBLISHED' THEN 'is-published' WHEN 'WITHDRAWN' THEN 'is-withdrawn' END
    ELSE 'is-unknown' END;
COMMENT ON FUNCTION release_refusal(text, release_state) IS
  'Code of the reason why an action on a record is refused, such as is-closed; NULL if it is allowed (docs/states.md).';

CREATE OR REPLACE FUNCTION machine_client_may_become(before machine_client_state, after machine_client_state) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (before, after) IN (('ACTIVE', 'SUSPENDED'), ('SUSPENDED', 'ACTIVE'));
COMMENT ON FUNCTION machine_client_may_become(machine_client_state, machine_client_state) IS 'True for an allowed transition, for any actor (docs/states.md).';

CREATE OR REPLACE FUNCTION machine_client_after(action text) RETURNS machine_client_state
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'SUSPEND' THEN 'SUSPENDED'
    WHEN 'REACTIVATE' THEN 'ACTIVE' END::machine_client_state;
COMMENT ON FUNCTION machine_client_after(text) IS 'The state after an action; NULL if it stays the same.';

CREATE OR REPLACE FUNCTION machine_client_refusal(action text, state machine_client_state) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'EDIT' THEN NULL
    WHEN 'ROTATE' THEN CASE state WHEN 'SUSPENDED' THEN 'is-suspended' END
    WHEN 'SUSPEND' THEN CASE state WHEN 'SUSPENDED' THEN 'already-suspended' END
    WHEN 'REACTIVATE' THEN CASE state WHEN 'ACTIVE' THEN 'already-active' END
    ELSE 'is-unknown' END;
COMMENT ON FUNCTION machine_client_refusal(text, machine_client_state) IS
  'Code of the reason why an action on a record is refused, such as is-closed; NULL if it is allowed (docs/states.md).';

CREATE OR REPLACE FUNCTION app_may_become(before app_state, after app_state) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (before, after) IN (('ACTIVE', 'SUSPENDED'), ('SUSPENDED', 'ACTIVE'));
COMMENT ON FUNCTION app_may_become(app_state, app_state) IS 'True for an allowed transition, for any actor (docs/states.md).';

CREATE OR REPLACE FUNCTION app_after(action text) RETURNS app_state
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'SUSPEND' THEN 'SUSPENDED'
    WHEN 'REACTIVATE' THEN 'ACTIVE' END::app_state;
COMMENT ON FUNCTION app_after(text) IS 'The state after an action; NULL if it stays the same.';

CREATE OR REPLACE FUNCTION app_refusal(action text, state app_state) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'EDIT' THEN NULL
    WHEN 'SUSPEND' THEN CASE state WHEN 'SUSPENDED' THEN 'already-suspended' END
    WHEN 'REACTIVATE' THEN CASE state WHEN 'ACTIVE' THEN 'already-active' END
    ELSE 'is-unknown' END;
COMMENT ON FUNCTION app_refusal(text, app_state) IS
  'Code of the reason why an action on a record is refused, such as is-closed; NULL if it is allowed (docs/states.md).';

CREATE OR REPLACE FUNCTION job_may_become(before job_state, after job_state) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (before, after) IN (('QUEUED', 'CANCELED'), ('RUNNING', 'CANCELED'), ('FAILED', 'QUEUED'), ('CANCELED', 'QUEUED'), ('QUEUED', 'RUNNING'), ('RUNNING', 'QUEUED'), ('RUNNING', 'SUCCEEDED'), ('QUEUED', 'FAILED'), ('RUNNING', 'FAILED'));
COMMENT ON FUNCTION job_may_become(job_state, job_state) IS 'True for an allowed transition, for any actor (docs/states.md).';

CREATE OR REPLACE FUNCTION job_after(action text) RETURNS job_state
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'CANCEL' THEN 'CANCELED'
    WHEN 'RETRY' THEN 'QUEUED'
    WHEN 'START' THEN 'RUNNING'
    WHEN 'HAND_BACK' THEN 'QUEUED'
    WHEN 'SUCCEED' THEN 'SUCCEEDED'
    WHEN 'FAIL' THEN 'FAILED' END::job_state;
COMMENT ON FUNCTION job_after(text) IS 'The state after an action; NULL if it stays the same.';

CREATE OR REPLACE FUNCTION job_refusal(action text, state job_state) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action
    WHEN 'CANCEL' THEN CASE state WHEN 'SUCCEEDED' THEN 'is-succeeded' WHEN 'FAILED' THEN 'is-failed' WHEN 'CANCELED' THEN 'already-canceled' END
    WHEN 'RETRY' THEN CASE state WHEN 'QUEUED' THEN 'already-queued' WHEN 'RUNNING' THEN 'is-running' WHEN 'SUCCEEDED' THEN 'is-succeeded' END
    WHEN 'RETRY_FAILED' THEN CASE state WHEN 'QUEUED' THEN 'is-queued' WHEN 'RUNNING' THEN 'is-running' WHEN 'FAILED' THEN 'is-failed' WHEN 'CANCELED' THEN 'is-canceled' END
    WHEN 'UNDO' THEN CASE state WHEN 'QUEUED' THEN 'is-queued' WHEN 'RUNNING' THEN 'is-running' END
    WHEN 'START' THEN CASE state WHEN 'SUCCEEDED' THEN 'is-succeeded' WHEN 'FAILED' THEN 'is-failed' WHEN 'CANCELED' THEN 'is-canceled' END
    WHEN 'HAND_BACK' THEN CASE state WHEN 'QUEUED' THEN 'already-queued' WHEN 'SUCCEEDED' THEN 'is-succeeded' WHEN 'FAILED' THEN 'is-failed' WHEN 'CANCELED' THEN 'is-canceled' END
    WHEN 'SUCCEED' THEN CASE state WHEN 'QUEUED' THEN 'is-queued' WHEN 'SUCCEEDED' THEN 'already-succeeded' WHEN 'FAILED' THEN 'is-failed' WHEN 'CANCELED' THEN 'is-canceled' END
    WHEN 'FAIL' THEN CASE state WHEN 'SUCCEEDED' THEN 'is-succeeded' WHEN 'FAILED' THEN 'already-failed' WHEN 'CANCELED' THEN 'is-canceled' END
    ELSE 'is-unknown' END;
COMMENT ON FUNCTION job_refusal(text, job_state) IS
  'Code of the reason why an action on a record is refused, such as is-closed; NULL if it is allowed (docs/states.md).';
