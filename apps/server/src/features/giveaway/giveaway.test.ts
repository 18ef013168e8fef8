import { rulesHash, seedCommitment } from '@backcounter/domain';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { loadServerSecret } from '../../db/server-secret.ts';
import { ledgerFaults } from '../../ledger/testing/check-ledger.ts';
import { fileApp } from '../../testing/file-app.ts';
import { insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import { insertCampaign } from '../../testing/test-campaigns.ts';
import { insertStores, storeId } from '../../testing/test-stores.ts';
import { readDrawRules } from './draw/read-draw-rules.ts';
import { openSeed, sealSeed } from './giveaway-seed.ts';
import { type AnsweredGiveaway, giveawayDesk, openNow, POINTS_PRIZE, transactionsOf } from './testing/giveaway-kit.ts';

const admin = giveawayDesk(() => test, 'admin');
const marketing = giveawayDesk(() => test, 'marketing');

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertStores(test.database.ownerPool, 12);
await insertAccounts(test.database.ownerPool, 2);
afterAll(async () => expect(await ledgerFaults(test.database.ownerPool)).toEqual([]));

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const balanceOf = async (owner: string) =>
  (await rowsOf('select balance from points_wallet where owner_id = $1', [owner]))[0]?.balance;

async function credit(store: number, points: number): Promise<void> {
  await rowsOf(
    `select post_points_transfer('00000000-0000-7000-8000-000000000001', id, $2, 'ISSUE', null, null, null, null, null, $3, 'test')
     from points_wallet where owner_id = $1`,
    [storeId(store), points, `credit-${store}-${points}`],
  );
}

describe('a draft', () => {
  it('is created, changed and copied, also by marketing, with audit events', async () => {
    const made = await marketing.made({ code: 'SPRING', storeId: storeId(1) });
    expect(made).toMatchObject({
      state: 'DRAFT',
      status: 'DRAFT',
      store: { sid: 'ST00001' },
      rulesHash: null,
      seedCommitment: null,
      figures: { entries: 0, prizes: 2, escrowPoints: 200, escrowFunded: 0, escrowBalance: 0 },
    });
    expect(made['openFields']).toContain('rulesI18n');
    const changed = await marketing.done(
      marketing.update(made, { maxEntries: 10, prizes: [POINTS_PRIZE, { ...POINTS_PRIZE, rank: 2, points: 50 }] }),
    );
    expect(changed).toMatchObject({ version: 2, maxEntries: 10, figures: { prizes: 4, escrowPoints: 300 } });
    const same = await marketing.done(marketing.update(changed, { maxEntries: 10, opensAt: changed['opensAt'] }));
    expect(same.version).toBe(2);
    const copy = await marketing.done(marketing.duplicate(changed, 'SPRING-2'));
    expect(copy).toMatchObject({ code: 'SPRING-2', state: 'DRAFT', figures: { escrowPoints: 300 } });
    const trail = await rowsOf(
      "select action from staff_audit_event where entity_type = 'giveaway' and entity_id = $1 order by id",
      [made.id],
    );
    expect(trail.map(({ action }) => action)).toEqual(['giveaway.create', 'giveaway.update']);
    expect(await marketing.refusal(marketing.update(made, { maxEntries: 11 }))).toMatchObject({
      code: 'record.conflict',
      details: { current: { version: 2 } },
    });
  });

  it('has the claim period of the setting, unless it has its own', async () => {
    await rowsOf(`update config_entry set value = '21' where key = 'giveaway.claim_days'`);
    const { body } = await test.send('{ giveawayClaimDaysDefault }', {}, { token: 'marketing' });
    expect(body.data).toEqual({ giveawayClaimDaysDefault: 21 });
    const daysOf = async ({ id }: AnsweredGiveaway) =>
      (await rowsOf('select claim_days from giveaway where id = $1', [id]))[0]?.claim_days;
    expect(await daysOf(await marketing.made({ code: 'BY-SETTING' }))).toBe(21);
    expect(await daysOf(await marketing.made({ code: 'BY-HAND', claimDays: 3 }))).toBe(3);
    await rowsOf(`update config_entry set value = default_value where key = 'giveaway.claim_days'`);
  });

  it('is validated within and across its fields [giveaways 1]', async () => {
    const shared = await insertCampaign(test.database.pool, { code_mode: 'SHARED' });
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const cases: [object, string, string][] = [
      [{ drawAt: at(48) }, 'drawAt', 'draw-too-early'],
      [{ closesAt: at(0.5) }, 'closesAt', 'not-after-start'],
      [{ prizes: [] }, 'prizes', 'required'],
      [{ prizes: [POINTS_PRIZE, POINTS_PRIZE] }, 'prizes.1.rank', 'duplicate'],
      [{ prizes: [{ ...POINTS_PRIZE, points: null }] }, 'prizes.0.points', 'required'],
      [{ prizes: [{ ...POINTS_PRIZE, kind: 'PHYSICAL' }] }, 'prizes.0.points', 'only-with-kind'],
      [
        { prizes: [{ ...POINTS_PRIZE, kind: 'COUPON', points: null, campaignId: shared }] },
        'prizes.0.campaignId',
        'only-unique-codes',
      ],
      [{ countryCodes: ['US'] }, 'prizes.0.valueMinor', 'required'],
      [
        { countryCodes: ['US'], prizes: [{ ...POINTS_PRIZE, valueMinor: 5, currency: 'EUR' }] },
        'prizes.0.currency',
        'only-usd',
      ],
      [{ countryCodes: ['FR'] }, 'countryCodes', 'unknown'],
      [{ minAge: 17 }, 'minAge', 'too-small'],
      [{ storeId: storeId(5) }, 'storeId', 'not-active'],
      [{ timezone: 'Mars/Olympus' }, 'timezone', 'timezone'],
      [{ code: 'no' }, 'code', 'giveaway-code'],
      [{ rulesI18n: { 'de-DE': 'x' } }, 'rulesI18n.en-US', 'required'],
    ];
    for (const [more, field, rule] of cases) {
      const { code, details } = await marketing.refusal(marketing.create(more));
      expect([code, details.fields[field]?.[0].rule], JSON.stringify(more)).toEqual(['field.invalid', rule]);
    }
    const taken = await marketing.made();
    expect((await marketing.refusal(marketing.create({ code: taken['code'] }))).details.fields.code[0].rule).toBe(
      'taken',
    );
  });
});

it('has a picture, visible to everyone with its address, and replaceable', async () => {
  const made = await marketing.made();
  const upload = async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/files/uploads?kind=giveaway',
      headers: { authorization: 'Bearer marketing', 'content-type': 'image/png' },
      payload: await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    });
    return answer.json().uploadId as string;
  };
  const set = (version: number, uploadId: string) =>
    marketing.done(
      marketing.ask(
        'setGiveawayImage',
        { id: made.id, expectedVersion: version, uploadId },
        'giveaway',
        'id version imageUrl',
      ),
    );
  const first = await set(1, await upload());
  const shown = await test.app.inject(first['imageUrl']);
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png']);
  const second = await set(2, await upload());
  expect(second['imageUrl']).not.toBe(first['imageUrl']);
  expect((await test.app.inject(second['imageUrl'].split('?')[0])).statusCode).toBe(404);
});

