import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { formatRelative, Skeleton } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { load } from '../../lib/api/graphql-client.ts';
import { ProblemWords } from '../../lib/api/problem-words.tsx';
import { currentRoles } from '../../lib/settings/session.ts';
import { RecordCard } from '../../records/record-page.tsx';
import { NotificationStateMark } from '../notification/public.tsx';
import styles from './segment.module.css';
import { segmentUsesQuery } from './segment.operations.ts';

/** The latest notifications to members of the segment. */
export function SegmentUses({ id }: { readonly id: string }) {
  const { t, locale, timeZone } = useMessages();
  const isAllowed = may(currentRoles(), 'notification.read');
  const uses = useQuery({
    queryKey: ['segment-uses', id, locale],
    queryFn: async ({ signal }) => (await load(segmentUsesQuery, { id, locale }, signal)).notifications,
    enabled: isAllowed,
    // A notification made from here is there on the way back.
    staleTime: 0,
  });
  if (!isAllowed) return null;
  const { nodes, count } = uses.data ?? {};
  const relative = (at: string) => formatRelative(new Date(at), new Date(), { locale, timeZone });
  return (
    <RecordCard title={t('segment.uses.title')}>
      <div className={styles['uses']}>
        {uses.isPending ? <Skeleton width="100%" height="3rem" /> : null}
        {uses.error ? (
          <p role="alert">
            <ProblemWords error={uses.error} />
          </p>
        ) : null}
        {nodes?.length === 0 ? <p>{t('segment.uses.none')}</p> : null}
        <ul>
          {nodes?.map(({ id: notification, title, state, startsAt, updatedAt }) => (
            <li key={notification}>
              <Link to="/notifications/$id" params={{ id: notification }}>
                <bdi>{title}</bdi>
              </Link>
              <NotificationStateMark state={state} />
              <time dateTime={startsAt ?? updatedAt}>{relative(startsAt ?? updatedAt)}</time>
            </li>
          ))}
        </ul>
        {nodes && count && count.value > nodes.length ? (
          <Button size="sm" component={Link} to={`/notifications?segment=${id}`}>
            {t('segment.uses.all', { count: count.value })}
          </Button>
        ) : null}
      </div>
    </RecordCard>
  );
}
