import { COUPON_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import type { CouponBulkAction, CouponSelection } from '../../../generated/graphql.ts';
import { reasonWords } from '../../../jobs/job-words.ts';
import { load, request } from '../../../lib/api/graphql-client.ts';
import type { BulkDialogProps } from '../../../lib/record/selected-rows.ts';
import { BulkDialog } from '../../../records/bulk/bulk-dialog.tsx';
import type { BulkForecast } from '../../../records/bulk/bulk-forecast.tsx';
import { askedBefore } from '../../../records/state-actions.ts';
import { OPEN_COUPON } from '../campaign.entity.ts';
import { couponBulkPreviewQuery, startCouponBulkMutation } from './coupon.operations.ts';

const KEYS = { DISABLE: 'disable', ENABLE: 'enable' } as const satisfies Record<CouponBulkAction, string>;

interface CouponChangeManyProps extends BulkDialogProps {
  readonly action: CouponBulkAction;
  /** Coupons whose holders can get new codes. */
  readonly reissuable?: number;
}

/** Shows the effect on the selected coupons, then starts the job. */
export function CouponChangeMany({ action, reissuable = 0, ...props }: CouponChangeManyProps) {
  const messages = useMessages();
  const [reissue, setReissue] = useState(reissuable > 0);
  const { t } = messages;
  const selection = props.selection as CouponSelection;
  const key = KEYS[action];
  const forecast = useQuery({
    queryKey: ['coupon-bulk-preview', action, selection],
    queryFn: async ({ signal }): Promise<BulkForecast> => {
      const variables = { selection, action };
      const { previewCouponBulk } = await load(couponBulkPreviewQuery, variables, signal);
      const { upTo, kind, total, groups } = previewCouponBulk;
      return {
        upTo,
        kind: kind === 'LOWER_BOUND' ? 'LOWER_BOUND' : 'EXACT',
        total,
        groups: groups.map(({ reason, count, samples }) => ({
          reason: reason ?? null,
          count,
          samples: samples.map(({ id, campaignId, last4 }) => ({
            id,
            label: `•••• ${last4}`,
            href: `/campaigns/${campaignId}?${new URLSearchParams({ [OPEN_COUPON]: id })}`,
          })),
        })),
      };
    },
    // The dry run stays until the dialog is closed: the request confirms exactly its result.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <BulkDialog
      titles={[`coupon.bulk.${key}.title`, `coupon.bulk.${key}.title-all`]}
      verb={t(`coupon.action.${key}`)}
      consequence={t(`coupon.bulk.${key}.consequence`)}
      changeWords={(count) => t(`coupon.bulk.${key}.will`, { count })}
      reasonWords={(reason) => reasonWords('coupon.bulk-change', reason, messages)}
      {...askedBefore(COUPON_MACHINE, key)}
      count={props.count}
      forecast={forecast}
      content={String(reissue)}
      fields={() =>
        reissuable > 0 ? (
          <Checkbox
            size="xs"
            label={t('coupon.leaked.reissue', { count: reissuable })}
            description={t('coupon.leaked.reissue-hint')}
            checked={reissue}
            onChange={(event) => setReissue(event.currentTarget.checked)}
          />
        ) : null
      }
      onStart={async ({ reason, upTo, idempotencyKey }) => {
        const input = { action, reissue: reissue || null, reason: reason || null, selection: { ...selection, upTo } };
        const { startCouponBulk } = await request(
          startCouponBulkMutation,
          { input },
          { idempotencyKey, errorsShown: 'in-place', successShown: 'by-caller' },
        );
        props.onStarted(startCouponBulk.job.id);
      }}
      onClose={props.onClose}
    />
  );
}
