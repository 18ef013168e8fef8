/** Disclosures counted per staff member: contacts and codes revealed, rows exported. */
export const DISCLOSURE_KINDS = ['CONTACT', 'CODE', 'EXPORT_ROW'] as const;
/** One of the kinds. */
export type DisclosureKind = (typeof DISCLOSURE_KINDS)[number];

/** Purpose of revealing a contact. */
export const REVEAL_PURPOSES = ['SUPPORT_REQUEST', 'DELIVERY', 'FRAUD_CHECK', 'LEGAL_REQUEST', 'OTHER'] as const;
/** One of the purposes. */
export type RevealPurpose = (typeof REVEAL_PURPOSES)[number];

/** Limits of reveals that the console states. */
export const REVEAL_LIMITS = {
  /** Minimum length of the reason for purpose OTHER. */
  reasonMinLength: 10,
} as const;

/** Minutes for which a confirmed second factor allows sensitive operations of the same sign-in. */
export const CONFIRMED_MINUTES = 5;
