import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Housekeeping } from '../../../housekeeping/housekeeping.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp, type TestRequest } from '../../../testing/test-app.ts';
import { insertDeliveries, insertNotification } from '../../../testing/test-notifications.ts';
import { BADGES, insertTopicsAndBadges, TOPICS } from '../../../testing/test-topics-badges.ts';
import { startTestWorker, type TestWorker, untilJob } from '../../../testing/test-worker.ts';
import { accountMaintenance } from '../account.maintenance.ts';

const id = accountId(1);
const FIREBASE_ID = 'firebase00000000000000000001';
const operation = (name: string, type: string, field = '__typename') =>
  `mutation M($input: ${type}!) { payload: ${name}(input: $input) { result: ${field} } }`;
const CLOSE = operation('closeAccount', 'CloseAccountInput', 'account { version privacyRequestedAt }');
const REACTIVATE = operation('reactivateAccount', 'ReactivateAccountInput', 'account { version privacyRequestedAt }');
const ERASE = operation(
  'eraseAccount',
  'EraseAccountInput',
  'account { id state displayName version badgeCount actions { action isAllowed } }',
);
const EXPORT = operation('exportAccountData', 'ExportAccountDataInput', 'job { id kind }');
const SECRETS = [
  'Erika',
  'secret-note',
  'erika@example.org',
  '+4917600000001',
  'token-of-erika',
  'case 17',
  FIREBASE_ID,
];

let test: TestApp;
let worker: TestWorker | null = null;
beforeAll(async () => {
  test = await createTestApp();
  await insertReferenceData(test.database.ownerPool);
  await insertTopicsAndBadges(test.database.ownerPool);
});
beforeEach(async () => {
  await test.database.ownerPool.query(
    'truncate account restart identity cascade; truncate idempotency_key; truncate job cascade; truncate staff_audit_event; truncate file_garbage; truncate saved_view cascade; update topic set subscriber_count = 0; update badge set award_count = 0',
  );
  await insertAccounts(test.database.ownerPool, 3);
});
afterAll(async () => {
  await worker?.stop();
  await test.close();
});

async function send(query: string, input: Record<string, unknown>, request?: TestRequest) {
  const { body } = await test.send(query, { input }, request);
  return { result: body.data?.payload.result, error: body.errors?.[0]?.extensions };
}
const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const numberOf = async () => String((await rowsOf('select public_no from account where id = $1', [id]))[0].public_no);
const keepHouse = () =>
  new Housekeeping(test.database.db, [
    ...accountMaintenance((trx, firebaseId) => test.files.pictures.remove(trx, firebaseId)),
    { name: 'file.sweep', runBatch: (trx) => test.files.sweep(trx) },
  ]).runOnce();

/** A closed account with records of every kind. */
async function fillAccount() {
  await test.send(
    'mutation M($input: UpdateAccountInput!) { updateAccount(input: $input) { account { id displayName email } } }',
    {
      input: {
        id,
        expectedVersion: 1,
        patch: { displayName: 'Erika', email: 'erika@example.org', phone: '+4917600000001' },
      },
    },
    { headers: { 'idempotency-key': 'remembered' } },
  );
  const give = (name: string, type: string, input: object) => send(operation(name, type), { id, ...input });
  await give('setAccountTopic', 'SetAccountTopicInput', { topicId: TOPICS.offers, isSubscribed: true });
  await give('awardAccountBadge', 'AwardAccountBadgeInput', { badgeId: BADGES.single, note: 'case 17' });
  await give('writeAccountNote', 'WriteAccountNoteInput', { text: 'secret-note' });
  await rowsOf(
    "insert into account_device (account_id, platform, push_token) values ($1, 'ANDROID', 'token-of-erika-1')",
    [id],
  );
  await test.files.pictures.put(test.database.db, FIREBASE_ID, Buffer.from('picture'));
  await rowsOf('update account set has_picture = true where id = $1', [id]);
}
const close = async (input = {}) => (await send(CLOSE, { id, expectedVersion: 2, reason: 'left', ...input })).result;
const erase = async (input = {}, request?: TestRequest) =>
  send(ERASE, { id, expectedVersion: 3, reason: 'asked for it', confirmation: await numberOf(), ...input }, request);

