import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { load } from '../../lib/api/graphql-client.ts';
import { ProblemWords } from '../../lib/api/problem-words.tsx';
import { formatPercent } from '../../lib/format/formats.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { RecordCard } from '../../records/record-page.tsx';
import styles from './segment.module.css';
import { segmentReachQuery } from './segment.operations.ts';

interface SegmentReachCardProps {
  readonly id?: string;
  /** Its version: a change of the rule is counted again. */
  readonly version?: number;
  /** A rule as text, instead of a segment. */
  readonly rule?: string;
}

/** How many members marketing reaches by push, and why not the others; the figures add up. */
export function SegmentReachCard({ id, version, rule = 'null' }: SegmentReachCardProps) {
  const { t, locale, figure } = useMessages();
  const isAllowed = may(currentRoles(), 'notification.read');
  const reach = useQuery({
    queryKey: ['segment-reach', id, version, rule],
    queryFn: async ({ signal }) =>
      (await load(segmentReachQuery, { id: id ?? null, rule: JSON.parse(rule) as unknown }, signal)).segmentReach,
    placeholderData: keepPreviousData,
    enabled: isAllowed,
  });
  if (!isAllowed) return null;
  const { reasons, isExact } = reach.data ?? { isExact: true };
  const counted = (count: number) => `${isExact ? '' : '≈ '}${figure(count)}`;
  const total = reasons?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const shown = reasons?.filter(({ reason, count }) => reason === 'REACHABLE' || count > 0) ?? [];
  return (
    <RecordCard
      title={t('segment.reach.title')}
      action={<b className="bc-strong bc-number">{shown[0] ? counted(shown[0].count) : null}</b>}
    >
      <div className={styles['reach']} aria-busy={reach.isFetching}>
        {reach.isPending ? <Skeleton width="100%" height="4rem" /> : null}
        {reach.error ? (
          <p role="alert">
            <ProblemWords error={reach.error} />
          </p>
        ) : null}
        {total > 0 ? (
          <div className={styles['parts']} aria-hidden>
            {shown.map(({ reason, count }) => (
              <span key={reason} data-reason={reason} style={{ flexGrow: count }} />
            ))}
          </div>
        ) : null}
        <ul className={styles['reasons']}>
          {shown.map(({ reason, count }) => (
            <li key={reason}>
              <i data-reason={reason} aria-hidden />
              <span>{t(`segment.reach.${reason}`)}</span>
              <b>{counted(count)}</b>
              <small>{total === 0 ? null : formatPercent(count / total, locale)}</small>
            </li>
          ))}
        </ul>
      </div>
    </RecordCard>
  );
}