describe('publication', () => {
  it('freezes the terms, commits to a seed and funds the prizes from the wallet of the sponsor [giveaways 1]', async () => {
    await credit(1, 500);
    const draft = await admin.made({ storeId: storeId(1) });
    const published = await admin.done(admin.publish(draft));
    expect(published).toMatchObject({
      state: 'PUBLISHED',
      status: 'SCHEDULED',
      openFields: ['titleI18n', 'descriptionI18n'],
      figures: { escrowFunded: 200, escrowBalance: 200 },
    });
    expect(await balanceOf(storeId(1))).toBe(300);
    const rules = await readDrawRules(test.database.db, draft.id);
    expect(rules).toMatchObject({
      rulesI18n: { 'de-DE': 'Kein Kauf nötig.' },
      prizes: [{ rank: 1, quantity: 2, points: 100 }],
    });
    expect(published['rulesHash']).toBe(Buffer.from(rulesHash(rules)).toString('hex'));
    const [row] = await rowsOf('select seed_encrypted, seed_commitment from giveaway where id = $1', [draft.id]);
    const secret = await loadServerSecret(test.database.db, 'giveaway-seed');
    const seed = openSeed(secret, draft.id, row.seed_encrypted);
    expect(Buffer.from(seedCommitment(draft.id, seed))).toEqual(row.seed_commitment);
    expect(published['seedCommitment']).toBe(row.seed_commitment.toString('hex'));
    expect(() => openSeed(secret, storeId(1), row.seed_encrypted)).toThrow();
    expect(row.seed_encrypted.includes(seed)).toBe(false);
    expect(sealSeed(secret, draft.id, seed)).not.toEqual(row.seed_encrypted);
    expect(await transactionsOf(test, draft.id)).toMatchObject([
      { seq: 1, type: 'PUBLISHED', actor: 'STAFF', reason: 'test' },
      { seq: 2, type: 'FUNDED', points: 200 },
    ]);
    const renamed = await marketing.done(marketing.update(published, { titleI18n: { 'en-US': 'Better title' } }));
    for (const input of [
      { rulesI18n: { 'en-US': 'Other' } },
      { prizes: [] },
      { drawAt: new Date().toISOString() },
      { minAge: 21 },
    ]) {
      const { details } = await admin.refusal(admin.update(renamed, input));
      expect(Object.values(details.fields)).toEqual([[{ rule: 'locked' }]]);
    }
    await expect(
      rowsOf('update giveaway set rules_i18n = \'{"en-US": "x"}\' where id = $1', [draft.id]),
    ).rejects.toThrow(/rules_i18n/);
    await expect(rowsOf('delete from giveaway_prize where giveaway_id = $1', [draft.id])).rejects.toThrow(/prizes/);
    await expect(
      rowsOf('update giveaway_transaction set reason = null where giveaway_id = $1', [draft.id]),
    ).rejects.toThrow(/never/);
  });

  it('requires an administrator, the code, the current escrow, a future date and sufficient points [giveaways 1]', async () => {
    const draft = await admin.made({ storeId: storeId(2) });
    expect((await marketing.refusal(marketing.publish(draft))).code).toBe('access.denied');
    expect((await admin.refusal(admin.publish(draft, { confirmCode: 'OTHER' }))).details.fields).toHaveProperty(
      'confirmCode',
    );
    expect((await admin.refusal(admin.publish(draft, { reason: ' ' }))).code).toBe('reason.required');
    expect((await admin.refusal(admin.publish(draft, { agreedEscrowPoints: 199 }))).code).toBe('exposure.changed');
    expect((await admin.refusal(admin.publish(draft))).code).toBe('points.insufficient');
    expect((await admin.read(draft.id))['state']).toBe('DRAFT');
    const late = await admin.made({ opensAt: new Date(Date.now() - 1_000).toISOString() });
    expect((await admin.refusal(admin.publish(late))).details.fields.opensAt).toEqual([{ rule: 'future' }]);
    const paid = await admin.made({ entryCostPoints: 5 });
    expect((await admin.refusal(admin.publish(paid, { acceptsConsideration: false }))).details.fields).toHaveProperty(
      'acceptsConsideration',
    );
    expect(await admin.done(admin.publish(paid))).toMatchObject({
      state: 'PUBLISHED',
      figures: { escrowBalance: 200 },
    });
  });

  it('requires registration numbers if prizes in the United States are worth more than 5,000 USD [giveaways 1]', async () => {
    const prizes = (valueMinor: number) => [{ ...POINTS_PRIZE, valueMinor, currency: 'USD' }];
    const small = await admin.made({ countryCodes: ['DE', 'US'], prizes: prizes(250_000) });
    expect(small['registration']).toMatchObject({ isNeeded: false, totalMinor: null });
    const draft = await admin.made({ countryCodes: ['DE', 'US'], prizes: prizes(250_001) });
    expect(draft['registration']).toMatchObject({ isNeeded: true, totalMinor: 500_002, newYork: null });
    expect((await admin.refusal(admin.publish(draft))).code).toBe('giveaway.registration-missing');
    expect((await marketing.refusal(marketing.register(draft, 'NY 1', 'FL 1'))).code).toBe('access.denied');
    const half = await admin.done(admin.register(draft, 'NY 1', null));
    expect((await admin.refusal(admin.publish(half))).code).toBe('giveaway.registration-missing');
    const whole = await admin.done(admin.register(half, 'NY 1', 'FL 1'));
    expect(await admin.done(admin.publish(whole))).toMatchObject({ state: 'PUBLISHED' });
  });
});

