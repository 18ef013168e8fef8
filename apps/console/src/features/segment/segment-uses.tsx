import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { formatRelative, Skeleton } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconBell, IconGift, IconTicket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { load } from '../../lib/api/graphql-client.ts';
import { ProblemWords } from '../../lib/api/problem-words.tsx';
import { currentRoles } from '../../lib/settings/session.ts';
import { RecordCard } from '../../records/record-page.tsx';
import { CampaignStatusMark } from '../campaign/public.tsx';
import { GiveawayStatusMark, giveawayHref } from '../giveaway/public.tsx';
import { NotificationStateMark } from '../notification/public.tsx';
import styles from './segment.module.css';
import { segmentCampaignUsesQuery } from './segment.operations.ts';
import { mayLoadUses, useSegmentUses } from './use-segment-uses.ts';

/** The latest notifications, giveaways and campaigns for members of the segment. */
export function SegmentUses({ id }: { readonly id: string }) {
  const { t } = useMessages();
  const roles = currentRoles();
  const isAllowed = mayLoadUses();
  const uses = useSegmentUses(id);
  const seesCampaigns = may(roles, 'campaign.read-all');
  const inCampaigns = useQuery({
    queryKey: ['segment-uses', id, 'campaigns'],
    queryFn: ({ signal }) => load(segmentCampaignUsesQuery, { id }, signal),
    enabled: seesCampaigns,
    staleTime: 0,
  });
  if (!isAllowed) return null;
  const { notifications, giveaways } = uses.data ?? {};
  const { campaigns } = inCampaigns.data ?? {};
  const error = uses.error ?? inCampaigns.error;
  const isLoaded = uses.data !== undefined && (!seesCampaigns || campaigns !== undefined);
  const isUnused = [notifications, giveaways, campaigns].every((list) => (list?.nodes.length ?? 0) === 0);
  return (
    <RecordCard title={t('segment.uses.title')}>
      <div className={styles['uses']}>
        {!isLoaded && !error ? <Skeleton width="100%" height="3rem" /> : null}
        {error ? (
          <p className="bc-muted" role="alert">
            <ProblemWords error={error} />
          </p>
        ) : null}
        {isLoaded && isUnused ? <p className="bc-muted">{t('segment.uses.none')}</p> : null}
        <ul>
          {notifications?.nodes.map(({ id: each, title, state, startsAt, updatedAt }) => (
            <Use
              key={each}
              icon={IconBell}
              href={`/notifications/${each}`}
              title={title}
              mark={<NotificationStateMark state={state} />}
              at={startsAt ?? updatedAt}
            />
          ))}
          {giveaways?.nodes.map(({ id: each, title, status, opensAt }) => (
            <Use
              key={each}
              icon={IconGift}
              href={giveawayHref(each)}
              title={title}
              mark={<GiveawayStatusMark state={status} />}
              at={opensAt}
            />
          ))}
          {campaigns?.nodes.map(({ id: each, name, status, startsAt }) => (
            <Use
              key={each}
              icon={IconTicket}
              href={`/campaigns/${each}`}
              title={name}
              mark={<CampaignStatusMark state={status} />}
              at={startsAt}
            />
          ))}
        </ul>
        {notifications && notifications.count.value > notifications.nodes.length ? (
          <Button size="sm" component={Link} to={`/notifications?segment=${id}`}>
            {t('segment.uses.all', { count: notifications.count.value })}
          </Button>
        ) : null}
        {giveaways && giveaways.count.value > giveaways.nodes.length ? (
          <Button size="sm" component={Link} to={`/giveaways?segment=${id}`}>
            {t('segment.uses.all-giveaways', { count: giveaways.count.value })}
          </Button>
        ) : null}
        {campaigns && campaigns.count.value > campaigns.nodes.length ? (
          <Button size="sm" component={Link} to={`/campaigns?segment=${id}`}>
            {t('segment.uses.all-campaigns', { count: campaigns.count.value })}
          </Button>
        ) : null}
      </div>
    </RecordCard>
  );
}

interface UseProps {
  readonly icon: typeof IconBell;
  readonly href: string;
  readonly title: string;
  readonly mark: ReactNode;
  readonly at: string;
}

function Use({ icon: Icon, href, title, mark, at }: UseProps) {
  const { locale, timeZone } = useMessages();
  return (
    <li>
      <Icon size={16} stroke={1.75} aria-hidden />
      <Link to={href}>
        <bdi>{title}</bdi>
      </Link>
      {mark}
      <time dateTime={at}>{formatRelative(new Date(at), new Date(), { locale, timeZone })}</time>
    </li>
  );
}
