import { NOTIFICATION_SEND_MODES, NOTIFICATION_STATES, type NotificationState } from '@backcounter/domain';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';
import { insertReferenceData } from '../../testing/test-accounts.ts';
import { insertNotification } from '../../testing/test-notifications.ts';
import { insertTopicsAndBadges, TOPICS } from '../../testing/test-topics-badges.ts';

interface Row {
  readonly id: string;
  readonly state: NotificationState;
  readonly sendMode: (typeof NOTIFICATION_SEND_MODES)[number];
  readonly topic: string;
  readonly author: string;
  readonly countries: readonly string[];
  readonly recipients: number;
  readonly title: string;
  readonly createdAt: string;
}

const written: Row[] = [];
const TITLES = ['Ärmel', 'Bravo 50%_off', "O'Hara; drop table", 'bravo', 'Zoë \\ back', '{{x}}'];
const AUTHORS = ['staff-admin', 'staff-marketing', 'x y'];
const COUNTRIES: readonly (readonly string[])[] = [[], ['DE'], ['US'], ['DE', 'US']];
const pick = <Value>(values: readonly Value[], n: number): Value => values[n % values.length] as Value;

const test = await fileApp();
beforeAll(async () => {
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  await insertTopicsAndBadges(pool);
  for (let n = 0; n < 60; n += 1) {
    const sendMode = pick(NOTIFICATION_SEND_MODES, n * 5);
    const row = {
      state: pick(NOTIFICATION_STATES, n * 3),
      sendMode,
      topic: n % 4 === 0 ? TOPICS.archived : TOPICS.offers,
      author: pick(AUTHORS, n),
      countries: pick(COUNTRIES, n * 3),
      recipients: (n * 37) % 23,
      title: pick(TITLES, n),
      // Several share an instant.
      createdAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 60_000).toISOString(),
    };
    const id = await insertNotification(pool, {
      state: row.state,
      topic_id: row.topic,
      send_mode: sendMode,
      ...(sendMode === 'AT_INSTANT' ? { send_at: '2026-06-01T00:00:00Z' } : {}),
      ...(sendMode === 'AT_LOCAL' ? { send_local: '2026-06-01T18:00' } : {}),
      created_by: row.author,
      country_codes: row.countries,
      recipients: row.recipients,
      title_i18n: JSON.stringify({ 'en-US': row.title, 'de-DE': `Titel ${n}` }),
      created_at: row.createdAt,
      updated_at: row.createdAt,
    });
    written.push({ id, ...row });
  }
});

async function page(variables: Record<string, unknown>) {
  const { body } = await test.send(
    `query($f: NotificationFilter, $s: NotificationSort, $q: String, $first: Int, $after: String, $last: Int, $before: String) {
      notifications(filter: $f, sort: $s, search: $q, first: $first, after: $after, last: $last, before: $before) {
        nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } count { value } matchedBy } }`,
    variables,
    { token: 'marketing' },
  );
  if (body.errors !== undefined) throw new Error(JSON.stringify(body.errors[0].extensions));
  return body.data.notifications;
}

const choice = <Value>(values: readonly Value[]) =>
  fc.option(
    fc.record(
      { in: fc.subarray([...values], { minLength: 1 }), notIn: fc.subarray([...values]) },
      { requiredKeys: [] },
    ),
    { nil: undefined },
  );

