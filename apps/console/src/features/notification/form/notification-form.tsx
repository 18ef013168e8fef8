import { SOURCE_LOCALE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconArrowRight, IconSend } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useId, useMemo, useRef, useState } from 'react';
import { FormSteps, useFormStep } from '../../../crud/fields/form-steps.tsx';
import { LockedNote } from '../../../crud/fields/open-field.tsx';
import { errorKeyOf } from '../../../lib/api/error-text.ts';
import { RequestError } from '../../../lib/api/request-error.ts';
import { RecordForm } from '../../../records/form/record-form.tsx';
import type { FieldValues } from '../../../records/form/record-merge.ts';
import { type RecordFormState, useRecordForm } from '../../../records/form/use-record-form.ts';
import { rightTo } from '../../../records/state-actions.ts';
import { AudienceXray } from '../audience/audience-xray.tsx';
import { useAudience } from '../audience/use-audience.ts';
import { useContentLanguages } from '../language-tabs.tsx';
import { useTopics } from '../notification-choices.ts';
import { contentIn } from '../notification-languages.ts';
import { PhonePreview } from '../phone-preview.tsx';
import type { NotificationRecord } from '../use-notification.ts';
import { AudienceStep } from './audience-step.tsx';
import { Checks } from './checks.tsx';
import { ContentStep } from './content-step.tsx';
import { missingFields, NOTIFICATION_ROOTS, notificationRules } from './notification-form-rules.ts';
import { currentTerms, type NotificationValues } from './notification-form-values.ts';
import {
  NOTIFICATION_STEP_NAMES,
  NOTIFICATION_STEPS,
  type NotificationStep,
  STORED_STEPS,
  stepOf,
} from './notification-steps.ts';
import { ReviewStep } from './review-step.tsx';
import { TestStep } from './test-step.tsx';
import { TimingStep } from './timing-step.tsx';
import { useNotificationWords } from './use-notification-words.ts';
import './notification-form.css';

const ScheduleDialog = lazy(() =>
  import('../dispatch/schedule-dialog.tsx').then((module) => ({ default: module.ScheduleDialog })),
);

/** Properties of {@link NotificationForm}. */
export interface NotificationFormProps {
  readonly label: string;
  /** Key of the draft. */
  readonly record: string;
  readonly base: NotificationValues;
  readonly version: number;
  readonly earlier?: FieldValues;
  /** The saved notification; null for a new one. */
  readonly stored: NotificationRecord | null;
  readonly initialStep: NotificationStep | null;
  readonly isOpen: (field: string) => boolean;
  readonly save: (
    mine: NotificationValues,
    base: NotificationValues,
    version: number,
    idempotencyKey: string,
  ) => Promise<void>;
  /** Called after a save, with the next step if that needs a saved notification. */
  readonly onSaved: (next: NotificationStep | null) => void;
  readonly onCancel: () => void;
  readonly onScheduled: () => void;
}

/**
 * The notification form in steps, with the phone preview and the audience beside it. A problem leads to its step and
 * language.
 */
