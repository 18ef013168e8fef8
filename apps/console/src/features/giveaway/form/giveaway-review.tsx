import { useMessages } from '@backcounter/i18n/react';
import { useTextLanguages } from '../../../records/form/text-languages.ts';
import { CustomerViews } from '../../../records/wizard/customer-card.tsx';
import type { Terms } from './giveaway-terms.ts';
import { PrizeList, TextsInReview } from './giveaway-terms-view.tsx';
import { GiveawayView } from './giveaway-view.tsx';

interface GiveawayReviewProps {
  readonly terms: Terms;
  readonly imageUrl: string | null;
  readonly labelOf: (field: string) => string;
  readonly codeOf: (campaignId: string) => string | null;
}

/** The giveaway as people see it, in each language, with all of its texts and prizes. */
export function GiveawayReview({ terms, imageUrl, labelOf, codeOf }: GiveawayReviewProps) {
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
