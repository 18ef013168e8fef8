import { expect, it } from 'vitest';
import type { RequestContext } from '../graphql/request-context.ts';
import type { AttentionItem, AttentionSeverity, AttentionSource } from './attention-source.ts';
import { readAttention } from './read-attention.ts';

const item = (severity: AttentionSeverity, since: string): AttentionItem => ({
  kind: 'JOB_FAILED',
  severity,
  since,
  subject: null,
  action: 'OPEN',
  facts: {},
});
const contextOf = (signal = new AbortController().signal) => ({ signal }) as RequestContext;
const source = (name: AttentionSource['name'], read: AttentionSource['read']): AttentionSource => ({ name, read });
const MARCH = '2026-03-01T00:00:00.000Z';
const APRIL = '2026-04-01T00:00:00.000Z';

it('sorts by severity, then newest first, across sources', async () => {
  const { items } = await readAttention(
    [
      source('JOBS', async () => [item('NOTICE', APRIL), item('CRITICAL', MARCH)]),
      source('STORES', async () => [item('WARNING', MARCH), item('CRITICAL', APRIL)]),
    ],
    contextOf(),
    'MINE',
  );
  expect(items.map(({ severity, since }) => `${severity} ${since.slice(5, 7)}`)).toEqual([
    'CRITICAL 04',
    'CRITICAL 03',
    'WARNING 03',
    'NOTICE 04',
  ]);
});

it('names a source that never answers and returns the others [home 4]', async () => {
  const never = source('CAMPAIGNS', () => new Promise(() => undefined));
  const broken = source('LEDGER', async () => {
    throw new Error('broken');
  });
  const answers = source('JOBS', async () => [item('WARNING', MARCH)]);
  const { items, failed } = await readAttention([never, broken, answers], contextOf(), 'PROBLEMS', 20);
  expect(items).toHaveLength(1);
  expect(failed).toEqual(['CAMPAIGNS', 'LEDGER']);
});

it('aborts a source that is late', async () => {
  let reason: unknown;
  const late = source(
    'CAMPAIGNS',
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reason = signal.reason;
          reject(signal.reason);
        });
      }),
  );
  expect((await readAttention([late], contextOf(), 'MINE', 20)).failed).toEqual(['CAMPAIGNS']);
  expect(reason).toMatchObject({ name: 'TimeoutError' });
});

it('rejects if the caller has gone away', async () => {
  const gone = new AbortController();
  const waiting = source('CAMPAIGNS', () => new Promise(() => undefined));
  const answer = readAttention([waiting], contextOf(gone.signal), 'MINE');
  gone.abort(new Error('gone'));
  await expect(answer).rejects.toThrow('gone');
});
