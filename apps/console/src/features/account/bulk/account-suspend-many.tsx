import { ACCOUNT_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useState } from 'react';
import { DateTimeInput } from '../../../lib/date-time/date-time-input.tsx';
import { instantOf, wallTimeOf } from '../../../lib/format/zoned-time.ts';
import type { BulkDialogProps } from '../../../lib/record/selected-rows.ts';
import { BulkDialog } from '../../../records/bulk/bulk-dialog.tsx';
import { FIELD_ORDER } from '../../../records/form/record-form.tsx';
import { askedBefore } from '../../../records/state-actions.ts';
import { useAccountBulk } from './use-account-bulk.ts';

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
          description={t('account.bulk.suspend.until-hint', { zone: timeZone })}
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
