import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, Skeleton } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CampaignRowFragment } from '../../../generated/graphql.ts';
import { errorKeyOf } from '../../../lib/api/error-text.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { CopyChip } from '../../../lib/format/copy-chip.tsx';
import { formatBasisPoints } from '../../../lib/format/money.ts';
import { part } from '../../../lib/page/part.ts';
import campaignStyles from '../campaign.module.css';
import styles from '../campaign-detail.module.css';
import { CouponStatusMark } from '../campaign-state.tsx';
import { couponAllowanceQuery, ownCouponsQuery } from '../coupon/coupon.operations.ts';
import { RevealedCode } from '../coupon/revealed-code.tsx';

const GenerateDialog = part(() => import('../coupon/generate-dialog.tsx'), 'GenerateDialog');
const PAGE_SIZE = 5;
/** Statuses in which more codes are useful. */
const OPEN_STATUSES: readonly string[] = ['DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED'];

/** A partner's codes in a campaign: the shared code, own codes, and the remaining quota. */
export function OwnCodes({ campaign }: { readonly campaign: CampaignRowFragment }) {
  const { t, locale, figure } = useMessages();
  const own = campaign.streamers[0];
  const isShared = campaign.codeMode === 'SHARED';
  const [isGenerating, setGenerating] = useState(false);
  const coupons = useInfiniteQuery({
    queryKey: ['campaign', campaign.id, 'own-coupons'],
    queryFn: async ({ pageParam, signal }) => {
      const variables = { filter: { campaign: { in: [campaign.id] } }, first: PAGE_SIZE, after: pageParam };
      return (await load(ownCouponsQuery, variables, signal)).coupons;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null),
    enabled: !isShared,
  });
  const allowance = useQuery({
    queryKey: ['campaign', campaign.id, 'allowance'],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => {
      const variables = { campaignId: campaign.id };
      return (await load(couponAllowanceQuery, variables, signal)).couponAllowance;
    },
    enabled: !isShared && OPEN_STATUSES.includes(campaign.status),
  });
  const rows = coupons.data?.pages.flatMap(({ nodes }) => nodes) ?? [];
  const left = allowance.data?.left ?? 0;
  return (
    <section className={styles['ownCodes']} aria-label={t('campaign.own.title')}>
      <header>
        <h2>{t('campaign.own.title')}</h2>
        {left > 0 ? (
          <Button
            size="sm"
            leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
            onClick={() => setGenerating(true)}
          >
            {t('coupon.generate.action')}
          </Button>
        ) : null}
      </header>
      {own?.code ? (
        <p className={styles['ownShared']}>
          <CopyChip value={own.code} />
          <span>{t('campaign.own.shared')}</span>
        </p>
      ) : null}
      {own ? (
        <p className={campaignStyles['hint']}>
          {t('campaign.partner.earns', { share: formatBasisPoints(own.commissionBp, locale) })}
          {isShared
            ? null
            : ` · ${t('campaign.partner.ordered', { ordered: figure(own.couponsOrdered), quota: figure(own.couponQuota) })}`}
        </p>
      ) : null}
      {isShared ? null : coupons.error ? (
        <p role="alert">{t(errorKeyOf(coupons.error))}</p>
      ) : coupons.isPending ? (
        <Skeleton width="100%" height="4rem" />
      ) : rows.length === 0 ? (
        <EmptyState title={t('campaign.own.none')} />
      ) : (
        <>
          <ul>
            {rows.map((coupon) => (
              <li key={coupon.id}>
                <RevealedCode campaignId={campaign.id} coupon={coupon} />
                <CouponStatusMark state={coupon.status} />
              </li>
            ))}
          </ul>
          {coupons.hasNextPage ? (
            <Button size="sm" loading={coupons.isFetchingNextPage} onClick={() => void coupons.fetchNextPage()}>
              {t('campaign.own.more')}
            </Button>
          ) : null}
        </>
      )}
      {isGenerating ? <GenerateDialog campaign={campaign} isOwn onClose={() => setGenerating(false)} /> : null}
    </section>
  );
}
