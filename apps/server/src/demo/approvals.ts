import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { createDatabase, createPool, type Database } from '../db/client.ts';
import { SYSTEM_ACTOR } from '../db/system-actor.ts';
import type { DatabaseTransaction } from '../db/transaction.ts';
import { contentNow } from '../features/approval/approval-run.ts';
import { peekCampaign } from '../features/campaign/campaign-lock.ts';
import { exposureOf } from '../features/campaign/campaign-record.ts';
import { createSchema } from '../features/index.ts';
import type { ApprovalContent, RequestContext, Services } from '../graphql/request-context.ts';
import { transactionRunner } from '../graphql/sql-runner.ts';
import { COLLEAGUES } from './history.ts';

const HOUR_MS = 3_600_000;
const [REQUESTER, DECIDER] = COLLEAGUES;

/** Final states, with how long ago the request was made and what the decider wrote. */
const ENDED = [
  { state: 'APPROVED', hoursAgo: 200, note: 'Agreed with finance.' },
  { state: 'DECLINED', hoursAgo: 150, note: 'Lower the limit of codes first, please.' },
  { state: 'EXPIRED', hoursAgo: 300, note: null },
  { state: 'VOIDED', hoursAgo: 90, note: null },
  { state: 'CANCELED', hoursAgo: 60, note: null },
] as const;

/**
 * Writes requests to activate drafts: one for each final state, and one that waits and can be approved. The rules stay
 * off. Does nothing without drafts with codes, or if there are requests.
 */
export async function seedApprovals({
  ownerUrl,
  now,
}: {
  readonly ownerUrl: string;
  readonly now: Date;
}): Promise<void> {
  const pool = createPool({ url: ownerUrl, max: 1, applicationName: 'backcounter-seed' });
  const db = createDatabase(pool);
  try {
    await db.transaction().execute((trx) => write(trx, now));
  } finally {
    await db.destroy();
  }
}

async function write(trx: DatabaseTransaction, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from campaign where state = 'DRAFT' and ends_at > now() and campaign_coupons_ordered(id) > 0
      and not exists (select from approval_request) order by starts_at, id`.execute(trx);
  const context: RequestContext = {
    caller: { kind: 'staff', ...REQUESTER, email: null, expiresAt: now },
    db: trx,
    sql: transactionRunner(trx),
    lists: null,
    // Activating a campaign needs none.
    services: {} as Services,
    signal: new AbortController().signal,
    requestId: randomUUID(),
    now,
  };
  const found: { readonly content: ApprovalContent; readonly input: object }[] = [];
  for (const { id, version } of rows) {
    const campaign = await peekCampaign(context, id);
    const { uses, discountMinor, points } = exposureOf(campaign);
    const input = {
      id,
      expectedVersion: version,
      agreed: { uses, discountMinor, points },
      reason: 'Summer',
      confirmCode: campaign.code,
    };
    const wish = { operation: 'activateCampaign', variables: { input } };
    const content = await contentNow(createSchema(), context, wish, true).catch(() => null);
    if (content !== null) found.push({ content, input });
  }
  const [first] = found;
  if (first === undefined) return;
  for (const [index, { state, hoursAgo, note }] of ENDED.entries()) {
    const { content, input } = found[index % found.length] ?? first;
    const id = await insert(trx, content, input, new Date(now.getTime() - HOUR_MS));
    const at = new Date(now.getTime() - hoursAgo * HOUR_MS);
    await sql`update approval_request set state = ${state}::approval_state, decided_by = ${note && DECIDER.sub}, decision_note = ${note},
        decided_at = ${new Date(at.getTime() + 20 * HOUR_MS)} where id = ${id}`.execute(trx);
    await sql`update approval_request set requested_at = ${at}, expires_at = ${new Date(at.getTime() + 72 * HOUR_MS)}
      where id = ${id}`.execute(trx);
  }
  await insert(trx, first.content, first.input, new Date(now.getTime() - 5 * HOUR_MS));
  await sql`
    insert into staff_audit_event (occurred_at, actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes)
    select e.at, e.by, e.roles, 'seed-' || left(md5(r.id::text || e.action), 16), 'approval.' || e.action, 'approval', r.id::text, 'DONE', e.reason, '{}'
    from approval_request r cross join lateral (values
      (r.requested_at, r.requested_by, '{ADMIN}'::text[], 'request', r.note),
      (r.decided_at, coalesce(r.decided_by, case r.state when 'CANCELED' then r.requested_by else ${SYSTEM_ACTOR.sub} end),
        case when r.state in ('APPROVED', 'DECLINED', 'CANCELED') then '{ADMIN}' else '{}' end::text[],
        case r.state when 'APPROVED' then 'approve' when 'DECLINED' then 'decline' when 'EXPIRED' then 'expire'
          when 'CANCELED' then 'cancel' else 'void' end, r.decision_note)
    ) as e (at, by, roles, action, reason) where e.at is not null order by e.at`.execute(trx);
}

async function insert(
  db: Kysely<Database>,
  { action, title, entityType, entityId, fields, figures, contentHash, value, limit }: ApprovalContent,
  input: object,
  at: Date,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into approval_request (action, title, entity_type, entity_id, content, content_hash, value, limit_value, operation,
      variables, note, requested_by, requested_at, expires_at)
    values (${action}::approval_action, ${title}, ${entityType}, ${entityId}, ${JSON.stringify({ fields, figures })},
      decode(${contentHash}, 'hex'), ${value}, ${limit}, 'activateCampaign', ${JSON.stringify({ input })},
      'Please look at the worst case.', ${REQUESTER.sub}, ${at}, greatest(now(), ${at}) + interval '72 hours') returning id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}
