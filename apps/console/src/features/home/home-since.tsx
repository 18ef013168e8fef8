import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime, Skeleton } from '@backcounter/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sinceFilter } from '../../attention/attention-places.ts';
import type { ChangeKind, SinceLastLookQuery } from '../../generated/graphql.ts';
import { load, request } from '../../lib/api/graphql-client.ts';
import { bestEffort } from '../../lib/page/best-effort.ts';
import cardStyles from '../../lib/page/query-card.module.css';
import { QueryFailure } from '../../lib/page/query-failure.tsx';
import { currentRoles } from '../../lib/settings/session.ts';
import styles from './home.module.css';
import { recordLookMutation, sinceLastLookQuery } from './home.operations.ts';

const KEY = ['home', 'since-last-look'];

/**
 * News since the last visit. Opening the page or bringing it to the front counts as a look; the server decides whether
 * it starts a new visit (decision 0103).
 */
function useLook() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const look = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      await bestEffort('A look at the index page', () =>
        request(recordLookMutation, {}, { errorsShown: 'in-log', successShown: 'nowhere' }),
      );
    };
    const lookAgain = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      await look();
      await queryClient.invalidateQueries({ queryKey: KEY });
    };
    void look();
    const onVisible = () => void lookAgain();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [queryClient]);
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await load(sinceLastLookQuery, {}, signal)).sinceLastLook,
  });
}

type Count = SinceLastLookQuery['sinceLastLook']['counts'][number]['count'];

const SKELETON_WIDTHS = ['6rem', '5rem', '7rem', '6.5rem'];

/** Counts of news since the last visit, each with a link. */
export function HomeSince() {
  const { t, locale, timeZone } = useMessages();
  const look = useLook();
  const { since, counts = [], failed = [] } = look.data ?? {};
  return (
    <section className={cardStyles['card']} aria-labelledby="home-since" aria-busy={look.isPending}>
      <div className={cardStyles['cardHead']}>
        <h2 id="home-since">{t('home.since.title')}</h2>
        {since == null ? null : (
          <span className={cardStyles['when']}>
            <RelativeTime value={new Date(since)} locale={locale} timeZone={timeZone} />
          </span>
        )}
      </div>
      {look.isPending ? (
        <div className={styles['figures']}>
          {SKELETON_WIDTHS.map((width) => (
            <Skeleton key={width} width={width} height="2.5rem" />
          ))}
        </div>
      ) : null}
      {look.error && !look.data ? <QueryFailure query={look} title={t('home.since.failed')} /> : null}
      {look.data && since == null ? <p className={cardStyles['none']}>{t('home.since.first')}</p> : null}
      {since == null ? null : (
        <ul className={styles['figures']}>
          {counts.map(({ kind, count }) => (
            <Figure key={kind} kind={kind} count={count} since={since} />
          ))}
          {failed.map((kind) => (
            <li key={kind}>
              <span className={styles['zero']}>{t('home.since.count-failed')}</span>
              <span>{t(`home.since.${kind}`, { count: 0 })}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface FigureProps {
  readonly kind: ChangeKind;
  readonly count: Count;
  readonly since: string;
}

function Figure({ kind, count, since }: FigureProps) {
  const { t, figure } = useMessages();
  const number =
    count.kind === 'EXACT' ? figure(count.value) : t('home.since.lower-bound', { count: figure(count.value) });
  const href = count.value === 0 ? null : hrefOf(kind, since);
  const words = (
    <>
      <span className={count.value === 0 ? styles['zero'] : styles['figure']}>{number}</span>
      <span>{t(`home.since.${kind}`, { count: count.value })}</span>
    </>
  );
  return <li>{href === null ? words : <Link to={href}>{words}</Link>}</li>;
}

/** The list of a kind, or the record that it belongs to if it has no list; null if this person may not open that. */
function hrefOf(kind: ChangeKind, since: string): string | null {
  const isAdmin = may(currentRoles(), 'area.admin');
  switch (kind) {
    case 'ACCOUNTS_CREATED':
      return `/accounts?created=${sinceFilter(since)}`;
    case 'GIVEAWAY_ENTRIES':
      return `/giveaways?closes=${sinceFilter(since)}`;
    case 'JOBS_FINISHED':
      return isAdmin ? '/admin/jobs?state=SUCCEEDED.FAILED.CANCELED' : null;
    case 'NOTES_WRITTEN':
      return isAdmin ? `/admin/audit?action=account_write-note&occurred=${sinceFilter(since)}` : null;
    case 'NOTIFICATIONS_SENT':
      return '/notifications?state=SENT';
    case 'REDEMPTIONS':
      return `/campaigns?ends=${sinceFilter(since)}`;
  }
}
