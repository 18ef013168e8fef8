// @vitest-environment happy-dom
import { AppError, CAMPAIGN_MACHINE } from '@backcounter/domain';
import { expect, test } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { actionsFor, pageOf } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const ID = '01890000-0000-7000-8000-000000000001';
const CAMPAIGN = '01890000-0000-7000-8000-0000000000c1';
const HASH = `7c1e4f${'0'.repeat(52)}a93b0d`;
const approval = {
  ...{ id: ID, code: 'APR-2031-0418', action: 'CAMPAIGN_WORST_CASE', state: 'PENDING', title: 'Black Friday' },
  ...{ entityType: 'campaign', entityId: CAMPAIGN, value: 4_800_000, limit: 250_000, contentHash: HASH },
  ...{ isUnchanged: true, mayDecide: true, mayCancel: false, note: 'Agreed with finance' },
  ...{ requestedBy: { sub: 'marta', name: 'Marta Lindqvist' }, requestedAt: '2031-01-02T09:12:00.000Z' },
  expiresAt: '2099-01-01T00:00:00.000Z',
  fields: [
    { key: 'budgetMinor', before: 3_000_000, after: 4_800_000 },
    { key: 'redemptionsLimit', before: 4_000, after: 4_000 },
    { key: 'stores', before: null, after: ['BER-1', 'HAM-2'] },
  ],
  figures: [
    { key: 'uses', value: 4_000 },
    { key: 'worstCase', value: 4_800_000 },
    { key: 'currency', value: 'EUR' },
    { key: 'points', value: 0 },
    { key: 'segment', value: 'Regulars' },
    { key: 'undoableUntil', value: '2031-01-30T22:59:00.000Z' },
    { key: 'overlaps', value: [{ id: CAMPAIGN, name: 'Streamer week' }] },
  ],
  deciders: [
    { name: 'Ada', isYou: true, hasSecondFactor: true },
    { name: 'Bo', isYou: false, hasSecondFactor: false },
  ],
  comments: [
    { id: 'c1', text: 'Has Finance agreed?', author: { sub: 'bo', name: 'Bo' }, createdAt: '2031-01-02T09:38:00.000Z' },
  ],
};

async function open(
  fields: object = {},
  steps: Readonly<Record<string, () => object>> = {},
  answers: object = {},
  name: string | RegExp = /Black Friday/,
) {
  let record: object = { ...approval, ...fields };
  /** The request after a step. */
  const become = (next: object) => {
    record = { ...record, mayDecide: false, mayCancel: false, ...next };
    return { approval: record };
  };
  const shown = await showAs(['ADMIN'], `/approvals/${ID}`, {
    approvals: pageOf([approval, { ...approval, id: `${ID.slice(0, -1)}2` }]),
    approval: () => record,
    ...Object.fromEntries(Object.entries(steps).map(([field, to]) => [field, () => become(to())])),
    ...answers,
  });
  await screen.findByRole('heading', { level: 1, name });
  return shown;
}
const main = () => document.querySelector('main')?.textContent ?? '';

test('the list opens with pending requests: kind, worst case, requester, end', async () => {
  const { shown, api } = await showAs(['ADMIN'], '/approvals', { approvals: pageOf([approval]) });
  const row = within(await screen.findByRole('row', { name: /Black Friday/ }));
  await until(() => expect(shown()).toBe('/approvals?state=PENDING'));
  expect(api.sentAs('ApprovalList').at(-1)?.variables['filter']).toEqual({ state: { in: ['PENDING'] } });
  for (const text of ['Activate campaign', '€48,000', 'Marta Lindqvist', 'Needs approval']) row.getByText(text);
  expect(screen.getByRole('link', { name: 'Pending' }).getAttribute('aria-current')).toBe('page');
  screen.getByRole('link', { name: 'Mine' });
  screen.getByRole('link', { name: 'Decided' });
});

test('the side bar counts the requests that wait for this person', async () => {
  await showAs(['ADMIN'], '/', { approvalsToDecide: 3 });
  await until(() => screen.getByRole('link', { name: 'Approvals 3 requests wait for you' }));
});

test('a manager has no count: someone else decides', async () => {
  const { api } = await showAs(['CAMPAIGN-MANAGER'], '/campaigns', { approvalsToDecide: 3 });
  await screen.findByRole('link', { name: 'Approvals' });
  expect(api.sentAs('ApprovalsToDecide')).toEqual([]);
});

