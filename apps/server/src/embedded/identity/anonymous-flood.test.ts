import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { judgePassword } from './sign-in.ts';
import { type IdentityServer, startIdentityServer } from './testing/identity-server.ts';
import { sweepExpired } from './token-sweep.ts';

const REQUESTS = inject('isLong') ? 20_000 : 3_000;
const SIDE_BY_SIDE = 8;
const ROWS_MAX = 50;
const PAGES_PER_MINUTE = 600;

let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.stop());

/** Rows in all tables, counting those of partitions once. */
async function rows(): Promise<number> {
  const { ownerPool } = server.database;
  const tables = await ownerPool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const counts = tables.rows.map(({ name }) => `(SELECT count(*) FROM ONLY ${name})`);
  const { rows: sums } = await ownerPool.query<{ sum: string }>(`SELECT ${counts.join(' + ')} AS sum`);
  return Number(sums[0]?.sum);
}

async function flood(send: (index: number) => Promise<void>, requests = REQUESTS): Promise<void> {
  let index = 0;
  const work = async () => {
    while (index < requests) {
      index += 1;
      await send(index);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
}

/** Requests the sign-in page repeatedly; returns counts by status and the last refusal. */
async function floodSignInPage(addressOf: (index: number) => string) {
  const query = new URLSearchParams({
    client_id: 'backcounter',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${server.publicUrl}/login`,
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  });
  const statuses = new Map<number, number>();
  let retryAfter: unknown;
  const begun = performance.now();
  await flood(async (index) => {
    const answer = await server.app.inject({
      url: `/identity/auth?${query}&state=${randomUUID()}`,
      remoteAddress: addressOf(index),
    });
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
    if (answer.statusCode === 429) retryAfter = answer.headers['retry-after'];
  });
  return { statuses, retryAfter, minutes: Math.ceil((performance.now() - begun) / 60_000) };
}

test('a flood from an address, from a network and for a person leaves at most 50 rows in all tables [security 20, 21, 22]', async () => {
  const before = await rows();
  const grown = async () => (await rows()) - before;
  const report: Record<string, number> = {};

  const oneAddress = await floodSignInPage(() => '198.51.100.7');
  report['one address'] = await grown();
  const oneNetwork = await floodSignInPage((index) => `2001:db8:1:2::${index.toString(16)}`);
  report['one network'] = await grown();
  const origin = { address: '198.51.100.8', userAgent: 'flood', requestId: 'flood' };
  const outcomes = new Map<string, number>();
  const guessedAt = performance.now();
  await flood(async () => {
    const guess = { email: 'viewer@demo.test', password: 'wrong' };
    const { outcome } = await judgePassword(server.database.db, true, guess, origin, null);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  });
  report['one person'] = await grown();
  // On a slow machine, another guess becomes free half a minute after five wrong ones.
  const guessesMax = 5 + Math.floor((performance.now() - guessedAt) / 30_000);
  await flood(async (index) => {
    const guess = { email: `guess-${index}@demo.test`, password: 'wrong' };
    await judgePassword(server.database.db, true, guess, { ...origin, address: '2001:db8::1' }, null);
  }, REQUESTS / 10);
  report['many persons'] = await grown();

  expect(await grown(), JSON.stringify(report)).toBeLessThanOrEqual(ROWS_MAX);
  for (const { statuses, retryAfter, minutes } of [oneAddress, oneNetwork]) {
    expect([...statuses.keys()].sort()).toEqual([303, 429]);
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(statuses.get(303)).toBeGreaterThanOrEqual(PAGES_PER_MINUTE);
    expect(statuses.get(303)).toBeLessThanOrEqual(PAGES_PER_MINUTE * minutes);
  }
  expect([...outcomes.keys()].sort()).toEqual(['throttled', 'wrong']);
  expect(outcomes.get('wrong')).toBeLessThanOrEqual(guessesMax);

  // After the window the trail has one row for all of them.
  await server.database.ownerPool.query(
    "UPDATE identity.refused_sign_in SET began_at = began_at - interval '15 minutes'",
  );
  await sweepExpired(server.database.db);
  const { rows: trail } = await server.database.ownerPool.query<{ reason: string }>(
    "SELECT reason FROM staff_audit_event WHERE ip = '198.51.100.8' AND reason LIKE '% tries since %'",
  );
  const told = trail.map(({ reason }) => /^(throttled|wrong email or password) \((\d+) tries since/.exec(reason) ?? []);
  expect(Object.fromEntries(told.map(([, reason, tries]) => [reason, Number(tries)]))).toEqual({
    throttled: outcomes.get('throttled'),
    'wrong email or password': outcomes.get('wrong'),
  });
  expect(await grown(), JSON.stringify(report)).toBeLessThanOrEqual(ROWS_MAX);
});
