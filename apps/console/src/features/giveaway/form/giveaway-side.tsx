import type { FieldProblems } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useTextLanguages } from '../../../records/form/text-languages.ts';
import { CustomerCard } from '../../../records/wizard/customer-card.tsx';
import { SideCard, SideColumn } from '../../../records/wizard/side-card.tsx';
import { StepChecklist } from '../../../records/wizard/step-checklist.tsx';
import { GiveawayDates } from './giveaway-dates.tsx';
import { GIVEAWAY_PLAN, type GiveawayStep } from './giveaway-steps.ts';
import type { Terms } from './giveaway-terms.ts';
import { RegistrationNotice, TermSentences, WorstCase } from './giveaway-terms-view.tsx';
import { GiveawayView } from './giveaway-view.tsx';

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
export function GiveawaySide({ nameOf, isDue, terms, sponsor, imageUrl, missing, labelOf }: GiveawaySideProps) {
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
