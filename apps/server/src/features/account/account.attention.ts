import type { ChangeSource } from '../../attention/change-source.ts';

/** New accounts. */
export const accountChanges: ChangeSource = {
  kind: 'ACCOUNTS_CREATED',
  permission: 'account.read',
  // In the order of the index, so that it is the index that is read.
  rows: (since) => `from account r where r.created_at > ${since} order by r.created_at`,
};

/** What others noted about accounts. */
export const noteChanges: ChangeSource = {
  kind: 'NOTES_WRITTEN',
  permission: 'account.write-note',
  rows: (since, values, { sub }) =>
    `from account_note r where r.written_at > ${since} and r.written_by <> ${values.add(sub)} and r.retracted_at is null`,
};
