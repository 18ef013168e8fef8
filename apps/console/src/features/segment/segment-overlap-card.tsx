import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { load } from '../../lib/api/graphql-client.ts';
import { formatPercent } from '../../lib/format/formats.ts';
import { RecordCard } from '../../records/record-page.tsx';
import styles from './segment.module.css';
import { segmentOverlapsQuery } from './segment.operations.ts';
import type { SegmentRecord } from './segment-definition.tsx';

/** Other segments that members are in as well, with their share; nothing without any. */
export function SegmentOverlapCard({ segment: { id, members, version } }: { readonly segment: SegmentRecord }) {
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
