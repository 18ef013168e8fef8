import {
  type FieldProblems,
  giveawayFields,
  giveawayPrizeFields,
  giveawayProblems,
  giveawayRecord,
} from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { z } from 'zod';
import type { GiveawayStatus } from '../../../generated/graphql.ts';
import type { OneOption } from '../../../records/fields/chosen-one.tsx';
import { LockedNote, OpenField } from '../../../records/fields/open-field.tsx';
import { withDates } from '../../../records/form/field-map.ts';
import { checkFields, type FieldRules } from '../../../records/form/field-problems.ts';
import { useTextLanguages } from '../../../records/form/text-languages.ts';
import { type SavedForm, useRichForm } from '../../../records/form/use-rich-form.ts';
import { CustomerCard, CustomerViews } from '../../../records/wizard/customer-card.tsx';
import { SideCard, SideColumn } from '../../../records/wizard/side-card.tsx';
import { StepChecklist } from '../../../records/wizard/step-checklist.tsx';
import { useStep } from '../../../records/wizard/step-plan.ts';
import { Wizard } from '../../../records/wizard/wizard.tsx';
import { GiveawayStatusMark } from '../public.tsx';
import { GiveawayDates } from './giveaway-dates.tsx';
import { DateFields, EligibilityFields, TextFields, WinnerFields } from './giveaway-fields.tsx';
import { bySlot, currentTerms, type GiveawayValues, giveawayInput, giveawayTerms } from './giveaway-form-values.ts';
import { GIVEAWAY_PLAN, type GiveawayStep } from './giveaway-plan.ts';
import type { Terms } from './giveaway-terms.ts';
import { PrizeList, RegistrationNotice, TermSentences, TextsInReview, WorstCase } from './giveaway-terms-view.tsx';
import { GiveawayView } from './giveaway-view.tsx';
import { PrizeFields } from './prize-fields.tsx';
import { useGiveawayWords } from './use-giveaway-words.ts';

interface GiveawaySideProps {
  readonly nameOf: (step: GiveawayStep) => string;
  /** Reports whether missing fields of a step count as problems. */
  readonly isDue: (step: GiveawayStep) => boolean;
  readonly terms: Terms;
  readonly sponsor: string | null;
  readonly imageUrl: string | null;
  readonly missing: FieldProblems;
  readonly labelOf: (field: string) => string;
}

/** Consequences of a giveaway: the app's view, dates, terms, the worst case, and missing fields. */
function GiveawaySide({ nameOf, isDue, terms, sponsor, imageUrl, missing, labelOf }: GiveawaySideProps) {
  const { t } = useMessages();
  const languages = useTextLanguages();
  return (
    <>
      <SideCard title={t('giveaway.dates.title')} isWide>
        <GiveawayDates terms={terms} />
      </SideCard>
      <SideColumn>
        <CustomerCard title={t('giveaway.view.title')} languages={languages}>
          {(language) => <GiveawayView terms={terms} imageUrl={imageUrl} language={language} />}
        </CustomerCard>
        <SideCard title={t('giveaway.escrow.title')}>
          <WorstCase terms={terms} sponsor={sponsor} />
          <RegistrationNotice terms={terms} />
        </SideCard>
      </SideColumn>
      <SideColumn>
        <SideCard title={t('giveaway.preview.terms')}>
          <TermSentences terms={terms} sponsor={sponsor} />
        </SideCard>
        <SideCard title={t('giveaway.preview.missing')}>
          <StepChecklist
            plan={GIVEAWAY_PLAN}
            nameOf={nameOf}
            missing={missing}
            labelOf={labelOf}
            isUntouched={() => false}
            isDue={isDue}
          />
        </SideCard>
      </SideColumn>
    </>
  );
}

interface GiveawayReviewProps {
  readonly terms: Terms;
  readonly imageUrl: string | null;
  readonly labelOf: (field: string) => string;
  readonly codeOf: (campaignId: string) => string | null;
}

/** The giveaway as people see it, in each language, with all of its texts and prizes. */
function GiveawayReview({ terms, imageUrl, labelOf, codeOf }: GiveawayReviewProps) {
  const { t } = useMessages();
  return (
    <>
      <p className="bc-form-hint">{t('giveaway.review.hint')}</p>
      <CustomerViews languages={useTextLanguages()}>
        {(language) => <GiveawayView terms={terms} imageUrl={imageUrl} language={language} />}
      </CustomerViews>
      <TextsInReview terms={terms} labelOf={labelOf} />
      <h3>{t('giveaway.field.prizes')}</h3>
      <PrizeList terms={terms} codeOf={codeOf} />
    </>
  );
}

/** All fields that are checked on save, touched or not. */
const GIVEAWAY_ROOTS: readonly string[] = Object.keys(giveawayFields.shape).filter((field) => field !== 'imagePath');

/**
 * Rules of the form's fields from the domain, including those between fields. `read` returns the current values: a
 * field's limits may depend on others.
 */
