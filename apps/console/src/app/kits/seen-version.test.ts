// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs';
import {
  ACCOUNT_MACHINE,
  AppError,
  CAMPAIGN_MACHINE,
  GIVEAWAY_MACHINE,
  giveawayFields,
  NOTIFICATION_MACHINE,
  RELEASE_MACHINE,
  type Role,
  type StateMachine,
} from '@backcounter/domain';
import { expect, test } from 'vitest';
import { queryClient } from '../../lib/api/query-client.ts';
import { cleanUp, until } from '../testing/console.ts';
import { type Answers, actionsFor } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const ID = '0198c0de-0000-7000-8000-000000000001';
const SEEN = 7;
const ROLES: readonly Role[] = ['ADMIN', 'CAMPAIGN-MANAGER', 'CAMPAIGN-VIEWER'];

interface Case {
  readonly at: string;
  /** The root field that answers with the record. */
  readonly root: string;
  readonly record: object;
  /** Buttons and items of menus that lead to the action, in turn. */
  readonly open: readonly string[];
  /** The label of the button that sends it. */
  readonly verb: string;
  readonly answers?: Answers;
}

const of = (
  root: string,
  at: string,
  record: object,
  open: string[],
  verb = open.at(-1) ?? '',
  answers: Answers = {},
) => ({
  ...{ root, at, open, verb, answers },
  record: { id: ID, ...record },
});
const rich =
  <State extends string>(root: string, at: string, machine: StateMachine<State>, fields: object, answers?: Answers) =>
  (state: State, label: string, verb = label, more: object = {}): Case => {
    const facts = { state, stateChangedAt: new Date().toISOString() };
    const record = { ...fields, ...facts, actions: actionsFor(machine, facts, ROLES), ...more };
    return of(root, at, record, [label], verb, answers);
  };
const account = rich('account', `/accounts/${ID}`, ACCOUNT_MACHINE, {
  ...{ number: 100001, displayName: 'Ada', locale: 'en', country: { code: 'DE', name: 'Germany' } },
});
const campaign = rich('campaign', `/campaigns/${ID}`, CAMPAIGN_MACHINE, {
  name: 'Summer',
  code: 'SUMMER',
  currency: 'EUR',
});
const giveaway = rich('giveaway', `/giveaways/${ID}/transactions`, GIVEAWAY_MACHINE, {
  ...{ code: 'COFFEE', title: 'A year of coffee', minAge: 18, countryCodes: ['DE'], prizes: [], claimDays: 14 },
  ...{ maxTicketsPerAccount: 1, alternates: 3, openFields: Object.keys(giveawayFields.shape) },
  ...{ opensAt: '2031-01-01T00:00:00.000Z', closesAt: '2031-02-01T00:00:00.000Z', drawAt: '2031-02-02T00:00:00.000Z' },
});
const notification = rich(
  'notification',
  `/notifications/${ID}`,
  NOTIFICATION_MACHINE,
  {
    title: 'Offer',
    sendMode: 'NOW',
    topic: { id: 't1', name: 'Offers', kind: 'MARKETING' },
    figures: { recipients: 9 },
  },
  { notificationAudienceOf: { recipients: 20, kind: 'EXACT', accounts: 400 } },
);
const release = rich('release', `/admin/releases/${ID}`, RELEASE_MACHINE, { number: '1.2.0', date: '2026-01-01' });
const store = (actions: string[], state: string, label: string) =>
  of('store', `/stores/${ID}`, { sid: 'BER-1', name: 'Mitte', state, actions }, [label]);
const drawer = (root: string, path: string, fields: object, open: string[], verb?: string) =>
  of(
    root,
    `/admin/${path}?edit=${ID}`,
    { code: 'weekly', name: 'Weekly', nameI18n: { 'en-US': 'Weekly' }, ...fields },
    open,
    verb,
  );
const STAFF = {
  ...{ isHere: true, isWaiting: true, roles: null, secondFactor: 'NONE', reveals: null, exports: null },
  sessions: [{ id: 'one', device: 'Chrome', signedInAt: '2031-01-01T00:00:00Z', lastActiveAt: '2031-01-01T00:00:00Z' }],
};
const INVITATION = {
  ...{ ...STAFF, state: 'INVITED', actions: ['INVITE', 'REVOKE'] },
  expiresAt: '2031-01-08T00:00:00Z',
};
const archived = (root: string, path: string, fields: object = {}) =>
  drawer(root, path, { actions: ['EDIT', 'ARCHIVE'], ...fields }, ['Archive']);
