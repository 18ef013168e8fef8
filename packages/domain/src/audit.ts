/** How an audited action ended. DENIED: the person may not, or the present state does not allow it. */
export const AUDIT_OUTCOMES = ['DONE', 'DENIED', 'FAILED'] as const;
/** One of the three outcomes. */
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];