function giveawayRules(read: () => GiveawayValues): FieldRules {
  const rules = Object.entries(giveawayFields.shape).map(([field, schema]) => {
    const rule = z
      .preprocess(() => withDates(giveawayInput(read()), giveawayRecord.fields)[field], schema as z.ZodType)
      .superRefine((_value, context) => {
        const broken = betweenFields(read())[field]?.[0];
        if (broken !== undefined) context.addIssue({ code: 'custom', message: broken.rule });
      });
    return [field, rule] as const;
  });
  return { ...Object.fromEntries(rules), prizes: prizeRule(read) };
}

function betweenFields(values: GiveawayValues): FieldProblems {
  return giveawayProblems(giveawayTerms(values));
}

/** Reports problems of prizes under the prize's slot instead of a list index. */
function prizeRule(read: () => GiveawayValues): z.ZodType {
  return z.unknown().superRefine((_value, context) => {
    const values = read();
    for (const [place, prize] of giveawayInput(values).prizes.entries()) {
      for (const issue of giveawayPrizeFields.safeParse(prize).error?.issues ?? []) {
        const at = Object.keys(bySlot({ [['prizes', place, ...issue.path].join('.')]: true }, values))[0];
        context.addIssue({ ...issue, input: prize, path: (at ?? '').split('.').slice(1) } as never);
      }
    }
    for (const [at, problems] of Object.entries(bySlot(betweenFields(values), values))) {
      const rule = problems[0]?.rule;
      if (at.startsWith('prizes.') && rule !== undefined)
        context.addIssue({ code: 'custom', message: rule, path: at.split('.').slice(1) });
    }
  });
}

/** Properties of {@link GiveawayForm}. */
export interface GiveawayFormProps extends SavedForm<GiveawayValues> {
  readonly label: string;
  readonly base: GiveawayValues;
  readonly status: GiveawayStatus;
  /** Its picture, which is chosen on the record. */
  readonly imageUrl: string | null;
  /** Names of the present sponsor and of the campaigns of present prizes. */
  readonly sponsor: OneOption | null;
  readonly campaigns: readonly OneOption[];
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

/** The giveaway form in steps, with a summary of the terms and the escrow beside it. A problem leads to its step. */
export function GiveawayForm(props: GiveawayFormProps) {
  const { t } = useMessages();
  const words = useGiveawayWords();
  const { form, rules } = useRichForm(props, {
    base: props.base,
    rulesOf: giveawayRules,
    required: GIVEAWAY_ROOTS,
    terms: { fieldsOf: bySlot, valuesOf: currentTerms },
    onSaved: props.onSaved,
  });
  const missing = checkFields(rules, form.values, GIVEAWAY_ROOTS);
  const place = useStep(GIVEAWAY_PLAN, form);
  const { step } = place;
  const nameOf = (each: GiveawayStep) => t(`giveaway.step.${each}`);
  // A saved draft shows missing fields as problems; a new one shows them as still to do.
  const isDue = (each: GiveawayStep) => props.version > 0 || place.isBegun(each);
  const parts = { form, labelOf: words.labelOf, isOpen: props.isOpen };
  const fields = GIVEAWAY_PLAN.fields[step];
  const terms = giveawayInput(form.values);
  const sponsor = terms.storeId === null ? null : (props.sponsor?.label ?? t('giveaway.sponsor.chosen'));
  const campaignCode = (id: string) => props.campaigns.find(({ value }) => value === id)?.label ?? null;
  return (
    <Wizard
      form={form}
      label={props.label}
      title={form.values['titleI18n.en-US']?.trim() || props.label}
      state={<GiveawayStatusMark state={props.status} variant="pill" />}
      code={form.values.code}
      {...words}
      plan={GIVEAWAY_PLAN}
      place={place}
      nameOf={nameOf}
      isDue={isDue}
      missing={missing}
      verb={t(props.version === 0 ? 'giveaway.new.create' : 'records.save.action')}
      onCancel={props.onCancel}
      sideLabel={t('giveaway.preview.label')}
      side={
        <GiveawaySide
          nameOf={nameOf}
          isDue={isDue}
          terms={terms}
          sponsor={sponsor}
          imageUrl={props.imageUrl}
          missing={missing}
          labelOf={words.labelOf}
        />
      }
    >
      <LockedNote
        fields={fields}
        isOpen={props.isOpen}
        some={t('giveaway.locked.some')}
        all={t('giveaway.locked.all')}
      />
      {step === 'texts' ? <TextFields {...parts} sponsor={props.sponsor} /> : null}
      {step === 'review' ? (
        <GiveawayReview terms={terms} imageUrl={props.imageUrl} labelOf={words.labelOf} codeOf={campaignCode} />
      ) : null}
      {step === 'texts' || step === 'review' ? null : (
        <OpenField isOpen={fields.every(props.isOpen)}>
          {step === 'prizes' ? <PrizeFields form={form} labelOf={words.labelOf} campaigns={props.campaigns} /> : null}
          {step === 'eligibility' ? <EligibilityFields {...parts} /> : null}
          {step === 'dates' ? <DateFields {...parts} /> : null}
          {step === 'winners' ? <WinnerFields {...parts} /> : null}
        </OpenField>
      )}
    </Wizard>
  );
}
