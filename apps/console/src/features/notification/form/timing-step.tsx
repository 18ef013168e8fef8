import { may, NOTIFICATION_SEND_MODES, type NotificationSendMode } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { IconBolt, IconCalendarTime, IconWorld } from '@tabler/icons-react';
import { useId } from 'react';
import { DateTimeInput } from '../../../lib/date-time/date-time-input.tsx';
import { formatUnit } from '../../../lib/format/duration.ts';
import { Select } from '../../../lib/select/select.tsx';
import { currentRoles } from '../../../lib/settings/session.ts';
import { ZoneField } from '../../../records/fields/entity-fields.tsx';
import { InstantField } from '../../../records/fields/instant-field.tsx';
import { fieldOf } from '../../../records/form/field-map.ts';
import { NumberField } from '../../../records/form/number-field.tsx';
import { type FieldProps, FlagField, useField } from '../../../records/form/record-form.tsx';
import type { Audience } from '../audience/use-audience.ts';
import { WaveTable } from '../dispatch/wave-table.tsx';
import type { StepProps } from './content-step.tsx';
import styles from './notification-form.module.css';

const MODES: Readonly<Record<NotificationSendMode, typeof IconBolt>> = {
  NOW: IconBolt,
  AT_INSTANT: IconCalendarTime,
  AT_LOCAL: IconWorld,
};
const HOUR = 3_600;
const KEPT = [HOUR, 6 * HOUR, 24 * HOUR, 72 * HOUR, 168 * HOUR, 672 * HOUR];

interface TimingStepProps extends StepProps {
  readonly audience: Audience | undefined;
  /** The topic has no cap and no quiet hours. */
  readonly isService: boolean;
}

/** When to send: now, at an instant, or at a local time; with an expiry and a rate. */
export function TimingStep({ form, labelOf, audience, isService }: TimingStepProps) {
  const field = fieldOf(form, labelOf);
  const { t } = useMessages();
  const { sendMode: mode, timezone } = form.values;
  const zone = timezone ?? 'UTC';
  return (
    <>
      <ModeField form={form} label={labelOf('sendMode')} />
      {mode === 'AT_INSTANT' ? (
        <>
          <ZoneField {...field('timezone')} hint={t('notification.edit.zone-hint')} instants={['sendAt', 'notAfter']} />
          <InstantField {...field('sendAt')} timeLabel={t('notification.edit.time')} timeZone={zone} />
        </>
      ) : null}
      {mode === 'AT_LOCAL' ? (
        <>
          <LocalTimeField {...field('sendLocal')} hint={t('notification.edit.local-hint')} />
          {audience && audience.waves.length > 0 ? <WaveTable waves={audience.waves} /> : null}
        </>
      ) : null}
      <InstantField
        {...field('notAfter')}
        timeLabel={t('notification.edit.not-after-time')}
        hint={t('notification.edit.not-after-hint')}
        timeZone={zone}
        isEnd
      />
      <div className="bc-form-pair">
        <NumberField
          {...field('throttlePerMinute')}
          unit={t('notification.edit.per-minute')}
          hint={t('notification.edit.throttle-hint')}
        />
        <KeptField {...field('ttlSeconds')} hint={t('notification.edit.kept-hint')} />
      </div>
      {isService ? <p className="bc-form-hint">{t('notification.edit.service-hint')}</p> : null}
      {may(currentRoles(), 'notification.override-limits') && !isService ? (
        <>
          <FlagField {...field('ignoreQuietHours')} hint={t('notification.edit.quiet-hint')} />
          <FlagField {...field('ignoreFrequencyCap')} hint={t('notification.edit.cap-hint')} />
        </>
      ) : null}
    </>
  );
}

function ModeField({ form, label }: Pick<StepProps, 'form'> & { readonly label: string }) {
  const { t } = useMessages();
  const group = useId();
  return (
    <fieldset className={styles['modes']}>
      <legend>{label}</legend>
      {NOTIFICATION_SEND_MODES.map((mode) => {
        const Icon = MODES[mode];
        return (
          <label key={mode}>
            <input
              type="radio"
              name={group}
              value={mode}
              checked={form.values.sendMode === mode}
              onChange={() => form.set('sendMode', mode)}
            />
            <Icon className="bc-muted" size={20} stroke={1.75} aria-hidden />
            <span className="bc-stack">
              <b className="bc-medium">{t(`notification.mode.${mode}`)}</b>
              <small className="bc-dense bc-muted">{t(`notification.mode-hint.${mode}`)}</small>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** A date and time without a zone. */
function LocalTimeField<Values>(props: FieldProps<Values, string | null>) {
  const { t } = useMessages();
  const { value, set: setTime, input } = useField(props);
  const [day = '', time = ''] = value?.split('T') ?? [];
  const set = (nextDay: string, nextTime: string) =>
    setTime(nextDay === '' ? null : `${nextDay}T${nextTime || '10:00'}`);
  return (
    <div className="bc-form-pair">
      <DateTimeInput {...input} kind="date" max="2099-12-31" isAhead value={day} onChange={(next) => set(next, time)} />
      <DateTimeInput
        kind="time"
        label={t('notification.edit.time')}
        value={time}
        disabled={day === ''}
        onChange={(next) => set(day, next)}
      />
    </div>
  );
}

/** How long the push service keeps the message for a phone that is offline. */
function KeptField<Values>(props: FieldProps<Values, number | string | null>) {
  const { locale } = useMessages();
  const { value, set, input } = useField(props);
  const words = (seconds: number) => {
    const hours = seconds / HOUR;
    const [count, unit] = hours < 24 ? [hours, 'hour'] : [hours / 24, 'day'];
    return formatUnit(count, unit, locale);
  };
  const choices = typeof value === 'number' && !KEPT.includes(value) ? [value, ...KEPT] : KEPT;
  return (
    <Select
      {...input}
      value={Number(value)}
      options={choices.map((seconds) => ({ value: seconds, label: words(seconds) }))}
      onChange={set}
    />
  );
}
