import { type AccountBulkAction, checkReasonAlone } from './account-bulk-action.ts';
import { checkTopic, GONE_SQL, subscriptionSql, topicTarget } from './account-bulk-topic.ts';

/**
 * Subscribes accounts to a topic. Their consent to messages stays what it is, and who left the topic by their own hand stays out: only
 * the owner of an account takes that back.
 */
export const subscribeAccounts: AccountBulkAction = {
  permission: 'account.change-topics',
  auditAction: 'account.subscribe',
  checkTarget: checkTopic,
  checkOptions: checkReasonAlone,
  refusal: (values, topicId) =>
    `coalesce(${GONE_SQL}, ${subscriptionSql(
      values,
      topicId,
      "case when s.is_subscribed then 'already-subscribed' when s.source = 'APP' then 'opted-out' end",
    )})`,
  change: (values, { targetId }, actor) => {
    const topic = `${values.add(targetId)}::uuid`;
    return {
      before: [],
      target: topicTarget(topic),
      effect: `
        insert into account_topic_subscription as s (account_id, topic_id, is_subscribed, source, changed_by)
        select r.id, ${topic}, true, 'STAFF', ${actor} from ruled r where r.refusal is null
        on conflict (account_id, topic_id) do update
          set is_subscribed = true, source = 'STAFF', changed_at = now(), changed_by = excluded.changed_by
          where not s.is_subscribed and s.source <> 'APP'
        returning s.account_id as id,
          jsonb_build_object('topic', jsonb_build_array(null, (select t.code from topic t where t.id = ${topic}))) as changes`,
    };
  },
};
