import { type AccountBulkAction, checkReasonAlone } from './account-bulk-action.ts';
import { checkTopic, GONE_SQL, subscriptionSql, topicTarget } from './account-bulk-topic.ts';

/** Takes accounts off a topic. */
export const unsubscribeAccounts: AccountBulkAction = {
  permission: 'account.change-topics',
  auditAction: 'account.unsubscribe',
  checkTarget: checkTopic,
  checkOptions: checkReasonAlone,
  refusal: (values, topicId) =>
    `coalesce(${GONE_SQL}, case when ${subscriptionSql(values, topicId, 's.is_subscribed')} then null else 'not-subscribed' end)`,
  change: (values, { targetId }, actor) => {
    const topic = `${values.add(targetId)}::uuid`;
    return {
      before: [],
      target: topicTarget(topic),
      effect: `
        update account_topic_subscription s
        set is_subscribed = false, source = 'STAFF', changed_at = now(), changed_by = ${actor}
        from ruled r where s.account_id = r.id and s.topic_id = ${topic} and s.is_subscribed and r.refusal is null
        returning s.account_id as id,
          jsonb_build_object('topic', jsonb_build_array((select t.code from topic t where t.id = ${topic}), null)) as changes`,
    };
  },
};
