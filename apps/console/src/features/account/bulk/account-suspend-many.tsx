import { ACCOUNT_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { BulkDialogProps } from '../../../listing/selection/bulk-action.ts';
import { BulkDialog } from '../../../records/bulk/bulk-dialog.tsx';
import { FIELD_ORDER } from '../../../records/form/record-form.tsx';
import { askedBefore } from '../../../records/state-actions.ts';
import { useAccountBulk } from './use-account-bulk.ts';

/** Suspends the selected accounts, until a time or until staff reactivate them. */
export function AccountSuspendMany(props: BulkDialogProps) {
  const { t, timeZone } = useMessages();
  const { forecast, reasonWords, start } = useAccountBulk('SUSPEND', props);
  const [until, setUntil] = useState('');
  const isPast = until !== '' && Date.parse(until) <= Date.now();
  return (
    <BulkDialog
      titleOf={(figure, count) =>
        figure === null ? t('account.bulk.suspend.title-all') : t('account.bulk.suspend.title', { figure, count })
      }
      verb={t('account.action.suspend')}
      consequence={t('account.bulk.suspend.consequence')}
      changeWords={(count, figure) => t('account.bulk.suspend.will', { count, figure })}
      reasonWords={reasonWords}
      {...askedBefore(ACCOUNT_MACHINE, 'suspend')}
      isIncomplete={isPast}
      count={props.count}
      forecast={forecast}
      content={until}
      fields={(problemOf) => (
        <TextInput
          type="datetime-local"
          label={t('account.suspend.until')}
          description={t('account.bulk.suspend.until-hint', { zone: timeZone })}
          inputWrapperOrder={FIELD_ORDER}
          value={until}
          error={isPast ? t('error.field.future') : problemOf('until')}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      )}
      onStart={(given) =>
        start(given, { reason: given.reason, until: until === '' ? null : new Date(until).toISOString() })
      }
      onClose={props.onClose}
    />
  );
}
