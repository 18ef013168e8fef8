// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { pageOf } from '../testing/fake-api.ts';
import { screen, showAs } from '../testing/show-as.ts';

cleanUp();

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const LIGHTS = {
  id: '0198c0de-0000-7000-8000-000000000001',
  code: 'lights',
  title: 'Winter lights',
  status: 'OPEN',
  opensAt: inDays(-10),
  closesAt: inDays(5),
  drawAt: inDays(6),
  claimDays: 14,
  timezone: 'UTC',
  figures: { entries: 1197, tickets: 1197, prizes: 1 },
};
const capabilities = { sorts: [], filters: [{ key: 'status' }], defaultSort: { key: 'CREATED' }, searches: ['TEXT'] };

test('giveaways are a table or a timeline, in the URL, with the same filters', async () => {
  const { api, user, shown } = await showAs(['ADMIN'], '/giveaways?status=OPEN', {
    giveaways: pageOf([LIGHTS]),
    listCapabilities: capabilities,
  });
  await screen.findByRole('grid');
  await user.click(await screen.findByRole('radio', { name: 'Timeline' }));
  await until(() => expect(shown()).toBe('/giveaways?status=OPEN&as=timeline'));
  const bar = await screen.findByRole('link', { name: /^Winter lights, Open, Opens: .+ Claim until: / });
  expect(screen.queryByRole('grid')).toBeNull();
  expect(api.sentAs('GiveawayPage').at(-1)?.variables).toMatchObject({ filter: { status: { in: ['OPEN'] } } });
  await user.click(bar);
  await until(() => expect(shown()).toBe(`/giveaways/${LIGHTS.id}/transactions`));
});

test('the address of a list without a timeline reports that it is unknown', async () => {
  await showAs(['ADMIN'], '/accounts?as=timeline', { accounts: pageOf([]) });
  await screen.findByText('“as” was ignored', { exact: false });
});
