import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  AREAS,
  accountId,
  insertAccounts,
  insertReferenceData,
  removeAccounts,
} from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp, type TestToken } from '../../../testing/test-app.ts';
import { BADGES, insertTopicsAndBadges } from '../../../testing/test-topics-badges.ts';
import { startTestWorker, type TestWorker, untilJob } from '../../../testing/test-worker.ts';

const START = `mutation M($input: StartAccountBulkInput!) {
  startAccountBulk(input: $input) { job { id summary } } }`;
const PREVIEW = `query P($selection: AccountSelection!, $patch: AccountBulkPatchInput) {
  previewAccountBulk(selection: $selection, action: EDIT, patch: $patch) { kind groups { outcome reason count } } }`;

let test: TestApp;
let worker: TestWorker;
beforeAll(async () => {
  test = await createTestApp();
  await insertReferenceData(test.database.ownerPool);
  await insertTopicsAndBadges(test.database.ownerPool);
  worker = startTestWorker(test);
});
beforeEach(async () => {
  await removeAccounts(test.database.ownerPool);
  await rowsOf('truncate job cascade');
  await rowsOf('truncate staff_audit_event');
});
afterAll(async () => {
  await worker.stop();
  await test.close();
});

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const start = async (input: object, token: TestToken = 'admin') =>
  (await test.send(START, { input: { selection: {}, action: 'EDIT', ...input } }, { token })).body;
const preview = async (patch: object | null, token: TestToken = 'admin') =>
  (await test.send(PREVIEW, { selection: {}, patch }, { token })).body;

/** Runs the dry run and the job; returns their outcomes, which must be equal. */
async function edit(patch: object, more: object = {}): Promise<Record<string, number>> {
  const { groups } = (await preview(patch)).data.previewAccountBulk;
  const { job } = (await start({ patch, ...more })).data.startAccountBulk;
  await untilJob(test, job.id, 'SUCCEEDED', 'FAILED');
  const [ended] = await rowsOf('select state, outcomes from job where id = $1', [job.id]);
  expect(ended.state).toBe('SUCCEEDED');
  const forecast = (groups as { outcome: string; reason: string | null; count: number }[]).map(
    ({ outcome, reason, count }) => [reason === null ? outcome : `${outcome} ${reason}`, count],
  );
  expect(ended.outcomes).toEqual(Object.fromEntries(forecast));
  return ended.outcomes;
}

describe('setting a field of many accounts', () => {
  it('changes all but erased accounts and those that have the value, with the audit row of a single edit each [jobs 28]', async () => {
    await insertAccounts(test.database.ownerPool, 1_200);
    await rowsOf("update account set state = 'CLOSED', state_reason = 'left' where id = any ($1)", [
      [accountId(1), accountId(2)],
    ]);
    await rowsOf(
      `update account set state = 'ERASED', state_reason = null, display_name = null, email = null, email_verified = false,
        phone_e164 = null, firebase_id = null, push_consent = false where id = $1`,
      [accountId(1)],
    );
    await rowsOf("update account set locale = 'de-DE' where id = $1", [accountId(3)]);
    expect(await edit({ locale: 'de-DE' }, { reason: ' moved ' })).toEqual({
      DONE: 1_198,
      'SKIPPED already-set': 1,
      'SKIPPED is-erased': 1,
    });
    expect(
      await rowsOf('select locale, version, updated_by, count(*)::int from account group by 1, 2, 3 order by 4, 1'),
    ).toEqual([
      { locale: 'de-DE', version: 1, updated_by: null, count: 1 },
      { locale: 'en-US', version: 1, updated_by: null, count: 1 },
      { locale: 'de-DE', version: 2, updated_by: 'staff-admin', count: 1_198 },
    ]);
    const trail = `select actor_sub, actor_roles, entity_type, outcome, reason, changes, personal_changes, count(*)::int
      from staff_audit_event where action = 'account.update' group by 1, 2, 3, 4, 5, 6, 7`;
    const row = {
      actor_sub: 'staff-admin',
      actor_roles: ['ADMIN'],
      entity_type: 'account',
      outcome: 'DONE',
      reason: 'moved',
      changes: { locale: ['en-US', 'de-DE'] },
      personal_changes: null,
    };
    expect(await rowsOf(trail)).toEqual([{ ...row, count: 1_198 }]);
    expect(await edit({ locale: 'de-DE' })).toEqual({ 'SKIPPED already-set': 1_199, 'SKIPPED is-erased': 1 });
  });

  it('fails on the accounts that only the database refuses, and changes the others [import 5]', async () => {
    await insertAccounts(test.database.ownerPool, 1_200);
    const loud = [accountId(5), accountId(6), accountId(777)];
    await rowsOf("update account set display_name = 'LOUD' where id = any ($1)", [loud]);
    await rowsOf("alter table account add constraint account_not_loud check (display_name <> 'LOUD') not valid");
    try {
      const { job } = (await start({ patch: { locale: 'de-DE' } })).data.startAccountBulk;
      await untilJob(test, job.id, 'SUCCEEDED', 'FAILED');
      const [ended] = await rowsOf('select state, outcomes from job where id = $1', [job.id]);
      expect(ended).toEqual({ state: 'SUCCEEDED', outcomes: { DONE: 1_197, 'FAILED not-stored': 3 } });
      expect(await rowsOf('select record_id from job_problem where job_id = $1 order by 1', [job.id])).toEqual(
        loud.map((id) => ({ record_id: id })),
      );
    } finally {
      await rowsOf('alter table account drop constraint account_not_loud');
    }
  });

  it('skips accounts whose area would be in another country [jobs 28]', async () => {
    // Accounts 1, 2 and 5 are in Bavaria, 3 is in Texas; 4 is in Germany without an area.
    await insertAccounts(test.database.ownerPool, 5);
    expect(await edit({ areaId: AREAS.berlin })).toEqual({ DONE: 4, 'SKIPPED area-elsewhere': 1 });
    expect(await edit({ countryCode: 'US' })).toEqual({ 'SKIPPED already-set': 1, 'SKIPPED area-elsewhere': 4 });
    expect(await edit({ countryCode: 'US', areaId: null })).toEqual({ DONE: 5 });
    expect(
      await rowsOf(
        "select changes from staff_audit_event where entity_id = $1 and action = 'account.update' order by id desc limit 1",
        [accountId(3)],
      ),
    ).toEqual([{ changes: { areaId: [AREAS.texas, null] } }]);
    expect(await rowsOf('select distinct country_code, area_id from account')).toEqual([
      { country_code: 'US', area_id: null },
    ]);
  });

  it('fails for a locked account, and a retry changes only that one [jobs 28]', async () => {
    await insertAccounts(test.database.ownerPool, 3);
    const holder = await test.database.ownerPool.connect();
    await holder.query('begin');
    await holder.query('select from account where id = $1 for update', [accountId(2)]);
    const outcomesOf = async (id: string) => {
      await untilJob(test, id, 'SUCCEEDED', 'FAILED');
      return (await rowsOf('select outcomes from job where id = $1', [id]))[0].outcomes;
    };
    const { id } = (await start({ patch: { timezone: 'Asia/Tokyo' } })).data.startAccountBulk.job;
    expect(await outcomesOf(id)).toEqual({ DONE: 2, 'FAILED busy': 1 });
    await holder.query('rollback');
    holder.release();
    const retried = await test.send(`mutation { retryJob(input: { id: "${id}" }) { job { id } } }`);
    expect(await outcomesOf(retried.body.data.retryJob.job.id)).toEqual({ DONE: 1 });
    expect(await rowsOf('select distinct timezone, version from account')).toEqual([
      { timezone: 'Asia/Tokyo', version: 2 },
    ]);
  });

  it('has the set values and the name of the area in its summary, and equal requests are one job [jobs 28]', async () => {
    await worker.stop();
    const patch = { areaId: AREAS.bavaria };
    const { job } = (await start({ patch })).data.startAccountBulk;
    expect(job.summary).toMatchObject({
      action: 'EDIT',
      patch,
      names: { [AREAS.bavaria]: { 'en-US': 'Bavaria', 'de-DE': 'Bayern' } },
    });
    expect((await start({ patch })).data.startAccountBulk.job.id).toBe(job.id);
    expect((await start({ patch: { areaId: AREAS.berlin } })).data.startAccountBulk.job.id).not.toBe(job.id);
    worker = startTestWorker(test);
  });
});

