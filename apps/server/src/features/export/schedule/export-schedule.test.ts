import { beforeEach, describe, expect, it } from 'vitest';
import { maintenanceTasks } from '../../../compose/housekeeping.ts';
import { featureMailKinds } from '../../../compose/mail.ts';
import { Housekeeping } from '../../../housekeeping/housekeeping.ts';
import { mailTask } from '../../../mail/mail-task.ts';
import type { MailMessage } from '../../../ports/mail.ts';
import { fileApp } from '../../../testing/file-app.ts';
import { insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { startTestWorker, untilJob } from '../../../testing/test-worker.ts';

const URL_OF_CONSOLE = 'https://office.example';
const FIELDS =
  'exportSchedules { id name list frequency day hour timeZone nextAt pauseCode lastJob { id state result { rows } } }';
const EXPORT = {
  name: 'Members',
  list: 'ACCOUNTS',
  format: 'CSV',
  columns: [{ key: 'number' }, { key: 'state' }],
  locale: 'en-US',
  timeZone: 'Europe/Berlin',
  frequency: 'DAILY',
  hour: 6,
};

const test = await fileApp({ sendsMail: true });
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, 3);
const query = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;

beforeEach(async () => {
  test.now = new Date();
  await query('truncate job, export_schedule cascade; truncate mail; truncate graphile_worker._private_jobs');
  await query(`update staff_user set last_roles = '{ADMIN}' where sub = 'staff-admin'`);
});

/** The schedules after a mutation of them, or the error. */
async function change(name: string, input: object, token = 'admin') {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const { body } = await test.send(
    `mutation M($input: ${type}!) { ${name}(input: $input) { ${FIELDS} } }`,
    { input },
    { token },
  );
  return { all: body.data?.[name]?.exportSchedules, error: body.errors?.[0]?.extensions };
}
const create = async (input: object = {}, token = 'admin') =>
  change('createExportSchedule', { ...EXPORT, ...input }, token);
const read = async (token = 'admin') => (await test.send(`{ ${FIELDS} }`, {}, { token })).body.data.exportSchedules;
const due = () => query(`update export_schedule set next_at = now() - interval '3 days' where next_at is not null`);

/** The maintenance of several processes at once. */
async function run(processes = 1): Promise<void> {
  const needs = { files: test.files, presence: null, clock: { now: () => test.now } };
  const tasks = maintenanceTasks({ ...needs, services: test.app.services ?? null }).filter(
    ({ name }) => name === 'export-schedule.run',
  );
  await Promise.all(Array.from({ length: processes }, () => new Housekeeping(test.database.db, tasks).runOnce()));
}

/** Runs the worker until the newest job has ended and its mails were sent. */
async function work(): Promise<readonly MailMessage[]> {
  const sent: MailMessage[] = [];
  const port = {
    check: async () => true as const,
    send: async (message: MailMessage) => {
      sent.push(message);
      return { kind: 'accepted' as const };
    },
  };
  const { logger, database } = test;
  const kinds = await featureMailKinds(URL_OF_CONSOLE);
  const send = mailTask({ db: database.db, port, kinds, publicUrl: URL_OF_CONSOLE, logger });
  const worker = startTestWorker(test, undefined, undefined, null, null, { 'mail.send': send });
  for (const { id } of await query('select id from job')) await untilJob(test, id, 'SUCCEEDED', 'FAILED');
  await expect.poll(() => query('select from graphile_worker.jobs'), { timeout: 20_000 }).toEqual([]);
  await worker.stop();
  return sent;
}

