import { formatExact, formatRelative } from '@backcounter/ui';
import type { ReactNode } from 'react';
import type { CampaignRowFragment } from '../../generated/graphql.ts';
import { UseBar } from '../../lib/chart/use-bar.tsx';
import { isolatedList } from '../../lib/format/isolated.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { placeOfZone } from '../../lib/format/zoned-words.ts';
import type { CellFormats, ListColumn } from '../../listing/list-definition.ts';
import styles from './campaign.module.css';
import { rewardWords, shortRewardWords } from './campaign-reward.ts';
import { CampaignStatusMark } from './campaign-state.tsx';
import { exactWindowWords, windowWords } from './campaign-window.ts';

type Row = CampaignRowFragment;

const nothing = ({ t }: CellFormats) => <span className="bc-empty-value">{t('listing.value.empty')}</span>;

/** The reward of a campaign as text. */
export const rewardOf = ({ giftText, ...terms }: Row, formats: Pick<CellFormats, 't' | 'locale'>): string =>
  rewardWords({ ...terms, gift: giftText ?? null }, formats);

/** "€86,412 of €120,000, €3,108 of it held"; null if there is no budget or this person may not see it. */
export function budgetWords(
  { figures, currency }: Row,
  { t, locale }: Pick<CellFormats, 't' | 'locale'>,
): string | null {
  if (figures.budgetMinor == null || currency == null) return null;
  const sums = {
    used: formatMoney(figures.discountMinor, currency, locale),
    most: formatMoney(figures.budgetMinor, currency, locale),
  };
  if (figures.discountHeldMinor === 0) return t('campaign.budget.of', sums);
  return t('campaign.budget.of-held', { ...sums, held: formatMoney(figures.discountHeldMinor, currency, locale) });
}

/** Discount given to customers, without amounts held for checkouts in progress. */
export function givenMoney({ figures }: Pick<Row, 'figures'>, currency: string, locale: string): string {
  return formatMoney(figures.discountMinor - figures.discountHeldMinor, currency, locale);
}

/** "11,482 of 20,000", or the first number alone if there is no limit. */
export function redeemedWords({ figures }: Row, formats: CellFormats): string {
  const { redeemed, redemptionsLimit } = figures;
  if (redemptionsLimit == null) return formats.figure(redeemed);
  return formats.t('campaign.redeemed.of', {
    used: formats.figure(redeemed),
    most: formats.figure(redemptionsLimit),
  });
}

/** Used share of the budget: a bar and a percentage. */
export function BudgetUse({ row, formats }: { readonly row: Row; readonly formats: CellFormats }): ReactNode {
  const words = budgetWords(row, formats);
  if (words === null) return nothing(formats);
  const { discountMinor, discountHeldMinor, budgetMinor, budgetUse } = row.figures;
  return (
    <span className={styles['budgetCell']}>
      <UseBar
        label={formats.t('campaign.field.budgetUse')}
        used={discountMinor}
        held={discountHeldMinor}
        most={budgetMinor ?? 0}
        words={words}
      />
      <span>{new Intl.NumberFormat(formats.locale, { style: 'percent' }).format((budgetUse ?? 0) / 100)}</span>
    </span>
  );
}