test('a request shows impact, content in words, what changes, and its place among the open ones', async () => {
  const { user } = await open();
  for (const text of [
    'Regulars',
    '€48,000',
    'Streamer week',
    'Agreed with finance',
    'Has Finance agreed?',
    '1 of 2 open',
  ])
    await until(() => expect(main()).toContain(text));
  await until(() => expect(main()).toMatch(/BER-1\u2069, \u2068HAM-2/));
  expect(main()).toContain('Unchanged since requested');
  expect(main()).toContain('sha256 7c1e4f…a93b0d');
  expect(main()).not.toMatch(/budgetMinor|CAMPAIGN_WORST_CASE|marta\b/);
  const table = within(await screen.findByRole('table'));
  expect(table.getAllByRole('row')).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Show 1 unchanged field' }));
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(4);
});

test('Approve sends the hash that was seen, after the second factor', async () => {
  let isConfirmed = false;
  const { api, user } = await open(
    {},
    {
      approveRequest: () => {
        if (!isConfirmed) throw new AppError('second-factor.required');
        return { state: 'APPROVED', decidedBy: { name: 'Ada' } };
      },
    },
    {
      confirmSecondFactor: () => {
        isConfirmed = true;
        return { outcome: 'CONFIRMED' };
      },
    },
  );
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  const question = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  await user.type(question.getByRole('textbox'), '123456{Enter}');
  await until(() => expect(main()).toContain('Approved by Ada'));
  expect(api.sentAs('ApproveRequest').at(-1)?.variables['input']).toEqual({ id: ID, note: null, contentHash: HASH });
});

test('content that changed after the request is negative, and can only be declined', async () => {
  const { api, user } = await open({ isUnchanged: false });
  await until(() => expect(main()).toContain('Changed since requested'));
  const approve = screen.getByRole<HTMLButtonElement>('button', { name: 'Approve' });
  expect(approve.disabled).toBe(true);
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'x{Control>}{Enter}{/Control}');
  expect(api.sentAs('ApproveRequest')).toEqual([]);
});

test('Decline needs a reason, and keeps it when it fails', async () => {
  const { api, user } = await open(
    {},
    {
      declineRequest: () => {
        throw new AppError('service.unavailable');
      },
    },
  );
  const decline = screen.getByRole('button', { name: 'Decline' });
  await user.click(decline);
  await screen.findByText('Give a reason to decline.');
  const reason = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' });
  expect(document.activeElement).toBe(reason);
  await user.type(reason, 'Too expensive');
  await user.click(decline);
  await screen.findByText(/unavailable/i);
  expect(api.sentAs('DeclineRequest').at(-1)?.variables['input']).toEqual({ id: ID, reason: 'Too expensive' });
  expect(reason.value).toBe('Too expensive');
});

test('the requester cannot decide, but can cancel', async () => {
  const own = { mayDecide: false, mayCancel: true, decideRefusal: 'approval.own-request' };
  const { user } = await open(own, { cancelRequest: () => ({ state: 'CANCELED' }) });
  screen.getByText("You requested it and can't decide.");
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel request' }));
  const question = within(await screen.findByRole('dialog', { name: /Cancel APR-2031-0418/ }));
  await user.click(question.getByRole('button', { name: 'Cancel request' }));
  await until(() => expect(main()).toContain('Canceled by the requester. Nothing ran.'));
});

const campaign = {
  ...{ id: CAMPAIGN, version: 4, state: 'DRAFT', status: 'DRAFT', name: 'Black Friday', code: 'BF26' },
  ...{ codeMode: 'UNIQUE', rewardType: 'AMOUNT', amountMinor: 1500, currency: 'EUR', couponsLimit: 4_000 },
  ...{ perCouponLimit: 1, perAccountLimit: 1, timezone: 'UTC', openFields: [] },
  ...{ startsAt: '2031-01-01T00:00:00.000Z', endsAt: '2031-02-01T00:00:00.000Z' },
  exposure: { uses: 4_000, discountMinor: 6_000_000, points: 0, needsAdmin: false },
  figures: { reserved: 0, redeemed: 0, coupons: 4_000 },
  actions: actionsFor(CAMPAIGN_MACHINE, { state: 'DRAFT', isOwner: false, circumstances: [] } as never, [
    'CAMPAIGN-MANAGER',
  ]),
};

