import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { accountId } from '../../../testing/test-accounts.ts';
import type { TestToken } from '../../../testing/test-app.ts';
import { insertCampaignStreamer, insertCoupons, insertStreamer } from '../../../testing/test-campaigns.ts';
import { campaignDesk } from '../testing/campaign-kit.ts';
import { makeCodes, openCampaign, tillApp } from './testing/till.ts';
import { countersOf } from './testing/uncounted.ts';

const { test, till } = await tillApp(20);
const admin = campaignDesk(() => test, 'admin');
const manager = campaignDesk(() => test, 'campaign-manager');
const EVERYONE = Array.from({ length: 20 }, (_, index) => accountId(index + 1));
const CONSENT = { account: { pushConsent: true } };

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
await rowsOf(
  `update account set state = 'ACTIVE', state_reason = null, country_code = 'DE', area_id = null,
     firebase_id = 'firebase-' || id, push_consent = public_no % 2 = 0, push_consent_at = now()`,
);

async function segment(rule: object): Promise<string> {
  const [row] = await rowsOf('insert into segment (name, rule) values ($1, $2) returning id', ['Regulars', rule]);
  return row.id;
}

async function setConsent(id: string, isGiven: boolean): Promise<void> {
  await rowsOf('update account set push_consent = $2 where id = $1', [id, isGiven]);
}

let serial = 0;
const open = async (segmentId: string, more: object = {}) =>
  openCampaign(
    test,
    { segment_id: segmentId, code_mode: 'SHARED', per_coupon_limit: 100, ...more },
    { max_redemptions: 100 },
    [`REGULARS${++serial}`],
  );

it('lets only members use a code, and counts the refusals of all others', async () => {
  const { id, code } = await open(await segment(CONSENT), { per_account_limit: 1 });
  const members = new Set((await rowsOf('select id from account where push_consent')).map(({ id: member }) => member));
  const answers = await Promise.all(
    EVERYONE.map((account, index) =>
      till.redeem({
        code,
        orderMinor: 900,
        ...(index % 3 === 0 ? { firebaseId: `firebase-${account}` } : { accountId: account }),
      }),
    ),
  );
  expect(answers.map(({ outcome }) => outcome)).toEqual(
    EVERYONE.map((account) => (members.has(account) ? 'CONFIRMED' : 'NOT_IN_SEGMENT')),
  );
  expect(members.size).toBeGreaterThan(0);
  expect(members.size).toBeLessThan(EVERYONE.length);
  expect(await countersOf(test.database.ownerPool, id)).toMatchObject({ redemptions: members.size });
  const refused = await rowsOf(
    'select reason, sum(n)::int as n from coupon_rejection_hourly where campaign_id = $1 group by 1',
    [id],
  );
  expect(refused).toEqual([{ reason: 'NOT_IN_SEGMENT', n: EVERYONE.length - members.size }]);
});

it('checks membership at the use: earlier ones stay, and keys keep their answers', async () => {
  const { code } = await open(await segment(CONSENT), { per_account_limit: 5 });
  const [account = ''] = EVERYONE;
  await setConsent(account, true);
  const use = { code, accountId: account, orderMinor: 900, key: randomUUID() };
  const held = await till.reserve(use);
  expect(held.outcome).toBe('RESERVED');
  await setConsent(account, false);
  expect(await till.reserve({ ...use, key: randomUUID() })).toMatchObject({
    outcome: 'NOT_IN_SEGMENT',
    redemption: null,
  });
  expect(await till.reserve(use)).toMatchObject({ outcome: 'RESERVED', isReplayed: true });
  expect(await till.confirm(held.redemption?.id)).toMatchObject({ outcome: 'CONFIRMED' });
});

it('says other reasons first, and nothing about codes of other accounts', async () => {
  const segmentId = await segment(CONSENT);
  const [outsider = '', other = ''] = EVERYONE;
  await setConsent(outsider, false);
  const dear = await open(segmentId, { min_order_minor: 1_000 });
  expect((await till.reserve({ code: dear.code, accountId: outsider, orderMinor: 1 })).outcome).toBe('MIN_ORDER');
  const personal = await openCampaign(test, { segment_id: segmentId }, { account_id: other });
  expect((await till.reserve({ code: personal.code, accountId: outsider, orderMinor: 900 })).outcome).toBe(
    'UNKNOWN_CODE',
  );
});

