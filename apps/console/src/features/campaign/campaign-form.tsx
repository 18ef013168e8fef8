import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconCheck } from '@tabler/icons-react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { RequestError } from '../../lib/request-error.ts';
import { checkFields } from '../../records/field-problems.ts';
import { RecordForm } from '../../records/record-form.tsx';
import type { FieldValues } from '../../records/record-merge.ts';
import { useRecordForm } from '../../records/use-record-form.ts';
import { BasicsFields, LimitFields, LockedNote, PlaceFields, RewardFields, WindowFields } from './campaign-fields.tsx';
import { CAMPAIGN_ROOTS, campaignRules } from './campaign-form-rules.ts';
import { byPartner, currentTerms } from './campaign-form-values.ts';
import { CampaignPreview } from './campaign-preview.tsx';
import { CAMPAIGN_STEP_NAMES, CAMPAIGN_STEPS, type CampaignStep, stepOf } from './campaign-steps.ts';
import { PartnerFields } from './partner-fields.tsx';
import { useCampaignWords } from './use-campaign-words.ts';
import './campaign-form.css';

/** Properties of {@link CampaignForm}. */
export interface CampaignFormProps {
  readonly label: string;
  /** Names the draft. */
  readonly record: string;
  readonly base: FieldValues;
  readonly version: number;
  readonly earlier?: FieldValues;
  readonly verb?: string;
  /** What may still be changed. */
  readonly isOpen: (field: string) => boolean;
  /** Names and codes of partners that are there. */
  readonly partnerNames: ReadonlyMap<string, string>;
  readonly partnerCodes: ReadonlyMap<string, string>;
  readonly save: (mine: FieldValues, base: FieldValues, version: number, idempotencyKey: string) => Promise<void>;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

/** A campaign in steps. The rules in words and what they may cost stand beside; a problem leads to the step it stands on. */
export function CampaignForm(props: CampaignFormProps) {
  const { t } = useMessages();
  const words = useCampaignWords(props.partnerNames);
  const [step, setStep] = useState<CampaignStep>('basics');
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

  // Before the form gives the focus to the first problem, which has to be on screen for that.
  useLayoutEffect(() => {
    const first = CAMPAIGN_STEP_NAMES.find((name) =>
      Object.keys(form.problems).some((field) => stepOf(field) === name),
    );
    if (first !== undefined && Object.keys(form.problems).length > 0) setStep(first);
  }, [form.problems]);

  const place = CAMPAIGN_STEP_NAMES.indexOf(step);
  const next = CAMPAIGN_STEP_NAMES[place + 1];
  const parts = { form, labelOf: words.labelOf, isOpen: props.isOpen };
  const heading = useRef<HTMLHeadingElement>(null);
  const goTo = (name: CampaignStep) => {
    setStep(name);
    requestAnimationFrame(() => heading.current?.focus());
  };
  return (
    <RecordForm
      form={form}
      label={props.label}
      {...words}
      {...(props.verb === undefined ? {} : { verb: props.verb })}
      onCancel={props.onCancel}
    >
      <nav className="bc-steps" aria-label={t('campaign.step.label')}>
        <ol>
          {CAMPAIGN_STEP_NAMES.map((name, index) => {
            const isBroken = Object.keys(form.problems).some((field) => stepOf(field) === name);
            const isPast = index < place && !Object.keys(missing).some((field) => stepOf(field) === name);
            return (
              <li key={name}>
                <button
                  type="button"
                  aria-current={name === step ? 'step' : undefined}
                  data-broken={isBroken || undefined}
                  onClick={() => goTo(name)}
                >
                  <span aria-hidden="true">
                    {isBroken ? (
                      <IconAlertTriangle size={14} stroke={2} />
                    ) : isPast ? (
                      <IconCheck size={14} stroke={2.5} />
                    ) : (
                      index + 1
                    )}
                  </span>
                  {t(`campaign.step.${name}`)}
                  {isBroken ? <span className="bc-sr-only"> {t('campaign.step.broken')}</span> : null}
                </button>
              </li>
            );
          })}
        </ol>
      </nav>
      <div className="bc-campaign-columns">
        <section className="bc-campaign-step">
          <h2 ref={heading} tabIndex={-1}>
            {t(`campaign.step.${step}`)}
          </h2>
          <LockedNote fields={CAMPAIGN_STEPS[step]} isOpen={props.isOpen} />
          {step === 'basics' ? <BasicsFields {...parts} /> : null}
          {step === 'reward' ? <RewardFields {...parts} /> : null}
          {step === 'limits' ? <LimitFields {...parts} /> : null}
          {step === 'window' ? <WindowFields {...parts} /> : null}
          {step === 'places' ? <PlaceFields {...parts} /> : null}
          {step === 'streamers' ? (
            <PartnerFields form={form} given={props.partnerCodes} names={props.partnerNames} />
          ) : null}
          {next === undefined ? null : (
            <Button
              className="bc-step-next"
              rightSection={<IconArrowRight size={16} stroke={1.75} aria-hidden />}
              onClick={() => goTo(next)}
            >
              {t('campaign.step.next', { step: t(`campaign.step.${next}`) })}
            </Button>
          )}
        </section>
        <CampaignPreview values={form.values} problems={missing} labelOf={words.labelOf} />
      </div>
    </RecordForm>
  );
}

/** An answer of the server as the form understands it: partners by their ids, lists as the form holds them. */
function inFormTerms(error: RequestError, mine: FieldValues): RequestError {
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
