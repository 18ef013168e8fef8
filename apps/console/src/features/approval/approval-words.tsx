import { approvalOf } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import { State, useClock } from '@backcounter/ui';
import {
  IconBan,
  IconCircleCheck,
  IconClock,
  IconHourglassEmpty,
  IconShieldX,
  IconUserCheck,
  IconX,
} from '@tabler/icons-react';
import type { ApprovalAction, ApprovalRowFragment } from '../../generated/graphql.ts';
import { timeLeftWords } from '../../lib/format/duration.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { zonedWords } from '../../lib/format/zoned-words.ts';
import { stateMark } from '../../lib/record/state-mark.tsx';
import type { CellFormats } from '../../listing/list-definition.ts';

const HOUR_MS = 3_600_000;
const URGENT_MS = 24 * HOUR_MS;

export const actionKey = (action: ApprovalAction): MessageKey => `approval.action.${action}`;

export const ApprovalStateMark = stateMark(
  {
    PENDING: { tone: 'violet', icon: IconUserCheck },
    APPROVED: { tone: 'positive', icon: IconCircleCheck },
    DECLINED: { tone: 'negative', icon: IconBan },
    EXPIRED: { tone: 'neutral', icon: IconHourglassEmpty },
    VOIDED: { tone: 'negative', icon: IconShieldX },
    CANCELED: { tone: 'neutral', icon: IconX },
  },
  (state) => `approval.state.${state}`,
);

interface TimeLeftProps {
  readonly at: string;
  readonly formats: Pick<CellFormats, 't' | 'locale'>;
  /** Below a header that says what it is. */
  readonly isCell?: boolean;
}

/** Time until a pending request expires, a warning on its last day. */
export function TimeLeft({ at, formats, isCell = false }: TimeLeftProps) {
  const left = Date.parse(at) - useClock();
  if (left <= 0) return <ApprovalStateMark state="EXPIRED" />;
  const time = timeLeftWords(left / HOUR_MS, formats.locale);
  const word = isCell ? time : formats.t('approval.expires', { time });
  return left < URGENT_MS ? <State tone="warning" icon={IconClock} word={word} /> : <span>{word}</span>;
}

type Shown = Pick<ApprovalRowFragment, 'action' | 'value' | 'figures'>;

const figureOf = ({ figures }: Pick<Shown, 'figures'>, key: string): unknown =>
  figures.find((figure) => figure.key === key)?.value ?? undefined;
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Worst case or reach of a request, in the unit of its action; null without one. */
export function reachWords(shown: Shown, { t, locale, figure }: CellFormats): string | null {
  const { action, value } = shown;
  const unit = approvalOf(action).unit;
  if (unit !== 'AMOUNT')
    return value == null || unit === null ? null : t(`approval.reach.${unit}`, { count: value, figure: figure(value) });
  const [currency, points] = [textOf(figureOf(shown, 'currency')), figureOf(shown, 'points')];
  if (value == null) return t('approval.reach.no-ceiling');
  return typeof points === 'number' && points > 0
    ? t('approval.reach.POINTS', { count: points, figure: figure(points) })
    : currency && value > 0
      ? formatMoney(value, currency, locale)
      : null;
}

/** The server reads no more than these. */
const OVERLAPS_READ = 5;
const OVERLAPS_SHOWN = 3;

/** One figure of the blast radius. */
interface BlastFigure {
  readonly key: string;
  readonly value: string;
  readonly note?: string;
  readonly links?: readonly { readonly id: string; readonly name: string }[];
  readonly isWarning?: boolean;
}

const isNamed = (value: unknown): value is { readonly id: string; readonly name: string } =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value;

/** Reach, worst case, until when it can be undone, and overlaps, as far as the action has them. */
export function blastFigures(shown: Shown, formats: CellFormats): readonly BlastFigure[] {
  const { t, locale, timeZone, figure } = formats;
  const [uses, until, overlaps] = ['uses', 'undoableUntil', 'overlaps'].map((key) => figureOf(shown, key));
  const reach = reachWords(shown, formats);
  const named = Array.isArray(overlaps) ? overlaps.filter(isNamed) : [];
  const isCampaign = shown.action === 'CAMPAIGN_WORST_CASE';
  const end = textOf(until);
  const time = end === null ? null : zonedWords(end, timeZone, locale);
  return [
    ...(isCampaign
      ? [{ key: 'reach', value: textOf(figureOf(shown, 'segment')) ?? t('approval.figure.everyone') }]
      : []),
    ...(reach === null
      ? []
      : [
          {
            key: isCampaign ? 'worstCase' : 'reach',
            value: reach,
            isWarning: shown.value == null,
            ...(typeof uses === 'number' && { note: t('approval.figure.uses', { count: uses, figure: figure(uses) }) }),
          },
        ]),
    ...(shown.figures.some(({ key }) => key === 'undoableUntil')
      ? [
          {
            key: 'undo',
            value: time === null ? t('approval.figure.never') : t('approval.figure.until', { time }),
            isWarning: time === null,
            ...(isCampaign && { note: t('approval.figure.stop') }),
          },
        ]
      : []),
    ...(Array.isArray(overlaps)
      ? [
          {
            key: 'overlaps',
            value: t(named.length < OVERLAPS_READ ? 'approval.figure.campaigns' : 'approval.figure.many', {
              count: named.length,
            }),
            links: named.slice(0, OVERLAPS_SHOWN),
          },
        ]
      : []),
  ];
}
