import { useMessages } from '@backcounter/i18n/react';
import { ErrorPanel, Skeleton, State } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { errorKeyOf } from '../lib/api/error-text.ts';
import { load } from '../lib/api/graphql-client.ts';
import { RequestError } from '../lib/api/request-error.ts';
import { dateFormat } from '../lib/format/formats.ts';
import { ledgerWords, placeOfZone } from '../lib/format/zoned-words.ts';
import { useReference } from '../lib/record/reference.ts';
import { serverZone } from '../lib/settings/config.ts';
import { encodeFilter, type InstantRange } from '../listing/filter/filter-value.ts';
import { RecordDrawer } from '../records/record-drawer.tsx';
import { CHART_SPANS, type PointsPeriod, periodOf, spanWindow, within } from './chart/points-period.ts';
import styles from './points.module.css';
import { pointsExplanationQuery } from './points.operations.ts';
import {
  type ExplanationGroup,
  type ExplanationPart,
  type ExplanationSum,
  grouped,
  totalOf,
} from './points-explanation-sums.ts';
import { PointsKind } from './points-kind.tsx';
import { plainPoints, signedPoints } from './points-words.ts';
import type { PointsWallet } from './use-points-wallet.ts';
import { useWalletBegin } from './use-wallet-begin.ts';

interface PointsExplanationProps {
  readonly wallet: PointsWallet;
  readonly range: InstantRange | null;
  /** Page and tab of the owner, for links from the sums to the entries. */
  readonly path: string;
  readonly tab: string | null;
  /** Filters list, chart and explanation to a number of days back. */
  readonly onDays: (days: number) => void;
  readonly onClose: () => void;
}

/**
 * From the balance before a time to the balance after it: credits and debits by month and kind, each linked to its
 * entries.
 */
export function PointsExplanation({ wallet, range, path, tab, onDays, onClose }: PointsExplanationProps) {
  const { t, locale, ...said } = useMessages();
  const timeZone = serverZone(said.timeZone);
  const begin = useWalletBegin(wallet);
  const found = useQuery({
    queryKey: ['points', 'explanation', wallet.id, wallet.entries, range, begin.data ?? null, timeZone],
    queryFn: async ({ signal }) => {
      const period = periodOf(range, begin.data ?? new Date().toISOString(), new Date());
      if (period === null) return null;
      const variables = { walletId: wallet.id, ...period, zone: timeZone };
      const { pointsExplanation } = await load(pointsExplanationQuery, variables, signal);
      return { ...pointsExplanation, period };
    },
    enabled: begin.data !== undefined,
    placeholderData: (previous) => previous,
  });
  const error = begin.error ?? found.error;
  const reference = useReference(error);
  const { data } = found;
  return (
    <RecordDrawer title={t('points.explain.title')} onClose={onClose}>
      {error instanceof RequestError && error.code === 'query.timed-out' ? (
        <div className={styles['explain']} role="alert">
          <p>{t('points.explain.too-many')}</p>
          <p>
            {CHART_SPANS.map((days) => (
              <Button key={days} size="sm" mr={8} onClick={() => onDays(days)}>
                {days === 365 ? t('points.chart.year') : t('points.chart.days', { days })}
              </Button>
            ))}
          </p>
        </div>
      ) : error ? (
        <ErrorPanel
          title={t('points.explain.failed')}
          body={t(errorKeyOf(error))}
          retry={{
            label: t('common.action.retry'),
            onClick: () => void (begin.error ? begin.refetch() : found.refetch()),
            isBusy: found.isFetching,
          }}
          {...(reference ? { reference } : {})}
        />
      ) : data === undefined ? (
        <div className={styles['explain']} role="status" aria-label={t('common.place.loading')}>
          <Skeleton width="14rem" />
          <Skeleton width="100%" height="8rem" />
        </div>
      ) : data === null ? (
        <p className={styles['explain']}>{t('points.place.none')}</p>
      ) : (
        <div className={styles['explain']}>
          <p>
            {t('points.explain.period', {
              from: ledgerWords(data.period.from, timeZone, locale),
              to: ledgerWords(data.period.to, timeZone, locale),
              zone: placeOfZone(timeZone),
            })}
          </p>
          <Sums {...data} path={path} tab={tab} onLeave={onClose} />
        </div>
      )}
    </RecordDrawer>
  );
}

interface SumsProps {
  readonly opening: number;
  readonly closing: number;
  readonly parts: readonly ExplanationPart[];
  readonly period: PointsPeriod;
  readonly path: string;
  readonly tab: string | null;
  readonly onLeave: () => void;
}

function Sums({ opening, closing, parts, period, path, tab, onLeave }: SumsProps) {
  const { t, locale, ...said } = useMessages();
  const timeZone = serverZone(said.timeZone);
  const groups = grouped(parts);
  const total = totalOf(parts);
  const addsUp = opening + total.credited - total.debited === closing;
  const points = (value: number, isSigned: boolean) => (
    <bdi dir="ltr">{value === 0 && isSigned ? '0' : (isSigned ? signedPoints : plainPoints)(value, locale)}</bdi>
  );
  const entriesOf = ({ first, unit }: ExplanationGroup, { code }: ExplanationSum) => {
    const window = within(period, spanWindow(first, unit, timeZone));
    return {
      ...(tab === null ? {} : { tab }),
      code,
      recorded: encodeFilter({ kind: 'instant', range: window }),
    };
  };
  const groupName = ({ first, unit }: ExplanationGroup) =>
    dateFormat(locale, {
      timeZone: 'UTC',
      ...(unit === 'month' ? { month: 'long' } : {}),
      year: 'numeric',
    }).format(new Date(`${first}T00:00:00Z`));
  return (
    <>
      <table className={styles['sums']}>
        <thead>
          <tr>
            <th scope="col">{t('points.field.kind')}</th>
            <th scope="col">{t('points.explain.in')}</th>
            <th scope="col">{t('points.explain.out')}</th>
          </tr>
        </thead>
        <tbody>
          <tr className={styles['end']}>
            <th scope="row">{t('points.explain.opening')}</th>
            <td colSpan={2}>{points(opening, false)}</td>
          </tr>
        </tbody>
        {groups.map((group) => (
          <tbody key={group.first}>
            <tr>
              <th scope="rowgroup" colSpan={3}>
                {groupName(group)}
              </th>
            </tr>
            {group.sums.map((part) => (
              <tr key={part.code}>
                <th scope="row">
                  <Link to={path} search={entriesOf(group, part)} onClick={onLeave} resetScroll={false}>
                    <PointsKind code={part.code} />
                    <small>{t('points.explain.entries', { count: part.transfers })}</small>
                  </Link>
                </th>
                <td data-sign="plus">{part.credited === 0 ? null : points(part.credited, true)}</td>
                <td>{part.debited === 0 ? null : points(-part.debited, true)}</td>
              </tr>
            ))}
          </tbody>
        ))}
        <tfoot>
          <tr>
            <th scope="row">{t('points.explain.total')}</th>
            <td data-sign="plus">{points(total.credited, true)}</td>
            <td>{points(-total.debited, true)}</td>
          </tr>
          <tr className={styles['end']}>
            <th scope="row">{t('points.explain.closing')}</th>
            <td colSpan={2}>{points(closing, false)}</td>
          </tr>
        </tfoot>
      </table>
      <p role="status">
        {addsUp ? (
          <State tone="positive" icon={IconCircleCheck} word={t('points.explain.adds-up')} />
        ) : (
          <State tone="negative" icon={IconAlertTriangle} word={t('points.explain.wrong')} />
        )}
      </p>
    </>
  );
}
