import { useMessages } from '@backcounter/i18n/react';
import { IconCopy, IconTicket } from '@tabler/icons-react';
import { dateFormat, formatNumber } from '../../../lib/format/formats.ts';
import { formatBasisPoints, formatMoney } from '../../../lib/format/money.ts';
import styles from './campaign-form.module.css';
import { type CampaignValues, campaignInput, partnerField, partnerIds } from './campaign-form-values.ts';

/** A code like those that will be generated. */
const SAMPLE = '7K3M-9QXT-WBRB';

interface CouponViewProps {
  readonly values: CampaignValues;
  readonly language: string;
}

/** A coupon in the customer's app: the reward, a code and the dates, in the formats of a language. */
export function CouponView({ values, language }: CouponViewProps) {
  const { t } = useMessages();
  return (
    <div className={styles['coupon']}>
      <span className={styles['ticket']}>
        <IconTicket size={24} stroke={1.5} aria-hidden />
      </span>
      <div>
        <b>{rewardIn(values, language) ?? <span lang="">{t('campaign.coupon.no-reward')}</span>}</b>
        <small>{datesIn(values, language)}</small>
      </div>
      <p>
        <code dir="ltr">{codeOf(values)}</code>
        <IconCopy size={16} stroke={1.75} aria-hidden />
      </p>
    </div>
  );
}

/** The reward without words, which the app adds in its own languages: "−15%", "−€5", "+500"; a gift by its name. */
function rewardIn(values: CampaignValues, language: string): string | null {
  const { rewardType, percentBp, amountMinor, points, currency } = values;
  const isFigure = (value: unknown): value is number => typeof value === 'number' && value > 0;
  switch (rewardType) {
    case 'PERCENT':
      return isFigure(percentBp) ? `−${formatBasisPoints(percentBp, language)}` : null;
    case 'AMOUNT':
      return isFigure(amountMinor) && currency !== null ? `−${formatMoney(amountMinor, currency, language)}` : null;
    case 'POINTS':
      return isFigure(points) ? `+${formatNumber(points, language)}` : null;
    default:
      return values[`giftTextI18n.${language}`] || values['giftTextI18n.en-US'] || null;
  }
}

function datesIn({ startsAt, endsAt, timezone }: CampaignValues, language: string): string | null {
  if (!startsAt || !endsAt || startsAt >= endsAt) return null;
  const format = dateFormat(language, { day: 'numeric', month: 'short', timeZone: timezone ?? 'UTC' });
  // An end at midnight is the end of the day before.
  return format.formatRange(new Date(startsAt), new Date(Date.parse(endsAt) - 1));
}

function codeOf(values: CampaignValues): string {
  const [first] = partnerIds(values);
  if (campaignInput(values).codeMode === 'UNIQUE') return [values.codePrefix, SAMPLE].filter(Boolean).join('-');
  return (first === undefined ? null : values[partnerField(first, 'sharedCode')]) || '····';
}
