import { currencyExponent } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { IconGripVertical, IconSelector } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { roundTicks } from '../../../lib/chart/round-ticks.ts';
import { formatNumber } from '../../../lib/format/formats.ts';
import { isolated } from '../../../lib/format/isolated.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import styles from './budget-chart.module.css';

/** Worst-case cost by number of uses, against the budget. Money is in minor units. */
export interface BudgetFigures {
  readonly currency: string;
  /** Possible uses. */
  readonly uses: number;
  /** Largest cost of a use; null: any. */
  readonly each: number | null;
  /** Cost of a use in comparable campaigns; null without any. */
  readonly expected: number | null;
  readonly budget: number | null;
  /** Worst cases above this must be activated by an administrator. */
  readonly alone: number;
}

interface BudgetChartProps {
  readonly figures: BudgetFigures;
  /** Absent: the budget can't be changed. */
  readonly onBudget?: ((minor: number) => void) | undefined;
}

/** Steps of the handle from 0 to the top. */
const STEPS = 40;

/** Distance of two budgets of the handle: a round number of whole units. */
function budgetStep(top: number, currency: string): number {
  const unit = 10 ** currencyExponent(currency);
  const rough = Math.max(1, top / unit / STEPS);
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((each) => each * power >= rough) ?? 10;
  return factor * power * unit;
}

/** Top of the value axis: everything that is drawn, with room for the handle to go up. */
function budgetTop({ uses, each, expected, budget, currency }: BudgetFigures): number {
  const unit = 10 ** currencyExponent(currency);
  const largest = Math.max((each ?? expected ?? 0) * uses, budget ?? 0, unit);
  return (roundTicks(Math.ceil((largest * 1.15) / unit)).at(-1) ?? 1) * unit;
}

/** Worst case and budget; the budget's line has a handle, which has the value of the field. */
export function BudgetChart({ figures, onBudget }: BudgetChartProps) {
  const { currency, uses, each, expected, budget, alone } = figures;
  const { t, locale, figure } = useMessages();
  const plot = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<number | null>(null);
  const unit = 10 ** currencyExponent(currency);
  // While the handle is held, the scale must not move under it.
  const top = held ?? budgetTop(figures);
  const step = budgetStep(top, currency);
  const money = (minor: number) => formatMoney(minor, currency, locale);
  const y = (minor: number) => 100 - (100 * Math.min(minor, top)) / top;
  const worst = each === null ? null : each * uses;
  const level = budget ?? worst ?? (expected === null ? null : expected * uses);
  const reach = budget !== null && worst !== null && budget < worst ? (100 * budget) / worst : null;
  const set = (minor: number) => onBudget?.(Math.min(top, Math.max(step, Math.round(minor / step) * step)));
  const onKeyDown = (event: KeyboardEvent) => {
    const from = level ?? 0;
    const by = {
      ArrowUp: step,
      ArrowRight: step,
      ArrowDown: -step,
      ArrowLeft: -step,
      PageUp: 10 * step,
      PageDown: -10 * step,
    };
    const next =
      { Home: step, End: top }[event.key] ?? (event.key in by ? from + by[event.key as keyof typeof by] : null);
    if (next === null) return;
    event.preventDefault();
    set(next);
  };
  const onDrag = (event: PointerEvent<HTMLElement>) => {
    const frame = plot.current?.getBoundingClientRect();
    if (held === null || !frame) return;
    set(((frame.bottom - event.clientY) / frame.height) * top);
  };
  // Near 0 its label would cover the axis.
  const hasAlone = alone <= top && alone > top * 0.08;
  const covered = worst === null ? null : Math.min(worst, budget ?? worst);
  return (
    <div className={styles['chart']}>
      <div ref={plot} className={styles['plot']}>
        <div role="img" aria-label={t('campaign.budget.chart')}>
          {roundTicks(top / unit).map((tick) => (
            <span key={tick} className={styles['tick']} style={{ insetBlockStart: `${y(tick * unit)}%` }}>
              <small>
                {isolated(
                  formatNumber(tick, locale, {
                    style: 'currency',
                    currency,
                    notation: 'compact',
                    maximumFractionDigits: 1,
                  }),
                )}
              </small>
            </span>
          ))}
          <svg className={styles['lines']} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {worst === null || covered === null ? null : (
              <>
                <path className={styles['area']} d={`M0 100 L${reach ?? 100} ${y(covered)} H100 V100 Z`} />
                <line className={styles['worst']} x1="0" y1="100" x2="100" y2={y(worst)} />
              </>
            )}
            {expected === null ? null : (
              <line className={styles['expected']} x1="0" y1="100" x2="100" y2={100 - (100 * expected * uses) / top} />
            )}
            {hasAlone ? <line className={styles['alone']} x1="0" x2="100" y1={y(alone)} y2={y(alone)} /> : null}
            {budget === null ? null : (
              <line className={styles['budget']} x1="0" x2="100" y1={y(budget)} y2={y(budget)} />
            )}
          </svg>
          {reach === null || budget === null ? null : (
            <span
              className={styles['cross']}
              style={{ insetInlineStart: `${reach}%`, insetBlockStart: `${y(budget)}%` }}
            />
          )}
          {hasAlone ? (
            <small className={styles['note']} style={{ insetBlockStart: `${y(alone)}%` }}>
              {t('campaign.budget.alone', { amount: money(alone) })}
            </small>
          ) : null}
        </div>
        {onBudget && level !== null ? (
          <div
            className={styles['handle']}
            // Away from the point where the budget is used up.
            data-end={(reach !== null && reach < 50) || undefined}
            style={{ insetBlockStart: `${y(level)}%` }}
            role="slider"
            tabIndex={0}
            aria-label={t('campaign.budget.label')}
            aria-orientation="vertical"
            aria-valuemin={step / unit}
            aria-valuemax={top / unit}
            aria-valuenow={level / unit}
            aria-valuetext={budget === null ? t('campaign.budget.none') : money(budget)}
            onKeyDown={onKeyDown}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              setHeld(top);
            }}
            onPointerMove={onDrag}
            onPointerUp={() => setHeld(null)}
            onPointerCancel={() => setHeld(null)}
          >
            <IconGripVertical size={14} stroke={1.75} aria-hidden />
            {budget === null ? t('campaign.budget.none') : t('campaign.budget.handle', { amount: money(budget) })}
            <IconSelector size={14} stroke={1.75} aria-hidden />
          </div>
        ) : null}
      </div>
      <div className={styles['axis']}>
        <span>{figure(0)}</span>
        {reach === null ? null : (
          <b style={{ insetInlineStart: `${reach}%` }}>{figure(Math.floor((uses * reach) / 100))}</b>
        )}
        <span>{t('campaign.budget.uses', { count: uses })}</span>
      </div>
    </div>
  );
}
