import { CAMPAIGN_LIMITS, currencyExponent, type FieldProblems } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { load } from '../../../lib/api/graphql-client.ts';
import { FiguresTable } from '../../../lib/chart/figures-table.tsx';
import { TableSwitch } from '../../../lib/chart/table-switch.tsx';
import { formatNumber } from '../../../lib/format/formats.ts';
import { idsOf } from '../../../lib/format/id-text.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { useTextLanguages } from '../../../records/form/text-languages.ts';
import type { RecordFormState } from '../../../records/form/use-record-form.ts';
import { CustomerCard } from '../../../records/wizard/customer-card.tsx';
import { SideCard, SideColumn } from '../../../records/wizard/side-card.tsx';
import { StepChecklist } from '../../../records/wizard/step-checklist.tsx';
import campaignStyles from '../campaign.module.css';
import { comparableCampaignsQuery } from '../campaign.operations.ts';
import { exactWindowWords } from '../campaign-window.ts';
import { BudgetChart, type BudgetFigures } from './budget-chart.tsx';
import styles from './campaign-form.module.css';
import { type CampaignValues, campaignInput, partnerIds } from './campaign-form-values.ts';
import { CAMPAIGN_PLAN, type CampaignStep } from './campaign-plan.ts';
import { exposureOf, exposureWords, type Terms, usesWords, whole } from './campaign-preview.tsx';
import { CouponView } from './coupon-view.tsx';
import { RuleList } from './rule-list.tsx';

const FRESH_MS = 5 * 60_000;
/** Fewer uses say little about the next one. */
const USES_MIN = 10;

/** The expected cost of a use, in minor units, and the number of campaigns that it is from. */
interface ExpectedCost {
  readonly each: number;
  readonly campaigns: number;
}

/**
 * The expected cost of a use of a percentage: this share of the average order of ended campaigns with percentages in the
 * same currency. Null without such campaigns; an amount is its own cost.
 */
function useExpectedCost(terms: Terms): ExpectedCost | null {
  const { currency, rewardType } = terms;
  const percentBp = whole(terms.percentBp);
  const ended = useQuery({
    queryKey: ['campaign-comparable', currency],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => {
      const filter = {
        currency: { in: [currency ?? ''] },
        rewardType: { in: ['PERCENT' as const] },
        status: { in: ['EXPIRED' as const, 'EXHAUSTED' as const] },
      };
      return (await load(comparableCampaignsQuery, { filter }, signal)).campaigns.nodes;
    },
    enabled: rewardType === 'PERCENT' && currency !== null,
    staleTime: FRESH_MS,
  });
  if (rewardType !== 'PERCENT' || currency === null || percentBp === null || percentBp === 0) return null;
  const used = (ended.data ?? []).filter(({ percentBp: share, figures }) => share && figures.redeemed >= USES_MIN);
  const uses = used.reduce((sum, { figures }) => sum + figures.redeemed, 0);
  const orders = used.reduce((sum, each) => sum + (each.figures.discountMinor * 10_000) / (each.percentBp ?? 1), 0);
  if (uses === 0) return null;
  const each = Math.round((orders / uses) * (percentBp / 10_000));
  return { each: Math.min(each, whole(terms.maxDiscountMinor) ?? each), campaigns: used.length };
}

interface CampaignSideProps {
  readonly form: RecordFormState<CampaignValues>;
  readonly nameOf: (step: CampaignStep) => string;
  /** Reports whether missing fields of a step count as problems. */
  readonly isDue: (step: CampaignStep) => boolean;
  /** Reports whether a field can still be changed. */
  readonly isOpen: (field: string) => boolean;
  readonly missing: FieldProblems;
  readonly labelOf: (field: string) => string;
}

/** Consequences of a campaign: its cost, the coupon, the rules, and missing fields. */
export function CampaignSide({ form, nameOf, isDue, isOpen, missing, labelOf }: CampaignSideProps) {
  const formats = useMessages();
  const { t } = formats;
  const { values } = form;
  const terms = campaignInput(values);
  const languages = useTextLanguages();
  const { startsAt, endsAt, timezone } = values;
  return (
    <>
      <WorstCaseCard
        terms={terms}
        isDue={isDue('reward') || isDue('limits')}
        onBudget={isOpen('budgetMinor') ? (minor) => form.set('budgetMinor', minor) : undefined}
      />
      <SideColumn>
        <CustomerCard title={t('campaign.coupon.title')} languages={languages}>
          {(language) => <CouponView values={values} language={language} />}
        </CustomerCard>
        <SideCard title={t('campaign.preview.missing')}>
          <StepChecklist
            plan={CAMPAIGN_PLAN}
            nameOf={nameOf}
            missing={missing}
            labelOf={labelOf}
            isUntouched={(step) => isUntouched(step, values)}
            isDue={isDue}
          />
        </SideCard>
      </SideColumn>
      <SideCard title={t('campaign.preview.rules')}>
        <RuleList
          terms={campaignInput(values)}
          gift={values[`giftTextI18n.${formats.language}`] ?? values['giftTextI18n.en-US'] ?? null}
        />
        {startsAt && endsAt && timezone ? (
          <p className="bc-form-hint">{exactWindowWords({ startsAt, endsAt, timezone }, formats)}</p>
        ) : null}
      </SideCard>
    </>
  );
}

