import { useMessages } from '@backcounter/i18n/react';
import { choicesOf } from '../../../crud/fields/choices.ts';
import type { BulkDialogProps } from '../../../lib/record/selected-rows.ts';
import { badgeChoicesQuery } from './account-bulk.operations.ts';
import { AccountBulkTarget } from './account-bulk-target.tsx';

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
