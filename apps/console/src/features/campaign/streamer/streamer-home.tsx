import { useMessages } from '@backcounter/i18n/react';
import { EmptyState } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { load } from '../../../lib/api/graphql-client.ts';
import { greetingKey } from '../../../lib/page/greeting.ts';
import { PageHeader } from '../../../lib/page/page-header.tsx';
import cardStyles from '../../../lib/page/query-card.module.css';
import { QueryCard } from '../../../lib/page/query-card.tsx';
import { CampaignStatusMark } from '../campaign-state.tsx';
import { nearWords, windowWords } from '../campaign-window.ts';
import { BestMonths } from './best-months.tsx';
import { CodeCard } from './code-cards.tsx';
import { Earned } from './earned.tsx';
import { RecentUses } from './recent-uses.tsx';
import styles from './streamer-home.module.css';
import { ownCampaignsQuery, ownFiguresQuery } from './streamer-home.operations.ts';

/** The start page of a streamer: their own codes, uses and commission. The full list is at `?tab=all`. */
export function StreamerHome() {
  const formats = useMessages();
  const { t, locale } = formats;
  const figures = useQuery({
    queryKey: ['campaign', 'own-figures'],
    queryFn: async ({ signal }) => (await load(ownFiguresQuery, {}, signal)).myStreamer ?? null,
  });
  const campaigns = useQuery({
    queryKey: ['campaign', 'own-campaigns', locale],
    queryFn: async ({ signal }) => (await load(ownCampaignsQuery, { locale }, signal)).campaigns.nodes,
  });
  const streamer = figures.data;
  const open = campaigns.data;
  const codes = open?.filter(({ streamers: [own] }) => own?.code != null || (own?.couponQuota ?? 0) > 0);
  return (
    <div className={styles['page']}>
      <PageHeader
        title={t('shell.page.campaigns')}
        actions={
          <Button component={Link} to="/campaigns" search={{ tab: 'all' } as never}>
            {t('streamer-home.all')}
          </Button>
        }
      />
      {streamer === null ? (
        <EmptyState title={t('streamer-home.none.title')} body={t('streamer-home.none.body')} />
      ) : (
        <div className={styles['root']}>
          <div className={styles['greeting']}>
            <h2>{t(greetingKey(), { name: streamer?.displayName ?? '' })}</h2>
            <p>{streamer ? t('streamer-home.today.greeting', { count: streamer.usesToday }) : ' '}</p>
          </div>
          <div>
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
              id="own-codes"
              title={t('campaign.own.title')}
              query={campaigns}
              rows={6}
              failed={t('streamer-home.codes.failed')}
            >
              {codes?.length === 0 ? <p className={cardStyles['none']}>{t('streamer-home.codes.none')}</p> : null}
              <ul className={styles['codes']}>
                {codes?.map((campaign) => (
                  <CodeCard key={campaign.id} campaign={campaign} />
                ))}
              </ul>
            </QueryCard>
          </div>
          <div>
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
            <QueryCard
              id="own-campaigns"
              title={t('streamer-home.campaigns.title')}
              query={campaigns}
              rows={3}
              failed={t('streamer-home.codes.failed')}
            >
              {open?.length === 0 ? <p className={cardStyles['none']}>{t('streamer-home.campaigns.none')}</p> : null}
              {open?.map((campaign) => (
                <Link
                  key={campaign.id}
                  to="/campaigns/$id"
                  params={{ id: campaign.id }}
                  className={cardStyles['row']}
                  data-plain=""
                >
                  <span className={cardStyles['name']}>
                    <bdi>{campaign.name}</bdi>
                    <small>{nearWords(campaign, campaign.status, formats) ?? windowWords(campaign, formats)}</small>
                  </span>
                  <CampaignStatusMark status={campaign.status} />
                </Link>
              ))}
            </QueryCard>
          </div>
        </div>
      )}
    </div>
  );
}
