import { describe, expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';
import { AREAS, accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import { insertCoupons, insertStreamer } from '../../testing/test-campaigns.ts';
import { insertStores, storeId } from '../../testing/test-stores.ts';
import { type AnsweredCampaign, campaignDesk } from './testing/campaign-kit.ts';

const manager = campaignDesk(() => test, 'campaign-manager');
const admin = campaignDesk(() => test, 'admin');
let codes = 0;

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertStores(test.database.ownerPool, 12);
await insertAccounts(test.database.ownerPool, 2);

/** A draft with one code. */
async function withCode(more: object = {}): Promise<AnsweredCampaign> {
  const { id } = await manager.made(more);
  codes += 1;
  await insertCoupons(test.database.pool, id, [`7K3M9QXT${codes.toString().padStart(4, '0')}`]);
  return (await manager.read(id)) as AnsweredCampaign;
}

/** An active campaign with one code. */
async function running(more: object = {}): Promise<AnsweredCampaign> {
  return manager.done(manager.activate(await withCode(more)));
}

async function trail(id: string): Promise<unknown[]> {
  const { rows } = await test.database.ownerPool.query(
    `select action, reason, changes from staff_audit_event where entity_type = 'campaign' and entity_id = $1 and outcome = 'DONE' order by id`,
    [id],
  );
  return rows;
}

describe('draft', () => {
  it('stores terms, places and streamers, with an audit row', async () => {
    const streamerId = await insertStreamer(test.database.pool, { display_name: 'Ann Plays' });
    const made = await manager.made({
      code: 'AUTUMN',
      storeIds: [storeId(1), storeId(2)],
      areaIds: [AREAS.bavaria],
      streamers: [{ streamerId, couponQuota: 10, commissionBp: 500 }],
      budgetMinor: 40_000,
    });
    expect(made).toMatchObject({
      state: 'DRAFT',
      status: 'DRAFT',
      currencyExponent: 2,
      stores: [{ sid: 'ST00001' }, { sid: 'ST00002' }],
      areas: [{ code: 'BY', name: 'Bayern' }],
      streamers: [{ displayName: 'Ann Plays', code: null, isCodeMasked: false, couponQuota: 10, commissionBp: 500 }],
      figures: { coupons: 0, redeemed: 0, budgetMinor: 40_000, budgetUse: 0 },
      exposure: { uses: 100, discountMinor: 40_000, points: 0, needsAdmin: false },
    });
    expect(await trail(made.id)).toMatchObject([
      {
        action: 'campaign.create',
        changes: {
          code: [null, 'AUTUMN'],
          stores: [[], ['ST00001', 'ST00002']],
          streamers: [[], [{ displayName: 'Ann Plays', couponQuota: 10, commissionBp: 500 }]],
        },
      },
    ]);
  });

  it.each([
    [{ code: 'x' }, { code: 'campaign-code' }],
    [{ code: 'AUTUMN' }, { code: 'taken' }],
    [{ name: 'a\u0007b' }, { name: 'characters' }],
    [{ name: 'x'.repeat(81) }, { name: 'too-long' }],
    [{ percentBp: 100 }, { percentBp: 'only-with-reward' }],
    [{ amountMinor: null }, { amountMinor: 'required' }],
    [{ amountMinor: 0 }, { amountMinor: 'too-small' }],
    [{ currency: null }, { currency: 'required' }],
    [{ currency: 'XTS' }, { currency: 'unknown' }],
    [{ rewardType: 'POINTS', amountMinor: null, points: 5, budgetMinor: 9 }, { budgetMinor: 'only-with-reward' }],
    [{ endsAt: '2020-01-01T00:00:00Z', startsAt: '2020-01-01T00:00:00Z' }, { endsAt: 'not-after-start' }],
    [{ startsAt: '1999-12-31T23:59:59Z' }, { startsAt: 'date' }],
    [{ timezone: 'Mars/Olympus' }, { timezone: 'timezone' }],
    [{ codeMode: 'SHARED', codePrefix: 'AB' }, { codePrefix: 'only-unique-codes' }],
    [{ couponsLimit: 1_000_001 }, { couponsLimit: 'too-large' }],
    [{ perAccountLimit: 101 }, { perAccountLimit: 'too-large' }],
    [{ storeIds: [storeId(3)] }, { storeIds: 'other-currency' }],
    [{ areaIds: [accountId(9)] }, { areaIds: 'unknown' }],
    [{ storeIds: [storeId(1), storeId(1)] }, { storeIds: 'duplicate' }],
    [{ streamers: [{ streamerId: accountId(9) }] }, { 'streamers.0.streamerId': 'unknown' }],
    [{ streamers: [{ streamerId: accountId(9), commissionBp: 5001 }] }, { 'streamers.0.commissionBp': 'too-large' }],
  ])('refuses %j with a problem of its field', async (more, expected) => {
    const { code, details } = await manager.refusal(manager.create(more));
    expect(code).toBe('field.invalid');
    const [field, rule] = Object.entries(expected)[0] ?? [];
    expect(details.fields[String(field)]).toMatchObject([{ rule }]);
  });

  it('holds uses as long as the setting says, unless it has its own time', async () => {
    const { ownerPool } = test.database;
    await ownerPool.query(`update config_entry set value = '120' where key = 'coupon.reservation_seconds'`);
    const { body } = await test.send('{ campaignReservationDefault }', {}, { token: 'campaign-manager' });
    expect(body.data).toEqual({ campaignReservationDefault: 120 });
    const ids = [await manager.made(), await manager.made({ reservationSeconds: 0 })].map(({ id }) => id);
    const { rows } = await ownerPool.query(
      'select reservation_seconds as seconds from campaign where id = any($1) order by created_at',
      [ids],
    );
    expect(rows).toEqual([{ seconds: 120 }, { seconds: 0 }]);
    await ownerPool.query(`update config_entry set value = default_value where key = 'coupon.reservation_seconds'`);
  });

  it('writes no version, audit row or instant without a change', async () => {
    const made = await manager.made({
      startsAt: '2027-03-27T01:30:00.000Z',
      endsAt: '2027-03-28T01:30:00.000Z',
      streamers: [],
    });
    const { code, name, startsAt, endsAt, timezone } = made;
    const same = await manager.done(
      manager.update(made, { code, name, startsAt, endsAt, timezone, storeIds: [], streamers: [] }),
    );
    expect(same).toMatchObject({ version: made.version, startsAt, endsAt });
    expect(await trail(made.id)).toHaveLength(1);
  });

  it('returns the current campaign in the conflict of a second concurrent edit [campaigns 9]', async () => {
    const made = await manager.made();
    const answers = await Promise.all([manager.update(made, { name: 'One' }), manager.update(made, { name: 'Two' })]);
    const errors = answers.flatMap(({ error }) => error ?? []);
    expect(errors).toHaveLength(1);
    const winner = answers.find(({ error }) => error === undefined)?.value;
    expect(errors[0]).toMatchObject({
      code: 'record.conflict',
      details: { current: { name: winner?.['name'], version: 2 } },
    });
  });

  it('changes once on a double click [campaigns 9]', async () => {
    const made = await manager.made();
    const headers = { 'idempotency-key': 'double-click' };
    const first = await manager.done(manager.update(made, { name: 'Once' }, headers));
    expect(await manager.done(manager.update(made, { name: 'Once' }, headers))).toEqual(first);
    expect(await trail(made.id)).toHaveLength(2);
  });
});

describe('activation', () => {
  it('requires codes and the current worst case, and starts the campaign [campaigns 2]', async () => {
    const bare = await manager.made();
    expect(await manager.refusal(manager.activate(bare))).toMatchObject({ code: 'campaign.without-coupons' });
    expect(bare['actions']).toContainEqual({
      action: 'ACTIVATE',
      isAllowed: false,
      refusal: 'campaign.without-coupons',
    });
    const draft = await withCode();
    const agreed = { uses: 99, discountMinor: 50_000, points: 0 };
    expect(await manager.refusal(manager.activate(draft, { agreed }))).toMatchObject({ code: 'exposure.changed' });
    const active = await manager.done(manager.activate(draft));
    expect(active).toMatchObject({ state: 'ACTIVE', status: 'RUNNING', figures: { coupons: 1, redeemed: 0 } });
    expect((await trail(active.id)).at(-1)).toMatchObject({
      action: 'campaign.activate',
      changes: { state: ['DRAFT', 'ACTIVE'] },
    });
    expect(await manager.refusal(manager.activate({ ...active }))).toMatchObject({ code: 'state.invalid-transition' });
  });

  it.each([
    ['points', { rewardType: 'POINTS', amountMinor: null, currency: null, points: 10 }],
    ['no ceiling', { rewardType: 'PERCENT', amountMinor: null, percentBp: 2_000 }],
    ['more than 10,000 units of the currency', { amountMinor: 10_001 }],
  ])('requires an administrator, a reason and the typed code for %s', async (_what, more) => {
    const draft = await withCode(more);
    expect(draft['exposure']).toMatchObject({ needsAdmin: true });
    const said = { reason: 'agreed with finance', confirmCode: String(draft['code']) };
    expect(await manager.refusal(manager.activate(draft, said))).toMatchObject({
      code: 'access.denied',
      details: { permission: 'campaign.run-large' },
    });
    expect(await admin.refusal(admin.activate(draft, { ...said, reason: ' ' }))).toMatchObject({
      code: 'reason.required',
    });
    expect(await admin.refusal(admin.activate(draft, { ...said, confirmCode: 'OTHER' }))).toMatchObject({
      code: 'field.invalid',
      details: { fields: { confirmCode: [{ rule: 'not-equal' }] } },
    });
    expect(await admin.done(admin.activate(draft, said))).toMatchObject({ state: 'ACTIVE' });
  });

  it('accepts a draft whose end has passed, but does not activate it without a later end', async () => {
    const draft = await withCode({});
    const past = { startsAt: '2020-01-01T00:00:00.000Z', endsAt: '2020-02-01T00:00:00.000Z' };
    const kept = await manager.done(manager.update(draft, past));
    expect(kept).toMatchObject({ state: 'DRAFT', ...past });
    expect(await admin.refusal(admin.activate(kept))).toMatchObject({ code: 'state.invalid-transition' });
    const later = await manager.done(manager.update(kept, { endsAt: draft['endsAt'] }));
    expect(await manager.done(manager.activate(later))).toMatchObject({ state: 'ACTIVE' });
  });

  it('lets a manager activate exactly 10,000 units', async () => {
    expect(await running({ amountMinor: 10_000 })).toMatchObject({
      exposure: { discountMinor: 1_000_000, needsAdmin: false },
    });
  });

  it('does not let a manager raise a running campaign above that limit', async () => {
    const active = await running({ amountMinor: 10_000 });
    expect(await manager.refusal(manager.update(active, { couponsLimit: 101 }))).toMatchObject({
      code: 'access.denied',
    });
    expect(await admin.done(admin.update(active, { couponsLimit: 101 }))).toMatchObject({ couponsLimit: 101 });
  });
});

describe('activated campaign', () => {
  it('has locked terms; texts, a later end and limits can change [campaigns 3]', async () => {
    const active = await running({ budgetMinor: 40_000, redemptionsLimit: 50 });
    for (const change of [
      { amountMinor: 400 },
      { code: 'NEW-CODE' },
      { startsAt: active['endsAt'] },
      { codeMode: 'SHARED' },
      { perCouponLimit: 2 },
    ]) {
      const { details } = await manager.refusal(manager.update(active, change));
      expect(details.fields).toEqual({ [Object.keys(change)[0] ?? '']: [{ rule: 'locked' }] });
    }
    const { details } = await manager.refusal(manager.update(active, { endsAt: active['startsAt'] }));
    expect(details.fields.endsAt).toEqual([{ rule: 'not-later' }]);
    await test.database.ownerPool.query(
      'update campaign_slice set redemptions_used = 3, discount_used_minor = 1500 where campaign_id = $1',
      [active.id],
    );
    for (const change of [{ budgetMinor: 1_499 }, { redemptionsLimit: 2 }]) {
      const { details: below } = await manager.refusal(manager.update(active, change));
      expect(below.fields).toEqual({ [Object.keys(change)[0] ?? '']: [{ rule: 'below-used' }] });
    }
    const changed = await manager.done(
      manager.update(active, { name: 'Longer', budgetMinor: 1_500, redemptionsLimit: 3, storeIds: [storeId(1)] }),
    );
    expect(changed).toMatchObject({
      name: 'Longer',
      status: 'EXHAUSTED',
      stores: [{ sid: 'ST00001' }],
      figures: { redeemed: 3, budgetUse: 100 },
    });
    expect(changed['openFields']).not.toContain('amountMinor');
    expect(await manager.done(manager.update(changed, { budgetMinor: null, redemptionsLimit: null }))).toMatchObject({
      status: 'RUNNING',
    });
  });

  it('is paused with a reason, resumed, and canceled with its typed code [campaigns 2]', async () => {
    const active = await running();
    expect(await manager.refusal(manager.step('pause', active, ' '))).toMatchObject({ code: 'reason.required' });
    const paused = await manager.done(manager.step('pause', active, 'leak'));
    expect(paused).toMatchObject({ state: 'PAUSED', stateReason: 'leak' });
    expect(await manager.refusal(manager.step('pause', paused))).toMatchObject({
      code: 'state.invalid-transition',
      details: { from: 'PAUSED', to: 'PAUSED' },
    });
    const again = await manager.done(manager.step('resume', paused, null));
    expect(again).toMatchObject({ state: 'ACTIVE', stateReason: null });
    expect(await manager.refusal(manager.step('archive', again))).toMatchObject({ code: 'state.invalid-transition' });
    expect(await manager.refusal(manager.cancel(again, 'OTHER'))).toMatchObject({ code: 'field.invalid' });
    const canceled = await manager.done(
      manager.cancel(again, ` ${String(again['code']).toLowerCase()} `, 'error in the terms'),
    );
    expect(canceled).toMatchObject({ state: 'CANCELED', stateReason: 'error in the terms', openFields: [] });
    expect(await manager.refusal(manager.update(canceled, { name: 'x' }))).toMatchObject({
      code: 'state.invalid-transition',
    });
    const archived = await manager.done(manager.step('archive', canceled, null));
    expect(archived['actions'].filter((right: { isAllowed: boolean }) => right.isAllowed)).toMatchObject([
      { action: 'DUPLICATE' },
    ]);
    expect((await trail(archived.id)).map((event) => (event as { action: string }).action)).toEqual(
      ['create', 'activate', 'pause', 'resume', 'cancel', 'archive'].map((verb) => `campaign.${verb}`),
    );
  });

  it('can be canceled only by an administrator after a redemption', async () => {
    const active = await running();
    await test.database.ownerPool.query(
      `insert into coupon_redemption (campaign_id, coupon_id, account_id, state, slice, account_use_no, confirmed_at, idempotency_key,
          request_hash, created_by)
       select campaign_id, id, $2, 'CONFIRMED', 0, 1, now(), id::text, sha256(''), 'till' from coupon where campaign_id = $1`,
      [active.id, accountId(1)],
    );
    const seen = await manager.read(active.id);
    expect(seen?.['actions']).toContainEqual({ action: 'CANCEL', isAllowed: false, refusal: 'access.denied' });
    expect(await manager.refusal(manager.cancel(active))).toMatchObject({
      code: 'access.denied',
      details: { permission: 'campaign.cancel-redeemed' },
    });
    expect(await admin.done(admin.cancel(active))).toMatchObject({ state: 'CANCELED' });
  });
});

describe('streamers of a campaign', () => {
  it('have a unique shared code in any spelling, which is disabled on removal', async () => {
    const [ann, bob] = [await insertStreamer(test.database.pool), await insertStreamer(test.database.pool)];
    const made = await manager.made({
      codeMode: 'SHARED',
      perCouponLimit: 50,
      streamers: [{ streamerId: ann, sharedCode: 'ann-2O' }],
    });
    expect(made).toMatchObject({
      figures: { coupons: 1 },
      streamers: [{ code: 'ANN2O', isCodeMasked: false }],
      exposure: { uses: 50 },
    });
    const both = (sharedCode: string | null) => ({
      streamers: [
        { streamerId: ann, sharedCode: 'ANN2O' },
        { streamerId: bob, sharedCode },
      ],
    });
    const { details } = await manager.refusal(manager.update(made, both('ANN20')));
    expect(details.fields).toEqual({ 'streamers.1.sharedCode': [{ rule: 'taken' }] });
    const two = await manager.done(manager.update(made, both('BOB99')));
    expect(two).toMatchObject({ figures: { coupons: 2 }, exposure: { uses: 100 } });
    const { details: kept } = await manager.refusal(
      manager.update(two, { streamers: [{ streamerId: ann, sharedCode: 'ANN77' }, { streamerId: bob }] }),
    );
    expect(kept.fields).toEqual({ 'streamers.0.sharedCode': [{ rule: 'locked' }] });
    const one = await manager.done(manager.update(two, { streamers: [{ streamerId: bob, sharedCode: 'BOB99' }] }));
    expect(one['streamers']).toMatchObject([{ code: 'BOB99' }]);
    const states = async () =>
      (await test.database.pool.query('select code, state from coupon where campaign_id = $1 order by code', [made.id]))
        .rows;
    expect(await states()).toEqual([
      { code: 'ANN2O', state: 'DISABLED' },
      { code: 'BOB99', state: 'ACTIVE' },
    ]);
    await manager.done(
      manager.update(one, { streamers: [{ streamerId: bob, sharedCode: 'BOB99' }, { streamerId: ann }] }),
    );
    expect(await states()).toEqual([
      { code: 'ANN2O', state: 'ACTIVE' },
      { code: 'BOB99', state: 'ACTIVE' },
    ]);
    const viewer = await campaignDesk(() => test, 'campaign-viewer').read(made.id);
    expect(viewer?.['streamers'].map(({ code }: { code: string }) => code).sort()).toEqual(['••••2O', '••••99']);
  });

  it('are subject to the limit of codes, and cannot be added while suspended', async () => {
    const [ann, bob] = [await insertStreamer(test.database.pool), await insertStreamer(test.database.pool)];
    const streamers = [
      { streamerId: ann, sharedCode: 'LIMIT1' },
      { streamerId: bob, sharedCode: 'LIMIT2' },
    ];
    expect(await manager.refusal(manager.create({ codeMode: 'SHARED', couponsLimit: 1, streamers }))).toMatchObject({
      code: 'coupon.limit-reached',
    });
    const off = await insertStreamer(test.database.pool, { state: 'SUSPENDED', state_reason: 'test' });
    const { details } = await manager.refusal(manager.create({ streamers: [{ streamerId: off }] }));
    expect(details.fields).toEqual({ 'streamers.0.streamerId': [{ rule: 'not-active' }] });
  });
});

it('creates a copy as a draft with the same terms, places and streamers, and no codes', async () => {
  const streamerId = await insertStreamer(test.database.pool, { display_name: 'Copied' });
  const source = await manager.made({
    codeMode: 'SHARED',
    storeIds: [storeId(1)],
    streamers: [{ streamerId, sharedCode: 'COPYME', commissionBp: 300 }],
  });
  const copy = await manager.done(manager.duplicate(source, 'COPY-1'));
  expect(copy).toMatchObject({
    code: 'COPY-1',
    name: 'Copy',
    state: 'DRAFT',
    amountMinor: 500,
    stores: [{ sid: 'ST00001' }],
    streamers: [{ displayName: 'Copied', code: null, commissionBp: 300 }],
    figures: { coupons: 0 },
  });
  expect(await manager.refusal(manager.duplicate(source, 'COPY-1'))).toMatchObject({
    details: { fields: { code: [{ rule: 'taken' }] } },
  });
});
