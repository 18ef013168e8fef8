import { expect, it } from 'vitest';
import type { AttentionItem, AttentionSource } from '../../attention/attention-source.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { attentionChanges } from './attention-changes.ts';

/** A context that sends a database notice whenever `notice` is called, and a source with `count` items. */
function stage() {
  const ending = new AbortController();
  const state = { count: 0, asked: 0, ending, notice: (): void => undefined };
  const read: AttentionSource['read'] = async () => {
    state.asked += 1;
    return Array.from({ length: state.count }, (): AttentionItem => {
      return { kind: 'JOB_FAILED', severity: 'CRITICAL', since: 'x', subject: null, action: 'OPEN', facts: {} };
    });
  };
  async function* follow(topic: string): AsyncGenerator<object> {
    while (topic === 'job_changed' && !ending.signal.aborted) {
      await new Promise<void>((resolve) => {
        state.notice = resolve;
        ending.signal.addEventListener('abort', () => resolve());
      });
      yield {};
    }
  }
  const services = { clock: { now: () => new Date('2026-03-01T12:00:00Z') }, live: { follow } };
  const context = { signal: ending.signal, services } as unknown as RequestContext;
  return Object.assign(state, { changes: attentionChanges([{ name: 'JOBS', read }], context, 'MINE', 1) });
}

/** Resolves after all tasks that are waiting now have run. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

it('emits at once, and ends with the stream', async () => {
  const { changes, ending } = stage();
  expect((await changes.next()).value).toEqual(new Date('2026-03-01T12:00:00Z'));
  ending.abort();
  expect((await changes.next()).done).toBe(true);
});

it('emits again only when the answer has changed [live 4]', async () => {
  const state = stage();
  await state.changes.next();
  let isTold = false;
  const next = state.changes.next().then((result) => {
    isTold = true;
    return result;
  });
  await settled();
  const before = state.asked;
  state.notice();
  await expect.poll(() => state.asked).toBeGreaterThan(before);
  await settled();
  expect(isTold).toBe(false);
  state.count = 1;
  state.notice();
  expect((await next).done).toBe(false);
  state.ending.abort();
});
