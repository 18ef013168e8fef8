import { ACCOUNT_MACHINE } from '@backcounter/domain';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { type AccountBulkAction, checkReasonAlone } from './account-bulk-action.ts';

/** Checks that accounts can be subscribed to a topic. @throws AppError `field.invalid` on `targetId` */
async function checkTopic({ db }: RequestContext, targetId: string | null): Promise<void> {
  if (targetId === null) throw fieldsInvalid({ targetId: [{ rule: 'required' }] });
  const topic = isUuid(targetId)
    ? await db.selectFrom('topic').select('archived_at').where('id', '=', targetId).executeTakeFirst()
    : undefined;
  if (topic === undefined) throw fieldsInvalid({ targetId: [{ rule: 'unknown' }] });
  if (topic.archived_at !== null) throw fieldsInvalid({ targetId: [{ rule: 'archived' }] });
}

/**
 * Subscribes accounts to a topic, or unsubscribes them. Consent to messages does not change. Holders who unsubscribed themselves are
 * skipped: only they can undo that.
 */
export function topicAction(subscribes: boolean): AccountBulkAction {
  return {
    permission: ACCOUNT_MACHINE.actions.CHANGE_TOPICS.permission,
    auditAction: subscribes ? 'account.subscribe' : 'account.unsubscribe',
    checkTarget: checkTopic,
    checkOptions: checkReasonAlone,
    refusal: (values, topicId) => `(
      select topic_change_refusal(${subscribes}, a.state, a.state_changed_at, s.is_subscribed, s.source)
      from (select) as account left join account_topic_subscription s on s.account_id = a.id and s.topic_id = ${values.add(topicId)}::uuid)`,
    change: (values, { targetId }, actor, ids) =>
      `change_account_topics(${values.add(targetId)}::uuid, ${ids}, ${subscribes}, ${actor})`,
  };
}
