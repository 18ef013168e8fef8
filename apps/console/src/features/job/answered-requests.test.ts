import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { answeredRequests } from './answered-requests.ts';

const KEY = ['list', 'jobs'];

function asked(client: QueryClient, page: number) {
  const answer = Promise.withResolvers<{ done: number }>();
  const asking = client.fetchQuery({ queryKey: [...KEY, page], queryFn: () => answer.promise });
  return async (done: number) => {
    answer.resolve({ done });
    await asking;
  };
}

it('an answer that was requested earlier does not undo an event; one requested later does', async () => {
  const client = new QueryClient();
  const requests = answeredRequests<{ done: number }>(client, KEY);
  const shown = (page: number) => client.getQueryData<{ done: number }>([...KEY, page])?.done;
  await asked(client, 1)(1);
  const again = asked(client, 1);
  const other = asked(client, 2);
  requests.update(() => ({ done: 777 }));
  expect(shown(1)).toBe(777);
  await again(1);
  await other(1);
  expect([shown(1), shown(2)]).toEqual([777, 777]);
  await asked(client, 1)(900);
  expect(shown(1)).toBe(900);
  requests.update(({ done }) => ({ done: done + 1 }));
  expect(shown(1)).toBe(901);
  await asked(client, 2)(5);
  expect(shown(2)).toBe(5);
  requests.stop();
});
