import { AppError } from '@backcounter/domain';
import { expect, it, vi } from 'vitest';
import { fixedSecret } from '../db/testing/fixed-secret.ts';
import { MemoryBackplane } from '../embedded/realtime/memory-backplane.ts';
import { MemoryPresence } from '../embedded/realtime/memory-presence.ts';
import { realtimePlugin } from '../embedded/realtime/realtime.plugin.ts';
import { RealtimeTokens } from '../embedded/realtime/realtime-tokens.ts';
import type { IdentityPort } from '../ports/identity.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:443'), { code: 'ECONNREFUSED' });
const identity: IdentityPort = {
  authenticate: async (token) => {
    if (token === 'broken') throw new TypeError('roles is undefined');
    if (token === 'provider-away') throw new AppError('service.unavailable', { cause: refused });
    return { kind: 'staff', sub: 'ada', email: null, roles: ['ADMIN'], expiresAt: new Date('2099-01-01') } as never;
  },
};
const clock = { now: () => new Date() };
const realtime = realtimePlugin({
  store: new MemoryPresence(),
  backplane: new MemoryBackplane(),
  tokens: new RealtimeTokens(fixedSecret(Buffer.alloc(32)), clock),
  identity,
  signIns: null,
  origins: () => false,
  clock,
  pictureAddress: async () => null,
});

/** The log line of the only failed request, without the common fields. */
function failedLine(test: TestApp): Record<string, unknown> {
  const lines = test.log.map((line) => JSON.parse(line) as Record<string, unknown>);
  const failed = lines.filter(({ msg, status }) => msg === 'request' && Number(status) >= 500);
  expect(failed).toHaveLength(1);
  return failed[0] ?? {};
}

it('logs the cause of each response with status 500 or above', async () => {
  const test = await createTestApp({
    identity,
    plugins: [realtime],
    isReady: async () => ({ isReady: false, checks: { database: 'The database does not answer.', process: true } }),
  });
  const provider = { type: 'Error', message: refused.message, code: 'ECONNREFUSED' };
  const cases = [
    ['POST', '/graphql', 'provider-away', 503, { code: 'service.unavailable', cause: provider }],
    ['POST', '/graphql', 'broken', 500, { code: 'unexpected', cause: { message: 'roles is undefined' } }],
    ['PUT', '/graphql/stream', 'provider-away', 503, { code: 'service.unavailable', cause: provider }],
    ['POST', '/files/uploads', 'provider-away', 503, { code: 'service.unavailable', cause: provider }],
    ['PUT', '/realtime/online/ada', 'provider-away', 503, { code: 'service.unavailable', cause: provider }],
    ['GET', '/readyz', '', 503, { message: 'The database does not answer.' }],
  ] as const;
  for (const [method, url, token, status, cause] of cases) {
    test.log.length = 0;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await test.app.inject({ method, url, headers, ...(method !== 'GET' && { payload: '{}' }) });
    expect({ url, status: answer.statusCode }).toEqual({ url, status });
    expect(failedLine(test)).toMatchObject({ method, status, level: 40, cause });
    expect(test.log.join()).not.toContain(token === '' ? 'no token' : token);
  }
  const { pool } = test.database;
  const away = (async () => {
    throw refused;
  }) as never;
  vi.spyOn(pool, 'query').mockImplementation(away);
  vi.spyOn(pool, 'connect').mockImplementation(away);
  test.log.length = 0;
  expect((await test.send('{ accounts(first: 1) { nodes { id } } }')).status).toBe(503);
  expect(failedLine(test)).toMatchObject({
    operation: 'accounts',
    cause: { code: 'service.unavailable', cause: provider },
  });
  vi.restoreAllMocks();
  await test.close();
});
