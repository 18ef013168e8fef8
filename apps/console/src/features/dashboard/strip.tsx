import { useMessages } from '@backcounter/i18n/react';
import { IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { load } from '../../lib/api/graphql-client.ts';
import { formatClock } from '../../lib/format/dates.ts';
import { dateFormat } from '../../lib/format/formats.ts';
import { Drill } from './cards/drill.tsx';
import { Figure } from './cards/figure.tsx';
import { OnlineFigure } from './cards/online-figure.tsx';
import styles from './dashboard.module.css';
import { dashboardAccountsQuery, dashboardActiveAccountsQuery, dashboardStoresQuery } from './dashboard.operations.ts';
import {
  accountsSearch,
  activeAccountsSearch,
  activeStoresSearch,
  newAccountsSearch,
  openedStoresSearch,
  openGiveawaysSearch,
} from './dashboard-links.ts';
import { countDays } from './filters/dashboard-period.ts';
import { useDashboard } from './filters/dashboard-scope.ts';
import { useOpenGiveaways } from './shared-tiles.ts';
import { useTile } from './use-tile.ts';

/** The server counts every ten minutes. */
const ACTIVE_OLD_AFTER_MS = 25 * 60_000;

/** The five key figures. */
export function Strip() {
  const { t } = useMessages();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form
    <div className={styles['strip']} role="group" aria-label={t('dashboard.strip')}>
      <AccountsFigure />
      <ActiveFigure />
      <OnlineFigure />
      <StoresFigure />
      <GiveawaysFigure />
    </div>
  );
}

function useFigures() {
  const { t, locale, timeZone, figure } = useMessages();
  const { places } = useDashboard();
  return { t, locale, timeZone, places, figure };
}

/** An arrow before the text if anything was added in the period. */
function Growth({ count, children }: { readonly count: number; readonly children: ReactNode }) {
  return (
    <>
      {count > 0 ? (
        <IconArrowUpRight className={`${styles['growth']} bc-mirror`} size={14} stroke={1.75} aria-hidden />
      ) : null}
      {children}
    </>
  );
}

function AccountsFigure() {
  const { t, figure, places } = useFigures();
  const tile = useTile('accounts', async (filter, signal) => {
    return (await load(dashboardAccountsQuery, { filter }, signal)).dashboardAccounts;
  });
  return (
    <Figure
      title={t('dashboard.accounts.title')}
      tile={tile}
      value={(data) => (
        <Drill to="/accounts" search={accountsSearch(data, places)}>
          {figure(data.total.value)}
        </Drill>
      )}
      detail={({ created, ...data }) => (
        <Growth count={created.value}>
          <Drill to="/accounts" search={newAccountsSearch(data, places)}>
            {t('dashboard.accounts.new', { count: created.value, days: countDays(data) })}
          </Drill>
        </Growth>
      )}
      trend={(data) => data.days.map(({ value }) => value)}
    />
  );
}

function ActiveFigure() {
  const { t, locale, timeZone, figure, places } = useFigures();
  const tile = useTile(
    'active-accounts',
    async (filter, signal) => {
      return (await load(dashboardActiveAccountsQuery, { filter }, signal)).dashboardActiveAccounts;
    },
    { oldAfterMs: ACTIVE_OLD_AFTER_MS },
  );
  return (
    <Figure
      title={t('dashboard.active.title')}
      tile={tile}
      value={({ active, countKind, ...data }) =>
        active == null ? (
          <span className="bc-empty-value">{t('listing.value.empty')}</span>
        ) : (
          <Drill to="/accounts" search={activeAccountsSearch(data, places)}>
            {countKind === 'ESTIMATE' ? <span className={styles['estimate']}>≈ </span> : null}
            {figure(active.value)}
          </Drill>
        )
      }
      detail={({ active, countKind, asOf }) => {
        if (active == null || asOf == null) return t('dashboard.active.unknown');
        return t(countKind === 'ESTIMATE' ? 'dashboard.active.estimated' : 'dashboard.active.counted', {
          time: formatClock(new Date(asOf), { locale, timeZone }) ?? '',
        });
      }}
      trend={(data) => data.days.map(({ value }) => value)}
    />
  );
}

function StoresFigure() {
  const { t, figure, places } = useFigures();
  const tile = useTile('stores', async (filter, signal) => {
    return (await load(dashboardStoresQuery, { filter }, signal)).dashboardStores;
  });
  return (
    <Figure
      title={t('dashboard.stores.title')}
      tile={tile}
      value={(data) => (
        <Drill to="/stores" search={activeStoresSearch(data, places)}>
          {figure(data.active.value)}
        </Drill>
      )}
      detail={({ opened, ...data }) => (
        <Growth count={opened.value}>
          <Drill to="/stores" search={openedStoresSearch(data, places)}>
            {t('dashboard.stores.opened', { count: opened.value, days: countDays(data) })}
          </Drill>
        </Growth>
      )}
      trend={(data) => data.days.map(({ value }) => value)}
    />
  );
}

function GiveawaysFigure() {
  const { t, locale, timeZone, figure, places } = useFigures();
  const tile = useOpenGiveaways();
  const day = dateFormat(locale, { timeZone, day: 'numeric', month: 'short' });
  return (
    <Figure
      title={t('dashboard.giveaways.open')}
      tile={tile}
      value={({ open }) => (
        <Drill to="/giveaways" search={openGiveawaysSearch(places)}>
          {figure(open)}
        </Drill>
      )}
      detail={({ closingSoonest: [next] }) =>
        next === undefined
          ? t('dashboard.giveaways.none-open')
          : t('dashboard.giveaways.next', { day: day.format(new Date(next.closesAt)) })
      }
    />
  );
}