interface WorstCaseCardProps {
  readonly terms: Terms;
  /** Something was entered: a missing limit is a warning. */
  readonly isDue: boolean;
  readonly onBudget: ((minor: number) => void) | undefined;
}

/** The maximum cost, and for money how far the budget goes. */
function WorstCaseCard({ terms, isDue, onBudget }: WorstCaseCardProps) {
  const formats = useMessages();
  const { t, locale } = formats;
  const [isTable, setTable] = useState(false);
  const exposure = exposureOf(terms);
  const isMoney = terms.rewardType !== 'POINTS' && terms.rewardType !== 'GIFT';
  const isEndless = isMoney && exposure.discountMinor === null;
  const expected = useExpectedCost(terms);
  const figures = budgetFigures(terms, exposure.uses, expected);
  const hasChart = figures !== null && (figures.each ?? figures.expected ?? figures.budget) !== null;
  const title = t('campaign.exposure.title');
  return (
    <SideCard
      title={title}
      tone={isEndless && isDue ? 'warning' : undefined}
      isWide
      note={hasChart ? <TableSwitch title={title} isTable={isTable} onChange={setTable} /> : null}
    >
      <p className={campaignStyles['figure']} role="status">
        {exposureWords(exposure, terms, formats)}
      </p>
      <p className="bc-form-hint">{isEndless ? t('campaign.exposure.open') : usesWords(exposure, terms, formats)}</p>
      {!hasChart ? null : isTable ? (
        <FiguresTable
          label={title}
          heads={[
            t('campaign.budget.uses-head'),
            ...(expected === null ? [] : [t('campaign.budget.expected')]),
            title,
            t('campaign.field.budgetMinor'),
          ]}
          rows={tableRows(figures, locale)}
        />
      ) : (
        <>
          <BudgetChart figures={figures} onBudget={onBudget} />
          <ul className={styles['legend']}>
            {expected === null ? null : (
              <li className="bc-row bc-gap-sm" data-line="expected">
                {t('campaign.budget.expected')}
              </li>
            )}
            {figures.each === null ? null : (
              <li className="bc-row bc-gap-sm" data-line="worst">
                {title}
              </li>
            )}
            {figures.budget === null ? null : <li className="bc-row bc-gap-sm">{t('campaign.field.budgetMinor')}</li>}
          </ul>
          {terms.rewardType === 'PERCENT' ? (
            <p className="bc-form-hint">
              {expected === null
                ? t('campaign.budget.no-pace')
                : t('campaign.budget.expected-from', {
                    amount: formatMoney(expected.each, figures.currency, locale),
                    count: expected.campaigns,
                  })}
            </p>
          ) : null}
        </>
      )}
      {exposure.needsAdmin && !isEndless ? (
        <p className={styles['warning']}>
          <IconUserCheck size={16} stroke={1.75} aria-hidden />
          <span>
            {t('campaign.exposure.admin')}
            <small>{t('campaign.budget.go-on')}</small>
          </span>
        </p>
      ) : null}
    </SideCard>
  );
}

/** Money by use, for a discount in a currency. */
function budgetFigures(terms: Terms, uses: number, expected: ExpectedCost | null): BudgetFigures | null {
  const { currency, rewardType } = terms;
  if (currency === null || (rewardType !== 'PERCENT' && rewardType !== 'AMOUNT')) return null;
  return {
    currency,
    uses,
    each: whole(rewardType === 'AMOUNT' ? terms.amountMinor : terms.maxDiscountMinor),
    expected: expected?.each ?? null,
    budget: whole(terms.budgetMinor),
    alone: CAMPAIGN_LIMITS.exposureAlone * 10 ** currencyExponent(currency),
  };
}

/** The chart as figures: at each quarter of the possible uses. */
function tableRows({ uses, each, expected, budget, currency }: BudgetFigures, locale: string) {
  const money = (minor: number) => formatMoney(minor, currency, locale);
  return [...new Set([0.25, 0.5, 0.75, 1].map((share) => Math.round(uses * share)))].map((at) => ({
    key: String(at),
    name: formatNumber(at, locale),
    figures: [
      ...(expected === null ? [] : [money(expected * at)]),
      each === null ? '–' : money(each * at),
      budget === null ? '–' : money(budget),
    ],
  }));
}

/** An optional step without any value. */
function isUntouched(step: string, values: CampaignValues): boolean {
  if (step === 'places') return idsOf(values.areaIds).length + idsOf(values.storeIds).length === 0;
  return step === 'streamers' && partnerIds(values).length === 0;
}
