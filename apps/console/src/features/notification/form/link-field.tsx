import { APP_SCREENS, NOTIFICATION_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useState } from 'react';
import { Select } from '../../../lib/select/select.tsx';
import { TextField } from '../../../records/form/record-form.tsx';
import type { RecordFormState } from '../../../records/form/use-record-form.ts';
import type { NotificationValues } from './notification-form-values.ts';

const START = 'start';
const OTHER = 'other';

const hrefOf = (screen: string) => `backcounter://${screen}`;
const screenOf = (link: string) => APP_SCREENS.find((screen) => hrefOf(screen) === link);

interface LinkFieldProps {
  readonly form: RecordFormState<NotificationValues>;
  readonly labelOf: (field: string) => string;
}

/** Target of a tap: the start of the app, one of its screens, or another address. */
export function LinkField({ form, labelOf }: LinkFieldProps) {
  const { t } = useMessages();
  const link = form.values.deepLink ?? '';
  const [isOther, setOther] = useState(false);
  const screen = screenOf(link);
  const chosen = isOther || (link !== '' && screen === undefined) ? OTHER : (screen ?? START);
  return (
    <>
      <Select<string>
        label={labelOf('deepLink')}
        value={chosen}
        options={[
          { value: START, label: t('notification.link.start') },
          ...APP_SCREENS.map((each) => ({ value: each, label: t(`notification.link.${each}`), note: hrefOf(each) })),
          { value: OTHER, label: t('notification.link.other') },
        ]}
        onChange={(next) => {
          setOther(next === OTHER);
          if (next !== OTHER) form.set('deepLink', next === START ? null : hrefOf(next));
        }}
      />
      {chosen === OTHER ? (
        <TextField
          form={form}
          name="deepLink"
          label={t('notification.link.address')}
          hint={t('notification.edit.link-hint')}
          maxLength={NOTIFICATION_LIMITS.linkMaxLength}
          isLatin
        />
      ) : null}
    </>
  );
}
