import { ACCOUNT_MACHINE, AppError } from '@backcounter/domain';
import { sql } from 'kysely';
import { recordAudit } from '../../../audit/record-audit.ts';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import { statedReason } from '../../../crud/state-change.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import type { StaffRef } from '../../../graphql/schema/builder.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { refuseAccount } from '../account.service.ts';
import { lockAccountNow } from '../account-lock.ts';
import { accountNotFound } from '../account-record.ts';

/** A topic and the subscription of an account to it; named as the API's fields. */
export interface AccountTopicRow {
  readonly topicId: string;
  readonly code: string;
  readonly names: Readonly<Record<string, string>>;
  readonly descriptions: Readonly<Record<string, string>>;
  readonly kind: 'MARKETING' | 'SERVICE';
  readonly categoryId: string;
  readonly categoryNames: Readonly<Record<string, string>>;
  readonly isSubscribed: boolean;
  /** Null without a decision. */
  readonly source: 'APP' | 'STAFF' | 'IMPORT' | 'DEFAULT' | null;
  readonly changedAt: Date | null;
  readonly changedBy: StaffRef | null;
  /** False without a subscription, or for a marketing topic without consent. */
  readonly isEffective: boolean;
}

/** Every topic in use, by category, with the subscription of the account. @throws AppError `record.not-found` */
export async function accountTopics({ db }: RequestContext, accountId: string): Promise<AccountTopicRow[]> {
  const account = isUuid(accountId)
    ? await db.selectFrom('account').select('push_consent').where('id', '=', accountId).executeTakeFirst()
    : undefined;
  if (account === undefined) throw accountNotFound();
  const { rows } = await sql<
    Omit<AccountTopicRow, 'changedBy' | 'isEffective'> & { by: string | null; byName: string | null }
  >`
    select t.id as "topicId", t.code, t.name_i18n as names, t.description_i18n as descriptions, t.kind::text as kind,
      c.id as "categoryId", c.name_i18n as "categoryNames", coalesce(s.is_subscribed, false) as "isSubscribed",
      s.source::text as source, s.changed_at as "changedAt", s.changed_by as by, u.display_name as "byName"
    from topic t join topic_category c on c.id = t.category_id
      left join account_topic_subscription s on s.topic_id = t.id and s.account_id = ${accountId}
      left join staff_user u on u.sub = s.changed_by
    where t.archived_at is null
    order by c.position, t.position`.execute(db);
  return rows.map(({ by, byName, ...row }) => ({
    ...row,
    changedBy: by === null ? null : { sub: by, name: byName ?? by },
    isEffective: row.isSubscribed && (row.kind === 'SERVICE' || account.push_consent),
  }));
}

/** A decision of staff about one topic for one account. */
export interface TopicChange {
  readonly id: string;
  readonly topicId: string;
  readonly isSubscribed: boolean;
  readonly reason: string | null;
}

/**
 * Subscribes an account to a topic or unsubscribes it; does nothing if it is so already. Consent to messages does not change. An account
 * whose holder unsubscribed needs a reason to be subscribed again, such as their request.
 * @throws AppError `record.not-found`, `state.invalid-transition`, `field.invalid`, `reason.required`
 */
export async function setAccountTopic(context: RequestContext, change: TopicChange): Promise<void> {
  const { id, topicId, isSubscribed } = change;
  const reason = statedReason(ACCOUNT_MACHINE.actions.CHANGE_TOPICS.reason, change.reason);
  const account = await lockAccountNow(context, id);
  refuseAccount(context, account, 'CHANGE_TOPICS');
  const { db, caller } = context;
  // The topic is locked after the account, as the counter of its subscribers is.
  const topic = isUuid(topicId)
    ? await db
        .selectFrom('topic')
        .select(['code', 'archived_at'])
        .where('id', '=', topicId)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined;
  if (topic === undefined) throw fieldsInvalid({ topicId: [{ rule: 'unknown' }] });
  if (topic.archived_at !== null) throw fieldsInvalid({ topicId: [{ rule: 'archived' }] });
  const before = await db
    .selectFrom('account_topic_subscription')
    .select(['is_subscribed', 'source'])
    .where('account_id', '=', id)
    .where('topic_id', '=', topicId)
    .executeTakeFirst();
  if ((before?.is_subscribed ?? false) === isSubscribed) return;
  if (isSubscribed && before?.source === 'APP' && reason === null) {
    throw new AppError('reason.required', {
      message: 'A reason is required to subscribe an account whose holder unsubscribed.',
      details: { fields: { reason: [{ rule: 'required' }] } },
    });
  }
  await sql`
    insert into account_topic_subscription as s (account_id, topic_id, is_subscribed, source, changed_by)
    values (${id}, ${topicId}, ${isSubscribed}, 'STAFF', ${caller.sub})
    on conflict (account_id, topic_id) do update
      set is_subscribed = excluded.is_subscribed, source = 'STAFF', changed_at = now(), changed_by = excluded.changed_by`.execute(
    db,
  );
  await recordAudit(context, {
    action: isSubscribed ? 'account.subscribe' : 'account.unsubscribe',
    entityType: 'account',
    entityId: id,
    outcome: 'DONE',
    reason,
    changes: { topic: isSubscribed ? [null, topic.code] : [topic.code, null] },
  });
}
