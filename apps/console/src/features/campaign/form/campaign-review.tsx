import { useMessages } from '@backcounter/i18n/react';
import { useTextLanguages } from '../../../records/form/text-languages.ts';
import { CustomerViews } from '../../../records/wizard/customer-card.tsx';
import type { CampaignValues } from './campaign-form-values.ts';
import { CouponView } from './coupon-view.tsx';

/** The coupon in each language, and its rules, before the campaign is saved. */
export function CampaignReview({ values, isNew }: { readonly values: CampaignValues; readonly isNew: boolean }) {
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
