/** An account is closed by staff; erased when its personal data has been removed for good. */
export const ACCOUNT_STATES = ['ACTIVE', 'SUSPENDED', 'CLOSED', 'ERASED'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** Actions on an account, as `allowedActions` of the API names them. */
export const ACCOUNT_ACTIONS = ['EDIT', 'SUSPEND', 'REACTIVATE', 'CLOSE', 'REVEAL_CONTACT'] as const;
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
