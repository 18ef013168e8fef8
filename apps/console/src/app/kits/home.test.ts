// @vitest-environment happy-dom
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
