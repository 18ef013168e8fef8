// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs';
import {
  CAMPAIGN_MACHINE,
  campaignRecord,
  GIVEAWAY_MACHINE,
  NOTIFICATION_MACHINE,
  type StateMachine,
} from '@backcounter/domain';
import { describe, expect, test, vi } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { type Answers, actionsFor, pageOf } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const ID = '0198c0de-0000-7000-8000-000000000001';
const CUP = { code: 'COFFEE', title: 'A year of coffee', prizes: [], opensAt: '2031-01-01T00:00:00.000Z' };
const stateOf = <State extends string>(machine: StateMachine<State>, state: State) => {
  const facts = { state, stateChangedAt: '2026-11-01T00:00:00.000Z' };
  return { id: ID, version: 1, ...facts, actions: actionsFor(machine, facts, ['ADMIN']) };
};
const main = () => screen.getByRole('main').textContent ?? '';
const textOf = (element: Element | null | undefined) => element?.textContent?.replaceAll(/\s+/g, ' ').trim();

async function openDialog(address: string, answers: Answers, action: string) {
  const { user, api } = await showAs(['ADMIN'], address, answers);
  const find = () => screen.queryByRole('button', { name: action }) ?? screen.queryByRole('menuitem', { name: action });
  const more = () => screen.queryByRole('button', { name: 'More actions' });
  await until(() => expect(find() ?? more()).toBeTruthy());
  if (!find()) await user.click(more() as HTMLElement);
  await until(() => expect(find()).toBeTruthy());
  const before = main();
  await user.click(find() as HTMLElement);
  return { user, api, dialog: await screen.findByRole('dialog'), page: before };
}

/** Every dialog that asks before an act, and where the figures that it states come from. */
const DIALOGS: Readonly<Record<string, string>> = {
  'records/action-dialog.tsx': 'none',
  'records/entity-archive.tsx': 'uses: "a record of reference data must be named to be archived"',
  'features/approval/approval-decision.tsx': 'none',
  'features/account/account-card-dialog.tsx': 'none',
  'features/account/account-dialog.tsx': 'none',
  'features/account/account-reveal-dialog.tsx': 'none',
  'features/account/bulk/account-bulk-dialogs.tsx': 'the forecast of the server: bulk.test.ts',
  'features/account/bulk/account-edit-many.tsx': 'the forecast of the server: bulk.test.ts',
  'features/account/details/account-awards.tsx': 'none',
  'features/account/details/account-devices.tsx': 'none',
  'features/account/details/account-notes.tsx': 'none',
  'features/account/details/account-topics.tsx': 'none',
  'features/account/overview/account-privacy-dialog.tsx': 'none',
  'features/campaign/activate-dialog.tsx': 'below',
  'features/campaign/campaign-dialog.tsx': 'below',
  'features/campaign/coupon/coupon-change-many.tsx': 'the forecast of the server: bulk.test.ts',
  'features/campaign/coupon/coupon-drawer.tsx': 'none',
  'features/campaign/redemption/redemption-drawer.tsx': 'the redemption that the drawer shows',
  'features/export/export-schedule.page.tsx': 'none',
  'features/giveaway/entry/entry-drawer.tsx': 'the entry that the drawer shows',
  'features/giveaway/giveaway-dialog.tsx': 'below',
  'features/giveaway/winner/winner-drawer.tsx': 'the winner that the drawer shows',
  'features/job/undo-job.tsx': 'the forecast of the server',
  'features/notification/dispatch/schedule-dialog.tsx': 'below',
  'features/notification/notification-dialog.tsx': 'below',
  'features/release/release-dialog.tsx': 'the figures of the release that the page shows',
  'features/staff-member/staff-step-dialog.tsx': 'none',
  'features/store/bulk/store-change-many.tsx': 'the forecast of the server: bulk.test.ts',
  'features/store/store-dialog.tsx': 'none',
  'features/translation/language/add-language.tsx': 'none',
  'features/translation/language/language-dialog.tsx': 'the publication of the language',
  'features/translation/message/accept-many.tsx': 'the selected rows',
  'features/translation/unknown-reports.tsx': 'the reports that the page lists',
  'points/adjust/points-reverse.tsx': 'the entry that the drawer shows',
};

/** Every list that is drawn in a second way, and the function that gives both the same time. */
const LISTS: Readonly<Record<string, string>> = {
  'features/giveaway/giveaway.list.ts': 'zonedWords in the zone of the giveaway',
  'features/notification/notification.list.ts': 'below',
};

/** Every page of a record with tabs, and where their counts come from. */
const RECORDS: Readonly<Record<string, string>> = {
  'features/account/account.page.tsx': 'below',
  'features/campaign/campaign.page.tsx': 'the figures of the campaign',
  'features/giveaway/giveaway.page.tsx': 'the figures of the giveaway',
  'features/notification/notification.page.tsx': 'recipientsWords, as in the list',
  'features/release/release.page.tsx': 'none',
  'features/segment/segment.page.tsx': 'the members that its rule counts: segments.test.ts',
  'features/store/store.page.tsx': 'the entries of its wallet',
  'features/translation/language/language.page.tsx': 'the texts of the language',
};

