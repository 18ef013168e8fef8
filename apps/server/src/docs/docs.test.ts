import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSchema } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { giveawayDesk, openNow } from '../features/giveaway/testing/giveaway-kit.ts';
import { createSchema } from '../features/index.ts';
import { DOCUMENT_LIMITS } from '../graphql/documents/document-limits.ts';
import { publicSchema } from '../graphql/public-slice.ts';
import { fileApp } from '../testing/file-app.ts';
import { insertReferenceData } from '../testing/test-accounts.ts';
import { insertCampaign, insertCoupons } from '../testing/test-campaigns.ts';
import { EXAMPLE_IDS, OPERATION_EXAMPLES } from './operation-examples.ts';
import { operationsOf } from './reference.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const test = await fileApp();
const slice = publicSchema(createSchema());
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers });
const asProgram = (scopes: string) => get('/schema.graphql', { authorization: `Bearer machine~${scopes}` });

it('the public schema is served to anyone, and to a program with its scopes only', async () => {
  const whole = await get('/schema.graphql');
  expect(whole.body).toBe(await readFile(new URL('../../schema.public.graphql', import.meta.url), 'utf8'));
  expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect((await get('/schema.graphql', { 'if-none-match': String(whole.headers.etag) })).statusCode).toBe(304);
  expect((await get('/schema.graphql', { authorization: 'Bearer admin' })).body).toBe(whole.body);

  const reader = buildSchema((await asProgram('account.read')).body);
  expect(Object.keys(reader.getQueryType()?.getFields() ?? {})).toEqual(['member']);
  expect(reader.getMutationType()).toBeUndefined();
  expect((await asProgram('account.read')).body).not.toContain('balance');
  expect((await get('/schema.graphql', { authorization: 'Bearer machine' })).body).toBe(whole.body);
  expect((await asProgram('presence.write')).body).not.toContain('type ');
  expect((await get('/schema.graphql', { authorization: 'Bearer expired' })).statusCode).toBe(401);
});