describe('a scheduled export', () => {
  it('runs a missed hour once, in one of several processes, and mails where to get the file', async () => {
    const { all } = await create({ filter: { state: { in: ['ACTIVE'] } } });
    expect(all).toMatchObject([
      { name: 'Members', list: 'ACCOUNTS', day: null, hour: 6, pauseCode: null, lastJob: null },
    ]);
    await run();
    expect(await query('select from job')).toEqual([]);
    await due();
    await run(3);
    expect(await query('select kind, requested_by, requested_roles as roles from job')).toEqual([
      { kind: 'list.export', requested_by: 'staff-admin', roles: ['ADMIN'] },
    ]);
    const sent = await work();
    const [after] = await read();
    expect(after).toMatchObject({ lastJob: { state: 'SUCCEEDED', result: { rows: 3 } } });
    expect(new Date(after.nextAt).getTime()).toBeGreaterThan(Date.now());
    expect(sent).toMatchObject([{ to: 'admin@demo.test', subject: 'Export ready: Members' }]);
    expect(sent[0]?.text).toContain(`${URL_OF_CONSOLE}/exports\n`);
    expect(JSON.stringify(sent)).not.toContain('/files/');
    expect(await read('marketing')).toEqual([]);
  });

  it('pauses when its owner has lost a right, says so, and resumes with the right', async () => {
    await create({ columns: [{ key: 'email' }] });
    await query(`update staff_user set last_roles = '{MARKETING}' where sub = 'staff-admin'`);
    await due();
    await run();
    expect(await query('select from job')).toEqual([]);
    const [paused] = await read();
    expect(paused).toMatchObject({ nextAt: null, pauseCode: 'access.denied' });
    const [mail] = await work();
    expect(mail).toMatchObject({ to: 'admin@demo.test', subject: 'Export paused: Members' });
    expect(mail?.text).toContain('You don’t have permission');
    const trail = await query(`select actor_sub, reason from staff_audit_event where action = 'export-schedule.pause'`);
    expect(trail).toEqual([{ actor_sub: 'system', reason: 'access.denied' }]);
    const resumed = await change('pauseExportSchedule', {
      id: paused.id,
      isPaused: false,
    });
    expect(resumed.all).toMatchObject([{ pauseCode: null, nextAt: expect.any(String) }]);
  });

  it('stops when its owner has no role, without a mail', async () => {
    await create();
    await query(`update staff_user set last_roles = '{}' where sub = 'staff-admin'`);
    await due();
    await run(2);
    expect(await read()).toMatchObject([{ nextAt: null, pauseCode: 'access.denied' }]);
    expect(await work()).toEqual([]);
  });

  it('waits while its owner has as many exports as allowed', async () => {
    await create();
    await query(`update config_entry set value = '1' where key = 'export.parallel_per_user'`);
    await query(
      `insert into job (kind, params, requested_by, requested_roles) values ('list.export', '{}', 'staff-admin', '{ADMIN}')`,
    );
    await due();
    await run();
    expect([(await query('select from job')).length, (await read())[0].pauseCode]).toEqual([1, null]);
    await query(`update config_entry set value = default_value`);
    await run();
    expect(await query('select from job')).toHaveLength(2);
  });

  it('is its owner’s alone to pause and delete', async () => {
    const [{ id }] = (await create()).all;
    expect((await change('removeExportSchedule', { id }, 'marketing')).error.code).toBe('record.not-found');
    const paused = await change('pauseExportSchedule', { id, isPaused: true });
    expect(paused.all).toMatchObject([{ nextAt: null, pauseCode: null }]);
    expect((await change('removeExportSchedule', { id })).all).toEqual([]);
    const actions = await query(
      `select action from staff_audit_event where entity_id = $1 and outcome = 'DONE' order by id`,
      [id],
    );
    expect(actions.map(({ action }) => action)).toEqual(
      ['create', 'pause', 'remove'].map((verb) => `export-schedule.${verb}`),
    );
  });

  it.each([
    ['a column without right', { columns: [{ key: 'email' }] }, 'marketing', 'field.invalid'],
    ['a day of another frequency', { day: 3 }, 'admin', 'field.invalid'],
    ['a weekly one without a day', { frequency: 'WEEKLY' }, 'admin', 'field.invalid'],
    ['a day beyond the week', { frequency: 'WEEKLY', day: 8 }, 'admin', 'field.invalid'],
    ['an hour beyond the day', { hour: 24 }, 'admin', 'field.invalid'],
    ['an unknown filter', { filter: { banana: 1 } }, 'admin', 'filter.invalid'],
  ])('is refused with %s', async (_what, input, token, code) => {
    expect((await create(input, token)).error.code).toBe(code);
  });

  it('is refused, and not resumed, while each file would need an approval', async () => {
    const rule = (isOn: boolean) =>
      query(`update approval_rule set is_on = $1, limit_value = 0 where action = 'EXPORT_CONTACTS'`, [isOn]);
    const columns = [{ key: 'email' }];
    const [{ id }] = (await create({ columns })).all;
    await change('pauseExportSchedule', { id, isPaused: true });
    await rule(true);
    const refused = { columns: [{ rule: 'needs-approval' }] };
    expect((await create({ columns })).error.details.fields).toEqual(refused);
    expect((await change('pauseExportSchedule', { id, isPaused: false })).error.details.fields).toEqual(refused);
    expect((await create()).all).toHaveLength(2);
    await rule(false);
  });

  it('is refused to a person with as many as allowed', async () => {
    for (let count = 0; count < 5; count += 1) await create({ name: `Number ${count}` });
    expect((await create()).error.details.fields).toEqual({ name: [{ rule: 'schedules-max', params: { max: 5 } }] });
  });
});

it.each([
  ['a day', 'DAILY', null, 6, 'Europe/Berlin', '2026-03-01T04:59:59Z', '2026-03-01T05:00:00Z'],
  ['the next day', 'DAILY', null, 6, 'Europe/Berlin', '2026-03-01T05:00:00Z', '2026-03-02T05:00:00Z'],
  ['a skipped hour', 'DAILY', null, 2, 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00Z'],
  ['the day after a skipped hour', 'DAILY', null, 2, 'Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-30T00:00:00Z'],
  [
    'a repeated hour, the first time',
    'DAILY',
    null,
    2,
    'Europe/Berlin',
    '2026-10-24T12:00:00Z',
    '2026-10-25T00:00:00Z',
  ],
  ['a repeated hour, only once', 'DAILY', null, 2, 'Europe/Berlin', '2026-10-25T00:00:00Z', '2026-10-26T01:00:00Z'],
  ['a Monday', 'WEEKLY', 1, 0, 'America/New_York', '2026-11-30T05:00:00Z', '2026-12-07T05:00:00Z'],
  ['a Sunday', 'WEEKLY', 7, 23, 'Asia/Kolkata', '2026-11-30T05:00:00Z', '2026-12-06T17:30:00Z'],
  ['the last day of February', 'MONTHLY', 31, 12, 'UTC', '2027-01-31T12:00:00Z', '2027-02-28T12:00:00Z'],
  ['the 30th after February', 'MONTHLY', 30, 12, 'UTC', '2027-02-28T12:00:00Z', '2027-03-30T12:00:00Z'],
  ['the first across a year', 'MONTHLY', 1, 0, 'Pacific/Auckland', '2026-11-30T11:00:00Z', '2026-12-31T11:00:00Z'],
])('finds %s', async (_what, every, day, hour, zone, after, expected) => {
  const [{ at }] = await query('select next_export_at($1, $2, $3, $4, $5) as at', [every, day, hour, zone, after]);
  expect(at.toISOString()).toBe(new Date(expected).toISOString());
});
