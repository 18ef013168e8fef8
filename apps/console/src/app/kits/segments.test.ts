// @vitest-environment happy-dom
import { AppError, type Role } from '@backcounter/domain';
import { describe, expect, test } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { pageOf } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const ID = '0198c0de-0000-7000-8000-000000000001';
const LAPSED = { account: { lastSeen: { olderThanDays: 60 } } };
const GERMANY = { account: { country: { in: ['DE'] } } };
const SEGMENT = {
  id: ID,
  version: 3,
  name: 'Win-back',
  description: null,
  rule: { all: [GERMANY, { not: LAPSED }] },
  actions: ['EDIT', 'ARCHIVE'],
  usedBy: [],
};
const counted = (value: number) => ({ kind: 'EXACT', value, countedAt: '2026-11-27T10:00:00Z' });
const segmentCounts = { accounts: counted(1000), members: counted(20), steps: [counted(400), counted(20)], groups: [] };
const answers = { segment: SEGMENT, segmentCounts, countries: [{ code: 'DE', name: 'Germany', isActive: true }] };
const open = (search = '', more: object = {}, roles: readonly Role[] = ['ADMIN']) =>
  showAs(roles, `/accounts/segments/${ID}${search}`, { ...answers, ...more });

describe('a segment', () => {
  test('says its rule in words, with the accounts that remain after each clause', async () => {
    await open();
    const lines = await until(() => {
      const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
      expect(items).toEqual(expect.arrayContaining(['Country Germany400', 'andnotLast seen more than 60 days ago20']));
      return items;
    });
    expect(lines.length).toBeGreaterThan(0);
    expect(screen.getByRole('tab', { name: /^Members/ }).textContent).toBe('Members20');
  });

  test.each([
    [{ earned: { ids: ['s1'], withinDays: 30 } }, 'Earned points at Harbour in the last 30 days'],
    [{ spent: { withinDays: 7 } }, 'Spent points in the last 7 days'],
    [{ shopped: { ids: ['s1'] } }, 'Shopped at Harbour'],
    [{ holds: { ids: ['c1'], withinDays: 30 } }, 'Holds a coupon of Summer, received in the last 30 days'],
    [{ redeemed: { ids: ['c1'] } }, 'Redeemed a coupon of Summer'],
    [{ opened: { ids: ['n1'], withinDays: 14 } }, 'Opened We miss you in the last 14 days'],
    [{ entered: {} }, 'Entered a giveaway'],
    [{ won: { ids: ['g1'] } }, 'Won Winter'],
  ])('says a clause about behavior as a sentence: %j', async (clause, sentence) => {
    const { api } = await open('', {
      segment: { ...SEGMENT, rule: { all: [{ not: clause }] } },
      stores: pageOf([{ id: 's1', name: 'Harbour', sid: 'ST1' }]),
      campaigns: pageOf([{ id: 'c1', name: 'Summer', code: 'S', status: 'RUNNING' }]),
      notifications: pageOf([{ id: 'n1', title: 'We miss you', state: 'SENT' }]),
      giveaways: pageOf([{ id: 'g1', title: 'Winter', status: 'OPEN' }]),
    });
    await until(() =>
      expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain(`not${sentence}400`),
    );
    // Records are named by their ids: they may not be among the first of their list.
    const [{ ids: [id] = [] }] = Object.values(clause) as [{ ids?: string[] }];
    const asked = ['Stores', 'Campaigns', 'Notifications', 'Giveaways'].flatMap((list) => api.sentAs(`Segment${list}`));
    expect(asked.map(({ variables }) => variables['search'])).toEqual(id === undefined ? [] : [id]);
  });

  test('finds the records of a clause by a search on the server; a bounded clause needs one or a period', async () => {
    const stores = pageOf([{ id: '0198c0de-0000-7000-8000-0000000000a1', name: 'Harbour', sid: 'ST1' }]);
    const { api, user } = await open('?edit', { stores, updateSegment: { segment: { id: ID, version: 4 } } });
    await user.click(await screen.findByRole('button', { name: 'Add clause' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Spent points' }));
    await user.click(await screen.findByRole('radio', { name: 'At any time' }));
    expect(screen.getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', true);
    await user.type(screen.getByRole('textbox', { name: 'Find a value' }), 'harb');
    await until(() =>
      expect(api.sentAs('SegmentStores').map(({ variables }) => variables['search'])).toContain('harb'),
    );
    await user.click(await screen.findByRole('checkbox', { name: /Harbour/ }));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await until(() => expect(api.sentAs('UpdateSegment')).toHaveLength(1));
    expect(JSON.stringify(api.sentAs('UpdateSegment')[0]?.variables)).toContain(
      '{"spent":{"ids":["0198c0de-0000-7000-8000-0000000000a1"]}}',
    );
  });

  test.each(['', '?edit'])('counts the parts of a group inside: %s', async (search) => {
    const rule = { any: [GERMANY, { all: [LAPSED, { won: {} }] }] };
    const groups = [{ path: [1], steps: [counted(77), counted(66)] }];
    await open(search, { segment: { ...SEGMENT, rule }, segmentCounts: { ...segmentCounts, groups } });
    await until(() => {
      const figures = screen.getAllByRole('status').map(({ textContent }) => textContent);
      expect(figures).toEqual(expect.arrayContaining(['400', '77', '66', '20']));
    });
  });

  test('is edited by keyboard: a clause is added, another removed, one negated; the rule is saved whole', async () => {
    const { api, user } = await open('?edit', { updateSegment: { segment: { id: ID, version: 4 } } });
    const chip = await until(() => within(screen.getByRole('group', { name: 'Last seen' })).getAllByRole('button')[0]);
    chip?.focus();
    await user.keyboard('{Delete}');
    await until(() => expect(screen.queryByRole('group', { name: 'Last seen' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'not' }));
    screen.getByRole('button', { name: 'Add clause' }).focus();
    await user.keyboard('{Enter}');
    await user.type(await screen.findByRole('textbox', { name: 'Find a filter' }), 'won{Enter}');
    await user.click(await screen.findByRole('radio', { name: 'At any time' }));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await until(() => expect(api.sentAs('UpdateSegment')).toHaveLength(1));
    expect(api.sentAs('UpdateSegment')[0]?.variables).toEqual({
      input: { id: ID, expectedVersion: 3, patch: { rule: { all: [{ not: GERMANY }, { won: {} }] } } },
    });
  });

  test('shows members and reach of the rule as it is edited, and what is still being counted', async () => {
    const counts = Promise.withResolvers<unknown>();
    const reach = (count: number) => ({ isExact: true, reasons: [{ reason: 'REACHABLE', count }] });
    const isNegated = (rule: unknown) => JSON.stringify(rule).startsWith('{"all":[{"not"');
    const { api, user } = await open('?edit', {
      segmentCounts: ({ rule }: { rule: unknown }) => (isNegated(rule) ? counts.promise : segmentCounts),
      segmentReach: ({ rule }: { rule: unknown }) => reach(isNegated(rule) ? 5 : 12),
    });
    const figures = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    await until(() => expect(figures()).toContain('20 members'));
    await until(() => expect(screen.getByText('Reachable').parentElement?.textContent).toContain('12'));
    await user.click(screen.getAllByRole('button', { name: /^not$/ })[0] as HTMLElement);
    await until(() => expect(figures()).toContain('20 members Counting…'));
    await until(() => expect(screen.getByText('Reachable').parentElement?.textContent).toContain('5'));
    counts.resolve({ ...segmentCounts, members: counted(980) });
    await until(() => expect(figures()).toContain('980 members'));
    expect(api.sentAs('SegmentReach').at(-1)?.variables).toMatchObject({ id: null });
  });

  test('shows a refused clause at the rule', async () => {
    const refused = () => {
      throw new AppError('field.invalid', { details: { fields: { 'rule.all.0.account': [{ rule: 'clause' }] } } });
    };
    const { user } = await open('?edit', { updateSegment: refused });
    await user.click((await screen.findAllByRole('button', { name: 'not' }))[0] as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect((await screen.findByText("This clause can't be used")).textContent).not.toBe('');
  });

  test('offers marketing no clauses about coupons or contacts', async () => {
    const { user } = await open('?edit', {}, ['MARKETING']);
    await user.click(await screen.findByRole('button', { name: 'Add clause' }));
    const offered = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(offered).toContain('Won a giveaway');
    expect(offered).not.toContain('Redeemed a coupon');
    expect(offered).not.toContain('Holds a coupon');
  });

  test('lists its members: the accounts, with the segment as a fixed filter', async () => {
    const { api } = await open('?tab=members', { accounts: pageOf([]) });
    await until(() => expect(api.sentAs('AccountList').length).toBeGreaterThan(0));
    expect(api.sentAs('AccountList')[0]?.variables).toMatchObject({ filter: { segment: { in: [ID] } } });
  });

  test('lists the notifications to its members, and warns of them before its rule changes', async () => {
    const notifications = {
      ...pageOf([
        { id: 'n1', title: 'We miss you', state: 'SCHEDULED', startsAt: null, updatedAt: '2026-11-27T10:00:00Z' },
      ]),
      count: counted(7),
    };
    const usedBy = [{ kind: 'notification', count: 2, isLowerBound: false }];
    const giveaways = {
      ...pageOf([{ id: 'g1', title: 'Winter', status: 'OPEN', opensAt: '2026-11-27T10:00:00Z' }]),
      count: counted(1),
    };
    const campaigns = {
      ...pageOf([{ id: 'c1', name: 'Summer', status: 'RUNNING', startsAt: '2026-11-27T10:00:00Z' }]),
      count: counted(1),
    };
    const { api } = await open('', { notifications, giveaways, campaigns, segment: { ...SEGMENT, usedBy } });
    expect((await screen.findByRole('link', { name: 'We miss you' })).getAttribute('href')).toBe('/notifications/n1');
    expect(screen.getByRole('link', { name: 'Winter' }).getAttribute('href')).toBe('/giveaways/g1/transactions');
    expect((await screen.findByRole('link', { name: 'Summer' })).getAttribute('href')).toBe('/campaigns/c1');
    expect(api.sentAs('SegmentUses')[0]?.variables).toMatchObject({ id: ID });
    expect(screen.getByRole('link', { name: 'Show all 7 notifications' })).toBeDefined();
    expect(screen.queryByRole('note')).toBeNull();
    screen.getByRole('button', { name: 'Edit segment' }).click();
    expect((await screen.findByRole('note')).textContent).toBe(
      'Used by 2 notifications. Changes to the rule apply there too.',
    );
  });

  test('is sent no notification once archived', async () => {
    await open('', {
      segment: { ...SEGMENT, archivedAt: '2026-11-27T10:00:00Z' },
      notifications: pageOf([]),
      giveaways: pageOf([]),
      campaigns: pageOf([]),
    });
    await screen.findByText('Not in use yet');
    expect(screen.queryByRole('button', { name: 'Send notification' })).toBeNull();
  });
});

describe('filters of the list of accounts', () => {
  const PASTED = '0198c0de-0000-7000-8000-00000000abcd';
  const lists = {
    ...answers,
    accounts: pageOf([{ id: 'a', number: 1, displayName: 'Ruth Damm', country: { code: 'DE', name: 'Germany' } }]),
    segments: pageOf([]),
    listCapabilities: {
      sorts: [{ key: 'NAME', defaultDirection: 'ASC', isDate: false }],
      filters: ['country', 'state', 'pasted'].map((key) => ({ key })),
      defaultSort: { key: 'NAME', defaultDirection: 'ASC' },
      searches: ['NAME'],
    },
    createSegment: { segment: { id: ID } },
  };
  const item = 'Save filters as segment';

  test('are saved as a segment; those that a rule can’t have are named', async () => {
    const { api, user } = await showAs(
      ['ADMIN'],
      `/accounts?q=ruth&country=not.DE&state=ACTIVE&pasted=${PASTED}`,
      lists,
    );
    await user.click(await screen.findByRole('button', { name: 'List options' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
    await screen.findByText(/^Not part of the rule: Pasted list(,| and) “ruth”/);
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Abroad');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await until(() => expect(api.sentAs('CreateSegment')).toHaveLength(1));
    const rule = { all: [{ account: { country: { notIn: ['DE'] } } }, { account: { state: { in: ['ACTIVE'] } } }] };
    expect(api.sentAs('CreateSegment')[0]?.variables).toMatchObject({ input: { rule } });
  });

  test('a pasted list alone makes an empty rule, and no clause offers one', async () => {
    const { user } = await showAs(['ADMIN'], `/accounts/segments?new=${encodeURIComponent(`pasted=${PASTED}`)}`, lists);
    await screen.findByText(/^Not part of the rule: Pasted list/);
    await user.click(await screen.findByRole('button', { name: 'Add clause' }));
    await screen.findByRole('menuitem', { name: 'Country' });
    expect(screen.queryByRole('menuitem', { name: 'Pasted list' })).toBeNull();
  });

  test.each([
    [['ADMIN'], '/accounts'],
    [['ADMIN'], '/stores?country=DE'],
  ] as const)('are not offered to %j at %s', async (roles, address) => {
    const { user } = await showAs(roles, address, { ...lists, stores: pageOf([]) });
    await user.click(await screen.findByRole('button', { name: 'List options' }));
    await screen.findByRole('menuitem', { name: 'Save as new view' });
    expect(screen.queryByRole('menuitem', { name: item })).toBeNull();
  });
});