test('an operation that needs approval offers to request it, and keeps what was typed', async () => {
  const needed = () => {
    throw new AppError('approval.required', { details: { action: 'CAMPAIGN_WORST_CASE', value: 6_000_000 } });
  };
  const { api, user } = await showAs(['CAMPAIGN-MANAGER'], `/campaigns/${CAMPAIGN}`, {
    campaign,
    activateCampaign: needed,
    requestApproval: { approval: { id: ID, code: 'APR-2031-0418' } },
  });
  await user.click(await screen.findByRole('button', { name: 'Activate' }));
  const below = within(await screen.findByRole('dialog', { name: /Activate/ }));
  const reason = below.getByRole<HTMLTextAreaElement>('textbox');
  await user.type(reason, 'Season starts');
  await user.click(below.getByRole('button', { name: 'Activate' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Needs approval' }));
  await user.type(asked.getByRole('textbox', { name: 'Note' }), 'Before Friday');
  await user.click(asked.getByRole('button', { name: 'Request approval' }));
  const done = within(await screen.findByRole('dialog', { name: 'Requested, APR-2031-0418' }));
  expect(done.getByRole('link', { name: 'Open request' }).getAttribute('href')).toBe(`/approvals/${ID}`);
  const [sent] = api.sentAs('ActivateCampaign');
  expect(api.sentAs('RequestApproval')[0]?.variables['input']).toEqual({
    operation: 'activateCampaign',
    variables: sent?.variables,
    note: 'Before Friday',
  });
  await user.keyboard('{Escape}');
  await below.findByRole('alert');
  expect(reason.value).toBe('Season starts');
});

test('a record with a pending request says so, with the way there', async () => {
  await showAs(['CAMPAIGN-MANAGER'], `/campaigns/${CAMPAIGN}`, { campaign, approvals: pageOf([approval]) });
  const link = await screen.findByRole('link', { name: 'Needs approval' });
  expect(link.getAttribute('href')).toBe(`/approvals/${ID}`);
});

test('a change of many records is in the words of its job, without constants', async () => {
  const selection = { picked: 3, filter: {}, search: null, excluded: 0 };
  await open(
    {
      ...{
        action: 'BULK',
        operation: 'startAccountBulk',
        title: 'SUSPEND',
        entityType: null,
        entityId: null,
        value: 3,
      },
      fields: [
        { key: 'kind', before: null, after: 'account.bulk-change' },
        { key: 'action', before: null, after: 'SUSPEND' },
        { key: 'selection', before: null, after: selection },
        { key: 'reason', before: null, after: 'Fraud' },
      ],
      figures: [{ key: 'reaches', value: 3 }],
    },
    {},
    {},
    'Suspend accounts',
  );
  await until(() => expect(main()).toContain('3 records'));
  expect(main()).toContain('Fraud');
  expect(main()).not.toMatch(/SUSPEND|BULK/);
});

const rule = { action: 'CAMPAIGN_WORST_CASE', isOn: false, limit: null, unit: 'AMOUNT', refusal: null, version: 7 };

test('rules are switched on with their limit; one that no one could satisfy says why not', async () => {
  const { api, user } = await showAs(['ADMIN'], '/approvals?state=PENDING', {
    approvals: pageOf([]),
    approvalRules: [rule, { ...rule, action: 'ERASE', unit: null, refusal: 'approval.unsatisfiable' }],
    saveApprovalRule: { approvalRules: [] },
  });
  await user.click(await screen.findByRole('button', { name: 'Approval rules' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approval rules' }));
  expect((await dialog.findByRole<HTMLInputElement>('checkbox', { name: 'Erase account' })).disabled).toBe(true);
  await user.click(dialog.getByRole('checkbox', { name: 'Activate campaign' }));
  await user.type(await dialog.findByRole('textbox', { name: 'Above this worst case' }), '2,500');
  await user.click(dialog.getByRole('button', { name: 'Save rules' }));
  await until(() => expect(api.sentAs('SaveApprovalRule')).toHaveLength(1));
  expect(api.sentAs('SaveApprovalRule')[0]?.variables['input']).toEqual({
    ...{ action: 'CAMPAIGN_WORST_CASE', isOn: true, limit: 250_000, expectedVersion: 7 },
  });
});
