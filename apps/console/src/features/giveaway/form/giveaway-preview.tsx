import type { FieldProblems } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { StepChecklist, type StepPlan } from '../../../crud/fields/form-steps.tsx';
import type { GiveawayStep } from './giveaway-steps.ts';
import type { Terms } from './giveaway-terms.ts';
import { RegistrationNotice, TermSentences, WorstCase } from './giveaway-terms-view.tsx';

interface GiveawayPreviewProps {
  readonly plan: StepPlan<GiveawayStep>;
  /** Reports whether missing fields of a step count as problems. */
  readonly isDue: (step: GiveawayStep) => boolean;
  readonly terms: Terms;
  readonly sponsor: string | null;
  readonly problems: FieldProblems;
  readonly labelOf: (field: string) => string;
}

/** Summary beside the form: terms, escrow, and missing fields. */
export function GiveawayPreview({ plan, isDue, terms, sponsor, problems, labelOf }: GiveawayPreviewProps) {
  const { t } = useMessages();
  return (
    <aside className="bc-step-preview" aria-label={t('giveaway.preview.label')}>
      <section>
        <h3>{t('giveaway.preview.terms')}</h3>
        <TermSentences terms={terms} sponsor={sponsor} />
      </section>
      <section>
        <WorstCase terms={terms} sponsor={sponsor} />
        <RegistrationNotice terms={terms} />
      </section>
      <section>
        <h3>{t('giveaway.preview.missing')}</h3>
        <StepChecklist
          plan={plan}
          missing={problems}
          labelOf={labelOf}
          isUntouched={(step) => step === 'review'}
          isDue={isDue}
        />
      </section>
    </aside>
  );
}
