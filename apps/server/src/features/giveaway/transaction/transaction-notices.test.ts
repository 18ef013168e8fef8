import { expect, it } from 'vitest';
import type { RequestContext } from '../../../graphql/request-context.ts';
import type { Notices } from '../../../live/database-notices.ts';
import { followTransactions } from './transaction-notices.ts';

const ID = '0193b0c0-0000-7000-8000-000000000001';

/** A context whose topics yield these notices, and the topics that are followed. */
function contextWith(notices: readonly Notices<string>[]) {
  const topics: string[] = [];
  const live = {
    follow: (topic: string) => {
      topics.push(topic);
      return (async function* () {
        yield* notices;
      })();
    },
  };
  return { topics, context: { services: { live }, signal: new AbortController().signal } as unknown as RequestContext };
}

it('a giveaway is followed from the call on, so that no change is missed while its list is counted', () => {
  const { topics, context } = contextWith([]);
  followTransactions(context, ID);
  expect(topics).toEqual(['giveaway_moved']);
});

it('yields notices of the giveaway, and of gaps', async () => {
  const { context } = contextWith([
    { payloads: ['0193b0c0-0000-7000-8000-000000000002'], isIncomplete: false },
    { payloads: [ID], isIncomplete: false },
    { payloads: [], isIncomplete: true },
  ]);
  const received: Notices<Date>[] = [];
  for await (const each of followTransactions(context, ID.toUpperCase())) received.push(each);
  expect(received).toEqual([
    { payloads: [], isIncomplete: false },
    { payloads: [], isIncomplete: true },
  ]);
});