const coupon = (action: string, label: string) =>
  of(
    'coupon',
    `/campaigns/${ID}?open=${ID}&tab=coupons`,
    {
      ...{ last4: 'YS5K', kind: 'UNIQUE', status: 'ACTIVE', batch: { number: 1 } },
      actions: [{ action, isAllowed: true }],
    },
    [label],
    label,
    { campaign: campaign('ACTIVE', '').record },
  );
const view = (items: string[], verb: string): Case => ({
  ...of(
    'savedViews',
    `/accounts?view=${ID}`,
    { name: 'Mine', scope: 'PERSONAL', mayChange: true, state: {} },
    ['List options', ...items],
    verb,
  ),
});

/** Actions with a dialog of their own. */
const ASKED: Readonly<Record<string, Case>> = {
  suspendAccount: account('ACTIVE', 'Suspend'),
  reactivateAccount: account('SUSPENDED', 'Reactivate'),
  closeAccount: account('ACTIVE', 'Close account'),
  eraseAccount: account('CLOSED', 'Erase account'),
  issueAccountCard: account('ACTIVE', 'Issue card'),
  removeAccountPicture: {
    ...account('ACTIVE', '', 'Remove picture', { firebaseId: 'f1', hasPicture: true }),
    open: ['Change picture', 'Remove picture'],
  },
  activateStore: store(['EDIT', 'ACTIVATE'], 'DRAFT', 'Activate'),
  suspendStore: store(['EDIT', 'SUSPEND'], 'ACTIVE', 'Suspend'),
  reactivateStore: store(['EDIT', 'REACTIVATE'], 'SUSPENDED', 'Reactivate'),
  closeStore: store(['EDIT', 'CLOSE'], 'ACTIVE', 'Close store'),
  activateCampaign: campaign('DRAFT', 'Activate'),
  pauseCampaign: campaign('ACTIVE', 'Pause'),
  resumeCampaign: campaign('PAUSED', 'Resume'),
  cancelCampaign: campaign('ACTIVE', 'Cancel campaign'),
  archiveCampaign: campaign('DRAFT', 'Archive'),
  disableCoupon: coupon('DISABLE', 'Disable'),
  enableCoupon: coupon('ENABLE', 'Enable'),
  publishGiveaway: giveaway('DRAFT', 'Publish'),
  recordGiveawayRegistration: {
    ...giveaway('DRAFT', '', 'Save numbers', { registration: { isNeeded: true } }),
    open: ['Publish', 'Record registration'],
  },
  announceGiveaway: giveaway('DRAWN', 'Announce winners'),
  settleGiveaway: giveaway('ANNOUNCED', 'Settle'),
  cancelGiveaway: giveaway('PUBLISHED', 'Cancel giveaway'),
  scheduleNotification: notification('DRAFT', 'Send now'),
  unscheduleNotification: notification('SCHEDULED', 'Back to draft'),
  pauseNotification: notification('SENDING', 'Pause'),
  resumeNotification: notification('PAUSED', 'Resume'),
  cancelNotification: notification('SENDING', 'Cancel notification'),
  resendNotification: notification('FAILED', 'Resend to failed'),
  publishRelease: release('DRAFT', 'Publish'),
  withdrawRelease: release('PUBLISHED', 'Withdraw'),
  discardRelease: release('DRAFT', 'Discard draft'),
  archiveArea: archived('area', 'areas', { country: { code: 'DE', name: 'Germany' } }),
  archiveBadgeCategory: archived('badgeCategory', 'badge-categories'),
  archiveTopic: archived('topic', 'topics', { category: { id: 'c1', name: 'News' } }),
  archiveTopicCategory: archived('topicCategory', 'topic-categories'),
  archiveSegment: of(
    'segment',
    `/accounts/segments/${ID}`,
    { name: 'Regulars', rule: { all: [] }, actions: ['EDIT', 'ARCHIVE'] },
    ['Archive'],
  ),
  activateBadge: drawer('badge', 'badges', { state: 'DRAFT', imageUrl: '/b.png', actions: ['EDIT', 'ACTIVATE'] }, [
    'Activate',
  ]),
  retireBadge: drawer('badge', 'badges', { state: 'ACTIVE', actions: ['EDIT', 'RETIRE'] }, ['Retire']),
  suspendStreamer: drawer('streamer', 'streamers', { state: 'ACTIVE', actions: ['EDIT', 'SUSPEND'] }, ['Suspend']),
  reactivateStreamer: drawer('streamer', 'streamers', { state: 'SUSPENDED', actions: ['EDIT', 'REACTIVATE'] }, [
    'Reactivate',
  ]),
  suspendStaffMember: drawer('staffMember', 'people', { ...STAFF, state: 'ACTIVE', actions: ['EDIT', 'SUSPEND'] }, [
    'Disable access',
  ]),
  reactivateStaffMember: drawer(
    'staffMember',
    'people',
    { ...STAFF, state: 'SUSPENDED', actions: ['EDIT', 'REACTIVATE'] },
    ['Enable access'],
  ),
  unlockStaffMember: drawer('staffMember', 'people', { ...STAFF, state: 'ACTIVE', actions: ['EDIT', 'UNLOCK'] }, [
    'Unlock',
  ]),
  signOutStaffMember: drawer('staffMember', 'people', { ...STAFF, state: 'ACTIVE', actions: ['EDIT'] }, [
    'Sign out everywhere',
  ]),
  resetStaffMember: drawer('staffMember', 'people', { ...STAFF, state: 'ACTIVE', actions: ['EDIT', 'RESET'] }, [
    'Reset password',
  ]),
  declineAccessRequest: drawer(
    'staffMember',
    'people',
    {
      ...{ ...STAFF, state: 'ACTIVE', actions: ['EDIT'] },
      accessRequest: { roles: ['ADMIN'], note: null, requestedAt: new Date().toISOString() },
    },
    ['Decline'],
  ),
  sendInvitation: drawer('staffMember', 'people', INVITATION, ['Send new link']),
  revokeInvitation: drawer('staffMember', 'people', INVITATION, ['Revoke invitation']),
  suspendApp: drawer('app', 'apps', { state: 'ACTIVE', people: 0, actions: ['EDIT', 'SUSPEND'] }, ['Suspend']),
  reactivateApp: drawer('app', 'apps', { state: 'SUSPENDED', people: 0, actions: ['EDIT', 'REACTIVATE'] }, [
    'Reactivate',
  ]),
  suspendMachineClient: drawer('machineClient', 'machine-clients', { state: 'ACTIVE', actions: ['EDIT', 'SUSPEND'] }, [
    'Suspend',
  ]),
  reactivateMachineClient: drawer(
    'machineClient',
    'machine-clients',
    { state: 'SUSPENDED', actions: ['EDIT', 'REACTIVATE'] },
    ['Reactivate'],
  ),
  rotateMachineClientSecret: drawer(
    'machineClient',
    'machine-clients',
    { state: 'ACTIVE', actions: ['EDIT', 'ROTATE'] },
    ['Generate secret'],
    'Generate secret',
  ),
  resetConfigEntry: drawer(
    'configEntry',
    'config',
    { key: ID, valueType: 'INTEGER', value: 1, defaultValue: 2, actions: ['EDIT', 'RESET'] },
    ['Reset to default'],
  ),
  renameTranslationLanguage: of(
    'translationLanguage',
    `/admin/translations/${ID}`,
    { locale: 'nl-NL', name: 'Nederlands', state: 'PUBLISHED', actions: [{ action: 'RENAME', isAllowed: true }] },
    ['Rename'],
    'Rename',
  ),
  withdrawTranslationLanguage: of(
    'translationLanguage',
    `/admin/translations/${ID}`,
    { locale: 'nl-NL', name: 'Nederlands', state: 'PUBLISHED', actions: [{ action: 'WITHDRAW', isAllowed: true }] },
    ['Withdraw'],
    'Withdraw',
  ),
  updateSavedView: view(['Rename view'], 'Rename'),
  archiveSavedView: view(['Delete view'], 'Delete view'),
};