test.each([
  ['dialog before an act', '**/*.tsx', /<(Reason|Bulk)Dialog\b/, DIALOGS],
  ['list with a second way to draw it', 'features/**/*.ts', /\bkinds: \[/, LISTS],
  ['page of a record with tabs', 'features/**/*.page.tsx', /useRecordTab\(|<RecordScreen\b/, RECORDS],
])('every %s is in the table of figures', (_kind, pattern, sign, table) => {
  const cwd = `${import.meta.dirname}/../..`;
  const files = globSync(pattern, { cwd, exclude: ['**/*.test.*'] });
  const found = files.filter((file) => sign.test(readFileSync(`${cwd}/${file}`, 'utf8')));
  expect(found.toSorted()).toEqual(Object.keys(table).toSorted());
});

describe('a notification', () => {
  const audience = {
    ...{ recipients: 603, kind: 'EXACT', accounts: 1000 },
    excluded: [{ reason: 'OUTSIDE_FILTERS', count: 397 }],
    // Some have both reasons; as losses each account counts once.
    holds: [
      { reason: 'NO_DEVICE', count: 473 },
      { reason: 'EXPIRED', count: 539 },
    ],
    skipped: [
      { reason: 'EXPIRED', count: 539 },
      { reason: 'NO_DEVICE', count: 50 },
    ],
  };
  const notification = (state: 'DRAFT' | 'SENDING') => ({
    ...stateOf(NOTIFICATION_MACHINE, state),
    ...{ title: 'Offer', titleI18n: { 'en-US': 'Offer' }, bodyI18n: { 'en-US': 'Half price' }, sendMode: 'NOW' },
    topic: { id: 't1', name: 'Offers', kind: 'MARKETING', state: 'ACTIVE' },
    topicId: 't1',
    figures: { recipients: 1603, sent: 1401, pending: 102, failed: 60, skipped: 40 },
  });
  const lines = (place: Element | null | undefined) =>
    [...(place?.querySelectorAll('dl > div') ?? [])].map((line) => textOf(line)).slice(-4);

  test('is sent to the recipients of the panel, less the same losses', async () => {
    const { dialog } = await openDialog(
      `/notifications/${ID}?edit=&step=review`,
      {
        notification: notification('DRAFT'),
        topics: pageOf([notification('DRAFT').topic]),
        notificationAudience: audience,
        notificationAudienceOf: audience,
      },
      'Send now',
    );
    await within(dialog).findByText('Send to 603 recipients?');
    const panel = () => document.querySelector('section[aria-label="Audience breakdown"]');
    await until(() => expect(lines(panel())).toHaveLength(4));
    expect(lines(dialog)).toEqual(['Recipients603', 'Expired−539', 'No device−50', 'Reachable14']);
    expect(lines(panel())).toEqual(lines(dialog));
    expect(dialog.textContent).not.toContain('473');
  });

  test('that is paused has as many as its page', async () => {
    const { dialog, page } = await openDialog(
      `/notifications/${ID}`,
      { notification: notification('SENDING') },
      'Pause',
    );
    for (const figure of dialog.textContent?.match(/\d[\d,]{2,}/g) ?? []) expect(page).toContain(figure);
    expect(dialog.textContent).toMatch(/1,401.*102/);
  });

  test('has the same hour in the calendar and in the table', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T10:00:00Z') });
    const startsAt = '2026-11-25T10:00:00.000Z';
    const row = {
      ...{ id: ID, title: 'Offer', state: 'SCHEDULED', sendMode: 'AT_INSTANT', startsAt, sendAt: startsAt },
      ...{ timezone: 'Asia/Kolkata', topic: { id: 't', kind: 'MARKETING', name: 'News' } },
    };
    const { user } = await showAs(['ADMIN'], '/notifications', { notifications: pageOf([row]) });
    const [expected] = await until(
      () => /\d\d:\d\d/.exec(screen.getByRole('grid').textContent ?? '') as RegExpExecArray,
    );
    expect(expected).toBeDefined();
    await user.click(await screen.findByRole('radio', { name: 'Calendar' }));
    const entry = await screen.findByRole('link', { name: /, Offer, Scheduled/ });
    expect(entry.querySelector('time')?.textContent).toBe(expected);
  });

  test('has no figure for the length of a title that its preview does not keep', async () => {
    await showAs(['ADMIN'], '/notifications?new', {});
    const hint = await screen.findByText(/as the preview shows/);
    expect(hint.textContent).not.toMatch(/\d/);
  });
});

describe('a campaign', () => {
  const campaign = (state: 'DRAFT' | 'ACTIVE') => ({
    ...stateOf(CAMPAIGN_MACHINE, state),
    ...{ name: 'Summer', code: 'SUMMER', codeMode: 'UNIQUE', rewardType: 'AMOUNT', amountMinor: 1500, currency: 'EUR' },
    ...{ couponsLimit: 500, perCouponLimit: 1, perAccountLimit: 1, budgetMinor: 250_000, redemptionsLimit: null },
    ...{ startsAt: '2031-01-01T00:00:00.000Z', endsAt: '2031-02-01T00:00:00.000Z', timezone: 'UTC' },
    openFields: Object.keys(campaignRecord.fields),
    exposure: { uses: 500, discountMinor: 250_000, points: 0, needsAdmin: false },
    figures: { reserved: 1234, redeemed: 2345, coupons: 500 },
  });
  const covers = /the budget covers 166 of 500 uses/;

  test('costs at most the same in its form, its details and the dialog that activates it', async () => {
    const answers = { campaign: campaign('DRAFT') };
    const { dialog } = await openDialog(`/campaigns/${ID}?tab=details`, answers, 'Activate');
    expect(dialog.textContent).toContain('€2,500');
    expect(dialog.textContent).toMatch(covers);
    expect(dialog.textContent).not.toContain('all 500');
    await until(() => expect(main()).toMatch(covers));
    expect(main()).toContain('€2,500');
  });

  test('costs at most the same in its form', async () => {
    await showAs(['ADMIN'], `/campaigns/${ID}?edit`, { campaign: campaign('DRAFT') });
    await until(() => expect(main()).toMatch(covers));
    expect(main()).toContain('€2,500');
  });

  test('has budgets as money in the check of any code', async () => {
    const rule = { rule: 'BUDGET', outcome: 'FAILED', detail: { budgetMinor: 250_000, usedMinor: 1_000 } };
    const { user } = await showAs(['ADMIN'], '/campaigns?check', {
      checkCoupon: {
        isWellFormed: true,
        campaign: { id: ID, code: 'S', name: 'Summer', status: 'RUNNING', currency: 'EUR' },
        rules: [rule],
        meant: [],
        story: [],
      },
    });
    await user.type(await screen.findByLabelText('Code'), 'ABCD{Enter}');
    await screen.findByText(/Budget: €2,500/);
  });

  test('has as many reserved uses in the dialog as on its page', async () => {
    const { dialog, page } = await openDialog(`/campaigns/${ID}`, { campaign: campaign('ACTIVE') }, 'Pause');
    expect(dialog.textContent).toContain('1,234');
    expect(page).toContain('1,234');
  });
});

test.each([false, true])(
  'a publication names the place of the draw key only where a copy of the database has it: %s',
  async (isSeedKeyOutsideDatabase) => {
    const giveaway = {
      ...stateOf(GIVEAWAY_MACHINE, 'DRAFT'),
      ...CUP,
      isSeedKeyOutsideDatabase,
      registration: { isNeeded: false },
      gauges: { escrowPoints: 0 },
    };
    const { dialog } = await openDialog(`/giveaways/${ID}/transactions`, { giveaway }, 'Publish');
    expect(dialog.textContent?.includes('DRAW_KEY')).toBe(!isSeedKeyOutsideDatabase);
  },
);

test('a canceled giveaway returns what its page shows', async () => {
  const giveaway = {
    ...stateOf(GIVEAWAY_MACHINE, 'PUBLISHED'),
    ...CUP,
    figures: { entries: 4321 },
    gauges: { escrowBalance: 7000, pointsPaid: 5555 },
  };
  const { dialog, page } = await openDialog(`/giveaways/${ID}/transactions`, { giveaway }, 'Cancel giveaway');
  expect(dialog.textContent).toContain('4,321');
  expect(page).toContain('4,321');
});

test('an account has as many notes at its tab as in it', async () => {
  const note = (id: string) => ({ id, text: id, writtenAt: '2026-03-03T09:00:00Z', writtenBy: { name: 'Bo' } });
  const account = {
    id: ID,
    displayName: 'Ada',
    number: 1,
    locale: 'en',
    timezone: 'UTC',
    country: { code: 'DE', name: 'Germany' },
  };
  await showAs(['ADMIN'], `/accounts/${ID}?tab=notes`, {
    account,
    accountSummary: { notes: 2 },
    accountNotes: pageOf([note('a'), note('b')]),
  });
  await until(() => expect(textOf(screen.getByRole('tab', { name: /^Notes/ }))).toBe('Notes2'));
  await screen.findByText('2 notes');
});

test('the timeline asks for no change that another of its kinds shows, and draws no erased note', async () => {
  const note = { writtenAt: '2026-03-03T09:00:00Z', writtenBy: { name: 'Bo' } };
  const account = {
    id: ID,
    displayName: 'Ada',
    number: 1,
    locale: 'en',
    timezone: 'UTC',
    country: { code: 'DE', name: 'Germany' },
    state: 'ERASED',
  };
  const { api } = await showAs(['ADMIN'], `/accounts/${ID}`, {
    account,
    accountNotes: pageOf([
      { id: 'n1', text: null, ...note },
      { id: 'n2', text: 'Kept', ...note },
    ]),
  });
  await screen.findByText('Kept');
  expect(screen.queryByText('Erased with the account')).toBeNull();
  await until(() =>
    expect(api.sentAs('AccountHistory').at(-1)?.variables['without']).toEqual(
      expect.arrayContaining(['points.adjust', 'points.reverse']),
    ),
  );
});
