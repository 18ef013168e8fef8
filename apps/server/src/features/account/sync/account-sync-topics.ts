import { sql } from 'kysely';
import { rememberActor } from '../../../audit/record-audit.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import type { RowProblem } from '../../../imports/import-definition.ts';
import { checkRowCount } from './account-sync.ts';

/** A decision of an account holder about a topic, made in the app. */
export interface TopicSyncInput {
  readonly firebaseId: string;
  /** Code of the topic. */
  readonly topic: string;
  readonly isSubscribed: boolean;
}

/** Outcome of a row. */
export type TopicSyncOutcome = 'CHANGED' | 'UNCHANGED' | 'REFUSED';

/** Result of one row. */
export interface TopicSyncResult {
  readonly firebaseId: string;
  readonly topic: string;
  readonly outcome: TopicSyncOutcome;
  readonly problems: readonly RowProblem[];
}

interface Situation {
  readonly number: number;
  readonly account_id: string | null;
  readonly account_state: string | null;
  readonly topic_id: string | null;
  readonly is_archived: boolean;
  readonly is_subscribed: boolean | null;
  readonly is_own_decision: boolean;
}

/**
 * Records decisions of account holders, each row independently, with an audit row for each change. A decision of the holder replaces
 * one of staff, even if both are equal. Returns results in the order of the rows.
 * @throws AppError `field.invalid` for more than 1,000 rows
 */
export async function syncAccountTopics(
  context: RequestContext,
  decisions: readonly TopicSyncInput[],
): Promise<TopicSyncResult[]> {
  checkRowCount('decisions', decisions.length);
  await rememberActor(context);
  const situations = await lookAround(context, decisions);
  const seen = new Set<string>();
  const changed: object[] = [];
  const results = decisions.map((decision, number): TopicSyncResult => {
    const { firebaseId, topic, isSubscribed } = decision;
    const situation = situations.get(number);
    const problem = problemOf(situation, decision, seen);
    if (problem !== null) return { firebaseId, topic, outcome: 'REFUSED', problems: [problem] };
    const isSo = situation?.is_subscribed === isSubscribed && situation.is_own_decision;
    if (isSo) return { firebaseId, topic, outcome: 'UNCHANGED', problems: [] };
    changed.push({ account: situation?.account_id, topic: situation?.topic_id, code: topic, isSubscribed });
    return { firebaseId, topic, outcome: 'CHANGED', problems: [] };
  });
  if (changed.length > 0) await write(context, changed);
  return results;
}

function problemOf(
  situation: Situation | undefined,
  { firebaseId, topic, isSubscribed }: TopicSyncInput,
  seen: Set<string>,
): RowProblem | null {
  const key = JSON.stringify([firebaseId, topic]);
  if (seen.has(key)) return { field: 'topic', rule: 'repeated' };
  seen.add(key);
  if (situation?.account_id == null) return { field: 'firebaseId', rule: 'unknown' };
  if (situation.account_state === 'ERASED') return { field: 'firebaseId', rule: 'is-erased' };
  if (situation.topic_id === null) return { field: 'topic', rule: 'unknown' };
  if (situation.is_archived && isSubscribed) return { field: 'topic', rule: 'not-in-use' };
  return null;
}

/** Locks accounts in id order before their topics, as everywhere. */
async function lookAround(
  { db }: RequestContext,
  decisions: readonly TopicSyncInput[],
): Promise<ReadonlyMap<number, Situation>> {
  await sql`select id from account where firebase_id = any(${decisions.map(({ firebaseId }) => firebaseId)}::text[])
    order by id for no key update`.execute(db);
  const rows = JSON.stringify(decisions.map(({ firebaseId, topic }, number) => ({ number, firebaseId, topic })));
  const found = await sql<Situation>`
    select r.number, a.id as account_id, a.state::text as account_state, t.id as topic_id,
      t.archived_at is not null as is_archived, s.is_subscribed, s.source is not distinct from 'APP' as is_own_decision
    from jsonb_to_recordset(${rows}::jsonb) as r(number int, "firebaseId" text, topic text)
    left join account a on a.firebase_id = r."firebaseId"
    left join topic t on t.code = r.topic
    left join account_topic_subscription s on s.account_id = a.id and s.topic_id = t.id`.execute(db);
  return new Map(found.rows.map((situation) => [situation.number, situation]));
}

async function write({ db, caller, requestId }: RequestContext, changed: readonly object[]): Promise<void> {
  await sql`
    with rows as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
        as r(account uuid, topic uuid, code text, "isSubscribed" boolean)
    ), written as (
      insert into account_topic_subscription as s (account_id, topic_id, is_subscribed, source, changed_by)
      select account, topic, "isSubscribed", 'APP', ${caller.sub} from rows order by topic, account
      on conflict (account_id, topic_id) do update
        set is_subscribed = excluded.is_subscribed, source = 'APP', changed_at = now(), changed_by = excluded.changed_by
    )
    insert into staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, changes)
    select ${caller.sub}, '{}', ${requestId}, case when "isSubscribed" then 'account.subscribe' else 'account.unsubscribe' end,
      'account', account::text, 'DONE', case when "isSubscribed" then jsonb_build_object('topic', jsonb_build_array(null, code))
        else jsonb_build_object('topic', jsonb_build_array(code, null)) end
    from rows`.execute(db);
}