describe('the list of notifications', () => {
  it('any filter, in any order and page size, finds each once, in both directions', async () => {
    const question = fc.record({
      state: choice(NOTIFICATION_STATES),
      sendMode: choice(NOTIFICATION_SEND_MODES),
      topic: choice([TOPICS.offers, TOPICS.archived]),
      author: choice(AUTHORS),
      country: choice(['DE', 'US', 'FR']),
      recipients: fc.option(fc.record({ from: fc.integer({ min: 0, max: 22 }) }), { nil: undefined }),
      key: fc.constantFrom('CREATED', 'RECIPIENTS'),
      direction: fc.constantFrom('ASC', 'DESC'),
      size: fc.integer({ min: 4, max: 60 }),
      isBackward: fc.boolean(),
    });
    const fits = (value: string, given: { in?: string[]; notIn?: string[] } | undefined): boolean =>
      given?.in?.includes(value) !== false && given?.notIn?.includes(value) !== true;
    const fitsAny = (values: readonly string[], given: { in?: string[]; notIn?: string[] } | undefined): boolean =>
      (given?.in === undefined || values.some((value) => given.in?.includes(value))) &&
      !values.some((value) => given?.notIn?.includes(value));
    await fc.assert(
      fc.asyncProperty(question, async ({ key, direction, size, isBackward, ...filter }) => {
        const expected = written
          .filter(
            (row) =>
              fits(row.state, filter.state) &&
              fits(row.sendMode, filter.sendMode) &&
              fits(row.topic, filter.topic) &&
              fits(row.author, filter.author) &&
              fitsAny(row.countries, filter.country) &&
              row.recipients >= (filter.recipients?.from ?? 0),
          )
          .map(({ id, createdAt, recipients }) => ({
            id,
            sort: key === 'CREATED' ? Date.parse(createdAt) : recipients,
          }))
          .sort((a, b) => (a.sort - b.sort || (a.id < b.id ? -1 : 1)) * (direction === 'ASC' ? 1 : -1))
          .map(({ id }) => id);
        const question = { f: filter, s: { key, direction } };
        const pages: string[][] = [];
        for (let cursor: string | null = null; ; ) {
          const bounds = isBackward ? { last: size, before: cursor } : { first: size, after: cursor };
          const { nodes, pageInfo, count } = await page({ ...question, ...bounds });
          expect(count.value).toBe(expected.length);
          pages.push(nodes.map(({ id }: { id: string }) => id));
          if (!(isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) break;
          cursor = isBackward ? pageInfo.startCursor : pageInfo.endCursor;
        }
        expect((isBackward ? pages.reverse() : pages).flat()).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['ärm', 'TEXT', (row: Row) => row.title === 'Ärmel'],
    ['BRAVO', 'TEXT', (row: Row) => /bravo/i.test(row.title)],
    ['50%_', 'TEXT', (row: Row) => row.title.includes('50%_')],
    ['%', 'TEXT', (row: Row) => row.title.includes('%')],
    ['\\', 'TEXT', (row: Row) => row.title.includes('\\')],
    ["'; drop table", 'NONE', () => false],
    ["O'Hara; drop table", 'TEXT', (row: Row) => row.title.startsWith("O'Hara")],
    ['Titel 59', 'TEXT', (row: Row) => row === written[59]],
    ['{{', 'TEXT', (row: Row) => row.title === '{{x}}'],
  ])('finds by %s in the title of any language', async (q, matchedBy, fits) => {
    const found = await page({ q, first: 100 });
    expect(found.matchedBy).toBe(matchedBy);
    expect(found.nodes.map(({ id }: { id: string }) => id).sort()).toEqual(
      written
        .filter(fits)
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('finds by id, sorts by title and by time, and knows its authors', async () => {
    const [first] = written;
    expect(await page({ q: first?.id, first: 5 })).toMatchObject({ matchedBy: 'ID', nodes: [{ id: first?.id }] });
    const byTitle = await page({ s: { key: 'TITLE', direction: 'ASC' }, first: 100 });
    const titleOf = new Map(written.map(({ id, title }) => [id, title]));
    const titles = byTitle.nodes.map(({ id }: { id: string }) => titleOf.get(id));
    expect(titles.indexOf('Ärmel')).toBeLessThan(titles.indexOf('bravo'));
    expect(titles.indexOf('bravo')).toBeLessThan(titles.indexOf('Zoë \\ back'));
    // Drafts have no time yet and sort before all others.
    const byTime = await page({ s: { key: 'SCHEDULED', direction: 'DESC' }, first: 1 });
    expect(written.find(({ id }) => id === byTime.nodes[0].id)?.state).toBe('DRAFT');
    const { body } = await test.send('{ notificationAuthors { sub name } }', {}, { token: 'marketing' });
    expect(body.data.notificationAuthors.map(({ sub }: { sub: string }) => sub).sort()).toEqual(AUTHORS);
  });

  it('returns all fields of its rows', async () => {
    const { body } = await test.send(
      `{ notifications(first: 50) { nodes { id title topic { name } areas { name } badge { name } figures { pending } reasons { count } missingLocales
         isTested testSends { id } resendOf { id } resentBy { id } createdBy { name } actions { action isAllowed refusal } openFields } } }`,
      {},
      { token: 'admin' },
    );
    expect(body.errors).toBeUndefined();
    expect(body.data.notifications.nodes).toHaveLength(50);
  });
});
