import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { runCommand } from './testing/run-command.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const apps = (...args: string[]) => runCommand(database, 'apps', args);
const REDIRECT = 'https://shop.example/back';

it('adds an app, replaces what is given, suspends and lists it', async () => {
  const address = ['--origin', 'https://shop.example', '--origin', 'https://m.shop.example', '--redirect', REDIRECT];
  const added = await apps('add', '--client-id', 'shop', '--name', 'Shop', ...address, '--scope', 'presence.read');
  expect(added).toEqual({ code: 0, output: 'Added shop.\n', errors: '' });
  expect(await apps('edit', '--client-id', 'shop', '--name', 'Store', '--origin', 'https://shop.example')).toEqual({
    code: 0,
    output: 'Changed shop.\n',
    errors: '',
  });
  expect((await apps('edit', '--client-id', 'shop', '--scope', '')).code).toBe(0);
  expect((await apps('suspend', '--client-id', 'shop', '--reason', 'leaked')).code).toBe(0);
  expect((await apps('list')).output).toBe(`shop\tStore\tSUSPENDED\tno scope\thttps://shop.example\t${REDIRECT}\n`);
  expect((await apps('reactivate', '--client-id', 'shop')).code).toBe(0);
  const { rows } = await database.pool.query(
    `select action, reason from staff_audit_event where entity_type = 'app' and actor_sub = 'operator' order by occurred_at, id`,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'app.create',
    'app.update',
    'app.update',
    'app.suspend',
    'app.reactivate',
  ]);
  expect(rows[3].reason).toBe('leaked');
});

it('reports errors, changes nothing and exits with 1', async () => {
  const before = (await apps('list')).output;
  const add = ['add', '--client-id', 'other', '--name', 'Other'];
  const ended = await Promise.all(
    [
      [...add, '--origin', 'http://shop.example'],
      [...add, '--redirect', 'shop.example/back'],
      [...add, '--scope', 'everything'],
      ['add', '--client-id', 'shop', '--name', 'Shop'],
      ['edit', '--client-id', 'none', '--name', 'None'],
      ['suspend', '--client-id', 'shop'],
      ['list', 'more'],
    ].map((args) => apps(...args)),
  );
  const sentences = [
    'origins: ',
    'redirectAddresses: ',
    'scopes: ',
    'clientId: taken',
    'App none not found.',
    '--reason is missing.',
    'Usage: ',
  ];
  for (const [index, sentence] of sentences.entries())
    expect(ended[index]).toMatchObject({ code: 1, output: '', errors: expect.stringContaining(sentence) });
  expect((await apps('list')).output).toBe(before);
});