export function NotificationForm(props: NotificationFormProps) {
  const { stored } = props;
  const { t } = useMessages();
  const words = useNotificationWords();
  const values = useRef(props.base);
  const rules = useMemo(() => notificationRules(() => values.current), []);
  const wanted = useRef<NotificationStep | null>(null);
  const form = useRecordForm({
    record: props.record,
    base: props.base,
    version: props.version,
    ...(props.earlier ? { earlier: props.earlier } : {}),
    rules,
    required: NOTIFICATION_ROOTS,
    save: async (_patch, version, idempotencyKey, mine, base) => {
      try {
        await props.save(mine, base, version, idempotencyKey);
      } catch (error) {
        wanted.current = null;
        throw error instanceof RequestError ? inFormTerms(error) : error;
      }
    },
    onSaved: () => props.onSaved(wanted.current),
  });
  values.current = form.values;
  const missing = missingFields(rules, form.values);
  const plan = {
    steps: NOTIFICATION_STEP_NAMES,
    stepOf,
    nameOf: (step: NotificationStep) => t(`notification.step.${step}`),
  };
  const place = useFormStep(plan, form, props.initialStep);
  const { step } = place;
  const mustSave = stored === null || form.isDirty;
  const goTo = (next: NotificationStep) => {
    if (!STORED_STEPS.includes(next) || !mustSave) return place.goTo(next);
    // Tests and confirmation use the saved notification.
    wanted.current = next;
    form.submit();
  };
  const languages = useContentLanguages(form.values);
  const [language, setLanguage] = useState(SOURCE_LOCALE as string);
  const shown = languages.includes(language) ? languages : [...languages, language];
  const audience = useAudience(form.values);
  const topics = useTopics(form.values.topicId);
  const isService = topics.find(({ id }) => id === form.values.topicId)?.kind === 'SERVICE';
  const { isFallback, ...content } = contentIn(form.values, language);
  const parts = { form, labelOf: words.labelOf, isOpen: props.isOpen };
  const isStored = stored !== null && !form.isDirty;
  const [isAsking, setAsking] = useState(false);
  return (
    <RecordForm
      form={form}
      label={props.label}
      {...words}
      onCancel={props.onCancel}
      bar={
        <StepBar
          form={form}
          next={plan.steps[plan.steps.indexOf(step) + 1] ?? null}
          nameOf={plan.nameOf}
          labelOf={words.labelOf}
          onNext={goTo}
          send={
            isStored
              ? {
                  label: t(stored.sendMode === 'NOW' ? 'notification.action.send' : 'notification.action.schedule'),
                  isAllowed: rightTo(stored, 'SCHEDULE')?.isAllowed === true,
                  run: () => setAsking(true),
                }
              : null
          }
          onSave={() => {
            wanted.current = null;
          }}
          onCancel={() => {
            form.discard();
            props.onCancel();
          }}
        />
      }
    >
      <FormSteps plan={plan} place={{ ...place, goTo }} problems={form.problems} missing={missing} />
      <div className="bc-compose">
        <section className="bc-step bc-compose-card">
          <h2 ref={place.heading} tabIndex={-1}>
            {plan.nameOf(step)}
          </h2>
          <LockedNote
            fields={NOTIFICATION_STEPS[step]}
            isOpen={props.isOpen}
            some={t('notification.locked.some')}
            all={t('notification.locked.all')}
          />
          {step === 'content' ? (
            <ContentStep {...parts} languages={shown} language={language} onLanguage={setLanguage} />
          ) : null}
          {step === 'audience' ? <AudienceStep {...parts} /> : null}
          {step === 'timing' ? <TimingStep {...parts} audience={audience.data} isService={isService} /> : null}
          {step === 'test' ? (
            isStored ? (
              <TestStep notification={stored} language={language} languages={languages} />
            ) : (
              <SaveFirst />
            )
          ) : null}
          {step === 'review' ? (
            isStored ? (
              <ReviewStep notification={stored} audience={audience.data} />
            ) : (
              <SaveFirst />
            )
          ) : null}
        </section>
        <PhonePreview
          content={{ ...content, imageUrl: form.values.imageUrl || null }}
          language={language}
          isFallback={isFallback}
        />
        <aside className="bc-compose-side" aria-label={t('notification.xray.label')}>
          <AudienceXray audience={audience} />
          <Checks
            values={form.values}
            missing={missing}
            languages={shown}
            labelOf={words.labelOf}
            audience={audience.data}
            isTested={isStored && stored.isTested}
          />
        </aside>
      </div>
      {isAsking && isStored ? (
        <Suspense fallback={null}>
          <ScheduleDialog notification={stored} onClose={() => setAsking(false)} onScheduled={props.onScheduled} />
        </Suspense>
      ) : null}
    </RecordForm>
  );
}

function SaveFirst(): ReactNode {
  const { t } = useMessages();
  return <p className="bc-form-hint">{t('notification.edit.save-first')}</p>;
}

interface StepBarProps {
  readonly form: Omit<RecordFormState, 'set' | 'setAll'>;
  readonly next: NotificationStep | null;
  readonly nameOf: (step: NotificationStep) => string;
  readonly labelOf: (field: string) => string;
  readonly onNext: (step: NotificationStep) => void;
  /** The final action of the last step, once everything is saved. */
  readonly send: { readonly label: string; readonly isAllowed: boolean; readonly run: () => void } | null;
  readonly onSave: () => void;
  readonly onCancel: () => void;
}

/** Shows unsaved changes, saves the draft, or continues to the next step. */
function StepBar({ form, next, nameOf, labelOf, onNext, send, onSave, onCancel }: StepBarProps) {
  const { t, locale } = useMessages();
  const about = useId();
  const fields = new Intl.ListFormat(locale, { type: 'conjunction' }).format(form.changed.map(labelOf));
  return (
    <div className="bc-save-bar bc-compose-bar" data-dirty={form.isDirty || undefined}>
      <div className="bc-save-words" id={about} aria-live="polite">
        {form.formError ? (
          <span className="bc-save-problem" role="alert">
            {t(errorKeyOf(form.formError))}
          </span>
        ) : form.isDirty ? (
          t('records.save.will', { count: form.changed.length, fields })
        ) : (
          t('records.save.nothing')
        )}
      </div>
      <Button onClick={onCancel}>{t('common.action.cancel')}</Button>
      <Button type="submit" disabled={!form.isDirty} loading={form.isSaving} onClick={onSave}>
        {t('notification.edit.save')}
      </Button>
      {next === null ? (
        <Button
          variant="filled"
          className="bc-compose-next"
          leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
          disabled={send?.isAllowed !== true}
          onClick={() => send?.run()}
        >
          {send?.label ?? t('notification.action.schedule')}
        </Button>
      ) : (
        <Button
          variant="filled"
          className="bc-step-next bc-compose-next"
          disabled={form.isSaving}
          rightSection={<IconArrowRight size={16} stroke={1.75} aria-hidden />}
          onClick={() => onNext(next)}
        >
          {t('crud.step.next', { step: nameOf(next) })}
        </Button>
      )}
    </div>
  );
}

/** A server error in terms of the form: lists as form values. */
function inFormTerms(error: RequestError): RequestError {
  const { current, ...details } = error.details;
  return new RequestError(error.code, {
    message: error.message,
    referenceId: error.referenceId,
    status: error.status,
    cause: error,
    details: { ...details, ...(current ? { current: currentTerms(current) } : {}) },
  });
}
