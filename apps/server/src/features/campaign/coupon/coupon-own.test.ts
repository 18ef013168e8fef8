import { beforeAll, describe, expect, it } from 'vitest';
import { counts, importSteps } from '../../../imports/testing/import-steps.ts';
import { fileApp, startFileWorker } from '../../../testing/file-app.ts';
import { insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { insertCampaign, insertCoupons } from '../../../testing/test-campaigns.ts';
import { Till } from '../redemption/testing/till.ts';

let accounts: { id: string }[];
const test = await fileApp();
const steps = importSteps(test, { token: 'campaign-manager' });
beforeAll(async () => {
  test.now = new Date();
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, 60);
  accounts = await rowsOf(`select id from account where country_code = 'DE' and state = 'ACTIVE' order by id limit 4`);
});
startFileWorker(test);

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const campaignOf = (row = {}) =>
  insertCampaign(test.database.ownerPool, { state: 'ACTIVE', coupons_limit: 100, ...row });
async function tryFile(campaignId: string, content: string, fileName = 'codes.txt') {
  return steps.createFrom('OWN_COUPONS', await steps.upload(content), fileName, { into: campaignId });
}
async function fileFor(campaignId: string, content: string) {
  const { body } = await tryFile(campaignId, content);
  expect(body.errors).toBeUndefined();
  return body.data.createImport.import;
}
const refusals = (item: { refusedRows: { row: number; problems: { rule: string; params: unknown }[] }[] }) =>
  item.refusedRows.map(({ row, problems }) => [row, ...problems.map(({ rule }) => rule)]);
/** All that is stored of imports and their jobs, except files. */
const stored = async () =>
  (
    await rowsOf(
      `select concat((select jsonb_agg(i) from import i), (select jsonb_agg(p) from import_problem p), (select jsonb_agg(j) from job j),
         (select jsonb_agg(e) from staff_audit_event e), (select jsonb_agg(m) from import_mapping m)) as all`,
    )
  )[0].all;
const batchesOf = (campaign: string) =>
  rowsOf(
    'select number, state::text, requested, generated, is_own from coupon_batch where campaign_id = $1 order by number',
    [campaign],
  );