it('keeps its limits when members use the last code at once', async () => {
  const { id, code } = await open(await segment({ not: { account: { state: { in: ['CLOSED'] } } } }), {
    redemptions_limit: 1,
  });
  const answers = await Promise.all(
    EVERYONE.map((account) => till.redeem({ code, accountId: account, orderMinor: 900 })),
  );
  expect(answers.filter(({ outcome }) => outcome === 'CONFIRMED')).toHaveLength(1);
  expect(answers.filter(({ outcome }) => outcome === 'BUDGET_EXHAUSTED')).toHaveLength(EVERYONE.length - 1);
  expect(await countersOf(test.database.ownerPool, id)).toMatchObject({ redemptions: 1 });
});

it('is checked for staff who may use the segment', async () => {
  const check = async (code: string, account: string, token: TestToken) => {
    const { body } = await test.send(
      'query C($input: CheckCouponInput!) { checkCoupon(input: $input) { verdict rules { rule outcome detail } } }',
      { input: { code, accountId: account, orderMinor: 900 } },
      { token },
    );
    const { verdict, rules } = body.data.checkCoupon;
    return [verdict, rules.find(({ rule }: { rule: string }) => rule === 'SEGMENT').outcome];
  };
  const [member = '', outsider = ''] = EVERYONE;
  await setConsent(member, true);
  await setConsent(outsider, false);
  const [code = ''] = makeCodes(1);
  const segmentId = await segment(CONSENT);
  await openCampaign(test, { segment_id: segmentId }, {}, [code]);
  // A manager of campaigns who may not read segments.
  expect(await check(code, outsider, 'campaign-manager')).toEqual([null, 'NOT_JUDGED']);
  expect(await check(code, member, 'admin')).toEqual([null, 'PASSED']);
  expect(await check(code, outsider, 'admin')).toEqual(['NOT_IN_SEGMENT', 'FAILED']);
  const [plain = ''] = makeCodes(1);
  await openCampaign(test, {}, {}, [plain]);
  expect(await check(plain, member, 'campaign-manager')).toEqual([null, 'PASSED']);
});

it('is chosen in a draft only, by people who may use it, and hidden from streamers', async () => {
  const hidden = await segment(CONSENT);
  const archived = await segment(CONSENT);
  await rowsOf('update segment set archived_at = now() where id = $1', [archived]);
  for (const [desk, segmentId, rule] of [
    [manager, hidden, 'unknown'],
    [admin, randomUUID(), 'unknown'],
    [admin, archived, 'not-in-use'],
  ] as const) {
    const error = await desk.refusal(desk.create({ segmentId }));
    expect(error).toMatchObject({ code: 'field.invalid', details: { fields: { segmentId: [{ rule }] } } });
  }
  const draft = await admin.made({ segmentId: hidden });
  const streamer = await insertStreamer(test.database.ownerPool, { staff_sub: 'staff-campaign-streamer' });
  await insertCampaignStreamer(test.database.ownerPool, { campaign_id: draft.id, streamer_id: streamer });
  await insertCoupons(test.database.ownerPool, draft.id, makeCodes(1));
  const active = await admin.done(admin.activate(draft));
  const named = async (token: TestToken) =>
    (await test.send('query($id: ID!) { campaign(id: $id) { segment { id name } } }', { id: draft.id }, { token })).body
      .data.campaign.segment;
  expect(await named('admin')).toEqual({ id: hidden, name: 'Regulars' });
  expect(await named('campaign-manager')).toEqual({ id: hidden, name: null });
  expect(await named('campaign-streamer')).toBeNull();
  const locked = await admin.refusal(admin.update(active, { segmentId: null }));
  expect(locked.details.fields).toEqual({ segmentId: [{ rule: 'locked' }] });
  await expect(rowsOf('update campaign set segment_id = null where id = $1', [draft.id])).rejects.toThrow('segment_id');
  const usedBy = (
    await test.send(
      'query($id: ID!) { segment(id: $id) { usedBy { kind count } } }',
      { id: hidden },
      { token: 'admin' },
    )
  ).body.data.segment.usedBy;
  expect(usedBy).toContainEqual({ kind: 'campaign', count: 1 });
});
