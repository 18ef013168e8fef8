import { useMessages } from '@backcounter/i18n/react';
import { useMemo, useRef } from 'react';
import type { OneOption } from '../../../crud/fields/chosen-one.tsx';
import { FormStep, FormSteps, type StepPlan, useFormStep } from '../../../crud/fields/form-steps.tsx';
import { LockedNote, OpenField } from '../../../crud/fields/open-field.tsx';
import { RequestError } from '../../../lib/api/request-error.ts';
import { checkFields } from '../../../records/form/field-problems.ts';
import { RecordForm } from '../../../records/form/record-form.tsx';
import type { FieldValues } from '../../../records/form/record-merge.ts';
import { useRecordForm } from '../../../records/form/use-record-form.ts';
import { DateFields, EligibilityFields, TextFields, WinnerFields } from './giveaway-fields.tsx';
import { GIVEAWAY_ROOTS, giveawayRules } from './giveaway-form-rules.ts';
import { bySlot, currentTerms, giveawayInput } from './giveaway-form-values.ts';
import { GiveawayPreview } from './giveaway-preview.tsx';
import { GIVEAWAY_STEP_NAMES, GIVEAWAY_STEPS, type GiveawayStep, stepOf } from './giveaway-steps.ts';
import { PrizeList, TextsInReview } from './giveaway-terms-view.tsx';
import { PrizeFields } from './prize-fields.tsx';
import { useGiveawayWords } from './use-giveaway-words.ts';
import './giveaway-form.css';

/** Properties of {@link GiveawayForm}. */
export interface GiveawayFormProps {
  readonly label: string;
  /** Names the draft. */
  readonly record: string;
  readonly base: FieldValues;
  readonly version: number;
  readonly earlier?: FieldValues;
  readonly verb?: string;
  /** What may still be changed. */
  readonly isOpen: (field: string) => boolean;
  /** The sponsor and the campaigns of prizes that are there, by name. */
  readonly sponsor: OneOption | null;
  readonly campaigns: readonly OneOption[];
  readonly save: (mine: FieldValues, base: FieldValues, version: number, idempotencyKey: string) => Promise<void>;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

/** A giveaway in steps. What it promises and what it takes aside stand beside; a problem leads to the step it stands on. */
export function GiveawayForm(props: GiveawayFormProps) {
  const { t } = useMessages();
  const words = useGiveawayWords();
  const values = useRef(props.base);
  const rules = useMemo(() => giveawayRules(() => values.current), []);
  const form = useRecordForm({
    record: props.record,
    base: props.base,
    version: props.version,
    ...(props.earlier ? { earlier: props.earlier } : {}),
    rules,
    required: GIVEAWAY_ROOTS,
    save: async (_patch, version, idempotencyKey, mine, base) => {
      try {
        await props.save(mine, base, version, idempotencyKey);
      } catch (error) {
        throw error instanceof RequestError ? inFormTerms(error, mine) : error;
      }
    },
    onSaved: props.onSaved,
  });
  values.current = form.values;
  const missing = checkFields(rules, form.values, GIVEAWAY_ROOTS);
  const plan: StepPlan<GiveawayStep> = {
    steps: GIVEAWAY_STEP_NAMES,
    stepOf,
    nameOf: (step) => t(`giveaway.step.${step}`),
  };
  const place = useFormStep(plan, form);
  const { step } = place;
  // A draft that is there says what it lacks; a new one what is left to do.
  const isDue = (each: GiveawayStep) => props.version > 0 || place.isBegun(each);
  const parts = { form, labelOf: words.labelOf, isOpen: props.isOpen };
  const fields = GIVEAWAY_STEPS[step] as readonly string[];
  const terms = giveawayInput(form.values);
  const sponsor = terms['storeId'] === null ? null : (props.sponsor?.label ?? t('giveaway.sponsor.chosen'));
  const isStepOpen = fields.every(props.isOpen);
  const campaignCode = (id: string) => props.campaigns.find(({ value }) => value === id)?.label ?? null;
  return (
    <RecordForm
      form={form}
      label={props.label}
      {...words}
      {...(props.verb === undefined ? {} : { verb: props.verb })}
      onCancel={props.onCancel}
    >
      <FormSteps plan={plan} place={place} problems={form.problems} missing={missing} />
      <div className="bc-step-columns">
        <FormStep plan={plan} place={place}>
          <LockedNote
            fields={fields}
            isOpen={props.isOpen}
            some={t('giveaway.locked.some')}
            all={t('giveaway.locked.all')}
          />
          {step === 'texts' ? <TextFields {...parts} sponsor={props.sponsor} /> : null}
          {step === 'review' ? (
            <>
              <p className="bc-form-hint">{t('giveaway.review.hint')}</p>
              <TextsInReview terms={terms} labelOf={words.labelOf} />
              <h3>{t('giveaway.field.prizes')}</h3>
              <PrizeList terms={terms} codeOf={campaignCode} />
            </>
          ) : null}
          {step === 'texts' || step === 'review' ? null : (
            <OpenField isOpen={isStepOpen}>
              {step === 'prizes' ? (
                <PrizeFields form={form} labelOf={words.labelOf} campaigns={props.campaigns} />
              ) : null}
              {step === 'eligibility' ? <EligibilityFields {...parts} /> : null}
              {step === 'dates' ? <DateFields {...parts} /> : null}
              {step === 'winners' ? <WinnerFields {...parts} /> : null}
            </OpenField>
          )}
        </FormStep>
        <GiveawayPreview
          plan={plan}
          isDue={isDue}
          terms={terms}
          sponsor={sponsor}
          problems={missing}
          labelOf={words.labelOf}
        />
      </div>
    </RecordForm>
  );
}

/** An answer of the server as the form understands it: prizes by their slots, lists as the form holds them. */
function inFormTerms(error: RequestError, mine: FieldValues): RequestError {
  const { fields, current, ...details } = error.details;
  return new RequestError(error.code, {
    message: error.message,
    referenceId: error.referenceId,
    status: error.status,
    cause: error,
    details: {
      ...details,
      ...(fields ? { fields: bySlot(fields, mine) } : {}),
      ...(current ? { current: currentTerms(current) } : {}),
    },
  });
}
