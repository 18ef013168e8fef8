import { ACCOUNT_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useState } from 'react';
import type { AccountBulkAction } from '../../../generated/graphql.ts';
import { DateTimeInput } from '../../../lib/date-time/date-time-input.tsx';
import { instantOf, wallTimeOf } from '../../../lib/format/zoned-time.ts';
import { placeOfZone } from '../../../lib/format/zoned-words.ts';
import type { BulkDialogProps } from '../../../lib/record/selected-rows.ts';
import { Select } from '../../../lib/select/select.tsx';
import { BulkDialog, type BulkDialogProps as DialogWords } from '../../../records/bulk/bulk-dialog.tsx';
import { type Choices, choicesOf, offered, useChoices } from '../../../records/fields/choices.ts';
import { FIELD_ORDER } from '../../../records/form/record-form.tsx';
import { askedBefore } from '../../../records/state-actions.ts';
import { badgeChoicesQuery, topicChoicesQuery } from './account-bulk.operations.ts';
import { useAccountBulk } from './use-account-bulk.ts';

interface AccountBulkTargetProps extends BulkDialogProps {
  readonly action: AccountBulkAction;
  /** Topics or badges to choose from. */
  readonly choices: Choices;
  /** Label of the select. */
  readonly label: string;
  readonly words: Pick<DialogWords, 'titles' | 'verb' | 'consequence' | 'changeWords'>;
}

/** Asks for a topic or badge, shows the effect on the selected accounts, then starts the job. */
function AccountBulkTarget({ action, choices, label, words, ...props }: AccountBulkTargetProps) {
  const [targetId, setTargetId] = useState<string | null>(null);
  const { forecast, reasonWords, start } = useAccountBulk(action, props, { targetId });
  const known = offered(useChoices(choices), targetId);
  return (
    <BulkDialog
      {...words}
      reasonWords={reasonWords}
      isDestructive={false}
      isReasonRequired={false}
      isIncomplete={targetId === null}
      count={props.count}
      forecast={forecast}
      content={targetId ?? ''}
      fields={(problemOf) => (
        <Select
          label={label}
          required
          options={known}
          value={targetId}
          error={problemOf('targetId')}
          onChange={setTargetId}
        />
      )}
      onStart={(given) => start(given, { reason: given.reason || null })}
      onClose={props.onClose}
    />
  );
}

/** Suspends the selected accounts, until a time or until staff reactivate them. */
export function AccountSuspendMany(props: BulkDialogProps) {
  const { t, timeZone } = useMessages();
  const { forecast, reasonWords, start } = useAccountBulk('SUSPEND', props);
  const [until, setUntil] = useState('');
  const isPast = until !== '' && Date.parse(instantOf(until, timeZone)) <= Date.now();
  return (
    <BulkDialog
      titles={['account.bulk.suspend.title', 'account.bulk.suspend.title-all']}
      verb={t('account.action.suspend')}
      consequence={t('account.bulk.suspend.consequence')}
      changeWords={(count) => t('account.bulk.suspend.will', { count })}
      reasonWords={reasonWords}
      {...askedBefore(ACCOUNT_MACHINE, 'suspend')}
      isIncomplete={isPast}
      count={props.count}
      forecast={forecast}
      content={until}
      fields={(problemOf) => (
        <DateTimeInput
          kind="date-time"
          isAhead
          min={wallTimeOf(new Date().toISOString(), timeZone).slice(0, 16)}
          label={t('account.suspend.until')}
          description={t('account.bulk.suspend.until-hint', { zone: placeOfZone(timeZone) })}
          inputWrapperOrder={FIELD_ORDER}
          value={until}
          error={isPast ? t('error.field.future') : problemOf('until')}
          onChange={setUntil}
        />
      )}
      onStart={(given) =>
        start(given, { reason: given.reason, until: until === '' ? null : instantOf(until, timeZone) })
      }
      onClose={props.onClose}
    />
  );
}

/** Makes the selected accounts active again. */
export function AccountReactivateMany(props: BulkDialogProps) {
  const { t } = useMessages();
  const { forecast, reasonWords, start } = useAccountBulk('REACTIVATE', props);
  return (
    <BulkDialog
      titles={['account.bulk.reactivate.title', 'account.bulk.reactivate.title-all']}
      verb={t('account.action.reactivate')}
      consequence={t('account.bulk.reactivate.consequence')}
      changeWords={(count) => t('account.bulk.reactivate.will', { count })}
      reasonWords={reasonWords}
      {...askedBefore(ACCOUNT_MACHINE, 'reactivate')}
      count={props.count}
      forecast={forecast}
      onStart={(given) => start(given, { reason: given.reason || null })}
      onClose={props.onClose}
    />
  );
}

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

const badges = choicesOf('badge', badgeChoicesQuery);

/** Awards a badge to the selected accounts. */
export function AccountAwardMany(props: BulkDialogProps) {
  const { t } = useMessages();
  return (
    <AccountBulkTarget
      {...props}
      action="AWARD_BADGE"
      choices={badges}
      label={t('account.bulk.target.badge')}
      words={{
        titles: ['account.bulk.award.title', 'account.bulk.award.title-all'],
        verb: t('account.action.award'),
        consequence: t('account.bulk.award.consequence'),
        changeWords: (count) => t('account.bulk.award.will', { count }),
      }}
    />
  );
}
