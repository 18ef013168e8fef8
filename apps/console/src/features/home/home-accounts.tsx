import { useMessages } from '@backcounter/i18n/react';
import { ErrorPanel, formatRelative, Skeleton } from '@backcounter/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { errorKeyOf } from '../../lib/api/error-text.ts';
import { load } from '../../lib/api/graphql-client.ts';
import { Face } from '../../lib/presence/presence-face.tsx';
import { useReference } from '../../lib/record/reference.ts';
import styles from './home.module.css';
import { homeAccountsQuery } from './home.operations.ts';

const SKELETON_WIDTHS = ['9rem', '7rem', '10rem', '8rem', '9rem', '7.5rem'];
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
  const reference = useReference(accounts.error);
  const count = accounts.data?.accounts.count;
  const nodes = accounts.data?.accounts.nodes ?? [];
  return (
    <section className={styles['card']} aria-labelledby="home-accounts" aria-busy={accounts.isPending}>
      <div className={styles['cardHead']}>
        <h2 id="home-accounts">{t('home.accounts.newest')}</h2>
        {count ? <span className="bc-number">{t(COUNT_KEYS[count.kind], { count: count.value })}</span> : null}
        <Link to="/accounts" className="bc-link">
          {t('home.accounts.all')}
        </Link>
      </div>
      {accounts.isPending
        ? SKELETON_WIDTHS.map((width) => (
            <div key={width} className={styles['row']}>
              <Skeleton width="1.5rem" height="1.5rem" />
              <Skeleton width={width} />
            </div>
          ))
        : null}
      {accounts.error ? (
        <ErrorPanel
          title={t('home.accounts.failed')}
          body={t(errorKeyOf(accounts.error))}
          retry={{
            label: t('common.action.retry'),
            onClick: () => void accounts.refetch(),
            isBusy: accounts.isFetching,
          }}
          {...(reference ? { reference } : {})}
        />
      ) : null}
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
    </section>
  );
}
