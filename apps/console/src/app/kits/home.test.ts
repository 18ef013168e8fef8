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
