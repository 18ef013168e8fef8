import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { accountId } from '../../testing/test-accounts.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { attentionKit, createAttentionApp } from './testing/attention-kit.ts';

const { insertJob, query } = attentionKit(() => test);
let test: TestApp;
beforeAll(async () => {
  test = await createAttentionApp();
});
afterAll(() => test.close());
afterEach(() => query('truncate staff_look, account_note, job cascade'));

const SINCE = '{ sinceLastLook { since failed counts { kind count { kind value } } } }';
const look = async (token = 'admin') => {
  const { body } = await test.send('mutation { recordLook { since } }', {}, { token });
  expect(body.errors).toBeUndefined();
  return body.data.recordLook.since as string | null;
};
const since = async (token = 'admin') => (await test.send(SINCE, {}, { token })).body.data.sinceLastLook;
const counts = async (token = 'admin'): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await since(token)).counts.map(({ kind, count }: { kind: string; count: { kind: string; value: number } }) => [
      kind,
      `${count.kind} ${count.value}`,
    ]),
  );
/** Moves the last look this many minutes into the past. */
const wait = (minutes: number) =>
  query(
    `update staff_look set looked_at = looked_at - make_interval(mins => $1), since = since - make_interval(mins => $1)`,
    [minutes],
  );
const lookedAt = async (sub = 'staff-admin') =>
  (await query('select looked_at from staff_look where staff_sub = $1', [sub]))[0]?.['looked_at'] as Date;

it('the first visit has no start and no counts, however many looks it has', async () => {
  expect(await since()).toEqual({ since: null, counts: [], failed: [] });
  expect(await look()).toBeNull();
  await wait(20);
  expect(await look()).toBeNull();
  expect(await since()).toEqual({ since: null, counts: [], failed: [] });
});

it('looks at most 30 minutes apart are one visit; the next visit starts at the last of them', async () => {
  await look();
  await wait(31);
  const end = await lookedAt();
  // Reading before the look returns the same as reading after it.
  expect((await since()).since).toBe(end.toISOString());
  expect(await look()).toBe(end.toISOString());
  expect((await since()).since).toBe(end.toISOString());
  await wait(29);
  await look();
  await wait(29);
  expect(new Date(String(await look())).getTime()).toBeLessThan(end.getTime());
  await wait(31);
  expect((await since()).since).toBe((await lookedAt()).toISOString());
});

it('two devices that look at the same time get the same answer [home 3]', async () => {
  await look();
  await wait(60);
  const end = (await lookedAt()).toISOString();
  expect(await Promise.all([look(), look(), look()])).toEqual([end, end, end]);
});

it('looks are per person', async () => {
  await look();
  await wait(60);
  expect((await since('marketing')).since).toBeNull();
  await look('marketing');
  expect((await since()).since).toBe((await lookedAt()).toISOString());
});

it('counts new records that the person may read', async () => {
  await Promise.all([look(), look('marketing'), look('both')]);
  await wait(60);
  await query(`insert into account (country_code, locale, timezone, created_at) values
    ('DE', 'de-DE', 'Europe/Berlin', now() - interval '59 minutes'), ('DE', 'de-DE', 'Europe/Berlin', now() - interval '61 minutes')`);
  await insertJob();
  await insertJob({ requested_by: 'staff-marketing', finished_at: new Date() });
  await query(
    `insert into account_note (account_id, text, written_by, written_at, retracted_at, retracted_by)
     select $1, 'x', sub, now() - interval '1 minute', case when is_back then now() end, case when is_back then sub end
     from (values ('staff-admin', false), ('staff-marketing', false), ('staff-both', true)) as n (sub, is_back)`,
    [accountId(1)],
  );
  const whole = {
    ACCOUNTS_CREATED: 'EXACT 1',
    GIVEAWAY_ENTRIES: 'EXACT 0',
    JOBS_FINISHED: 'EXACT 0',
    NOTES_WRITTEN: 'EXACT 2',
    NOTIFICATIONS_SENT: 'EXACT 0',
  };
  expect(await counts('both')).toEqual({ ...whole, REDEMPTIONS: 'EXACT 0' });
  expect(await counts('marketing')).toEqual({ ...whole, JOBS_FINISHED: 'EXACT 1', NOTES_WRITTEN: 'EXACT 1' });
  // Both jobs of the admin ended within an hour of it.
  expect(await counts('admin')).toMatchObject({ NOTES_WRITTEN: 'EXACT 1', REDEMPTIONS: 'EXACT 0' });
});

it('counts up to ten thousand', async () => {
  await look();
  await wait(60);
  await query(
    `insert into account_note (account_id, text, written_by) select $1, 'x', 'staff-both' from generate_series(1, 10001)`,
    [accountId(1)],
  );
  expect(await counts()).toMatchObject({ NOTES_WRITTEN: 'LOWER_BOUND 10000' });
});

it('names kinds that cannot be counted, and counts the others', async () => {
  await look();
  await wait(60);
  await test.database.ownerPool.query('alter table account_note rename to account_note_away');
  try {
    const { failed, counts: told } = await since();
    expect(failed).toEqual(['NOTES_WRITTEN']);
    expect(told).toHaveLength(5);
  } finally {
    await test.database.ownerPool.query('alter table account_note_away rename to account_note');
  }
});

it('is refused to people whose index page is another one', async () => {
  for (const document of [SINCE, 'mutation { recordLook { since } }']) {
    const { body } = await test.send(document, {}, { token: 'campaign-viewer' });
    expect(body.errors[0].extensions.code).toBe('access.denied');
  }
});
