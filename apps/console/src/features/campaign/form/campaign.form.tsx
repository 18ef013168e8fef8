import { useMessages } from '@backcounter/i18n/react';
import type { CampaignStatus } from '../../../generated/graphql.ts';
import { LockedNote } from '../../../records/fields/open-field.tsx';
import { checkFields } from '../../../records/form/field-problems.ts';
import { useTextLanguages } from '../../../records/form/text-languages.ts';
import { type SavedForm, useRichForm } from '../../../records/form/use-rich-form.ts';
import { CustomerViews } from '../../../records/wizard/customer-card.tsx';
import { useStep } from '../../../records/wizard/step-plan.ts';
import { Wizard } from '../../../records/wizard/wizard.tsx';
import { CampaignStatusMark } from '../campaign-state.tsx';
import { BasicsFields, LimitFields, PlaceFields, RewardFields, WindowFields } from './campaign-fields.tsx';
import { activationGaps, CAMPAIGN_ROOTS, campaignRules } from './campaign-form-rules.ts';
import { byPartner, type CampaignValues, currentTerms, isMeant } from './campaign-form-values.ts';
import { CAMPAIGN_PLAN, type CampaignStep } from './campaign-plan.ts';
import { CampaignSide } from './campaign-side.tsx';
import { CouponView } from './coupon-view.tsx';
import { PartnerFields } from './partner-fields.tsx';
import { useCampaignWords } from './use-campaign-words.ts';

/** The coupon in each language, and its rules, before the campaign is saved. */
function CampaignReview({ values, isNew }: { readonly values: CampaignValues; readonly isNew: boolean }) {
  const { t } = useMessages();
  return (
    <>
      {isNew ? <p className="bc-form-hint">{t('campaign.new.note')}</p> : null}
      <CustomerViews languages={useTextLanguages()}>
        {(language) => <CouponView values={values} language={language} />}
      </CustomerViews>
    </>
  );
}

/** Properties of {@link CampaignForm}. */
export interface CampaignFormProps extends SavedForm<CampaignValues> {
  readonly label: string;
  readonly base: CampaignValues;
  readonly status: CampaignStatus;
  /** Names and codes of existing partners. */
  readonly partnerNames: ReadonlyMap<string, string>;
  readonly partnerCodes: ReadonlyMap<string, string>;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

/**
 * The campaign form in steps, with its consequences beside it. A problem leads to its step.
 */
export function CampaignForm(props: CampaignFormProps) {
  const { t } = useMessages();
  const words = useCampaignWords(props.partnerNames);
  const { form, rules } = useRichForm(props, {
    base: props.base,
    rulesOf: campaignRules,
    required: CAMPAIGN_ROOTS,
    terms: { fieldsOf: byPartner, valuesOf: currentTerms },
    onSaved: props.onSaved,
  });
  const missing = { ...checkFields(rules, form.values, CAMPAIGN_ROOTS), ...activationGaps(form.values) };

  const place = useStep(CAMPAIGN_PLAN, form);
  const { step } = place;
  const nameOf = (each: CampaignStep) => t(`campaign.step.${each}`);
  // A saved draft shows missing fields as problems; a new one shows them as still to do.
  const isDue = (each: CampaignStep) => props.version > 0 || place.isBegun(each);
  const parts = { form, labelOf: words.labelOf, isOpen: props.isOpen };
  return (
    <Wizard
      form={{ ...form, changed: form.changed.filter((field) => isMeant(form.values, field)) }}
      label={props.label}
      title={form.values.name?.trim() || props.label}
      state={<CampaignStatusMark state={props.status} variant="pill" />}
      code={form.values.code}
      {...words}
      plan={CAMPAIGN_PLAN}
      place={place}
      nameOf={nameOf}
      isDue={isDue}
      missing={missing}
      verb={t(props.version === 0 ? 'campaign.new.create' : 'records.save.action')}
      onCancel={props.onCancel}
      sideLabel={t('campaign.preview.label')}
      side={<CampaignSide {...parts} nameOf={nameOf} isDue={isDue} missing={missing} />}
    >
      <LockedNote
        fields={CAMPAIGN_PLAN.fields[step]}
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
      {step === 'review' ? <CampaignReview values={form.values} isNew={props.version === 0} /> : null}
    </Wizard>
  );
}
