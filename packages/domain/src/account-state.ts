/** An account is closed by staff; erased when its personal data has been removed for good. */
export const ACCOUNT_STATES = ['ACTIVE', 'SUSPENDED', 'CLOSED', 'ERASED'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** Actions on an account, as `allowedActions` of the API names them. */
export const ACCOUNT_ACTIONS = [
  'EDIT',
  'SUSPEND',
  'REACTIVATE',
  'CLOSE',
  'ERASE',
  'REVEAL_CONTACT',
  'CHANGE_TOPICS',
  'AWARD_BADGE',
  'REVOKE_BADGE',
  'INVALIDATE_DEVICE',
  'WRITE_NOTE',
  'EXPORT_DATA',
] as const;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];

/** From state to the states that staff may set. ERASED is reached by erasure alone. */
export const ACCOUNT_TRANSITIONS: Readonly<Record<AccountState, readonly AccountState[]>> = {
  ACTIVE: ['SUSPENDED', 'CLOSED'],
  SUSPENDED: ['ACTIVE', 'CLOSED'],
  CLOSED: ['ACTIVE'],
  ERASED: [],
};

/** A closed account may be reactivated for this many days. */
export const ACCOUNT_REOPEN_DAYS = 30;

/** Limits of what belongs to an account. */
export const ACCOUNT_LIMITS = {
  noteMaxLength: 2000,
  /** The author of a note may take it back for this long without a reason. */
  noteRetractMinutes: 15,
  /** A device whose app has not told its token for this long may not be reached any more. */
  deviceStaleDays: 30,
  /** After this long its token has expired. */
  deviceExpiredDays: 270,
  /** A closed account whose owner asked for it is erased after this long. */
  erasureDelayDays: 30,
} as const;
