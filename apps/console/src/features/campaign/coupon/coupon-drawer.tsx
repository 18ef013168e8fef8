import { COUPON_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, RelativeTime, Skeleton } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconBan, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CouponRowFragment } from '../../../generated/graphql.ts';
import { errorKeyOf } from '../../../lib/api/error-text.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { closesWords, zonedWords } from '../../../lib/format/zoned-words.ts';
import { useRecordStep } from '../../../lib/record/record-steps.ts';
import { ReasonDialog } from '../../../records/reason-dialog.tsx';
import { RecordDrawer } from '../../../records/record-drawer.tsx';
import { FactList } from '../../../records/record-page.tsx';
import { useRefreshRich } from '../../../records/rich-record.ts';
import { askedBefore } from '../../../records/state-actions.ts';
import { type CampaignRecord, campaigns } from '../campaign.entity.ts';
import styles from '../campaign.module.css';
import { CouponStatusMark } from '../campaign-state.tsx';
import { usesWords } from './coupon.list.tsx';
import { couponRecordQuery, disableCouponMutation, enableCouponMutation } from './coupon.operations.ts';
import { RevealedCode } from './revealed-code.tsx';

interface CouponDrawerProps {
  readonly campaign: CampaignRecord;
  readonly id: string;
  readonly onClose: () => void;
}

/** One coupon: its code on request, its state, and its enable and disable actions. */
export function CouponDrawer({ campaign, id, onClose }: CouponDrawerProps) {
  const formats = useMessages();
  const { t, locale, timeZone } = formats;
  const [asking, setAsking] = useState<'disable' | 'enable' | null>(null);
  const found = useQuery({
    queryKey: ['campaign', campaign.id, 'coupon', id],
    queryFn: async ({ signal }) =>
      (await load(couponRecordQuery, { campaignId: campaign.id, id }, signal)).coupon ?? null,
  });
  const coupon = found.data;
  if (!coupon) {
    return (
      <RecordDrawer title={t('coupon.drawer.title')} onClose={onClose}>
        {found.isPending ? (
          <Skeleton width="100%" height="6rem" />
        ) : (
          <EmptyState title={found.error ? t(errorKeyOf(found.error)) : t('coupon.drawer.missing')} />
        )}
      </RecordDrawer>
    );
  }
  const may = (action: string) => coupon.actions.some((right) => right.action === action && right.isAllowed);
  const time = (value: string | null | undefined) =>
    value ? zonedWords(value, campaign.timezone, locale) : t('listing.value.empty');
  return (
    <RecordDrawer
      title={t('coupon.row.label', { last: coupon.last4 })}
      state={<CouponStatusMark state={coupon.status} variant="pill" />}
      onClose={onClose}
    >
      <div className={styles['coupon']}>
        <FactList
          facts={[
            {
              name: t('coupon.field.code'),
              value: <RevealedCode campaignId={campaign.id} coupon={coupon} />,
            },
            { name: t('coupon.field.uses'), value: usesWords(coupon, formats) },
            {
              name: t('coupon.field.lastUse'),
              value: coupon.lastUsedAt ? (
                <RelativeTime value={new Date(coupon.lastUsedAt)} locale={locale} timeZone={timeZone} />
              ) : (
                t('listing.value.empty')
              ),
            },
            {
              name: t('coupon.field.batch'),
              value:
                coupon.kind === 'SHARED' ? (
                  t('coupon.batch.shared')
                ) : (
                  <Link to="/campaigns/$id" params={{ id: campaign.id }} search={{ batch: coupon.batch.id }}>
                    {t('coupon.batch.number', { number: coupon.batch.number })}
                  </Link>
                ),
            },
            { name: t('coupon.field.streamer'), value: coupon.streamer?.name ?? t('listing.value.empty') },
            { name: t('coupon.field.validFrom'), value: time(coupon.validFrom) },
            {
              name: t('coupon.field.validUntil'),
              value: coupon.validUntil
                ? closesWords(coupon.validUntil, campaign.timezone, locale)
                : t('listing.value.empty'),
            },
            ...(coupon.disabledReason ? [{ name: t('campaign.field.stateReason'), value: coupon.disabledReason }] : []),
          ]}
        />
        <div className="bc-row bc-wrap bc-gap-lg">
          {may('DISABLE') ? (
            <Button
              className="bc-destructive"
              leftSection={<IconBan size={16} stroke={1.75} aria-hidden />}
              onClick={() => setAsking('disable')}
            >
              {t('coupon.action.disable')}
            </Button>
          ) : null}
          {may('ENABLE') ? (
            <Button
              leftSection={<IconCircleCheck size={16} stroke={1.75} aria-hidden />}
              onClick={() => setAsking('enable')}
            >
              {t('coupon.action.enable')}
            </Button>
          ) : null}
        </div>
      </div>
      {asking ? (
        <CouponDialog dialog={asking} campaignId={campaign.id} coupon={coupon} onClose={() => setAsking(null)} />
      ) : null}
    </RecordDrawer>
  );
}

interface CouponDialogProps {
  readonly dialog: 'disable' | 'enable';
  readonly campaignId: string;
  readonly coupon: CouponRowFragment;
  readonly onClose: () => void;
}

function CouponDialog({ dialog, campaignId, coupon, onClose }: CouponDialogProps) {
  const { t } = useMessages();
  const send = useRecordStep(coupon, { onClose, refresh: useRefreshRich(campaigns, campaignId) });
  return (
    <ReasonDialog
      title={t(`coupon.${dialog}.title`, { last: coupon.last4 })}
      consequence={t(`coupon.${dialog}.consequence`)}
      verb={t(`coupon.action.${dialog}`)}
      {...askedBefore(COUPON_MACHINE, dialog)}
      onClose={onClose}
      onConfirm={(reason) =>
        dialog === 'disable'
          ? send(disableCouponMutation, { campaignId, reason })
          : send(enableCouponMutation, { campaignId, reason: reason || null })
      }
    />
  );
}
