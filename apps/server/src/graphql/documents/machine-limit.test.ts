import { expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';
import { TEST_CONFIG } from '../../testing/test-app.ts';

const test = await fileApp({ config: { ...TEST_CONFIG, machineRequestsPerSecond: 2 } });

it('a machine client that sends too many requests gets a Retry-After; people and the audit trail are not affected [machines 8]', async () => {
  const statuses = async (token: string, times: number) => {
    const seen: number[] = [];
    while (seen.length < times) seen.push((await test.send('{ __typename }', {}, { token })).status);
    return seen;
  };
  const answers = await statuses('machine', 25);
  expect(answers.filter((status) => status === 200)).toHaveLength(20);
  expect(answers.filter((status) => status === 429)).toHaveLength(5);
  const refused = await test.send('{ __typename }', {}, { token: 'machine~account.sync' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(refused.body.errors[0].extensions.code).toBe('rate.limited');
  expect(await statuses('admin', 30)).toEqual(Array(30).fill(200));
  const { rows } = await test.database.pool.query('select count(*) from staff_audit_event');
  expect(Number(rows[0].count)).toBe(0);
});
