// @vitest-environment happy-dom
import type { Role } from '@backcounter/domain';
import { describe, expect, test } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import type { Answers } from '../testing/fake-api.ts';
import { choose, screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const ID = '0198c0de-0000-7000-8000-000000000002';
const steps = () => within(screen.getByRole('navigation', { name: 'Steps' }));
const step = (name: string) => steps().getByRole('button', { name: new RegExp(name) });
const isCurrent = (name: string) => expect(step(name).getAttribute('aria-current')).toBe('step');
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

async function newCampaign(roles: readonly Role[] = ['ADMIN'], answers: Answers = {}) {
  const shown = await showAs(roles, '/campaigns?new', answers);
  await screen.findByRole('heading', { level: 1, name: 'New campaign' });
  return shown;
}

describe('a long form', () => {
  test('leads to the first step with a problem, and to the field that has it', async () => {
    const { api, user } = await newCampaign();
    await user.type(await field('Name'), 'Summer');
    await user.click(step('Places'));
    isCurrent('Places');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await until(() => isCurrent('Basics'));
    await until(async () => expect(document.activeElement).toBe(await field('Code')));
    expect((await field('Name')).value).toBe('Summer');
    expect(step('Basics').textContent).toContain('has a problem');
    expect(api.sentAs('CreateCampaign')).toEqual([]);
  });

  test('moves by its Continue button, and the heading of the step has the focus', async () => {
    const { user } = await newCampaign();
    for (const name of ['Reward', 'Limits and budget', 'Dates']) {
      await user.click(screen.getByRole('button', { name: `Continue to ${name}` }));
      isCurrent(name);
      await until(() => expect(document.activeElement?.textContent).toContain(name));
    }
  });

  test('is created once, from what was entered in all of its steps', async () => {
    const createCampaign = () => ({ campaign: { id: ID } });
    const { api, user, shown } = await newCampaign(['ADMIN'], {
      createCampaign,
      campaignCurrencies: [{ code: 'EUR', exponent: 2, countries: ['DE'] }],
    });
    await user.type(await field('Name'), 'Summer');
    await user.type(await field('Code'), 'summer-1');
    await user.click(step('Reward'));
    await choose(user, await field('Reward'), 'Percentage off');
    await choose(user, await field('Currency'), 'EUR · Euro');
    await user.type(await field('Percentage'), '12.5');
    await user.click(step('Dates'));
    await user.type(await field('Starts'), '2031-01-01');
    // A date that can't be read stays, and nothing is sent, not even the last one that could be.
    await user.type(await field('Ends'), '2031-01-31x');
    await user.type(await field('Starts'), '{Control>}{Enter}{/Control}');
    await until(async () => expect(document.activeElement).toBe(await field('Ends')));
    await screen.findByText(/^Enter a date such as/);
    expect(api.sentAs('CreateCampaign')).toEqual([]);
    await user.type(await field('Ends'), '{Backspace}');
    await user.dblClick(screen.getByRole('button', { name: 'Create draft' }));
    await until(() => expect(shown()).toContain(`/campaigns/${ID}`));
    expect(api.sentAs('CreateCampaign').map(({ variables }) => variables['input'])).toMatchObject([
      { name: 'Summer', code: 'SUMMER-1', percentBp: 1250, currency: 'EUR' },
    ]);
  });

  test('asks before what was entered is left', async () => {
    const { user, shown } = await newCampaign();
    await user.type(await field('Name'), 'Summer');
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(shown()).toBe('/campaigns?new');
    expect((await field('Name')).value).toBe('Summer');
  });
});

describe('each role', () => {
  test.each([
    ['ADMIN', true],
    ['CAMPAIGN-MANAGER', true],
    ['CAMPAIGN-VIEWER', false],
    ['CAMPAIGN-STREAMER', false],
  ] as const)('%s begins a campaign: %s', async (role, may) => {
    const { api } = await showAs([role], '/campaigns');
    await until(() => expect(api.sentAs('CampaignPage')).not.toEqual([]));
    await until(() => expect(screen.queryAllByRole('button', { name: 'New campaign' }).length > 0).toBe(may));
    expect(api.refused).toEqual([]);
  });
});
