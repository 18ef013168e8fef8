// @vitest-environment happy-dom
import type { Role } from '@backcounter/domain';
import { describe, expect, test, vi } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { type Answers, pageOf } from '../testing/fake-api.ts';
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
    await user.clear(await field('Code'));
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
    await user.clear(await field('Code'));
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

  test('is at the step of its address, and goes back', async () => {
    const { user, shown } = await showAs(['ADMIN'], '/campaigns?new=&step=limits');
    await until(() => isCurrent('Limits and budget'));
    await user.click(screen.getByRole('button', { name: 'Back to Reward' }));
    isCurrent('Reward');
    await until(() => expect(shown()).toContain('step=reward'));
  });

  test('proposes a code from the name, until the person enters another one', async () => {
    const { user } = await newCampaign();
    await user.type(await field('Name'), 'Été 27');
    expect((await field('Code')).value).toBe('ETE-27');
    await user.type(await field('Code'), '-b');
    await user.type(await field('Name'), ' in Paris');
    expect((await field('Code')).value).toBe('ETE-27-B');
  });

  test('has no problems before a step was left, and says when the input was kept', async () => {
    const { user } = await newCampaign();
    const foot = (text: RegExp) => screen.findByText(text);
    await foot(/^No changes yet$/);
    await user.type(await field('Name'), 'S');
    await foot(/^Draft saved in this browser at \d/);
    const isBroken = async (label: string) => (await field(label)).getAttribute('aria-invalid') === 'true';
    expect(await isBroken('Code')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Continue to Reward' }));
    expect(step('Basics').textContent).toContain('has a problem');
    expect(step('Reward').textContent).not.toContain('has a problem');
    await user.click(step('Basics'));
    expect([await isBroken('Name'), await isBroken('Code')]).toEqual([false, true]);
  });

  test('says that the browser does not keep the input, and tries again', async () => {
    const { user } = await newCampaign();
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => undefined, setItem: full });
    vi.spyOn(console, 'warn').mockReturnValue();
    await user.type(await field('Name'), 'Summer');
    await screen.findByText(/^This browser can’t save your draft/);
    vi.unstubAllGlobals();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText(/^Draft saved in this browser at/);
  });

  test('the budget of the chart is that of the field, by arrow keys', async () => {
    const { user } = await newCampaign(['ADMIN'], {
      campaignCurrencies: [{ code: 'EUR', exponent: 2, countries: ['DE'] }],
    });
    await user.click(step('Reward'));
    await choose(user, await field('Reward'), 'Amount off');
    await choose(user, await field('Currency'), 'EUR · Euro');
    await user.type(await field('Amount'), '5');
    await user.click(step('Limits and budget'));
    await user.clear(await field('Maximum codes'));
    await user.type(await field('Maximum codes'), '100');
    const handle = screen.getByRole('slider', { name: 'Budget in the chart' });
    expect(handle.getAttribute('aria-valuetext')).toBe('No budget');
    handle.focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect((await field('Budget')).value).toBe(String(Number(handle.getAttribute('aria-valuenow'))));
    expect(Number(handle.getAttribute('aria-valuenow'))).toBeLessThan(500);
    await user.clear(await field('Budget'));
    await user.type(await field('Budget'), '250');
    expect(handle.getAttribute('aria-valuetext')).toBe('€250');
    expect(screen.getByText('In the worst case, the budget covers 50 of 100 uses')).toBeDefined();
  });

  test('offers segments to people who may read them', async () => {
    const list = pageOf([{ id: 's1', name: 'Regulars', archivedAt: null }]);
    const { user } = await newCampaign(['ADMIN'], {
      segments: list,
      segment: { id: 's1', name: 'Regulars' },
    });
    await user.click(step('Limits'));
    await choose(user, await field('Segment'), 'Regulars');
    await screen.findByText('For members of “Regulars”');
  });

  test('has no segment for managers who read no accounts', async () => {
    const { api, user } = await newCampaign(['CAMPAIGN-MANAGER']);
    await user.click(step('Limits'));
    await field('Uses per account');
    expect(screen.queryByLabelText('Segment')).toBeNull();
    expect(api.sentAs('SegmentChoices')).toEqual([]);
  });

  test('expects the cost of comparable campaigns', async () => {
    const ended = { id: ID, percentBp: 2500, figures: { redeemed: 100, discountMinor: 50_000 } };
    const { user } = await newCampaign(['ADMIN'], {
      campaignCurrencies: [{ code: 'EUR', exponent: 2, countries: ['DE'] }],
      campaigns: { nodes: [ended, { ...ended, figures: { redeemed: 9, discountMinor: 9_000_000 } }] },
    });
    await user.click(step('Reward'));
    await choose(user, await field('Currency'), 'EUR · Euro');
    await user.type(await field('Percentage'), '10');
    await screen.findByText('Expected: €2 a use, from 1 comparable campaign that ended');
    await user.type(await field('Maximum discount'), '1.5');
    await screen.findByText('Expected: €1.50 a use, from 1 comparable campaign that ended');
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

describe.each([
  ['campaign', '/campaigns?new', 'Basics', 'CreateCampaign'],
  ['giveaway', '/giveaways?new', 'Texts', 'CreateGiveaway'],
  ['notification', '/notifications?new', 'Content', 'CreateNotification'],
])('a new %s without any input', (kind, address, first, mutation) => {
  const show = async () => {
    const opened = await showAs(['ADMIN'], address, { campaignReservationDefault: 600, giveawayClaimDaysDefault: 14 });
    await screen.findByRole('heading', { level: 1, name: `New ${kind}` });
    return opened;
  };

  test('is not saved by going through its steps, and its first step has a problem', async () => {
    const { api, user, shown } = await show();
    const forward = () => screen.queryByRole('button', { name: /^Continue to/ });
    for (let left = forward(); left; left = forward()) {
      const from = shown();
      await user.click(left);
      // A step that needs a saved record leads back to the problem.
      if (step(first).getAttribute('aria-current') === 'step' && from !== address) break;
    }
    await until(() => expect(step(first).textContent).toContain('has a problem'));
    expect(shown().startsWith(address.replace('?new', '?'))).toBe(true);
    expect(shown()).not.toContain('undefined');
    expect(api.sentAs(mutation)).toEqual([]);
  });

  test('is not saved by the keyboard either', async () => {
    const { api, user, shown } = await show();
    screen.getByRole('form').querySelector<HTMLElement>('input, textarea')?.focus();
    await user.keyboard('{Control>}{Enter}{/Control}');
    isCurrent(first);
    expect(shown()).toBe(address);
    expect(api.sentAs(mutation)).toEqual([]);
  });
});

describe('a notification', () => {
  const count = (reason: string, figure: number) => ({ reason, count: figure });
  const audience = {
    recipients: 20,
    kind: 'EXACT',
    accounts: 400,
    excluded: [
      count('UNSUBSCRIBED', 320),
      count('ACCOUNT_NOT_ACTIVE', 5),
      count('OUTSIDE_FILTERS', 55),
      count('NO_CONSENT', 0),
    ],
    holds: [count('NO_DEVICE', 12), count('QUIET_HOURS', 20)],
    skipped: [count('EXPIRED', 0), count('NO_DEVICE', 12), count('FREQUENCY_CAP', 1)],
    waves: [],
  };

  test('reaches those who are left after each loss, and opens a screen of the app', async () => {
    const { user } = await showAs(['MARKETING'], '/notifications?new', {
      topics: pageOf([{ id: ID, name: 'Offers', kind: 'MARKETING', state: 'ACTIVE' }]),
      notificationAudience: audience,
    });
    await choose(user, await field('Topic'), 'Offers');
    const reach = within(await screen.findByRole('region', { name: 'Audience breakdown' }));
    await until(() => expect(reach.getByRole('status').textContent).toBe('7 reachable of 25 selected'));
    const lines = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent?.trim());
    expect(lines).toEqual([
      'All accounts400',
      'Not subscribed−320',
      'Outside the filters−55',
      'Selected25',
      'Not active−5',
      'No push consent0',
      'Recipients20',
      'Expired0',
      'No device−12',
      'Frequency cap reached−1',
      'Reachable7',
    ]);
    await choose(user, await field('Deep link'), 'Coupons');
    await choose(user, await field('Deep link'), 'Other address');
    expect((await field('Address')).value).toBe('backcounter://coupons');
  });

  test('asks for English before it says what is sent in it', async () => {
    const { user } = await showAs(['MARKETING'], '/notifications?new', {
      topics: pageOf([{ id: ID, name: 'Offers', kind: 'MARKETING', state: 'ACTIVE' }]),
      notificationAudience: audience,
    });
    await user.click(await screen.findByRole('button', { name: 'Add language' }));
    await user.click(await screen.findByRole('menuitem', { name: 'French' }));
    await user.type(await field('Title'), 'Bonjour');
    await user.type(await field('Text'), 'Neuf');
    await screen.findByText('French complete');
    await screen.findByText('Add a title and text in English');
    expect(screen.queryByText(/sent in English/)).toBeNull();
    await user.click(screen.getByRole('tab', { name: /English/ }));
    await user.type(await field('Title'), 'Hello');
    await user.type(await field('Text'), 'New');
    await screen.findByText('English and French complete');
    expect(screen.queryByText('Add a title and text in English')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add language' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Spanish' }));
    await screen.findByText('Spanish: sent in English');
  });

  test('has values of the account in its texts, with a text for accounts without them', async () => {
    const { user, api } = await showAs(['MARKETING'], '/notifications?new', {
      topics: pageOf([{ id: ID, name: 'Offers', kind: 'MARKETING', state: 'ACTIVE' }]),
      notificationAudience: audience,
      notificationSamples: [{ id: 'a1', publicNo: 100234, firstName: 'Ruth Damm', points: 1204, store: null }],
    });
    const insert = async (place: number, name: string) => {
      await user.click(screen.getAllByRole('button', { name: 'Insert value' })[place] as HTMLElement);
      await user.click(await screen.findByRole('menuitem', { name }));
    };
    const title = await field('Title');
    await user.type(title, 'Hi !');
    title.setSelectionRange(3, 3);
    await insert(0, 'First name');
    await until(() => expect(title.value).toBe('Hi {{firstName|}}!'));
    // The cursor is where the text for accounts without a name goes.
    await until(() => expect(title.selectionStart).toBe('Hi {{firstName|'.length));
    await insert(1, 'Points');
    expect((await field('Text')).value).toBe('{{points}}');
    await choose(user, await field('Topic'), 'Offers');
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await screen.findByText('After the bar, enter a text for accounts without this value');
    expect(api.sentAs('CreateNotification')).toEqual([]);
    await user.type(title, 'you', { initialSelectionStart: 15, initialSelectionEnd: 15 });
    const preview = within(screen.getByRole('region', { name: 'Preview' }));
    await until(() => expect(preview.getByText('Hi you!')).toBeDefined());
    await choose(user, await field('Preview as'), 'Ruth Damm #100234');
    await until(() => expect(preview.getByText('Hi Ruth!')).toBeDefined());
    expect(preview.getByText('1,204')).toBeDefined();
  });
});

describe('each role', () => {
  test.each([
    ['ADMIN', true],
    ['CAMPAIGN-MANAGER', true],
    ['CAMPAIGN-VIEWER', false],
    ['CAMPAIGN-STREAMER', false],
  ] as const)('%s begins a campaign: %s', async (role, may) => {
    const { api } = await showAs([role], '/campaigns?tab=all');
    await until(() => expect(api.sentAs('CampaignPage')).not.toEqual([]));
    await until(() => expect(screen.queryAllByRole('button', { name: 'New campaign' }).length > 0).toBe(may));
    expect(api.refused).toEqual([]);
  });
});
