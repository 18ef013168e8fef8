import { useMessages } from '@backcounter/i18n/react';
import { Avatar, EmptyState } from '@backcounter/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { load } from '../../../lib/api/graphql-client.ts';
import { greetingKey } from '../../../lib/page/greeting.ts';
import { usePageTitle } from '../../../lib/page/page-title.ts';
import cardStyles from '../../../lib/page/query-card.module.css';
import { QueryCard } from '../../../lib/page/query-card.tsx';
import { session } from '../../../lib/settings/session.ts';
import { BestMonths } from './best-months.tsx';
import { CodeCard, type OwnCampaign } from './code-card.tsx';
import { Earned } from './earned.tsx';
import { RecentUses } from './recent-uses.tsx';
import styles from './streamer-home.module.css';
import { ownCampaignsQuery, ownFiguresQuery } from './streamer-home.operations.ts';

/** The start page of a streamer: their own codes, uses and commission. The full list is at `?tab=all`. */
export function StreamerHome() {
  const { t, locale } = useMessages();
  const { person } = useSelector(session.state);
  const name = person?.name ?? t('common.value.unknown-person');
  const title = t('shell.page.campaigns');
  usePageTitle(title);
  const figures = useQuery({
    queryKey: ['campaign', 'own-figures'],
    queryFn: async ({ signal }) => (await load(ownFiguresQuery, {}, signal)).myStreamer ?? null,
  });
  const campaigns = useQuery({
    queryKey: ['campaign', 'own-campaigns', locale],
    queryFn: async ({ signal }) => (await load(ownCampaignsQuery, { locale }, signal)).campaigns.nodes,
  });
  const streamer = figures.data;
  return (
    <div className={styles['page']}>
      <h1 className="bc-sr-only" tabIndex={-1}>
        {title}
      </h1>
      {streamer === null ? (
        <EmptyState title={t('streamer-home.none.title')} body={t('streamer-home.none.body')} />
      ) : (
        <div className={styles['root']}>
          <header className={styles['greeting']}>
            <Avatar id={person?.sub ?? ''} name={name} size="record" />
            <h2>{t(greetingKey(), { name })}</h2>
            <p>{streamer ? t('streamer-home.today.greeting', { count: streamer.usesToday }) : null}</p>
          </header>
          <div className="bc-gap-xl bc-column">
            <QueryCard
              id="own-earned"
              title={t('streamer-home.earned.title')}
              query={figures}
              rows={6}
              failed={t('streamer-home.figures.failed')}
            >
              {streamer ? <Earned streamer={streamer} /> : null}
            </QueryCard>
            <QueryCard
              id="own-campaigns"
              title={t('streamer-home.campaigns.title')}
              aside={
                <Link to="/campaigns" search={{ tab: 'all' } as never} className="bc-link">
                  {t('home.campaigns.all')}
                </Link>
              }
              query={campaigns}
              rows={6}
              failed={t('streamer-home.campaigns.failed')}
            >
              {campaigns.data?.length === 0 ? (
                <p className={cardStyles['none']}>{t('streamer-home.campaigns.none')}</p>
              ) : null}
              <ul className={styles['codes']}>
                {sharedFirst(campaigns.data ?? []).map((campaign) => (
                  <CodeCard key={campaign.id} campaign={campaign} />
                ))}
              </ul>
            </QueryCard>
          </div>
          <div className="bc-gap-xl bc-column">
            <QueryCard
              id="own-share"
              title={t('streamer-home.share.title')}
              query={figures}
              rows={2}
              failed={t('streamer-home.figures.failed')}
            >
              {streamer ? <BestMonths streamer={streamer} /> : null}
            </QueryCard>
            <QueryCard
              id="own-uses"
              title={t('streamer-home.today.title')}
              aside={
                streamer ? (
                  <span className="bc-number">{t('streamer-home.today.count', { count: streamer.usesToday })}</span>
                ) : null
              }
              query={figures}
              rows={6}
              failed={t('streamer-home.figures.failed')}
            >
              {streamer ? <RecentUses uses={streamer.recentUses} /> : null}
            </QueryCard>
          </div>
        </div>
      )}
    </div>
  );
}

/** Campaigns with a code to share before those whose codes are handed out singly; otherwise those that end soonest first. */
function sharedFirst(campaigns: readonly OwnCampaign[]): readonly OwnCampaign[] {
  return campaigns.toSorted((one, other) => Number(other.codeMode === 'SHARED') - Number(one.codeMode === 'SHARED'));
}
