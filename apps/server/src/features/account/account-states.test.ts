import { ACCOUNT_MACHINE, type AccountState } from '@backcounter/domain';
import { beforeAll } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';
import { describeStates } from '../../testing/state-cases.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';

const MANY = 100;

/** Columns that each state requires. */
const COLUMNS: Readonly<Record<AccountState, string>> = {
  ACTIVE: 'state_reason = null',
  SUSPENDED: "state_reason = 'Abuse'",
  CLOSED: "state_reason = 'Left', state_changed_at = now()",
  ERASED: `state_reason = null, display_name = null, email = null, email_verified = false, phone_e164 = null, birth_date = null,
    firebase_id = null, push_consent = false`,
};

let next = 0;
const test = await fileApp();
beforeAll(async () => {
  test.now = new Date();
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, MANY);
  await test.database.ownerPool.query('alter table account disable trigger account_check_transition');
});

const expected = ({ id, version }: { id: string; version: number }) => `id: "${id}", expectedVersion: ${version}`;

describeStates({
  machine: ACCOUNT_MACHINE,
  test: () => test,
  place: async (state) => {
    next += 1;
    const [columns, id] = [COLUMNS[state], accountId(next)];
    const { rows } = await test.database.ownerPool.query(
      `update account set state = '${state}', ${columns} where id = $1 returning public_no::text as label, version`,
      [id],
    );
    return { id, ...rows[0] };
  },
  mutations: {
    EDIT: (record) =>
      `mutation { updateAccount(input: { ${expected(record)}, patch: { displayName: "New" } }) { account { id } } }`,
    SUSPEND: (record) =>
      `mutation { suspendAccount(input: { ${expected(record)}, reason: "Abuse" }) { account { id } } }`,
    REACTIVATE: (record) => `mutation { reactivateAccount(input: { ${expected(record)} }) { account { id } } }`,
    CLOSE: (record) => `mutation { closeAccount(input: { ${expected(record)}, reason: "Left" }) { account { id } } }`,
    ERASE: (record) =>
      `mutation { eraseAccount(input: { ${expected(record)}, reason: "Asked for it", confirmation: "${record.label}" }) { account { id } } }`,
    WRITE_NOTE: ({ id }) => `mutation { writeAccountNote(input: { id: "${id}", text: "Called" }) { noteId } }`,
    EXPORT_DATA: ({ id }) =>
      `mutation { exportAccountData(input: { id: "${id}", reason: "Asked for it" }) { job { id } } }`,
  },
  stateSql: 'select state::text from account where id = $1',
});
