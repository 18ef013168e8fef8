import type { ReactNode } from 'react';
import type { CampaignRowFragment } from '../../generated/graphql.ts';
import { UseBar } from '../../lib/chart/use-bar.tsx';
import { formatPercent } from '../../lib/format/formats.ts';
import { isolatedList } from '../../lib/format/isolated.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { placeOfZone } from '../../lib/format/zoned-words.ts';
import { codeColumn, figureColumn, nameColumn, nothing, timeColumn } from '../../listing/columns/column-kinds.tsx';
import { PhoneRow } from '../../listing/grid/phone-row.tsx';
import type { CellFormats, ListColumn } from '../../listing/list-definition.ts';
import styles from './campaign.module.css';
import { rewardWords, shortRewardWords } from './campaign-reward.ts';
import { CampaignStatusMark } from './campaign-state.tsx';
import { exactWindowWords, windowWords } from './campaign-window.ts';

type Row = CampaignRowFragment;

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
      <span>{formatPercent((budgetUse ?? 0) / 100, formats.locale)}</span>
    </span>
  );
}

/** Columns of the campaign list. */
export const campaignColumns: readonly ListColumn<Row>[] = [
  nameColumn('name', 'campaign.field.campaign', 200, ({ name }) => name, { grows: true, sort: 'name' }),
  codeColumn('code', 'crud.field.code', 156, ({ code }) => code, { sort: 'code' }),
  {
    key: 'status',
    headerKey: 'campaign.field.status',
    width: 126,
    render: ({ status }) => <CampaignStatusMark state={status} />,
    fullText: ({ stateReason }) => stateReason ?? null,
  },
  {
    key: 'reward',
    exported: ['rewardType', 'percentBp', 'amountMinor', 'currency', 'points'],
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
        {windowWords(row, formats)} <small className="bc-small bc-faint">{placeOfZone(row.timezone)}</small>
      </>
    ),
    fullText: exactWindowWords,
  },
  figureColumn('coupons', 'campaign.field.coupons', 68, ({ figures }) => figures.coupons, { isHiddenAtFirst: true }),
  figureColumn('redeemed', 'campaign.field.redeemed', 78, ({ figures }) => figures.redeemed, {
    sort: 'redeemed',
    fullText: (row, formats) => redeemedWords(row, formats),
  }),
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
  timeColumn('ends', 'campaign.field.endsAt', 104, ({ endsAt }) => endsAt, { sort: 'ends', isHiddenAtFirst: true }),
  timeColumn('created', 'campaign.field.created', 104, ({ createdAt }) => createdAt, {
    sort: 'created',
    isHiddenAtFirst: true,
  }),
  timeColumn('updated', 'crud.field.updatedAt', 112, ({ updatedAt }) => updatedAt, {
    sort: 'changed',
    isHiddenAtFirst: true,
  }),
];

/** Columns for a partner: without other partners and without the budget. */
export const ownCampaignColumns = campaignColumns.filter(({ key }) => key !== 'budget' && key !== 'streamers');

/** Two lines on a phone: name, reward and dates on the left; state and redemptions on the right. */
export function campaignPhoneRow(row: Row, formats: CellFormats): ReactNode {
  return (
    <PhoneRow
      title={<bdi>{row.name}</bdi>}
      end={formats.figure(row.figures.redeemed)}
      state={<CampaignStatusMark state={row.status} />}
    >
      {rewardOf(row, formats)} · {windowWords(row, formats)}
    </PhoneRow>
  );
}
