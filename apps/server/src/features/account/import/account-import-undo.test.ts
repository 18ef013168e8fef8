import { expect, it } from 'vitest';
import { importApp } from '../../../imports/testing/import-steps.ts';
import { accountId, insertAccounts } from '../../../testing/test-accounts.ts';
import { untilJob } from '../../../testing/test-worker.ts';

const { test, steps } = await importApp();
const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const preview = async (id: string) => {
  const { body } = await steps.send('query ($id: ID!) { previewUndoJob(id: $id) { groups { reason count } } }', { id });
  return Object.fromEntries(
    body.data.previewUndoJob.groups.map((group: { reason: string | null; count: number }) => [
      group.reason ?? 'DONE',
      group.count,
    ]),
  );
};
async function undo(id: string) {
  const { body } = await steps.send(
    'mutation ($id: ID!) { undoJob(input: { id: $id, reason: "Wrong file" }) { job { id } } }',
    { id },
  );
  expect(body.errors).toBeUndefined();
  const undone = body.data.undoJob.job.id;
  await untilJob(test, undone, 'SUCCEEDED', 'FAILED');
  return { id: undone, ...(await rowsOf('select outcomes from job where id = $1', [undone]))[0].outcomes };
}
const ENTERED =
  'email, email_verified, phone_e164, display_name, birth_date, country_code, area_id, locale, timezone, push_consent, state';
const kept = () => rowsOf(`select id, ${ENTERED} from account where state <> 'CLOSED' order by id`);

it('an import of accounts is undone: values come back, and accounts that it created are closed', async () => {
  await insertAccounts(test.database.ownerPool, 6);
  await rowsOf("update account set email = 'a' || public_no || '@example.com', birth_date = '1990-05-04'");
  await rowsOf('update account set email_verified = true where id = $1', [accountId(1)]);
  const before = await kept();
  const known = await rowsOf('select public_no as no from account order by id');
  const { id: file } = await steps.create(
    'ACCOUNTS',
    [
      'number,email,birthDate,displayName,locale,pushConsent',
      ...known.map(({ no }) => `${no},b${no}@example.com,1991-01-01,New name ${no},fr-FR,yes`),
    ].join('\n'),
  );
  const { done, run } = await steps.runAll(file);
  expect(run).toEqual({ updated: 6 });
  const { id: added } = await steps.create(
    'ACCOUNTS',
    'firebaseId,email,displayName,countryCode\nnew1,n1@example.com,One,DE\nnew2,n2@example.com,Two,DE',
  );
  const created = (await steps.runAll(added)).done;
  const imported = await kept();
  expect(imported).toHaveLength(before.length + 2);

  // Another account has the address of one; a second one was changed; a third created one too.
  await rowsOf('update account set display_name = $2 where id = $1', [accountId(2), 'Kept']);
  await rowsOf(
    "update account set email = 'a' || (select public_no from account where id = $1) || '@example.com' where firebase_id = 'new1'",
    [accountId(3)],
  );
  expect(await preview(done.run.id)).toEqual({ DONE: 5, 'changed-since': 1 });
  const back = await undo(done.run.id);
  expect(back).toMatchObject({ DONE: 4, 'SKIPPED changed-since': 1, 'FAILED not-stored': 1 });
  const now = await kept();
  const others = (row: { id: string }) => ![accountId(2), accountId(3)].includes(row.id);
  expect(now.slice(0, before.length).filter(others)).toEqual(before.filter(others));
  expect(await undo(back.id)).toMatchObject({ DONE: 4 });

  // Jobs skip records that are newer than their request.
  test.now = new Date(Date.now() + 60_000);
  expect(await preview(created.run.id)).toEqual({ DONE: 2 });
  const closed = await undo(created.run.id);
  expect(closed).toMatchObject({ DONE: 2 });
  expect(await rowsOf("select action, reason from staff_audit_event where action = 'account.close'")).toEqual([
    { action: 'account.close', reason: 'Wrong file' },
    { action: 'account.close', reason: 'Wrong file' },
  ]);
  expect(await undo(closed.id)).toMatchObject({ DONE: 2 });
  const touched = await steps.send(
    'mutation ($i: UpdateAccountInput!) { updateAccount(input: $i) { account { id } } }',
    {
      i: {
        ...(await rowsOf('select id, version as "expectedVersion" from account where firebase_id = $1', ['new2']))[0],
        patch: { displayName: 'Changed' },
      },
    },
  );
  expect(touched.body.errors).toBeUndefined();
  expect(await preview(created.run.id)).toEqual({ 'changed-since': 2 });
});
