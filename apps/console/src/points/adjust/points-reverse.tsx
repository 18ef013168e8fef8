import { useMessages } from '@backcounter/i18n/react';
import { useState } from 'react';
import { newIdempotencyKey, request } from '../../lib/api/graphql-client.ts';
import { ReasonDialog } from '../../records/reason-dialog.tsx';
import { reversePointsTransferMutation } from '../points.operations.ts';
import type { NamedOwner } from '../points-owner.ts';
import { type PointsLine, partyName, plainPoints } from '../points-words.ts';
import { type PointsWallet, useRefreshPoints } from '../use-points-wallet.ts';

interface PointsReverseProps {
  readonly owner: NamedOwner;
  readonly wallet: PointsWallet;
  readonly line: PointsLine;
  readonly onClose: () => void;
}

/** Confirms the reversal of a transfer: its effect on both balances, and the reason. */
export function PointsReverse({ owner, wallet, line, onClose }: PointsReverseProps) {
  const messages = useMessages();
  const { t, locale } = messages;
  const refresh = useRefreshPoints(owner);
  // One key for all tries of this dialog: even after a lost answer, it is reversed only once.
  const [key] = useState(newIdempotencyKey);
  const amount = Math.abs(line.delta);
  const other = partyName(line.otherSide, messages);
  return (
    <ReasonDialog
      title={t('points.reverse.title', { number: String(line.seq) })}
      consequence={
        <>
          <p>
            {t(line.delta > 0 ? 'points.reverse.gives-back' : 'points.reverse.gets-back', {
              name: owner.name,
              other,
              figure: plainPoints(amount, locale),
              count: amount,
            })}
          </p>
          <p>
            {t('points.adjust.after', {
              before: plainPoints(wallet.balance ?? 0, locale),
              after: plainPoints((wallet.balance ?? 0) - line.delta, locale),
            })}
          </p>
          <p>{t('points.reverse.stays')}</p>
        </>
      }
      verb={t('points.reverse.action')}
      isDestructive
      isReasonRequired
      onClose={onClose}
      onConfirm={async (reason) => {
        try {
          const input = { transferId: line.transferId, reason, key };
          await request(reversePointsTransferMutation, { input }, { idempotencyKey: key, errorsShown: 'in-place' });
          onClose();
        } finally {
          // Also after a refusal: the page behind shows the current wallet.
          void refresh();
        }
      }}
    />
  );
}
