import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { type Logger, pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setBestEffortLog } from '../db/best-effort.ts';
import { readColumns } from '../db/testing/personal-columns.ts';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { prepareTemplate, startTestServer } from '../db/testing/test-server.ts';
import { durableSettings } from '../embedded/postgres/cluster.ts';
import { giveawayDesk, openNow } from '../features/giveaway/testing/giveaway-kit.ts';
import { draw } from '../features/giveaway/testing/winner-kit.ts';
import { createSchema } from '../features/index.ts';
import { notificationDesk } from '../features/notification/testing/notification-kit.ts';
import { LOG_SERIALIZERS } from '../graphql/error-log.ts';
import { Housekeeping } from '../housekeeping/housekeeping.ts';
import { archiveOf, pictureOf } from '../imports/testing/archives.ts';
import { importSteps } from '../imports/testing/import-steps.ts';
import { workbook } from '../imports/testing/workbook.ts';
import type { PresenceStore } from '../ports/realtime.ts';
import { filledOperations } from '../testing/filled-operations.ts';
import { findInFiles, findInTables, findInText } from '../testing/find-everywhere.ts';
import { OPERATIONS } from '../testing/root-operations.ts';
import { accountId, insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { hurry, startNotification, untilNotification } from '../testing/test-fan-out.ts';
import { BADGES, insertTopicsAndBadges, TOPICS } from '../testing/test-topics-badges.ts';
import { startTestWorker, type TestWorker, untilJob } from '../testing/test-worker.ts';
import { maintenanceTasks } from './housekeeping.ts';

/** Unique values, one for each place where personal data enters. */
const mark = randomBytes(5).toString('hex');
const PHONE_DIGITS = `49${BigInt(`0x${mark}`).toString().padStart(13, '3').slice(-12)}`;
const CANARIES = {
  firebaseId: `firebase0canary0${mark}`,
  displayName: `yellow${mark}`,
  formerName: `former${mark}`,
  email: `canary.${mark}@mail-${mark}.example.org`,
  /** As the search keeps it. */
  emailName: `canary.${mark}`,
  emailDomain: `mail-${mark}.example.org`,
  phone: `+${PHONE_DIGITS}`,
  phoneEnd: [...PHONE_DIGITS].reverse().join(''),
  birthDate: '1937-07-13',
  card: '2468013579',
  lastSeenAt: '1971-02-03',
  pushToken: `token-of-${mark}`,
  appVersion: `c4n4ry-${mark}`,
  note: `note ${mark}`,
  awardNote: `award ${mark}`,
  manyAwardsNote: `awards ${mark}`,
  evidence: `case ${mark}`,
  fulfilment: `sent to Mill Lane ${mark}`,
  detail: `no device ${mark}`,
  receipt: `receipt ${mark}`,
  picture: `picture ${mark}`,
  /** A network: some tables store networks. */
  address: `2001:db8:a${mark.slice(0, 3)}:b${mark.slice(3, 6)}`,
};
const { firebaseId, email, phone, birthDate } = CANARIES;
const machine = { token: 'machine' };
/** Another account. */
const FELLOW = accountId(1);
/** With characters that files and JSON escape. */
const displayName = `Canary "${CANARIES.displayName}" O'Bird & \\Sons`;

let test: TestApp;
let worker: TestWorker;
let database: TestDatabase;
let dataDirectory: string;
let stopServer: () => Promise<void>;
/** The account with the canary values. */
let id: string;
const log: string[] = [];
/** All log lines at the most verbose level. */
const logger: Logger = pino(
  { level: 'trace', serializers: LOG_SERIALIZERS },
  { write: (line: string) => void log.push(line) },
);

beforeAll(async () => {
  // The embedded server's log with every statement counted as slow.
  const logged = Object.entries(durableSettings()).filter(([name]) => name.startsWith('log_'));
  const settings = { ...Object.fromEntries(logged), log_min_duration_statement: '0', log_min_error_statement: 'error' };
  const server = await startTestServer('', settings);
  const { testServer } = await prepareTemplate(server.adminUrl);
  stopServer = server.stop;
  database = await createTestDatabase(testServer);
  dataDirectory = (await database.ownerPool.query('show data_directory')).rows[0].data_directory;
  const realtime = { onlineIds: async () => [firebaseId] } as unknown as PresenceStore;
  test = await createTestApp({ logger, realtime }, () => [], database);
  setBestEffortLog((label, error) => logger.warn({ err: error }, `${label} failed`));
  await insertReferenceData(database.ownerPool);
  await insertTopicsAndBadges(database.ownerPool);
  await insertAccounts(database.ownerPool, 3);
  await database.ownerPool.query(`update account set birth_date = '1990-01-01'`);
  await hurry(database.ownerPool);
  worker = startTestWorker(test);
});
afterAll(async () => {
  await worker.stop();
  await test.close();
  await database.drop();
  await stopServer();
});

const rowsOf = async (text: string, values: unknown[] = []) => (await database.ownerPool.query(text, values)).rows;
const keepHouse = () => {
  const needs = { files: test.files, presence: null, clock: { now: () => test.now } };
  const tasks = maintenanceTasks({ ...needs, services: test.app.services ?? null });
  return new Housekeeping(database.db, tasks).runOnce();
};
const inTables = () => findInTables(database.ownerPool, CANARIES);
const inFiles = () => findInFiles(test.fileFolder, CANARIES);

/** Calls the API with a new idempotency key. */
async function ask(query: string, variables: Record<string, unknown> = {}, token = 'admin') {
  const { body } = await test.send(query, variables, { token, headers: { 'idempotency-key': randomUUID() } });
  expect(body.errors, query).toBeUndefined();
  return body.data;
}
const give = (name: string, type: string, input: Record<string, unknown>, fields = '', token = 'admin') =>
  ask(`mutation M($input: ${type}!) { ${name}(input: $input) ${fields} }`, { input }, token);
const version = async () => (await rowsOf('select version from account where id = $1', [id]))[0].version as number;
const expected = async (more: object = {}) => ({ id, expectedVersion: await version(), ...more });
async function job(started: Promise<Record<string, { job: { id: string } }>>): Promise<void> {
  const [answer] = Object.values(await started);
  const jobId = answer?.job.id ?? '';
  await untilJob(test, jobId, 'SUCCEEDED', 'FAILED');
  expect(await rowsOf('select state, error_code from job where id = $1', [jobId])).toMatchObject([
    { state: 'SUCCEEDED' },
  ]);
}

const HEADINGS = ['firebaseId', 'displayName', 'email', 'phone', 'countryCode', 'locale', 'timezone', 'birthDate'];
const ROW = [firebaseId, displayName, email, phone, 'DE', 'de-DE', 'Europe/Berlin', birthDate];

describe('personal data planted in every tagged column', () => {
  it('enters by files, machine clients and people, and leaves by lists, files, jobs and pushes', async () => {
    const steps = importSteps(test);
    const cells = (row: readonly string[]) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
    const refused = ROW.with(0, 'other0canary');
    const csv = [HEADINGS, ROW, refused].map(cells).join('\n');
    const made = await steps.create('ACCOUNTS', csv, `accounts of ${displayName}.csv`);
    expect((await steps.runAll(made.id)).run).toEqual({ created: 1, refused: 1 });
    id = (await rowsOf('select id from account where firebase_id = $1', [firebaseId]))[0].id;
    const sheet = await steps.create('ACCOUNTS', workbook({ Accounts: [HEADINGS, ROW, refused] }), 'again.xlsx');
    expect((await steps.runAll(sheet.id)).run).toEqual({ unchanged: 1, refused: 1 });
    const [{ number }] = await rowsOf('select public_no as number from account where id = $1', [FELLOW]);
    const points = await steps.create('POINTS', `number,points\n${number},10\n`, `gifts of ${displayName}.csv`);
    expect((await steps.runAll(points.id)).run).toEqual({ created: 1 });
    const face = await pictureOf('#2980b9');
    const zip = archiveOf({
      [`${firebaseId}.jpg`]: face,
      [`${email}/${firebaseId} of ${CANARIES.displayName}.jpg`]: face,
    });
    const pictures = await steps.create('ACCOUNT_PICTURES', zip, `pictures of ${displayName}.zip`);
    expect((await steps.runAll(pictures.id)).run).toEqual({ updated: 1, refused: 1 });
    const correction = { id: sheet.id, rows: [3], column: 1, value: `Dr ${displayName}` };
    await ask('mutation ($input: CorrectImportRowsInput!) { correctImportRows(input: $input) { changed } }', {
      input: correction,
    });
    await ask(
      'mutation M($d: [DeviceSyncInput!]!) { syncAccountDevices(input: { devices: $d }) { results { outcome } } }',
      { d: [{ firebaseId, platform: 'ANDROID', pushToken: CANARIES.pushToken, appVersion: CANARIES.appVersion }] },
      'machine',
    );
    for (const name of [CANARIES.formerName, displayName]) {
      const patch = { displayName: name, pushConsent: true };
      const fields = '{ account { id displayName email phone birthDate firebaseId } }';
      await give('updateAccount', 'UpdateAccountInput', await expected({ patch }), fields);
    }
    const reveal = { id, purpose: 'DELIVERY' };
    await give('revealAccountContact', 'RevealAccountContactInput', reveal, '{ email phone }', 'marketing');
    await give(
      'setAccountTopic',
      'SetAccountTopicInput',
      { id, topicId: TOPICS.offers, isSubscribed: true },
      '{ account { id } }',
    );
    const [card] = await rowsOf(
      `select p || card_check_digit(p) as number from (select $1 || lpad(g::text, 2, '0') as p from generate_series(0, 99) g) t
       where is_card_number(p || card_check_digit(p)) limit 1`,
      [CANARIES.card],
    );
    await give('issueAccountCard', 'IssueAccountCardInput', await expected(card), '{ account { card } }');
    await give('writeAccountNote', 'WriteAccountNoteInput', { id, text: CANARIES.note }, '{ noteId }');
    await give(
      'awardAccountBadge',
      'AwardAccountBadgeInput',
      { id, badgeId: BADGES.single, note: CANARIES.awardNote },
      '{ awardId }',
    );
    await give(
      'setPreference',
      'SetPreferenceInput',
      { key: 'canary', value: { recent: [email] } },
      '{ preference { key } }',
    );
    const tooMuch = { key: 'x', from: { firebaseId }, to: { system: 'BREAKAGE' }, amount: 10 ** 6, code: 'SPEND' };
    const refusal = { i: { ...tooMuch, reference: CANARIES.receipt } };
    await test.send('mutation($i: TransferPointsInput!) { transferPoints(input: $i) { code } }', refusal, machine);
    const redeem = { key: 'canary', code: 'UNKNOWN', accountId: id, consumerAddress: `${CANARIES.address}::7` };
    await give('redeemCoupon', 'RedeemCouponInput', redeem, '{ outcome }', 'machine');
    await test.files.pictures.put(database.db, firebaseId, Buffer.from(CANARIES.picture));
    await rowsOf(`update account set has_picture = true, last_seen_at = $2, created_at = '2020-01-01' where id = $1`, [
      id,
      CANARIES.lastSeenAt,
    ]);
    await rowsOf('update account_badge_award set evidence_ref = $2 where account_id = $1', [id, CANARIES.evidence]);
  });

  it('is searched, exported, changed in bulk, noted and pushed', async () => {
    const state = { filters: {}, sort: null, columns: null, widths: {}, density: 'compact', size: null };
    for (const [index, search] of [email, phone, firebaseId, displayName].entries()) {
      await ask('query Q($s: String) { accounts(first: 5, search: $s) { nodes { id email phone displayName } } }', {
        s: search,
      });
      const name = index === 3 ? `Orders of ${displayName}` : `View ${index}`;
      const view = { list: 'ACCOUNTS', scope: 'PERSONAL', name, state: { ...state, search } };
      const { createSavedView } = await give('createSavedView', 'CreateSavedViewInput', view, '{ savedView { id } }');
      const renamed = { id: createSavedView.savedView.id, expectedVersion: 1, patch: { name: `${name}!` } };
      await give('updateSavedView', 'UpdateSavedViewInput', renamed, '{ savedView { id } }');
      const repeated = { name, search, list: 'ACCOUNTS', format: 'CSV', columns: [{ key: 'number' }] };
      const times = { frequency: 'DAILY', hour: 6, locale: 'en-US', timeZone: 'UTC' };
      await give(
        'createExportSchedule',
        'CreateExportScheduleInput',
        { ...repeated, ...times },
        '{ exportSchedules { id } }',
      );
      for (const format of ['CSV', 'XLSX']) {
        const columns = ['displayName', 'email', 'phone', 'birthDate', 'firebaseId'].map((key) => ({ key }));
        const wish = { list: 'ACCOUNTS', format, columns, selection: { search }, locale: 'en-US', timeZone: 'UTC' };
        await job(give('startExport', 'StartExportInput', wish, '{ job { id } }'));
      }
      const bulk = { selection: { search }, action: 'SUBSCRIBE_TOPIC', targetId: TOPICS.offers };
      await job(give('startAccountBulk', 'StartAccountBulkInput', bulk, '{ job { id } }'));
    }
    // Filters by code take any code, so a rule may hold a name or a Firebase id.
    const rule = { not: { account: { country: { in: [firebaseId] } } } };
    const segment = { name: `Friends of ${email}`, description: `Find ${displayName}`, rule };
    const { createSegment } = await give('createSegment', 'CreateSegmentInput', segment, '{ segment { id rule } }');
    const inSegment = { filter: { segment: { in: [createSegment.segment.id] } } };
    const renamed = { id: createSegment.segment.id, expectedVersion: 1, patch: { name: `${phone} and friends` } };
    await give('updateSegment', 'UpdateSegmentInput', renamed, '{ segment { id name } }');
    const mass = { selection: inSegment, action: 'SUBSCRIBE_TOPIC', targetId: TOPICS.offers };
    await job(give('startAccountBulk', 'StartAccountBulkInput', mass, '{ job { id } }'));
    const award = { action: 'AWARD_BADGE', targetId: BADGES.yearly, reason: CANARIES.manyAwardsNote };
    const one = { selection: { ids: [id] }, ...award };
    await job(give('startAccountBulk', 'StartAccountBulkInput', one, '{ job { id summary } }'));
    const online = { selection: { filter: { online: true } }, action: 'SUBSCRIBE_TOPIC', targetId: TOPICS.offers };
    await job(give('startAccountBulk', 'StartAccountBulkInput', online, '{ job { id } }'));
    await job(give('exportAccountData', 'ExportAccountDataInput', { id, reason: 'r' }, '{ job { id } }'));
    const desk = notificationDesk(() => test, 'admin');
    await desk.done(desk.test(await desk.made(), email));
    await rowsOf('update notification_test_send set detail = $1', [CANARIES.detail]);
    const notification = await startNotification(test);
    const { sent } = await untilNotification(test, notification, ({ state: at }) => at === 'SENT');
    expect(sent).toBe(1);
  });

  it('is in a request for approval, with comments and a decision', async () => {
    const content = JSON.stringify({ fields: [{ key: 'name', after: email }] });
    await rowsOf(
      `with made as (insert into approval_request (action, title, content, content_hash, operation, variables, note, requested_by)
         values ('BULK', $1, $2, sha256('x'), 'startAccountBulk', $2, $3, 'staff-admin') returning id)
       insert into approval_comment (request_id, body, created_by) select id, $3, 'staff-admin' from made`,
      [`Accounts of ${displayName}`, content, `For ${email}`],
    );
    await rowsOf(
      `update approval_request set state = 'DECLINED', decided_by = 'x', decided_at = now(), decision_note = $1`,
      [`Not ${phone}`],
    );
  });

  it('is in a subscription that waits for the process with its stream', async () => {
    const call = { url: '/graphql/stream', headers: { authorization: 'Bearer admin' } };
    const { body: stream } = await test.app.inject({ ...call, method: 'PUT' });
    const query = 'subscription($s: String) { accountsCreated(since: "2026-01-01T00:00:00Z", search: $s) { value } }';
    const { statusCode } = await test.app.inject({
      ...call,
      method: 'POST',
      headers: { ...call.headers, 'x-graphql-event-stream-token': stream },
      payload: { query, variables: { s: email }, extensions: { operationId: 'canary' } },
    });
    expect(statusCode).toBe(202);
  });

  it('wins a prize that is delivered', async () => {
    const desk = giveawayDesk(() => test, 'admin');
    const prizes = [{ rank: 1, titleI18n: { 'en-US': 'Bicycle' }, quantity: 1, kind: 'PHYSICAL' }];
    const giveaway = await desk.done(desk.publish(await desk.made({ prizes, alternates: 0 })));
    await openNow(test, giveaway.id);
    const entry = { giveawayId: giveaway.id, accountId: id };
    for (const accountId of [FELLOW, id]) {
      const input = { giveawayId: giveaway.id, accountId, key: accountId };
      const entered = await give('enterGiveaway', 'EnterGiveawayInput', input, '{ outcome }', 'machine');
      expect(entered.enterGiveaway).toEqual({ outcome: 'ENTERED' });
    }
    await draw(test, giveaway.id, [1]);
    await rowsOf(
      `update giveaway_winner w set account_id = e.account_id, entry_id = e.id
       from giveaway_entry e where e.giveaway_id = w.giveaway_id and e.account_id = $1`,
      [id],
    );
    await desk.done(desk.announce(await desk.read(giveaway.id)));
    const claimed = await give('claimGiveawayPrize', 'ClaimGiveawayPrizeInput', entry, '{ outcome }', 'machine');
    expect(claimed.claimGiveawayPrize).toEqual({ outcome: 'CLAIMED' });
    const note = { giveawayId: giveaway.id, position: 1, note: CANARIES.fulfilment };
    await give('fulfilGiveawayWinner', 'FulfilGiveawayWinnerInput', note, '{ giveawayWinner { id } }');
  });

  it('is in responses, refusals and failures of every API operation', async () => {
    for (const [name, query] of Object.entries(OPERATIONS)) {
      if (name === 'eraseAccount') continue;
      for (const token of ['admin', 'machine']) await test.send(query.replaceAll(FELLOW, id), {}, { token });
    }
    const schema = createSchema();
    for (const text of [email, phone]) {
      for (const { query, variables } of filledOperations(schema, text)) {
        for (const token of ['admin', 'marketing', 'machine']) await test.send(query, variables, { token });
      }
    }
    await test.send(`{ accounts(first: "${email}") { nodes { id } } }`);
    await test.post(`{"query": "{ accounts(search: \\"${email}\\")`);
    const query = new URLSearchParams({ query: `{ accounts(first: 5, search: "${email}") { nodes { email } } }` });
    for (const url of [
      `/graphql?${query}`,
      `/files/${firebaseId}.png`,
      `/accounts?search=${encodeURIComponent(email)}`,
    ])
      await test.app.inject({ url, headers: { authorization: 'Bearer admin' } });
    // A task that fails on a canary value.
    const taken = sql`insert into account (email, country_code, locale, timezone) values (${email}, 'DE', 'de-DE', 'UTC')`;
    const before = log.length;
    await new Housekeeping(database.db, [
      { name: 'canary.fail', runBatch: (trx) => taken.execute(trx).then(() => false) },
    ]).runOnce();
    expect(log.slice(before).join()).toMatch(/canary\.fail failed.*23505|23505.*canary\.fail failed/);
    // Longer: every operation.
  }, 180_000);
});

describe('once the account is erased', () => {
  let planted: readonly string[];

  it('is in no table except addresses of sign-in attempts, and in no file except shared ones', async () => {
    const { closeAccount: closed } = await give(
      'closeAccount',
      'CloseAccountInput',
      await expected({ reason: 'left' }),
      '{ account { version number } }',
    );
    planted = await inTables();
    const files = (await inFiles()).join('\n');
    for (const kind of [/\.png: picture/, /\.json: note/, /\.csv: phone/, /\.xlsx: email/, /uploads\/.*: birthDate/])
      expect(files).toMatch(kind);
    const wish = {
      id,
      expectedVersion: closed.account.version,
      reason: 'asked',
      confirmation: String(closed.account.number),
    };
    await give('eraseAccount', 'EraseAccountInput', wish, '{ account { id state version displayName } }');
    planted = [...planted, ...(await inTables())];
    await rowsOf('update live_session set alive_until = now()');
    await keepHouse();
    expect(await inTables()).toEqual(['coupon_try.subject: address']);
    for (const file of await inFiles()) expect(file).toMatch(/^(exports|uploads)\//);
    const [copy] = await rowsOf(`select result_key from job where kind = 'account.export-data'`);
    await expect(test.fileStore.stat(copy.result_key)).resolves.toBeNull();
  });

  it('was in every tagged column', async () => {
    const tagged = (await readColumns(database.ownerPool)).filter(({ tag }) => tag !== null);
    const had = new Set(planted.map((place) => place.split(':')[0]));
    expect(tagged.map(({ table, column }) => `${table}.${column}`).filter((column) => !had.has(column))).toEqual([]);
  });

  it('is in no table, file or log of the server or PostgreSQL a day later', async () => {
    await rowsOf(`update coupon_try set last_tried_at = last_tried_at - interval '1 day'`);
    await rowsOf(`update import set expires_at = expires_at - interval '1 day'`);
    await rowsOf(`update job set result_expires_at = result_expires_at - interval '1 day'`);
    await rowsOf(`update file_garbage set due_at = due_at - interval '25 hours'`);
    await keepHouse();
    expect(await inTables()).toEqual([]);
    expect(await inFiles()).toEqual([]);
    expect(findInText('log', log.join(''), CANARIES)).toEqual([]);
    const text = await readFile(path.join(dataDirectory, '../postgres.log'), 'utf8');
    expect(text).toContain('account_email');
    expect(findInText('postgres.log', text, CANARIES)).toEqual([]);
  });
});
