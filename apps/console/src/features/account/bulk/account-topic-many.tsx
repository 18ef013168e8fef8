import { useMessages } from '@backcounter/i18n/react';
import { choicesOf } from '../../../crud/fields/choices.ts';
import type { BulkDialogProps } from '../../../lib/record/selected-rows.ts';
import { topicChoicesQuery } from './account-bulk.operations.ts';
import { AccountBulkTarget } from './account-bulk-target.tsx';

const topics = choicesOf('topic', topicChoicesQuery);

/** Subscribes the selected accounts to a topic. */
export function AccountSubscribeMany(props: BulkDialogProps) {
  const { t } = useMessages();
  return (
    <AccountBulkTarget
      {...props}
      action="SUBSCRIBE_TOPIC"
      choices={topics}
      label={t('account.bulk.target.topic')}
      words={{
        titles: ['account.bulk.subscribe.title', 'account.bulk.subscribe.title-all'],
        verb: t('account.action.subscribe'),
        consequence: t('account.bulk.subscribe.consequence'),
        changeWords: (count) => t('account.bulk.subscribe.will', { count }),
      }}
    />
  );
}

/** Unsubscribes the selected accounts from a topic. */
export function AccountUnsubscribeMany(props: BulkDialogProps) {
  const { t } = useMessages();
  return (
    <AccountBulkTarget
      {...props}
      action="UNSUBSCRIBE_TOPIC"
      choices={topics}
      label={t('account.bulk.target.topic')}
      words={{
        titles: ['account.bulk.unsubscribe.title', 'account.bulk.unsubscribe.title-all'],
        verb: t('account.action.unsubscribe'),
        consequence: t('account.bulk.unsubscribe.consequence'),
        changeWords: (count) => t('account.bulk.unsubscribe.will', { count }),
      }}
    />
  );
}
