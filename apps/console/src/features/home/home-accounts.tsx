import { useMessages } from '@backcounter/i18n/react';
import { formatRelative } from '@backcounter/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { load } from '../../lib/api/graphql-client.ts';
import styles from '../../lib/page/query-card.module.css';
import { QueryCard } from '../../lib/page/query-card.tsx';
import { Face } from '../../lib/presence/presence-face.tsx';
import { homeAccountsQuery } from './home.operations.ts';

const COUNT_KEYS = {
  EXACT: 'home.accounts.exact',
  LOWER_BOUND: 'home.accounts.lower-bound',
  ESTIMATE: 'home.accounts.estimate',
} as const;

/** Number of accounts, and the newest ones. */
export function HomeAccounts() {
  const { t, locale, timeZone } = useMessages();
  const accounts = useQuery({
    queryKey: ['home', 'accounts'],
    queryFn: ({ signal }) => load(homeAccountsQuery, {}, signal),
  });
  const count = accounts.data?.accounts.count;
  const nodes = accounts.data?.accounts.nodes ?? [];
  return (
    <QueryCard
      id="home-accounts"
      title={t('home.accounts.newest')}
      aside={
        <>
          {count ? <span className="bc-number">{t(COUNT_KEYS[count.kind], { count: count.value })}</span> : null}
          <Link to="/accounts" className="bc-link">
            {t('home.accounts.all')}
          </Link>
        </>
      }
      query={accounts}
      rows={6}
      hasFaces
      failed={t('home.accounts.failed')}
    >
      {accounts.data && nodes.length === 0 ? <p className={styles['row']}>{t('home.accounts.none')}</p> : null}
      {nodes.map((account) => (
        <Link key={account.id} to="/accounts/$id" params={{ id: account.id }} className={styles['row']}>
          <Face
            owner={{
              ...account,
              displayName: account.displayName ?? null,
              firebaseId: account.firebaseId ?? null,
            }}
          />
          <span className={styles['name']} dir="auto">
            {account.displayName ?? t('home.accounts.nameless', { number: String(account.number) })}
          </span>
          <span className="bc-code" dir="ltr">
            {account.country.code} {account.number}
          </span>
          <time className={styles['when']} dateTime={account.createdAt}>
            {formatRelative(new Date(account.createdAt), new Date(), { locale, timeZone })}
          </time>
        </Link>
      ))}
    </QueryCard>
  );
}
