import { beforeEach, expect, it } from 'vitest';
import { fileApp, startFileWorker } from '../../../testing/file-app.ts';
import { insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { untilJob } from '../../../testing/test-worker.ts';

const test = await fileApp();
const query = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, 3);
const sub = 'demo-pos';
await query(
  `insert into machine_client (client_id, name, scopes) values ($1, 'Warehouse', 'account.read export.run points.read')
  on conflict (client_id) do update set scopes = excluded.scopes`,
  [sub],
);
startFileWorker(test);
beforeEach(() => query(`update machine_client set state = 'ACTIVE' where client_id = $1`, [sub]));

const READS = 'machine~export.run+account.read';
const run = async (input: object, token = READS) => {
  const { body } = await test.send(
    'mutation R($input: RunExportInput!) { runExport(input: $input) { export { id state rows path } } }',
    { input: { list: 'ACCOUNTS', format: 'CSV', ...input } },
    { token },
  );
  return { made: body.data?.runExport?.export, error: body.errors?.[0]?.extensions };
};
const read = async (id: string, token = READS) =>
  (await test.send('query E($id: ID!) { exportJob(id: $id) { state rows path errorCode } }', { id }, { token })).body;
const get = (path: string, token: string) =>
  test.app.inject({ url: path, headers: { authorization: `Bearer ${token}` } });
const finished = async (id: string) => {
  await untilJob(test, id, 'SUCCEEDED', 'FAILED');
  return (await read(id)).data.exportJob;
};

it('is started, awaited and fetched with the token of its client alone', async () => {
  const { made } = await run({ columns: ['number', 'points'] }, `${READS}+points.read`);
  expect(made).toMatchObject({ rows: 0, path: null });
  expect(await finished(made.id)).toEqual({
    state: 'SUCCEEDED',
    rows: 3,
    path: `/files/exports/${made.id}`,
    errorCode: null,
  });
  const path = `/files/exports/${made.id}`;
  const file = await get(path, `${READS}+points.read`);
  expect([file.statusCode, file.body.trimEnd().split('\r\n').length]).toEqual([200, 4]);
  // Without a scope of its columns, for staff, and for another id.
  for (const [to, token] of [
    [path, READS],
    [path, 'machine~account.read+points.read'],
    [path, 'admin'],
    ['/files/exports/x', READS],
  ] as const)
    expect((await get(to, token)).statusCode).toBe(404);
  expect(await query(`select kind, amount::int from staff_disclosure where staff_sub = $1`, [sub])).toEqual([
    { kind: 'EXPORT_ROW', amount: 3 },
  ]);
  const trail = await query(
    `select outcome from staff_audit_event where action = 'job.download' and entity_id = $1 order by id`,
    [made.id],
  );
  expect(trail.map(({ outcome }) => outcome)).toEqual(['DONE', 'DENIED', 'DENIED']);
});

it.each([
  ['a name without its scope', { columns: ['displayName'] }, 'access.denied'],
  ['a list without its scope', { list: 'POINTS_ENTRIES', columns: ['seq'] }, 'access.denied'],
  ['a column that is for staff', { columns: ['stateReason'] }, 'field.invalid'],
  ['no column', { columns: [] }, 'field.invalid'],
  ['an unknown filter', { columns: ['id'], filter: { banana: 1 } }, 'filter.invalid'],
  ['a filter by contact data', { columns: ['id'], filter: { email: { in: ['a@b.test'] } } }, 'filter.invalid'],
])('is refused with %s', async (_what, input, code) => {
  expect((await run(input)).error.code).toBe(code);
});

it('runs one at a time, and with the scopes of that moment', async () => {
  await query(`insert into staff_user (sub, display_name) values ($1, 'Warehouse') on conflict do nothing`, [sub]);
  await query(
    `insert into job (kind, params, requested_by, requested_roles, is_of_client) values ('list.export', '{}', $1, '{}', true)`,
    [sub],
  );
  expect((await run({ columns: ['id'] })).error.code).toBe('job.too-many');
  await query(`delete from job where params = '{}'`);
  await query(`update machine_client set state = 'SUSPENDED' where client_id = $1`, [sub]);
  const { made } = await run({ columns: ['id'] });
  expect(await finished(made.id)).toMatchObject({ state: 'FAILED', errorCode: 'access.denied', path: null });
});

it('is no way to the files of people', async () => {
  const { body } = await test.send(
    'mutation E($input: StartExportInput!) { startExport(input: $input) { job { id } } }',
    {
      input: {
        ...{ list: 'ACCOUNTS', format: 'CSV', locale: 'en-US', timeZone: 'UTC' },
        columns: [{ key: 'number' }],
        selection: {},
      },
    },
  );
  const { id } = body.data.startExport.job;
  await untilJob(test, id, 'SUCCEEDED');
  expect((await read(id)).errors[0].extensions.code).toBe('record.not-found');
  expect((await get(`/files/exports/${id}`, READS)).statusCode).toBe(404);
});
