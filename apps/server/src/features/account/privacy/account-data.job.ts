import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { recordAudit } from '../../../audit/record-audit.ts';
import { requiredReason } from '../../../crud/state-change.ts';
import type { Database } from '../../../db/client.ts';
import { pictureKey } from '../../../files/picture-address.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { enqueueJob } from '../../../jobs/enqueue-job.ts';
import { defineJob, type JobRun } from '../../../jobs/job-definition.ts';
import { refuseAccount } from '../account.service.ts';
import { accountReading } from '../account-approval.ts';
import { ACCOUNT_FIELDS } from '../account-change.ts';
import { lockAccountNow } from '../account-lock.ts';
import { personalColumns } from './personal-columns.ts';

const dataParams = z.strictObject({ accountId: z.uuid(), number: z.int() });
type DataParams = z.output<typeof dataParams>;

/** Rows per statement. */
const PAGE = 1_000;

/** Job that writes all data held about a person to a JSON file, for that person. */
export const accountDataJob = defineJob<DataParams>({
  kind: 'account.export-data',
  params: dataParams,
  permission: 'account.export-data',
  permissionsFor: () => ['account.read-contact'],
  fileName: ({ number }) => `account-${number}-data`,
  summarise: ({ accountId, number }) => ({ accountId, number }),
  approval: (context, { accountId, number }) => ({
    action: 'EXPORT_CONTACTS',
    value: 1,
    entityType: 'account',
    entityId: accountId,
    read: () => accountReading(context, accountId, number),
  }),
  run: async (run, { accountId }) => {
    let rows = 0;
    const count = async (more: number): Promise<void> => {
      rows += more;
      await run.progress(rows, { DONE: rows });
    };
    await run.writeResult({ ending: 'json', content: dataFile(run, accountId, count), rows: () => rows });
  },
});

/**
 * Starts the job that collects an account's data; returns its id.
 * @throws AppError `record.not-found`, `state.invalid-transition`, `reason.required`, `field.invalid`
 */
export async function startDataExport(context: RequestContext, id: string, reasonText: string): Promise<string> {
  const reason = requiredReason(reasonText);
  const account = await lockAccountNow(context, id);
  refuseAccount(context, account, 'EXPORT_DATA');
  await recordAudit(context, {
    action: 'account.export-data',
    entityType: 'account',
    entityId: id,
    outcome: 'DONE',
    reason,
  });
  return enqueueJob(context, accountDataJob, { accountId: id, number: Number(account.public_no) }, { dedupe: [id] });
}

type Row = Readonly<Record<string, unknown>>;
/** One page of a section after the given row, in order; the last page is shorter than `PAGE`. A `row` is the whole row of its table. */
type Section = (db: Kysely<Database>, id: string, after: Row | null) => Promise<readonly Row[]>;

/** Tables of sections whose rows may get further personal columns. */
const TABLES: Readonly<Record<string, string>> = {
  cards: 'account_card',
  devices: 'account_device',
  topics: 'account_topic_subscription',
  badges: 'account_badge_award',
  notes: 'account_note',
  giveaways: 'giveaway_entry',
  notifications: 'notification_delivery',
  refusedRequests: 'machine_refusal',
};

/** Personal columns not added: keys to a device or of the search, and those that a section has under another name. */
const NOT_ADDED = [
  ...['account_device.push_token', 'account_name_word.word', 'account_search.name'],
  ...['account_search.email_local', 'account_search.email_domain', 'account_search.phone_end'],
  ...['account.phone_e164', 'account_badge_award.evidence_ref', 'account_card.card_number'],
];

const fieldOf = (column: string) => column.replace(/_([a-z])/g, (_sign, letter: string) => letter.toUpperCase());

/** A row of a section, with the personal columns that the section does not name. */
function whole({ row, ...shown }: Row, columns: readonly string[] = []): Row {
  const held = (row ?? {}) as Row;
  return { ...Object.fromEntries(columns.map((column) => [fieldOf(column), held[column]])), ...shown };
}

