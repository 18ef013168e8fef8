// @vitest-environment happy-dom

import { AppError } from '@backcounter/domain';
import { expect, test } from 'vitest';
import { cleanUp } from '../testing/console.ts';
import { pageOf } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

test('a failed card says so in its place, and a failed source hides nothing else [live 4]', async () => {
  let attention: () => object = () => {
    throw new Error('Broken');
  };
  const ada = { id: 'a', number: 100001, displayName: 'Ada', country: { code: 'DE' } };
  const { user } = await showAs(['ADMIN'], '/', {
    attention: () => attention(),
    accounts: pageOf([ada]),
    recordLook: {},
  });
  const needs = within(await screen.findByRole('region', { name: 'Needs your attention' }));
  await needs.findByText('Your open tasks could not be loaded');
  await within(screen.getByRole('region', { name: 'Newest accounts' })).findByRole('link', { name: /Ada/ });
  attention = () => ({ failed: ['CAMPAIGNS', 'LEDGER'] });
  await user.click(needs.getByRole('button', { name: 'Retry' }));
  await needs.findByText('Couldn’t load: Campaigns, Points');
  expect(needs.queryByText('Nothing needs your attention')).toBeNull();
  attention = () => ({});
  await user.click(needs.getByRole('button', { name: 'Retry' }));
  await needs.findByText('Nothing needs your attention');
});

test('recent records are those of the server; a failure says so in its place', async () => {
  let isFailing = true;
  const recentRecords = () => {
    if (isFailing) throw new AppError('service.unavailable');
    return [
      { kind: 'account', id: 'a-1', name: 'Ada Stone' },
      { kind: 'giveaway', id: 'g-1', name: 'Winter lights' },
      { kind: 'country', id: 'DE', name: 'Germany' },
      { kind: 'of a newer server', id: '7', name: 'Seven' },
    ];
  };
  const { user } = await showAs(['ADMIN'], '/', { recordLook: {}, recentRecords });
  const recent = within(await screen.findByRole('region', { name: 'Recently opened' }));
  await recent.findByText('Recently opened records could not be loaded');
  isFailing = false;
  await user.click(recent.getByRole('button', { name: 'Retry' }));
  await recent.findByRole('link', { name: /Ada Stone/ });
  expect(recent.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/accounts/a-1',
    '/giveaways/g-1/transactions',
    '/admin/countries?edit=DE',
  ]);
});

const CARDS = ['Running campaigns', 'Your running campaigns', 'Recent and upcoming notifications', 'Newest accounts'];

test.each([
  [['ADMIN'], ['Running campaigns', 'Recent and upcoming notifications', 'Newest accounts']],
  [['MARKETING'], ['Recent and upcoming notifications', 'Newest accounts']],
  [
    ['MARKETING', 'CAMPAIGN-STREAMER'],
    ['Your running campaigns', 'Recent and upcoming notifications', 'Newest accounts'],
  ],
] as const)('the home of %s has the cards of its permissions', async (roles, cards) => {
  await showAs(roles, '/', { recordLook: {} });
  await screen.findByRole('region', { name: 'Needs your attention' });
  const shown = CARDS.filter((name) => screen.queryByRole('region', { name }) !== null);
  expect(shown).toEqual(cards);
});

test('running campaigns say how much of the budget is used; a failure says so in its place', async () => {
  let isFailing = true;
  const campaigns = () => {
    if (isFailing) throw new AppError('service.unavailable');
    return pageOf([
      { id: 'c-1', name: 'Spring drop', figures: { redeemed: 1204, budgetUse: 92 } },
      { id: 'c-2', name: 'Gift box', figures: { redeemed: 1, budgetUse: null } },
    ]);
  };
  const { user } = await showAs(['ADMIN'], '/', { recordLook: {}, campaigns });
  const card = within(await screen.findByRole('region', { name: 'Running campaigns' }));
  await card.findByText('Running campaigns could not be loaded');
  isFailing = false;
  await user.click(card.getByRole('button', { name: 'Retry' }));
  const link = await card.findByRole('link', { name: /Spring drop/ });
  expect(link.textContent).toBe('Spring drop1,204 redeemed · 92% of budget');
  expect(link.getAttribute('href')).toBe('/campaigns/c-1');
  expect(card.getByRole('link', { name: /Gift box/ }).textContent).toBe('Gift box1 redeemed');
});

test('notifications are sorted by time, the coming ones first', async () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const answers = [
    pageOf([
      { id: 'n-1', title: 'Tomorrow', state: 'SCHEDULED', startsAt: at(24), figures: { recipients: 0 }, reasons: [] },
      { id: 'n-2', title: 'Later', state: 'SCHEDULED', startsAt: at(48), figures: { recipients: 0 }, reasons: [] },
    ]),
    pageOf([
      {
        id: 'n-3',
        title: 'Yesterday',
        state: 'SENT',
        startsAt: at(-24),
        figures: { recipients: 3210 },
        reasons: [{ reason: 'FREQUENCY_CAP', count: 12 }],
      },
    ]),
  ];
  const notifications = ({ sort }: { sort: { direction: string } }) => answers[sort.direction === 'ASC' ? 0 : 1];
  await showAs(['MARKETING'], '/', { recordLook: {}, notifications });
  const card = within(await screen.findByRole('region', { name: 'Recent and upcoming notifications' }));
  await card.findByRole('link', { name: /Tomorrow/ });
  const rows = card.getAllByRole('link').slice(1);
  expect(rows.map((row) => row.getAttribute('href'))).toEqual([
    '/notifications/n-2',
    '/notifications/n-1',
    '/notifications/n-3',
  ]);
  expect(rows.at(-1)?.textContent).toContain('3,210 recipients · 12 hit the frequency cap');
  expect(rows[2]?.textContent).toContain('3,210 recipients');
  expect(rows[2]?.textContent).toContain('Sent');
});
