import { beforeAll, describe, expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';
import { AREAS, insertReferenceData } from '../../testing/test-accounts.ts';
import { insertCampaign, insertCampaignStreamer, insertCoupons, insertStreamer } from '../../testing/test-campaigns.ts';
import { insertStores, storeId } from '../../testing/test-stores.ts';

const HOUR = 3_600_000;
const from = (hours: number): Date => new Date(Date.now() + hours * HOUR);

let streamer = '';

const test = await fileApp();
beforeAll(async () => {
  const { ownerPool: owner, pool } = test.database;
  await insertReferenceData(owner);
  await insertStores(owner, 6);
  streamer = await insertStreamer(pool, { display_name: 'Zoë' });
  await insertCampaign(pool, { code: 'DRAFT-1', name: 'Ärmel' });
  await insertCampaign(pool, { code: 'SOON-1', name: 'Bravo', state: 'ACTIVE', starts_at: from(1) });
  const running = await insertCampaign(pool, { code: 'RUN-1', name: '50%_off', state: 'ACTIVE', budget_minor: 10_000 });
  const full = await insertCampaign(pool, {
    code: 'FULL-1',
    name: 'Delta',
    state: 'ACTIVE',
    redemptions_limit: 3,
    code_mode: 'SHARED',
  });
  const paused = await insertCampaign(pool, {
    code: 'PAUSE-1',
    name: 'Echo',
    state: 'PAUSED',
    starts_at: from(-3),
    currency: 'USD',
  });
  await insertCampaign(pool, { code: 'STOP-1', name: 'Foxtrot', state: 'CANCELED', starts_at: from(-2) });
  await insertCampaign(pool, { code: 'GONE-1', name: 'Golf', state: 'ARCHIVED', starts_at: from(-4) });
  await insertCampaignStreamer(pool, { campaign_id: running, streamer_id: streamer });
  await insertCoupons(pool, running, ['7K3M9QXTWBRB', 'ZZZZZZZZZZZK']);
  await owner.query('insert into campaign_store values ($1, $2)', [running, storeId(1)]);
  await owner.query('insert into campaign_area values ($1, $2)', [full, AREAS.berlin]);
  await owner.query(
    'update campaign_slice set redemptions_used = 2, discount_used_minor = 9999 where campaign_id = $1',
    [running],
  );
  await owner.query('update campaign_slice set redemptions_used = redemptions_cap where campaign_id = $1', [full]);
  expect(paused).not.toBe('');
});

async function codes(args: string, token: 'admin' | 'campaign-viewer' = 'campaign-viewer'): Promise<string[]> {
  const { body } = await test.send(`{ campaigns(${args}) { nodes { code } } }`, {}, { token });
  if (body.errors !== undefined) throw new Error(JSON.stringify(body.errors));
  return body.data.campaigns.nodes.map(({ code }: { code: string }) => code);
}

describe('list of campaigns', () => {
  it('returns the current status and figures of each campaign', async () => {
    const { body } = await test.send(
      `{ campaigns(sort: { key: CODE, direction: ASC }) { count { value } nodes { code status currencyExponent streamers { displayName }
        figures { coupons reserved redeemed discountMinor budgetMinor budgetUse } } } }`,
      {},
      { token: 'campaign-viewer' },
    );
    const { count, nodes } = body.data.campaigns;
    expect(count.value).toBe(7);
    expect(nodes.map(({ code, status }: { code: string; status: string }) => [code, status])).toEqual([
      ['DRAFT-1', 'DRAFT'],
      ['FULL-1', 'EXHAUSTED'],
      ['GONE-1', 'ARCHIVED'],
      ['PAUSE-1', 'PAUSED'],
      ['RUN-1', 'RUNNING'],
      ['SOON-1', 'SCHEDULED'],
      ['STOP-1', 'CANCELED'],
    ]);
    expect(nodes[4]).toMatchObject({
      streamers: [{ displayName: 'Zoë' }],
      figures: { coupons: 2, reserved: 0, redeemed: 2, discountMinor: 9_999, budgetMinor: 10_000, budgetUse: 99 },
    });
  });

  it.each([
    ['status: { in: [EXHAUSTED, SCHEDULED] }', ['FULL-1', 'SOON-1']],
    ['status: { notIn: [ARCHIVED, CANCELED, DRAFT, PAUSED] }', ['FULL-1', 'RUN-1', 'SOON-1']],
    ['codeMode: { in: [SHARED] }', ['FULL-1']],
    ['rewardType: { in: [POINTS] }', []],
    ['currency: { in: ["USD"] }', ['PAUSE-1']],
    ['redeemed: { from: 2, to: 2 }', ['RUN-1']],
    ['budgetUse: { from: 99 }', ['RUN-1']],
    ['budgetUse: { from: 100 }', []],
  ])('filters by %s', async (filter, expected) => {
    expect(await codes(`filter: { ${filter} }, sort: { key: CODE, direction: ASC }`)).toEqual(expected);
  });

  it('filters by streamer and by place: named places, or those that use its currency', async () => {
    const by = (filter: string) =>
      codes(
        `filter: { ${filter}, status: { notIn: [DRAFT, CANCELED, ARCHIVED, SCHEDULED] } }, sort: { key: CODE, direction: ASC }`,
      );
    expect(await by(`streamer: { in: ["${streamer}"] }`)).toEqual(['RUN-1']);
    expect(await by(`streamer: { notIn: ["${streamer}"] }`)).toEqual(['FULL-1', 'PAUSE-1']);
    expect(await by(`store: { in: ["${storeId(1)}"] }`)).toEqual(['RUN-1']);
    expect(await by(`store: { in: ["${storeId(3)}"] }`)).toEqual(['PAUSE-1']);
    expect(await by(`area: { in: ["${AREAS.berlin}"] }`)).toEqual(['FULL-1']);
    expect(await by(`area: { in: ["${AREAS.bavaria}"] }`)).toEqual(['RUN-1']);
    expect(await by(`area: { in: ["${AREAS.texas}"] }`)).toEqual(['PAUSE-1']);
  });

  it.each([
    ['run-1', ['RUN-1']],
    ['-1', 7],
    ['%', ['RUN-1']],
    ['_off', ['RUN-1']],
    ['ärm', ['DRAFT-1']],
    ["'; drop table campaign; --", []],
    ['\\', []],
  ])('finds by %s', async (search, expected) => {
    const { body } = await test.send(
      'query($s: String) { campaigns(search: $s) { nodes { code } } }',
      { s: search },
      { token: 'campaign-viewer' },
    );
    const found = body.data.campaigns.nodes.map(({ code }: { code: string }) => code);
    if (typeof expected === 'number') expect(found).toHaveLength(expected);
    else expect(found).toEqual(expected);
  });

  it.each(['NAME', 'CODE', 'STARTS', 'ENDS', 'CREATED', 'UPDATED', 'REDEEMED', 'BUDGET_USE'])(
    'pages by two in the order %s, in both directions',
    async (key) => {
      for (const direction of ['ASC', 'DESC']) {
        const whole = await codes(`first: 50, sort: { key: ${key}, direction: ${direction} }`);
        expect(new Set(whole).size).toBe(7);
        const paged: string[] = [];
        for (let after = ''; paged.length < 7; ) {
          const { body } = await test.send(
            `{ campaigns(first: 2, sort: { key: ${key}, direction: ${direction} }${after}) { nodes { code } pageInfo { endCursor } } }`,
            {},
            { token: 'campaign-viewer' },
          );
          paged.push(...body.data.campaigns.nodes.map(({ code }: { code: string }) => code));
          after = `, after: "${body.data.campaigns.pageInfo.endCursor}"`;
        }
        expect(paged).toEqual(whole);
      }
    },
  );

  it('returns choices of forms and filters: places that use the currency', async () => {
    const { body } = await test.send(
      `{ campaignStoreChoices(currency: "USD") { sid } campaignAreaChoices(currency: "EUR", search: "bay") { code name(locale: "de-DE") }
        byId: campaignStoreChoices(ids: ["${storeId(5)}"]) { sid } campaignCurrencies { code exponent countries } }`,
      {},
      { token: 'campaign-manager' },
    );
    expect(body.data).toEqual({
      campaignStoreChoices: [{ sid: 'ST00006' }, { sid: 'ST00003' }],
      campaignAreaChoices: [{ code: 'BY', name: 'Bayern' }],
      byId: [{ sid: 'ST00005' }],
      campaignCurrencies: [
        { code: 'EUR', exponent: 2, countries: ['DE'] },
        { code: 'USD', exponent: 2, countries: ['US'] },
      ],
    });
  });
});

describe('streamers', () => {
  it('are managed by ADMIN; a person signs in as one streamer at most', async () => {
    const add = (displayName: string, sub: string | null) =>
      test.send(
        'mutation($input: CreateStreamerInput!) { createStreamer(input: $input) { streamer { id version displayName staffSub state campaigns actions } } }',
        { input: { displayName, platform: 'KICK', channelUrl: 'https://kick.example/x', staffSub: sub } },
      );
    const first = (await add('  Nina  ', 'person-1')).body.data.createStreamer.streamer;
    expect(first).toMatchObject({
      displayName: 'Nina',
      staffSub: 'person-1',
      state: 'ACTIVE',
      campaigns: 0,
      actions: ['EDIT', 'SUSPEND'],
    });
    expect((await add('Other', 'person-1')).body.errors[0].extensions.details.fields).toEqual({
      staffSub: [{ rule: 'taken' }],
    });
    const change = (name: string, version: number, more = '') =>
      test.send(
        `mutation { ${name}Streamer(input: { id: "${first.id}", expectedVersion: ${version}${more} }) { streamer { version state stateReason history { nodes { action } } } } }`,
      );
    expect((await change('suspend', 1)).body.errors[0].extensions.code).toBe('reason.required');
    expect((await change('suspend', 1, ', reason: "late"')).body.data.suspendStreamer.streamer).toMatchObject({
      version: 2,
      state: 'SUSPENDED',
      stateReason: 'late',
    });
    expect((await change('suspend', 1, ', reason: "late"')).body.errors[0].extensions.code).toBe('record.conflict');
    const back = (await change('reactivate', 2)).body.data.reactivateStreamer.streamer;
    expect(back).toMatchObject({ state: 'ACTIVE', stateReason: null });
    expect(back.history.nodes.map(({ action }: { action: string }) => action)).toContain('streamer.suspend');
  });
});