/** Where the version of a mutation comes from, if not from a dialog over a record. */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  // The form's own start: tested by "shows a conflict field by field", and by the wizards.
  form: [
    ...[
      'updateAccount',
      'updateApp',
      'updateArea',
      'updateBadge',
      'updateBadgeCategory',
      'updateCampaign',
      'updateConfigEntry',
    ],
    ...[
      'updateCountry',
      'updateGiveaway',
      'updateMachineClient',
      'updateStaffMember',
      'updateNotification',
      'updateRelease',
      'updateSegment',
    ],
    ...['updateStore', 'updateStreamer', 'updateTopic', 'updateTopicCategory', 'saveTranslation', 'saveApprovalRule'],
  ],
  // One click on what is drawn: there is no time in between.
  click: [
    ...['restoreArea', 'restoreBadgeCategory', 'restoreSegment', 'restoreTopic', 'restoreTopicCategory'],
    ...['moveBadgeCategory', 'moveTopic', 'moveTopicCategory', 'restoreShippedTranslation', 'sendTestNotification'],
  ],
  // The dialog of a picture keeps it with the upload; it needs a canvas.
  picture: ['setAccountPicture', 'setBadgeImage', 'setGiveawayImage'],
};

const SCHEMA = readFileSync(`${import.meta.dirname}/../../../../server/schema.graphql`, 'utf8');
/** Mutations whose input expects a version. */
const EXPECTING = [...SCHEMA.matchAll(/^input (\w+)Input \{([^}]*)\}/gm)]
  .filter(([, , fields]) => fields?.includes('expectedVersion'))
  .map(([, name = '']) => name[0]?.toLowerCase() + name.slice(1));

