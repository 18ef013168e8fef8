import { useMessages } from '@backcounter/i18n/react';
import { useMemo, useRef } from 'react';
import { FormStep, FormSteps, useFormStep } from '../../../crud/fields/form-steps.tsx';
import { LockedNote } from '../../../crud/fields/open-field.tsx';
import { RequestError } from '../../../lib/api/request-error.ts';
import { checkFields } from '../../../records/form/field-problems.ts';
import { RecordForm } from '../../../records/form/record-form.tsx';
import type { FieldValues } from '../../../records/form/record-merge.ts';
import { useRecordForm } from '../../../records/form/use-record-form.ts';
import { BasicsFields, LimitFields, PlaceFields, RewardFields, WindowFields } from './campaign-fields.tsx';
import { CAMPAIGN_ROOTS, campaignRules } from './campaign-form-rules.ts';
import { byPartner, type CampaignValues, currentTerms, isMeant } from './campaign-form-values.ts';
import { CampaignPreview } from './campaign-preview.tsx';
import { CAMPAIGN_STEP_NAMES, CAMPAIGN_STEPS, type CampaignStep, stepOf } from './campaign-steps.ts';
import { PartnerFields } from './partner-fields.tsx';
import { useCampaignWords } from './use-campaign-words.ts';
import './campaign-form.css';

/** Properties of {@link CampaignForm}. */
export interface CampaignFormProps {
  readonly label: string;
  /** Key of the draft. */
  readonly record: string;
  readonly base: CampaignValues;
  readonly version: number;
  readonly earlier?: FieldValues;
  readonly verb?: string;
  /** Reports whether a field can still be changed. */
  readonly isOpen: (field: string) => boolean;
  /** Names and codes of existing partners. */
  readonly partnerNames: ReadonlyMap<string, string>;
  readonly partnerCodes: ReadonlyMap<string, string>;
  readonly save: (mine: CampaignValues, base: CampaignValues, version: number, idempotencyKey: string) => Promise<void>;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

/**
 * The campaign form in steps, with a summary of the rules and the maximum cost beside it. A problem leads to its step.
 */
export function CampaignForm(props: CampaignFormProps) {
  const { t } = useMessages();
  const words = useCampaignWords(props.partnerNames);
  const values = useRef(props.base);
  const rules = useMemo(() => campaignRules(() => values.current), []);
  const form = useRecordForm({
    record: props.record,
    base: props.base,
    version: props.version,
    ...(props.earlier ? { earlier: props.earlier } : {}),
    rules,
    required: CAMPAIGN_ROOTS,
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
  const missing = checkFields(rules, form.values, CAMPAIGN_ROOTS);

  const plan = {
    steps: CAMPAIGN_STEP_NAMES,
    stepOf,
    nameOf: (step: CampaignStep) => t(`campaign.step.${step}`),
  };
  const place = useFormStep(plan, form);
  const { step } = place;
  // A saved draft shows missing fields as problems; a new one shows them as still to do.
  const isDue = (each: CampaignStep) => props.version > 0 || place.isBegun(each);
  const parts = { form, labelOf: words.labelOf, isOpen: props.isOpen };
  return (
    <RecordForm
      form={{ ...form, changed: form.changed.filter((field) => isMeant(form.values, field)) }}
      label={props.label}
      {...words}
      {...(props.verb === undefined ? {} : { verb: props.verb })}
      onCancel={props.onCancel}
    >
      <FormSteps plan={plan} place={place} problems={form.problems} missing={missing} />
      <div className="bc-step-columns">
        <FormStep plan={plan} place={place}>
          <LockedNote
            fields={CAMPAIGN_STEPS[step]}
            isOpen={props.isOpen}
            some={t('campaign.locked.some')}
            all={t('campaign.locked.all')}
          />
          {step === 'basics' ? <BasicsFields {...parts} /> : null}
          {step === 'reward' ? <RewardFields {...parts} /> : null}
          {step === 'limits' ? <LimitFields {...parts} /> : null}
          {step === 'window' ? <WindowFields {...parts} /> : null}
          {step === 'places' ? <PlaceFields {...parts} /> : null}
          {step === 'streamers' ? (
            <PartnerFields form={form} given={props.partnerCodes} names={props.partnerNames} />
          ) : null}
        </FormStep>
        <CampaignPreview plan={plan} isDue={isDue} values={form.values} problems={missing} labelOf={words.labelOf} />
      </div>
    </RecordForm>
  );
}

/** A server error in terms of the form: partners by id, lists as form values. */
function inFormTerms(error: RequestError, mine: CampaignValues): RequestError {
  const { fields, current, ...details } = error.details;
  return new RequestError(error.code, {
    message: error.message,
    referenceId: error.referenceId,
    status: error.status,
    cause: error,
    details: {
      ...details,
      ...(fields ? { fields: byPartner(fields, mine) } : {}),
      ...(current ? { current: currentTerms(current) } : {}),
    },
  });
}
