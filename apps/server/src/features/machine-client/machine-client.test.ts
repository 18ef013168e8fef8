import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';

const FIELDS =
  'id version clientId name scopes state stateReason actions secrets { createdBy expiresAt } history(first: 20) { nodes { action reason } }';
const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

const test = await fileApp();

async function run(name: string, input: Record<string, unknown>) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const { body } = await test.send(
    `mutation M($input: ${type}) { saved: ${name}(input: $input) { machineClient { ${FIELDS} } } }`,
    { input },
  );
  return { saved: body.data?.saved.machineClient, error: body.errors?.[0]?.extensions };
}
const create = (clientId: string, scopes = 'account.sync presence.write') =>
  run('createMachineClient', { clientId, name: 'Till', scopes });

it('is registered, changed, suspended with a reason and reactivated, each with an audit event', async () => {
  const { saved } = await create('till-1');
  expect(saved).toMatchObject({
    clientId: 'till-1',
    state: 'ACTIVE',
    secrets: [],
    actions: ['EDIT', 'ROTATE', 'SUSPEND'],
  });
  const { id } = saved;
  expect(
    (await run('updateMachineClient', { id, expectedVersion: 1, patch: { scopes: 'points.transfer' } })).saved,
  ).toMatchObject({
    version: 2,
    scopes: 'points.transfer',
  });
  expect((await run('suspendMachineClient', { id, expectedVersion: 2, reason: ' ' })).error.code).toBe(
    'reason.required',
  );
  expect((await run('suspendMachineClient', { id, expectedVersion: 1, reason: 'lost' })).error.code).toBe(
    'record.conflict',
  );
  expect((await run('suspendMachineClient', { id, expectedVersion: 2, reason: 'lost' })).saved).toMatchObject({
    state: 'SUSPENDED',
    stateReason: 'lost',
    actions: ['EDIT', 'REACTIVATE'],
  });
  expect((await run('suspendMachineClient', { id, expectedVersion: 3, reason: 'x' })).error.code).toBe(
    'state.invalid-transition',
  );
  const { saved: again } = await run('reactivateMachineClient', { id, expectedVersion: 3, reason: 'found' });
  expect(again).toMatchObject({ state: 'ACTIVE', stateReason: null });
  expect(
    again.history.nodes
      .filter(({ action }: { action: string }) => action !== 'machine-client.edit')
      .map(({ action, reason }: { action: string; reason: string | null }) => [action, reason]),
  ).toEqual([
    ['machine-client.reactivate', 'found'],
    ['machine-client.suspend', 'lost'],
    ['machine-client.update', null],
    ['machine-client.create', null],
  ]);
});

it('has at most two secrets: the previous one stays valid for a day, or ends now with earlier tokens [machines 3]', async () => {
  const { id } = (await create('till-2')).saved;
  const rotate = (expectedVersion: number, secret: string, endsPresentSecret = false) =>
    run('rotateMachineClientSecret', { id, expectedVersion, secretHash: hash(secret), endsPresentSecret });
  expect((await rotate(1, 'first')).saved.secrets).toEqual([{ createdBy: 'Test admin', expiresAt: null }]);
  const second = (await rotate(2, 'second')).saved.secrets;
  expect(second).toMatchObject([{ expiresAt: null }, { expiresAt: expect.any(String) }]);
  const leftMs = new Date(second[1].expiresAt).getTime() - Date.now();
  expect(leftMs).toBeGreaterThan(23.9 * 3_600_000);
  expect(leftMs).toBeLessThanOrEqual(24 * 3_600_000);
  expect((await rotate(3, 'third')).saved.secrets).toHaveLength(2);
  const kept = await test.database.pool.query('select hash from machine_client_secret order by id');
  expect(kept.rows.map((row) => row.hash.toString('base64url'))).toEqual([hash('second'), hash('third')]);
  expect((await rotate(4, 'fourth', true)).saved.secrets).toHaveLength(1);
  const { rows } = await test.database.pool.query('select tokens_not_before from machine_client where id = $1', [id]);
  expect(rows[0].tokens_not_before).toBeInstanceOf(Date);
  expect((await rotate(5, 'fourth')).error.details.fields).toEqual({ secretHash: [{ rule: 'taken' }] });
  const { error } = await run('rotateMachineClientSecret', {
    id,
    expectedVersion: 5,
    secretHash: 'the secret itself',
    endsPresentSecret: false,
  });
  expect(error.details.fields).toEqual({ secretHash: [{ rule: 'secret-hash' }] });
});

it.each([
  ['till-1', 'account.sync', { clientId: [{ rule: 'taken' }] }],
  ['-till', 'account.sync', { clientId: [{ rule: 'client-id' }] }],
  ['till ', '', { scopes: [{ rule: 'required' }] }],
  ['till-3', 'account.sync staff.all', { scopes: [{ rule: 'scopes' }] }],
  ['till-3', 'account.sync account.sync', { scopes: [{ rule: 'scopes' }] }],
  ["x'; drop table account --", 'account.sync', { clientId: [{ rule: 'client-id' }] }],
])('%j with the scopes %j is refused on its fields', async (clientId, scopes, fields) => {
  expect((await create(clientId, scopes)).error).toEqual({ code: 'field.invalid', details: { fields } });
});

it('is listed, found by its id and sorted by its last use', async () => {
  await test.database.pool.query(`update machine_client set last_used_at = now() where client_id = 'till-2'`);
  const { body } = await test.send(
    `{ machineClients(first: 10, search: "till-", sort: { key: LAST_USED, direction: DESC }) { nodes { clientId name scopes state lastUsedAt secrets { expiresAt } } count { value kind } } }`,
  );
  expect(body.data.machineClients.nodes).toMatchObject([
    { clientId: 'till-2', name: 'Till', secrets: [{ expiresAt: null }] },
    { clientId: 'till-1', name: 'Till', lastUsedAt: null },
  ]);
});