/** Every table as text, except the audit rows of the erasure. */
async function everything(): Promise<string> {
  const tables = await rowsOf(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const texts = await Promise.all(tables.map(({ name }) => rowsOf(`select t::text as row from public."${name}" t`)));
  return JSON.stringify(texts);
}

describe('erasing an account', () => {
  it('removes personal data from every table, keeps awards and the bare id, and removes the picture [points 13]', async () => {
    await fillAccount();
    const { version } = await close();
    const before = await everything();
    for (const secret of SECRETS) expect(before).toContain(secret);
    const { result, error } = await erase();
    expect(error).toBeUndefined();
    expect(result).toMatchObject({ id, state: 'ERASED', displayName: null, version: version + 1, badgeCount: 1 });
    expect(result.actions.every(({ isAllowed }: { isAllowed: boolean }) => !isAllowed)).toBe(true);
    const garbage = await rowsOf('select key from file_garbage');
    expect(garbage).toEqual([{ key: `profile_pictures/${FIREBASE_ID}.png` }]);
    // The key of the picture is kept until the picture is removed.
    await keepHouse();
    await expect(test.fileStore.stat(garbage[0].key)).resolves.toBeNull();
    const after = await everything();
    for (const secret of SECRETS) expect(after, secret).not.toContain(secret);
    expect(await rowsOf('select account_id, note from account_badge_award')).toEqual([{ account_id: id, note: null }]);
    expect(await rowsOf('select subscriber_count from topic where id = $1', [TOPICS.offers])).toEqual([
      { subscriber_count: 0 },
    ]);
    expect(
      await rowsOf(
        "select action, reason, actor_sub, changes from staff_audit_event where action in ('account.erase', 'audit.forget-personal') order by action",
      ),
    ).toMatchObject([
      {
        action: 'account.erase',
        reason: 'asked for it',
        actor_sub: 'staff-admin',
        changes: { state: ['CLOSED', 'ERASED'], devices: [1, 0], notes: [1, 0] },
      },
      { action: 'audit.forget-personal' },
    ]);
    const CERTIFICATE = `{ erasureCertificate(accountId: "${id}") { number erasedBy { name } reason devices notes fingerprint checkedColumns valuesLeft } }`;
    const certificate = async () => (await test.send(CERTIFICATE)).body.data.erasureCertificate;
    expect(await certificate()).toMatchObject({
      ...{ erasedBy: { name: 'Test admin' }, reason: 'asked for it', devices: 1, notes: 1, valuesLeft: 0 },
      ...{ number: Number(await numberOf()), fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    // A value that came back, as by a restored backup, is found.
    await rowsOf("update account_badge_award set note = 'again'");
    expect(await certificate()).toMatchObject({ valuesLeft: 1 });
    await rowsOf('update account_badge_award set note = null');
    const { body: summary } = await test.send(`{ accountSummary(id: "${id}") { notes } }`);
    expect(summary.data.accountSummary.notes).toBe(0);
    const { body } = await test.send('{ accounts(search: "Erika") { nodes { id } } }');
    expect(body.data.accounts.nodes).toEqual([]);
  });

  it('requires an administrator, a closed account, the current version and the typed number', async () => {
    expect((await erase({ expectedVersion: 1 })).error.code).toBe('state.invalid-transition');
    await fillAccount();
    await close();
    expect((await erase({}, { token: 'marketing' })).error.code).toBe('access.denied');
    expect((await erase({ confirmation: '1' })).error.details.fields).toEqual({
      confirmation: [{ rule: 'not-equal' }],
    });
    expect((await erase({ reason: ' ' })).error.code).toBe('reason.required');
    expect((await erase({ expectedVersion: 2 })).error.code).toBe('record.conflict');
    expect((await rowsOf('select state from account where id = $1', [id]))[0].state).toBe('CLOSED');
    const both = await Promise.all([erase(), erase()]);
    expect(both.filter(({ error }) => error === undefined)).toHaveLength(1);
  });

  it('has no effect if it is killed halfway [points 13]', async () => {
    await fillAccount();
    await close();
    const before = await everything();
    const client = await test.database.ownerPool.connect();
    const gone = new Promise<void>((resolve) => {
      client.once('error', () => resolve());
    });
    await client.query('begin');
    await client.query("select erase_account($1, 'someone', '{ADMIN}', 'r', null)", [id]);
    const { rows } = await client.query('select pg_backend_pid() as pid');
    await rowsOf('select pg_terminate_backend($1)', [rows[0].pid]);
    await gone;
    client.release(true);
    expect(await everything()).toBe(before);
  });

  it('runs automatically 30 days after the request, unless the account was reopened [points 13]', async () => {
    await fillAccount();
    const closed = await close({ isPrivacyRequest: true });
    expect(closed.privacyRequestedAt).toBe('2026-03-01T12:00:00.000Z');
    const reopened = (await send(REACTIVATE, { id, expectedVersion: closed.version })).result;
    expect(reopened.privacyRequestedAt).toBeNull();
    await close({ isPrivacyRequest: true, expectedVersion: reopened.version });
    const setAge = (days: number) =>
      rowsOf('update account set privacy_requested_at = now() - make_interval(days => $2) where id = $1', [id, days]);
    await setAge(29);
    await keepHouse();
    expect((await rowsOf('select state from account where id = $1', [id]))[0].state).toBe('CLOSED');
    await setAge(31);
    await keepHouse();
    await keepHouse();
    expect((await rowsOf('select state from account where id = $1', [id]))[0].state).toBe('ERASED');
    expect(await everything()).not.toContain('erika@example.org');
    expect(await rowsOf("select actor_sub from staff_audit_event where action = 'account.erase'")).toEqual([
      { actor_sub: 'system' },
    ]);
  });
});

describe('a search saved by staff', () => {
  const state = { filters: {}, sort: null, columns: null, widths: {}, density: 'compact', size: null };
  const view = (name: string, search: string) =>
    send(operation('createSavedView', 'CreateSavedViewInput', 'savedView { id }'), {
      list: 'ACCOUNTS',
      scope: 'TEAM',
      name,
      state: { ...state, search },
    });

  it('finds the bare id after an erasure, and never another account', async () => {
    await rowsOf("update account set display_name = 'Ada' where id = $1", [id]);
    await rowsOf("update account set display_name = 'Joan Rivers' where id <> $1", [id]);
    await rowsOf("update account set phone_e164 = '+491510000001', email = 'ada@example.org' where id = $1", [id]);
    const searches = {
      Ada: 'ADA@example.org',
      Phone: '+49 (151) 000-0001',
      'ada@example.org': 'Ada',
      Canada: 'Canada',
      Namesake: 'Joan Rivers',
    };
    // Characters that JSON and regular expressions escape, and letters beyond ASCII.
    await rowsOf('update account set display_name = $2 where id = $1', [accountId(3), `O'Neil "x\\y" (ÄÖ) [a-b]*`]);
    const strange = `o'neil "x\\y" (äö) [A-B]*`;
    for (const [name, search] of Object.entries(searches)) await view(name, search);
    await view('Strange', strange);
    const selection = { filter: {}, isLive: false, search: 'ada@example.org', searchMode: 'EMAIL', ids: null };
    await rowsOf(
      `insert into job (kind, params, requested_by, requested_roles) select 'list.export', $1, sub, '{}' from staff_user limit 1`,
      [JSON.stringify({ selection, columns: [{ key: 'email', heading: 'E-mail' }] })],
    );
    await rowsOf("update account set state = 'CLOSED', state_reason = 'left' where id = $1", [id]);
    const { version } = (await rowsOf('select version from account where id = $1', [id]))[0];
    expect((await erase({ expectedVersion: version })).error).toBeUndefined();
    const views = await rowsOf(
      "select id, name, state ->> 'search' as search, version from saved_view order by position",
    );
    expect(views.map(({ search }) => search)).toEqual([id, id, id, 'Canada', 'Joan Rivers', strange]);
    expect(views.map(({ name, id: own }) => (name === own ? 'its own id' : name))).toEqual([
      'its own id',
      'Phone',
      'its own id',
      'Canada',
      'Namesake',
      'Strange',
    ]);
    expect(views.map(({ version: of }) => of)).toEqual([2, 2, 2, 1, 1, 1]);
    const [job] = await rowsOf('select params from job');
    expect(job.params).toEqual({
      selection: { ...selection, search: id },
      columns: [{ key: 'email', heading: 'E-mail' }],
    });
    const { body } = await test.send('query($s: String) { accounts(first: 5, search: $s) { nodes { id } } }', {
      s: id,
    });
    expect(body.data.accounts.nodes).toEqual([{ id }]);
    const eraseAlso = async (other: string) => {
      await rowsOf("update account set state = 'CLOSED', state_reason = 'left' where id = $1", [other]);
      await rowsOf("select erase_account($1, 'staff-admin', '{ADMIN}', 'r', null)", [other]);
      return (await rowsOf("select state ->> 'search' as search from saved_view order by position")).map(
        (row) => row.search,
      );
    };
    expect(await eraseAlso(accountId(3))).toEqual([id, id, id, 'Canada', 'Joan Rivers', accountId(3)]);
    // Another account has that name, so the search is ambiguous.
    await rowsOf(
      `insert into account (display_name, country_code, locale, timezone) values ('Joan Rivers', 'DE', 'de-DE', 'UTC')`,
    );
    expect((await eraseAlso(accountId(2))).at(4)).toBe('Joan Rivers');
  });
});

describe('data export of one person', () => {
  it('writes all data held to a file, for administrators with a reason; erasure removes the file', async () => {
    await fillAccount();
    const notification = await insertNotification(test.database.ownerPool, { state: 'SENDING' });
    await insertDeliveries(test.database.ownerPool, notification, 'OPENED', [id]);
    expect((await send(EXPORT, { id, reason: 'r' }, { token: 'marketing' })).error.code).toBe('access.denied');
    expect((await send(EXPORT, { id, reason: '' })).error.code).toBe('reason.required');
    // Columns of a later version are in the file by their tag alone.
    await rowsOf(`alter table account add nickname text; alter table account_device add nickname text;
      create table account_pet (account_id uuid, name text); select grant_to_application('SELECT', 'TABLE account_pet');
      comment on column account.nickname is 'Nickname. {personal}'; comment on column account_device.nickname is 'Nickname. {personal}';
      comment on column account_pet.name is 'Name of a pet. {personal}'; update account set nickname = 'Eri';
      update account_device set nickname = 'Phone of Erika'; insert into account_pet values ('${id}', 'Rex')`);
    const { result } = await send(EXPORT, { id, reason: 'request of 3 May' });
    expect((await send(EXPORT, { id, reason: 'once more' })).result.id).toBe(result.id);
    worker = startTestWorker(test);
    await untilJob(test, result.id, 'SUCCEEDED', 'FAILED');
    const { body } = await test.send(`{ job(id: "${result.id}") { state result { url rows } } }`);
    expect(body.data.job).toMatchObject({ state: 'SUCCEEDED' });
    const file = await test.app.inject({ url: body.data.job.result.url });
    const data = JSON.parse(file.body);
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="account-\d+-data\.json"$/);
    expect(data).toMatchObject({
      account: {
        displayName: 'Erika',
        email: 'erika@example.org',
        phone: '+4917600000001',
        picture: `data:image/png;base64,${Buffer.from('picture').toString('base64')}`,
      },
      devices: [{ platform: 'ANDROID' }],
      topics: [{ code: 'offers', isSubscribed: true }],
      badges: [{ code: 'single', note: 'case 17' }],
      notes: [{ text: 'secret-note' }],
      points: [],
      refusedRequests: [],
      notifications: [{ id: notification, title: 'Title', topic: 'offers', state: 'OPENED', reason: null }],
    });
    expect(file.body).not.toContain('token-of-erika');
    expect([data.account.nickname, data.devices[0].nickname]).toEqual(['Eri', 'Phone of Erika']);
    expect(data.accountPet).toEqual([{ name: 'Rex' }]);
    expect(data.changes.map(({ action }: { action: string }) => action)).toContain('account.update');
    expect(
      await rowsOf(
        "select reason from staff_audit_event where action = 'account.export-data' and outcome = 'DONE' order by id",
      ),
    ).toEqual([{ reason: 'request of 3 May' }, { reason: 'once more' }]);
    await close();
    expect((await erase()).error).toBeUndefined();
    expect(await rowsOf('select nickname from account where id = $1', [id])).toEqual([{ nickname: null }]);
    const [kept] = await rowsOf('select result_key, result_expires_at <= now() as over from job');
    expect(kept.over).toBe(true);
    await keepHouse();
    await expect(test.fileStore.stat(kept.result_key)).resolves.toBeNull();
    expect((await test.app.inject({ url: body.data.job.result.url })).statusCode).toBe(404);
    expect((await send(EXPORT, { id, reason: 'r' })).error.code).toBe('state.invalid-transition');
  });
});
