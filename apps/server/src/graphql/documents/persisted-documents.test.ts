import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildClientSchema, getIntrospectionQuery, lexicographicSortSchema, printSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, TEST_CONFIG, type TestApp } from '../../testing/test-app.ts';

const DOCUMENT = 'query Who { viewer { sub } }';
const OUTDATED = 'query Who { viewer { noLongerThere } }';
const idOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const documentId = idOf(DOCUMENT);
const outdatedId = idOf(OUTDATED);

let test: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'api-console-'));
  await writeFile(
    join(folder, 'index.html'),
    '<meta name="csp-nonce" content="__CSP_NONCE__"><!--backcounter-config-->',
  );
  await writeFile(
    join(folder, 'persisted-documents.json'),
    JSON.stringify({ [documentId.slice(7)]: DOCUMENT, [outdatedId.slice(7)]: OUTDATED }),
  );
  test = await createTestApp({
    consoleDir: folder,
    config: { ...TEST_CONFIG, isTrustedDocumentsOnly: true, isProduction: true },
  });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

describe('where only documents of the console are trusted', () => {
  it('runs a document by its id', async () => {
    const answer = await test.post(JSON.stringify({ documentId }));
    expect(answer.body).toEqual({ data: { viewer: { sub: 'staff-admin' } } });
  });

  it.each([
    ['text', { query: DOCUMENT }],
    ['introspection', { query: '{ __schema { types { name } } }' }],
  ])('refuses staff %s', async (_name, body) => {
    const answer = await test.post(JSON.stringify(body));
    expect(answer.body.errors[0].extensions.code).toBe('operation.not-allowed');
    expect(answer.body.data).toBeUndefined();
  });

  it.each([
    ['an unknown id', `sha256:${'0'.repeat(64)}`],
    ['a malformed id', '../../etc/passwd'],
    ['a document that the schema no longer fits', outdatedId],
  ])(
    'answers %s with client.outdated, and first with the code that makes a console of 0.1.0 invite to reload',
    async (_name, id) => {
      const answer = await test.post(JSON.stringify({ documentId: id }));
      const codes = answer.body.errors.map((error: { extensions: { code: string } }) => error.extensions.code);
      expect(codes).toEqual(['operation.not-allowed', 'client.outdated']);
      expect(answer.body.data).toBeUndefined();
      expect(answer.text).not.toContain('noLongerThere');
    },
  );

  it('answers 503 while the database has no connection for reading the document', async () => {
    const lost = Object.assign(new Error('no connection'), { code: '08006' });
    vi.spyOn(test.database.pool, 'connect').mockImplementationOnce(() => Promise.reject(lost));
    const body = JSON.stringify({ documentId: idOf('never read before') });
    const answer = await test.post(body, { headers: { accept: 'application/graphql-response+json' } });
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    expect(answer.body.errors).toEqual([
      { ...answer.body.errors[0], extensions: { code: 'service.unavailable', details: { retryAfterSeconds: 1 } } },
    ]);
  });

  it('allows text of machine clients', async () => {
    const answer = await test.send('{ __typename }', {}, { token: 'machine' });
    expect(answer.body).toEqual({ data: { __typename: 'Query' } });
  });

  it('shows machine clients the public slice, whole, and nothing else', async () => {
    const { body } = await test.send(
      getIntrospectionQuery({ specifiedByUrl: true, oneOf: true }),
      {},
      { token: 'machine' },
    );
    const printed = printSchema(lexicographicSortSchema(buildClientSchema(body.data)));
    expect(`${printed}\n`).toBe(await readFile(new URL('../../../schema.public.graphql', import.meta.url), 'utf8'));
    for (const [text, code] of [
      ['{ viewer { sub } }', 'access.denied'],
      ['{ viewer { sub } __schema { types { name } } }', 'access.denied'],
      ['{ viewer { noSuchField } }', 'request.malformed'],
    ] as const) {
      const answer = await test.send(text, {}, { token: 'machine' });
      expect([answer.body.errors[0].extensions.code, answer.body.data ?? null]).toEqual([code, null]);
    }
  });

  it('accepts a document for 30 days after its last deployment', async () => {
    const age = (days: number) =>
      test.database.pool.query(
        `update persisted_document set last_deployed_at = $1::timestamptz - make_interval(days => $2)`,
        [test.now, days],
      );
    const other = await createTestApp({
      config: { ...TEST_CONFIG, isTrustedDocumentsOnly: true },
      db: test.database.db,
      pool: test.database.pool,
    });
    await age(29);
    expect((await other.post(JSON.stringify({ documentId }))).body.data).toBeDefined();
    other.now = new Date(test.now.getTime() + 2 * 86_400_000);
    expect((await other.post(JSON.stringify({ documentId }))).body.errors[1].extensions.code).toBe('client.outdated');
    await other.close();
  });
});
