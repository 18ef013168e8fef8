import type { ChangeSource } from '../../attention/change-source.ts';

/** New accounts. */
export const accountChanges: ChangeSource = {
  kind: 'ACCOUNTS_CREATED',
  permission: 'account.read',
  // Ordered as the index is, so that the index is used.
  rows: (since) => `from account r where r.created_at > ${since} order by r.created_at`,
};

/** Notes about accounts by other staff. */
export const noteChanges: ChangeSource = {
  kind: 'NOTES_WRITTEN',
  permission: 'account.write-note',
  rows: (since, values, { sub }) =>
    `from account_note r where r.written_at > ${since} and r.written_by <> ${values.add(sub)} and r.retracted_at is null`,
};
