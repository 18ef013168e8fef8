import { useMessages } from '@backcounter/i18n/react';
import { IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { request } from '../../lib/graphql-client.ts';
import { dashboardAccountsQuery, dashboardActiveAccountsQuery, dashboardStoresQuery } from './dashboard.operations.ts';
import {
  accountsSearch,
  activeAccountsSearch,
  activeStoresSearch,
  newAccountsSearch,
  openedStoresSearch,
  openGiveawaysSearch,
} from './dashboard-links.ts';
import { countDays } from './dashboard-period.ts';
import { useDashboard } from './dashboard-scope.ts';
import { Drill } from './drill.tsx';
import { Figure } from './figure.tsx';
import { OnlineFigure } from './online-figure.tsx';
import { useOpenGiveaways } from './shared-tiles.ts';
import { useTile } from './use-tile.ts';

/** Counted every ten minutes. */
const ACTIVE_OLD_AFTER_MS = 25 * 60_000;

/** The five figures that come first. */
export function Strip() {
  const { t } = useMessages();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form
    <div className="bc-strip-figures" role="group" aria-label={t('dashboard.strip')}>
      <AccountsFigure />
      <ActiveFigure />
      <OnlineFigure />
      <StoresFigure />
      <GiveawaysFigure />
    </div>
  );
}

function useFigures() {
  const { t, locale } = useMessages();
  const { scope } = useDashboard();
  const format = new Intl.NumberFormat(locale);
  return { t, locale, scope, days: scope ? countDays(scope.days) : 0, figure: (value: number) => format.format(value) };
}

/** What has come in the period. */
function Growth({ count, children }: { readonly count: number; readonly children: ReactNode }) {
  return (
    <>
      {count > 0 ? <IconArrowUpRight className="bc-growth bc-mirror" size={14} stroke={1.75} aria-hidden /> : null}
      {children}
    </>
  );
}

function AccountsFigure() {
  const { t, figure, scope, days } = useFigures();
  const tile = useTile('accounts', async (filter, signal) => {
    const options = { signal, isQuiet: true };
    return (await request(dashboardAccountsQuery, { filter }, options)).dashboardAccounts;
  });
  return (
    <Figure
      title={t('dashboard.accounts.title')}
      tile={tile}
      value={({ total }) => (
        <Drill to="/accounts" search={scope && accountsSearch(scope)}>
          {figure(total.value)}
        </Drill>
      )}
      detail={({ created }) => (
        <Growth count={created.value}>
          <Drill to="/accounts" search={scope && newAccountsSearch(scope)}>
            {t('dashboard.accounts.new', { count: created.value, figure: figure(created.value), days })}
          </Drill>
        </Growth>
      )}
      trend={(data) => data.days.map(({ value }) => value)}
    />
  );
}

function ActiveFigure() {
  const { t, locale, figure, scope } = useFigures();
  const { timeZone } = useMessages();
  const tile = useTile(
    'active-accounts',
    async (filter, signal) => {
      const options = { signal, isQuiet: true };
      return (await request(dashboardActiveAccountsQuery, { filter }, options)).dashboardActiveAccounts;
    },
    { oldAfterMs: ACTIVE_OLD_AFTER_MS },
  );
  const clock = new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit' });
  return (
    <Figure
      title={t('dashboard.active.title')}
      tile={tile}
      value={({ active, countKind }) =>
        active == null ? (
          <span className="bc-empty-value">{t('listing.value.empty')}</span>
        ) : (
          <Drill to="/accounts" search={scope && activeAccountsSearch(scope)}>
            {countKind === 'ESTIMATE' ? <span className="bc-estimate">≈ </span> : null}
            {figure(active.value)}
          </Drill>
        )
      }
      detail={({ active, countKind, asOf }) => {
        if (active == null || asOf == null) return t('dashboard.active.unknown');
        return t(countKind === 'ESTIMATE' ? 'dashboard.active.estimated' : 'dashboard.active.counted', {
          time: clock.format(new Date(asOf)),
        });
      }}
      trend={(data) => data.days.map(({ value }) => value)}
    />
  );
}

function StoresFigure() {
  const { t, figure, scope, days } = useFigures();
  const tile = useTile('stores', async (filter, signal) => {
    const options = { signal, isQuiet: true };
    return (await request(dashboardStoresQuery, { filter }, options)).dashboardStores;
  });
  return (
    <Figure
      title={t('dashboard.stores.title')}
      tile={tile}
      value={({ active }) => (
        <Drill to="/stores" search={scope && activeStoresSearch(scope)}>
          {figure(active.value)}
        </Drill>
      )}
      detail={({ opened }) => (
        <Growth count={opened.value}>
          <Drill to="/stores" search={scope && openedStoresSearch(scope)}>
            {t('dashboard.stores.opened', { count: opened.value, figure: figure(opened.value), days })}
          </Drill>
        </Growth>
      )}
      trend={(data) => data.days.map(({ value }) => value)}
    />
  );
}

function GiveawaysFigure() {
  const { t, locale, figure, scope } = useFigures();
  const { timeZone } = useMessages();
  const tile = useOpenGiveaways();
  const day = new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'short' });
  return (
    <Figure
      title={t('dashboard.giveaways.open')}
      tile={tile}
      value={({ open }) => (
        <Drill to="/giveaways" search={scope && openGiveawaysSearch(scope)}>
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
