import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { load } from '../../lib/api/graphql-client.ts';
import { toneOfUse } from '../../lib/chart/use-bar.tsx';
import { formatPercent } from '../../lib/format/formats.ts';
import cardStyles from '../../lib/page/query-card.module.css';
import { QueryCard } from '../../lib/page/query-card.tsx';
import { session } from '../../lib/settings/session.ts';
import styles from './home.module.css';
import { homeCampaignsQuery } from './home.operations.ts';

/** Running campaigns: those nearest to their budget first. A streamer sees their own, those that end soonest first. */
export function HomeCampaigns() {
  const { t, locale } = useMessages();
  const { person } = useSelector(session.state);
  const seesAll = may(person?.roles ?? [], 'campaign.read-all');
  const sort = seesAll
    ? ({ key: 'BUDGET_USE', direction: 'DESC' } as const)
    : ({ key: 'ENDS', direction: 'ASC' } as const);
  const campaigns = useQuery({
    queryKey: ['home', 'campaigns', sort.key],
    queryFn: ({ signal }) => load(homeCampaignsQuery, { sort }, signal),
  });
  const nodes = campaigns.data?.campaigns.nodes;
  return (
    <QueryCard
      id="home-campaigns"
      title={t(seesAll ? 'home.campaigns.title' : 'home.campaigns.own')}
      aside={
        <Link to="/campaigns" className="bc-link">
          {t('home.campaigns.all')}
        </Link>
      }
      query={campaigns}
      rows={3}
      failed={t('home.campaigns.failed')}
    >
      {nodes?.length === 0 ? <p className={cardStyles['none']}>{t('home.campaigns.none')}</p> : null}
      {nodes?.map(({ id, name, figures }) => (
        <Link key={id} to="/campaigns/$id" params={{ id }} className={cardStyles['row']} data-plain="">
          <span className={cardStyles['name']}>
            <bdi>{name}</bdi>
          </span>
          <span className={cardStyles['when']}>
            {t('home.campaigns.redeemed', { count: figures.redeemed })}
            {figures.budgetUse == null ? null : (
              <>
                {' · '}
                <span className={styles['use']} data-tone={toneOfUse(figures.budgetUse)}>
                  {t('home.campaigns.budget', { percent: formatPercent(figures.budgetUse / 100, locale) })}
                </span>
              </>
            )}
          </span>
        </Link>
      ))}
    </QueryCard>
  );
}
