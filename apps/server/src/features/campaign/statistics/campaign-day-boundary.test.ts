import { expect, it } from 'vitest';
import { fileApp } from '../../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { insertCampaign, insertCoupons } from '../../../testing/test-campaigns.ts';

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, 1);

const owner = (text: string, values: unknown[] = []) => test.database.ownerPool.query(text, values);
let uses = 0;

/** Inserts and counts a confirmed redemption like the SQL functions. */
async function confirmed(campaign: string, coupon: string | undefined, at: string): Promise<void> {
  uses += 1;
  await owner(
    `with made as (
       insert into coupon_redemption (campaign_id, coupon_id, account_id, state, slice, account_use_no, discount_minor, currency, reserved_at,
         reserved_until, confirmed_at, idempotency_key, request_hash, created_by)
       values ($1, $2, $3, 'CONFIRMED', 0, $4::int, 500, 'EUR', $5::timestamptz - interval '1 second', $5::timestamptz + interval '1 hour', $5,
         'day-' || $4::int, sha256(''), 'till') returning *)
     select count_daily_redemption(made::coupon_redemption, false) from made`,
    [campaign, coupon, accountId(1), uses, at],
  );
}

/** Zone, instant, and local day. Clocks in Berlin change on 29 March and 25 October 2026, those on Lord Howe by half an hour. */
const INSTANTS = [
  ['Europe/Berlin', '2026-03-28T22:59:59.999Z', '2026-03-28'],
  ['Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29'],
  ['Europe/Berlin', '2026-03-29T21:59:59.999Z', '2026-03-29'],
  ['Europe/Berlin', '2026-03-29T22:00:00.000Z', '2026-03-30'],
  ['Europe/Berlin', '2026-10-24T21:59:59.999Z', '2026-10-24'],
  ['Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25'],
  ['Europe/Berlin', '2026-10-25T00:30:00.000Z', '2026-10-25'],
  ['Europe/Berlin', '2026-10-25T01:30:00.000Z', '2026-10-25'],
  ['Europe/Berlin', '2026-10-25T22:59:59.999Z', '2026-10-25'],
  ['Europe/Berlin', '2026-10-25T23:00:00.000Z', '2026-10-26'],
  ['Asia/Tokyo', '2026-12-31T14:59:59.999Z', '2026-12-31'],
  ['Asia/Tokyo', '2026-12-31T15:00:00.000Z', '2027-01-01'],
  ['America/New_York', '2027-01-01T04:59:59.999Z', '2026-12-31'],
  ['America/New_York', '2027-01-01T05:00:00.000Z', '2027-01-01'],
  ['Asia/Kathmandu', '2026-06-30T18:14:59.999Z', '2026-06-30'],
  ['Asia/Kathmandu', '2026-06-30T18:15:00.000Z', '2026-07-01'],
  ['Australia/Lord_Howe', '2026-10-03T13:29:59.999Z', '2026-10-03'],
  ['Australia/Lord_Howe', '2026-10-03T13:30:00.000Z', '2026-10-04'],
  ['Australia/Lord_Howe', '2026-10-04T12:59:59.999Z', '2026-10-04'],
  ['Australia/Lord_Howe', '2026-10-04T13:00:00.000Z', '2026-10-05'],
] as const;

it.each([...new Set(INSTANTS.map(([zone]) => zone))])(
  'counts a redemption on the local day of the campaign, also across clock changes: %s [redemption 8]',
  async (timezone) => {
    const campaign = await insertCampaign(test.database.ownerPool, { code_mode: 'SHARED', timezone });
    const code = `DAY${uses}`.padEnd(6, 'X');
    const [coupon] = await insertCoupons(test.database.ownerPool, campaign, [code], { max_redemptions: 1_000 });
    const expected = new Map<string, number>();
    for (const [zone, at, day] of INSTANTS) {
      if (zone !== timezone) continue;
      await confirmed(campaign, coupon, at);
      expected.set(day, (expected.get(day) ?? 0) + 1);
    }
    const days = [...expected.keys()].sort();
    const read = async (from: string | undefined, to: string | undefined) => {
      const { body } = await test.send(
        'query($id: ID!, $from: Date, $to: Date) { campaignStatistics(campaignId: $id, from: $from, to: $to) { days { day confirmed } totals { confirmed } } }',
        { id: campaign, from, to },
      );
      return body.data.campaignStatistics;
    };
    // A period has at most a year; a single day has only its own redemptions.
    for (const day of days)
      expect(await read(day, day)).toEqual({
        days: [{ day, confirmed: expected.get(day) }],
        totals: { confirmed: expected.get(day) },
      });
  },
);

it('assigns refused codes to the same local days, by the hour [redemption 8]', async () => {
  const campaign = await insertCampaign(test.database.ownerPool, { timezone: 'Europe/Berlin' });
  const hours = [
    '2026-10-24T21:00Z',
    '2026-10-24T22:00Z',
    '2026-10-25T00:00Z',
    '2026-10-25T22:00Z',
    '2026-10-25T23:00Z',
  ];
  for (const [index, hour] of hours.entries())
    await owner(
      "insert into coupon_rejection_hourly (campaign_id, hour, reason, slice, n) values ($1, $2, 'MIN_ORDER', 0, $3)",
      [campaign, hour, 10 ** index],
    );
  const { body } = await test.send(
    'query($id: ID!) { campaignStatistics(campaignId: $id, from: "2026-10-24", to: "2026-10-26") { rejections { day n } } }',
    { id: campaign },
  );
  expect(body.data.campaignStatistics.rejections).toEqual([
    { day: '2026-10-24', n: 1 },
    { day: '2026-10-25', n: 1_110 },
    { day: '2026-10-26', n: 10_000 },
  ]);
});
