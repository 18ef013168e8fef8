import {
  type AppError,
  fillPlaceholders,
  type LocalizedText,
  localeTag,
  testAccountName,
  textIn,
  unpairedTexts,
} from '@backcounter/domain';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import { fieldsInvalid, refuseProblems } from '../../crud/field-input.ts';
import type { Expected } from '../../crud/read-record.ts';
import { callerMay, type EffectContext, type RequestContext } from '../../graphql/request-context.ts';
import type { PushMessage, PushOutcome, PushPlatform } from '../../ports/push.ts';
import { readPlaceholderValues } from './dispatch/read-placeholder-values.ts';
import { type LockedNotification, lockNotification, refuseNotification } from './notification-record.ts';

/** Recipient and language of a test. */
export interface TestRequest {
  /** Account number or e-mail; null: the account of the last test. */
  readonly account: string | null;
  /** Null: the account's language. */
  readonly locale: string | null;
}

/** A test account as its sender sees it. */
export interface TestAccount {
  readonly id: string;
  readonly publicNo: number;
  readonly displayName: string | null;
}

interface FoundAccount extends TestAccount {
  readonly state: string;
  readonly locale: string;
}

interface Device {
  readonly token: string;
  readonly platform: PushPlatform;
}

const NUMBER = /^#?(\d{1,15})$/;
/** A test is sent to at most this many devices, the newest. */
const DEVICES_MAX = 5;
/** Timeout of the push service: a person and a transaction wait for it. */
const ANSWER_MS = 5_000;

/** The account of the caller's last test; null before the first, or if the account is no longer active. */
export async function readTestAccount({ db, caller }: EffectContext): Promise<TestAccount | null> {
  const { rows } = await sql<TestAccount>`
    select a.id, a.public_no::float8 as "publicNo", a.display_name as "displayName"
    from staff_test_account s join account a on a.id = s.account_id where s.sub = ${caller.sub} and a.state = 'ACTIVE'`.execute(
    db,
  );
  return rows[0] ?? null;
}

/**
 * Sends a draft to the devices of an account, regardless of its topics and consent, and remembers the account as the
 * caller's test account. It counts for no cap and is not a delivery; the result is in the log of tests.
 * @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`; `field.invalid` on `account`, `locale`, or a title
 *   without body and vice versa
 */
export async function sendTest(context: RequestContext, expected: Expected, request: TestRequest): Promise<void> {
  const current = await lockNotification(context, expected);
  refuseNotification(current, 'TEST', context);
  const problems = unpairedTexts(current);
  refuseProblems(problems);
  const account = await findAccount(context, request.account);
  const locale = localeOf(request.locale) ?? account.locale;
  const devices = await findDevices(context, account);
  const values = await readPlaceholderValues(context.db, current, [account.id]);
  const filled = (text: LocalizedText) =>
    fillPlaceholders(textIn(text, locale) ?? '', values.get(account.id) ?? null, locale);
  const texts = { title: filled(current.titleI18n), body: filled(current.bodyI18n) };
  const outcomes = await deliver(context, current, texts, devices);
  const accepted = outcomes.filter(({ kind }) => kind === 'accepted').length;
  const detail = accepted > 0 ? null : detailOf(outcomes);
  await sql`insert into notification_test_send (notification_id, content_hash, account_id, locale, devices_ok, detail, sent_by)
    select id, content_hash, ${account.id}, ${locale}, ${accepted}, ${detail}, ${context.caller.sub}
    from notification where id = ${current.id}`.execute(context.db);
  await sql`insert into staff_test_account (sub, account_id) values (${context.caller.sub}, ${account.id})
    on conflict (sub) do update set account_id = excluded.account_id, updated_at = now()`.execute(context.db);
  await recordAudit(context, {
    action: 'notification.test',
    entityType: 'notification',
    entityId: current.id,
    outcome: accepted > 0 ? 'DONE' : 'FAILED',
    changes: { testAccount: [null, account.publicNo], locale: [null, locale], devices: [null, accepted] },
  });
}

async function findAccount(context: RequestContext, named: string | null): Promise<FoundAccount> {
  const { caller, db } = context;
  const text = named === null || named.trim() === '' ? null : testAccountName.safeParse(named);
  if (text !== null && !text.success) throw refuse('unknown');
  const number = text === null ? undefined : NUMBER.exec(text.data)?.[1];
  // E-mails work only for callers who may see them; for others a match would reveal that the address is registered.
  const email = text !== null && number === undefined && callerMay(caller, 'account.read-contact') ? text.data : null;
  const { rows } = await sql<FoundAccount>`
    select a.id, a.public_no::float8 as "publicNo", a.display_name as "displayName", a.state::text as state, a.locale
    from account a where a.id = (select case
      when ${number ?? null}::bigint is not null then (select x.id from account x where x.public_no = ${number ?? null}::bigint)
      when ${email}::text is not null then (select x.id from account x where x.email_key = lower(${email}::text))
      when ${text === null}::boolean then (select s.account_id from staff_test_account s where s.sub = ${caller.sub}) end)
    for share of a`.execute(db);
  const [account] = rows;
  if (account === undefined) throw refuse(text === null ? 'required' : 'unknown');
  if (account.state !== 'ACTIVE') throw refuse('not-active');
  return account;
}

async function findDevices({ db }: EffectContext, { id }: FoundAccount): Promise<readonly Device[]> {
  const { rows } = await sql<Device>`select push_token as token, platform::text as platform from account_device
    where account_id = ${id} and invalidated_at is null order by token_refreshed_at desc, id desc limit ${DEVICES_MAX}`.execute(
    db,
  );
  if (rows.length === 0) throw refuse('no-device');
  return rows;
}

async function deliver(
  { services }: RequestContext,
  current: LockedNotification,
  texts: Pick<PushMessage, 'title' | 'body'>,
  devices: readonly Device[],
): Promise<readonly PushOutcome[]> {
  const messages = devices.map(
    ({ token, platform }): PushMessage => ({
      token,
      platform,
      ...texts,
      imageUrl: current.imageUrl,
      deepLink: current.deepLink,
      ttlSeconds: Math.min(current.ttlSeconds, 3_600),
      collapseKey: `test-${current.id}`,
      data: { notificationId: current.id, isTest: 'true' },
    }),
  );
  const { promise: late, resolve } = Promise.withResolvers<readonly PushOutcome[]>();
  const timer = setTimeout(
    () => resolve(messages.map(() => ({ kind: 'unavailable', retryAfterMs: null, code: 'TIMED_OUT' }))),
    ANSWER_MS,
  );
  try {
    return await Promise.race([services.push.send(messages), late]);
  } finally {
    clearTimeout(timer);
  }
}

function detailOf(outcomes: readonly PushOutcome[]): string {
  const [first] = outcomes;
  if (first === undefined || first.kind === 'accepted') return 'NO_ANSWER';
  const said = first.kind === 'rejected' ? first.reason : first.code;
  return said.replace(/[^\x20-\x7e]/g, '?').slice(0, 80) || 'NO_ANSWER';
}

function localeOf(text: string | null): string | null {
  if (text === null) return null;
  const parsed = localeTag.safeParse(text);
  if (!parsed.success) throw fieldsInvalid({ locale: [{ rule: 'locale' }] });
  return parsed.data;
}

function refuse(rule: string): AppError {
  return fieldsInvalid({ account: [{ rule }] });
}
