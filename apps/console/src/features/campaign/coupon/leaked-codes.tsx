import { type CouponStatus, may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { ErrorPanel, Skeleton } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { load } from '../../../lib/api/graphql-client.ts';
import { showDone } from '../../../lib/api/outcome-toasts.ts';
import { copyText } from '../../../lib/page/copy-text.ts';
import { part } from '../../../lib/page/part.ts';
import { announceJob } from '../../../lib/page/started-jobs.ts';
import { currentRoles } from '../../../lib/settings/session.ts';
import { pastes } from '../../../listing/pasted/paste-list.ts';
import { exportAction } from '../../../listing/selection/export-action.ts';
import { CAMPAIGN_LISTS } from '../campaign.entity.ts';
import { CouponStatusMark } from '../campaign-state.tsx';
import styles from './check-tab.module.css';
import { couponList } from './coupon.list.tsx';
import { couponUseQuery } from './coupon.operations.ts';

const CouponChangeMany = part(() => import('./coupon-change-many.tsx'), 'CouponChangeMany');
const ExportDialog = exportAction.dialog;
const KINDS = [
  { by: 'STATUS', titleKey: 'coupon.field.status', to: null, needs: 'coupon.check' },
  { by: 'CAMPAIGN', titleKey: 'shell.page.campaigns', to: '/campaigns/$id', needs: 'campaign.read' },
  { by: 'ACCOUNT', titleKey: 'shell.page.accounts', to: '/accounts/$id', needs: 'account.read' },
  { by: 'STORE', titleKey: 'shell.page.stores', to: '/stores/$id', needs: 'store.read' },
] as const;

/** State and use of pasted codes of any campaign, and actions on all of them. */
export function LeakedCodes({ ids }: { readonly ids: readonly string[] }) {
  const { t, figure } = useMessages();
  const [asked, setAsked] = useState<'disable' | 'export' | null>(null);
  const use = useQuery({
    // Reloaded like a list of coupons, when a job has changed some.
    queryKey: ['list', CAMPAIGN_LISTS.coupons, 'use', ids],
    queryFn: async ({ signal }) => (await load(couponUseQuery, { selections: [...ids] }, signal)).couponUse,
  });
  if (use.isError) return <ErrorPanel title={t('listing.pasted.failed')} />;
  if (use.data === undefined) return <Skeleton width="9rem" />;
  const kinds = Map.groupBy(use.data, ({ by }) => by);
  const holders = (by: 'REISSUABLE' | 'REISSUED') => kinds.get(by)?.[0]?.count ?? 0;
  const campaigns = kinds.get('CAMPAIGN')?.map(({ id }) => id) ?? [];
  const roles = currentRoles();
  const total = kinds.get('STATUS')?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const unknown = ids.flatMap((id) => pastes.get(id)?.left.filter(({ sameAs }) => sameAs === null) ?? []);
  const dialog = {
    selection: { filter: { pasted: { in: ids } }, search: null, ids: null, exclusions: null, upTo: null },
    count: { kind: 'EXACT', value: total } as const,
    list: couponList({ id: '', timezone: 'UTC', codeMode: 'UNIQUE' }, ''),
    columns: ['code', 'status', 'uses', 'used'],
    onClose: () => setAsked(null),
    onStarted: (jobId: string) => {
      announceJob(jobId);
      showDone();
      setAsked(null);
    },
  };
  return (
    <div className={styles['root']}>
      <b>{t('listing.pasted.found', { count: total })}</b>
      <div className="bc-row bc-wrap bc-gap-lg">
        {may(roles, 'coupon.change-state') ? (
          <Button onClick={() => setAsked('disable')}>{t('coupon.action.disable')}</Button>
        ) : null}
        {may(roles, 'export.create') ? <Button onClick={() => setAsked('export')}>{t('export.action')}</Button> : null}
        {unknown.length > 0 ? (
          <Button onClick={() => void copyText(unknown.map(({ text }) => text).join('\n'), t)}>
            {t('listing.pasted.copy')}: {t('listing.pasted.unknown', { count: unknown.length })}
          </Button>
        ) : null}
        {holders('REISSUED') > 0 && may(roles, 'segment.edit') ? (
          <Button component={Link} to={`/accounts/segments?new=${encodeURIComponent(`holds=${campaigns.join('.')}`)}`}>
            {t('coupon.leaked.notify', { count: holders('REISSUED') })}
          </Button>
        ) : null}
      </div>
      {KINDS.filter(({ by }) => kinds.has(by)).map(({ by, titleKey, to, needs }) => (
        <section key={by}>
          <h3>{t(titleKey)}</h3>
          <ul className="bc-stack bc-gap-sm">
            {kinds.get(by)?.map(({ id, name, count }) => (
              <li key={id ?? ''} className="bc-row bc-between bc-gap-md">
                {to === null ? (
                  <CouponStatusMark state={id as CouponStatus} />
                ) : id && !may(roles, needs) ? (
                  <bdi>{name}</bdi>
                ) : id ? (
                  <Link
                    to={to}
                    params={{ id }}
                    search={by === 'CAMPAIGN' ? { tab: 'coupons', pasted: ids.join(',') } : {}}
                  >
                    {name}
                  </Link>
                ) : (
                  t('coupon.redemption.in-app')
                )}
                {by === 'ACCOUNT' || by === 'STORE' ? `${t('coupon.field.uses')}: ${figure(count)}` : figure(count)}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {asked === 'disable' ? (
        <CouponChangeMany {...dialog} action="DISABLE" reissuable={holders('REISSUABLE')} />
      ) : null}
      <Suspense>{asked === 'export' ? <ExportDialog {...dialog} /> : null}</Suspense>
    </div>
  );
}
