import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { addReader, listReaders, readerRole, removeReader } from '../cli/reporting-access.ts';
import { insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';
import { COLUMNS } from './reporting-document.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
const made: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await insertReferenceData(database.ownerPool);
  await insertAccounts(database.ownerPool, 3);
});
afterAll(async () => {
  for (const role of made) await asOwner((client) => removeReader(client, role));
  await database.drop();
});

async function asOwner<Result>(run: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await database.ownerPool.connect();
  try {
    return await run(client);
  } finally {
    client.release();
  }
}

async function connectReader(seesPersonal: boolean): Promise<{ role: string; client: pg.Client }> {
  const role = readerRole(`test_${process.pid}_${made.length}`);
  const password = await asOwner((client) => addReader(client, { role, seesPersonal }));
  made.push(role);
  const url = new URL(database.ownerUrl);
  Object.assign(url, { username: role, password });
  const client = new pg.Client({ connectionString: url.href });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return { role, client };
}

it('describes every view and column', async () => {
  const { rows } = await database.ownerPool.query(COLUMNS);
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter(({ about, comment }) => about === '' || comment === '')).toEqual([]);
});

it('reads personal columns only in views marked as such, and no secrets in any', async () => {
  const { rows } = await database.ownerPool.query(`
    SELECT u.view_name || ' <- ' || u.table_name || '.' || u.column_name AS read, obj_description(format('reporting.%I', u.view_name)::regclass) ~ '\\{personal\\}$' AS is_marked
    FROM information_schema.view_column_usage u
    WHERE u.view_schema = 'reporting' AND col_description(format('%I.%I', u.table_schema, u.table_name)::regclass,
      (SELECT attnum FROM pg_attribute WHERE attrelid = format('%I.%I', u.table_schema, u.table_name)::regclass AND attname = u.column_name)::int) ~ '\\{personal'`);
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.filter((row) => !row.is_marked)).toEqual([]);
  const { rows: secret } = await database.ownerPool.query(`
    SELECT view_name, column_name FROM information_schema.view_column_usage
    WHERE view_schema = 'reporting' AND (table_schema = 'identity' OR column_name ~ '^(code_key|seed_.*|.*secret.*|state_reason|created_by|updated_by)$'
      OR table_name = 'coupon' AND column_name ~ 'code')`);
  expect(secret).toEqual([]);
});

it('gives a reader every view without personal data, and nothing else', async () => {
  const { client } = await connectReader(false);
  const { rows: views } = await database.ownerPool.query(
    `SELECT DISTINCT table_name AS name FROM information_schema.views WHERE table_schema = 'reporting' AND table_name <> 'account_personal'`,
  );
  for (const { name } of views) await client.query(`SELECT * FROM ${name}`);
  expect((await client.query('SELECT state FROM account')).rows).toHaveLength(3);
  const { rows: settings } = await client.query(
    `SELECT current_setting('statement_timeout') AS timeout, current_setting('default_transaction_read_only') AS only`,
  );
  expect(settings).toEqual([{ timeout: '1min', only: 'on' }]);
  await client.query('SET default_transaction_read_only = off');
  for (const refused of [
    'SELECT * FROM account_personal',
    'SELECT * FROM public.account',
    'SELECT * FROM identity.person',
    'UPDATE account SET push_consent = true',
    'DELETE FROM points_transfer',
    'CREATE TABLE mine (id int)',
    'CREATE TABLE public.mine (id int)',
  ])
    await expect(client.query(refused), refused).rejects.toMatchObject({ code: '42501' });
  const { rows: callable } = await client.query(
    `SELECT p.oid::regprocedure::text AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE p.prosecdef AND p.prorettype <> 'trigger'::regtype AND n.nspname !~ '^(pg_|information_schema)' AND has_function_privilege(p.oid, 'EXECUTE')`,
  );
  expect(callable).toEqual([]);
});

it('gives a reader with personal data the contacts too', async () => {
  const { client, role } = await connectReader(true);
  const { rows } = await client.query('SELECT email FROM account JOIN account_personal USING (account_id) ORDER BY 1');
  expect(rows).toHaveLength(3);
  const readers = await asOwner((owner) => listReaders(owner));
  expect(readers.find((reader) => reader.role === role)).toEqual({ role, seesPersonal: true });
});

it('takes everything away with the reader, also from an open connection', async () => {
  const { client, role } = await connectReader(false);
  // PostgreSQL lets every role create these.
  await client.query('SET default_transaction_read_only = off');
  await client.query('SELECT lo_create(0)');
  await asOwner((owner) => removeReader(owner, role));
  made.splice(made.indexOf(role), 1);
  await expect(client.query('SELECT * FROM account')).rejects.toThrow();
  await expect(asOwner((owner) => removeReader(owner, role))).rejects.toThrow(`There is no reader ${role}.`);
});

it('refuses names that could be another role, and a second reader of the same name', async () => {
  for (const name of ['', 'Finance', 'a;drop', 'x'.repeat(41)]) expect(() => readerRole(name)).toThrow('A name has');
  const { role } = await connectReader(false);
  await expect(asOwner((owner) => addReader(owner, { role, seesPersonal: true }))).rejects.toThrow('already');
});

it('keeps the application out: a view would let it write to its table as the owner', async () => {
  const { rows } = await database.pool.query(
    `SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'reporting'::regnamespace AND has_table_privilege(c.oid, 'SELECT, INSERT, UPDATE, DELETE')`,
  );
  expect(rows).toEqual([]);
});
