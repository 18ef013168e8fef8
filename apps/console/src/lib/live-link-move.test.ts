import { expect, test, vi } from 'vitest';
import { liveLink } from './live/live-link.ts';
import { createStreamServer } from './testing/stream-server.ts';

test('a stream whose server shuts down is reopened immediately, without reporting a loss', async () => {
  vi.useFakeTimers();
  const fake = createStreamServer();
  const states: string[] = [];
  const ignored = () => undefined;
  const link = liveLink(
    { url: 'http://localhost/', accessToken: async () => 'one', fetch: fake.answer, onSessionExpired: ignored },
    { onValue: ignored, onKeysSent: ignored, onState: (state) => states.push(state), onSessionEnded: ignored },
  );
  link.want([JSON.stringify({ query: 'subscription { news }', variables: {} })]);
  await vi.advanceTimersByTimeAsync(50);
  fake.streams.at(-1)?.enqueue(new TextEncoder().encode('retry: 500\n\n'));
  await vi.advanceTimersByTimeAsync(600);
  expect(fake.opened).toHaveLength(2);
  expect(states).toEqual(['connecting', 'live', 'connecting', 'live']);
  link.close();
  vi.useRealTimers();
});
