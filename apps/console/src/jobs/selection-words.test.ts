import { expect, test } from 'vitest';
import type { JobFormats } from './job-kind-words.ts';
import { jobTitle } from './job-words.ts';
import { accountBulkWords } from './kinds/account-bulk.ts';
import { couponBulkWords } from './kinds/coupon-bulk.ts';
import { storeBulkWords } from './kinds/store-bulk.ts';

/** Returns the key and its values, so that tests do not depend on the texts of a language. */
const formats = {
  t: (key: string, values?: Readonly<Record<string, unknown>>) =>
    values === undefined ? key : `${key}(${Object.values(values).join(', ')})`,
  locale: 'de-DE',
  timeZone: 'UTC',
  figure: String,
} as unknown as JobFormats;

const AREA = '01900000-0000-7000-8000-000000000001';
const TOPIC = '01900000-0000-7000-8000-000000000002';
const selection = (filter: object, more: object = {}) => ({
  picked: null,
  filter,
  search: null,
  excluded: 0,
  upTo: '2026-11-20T10:00:00.000Z',
  ...more,
});
const told = (summary: object) => accountBulkWords.facts({ action: 'SUSPEND', ...summary }, formats)[0]?.value ?? '';

test('a job is named after its topic or badge in the language of the reader, else in English', () => {
  const job = (names: object) => ({
    kind: 'account.bulk-change',
    summary: { action: 'SUBSCRIBE_TOPIC', targetId: TOPIC, names },
  });
  expect(jobTitle(job({ [TOPIC]: { 'en-US': 'Offers', 'de-DE': 'Angebote' } }), formats)).toBe(
    'job.account-bulk.named.SUBSCRIBE_TOPIC(Angebote)',
  );
  expect(jobTitle(job({ [TOPIC]: { 'en-US': 'Offers' } }), formats)).toContain('(Offers)');
  expect(jobTitle(job({}), formats)).toBe('job.account-bulk.SUBSCRIBE_TOPIC');
});

test('the values of filters are shown as labels: states, countries, areas, yes and no, times [jobs 26]', () => {
  const words = told({
    names: { [AREA]: { 'en-US': 'Bavaria', 'de-DE': 'Bayern' } },
    selection: selection({
      state: { in: ['ACTIVE'] },
      country: { notIn: ['DE'] },
      area: { in: [AREA] },
      online: true,
      lastSeen: { withinDays: 30 },
      created: { olderThanDays: 60 },
    }),
  });
  for (const part of [
    'job.selection.filter(account.field.state, account.state.ACTIVE)',
    'job.selection.filter(account.field.country, listing.filter.not(Deutschland))',
    'job.selection.filter(account.field.area, Bayern)',
    'job.selection.filter(account.field.online, listing.filter.yes)',
    'job.selection.filter(account.field.lastSeen, listing.filter.within-days(30))',
    'job.selection.filter(account.field.created, listing.filter.older-than-days(60))',
  ])
    expect(words).toContain(part);
});

test('the values that an edit sets are facts: an area by its name, a country, an emptied field [jobs 26]', () => {
  const patch = { areaId: AREA, countryCode: 'DE', timezone: 'Asia/Tokyo', toe: 'x' };
  const names = { [AREA]: { 'en-US': 'Bavaria', 'de-DE': 'Bayern' } };
  expect(accountBulkWords.facts({ action: 'EDIT', patch, names }, formats)).toEqual([
    { name: 'account.field.areaId', value: 'Bayern' },
    { name: 'account.field.countryCode', value: 'Deutschland' },
    { name: 'account.field.timezone', value: 'Asia/Tokyo' },
  ]);
  expect(accountBulkWords.facts({ action: 'EDIT', patch: { areaId: null } }, formats)).toEqual([
    { name: 'account.field.areaId', value: 'listing.value.empty' },
  ]);
  expect(accountBulkWords.facts({ action: 'SUSPEND', patch: null, reason: 'r' }, formats)).toEqual([
    { name: 'job.fact.reason', value: 'r' },
  ]);
});

test('a filter of a newer server is shown by name, whatever it holds, and no name comes from a prototype', () => {
  const words = told({ names: {}, selection: selection({ score: { above: 3 }, constructor: { in: ['toString'] } }) });
  expect(words).toContain('score');
  expect(words).toContain('constructor');
});

test('picked and excluded rows and the search are shown', () => {
  expect(told({ selection: selection({}, { picked: 12 }) })).toBe('job.selection.picked(12)');
  expect(told({ selection: selection({}, { search: 'Ada', excluded: 2 }) })).toContain('job.selection.search(Ada)');
  expect(told({ selection: null })).toBe('');
});

test('a job for many stores shows the areas by name, and an id only without a stored name', () => {
  const words = (names: object) =>
    storeBulkWords.facts({ action: 'SUSPEND', names, selection: selection({ area: { in: [AREA] } }) }, formats)[0]
      ?.value;
  expect(words({ [AREA]: { 'en-US': 'Bavaria', 'de-DE': 'Bayern' } })).toContain('(store.field.areaId, Bayern)');
  expect(words({})).toContain(AREA);
});

test('the records of a job are a link to their list, by the same filters and search; picked ones have none', () => {
  const hrefs = (chosen: object) => accountBulkWords.facts({ selection: chosen }, formats).map(({ href }) => href);
  expect(hrefs(selection({ state: { in: ['ACTIVE', 'CLOSED'] }, pushConsent: true }, { search: 'Ada L' }))).toEqual([
    '/accounts?q=Ada+L&state=ACTIVE.CLOSED&pushConsent=yes',
  ]);
  expect(hrefs(selection({}, { picked: 3 }))).toEqual([undefined]);
  const coupons = selection({ campaign: { in: [AREA] }, batch: { in: [TOPIC] } });
  expect(couponBulkWords.facts({ selection: coupons }, formats)[0]?.href).toBe(`/campaigns/${AREA}?batch=${TOPIC}`);
  expect(couponBulkWords.recordHref?.(TOPIC, { selection: coupons })).toBe(`/campaigns/${AREA}?open=${TOPIC}`);
});
