import { useMessages } from '@backcounter/i18n/react';
import { IconShieldX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ShellHealthQuery } from '../../../generated/graphql.ts';
import { useShellHealth } from './shell-health.ts';
import styles from './strips.module.css';

type Fault = ShellHealthQuery['ledgerHealth']['faults'][number];

/** Link to the first fault that has a page. */
function placeOf(faults: readonly Fault[]): { readonly href: string; readonly name: string } | null {
  for (const { wallet, seq } of faults) {
    if (!wallet?.ownerId || (wallet.type !== 'STORE' && wallet.type !== 'ACCOUNT')) continue;
    const params = new URLSearchParams(wallet.type === 'ACCOUNT' ? { tab: 'points' } : {});
    if (seq != null) params.set('open', String(seq));
    const path = `/${wallet.type === 'STORE' ? 'stores' : 'accounts'}/${wallet.ownerId}`;
    return { href: params.size > 0 ? `${path}?${params}` : path, name: wallet.name ?? wallet.label ?? wallet.ownerId };
  }
  return null;
}

/** Shows on every page that the ledger has a fault, and where; hidden while it has none, or its state is unknown. */
export function LedgerStrip() {
  const { t } = useMessages();
  const data = useShellHealth().data?.ledgerHealth;
  if (!data || data.isHealthy) return null;
  const place = placeOf(data.faults);
  return (
    <div className={styles['strip']} data-tone="negative">
      <IconShieldX size={16} stroke={1.75} aria-hidden />
      <span>
        {t('shell.ledger.broken', { count: data.faultCount })}{' '}
        {place ? <Link to={place.href}>{t('shell.ledger.show', { name: place.name })}</Link> : null}
      </span>
    </div>
  );
}
