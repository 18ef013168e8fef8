import type { SegmentRule } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SegmentDaysQuery } from '../../generated/graphql.ts';
import { load } from '../../lib/api/graphql-client.ts';
import { ProblemWords } from '../../lib/api/problem-words.tsx';
import { RequestError } from '../../lib/api/request-error.ts';
import { formatInstant } from '../../lib/format/dates.ts';
import { formatPercent } from '../../lib/format/formats.ts';
import { countFigure } from '../../listing/list-count.ts';
import { EntityArchive } from '../../records/entity-archive.tsx';
import { RecordCard } from '../../records/record-page.tsx';
import { treeOf } from './rule/rule-tree.ts';
import { RuleView } from './rule/rule-view.tsx';
import type { useSegmentCounts } from './rule/use-segment-counts.ts';
import { type SegmentRecord, segments } from './segment.entity.tsx';
import styles from './segment.module.css';
import { segmentDaysQuery, segmentOverlapsQuery } from './segment.operations.ts';
import { SegmentReachCard } from './segment-reach-card.tsx';
import { SegmentTrend } from './segment-trend.tsx';
import { SegmentUses } from './segment-uses.tsx';

/** Other segments that members are in as well, with their share; nothing without any. */
function SegmentOverlapCard({ segment: { id, members, version } }: { readonly segment: SegmentRecord }) {
  const { t, locale, figure } = useMessages();
  const overlaps = useQuery({
    queryKey: ['segment-overlaps', id, version],
    queryFn: async ({ signal }) => (await load(segmentOverlapsQuery, { id }, signal)).segmentOverlaps,
    meta: { errorsShown: 'in-toast' },
    enabled: members != null && members > 0,
  });
  const { isExact, segments } = overlaps.data ?? { isExact: true, segments: [] };
  if (members == null || segments.length === 0) return null;
  return (
    <RecordCard
      title={t('segment.overlap.title')}
      action={<small className={styles['aside']}>{t('segment.overlap.share')}</small>}
    >
      <ul className={styles['overlaps']}>
        {segments.map(({ id: other, name, members: common }) => (
          <li key={other}>
            <Link to="/accounts/segments/$id" params={{ id: other }}>
              <bdi>{name}</bdi>
            </Link>
            <b className="bc-medium bc-number">{`${isExact ? '' : '≈ '}${figure(common)}`}</b>
            <small>{formatPercent(common / members, locale)}</small>
            <span aria-hidden>
              <i style={{ inlineSize: `${(100 * common) / members}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </RecordCard>
  );
}

interface SegmentOverviewProps {
  readonly segment: SegmentRecord;
  readonly counts: ReturnType<typeof useSegmentCounts>;
}

/** Figures and rule of a segment, with the accounts that remain after each clause. */
export function SegmentOverview({ segment, counts }: SegmentOverviewProps) {
  const { t, locale, timeZone, figure } = useMessages();
  const { data, error } = counts;
  const { archival } = segments;
  const days = useQuery({
    queryKey: ['segment-days', segment.id],
    queryFn: async ({ signal }) => (await load(segmentDaysQuery, { id: segment.id }, signal)).segmentDays,
    meta: { errorsShown: 'in-toast' },
  });
  return (
    <div className="bc-record-columns">
      <div className="bc-record-column">
        <section className="bc-figures" aria-label={t('segment.tab.members')}>
          <div>
            <span>{t('segment.tab.members')}</span>
            <b>{data ? countFigure(data.members, locale) : <Skeleton width="4rem" />}</b>
            <small>{data ? shareWords(data, t, locale) : null}</small>
          </div>
          <div>
            <span>{t('segment.trend.entered')}</span>
            <b>{figure(moved(days.data, 'entered'))}</b>
            <small>{t('segment.trend.period', { days: MONTH_DAYS })}</small>
          </div>
          <div>
            <span>{t('segment.trend.left')}</span>
            <b>{figure(moved(days.data, 'left'))}</b>
            <small>{t('segment.trend.period', { days: MONTH_DAYS })}</small>
          </div>
        </section>
        <RecordCard title={t('segment.rule.title')}>
          <div className={styles['rule']}>
            {error instanceof RequestError ? <ProblemWords error={error} /> : null}
            <RuleView group={treeOf(segment.rule as SegmentRule)} counts={data} />
          </div>
        </RecordCard>
        {days.data ? <SegmentTrend id={segment.id} days={days.data} /> : null}
      </div>
      <div className="bc-record-column">
        <SegmentReachCard id={segment.id} version={segment.version} />
        <SegmentOverlapCard segment={segment} />
        <SegmentUses id={segment.id} />
        {segment.description ? (
          <RecordCard title={t('crud.field.description')}>
            <p className={styles['text']} dir="auto">
              {segment.description}
            </p>
          </RecordCard>
        ) : null}
        {archival ? (
          <div className={styles['usage']}>
            <EntityArchive definition={segments} archival={archival} record={segment} />
          </div>
        ) : null}
        <p className="bc-record-updated">
          <IconHistory size={14} stroke={1.75} aria-hidden />
          {segment.updatedBy
            ? t('account.card.updated-by', {
                name: segment.updatedBy.name,
                time: formatInstant(segment.updatedAt, { locale, timeZone }) ?? '',
              })
            : t('account.card.updated', { time: formatInstant(segment.updatedAt, { locale, timeZone }) ?? '' })}
        </p>
      </div>
    </div>
  );
}

const MONTH_DAYS = 30;

/** Members who entered or left within the last month. */
function moved(days: SegmentDaysQuery['segmentDays'] | undefined, way: 'entered' | 'left'): number {
  return (days ?? []).slice(-MONTH_DAYS).reduce((sum, day) => sum + day[way], 0);
}

function shareWords(
  { members, accounts }: NonNullable<SegmentOverviewProps['counts']['data']>,
  t: ReturnType<typeof useMessages>['t'],
  locale: string,
): string {
  const share = accounts.value === 0 ? 0 : members.value / accounts.value;
  const percent = formatPercent(share, locale, 1);
  return t('segment.count.share', { percent, count: accounts.value, figure: countFigure(accounts, locale) });
}
