import type { RequestContext } from '../../graphql/request-context.ts';
import type { SqlValues } from '../../listing/list-definition.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { fieldsInvalid } from './account-patch.ts';

/** A topic that accounts can be subscribed to. @throws AppError `field.invalid` on `targetId` */
export async function checkTopic({ db }: RequestContext, targetId: string | null): Promise<void> {
  if (targetId === null) throw fieldsInvalid({ targetId: [{ rule: 'required' }] });
  const topic = isUuid(targetId)
    ? await db.selectFrom('topic').select('archived_at').where('id', '=', targetId).executeTakeFirst()
    : undefined;
  if (topic === undefined) throw fieldsInvalid({ targetId: [{ rule: 'unknown' }] });
  if (topic.archived_at !== null) throw fieldsInvalid({ targetId: [{ rule: 'archived' }] });
}

/** SQL of what account `a` has of a topic: a row with one column, or none where nobody decided yet. */
export function subscriptionSql(values: SqlValues, topicId: string | null, column: string): string {
  return `(select ${column} from account_topic_subscription s
    where s.account_id = a.id and s.topic_id = ${values.add(topicId)}::uuid)`;
}

/**
 * SQL that locks the topic and says whether it has been archived meanwhile. After the accounts, as the counter of its subscribers is
 * locked after them too.
 */
export function topicTarget(topic: string): string {
  return `select case when t.archived_at is not null then 'topic-archived' end as refusal
    from topic t where t.id = ${topic} and (select count(*) from judged) > 0 for no key update`;
}

/** SQL of the state of accounts that take part in nothing any more; null for the others. */
export const GONE_SQL = `case a.state when 'CLOSED' then 'is-closed' when 'ERASED' then 'is-erased' end`;
