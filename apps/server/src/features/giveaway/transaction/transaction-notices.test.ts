import { expect, it } from 'vitest';
import type { RequestContext } from '../../../graphql/request-context.ts';
import type { Notices } from '../../../live/database-notices.ts';
import { followTransactions } from './transaction-notices.ts';

const ID = '0193b0c0-0000-7000-8000-000000000001';

/** What is told from now on, and who follows it. */
function told(notices: readonly Notices<string>[]) {
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

it('a giveaway is followed from the call on, so that nothing is missed while its list is counted', () => {
  const { topics, context } = told([]);
  followTransactions(context, ID);
  expect(topics).toEqual(['giveaway_moved']);
});

it('of what happens to giveaways the one is told, and what may have been missed', async () => {
  const { context } = told([
    { payloads: ['0193b0c0-0000-7000-8000-000000000002'], isIncomplete: false },
    { payloads: [ID], isIncomplete: false },
    { payloads: [], isIncomplete: true },
  ]);
  const heard: Notices<Date>[] = [];
  for await (const each of followTransactions(context, ID.toUpperCase())) heard.push(each);
  expect(heard).toEqual([
    { payloads: [], isIncomplete: false },
    { payloads: [], isIncomplete: true },
  ]);
});
