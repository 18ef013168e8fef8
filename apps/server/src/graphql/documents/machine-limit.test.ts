import { expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';
import { TEST_CONFIG } from '../../testing/test-app.ts';

const test = await fileApp({ config: { ...TEST_CONFIG, machineRequestsPerSecond: 2 } });

it('a machine client that sends too many requests gets a Retry-After; people and the audit trail are not affected [machines 8]', async () => {
  const answers = async (token: string, times: number) => {
    const seen: (readonly [number, unknown])[] = [];
    while (seen.length < times) {
      const { status, headers } = await test.send('{ __typename }', {}, { token });
      seen.push([status, headers['ratelimit']]);
    }
    return seen;
  };
  const burst = await answers('machine', 21);
  expect(burst.slice(0, 2)).toEqual([
    [200, '"default";r=19;t=1'],
    [200, '"default";r=18;t=1'],
  ]);
  expect(burst.slice(-2)).toEqual([
    [200, '"default";r=0;t=10'],
    [429, '"default";r=0;t=10'],
  ]);
  const refused = await test.send('{ __typename }', {}, { token: 'machine~account.sync' });
  expect(refused.status).toBe(429);
  expect(refused.headers).toMatchObject({ 'retry-after': '1', 'ratelimit-policy': '"default";q=20;w=10' });
  expect(refused.body.errors[0].extensions.code).toBe('rate.limited');
  expect(await answers('admin', 30)).toEqual(Array(30).fill([200, undefined]));
  const { rows } = await test.database.pool.query('select count(*) from staff_audit_event');
  expect(Number(rows[0].count)).toBe(0);

  const statuses = async (times: number) => (await answers('machine', times)).map(([status]) => status);
  // Refilled continuously, also if the clock is set back.
  test.now = new Date(test.now.getTime() + 1_000);
  expect(await statuses(3)).toEqual([200, 200, 429]);
  test.now = new Date(test.now.getTime() - 3_600_000);
  expect(await statuses(1)).toEqual([429]);
  test.now = new Date(test.now.getTime() + 500);
  expect(await statuses(2)).toEqual([200, 429]);
});
