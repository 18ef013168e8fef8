/** What is counted for each member of staff: contacts and codes revealed, rows exported. */
export const DISCLOSURE_KINDS = ['CONTACT', 'CODE', 'EXPORT_ROW'] as const;
/** One of the kinds. */
export type DisclosureKind = (typeof DISCLOSURE_KINDS)[number];

/** Why a contact is needed. */
export const REVEAL_PURPOSES = ['SUPPORT_REQUEST', 'DELIVERY', 'FRAUD_CHECK', 'LEGAL_REQUEST', 'OTHER'] as const;
/** One of the purposes. */
export type RevealPurpose = (typeof REVEAL_PURPOSES)[number];

/** Limits of reveals that people are told. */
export const REVEAL_LIMITS = {
  /** Of the reason where the purpose is OTHER. */
  reasonMinLength: 10,
  /** How long a confirmed code of the second factor lifts the hourly budget. */
  confirmedMinutes: 15,
} as const;
