import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatClock } from '../../lib/format/dates.ts';
import { SaveProblem } from '../form/save-bar.tsx';
import type { RecordFormState } from '../form/use-record-form.ts';
import type { StepPlace, StepPlan } from './step-plan.ts';
import styles from './wizard.module.css';

interface WizardFootProps<Step extends string> {
  readonly form: Pick<RecordFormState, 'draft' | 'keepDraft' | 'formError' | 'isDirty' | 'isSaving'>;
  readonly plan: StepPlan<Step>;
  readonly place: StepPlace<Step>;
  readonly nameOf: (step: Step) => string;
  readonly verb: string;
  readonly finish: ReactNode;
  readonly onSave: (() => void) | undefined;
  readonly onCancel: () => void;
}

/** Whether the input is kept, and the ways on: back, save, next. */
export function WizardFoot<Step extends string>(props: WizardFootProps<Step>) {
  const { form, plan, place, nameOf, finish } = props;
  const { t } = useMessages();
  const at = plan.steps.indexOf(place.step);
  const [previous, next] = [plan.steps[at - 1], plan.steps[at + 1]];
  const isLast = next === undefined && finish === undefined;
  return (
    <div className={`bc-save-bar ${styles['foot']}`} data-dirty={form.isDirty || undefined}>
      <div className="bc-save-words">
        {form.formError ? <SaveProblem error={form.formError} /> : <Kept form={form} />}
      </div>
      <Button variant="subtle" color="gray" onClick={props.onCancel}>
        {t('common.action.cancel')}
      </Button>
      {previous === undefined ? null : (
        <Button
          className={styles['back']}
          aria-label={t('wizard.back', { step: nameOf(previous) })}
          leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}
          onClick={() => place.goTo(previous)}
        >
          {t('wizard.back-short')}
        </Button>
      )}
      <Button
        type="submit"
        variant={isLast ? 'filled' : 'default'}
        disabled={!form.isDirty}
        loading={form.isSaving}
        onClick={props.onSave}
      >
        {props.verb}
      </Button>
      {next === undefined ? (
        finish
      ) : (
        <Button
          variant="filled"
          className={styles['next']}
          disabled={form.isSaving}
          rightSection={<IconArrowRight size={16} stroke={1.75} aria-hidden />}
          onClick={() => place.goTo(next)}
        >
          {t('wizard.next', { step: nameOf(next) })}
        </Button>
      )}
    </div>
  );
}

/** The unsaved input is kept in this browser, with the time; or it is not, with a way to try again. */
function Kept({ form }: Pick<WizardFootProps<string>, 'form'>) {
  const { t, locale, timeZone } = useMessages();
  const { draft } = form;
  if (!form.isDirty || draft === null) return t('records.save.nothing');
  if (draft === 'saving') return t('wizard.draft.saving');
  if (draft === 'failed') {
    return (
      <span className={styles['lost']} role="alert">
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
        {t('wizard.draft.failed')}
        <Button size="sm" onClick={form.keepDraft}>
          {t('common.action.retry')}
        </Button>
      </span>
    );
  }
  return (
    <span className={styles['kept']}>
      <IconCircleCheck size={16} stroke={1.75} aria-hidden />
      {t('wizard.draft.saved', { time: formatClock(new Date(draft.at).toISOString(), { locale, timeZone }) ?? '' })}
    </span>
  );
}
