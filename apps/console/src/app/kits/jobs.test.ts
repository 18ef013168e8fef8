// @vitest-environment happy-dom
import type { Role } from '@backcounter/domain';
import { expect, test, vi } from 'vitest';
import { liveAccess } from '../../lib/live/live-access.ts';
import { createStreamServer } from '../../lib/testing/stream-server.ts';
import { cleanUp, until } from '../testing/console.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const running = (done: number) => ({
  id: '01900000-0000-7000-8000-00000000000a',
  kind: 'account.bulk-change',
  summary: { action: 'SUSPEND' },
  state: 'RUNNING',
  startedAt: '2026-01-01T00:00:00Z',
  total: 12_431,
  done,
});
const button = () => screen.findByRole('button', { name: /^Jobs/ });
const tray = () => screen.findByRole('dialog', { name: 'My jobs' });

test('the tray polls while the stream is down, and the banner says since when [jobs 21]', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
  });
  const stream = createStreamServer();
  stream.server.isDown = true;
  let done = 0;
  const shown = await showAs(['ADMIN'], '/dashboard', { myJobs: () => [running(done)] });
  liveAccess.set({
    url: 'https://console.test/graphql/stream',
    isPersistedOnly: false,
    fetch: stream.answer,
    accessToken: async () => 'token',
    onSessionExpired: () => undefined,
  });
  await shown.user.click(await button());
  const dialog = within(await tray());
  await dialog.findByText('0 of 12,431');
  const banner = /^Live updates stopped at \d/;
  await screen.findByText(banner);
  done = 3200;
  await vi.advanceTimersByTimeAsync(3000);
  await dialog.findByText('3,200 of 12,431');
  stream.server.isDown = false;
  await vi.advanceTimersByTimeAsync(15_000);
  await until(() => expect(screen.queryByText(banner)).toBeNull());
});

test.each<[Role, string, boolean]>([
  ['ADMIN', '/dashboard', true],
  ['MARKETING', '/dashboard', false],
  ['CAMPAIGN-VIEWER', '/campaigns', false],
])('%s has a tray of their own jobs on %s; a link to those of all staff: %s [jobs 22]', async (role, path, seesAll) => {
  const { api, user } = await showAs([role], path, { myJobs: [running(0)] });
  await user.click(await button());
  await within(await tray()).findByText('0 of 12,431');
  expect(within(await tray()).queryByRole('link', { name: 'All jobs' }) !== null).toBe(seesAll);
  expect(api.refused).toEqual([]);
});
