import { REDEMPTION_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, Skeleton } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { RedemptionRowFragment } from '../../../generated/graphql.ts';
import { errorKeyOf } from '../../../lib/api/error-text.ts';
import { load, newIdempotencyKey, request } from '../../../lib/api/graphql-client.ts';
import { CopyChip } from '../../../lib/format/copy-chip.tsx';
import { formatMoney } from '../../../lib/format/money.ts';
import { ledgerWords } from '../../../lib/format/zoned-words.ts';
import { ReasonDialog } from '../../../records/reason-dialog.tsx';
import { RecordDrawer } from '../../../records/record-drawer.tsx';
import { FactList } from '../../../records/record-page.tsx';
import { useRefreshRich } from '../../../records/rich-record.ts';
import { askedBefore } from '../../../records/state-actions.ts';
import { type CampaignRecord, campaigns } from '../campaign.entity.ts';
import styles from '../campaign.module.css';
import { MaskedCode } from '../coupon/revealed-code.tsx';
import { RedemptionStateMark } from '../public.tsx';
import { givenWords } from './redemption.list.tsx';
import { redemptionDocuments, rollBackRedemptionMutation } from './redemption.operations.ts';

interface RedemptionDrawerProps {
  readonly campaign: CampaignRecord;
  readonly id: string;
  /** The row of the list, if loaded. */
  readonly known: RedemptionRowFragment | null;
  readonly onClose: () => void;
}

/** One redemption, with the action to reverse it. */
export function RedemptionDrawer({ campaign, id, known, onClose }: RedemptionDrawerProps) {
  const formats = useMessages();
  const { t, locale } = formats;
  const refresh = useRefreshRich(campaigns, campaign.id);
  const [asking, setAsking] = useState<string | null>(null);
  const found = useQuery({
    queryKey: ['campaign', campaign.id, 'redemption', id],
    queryFn: async ({ signal }) => {
      // The list's search accepts ids.
      const variables = { filter: { campaign: { in: [campaign.id] } }, search: id, first: 1 };
      return (await load(redemptionDocuments.page, variables, signal)).list.nodes[0] ?? null;
    },
    ...(known ? { initialData: known, initialDataUpdatedAt: 0 } : {}),
  });
  const use = found.data;
  if (!use) {
    return (
      <RecordDrawer title={t('coupon.redemption.one')} onClose={onClose}>
        {found.isPending ? (
          <Skeleton width="100%" height="6rem" />
        ) : (
          <EmptyState title={found.error ? t(errorKeyOf(found.error)) : t('coupon.redemption.missing')} />
        )}
      </RecordDrawer>
    );
  }
  const nothing = t('listing.value.empty');
  const money = (minor: number | null | undefined) =>
    minor == null || use.currency == null ? nothing : formatMoney(minor, use.currency, locale);
  const time = (at: string | null | undefined) => (at ? ledgerWords(at, formats.timeZone, formats.locale) : nothing);
  const given = givenWords(use, formats) ?? t('campaign.reward.GIFT');
  return (
    <RecordDrawer
      title={t('coupon.redemption.one')}
      state={<RedemptionStateMark state={use.state} isLapsed={use.isLapsed} variant="pill" />}
      onClose={onClose}
    >
      <div className={styles['coupon']}>
        <FactList
          facts={[
            { name: t('coupon.field.code'), value: <MaskedCode last4={use.codeLast4} /> },
            {
              name: t('coupon.redemption.field.account'),
              value: use.account ? (
                <bdi>
                  {use.account.name ?? ''} #{use.account.publicNo}
                </bdi>
              ) : (
                nothing
              ),
            },
            {
              name: t('coupon.redemption.field.store'),
              value: use.store ? <bdi>{use.store.name}</bdi> : t('coupon.redemption.in-app'),
            },
            { name: t('coupon.field.streamer'), value: <bdi>{use.streamer?.name ?? nothing}</bdi> },
            { name: t('coupon.redemption.field.order'), value: money(use.orderMinor) },
            { name: t('coupon.redemption.field.given'), value: given },
            { name: t('coupon.redemption.field.commission'), value: money(use.commissionMinor) },
            {
              name: t('coupon.redemption.field.reference'),
              value: use.orderReference ? (
                <span className="bc-code" dir="ltr">
                  {use.orderReference}
                </span>
              ) : (
                nothing
              ),
            },
            { name: t('coupon.redemption.field.at'), value: time(use.reservedAt) },
            ...(use.state === 'RESERVED'
              ? [{ name: t('coupon.redemption.field.until'), value: time(use.reservedUntil) }]
              : []),
            ...(use.confirmedAt
              ? [{ name: t('coupon.redemption.field.confirmed'), value: time(use.confirmedAt) }]
              : []),
            ...(use.releasedAt
              ? [
                  {
                    name: t(use.isLapsed ? 'coupon.redemption.field.lapsed' : 'coupon.redemption.field.released'),
                    value: time(use.releasedAt),
                  },
                ]
              : []),
            ...(use.rolledBackAt
              ? [
                  { name: t('coupon.redemption.field.rolledBack'), value: time(use.rolledBackAt) },
                  { name: t('coupon.redemption.field.by'), value: <bdi>{use.rolledBackBy?.name ?? nothing}</bdi> },
                  { name: t('campaign.field.stateReason'), value: <bdi>{use.rollbackReason ?? nothing}</bdi> },
                ]
              : []),
            {
              name: t('coupon.redemption.field.id'),
              value: <CopyChip value={use.id} />,
            },
          ]}
        />
        <div className="bc-row bc-wrap bc-gap-lg">
          <Link to="/campaigns/$id" params={{ id: campaign.id }} search={{ open: use.couponId }} resetScroll={false}>
            {t('coupon.redemption.to-coupon')}
          </Link>
          {use.canRollBack ? (
            <Button
              className="bc-destructive"
              leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
              onClick={() => setAsking(newIdempotencyKey())}
            >
              {t('coupon.redemption.roll-back')}
            </Button>
          ) : null}
        </div>
      </div>
      {asking === null ? null : (
        <ReasonDialog
          title={t('coupon.redemption.roll-back-title')}
          consequence={t('coupon.redemption.roll-back-consequence', { given })}
          verb={t('coupon.redemption.roll-back')}
          {...askedBefore(REDEMPTION_MACHINE, 'roll-back')}
          onClose={() => setAsking(null)}
          onConfirm={async (reason) => {
            try {
              const options = { idempotencyKey: asking, errorsShown: 'in-place' } as const;
              await request(rollBackRedemptionMutation, { id, reason }, options);
              setAsking(null);
            } finally {
              void refresh();
            }
          }}
        />
      )}
    </RecordDrawer>
  );
}