/** Columns of the campaign list. */
export const campaignColumns: readonly ListColumn<Row>[] = [
  {
    key: 'name',
    headerKey: 'campaign.field.campaign',
    width: 200,
    grows: true,
    isPinned: true,
    sort: 'name',
    render: ({ name }) => (
      <span className="bc-cell-name" dir="auto">
        {name}
      </span>
    ),
  },
  {
    key: 'code',
    headerKey: 'crud.field.code',
    width: 156,
    sort: 'code',
    render: ({ code }) => (
      <span className="bc-code" dir="ltr">
        {code}
      </span>
    ),
    copyText: ({ code }) => code,
  },
  {
    key: 'status',
    headerKey: 'campaign.field.status',
    width: 126,
    render: ({ status }) => <CampaignStatusMark status={status} />,
    fullText: ({ stateReason }) => stateReason ?? null,
  },
  {
    key: 'reward',
    headerKey: 'campaign.field.reward',
    width: 108,
    render: ({ giftText, ...terms }, formats) => shortRewardWords({ ...terms, gift: giftText ?? null }, formats),
    fullText: (row, formats) => rewardOf(row, formats),
  },
  {
    key: 'window',
    headerKey: 'campaign.field.window',
    width: 192,
    sort: 'starts',
    render: (row, formats) => (
      <>
        {windowWords(row, formats)} <small className={styles['zone']}>{placeOfZone(row.timezone)}</small>
      </>
    ),
    fullText: exactWindowWords,
  },
  {
    key: 'coupons',
    headerKey: 'campaign.field.coupons',
    width: 68,
    align: 'end',
    isHiddenAtFirst: true,
    render: ({ figures }, formats) => formats.figure(figures.coupons),
  },
  {
    key: 'redeemed',
    headerKey: 'campaign.field.redeemed',
    width: 78,
    align: 'end',
    sort: 'redeemed',
    render: ({ figures }, formats) => formats.figure(figures.redeemed),
    fullText: (row, formats) => redeemedWords(row, formats),
  },
  {
    key: 'budget',
    headerKey: 'campaign.field.budgetUse',
    width: 96,
    minWidth: 96,
    sort: 'budget',
    render: (row, formats) => <BudgetUse row={row} formats={formats} />,
    fullText: (row, formats) => budgetWords(row, formats),
  },
  {
    key: 'streamers',
    headerKey: 'campaign.field.streamers',
    width: 114,
    render: ({ streamers: [first, ...others] }, formats) =>
      first === undefined ? (
        nothing(formats)
      ) : (
        <span className={styles['firstOfMany']}>
          <span dir="auto">{first.displayName}</span>
          {others.length > 0 ? <small>+{formats.figure(others.length)}</small> : null}
        </span>
      ),
    fullText: ({ streamers }, { locale }) =>
      streamers.length > 1
        ? isolatedList(
            streamers.map(({ displayName }) => displayName),
            locale,
          )
        : null,
  },
  {
    key: 'ends',
    headerKey: 'campaign.field.endsAt',
    width: 104,
    align: 'end',
    sort: 'ends',
    isHiddenAtFirst: true,
    render: ({ endsAt }, formats) => time(endsAt, formats),
    fullText: ({ endsAt }, formats) => formatExact(new Date(endsAt), formats),
  },
  {
    key: 'created',
    headerKey: 'campaign.field.created',
    width: 104,
    align: 'end',
    sort: 'created',
    isHiddenAtFirst: true,
    render: ({ createdAt }, formats) => time(createdAt, formats),
    fullText: ({ createdAt }, formats) => formatExact(new Date(createdAt), formats),
  },
  {
    key: 'updated',
    headerKey: 'crud.field.updated',
    width: 112,
    align: 'end',
    sort: 'changed',
    isHiddenAtFirst: true,
    render: ({ updatedAt }, formats) => time(updatedAt, formats),
    fullText: ({ updatedAt }, formats) => formatExact(new Date(updatedAt), formats),
  },
];

/** Columns for a partner: without other partners and without the budget. */
export const ownCampaignColumns = campaignColumns.filter(({ key }) => key !== 'budget' && key !== 'streamers');

function time(value: string, formats: CellFormats) {
  return <time dateTime={value}>{formatRelative(new Date(value), new Date(), formats)}</time>;
}

/** Two lines on a phone: name, reward and dates on the left; state and redemptions on the right. */
export function campaignPhoneRow(row: Row, formats: CellFormats): ReactNode {
  return (
    <span className="bc-phone-row">
      <span className="bc-phone-main">
        <b className="bc-cell-name">
          <bdi>{row.name}</bdi>
        </b>
        <small>
          {rewardOf(row, formats)} · {windowWords(row, formats)}
        </small>
      </span>
      <span className="bc-phone-end">
        {formats.figure(row.figures.redeemed)}
        <CampaignStatusMark status={row.status} />
      </span>
    </span>
  );
}
