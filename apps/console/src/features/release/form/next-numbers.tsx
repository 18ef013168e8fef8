import { RELEASE_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { TextField } from '../../../records/form/record-form.tsx';
import type { RecordFormState } from '../../../records/form/use-record-form.ts';
import { useReleaseNumbers } from '../release.entity.ts';
import styles from './release-form.module.css';
import type { ReleaseValues } from './release-form-values.ts';

interface NumberFieldProps {
  readonly form: RecordFormState<ReleaseValues>;
  readonly label: string;
  readonly isOpen: boolean;
}

const STEPS = ['patch', 'minor', 'major'] as const;

/** The number of a release, with those that may come next one click away. */
export function NumberField({ form, label, isOpen }: NumberFieldProps) {
  const { t } = useMessages();
  const numbers = useReleaseNumbers();
  const latest = numbers?.latest ?? null;
  return (
    <div className="bc-stack bc-gap-md">
      <TextField
        form={form}
        name="number"
        label={label}
        isLatin
        maxLength={RELEASE_LIMITS.numberMaxLength}
        {...(latest === null || !isOpen ? {} : { hint: t('release.edit.number-hint', { number: latest }) })}
      />
      {numbers && isOpen ? (
        <NextNumbers numbers={numbers} chosen={form.values.number} onChoose={(number) => form.set('number', number)} />
      ) : null}
    </div>
  );
}

interface NextNumbersProps {
  readonly numbers: Readonly<Record<(typeof STEPS)[number], string>>;
  readonly chosen: string | null;
  readonly onChoose: (number: string) => void;
}

/** Numbers that may come next, each with what it says. */
export function NextNumbers({ numbers, chosen, onChoose }: NextNumbersProps) {
  const { t } = useMessages();
  return (
    <fieldset className={styles['nextNumbers']}>
      <legend className="bc-sr-only">{t('release.edit.next-numbers')}</legend>
      {STEPS.map((step) => (
        <button
          key={step}
          type="button"
          aria-pressed={chosen === numbers[step]}
          onClick={() => onChoose(numbers[step])}
        >
          <span dir="ltr">{numbers[step]}</span> <small className="bc-muted">{t(`release.edit.${step}`)}</small>
        </button>
      ))}
    </fieldset>
  );
}