/** Data held besides the account. Staff are not named: their actions are data of the person, their names are not. */
const SECTIONS: Readonly<Record<string, Section>> = {
  cards: async (db, id, after) =>
    (
      await sql<Row>`
        select id, card_number as number, issued_at as "issuedAt", ended_at as "endedAt", to_jsonb(c) as row
        from account_card c where account_id = ${id} and (${idOf(after)}::uuid is null or id > ${idOf(after)}::uuid)
        order by id limit ${PAGE}`.execute(db)
    ).rows,
  devices: async (db, id, after) =>
    (
      await sql<Row>`
        select id, platform::text as platform, app_version as "appVersion", token_refreshed_at as "tokenRefreshedAt",
          created_at as "createdAt", invalidated_at as "invalidatedAt", invalid_reason::text as "invalidReason", to_jsonb(d) as row
        from account_device d where account_id = ${id} and (${idOf(after)}::uuid is null or id > ${idOf(after)}::uuid)
        order by id limit ${PAGE}`.execute(db)
    ).rows,
  topics: async (db, id, after) =>
    (
      await sql<Row>`
        select t.id, t.code, t.name_i18n -> 'en-US' as name, s.is_subscribed as "isSubscribed", s.source::text as source,
          s.changed_at as "changedAt", to_jsonb(s) as row
        from account_topic_subscription s join topic t on t.id = s.topic_id
        where s.account_id = ${id} and (${idOf(after)}::uuid is null or t.id > ${idOf(after)}::uuid)
        order by t.id limit ${PAGE}`.execute(db)
    ).rows,
  badges: async (db, id, after) =>
    (
      await sql<Row>`
        select w.id, b.code, b.name_i18n -> 'en-US' as name, w.source::text as source, w.awarded_at as "awardedAt", w.note,
          w.evidence_ref as evidence, w.expires_at as "expiresAt", w.revoked_at as "revokedAt", w.revoke_reason as "revokeReason",
          to_jsonb(w) as row
        from account_badge_award w join badge b on b.id = w.badge_id
        where w.account_id = ${id} and (${idOf(after)}::uuid is null or w.id > ${idOf(after)}::uuid)
        order by w.id limit ${PAGE}`.execute(db)
    ).rows,
  notes: async (db, id, after) =>
    (
      await sql<Row>`
        select id, text, written_at as "writtenAt", retracted_at as "retractedAt", retract_reason as "retractReason", to_jsonb(n) as row
        from account_note n where account_id = ${id} and (${idOf(after)}::uuid is null or id > ${idOf(after)}::uuid)
        order by id limit ${PAGE}`.execute(db)
    ).rows,
  points: async (db, id, after) =>
    (
      await sql<Row>`
        select e.seq::float8 as seq, e.delta::float8 as points, e.balance_after::float8 as "balanceAfter",
          e.occurred_at as "occurredAt", t.code::text as kind, t.reason
        from points_wallet w join points_entry e on e.wallet_id = w.id join points_transfer t on t.id = e.transfer_id
        where w.owner_type = 'ACCOUNT' and w.owner_id = ${id} and e.seq > ${after?.['seq'] ?? 0}::bigint
        order by e.seq limit ${PAGE}`.execute(db)
    ).rows,
  giveaways: async (db, id, after) =>
    (
      await sql<Row>`
        select e.id, g.code, g.title_i18n -> 'en-US' as title, e.tickets, e.state::text as state, e.points_paid as "pointsPaid",
          e.entered_at as "enteredAt", e.changed_at as "changedAt", w.draw_position as "drawnAtPosition", w.state::text as "winnerState", to_jsonb(e) as row
        from giveaway_entry e join giveaway g on g.id = e.giveaway_id
          left join giveaway_winner w on w.giveaway_id = e.giveaway_id and w.entry_id = e.id and g.state in ('ANNOUNCED', 'SETTLED')
        where e.account_id = ${id} and (${idOf(after)}::uuid is null or e.id > ${idOf(after)}::uuid)
        order by e.id limit ${PAGE}`.execute(db)
    ).rows,
  notifications: async (db, id, after) =>
    (
      await sql<Row>`
        select n.id, n.title_i18n -> 'en-US' as title, n.body_i18n -> 'en-US' as body, t.code as topic,
          delivery_state_shown(n.state, d.state)::text as state, delivery_reason_shown(n.state, d.state, d.reason)::text as reason,
          d.sent_at as "sentAt", d.received_at as "receivedAt", d.opened_at as "openedAt", to_jsonb(d) as row
        from notification_delivery d join notification n on n.id = d.notification_id join topic t on t.id = n.topic_id
        where d.account_id = ${id} and (${idOf(after)}::uuid is null or d.notification_id > ${idOf(after)}::uuid)
        order by d.notification_id limit ${PAGE}`.execute(db)
    ).rows,
  refusedRequests: async (db, id, after) =>
    (
      await sql<Row>`
        select m.id, m.occurred_at as "occurredAt", s.name as store, m.points::float8 as points, m.reason,
          to_jsonb(m) as row
        from machine_refusal m left join store s on s.id = m.store_id
        where m.account_id = ${id} and (${idOf(after)}::uuid is null or m.id > ${idOf(after)}::uuid)
        order by m.id limit ${PAGE}`.execute(db)
    ).rows,
  changes: async (db, id, after) =>
    (
      await sql<Row>`
        select id::text as id, occurred_at as "occurredAt", action, outcome::text as outcome, reason, changes,
          personal_changes as "personalChanges"
        from staff_audit_event
        where entity_type = 'account' and entity_id = ${id}
          and (${idOf(after)}::bigint is null
            or (occurred_at, id) > (${after?.['occurredAt'] ?? null}::timestamptz, ${idOf(after)}::bigint))
        order by occurred_at, id limit ${PAGE}`.execute(db)
    ).rows,
};

