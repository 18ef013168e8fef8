import { useMessages } from '@backcounter/i18n/react';
import { Avatar, EmptyState, formatRelative } from '@backcounter/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { load } from '../../../lib/api/graphql-client.ts';
import { UseBar } from '../../../lib/chart/use-bar.tsx';
import { dateFormat, formatPercent } from '../../../lib/format/formats.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { greetingKey } from '../../../lib/page/greeting.ts';
import { usePageTitle } from '../../../lib/page/page-title.ts';
import cardStyles from '../../../lib/page/query-card.module.css';
import { QueryCard } from '../../../lib/page/query-card.tsx';
import { session } from '../../../lib/settings/session.ts';
import { RedemptionStateMark } from '../public.tsx';
import { CodeCard, type OwnCampaign } from './code-card.tsx';
import { Earned } from './earned.tsx';
import { bestMonth, commissionOf, inMonth, type OwnStreamer, todayIn } from './own-money.ts';
import styles from './streamer-home.module.css';
import { ownCampaignsQuery, ownFiguresQuery } from './streamer-home.operations.ts';

/** The newest uses of the streamer's codes. */
function RecentUses({ uses }: { readonly uses: OwnStreamer['recentUses'] }) {
  const { t, locale, timeZone } = useMessages();
  if (uses.length === 0) return <p className={cardStyles['none']}>{t('streamer-home.today.none')}</p>;
  return uses.map(({ id, state, at, codeLast4, campaignName, storeName, commissionMinor, currency }) => (
    <div key={id} className={`${cardStyles['row']} ${styles['recent']}`} data-plain="">
      <span className={cardStyles['name']}>
        <span className={styles['codeEnd']}>
          <span className="bc-code" dir="ltr">
            …{codeLast4}
          </span>
        </span>
        <bdi>{storeName ?? campaignName}</bdi>
      </span>
      <span className={styles['use']}>
        {state !== 'CONFIRMED' ? (
          <RedemptionStateMark state={state} />
        ) : commissionMinor == null || commissionMinor === 0 || currency == null ? null : (
          <bdi>+{formatMoney(commissionMinor, currency, locale)}</bdi>
        )}
        <time dateTime={at}>{formatRelative(new Date(at), new Date(), { locale, timeZone })}</time>
      </span>
    </div>
  ));
}

/** Commission of this month beside the streamer's own best month, by currency. */
function BestMonths({ streamer: { months } }: { readonly streamer: OwnStreamer }) {
  const { t, locale, timeZone } = useMessages();
  const today = todayIn(timeZone);
  const now = new Map(commissionOf(inMonth(months, today)).map(({ currency, minor }) => [currency, minor]));
  const all = commissionOf(months);
  if (all.length === 0) return <p className={styles['hint']}>{t('streamer-home.share.none')}</p>;
  return all.map(({ currency }) => {
    const minor = now.get(currency) ?? 0;
    const best = bestMonth(months, currency, today);
    const isBest = best === undefined || minor >= best.commissionMinor;
    const words = isBest
      ? t('streamer-home.share.is-best')
      : t('streamer-home.share.of-best', {
          share: formatPercent(minor / best.commissionMinor, locale),
          month: dateFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(new Date(best.from)),
          amount: formatMoney(best.commissionMinor, currency, locale),
        });
    return (
      <div key={currency} className={styles['best']}>
        <strong>{formatMoney(minor, currency, locale)}</strong>
        <UseBar
          label={t('streamer-home.share.title')}
          used={isBest ? 1 : minor}
          most={isBest ? 1 : best.commissionMinor}
          words={words}
          size="card"
          isPlain
        />
        <span>{words}</span>
      </div>
    );
  });
}

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