describe('a bulk edit', () => {
  it.each([
    ['no patch', {}, 'patch', 'required'],
    ['an empty patch', { patch: {} }, 'patch', 'required'],
    ['no language', { patch: { locale: null } }, 'patch.locale', 'required'],
    ['an invalid language', { patch: { locale: 'German' } }, 'patch.locale', 'locale'],
    ['an invalid time zone', { patch: { timezone: 'Europe/Atlantis' } }, 'patch.timezone', 'timezone'],
    ['an unknown country', { patch: { countryCode: 'ZZ' } }, 'patch.countryCode', 'unknown'],
    ['an unknown area', { patch: { areaId: accountId(1) } }, 'patch.areaId', 'unknown'],
    ['an area without an id', { patch: { areaId: 'Bavaria' } }, 'patch.areaId', 'invalid'],
    ['a target', { patch: { locale: 'de' }, targetId: BADGES.single }, 'targetId', 'invalid'],
    ['an end', { patch: { locale: 'de' }, until: '2030-01-01T00:00:00Z' }, 'until', 'invalid'],
    ['a patch of another action', { action: 'REACTIVATE', patch: { locale: 'de' } }, 'patch', 'invalid'],
  ])('refuses %s with a problem of its field', async (_name, input, field, rule) => {
    const refused = { code: 'field.invalid', details: { fields: { [field]: [{ rule }] } } };
    expect((await start(input)).errors[0].extensions).toEqual(refused);
    expect(await rowsOf('select from job')).toEqual([]);
  });

  it('refuses a dry run like the start', async () => {
    const refused = { code: 'field.invalid', details: { fields: { 'patch.locale': [{ rule: 'locale' }] } } };
    expect((await preview({ locale: 'German' })).errors[0].extensions).toEqual(refused);
  });

  it('does not offer unique fields or decisions of the account holder', async () => {
    for (const patch of [{ email: 'a@example.org' }, { phone: '+4930123456' }, { pushConsent: true }])
      expect((await start({ patch })).errors[0].message).toMatch(/not defined by type AccountBulkPatchInput/);
  });

  it.each(['marketing', 'campaign-manager', 'campaign-viewer', 'campaign-streamer', 'machine', 'nobody'] as const)(
    'is refused to %s',
    async (token) => {
      for (const { errors } of [
        await start({ patch: { locale: 'de' } }, token),
        await preview({ locale: 'de' }, token),
      ])
        expect(errors[0].extensions.code).toBe('access.denied');
      expect(await rowsOf('select from job')).toEqual([]);
    },
  );
});