function idOf(row: Row | null): unknown {
  return row?.['id'] ?? null;
}

async function* dataFile(run: JobRun, id: string, count: (rows: number) => Promise<void>): AsyncGenerator<string> {
  const personal = await personalColumns(run.db, NOT_ADDED);
  const account = whole(await readAccount(run, id), personal.get('account'));
  yield `{"madeAt":${JSON.stringify(new Date())},"account":${JSON.stringify(account)}`;
  await count(1);
  for (const [name, read] of Object.entries(SECTIONS)) {
    yield `,\n${JSON.stringify(name)}:[`;
    let last: Row | null = null;
    let separator = '';
    for (;;) {
      const page: readonly Row[] = await read(run.db, id, last);
      for (const row of page) {
        yield `${separator}\n${JSON.stringify(whole(row, personal.get(TABLES[name] ?? '')))}`;
        separator = ',';
      }
      await count(page.length);
      last = page.at(-1) ?? null;
      if (page.length < PAGE) break;
    }
    yield ']';
  }
  for (const [table, columns] of personal) {
    if (table === 'account' || Object.values(TABLES).includes(table)) continue;
    const held = sql.join(columns.map((column) => sql`${column}::text, ${sql.ref(column)}`));
    const { rows } = await sql<{ row: Row }>`
      select json_build_object(${held}) as row from ${sql.table(table)} where account_id = ${id}`.execute(run.db);
    yield `,\n${JSON.stringify(fieldOf(table))}:${JSON.stringify(rows.map(({ row }) => row))}`;
    await count(rows.length);
  }
  yield '}\n';
}

/** Entered fields; country and area as codes. */
const ENTERED = sql.join(
  ACCOUNT_FIELDS.filter(({ shownAs }) => shownAs === undefined).map(
    ({ name, column }) => sql`${sql.ref(`a.${column}`)} as ${sql.ref(name)}`,
  ),
);

/** The account's own fields, with its picture. */
async function readAccount({ db, files }: JobRun, id: string): Promise<Row> {
  const { rows } = await sql<Row & { firebaseId: string | null; hasPicture: boolean }>`
    select a.id, a.public_no as number, ${ENTERED}, a.email_verified as "emailVerified", a.country_code as country, r.code as area,
      a.firebase_id as "firebaseId", a.push_consent_at as "pushConsentAt", a.state::text as state,
      a.state_reason as "stateReason", a.suspended_until as "suspendedUntil", a.privacy_requested_at as "privacyRequestedAt",
      a.last_seen_at as "lastSeenAt", a.created_at as "createdAt", a.updated_at as "updatedAt", a.has_picture as "hasPicture", to_jsonb(a) as row
    from account a left join area r on r.id = a.area_id where a.id = ${id}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error(`Account ${id} not found.`);
  const { hasPicture, ...account } = found;
  const key = hasPicture && account.firebaseId !== null ? pictureKey(account.firebaseId) : null;
  if (key === null) return { ...account, picture: null };
  const parts: Buffer[] = [];
  for await (const part of (await files.store.read(key)).content) parts.push(Buffer.from(part));
  return { ...account, picture: `data:image/png;base64,${Buffer.concat(parts).toString('base64')}` };
}
