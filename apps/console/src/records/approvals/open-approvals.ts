/** Key of everything that a new or decided request changes. */
export const APPROVALS = 'approvals';