describe('the pages', () => {
  it('have every operation and change, and the limits of documents', async () => {
    const guide = (await get('/docs')).body;
    const names = [...operationsOf(slice).keys()].sort();
    expect(Object.values(OPERATION_EXAMPLES).flatMap(Object.keys).sort()).toEqual(names);
    const changes = guide.slice(guide.indexOf('<section id="changes"'));
    expect(names.filter((name) => !changes.includes(`<code>${name}</code>`))).toEqual([]);
    const { tokens, rootFields, aliases, depth } = DOCUMENT_LIMITS;
    expect(guide).toContain(`${tokens} tokens, ${rootFields} root fields, ${aliases} aliases, ${depth} levels`);
  });

  it('have no script, and links that lead somewhere', async () => {
    const pages = new Map<string, string>();
    for (const path of ['/docs', '/docs/operations', '/schema.graphql']) {
      const { body, statusCode, headers } = await get(path, { accept: 'text/html' });
      expect([path, statusCode]).toEqual([path, 200]);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none';/);
      pages.set(path, body);
    }
    expect((await get('/docs/assets/docs.css')).body).toContain('Inter Variable');
    for (const [path, body] of pages) {
      expect(body).not.toMatch(/<script| style="|<!--/);
      const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(ids).toHaveLength(new Set(ids).size);
      for (const [, link = ''] of body.matchAll(/ href="([^"]+)"/g)) {
        const [, target = '', anchor] = /^([^#]*)#?(.*)$/.exec(link) ?? [];
        const page = pages.get(target === '' ? path : target);
        if (anchor) expect(page, link).toContain(` id="${anchor}"`);
      }
    }
  });
});

describe('the examples', () => {
  const ids: Record<string, string> = {};
  let url: string;
  const asMachine = (query: string, input: object) => test.send(query, { input }, { token: 'machine' });

  beforeAll(async () => {
    const { pool } = test.database;
    url = await test.app.listen({ port: 0, host: '127.0.0.1' });
    await insertReferenceData(pool);
    await insertCoupons(
      pool,
      await insertCampaign(pool, { state: 'ACTIVE', code_mode: 'SHARED', per_account_limit: 9 }),
      ['SORABAG'],
      {
        max_redemptions: 10,
      },
    );
    const synced = await asMachine(
      'mutation($input: SyncAccountsInput!) { syncAccounts(input: $input) { results { accountId } } }',
      { accounts: [{ firebaseId: 'example-ada', countryCode: 'DE', birthDate: '1990-05-01' }] },
    );
    ids['account'] = synced.body.data.syncAccounts.results[0].accountId;
    // Not ended, so the example asks for the same one.
    const ran = await asMachine(
      'mutation($input: RunExportInput!) { runExport(input: $input) { export { id } } }',
      OPERATION_EXAMPLES['Exports']?.['runExport']?.variables['input'] as object,
    );
    ids['export'] = ran.body.data.runExport.export.id;
    await test.database.ownerPool.query(`update account set created_at = created_at - interval '90 days'`);
    const held = await asMachine(
      'mutation($input: ReserveCouponInput!) { reserveCoupon(input: $input) { outcome redemption { id } } }',
      { key: 'earlier', code: 'SORABAG', firebaseId: 'example-ada', orderMinor: 4250, currency: 'EUR' },
    );
    expect(held.body.data.reserveCoupon.outcome).toBe('RESERVED');
    ids['redemption'] = held.body.data.reserveCoupon.redemption.id;
    const desk = giveawayDesk(() => test, 'admin');
    const giveaway = await desk.done(desk.publish(await desk.made({ maxTicketsPerAccount: 5 })));
    await openNow(test, giveaway.id);
    ids['giveaway'] = giveaway.id;
  });

  const examples = async (label: string): Promise<string[]> => {
    const { body } = await get('/docs/operations');
    const real = Object.entries(EXAMPLE_IDS).reduce((text, [name, id]) => text.replaceAll(id, ids[name] ?? id), body);
    const blocks = real.matchAll(new RegExp(`aria-label="\\w+ ${label}"><code>(.*?)</code>`, 'gs'));
    const found = [...blocks].map(([, text = '']) =>
      text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? ''),
    );
    expect(found).toHaveLength(operationsOf(slice).size);
    return found;
  };

  it('run with curl', async () => {
    const answers: Record<string, unknown> = {};
    for (const example of await examples('with curl')) {
      const headers = [...example.matchAll(/-H (["'])(.+?): (.+?)\1/g)].map(([, , name = '', value = '']) => [
        name,
        value.replace('$TOKEN', 'machine').replace('$(uuidgen)', randomUUID()),
      ]);
      const [, body = ''] = /-d '([^']+)'$/.exec(example) ?? [];
      const answer = await fetch(`${url}/graphql`, { method: 'POST', headers: Object.fromEntries(headers), body });
      const { data, errors } = (await answer.json()) as { data: object; errors?: unknown };
      expect({ example, errors }).toEqual({ example, errors: undefined });
      for (const [name, value] of Object.entries(data)) answers[name] = value?.outcome ?? value;
    }
    expect(answers).toMatchObject({
      transferPoints: 'POSTED',
      reversePoints: 'POSTED',
      confirmRedemption: 'CONFIRMED',
      redeemCoupon: 'CONFIRMED',
      enterGiveaway: 'ENTERED',
      addGiveawayTickets: 'TICKETS_ADDED',
      withdrawGiveawayEntry: 'WITHDRAWN',
    });
  });

  it('run in TypeScript, with @backcounter/client', async () => {
    const begin = `import { createClient } from '@backcounter/client';
      const { fetch: real } = globalThis;
      globalThis.fetch = async (address, init) =>
        String(address).endsWith('/token') ? Response.json({ access_token: 'machine', expires_in: 300 }) : real(address, init);
      const client = createClient({ url: '${url}', clientId: 'machine', clientSecret: 'secret' });`;
    const blocks = (await examples('in TypeScript')).map((example) => `{\n${example}\n}`);
    // In the repository, where its packages can be imported.
    await mkdir(join(ROOT, '.cache'), { recursive: true });
    const folder = await mkdtemp(join(ROOT, '.cache/docs-examples-'));
    const file = join(folder, 'examples.ts');
    await writeFile(file, [begin, ...blocks].join('\n'));
    const child = promisify(execFile)(process.execPath, ['--conditions=source', file]);
    const { stdout, stderr } = await child.finally(() => rm(folder, { recursive: true }));
    expect([stderr, stdout.match(/^[a-z]+(\.[a-z-]+)+$/gm)]).toEqual(['', null]);
    expect(stdout).toMatch(/outcome: '(POSTED|REPLAYED)'[\s\S]*outcome: 'WITHDRAWN'/);
  });
});