describe('codes of others', () => {
  it('are added by one job as the check says, without a heading, once, and audited', async () => {
    const campaign = await campaignOf();
    const made = await fileFor(campaign, 'summer-2026-aa\nSUMMER 2026 BB\n\nPARTNER1\n');
    expect(made).toMatchObject({ mapping: ['code'], missingFields: [], headingRow: 0 });
    expect(made.columns[0].samples).toEqual(['••••••-••26-aa', '•••••• ••26 BB', '••••NER1']);
    const { check, run, done } = await steps.runAll(made.id);
    expect(check).toEqual({ created: 3 });
    expect(await stored()).not.toMatch(/summer.?2026.?aa|summer.?2026.?bb|partner1/i);
    expect(run).toEqual({ created: 3 });
    expect(
      await rowsOf('select code, is_own, max_redemptions from coupon where campaign_id = $1 order by code', [campaign]),
    ).toEqual(['PARTNER1', 'SUMMER2026AA', 'SUMMER2026BB'].map((code) => ({ code, is_own: true, max_redemptions: 1 })));
    expect(await batchesOf(campaign)).toEqual([{ number: 1, state: 'DONE', requested: 3, generated: 3, is_own: true }]);
    expect(
      await rowsOf(
        `select actor_sub, changes from staff_audit_event where action = 'coupon.add-own' and entity_id = $1`,
        [campaign],
      ),
    ).toEqual([{ actor_sub: 'staff-campaign-manager', changes: { batch: [null, 1] } }]);
    expect(done.run.state).toBe('SUCCEEDED');

    const again = await fileFor(campaign, 'code\nsummer-2026-aa\nSUMMER2026BB\nPARTNER1\n');
    expect(again).toMatchObject({ mapping: ['code'], headingRow: 1 });
    expect(counts((await steps.ended('check', again.id)).check)).toEqual({ exists: 3 });
    expect(await batchesOf(campaign)).toHaveLength(1);
  });

  it('are refused with the rule: twice, alike, elsewhere, wrong signs, wrong length, above the limit', async () => {
    const pool = test.database.ownerPool;
    const other = await campaignOf();
    await insertCoupons(pool, other, ['ELSEWHERE1', 'GENERAT0RS']);
    const campaign = await campaignOf({ coupons_limit: 3 });
    const lines = [
      'Codes,Note',
      'FIRSTC0DE,a',
      'first-c0de,twice',
      'FIRSTCODE,alike',
      'ELSEWHERE1,other',
      'GENERATORS,alike',
    ];
    lines.push(
      'BAD$CODE9,signs',
      'SHORT7A,length',
      `${'X'.repeat(21)},length`,
      'SECOND2222,b',
      'THIRD33333,c',
      'FOURTH4444,limit',
    );
    const made = await fileFor(campaign, `${lines.join('\n')}\n`);
    expect(made.mapping).toEqual(['code', null]);
    const expected = [
      [3, 'repeated'],
      [4, 'repeated-alike'],
      [5, 'code-elsewhere'],
      [6, 'code-alike'],
      [7, 'code-symbols'],
      [8, 'code-length'],
      [9, 'code-length'],
      [12, 'code-limit'],
    ];
    const { checked, done, check, run } = await steps.runAll(made.id);
    expect(check).toEqual({ created: 3, refused: 8 });
    expect(run).toEqual(check);
    expect(refusals(checked)).toEqual(expected);
    expect(refusals(done)).toEqual(expected);
    expect(checked.refusedRows[0].problems[0].value).toBe('•••••-c0de');
    expect(await stored()).not.toMatch(/first-?c[0o]de|elsewhere1|generat[0o]rs|bad.code9|second2222|fourth4444/i);
    const file = await steps.file(done.run.result.url);
    expect(file).toContain('FIRSTCODE,alike,"Codes: looks like the code in row 2');
    expect(file).toContain('FOURTH4444,limit,the campaign has its 3 codes');
  });

  it('stay within the limit across batches of the dry run', async () => {
    const campaign = await campaignOf({ coupons_limit: 5_002 });
    const codes = Array.from({ length: 5_005 }, (_code, index) => `MANY${String(index).padStart(8, '0')}`);
    const made = await fileFor(campaign, `code\n${codes.join('\n')}\n`);
    const { check, run } = await steps.runAll(made.id);
    expect(check).toEqual({ created: 5_002, refused: 3 });
    expect(run).toEqual(check);
    await expect(
      rowsOf(`update coupon_batch set requested = requested + 1, generated = generated + 1 where campaign_id = $1`, [
        campaign,
      ]),
    ).rejects.toMatchObject({ code: 'BC001' });
  });

  it('are redeemed in any spelling, and a generated code with a wrong check sign is still called mistyped', async () => {
    const campaign = await campaignOf();
    const made = await fileFor(campaign, 'code\nHOLIDAY-IOL-77\nSHORTY88\n');
    expect((await steps.runAll(made.id)).run).toEqual({ created: 2 });
    const till = new Till(test);
    const redeem = async (code: string, at: number) =>
      (await till.redeem({ code, accountId: accounts[at]?.id, orderMinor: 2_000, currency: 'EUR' })).outcome;
    expect(await redeem('ho1iday 101-77', 0)).toBe('CONFIRMED');
    expect(await redeem('HOLIDAYIOL77', 1)).toBe('COUPON_USED');
    expect(await redeem(' shorty-88', 2)).toBe('CONFIRMED');
    expect(await redeem('NOSUCHCODE99', 3)).toBe('UNKNOWN_CODE');
    const check = async (code: string) =>
      (
        await test.send(
          'query ($i: CheckCouponInput!) { checkCoupon(input: $i) { kind isWellFormed formatted coupon { id } } }',
          {
            i: { code },
          },
        )
      ).body.data.checkCoupon;
    expect(await check('holiday.iol77')).toMatchObject({ isWellFormed: false, coupon: null });
    expect(await check('holiday-iol-77')).toMatchObject({ kind: 'UNIQUE', isWellFormed: true });
    expect(await check('shorty88')).toMatchObject({ kind: 'UNIQUE', isWellFormed: true, formatted: 'SHORTY88' });
    expect(await check('7K3M9QXTWBRA')).toMatchObject({ isWellFormed: false, coupon: null });
    const list = await test.send(
      `query ($c: ID!) { coupons(first: 9, filter: { campaign: { in: [$c] } }) { nodes { kind status usesConfirmed last4 } } }`,
      { c: campaign },
    );
    expect(list.body.data.coupons.nodes.map(({ kind, status }: Record<string, string>) => [kind, status])).toEqual([
      ['UNIQUE', 'REDEEMED'],
      ['UNIQUE', 'REDEEMED'],
    ]);
    expect(await rowsOf('select from coupon_slice where campaign_id = $1', [campaign])).toHaveLength(0);
  });

  it('need a campaign with unique codes that is not over, and the permission', async () => {
    const code = async (campaign: string) =>
      (await tryFile(campaign, 'code\nPARTNER77\n')).body.errors?.[0].extensions.code;
    expect(await code(await campaignOf({ state: 'DRAFT' }))).toBeUndefined();
    expect(await code(await campaignOf({ state: 'CANCELED' }))).toBe('state.invalid-transition');
    expect(await code(await campaignOf({ state: 'DRAFT', ends_at: new Date(Date.now() - 1_000) }))).toBe(
      'state.invalid-transition',
    );
    expect(await code(await campaignOf({ state: 'DRAFT', code_mode: 'SHARED' }))).toBe('field.invalid');
    expect(await code('00000000-0000-7000-8000-000000000000')).toBe('record.not-found');
    const canceled = await campaignOf({ state: 'CANCELED' });
    await expect(
      rowsOf(`insert into coupon_batch (campaign_id, requested, generated, is_own) values ($1, 1, 1, true)`, [
        canceled,
      ]),
    ).rejects.toMatchObject({ code: 'BC003' });
    const denied = await test.send(
      'query { myImports(entity: OWN_COUPONS) { id } }',
      {},
      { token: 'campaign-streamer' },
    );
    expect(denied.body.errors[0].extensions.code).toBe('access.denied');
  });
});