describe('cancellation', () => {
  it('returns the escrow, and is possible until the entries are frozen [giveaways 4]', async () => {
    await credit(3, 1_000);
    const open = await admin.done(admin.publish(await admin.made({ storeId: storeId(3), countryCodes: ['DE'] })));
    expect(await balanceOf(storeId(3))).toBe(800);
    expect((await marketing.refusal(marketing.cancel(open))).code).toBe('access.denied');
    await openNow(test, open.id);
    const canceled = await admin.done(admin.cancel(open));
    expect(canceled).toMatchObject({ state: 'CANCELED', status: 'CANCELED', stateReason: 'test', openFields: [] });
    expect(canceled['figures']).toMatchObject({ escrowBalance: 0, refundsOpen: 0 });
    expect(await balanceOf(storeId(3))).toBe(1_000);
    expect((await transactionsOf(test, open.id)).map(({ type }) => type)).toEqual([
      'PUBLISHED',
      'FUNDED',
      'CANCELED',
      'LEFTOVER_RETURNED',
    ]);
    expect((await admin.refusal(admin.cancel(canceled))).code).toBe('state.invalid-transition');
    const draft = await admin.made();
    expect(await admin.done(admin.cancel(draft))).toMatchObject({ state: 'CANCELED' });
  });
});
