import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAppScopes } from '@backcounter/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DatabaseMachineRegistry } from '../db/machine-registry.ts';
import { createSchema } from '../features/index.ts';
import { readDocuments } from '../graphql/documents/registered-documents.ts';
import { publicSchema } from '../graphql/public-slice.ts';
import type { Caller } from '../ports/identity.ts';
import { createTestApp, type TestApp, testIdentity } from '../testing/test-app.ts';
import { runCommand } from './testing/run-command.ts';

const SYNC = 'mutation Sync { syncAccounts(input: { accounts: [] }) { results { outcome } } }';
const WHO = 'query Who { viewer { sub } }';
const NEW =
  'mutation New($input: CreateTopicCategoryInput!) { createTopicCategory(input: $input) { topicCategory { id } } }';

let test: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
  test = await createTestApp({ identity: { authenticate } });
  await test.database.ownerPool.query(
    `insert into machine_client (client_id, name, scopes) values ('till', 'Till', 'account.sync');
     insert into app (client_id, name, scopes) values ('shop', 'Shop', 'document.run')`,
  );
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

/** The point of sale by the real registry, and the app of an administrator or viewer with the hashes that are stored now. */
async function authenticate(token: string): Promise<Caller> {
  const expiresAt = new Date('2030-01-01T00:00:00Z');
  if (token === 'till') {
    const registry = new DatabaseMachineRegistry(test.database.pool, { now: () => test.now }, false);
    return registry.admit({ clientId: 'till', scopes: null, issuedAt: null, expiresAt });
  }
  if (token.startsWith('machine')) return testIdentity.authenticate(token);
  const [by = '', scopes] = token.split('~');
  const caller = await testIdentity.authenticate(by);
  const { rows } = await test.database.pool.query(
    'select array_agg(hash) as hashes from registered_document where app_id is not null',
  );
  const app = { clientId: 'shop', scopes: parseAppScopes(scopes ?? ''), documents: rows[0].hashes ?? undefined };
  return caller.kind === 'machine' || scopes === undefined ? caller : { ...caller, app };
}

async function register(command: 'machine' | 'apps', clientId: string, text: string) {
  const file = join(folder, 'operations.graphql');
  await writeFile(file, text);
  return runCommand(test.database, command, ['documents', clientId, file]);
}
async function codeOf(body: object, token: string): Promise<string> {
  const answer = await test.post(JSON.stringify(body), { token });
  return answer.body.errors?.[0].extensions.code ?? 'done';
}

it('a machine client with documents runs these alone, by id or by a text that reads the same, until it has none', async () => {
  expect(await codeOf({ query: '{ __typename }' }, 'till')).toBe('done');
  const { output, code } = await register('machine', 'till', `# sync\n${SYNC}`);
  const [, id = ''] = /^Sync\t(sha256:[0-9a-f]{64})\n$/.exec(output) ?? [];
  expect(code).toBe(0);
  for (const [body, expected] of [
    [{ documentId: id }, 'done'],
    [{ query: SYNC.replaceAll(' { ', '\n{\n') }, 'done'],
    [{ query: '{ __typename }' }, 'operation.not-allowed'],
    [{ query: `${SYNC.replace('outcome', 'outcome accountId')}` }, 'operation.not-allowed'],
    [{ documentId: `sha256:${'0'.repeat(64)}` }, 'operation.not-allowed'],
  ] as const)
    expect([body, await codeOf(body, 'till')]).toEqual([body, expected]);
  const shown = await test.send('{ machineClients(first: 5, search: "till") { nodes { documents } } }');
  expect(shown.body.data.machineClients.nodes).toEqual([{ documents: ['Sync'] }]);
  expect((await register('machine', 'till', ' \n')).output).toBe('till has no registered documents: it may run any.\n');
  expect(await codeOf({ query: '{ __typename }' }, 'till')).toBe('done');
  const { rows } = await test.database.pool.query(
    `select action, changes -> 'documents' as documents from staff_audit_event where entity_type = 'machine-client' order by occurred_at, id`,
  );
  const listed = `Sync ${id.slice(7, 15)}`;
  expect(rows).toEqual([
    { action: 'machine-client.update', documents: [null, listed] },
    { action: 'machine-client.update', documents: [listed, null] },
  ]);
});

it('an app runs registered queries and mutations within the role of the person, with its scope', async () => {
  const create = { query: NEW, variables: { input: { code: 'news', nameI18n: { 'en-US': 'News' } } } };
  expect(await codeOf(create, 'admin~document.run')).toBe('access.denied');
  expect((await register('apps', 'shop', `${WHO} ${NEW}`)).code).toBe(0);
  expect(await codeOf(create, 'campaign-viewer~document.run')).toBe('access.denied');
  expect(await codeOf({ query: WHO }, 'admin~document.run')).toBe('done');
  expect(await codeOf({ query: 'query Who { viewer { name } }' }, 'admin~document.run')).toBe('operation.not-allowed');
  expect(await codeOf(create, 'admin~offline_access')).toBe('access.denied');
  expect(await codeOf(create, 'admin~document.run')).toBe('done');
  const { rows } = await test.database.pool.query(
    `select changes -> 'app' as app from staff_audit_event where action = 'topic-category.create'`,
  );
  expect(rows).toEqual([{ app: [null, 'shop'] }]);
  expect((await runCommand(test.database, 'apps', ['documents', 'shop', '--none'])).code).toBe(0);
  expect(await codeOf(create, 'admin~document.run')).toBe('access.denied');
});

it.each([
  ['machine~account.sync', WHO, 'Who: Cannot query field "viewer"'],
  ['machine~account.sync', 'query Own { usableCoupons(accountId: "x") { code } }', 'Own: '],
  ['machine~account.sync', '{ __typename }', 'Each operation needs a name.'],
  ['machine~account.sync', `${SYNC} ${SYNC}`, 'Two operations have one name.'],
  ['machine~account.sync', 'query {', 'Syntax Error'],
  [
    'admin~document.run',
    'mutation Stop($i: SuspendAppInput!) { suspendApp(input: $i) { app { id } } }',
    'Stop: The app',
  ],
  ['admin~document.run', `query Many { ${'a: viewer { sub } '.repeat(20)} }`, 'Many: '],
] as const)('refuses for %s: %s', async (token, text, sentence) => {
  const caller = await authenticate(token);
  const schema = caller.kind === 'machine' ? publicSchema(createSchema()) : createSchema();
  expect(() => readDocuments(text, schema, caller)).toThrow(sentence);
});

it('refuses an unknown client and a wrong call', async () => {
  expect(await register('machine', 'gone', SYNC)).toMatchObject({
    code: 1,
    errors: 'Machine client gone not found.\n',
  });
  expect((await runCommand(test.database, 'apps', ['documents'])).errors).toContain('Usage: ');
});