test('every mutation that expects a version is in one of these tables', () => {
  expect([...Object.keys(ASKED), ...Object.values(OTHERWISE).flat()].toSorted()).toEqual(EXPECTING.toSorted());
});

test('only the shared way to send an action, and the upload of a picture, choose the version', () => {
  const cwd = `${import.meta.dirname}/../..`;
  const files = globSync('**/*.{ts,tsx}', { cwd, exclude: ['generated/**', '**/*.test.*'] });
  const choosing = files.filter((file) => /expectedVersion: (?!number)/.test(readFileSync(`${cwd}/${file}`, 'utf8')));
  expect(choosing.toSorted()).toEqual(['lib/record/record-steps.ts', 'records/picture/picture-dialog.tsx']);
});

/** The record as it is on the server, which counts up at the first call of `change`. */
function recordOf({ root, record, answers }: Case, mutation: string) {
  let version = SEEN;
  let reads = 0;
  const current = () => ({ ...record, version });
  const sent: number[] = [];
  const all: Answers = {
    ...answers,
    [root]: () => {
      reads += 1;
      return root === 'savedViews' ? [current()] : current();
    },
    [mutation]: ({ input }: { input: { expectedVersion: number } }) => {
      sent.push(input.expectedVersion);
      throw new AppError('record.conflict', { details: { current: current() } });
    },
  };
  /** Someone else changes the record, and this page reads it again. */
  const change = async () => {
    version += 1;
    const before = reads;
    await queryClient.invalidateQueries();
    expect(reads).toBeGreaterThan(before);
  };
  return { all, sent, change };
}

type User = Awaited<ReturnType<typeof showAs>>['user'];

/** Clicks a button, or an item of a menu, opening the menu of further actions if need be. Returns the number of dialogs before. */
async function press(user: User, name: string): Promise<number> {
  const find = () =>
    [...screen.queryAllByRole('menuitem', { name }), ...screen.queryAllByRole('button', { name })].at(-1);
  const more = () => screen.queryByRole('button', { name: 'More actions' });
  await until(() => expect(find() ?? more()).toBeTruthy());
  if (!find()) await user.click(more() as HTMLElement);
  await until(() => expect(find()).toBeDefined());
  const dialogs = screen.queryAllByRole('dialog').length;
  await user.click(find() as HTMLElement);
  return dialogs;
}

/** The dialog on top; below it may be the drawer of the record. */
async function dialog() {
  const [top] = (await screen.findAllByRole('dialog')).slice(-1);
  return within(top as HTMLElement);
}

/** Fills in what a dialog asks for before it can be sent. */
async function fill(user: User): Promise<void> {
  const ask = await dialog();
  for (const box of ask.queryAllByRole('checkbox')) await user.click(box);
  for (const field of ask.queryAllByRole<HTMLInputElement>('textbox')) {
    const label = field.labels?.[0]?.textContent ?? '';
    const [, typed] = /type (?:the sid )?(\S+) to confirm/i.exec(label) ?? [];
    if (typed ?? /^(Reason|Name|Native name)/.test(label)) await user.type(field, typed ?? 'Because');
  }
}

test.each(Object.entries(ASKED))(
  '%s sends the version that was seen, and shows the conflict',
  async (mutation, asked) => {
    const { all, sent, change } = recordOf(asked, mutation);
    const { user } = await showAs(ROLES, asked.at, all);
    for (const name of asked.open) {
      const before = await press(user, name);
      // The dialog of an action is loaded when it is first opened.
      if (asked.open.length === 1 && name === asked.verb)
        await until(() => expect(screen.queryAllByRole('dialog').length).toBeGreaterThan(before));
    }
    await fill(user);
    await change();
    const verb = (await dialog()).getByRole('button', { name: asked.verb });
    // The dialog counts again.
    await until(() => expect(verb).toHaveProperty('disabled', false));
    await user.click(verb);
    await until(() => expect(sent).toEqual([SEEN]));
    await (await dialog()).findByText(/else changed this/);
  },
);
