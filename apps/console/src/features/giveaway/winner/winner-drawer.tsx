import { GIVEAWAY_WINNER_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconBan, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { GiveawayWinnerRowFragment } from '../../../generated/graphql.ts';
import { newIdempotencyKey, request } from '../../../lib/api/graphql-client.ts';
import { CopyChip } from '../../../lib/format/copy-chip.tsx';
import { ExactTime } from '../../../lib/format/exact-time.tsx';
import { formatNumber } from '../../../lib/format/formats.ts';
import { isolated } from '../../../lib/format/isolated.ts';
import { ReasonDialog } from '../../../records/reason-dialog.tsx';
import { RecordDrawer } from '../../../records/record-drawer.tsx';
import { FactList } from '../../../records/record-page.tsx';
import { useRefreshRich } from '../../../records/rich-record.ts';
import { askedBefore } from '../../../records/state-actions.ts';
import { Countdown } from '../countdown.tsx';
import { type GiveawayRecord, giveaways } from '../giveaway.entity.ts';
import styles from '../giveaway-drawer.module.css';
import { winnerDocuments } from '../giveaway-people.operations.ts';
import { accountWords } from '../people-words.ts';
import { WinnerStateMark } from '../public.tsx';
import { isWaiting, movedWords, prizeOf, ReviewMark } from './winner.list.tsx';

interface WinnerDrawerProps {
  readonly giveaway: GiveawayRecord;
  /** The row of the list. */
  readonly winner: GiveawayWinnerRowFragment;
  readonly onClose: () => void;
}

interface Asking {
  readonly what: 'forfeit' | 'fulfil';
  readonly key: string;
}

/** One winner: prize, claim and actions. */
export function WinnerDrawer({ giveaway, winner, onClose }: WinnerDrawerProps) {
  const formats = useMessages();
  const { t, locale } = formats;
  const [asking, setAsking] = useState<Asking | null>(null);
  const name = accountWords(winner.account);
  const time = (at: string | null | undefined) => (at ? <ExactTime at={at} hasSeconds /> : null);
  const chip = (value: string) => <CopyChip value={value} />;
  const steps = [
    ['giveaway.winner.field.notified', time(winner.notifiedAt)],
    ['giveaway.winner.field.claimedAt', time(winner.claimedAt)],
    ['giveaway.winner.field.fulfilledAt', time(winner.fulfilledAt)],
  ] as const;
  const moved = movedWords(winner, formats);
  return (
    <RecordDrawer
      title={
        <span>
          {t('giveaway.winner.title-of', {
            position: formatNumber(winner.position, locale),
            name: isolated(name),
          })}
        </span>
      }
      state={<WinnerStateMark state={winner.state} isWaiting={isWaiting(winner)} variant="pill" />}
      onClose={onClose}
    >
      <div className={styles['drawer']}>
        <FactList
          facts={[
            {
              name: t('giveaway.transaction.field.account'),
              value: (
                <Link to="/accounts/$id" params={{ id: winner.account.id }}>
                  <bdi>{name}</bdi> #{winner.account.publicNo}
                </Link>
              ),
            },
            { name: t('giveaway.transaction.field.prize'), value: <bdi>{prizeOf(winner, formats)}</bdi> },
            { name: t('giveaway.winner.field.review'), value: <ReviewMark review={winner.review} /> },
            ...(winner.claimDeadline && winner.state === 'NOTIFIED'
              ? [
                  {
                    name: t('giveaway.winner.field.deadline'),
                    value: (
                      <>
                        {time(winner.claimDeadline)}{' '}
                        <small>
                          <Countdown
                            until={winner.claimDeadline}
                            say={(left) => t('giveaway.winner.left', { time: left })}
                            due={t('giveaway.winner.late')}
                          />
                        </small>
                      </>
                    ),
                  },
                ]
              : []),
            ...steps.flatMap(([key, value]) => (value === null ? [] : [{ name: t(key), value }])),
            ...(winner.forfeitedReason
              ? [{ name: t('giveaway.winner.field.forfeitedReason'), value: <bdi>{winner.forfeitedReason}</bdi> }]
              : []),
            ...(moved === null ? [] : [{ name: t('giveaway.winner.field.moved'), value: moved }]),
            ...(winner.couponLast4
              ? [
                  {
                    name: t('giveaway.winner.field.coupon'),
                    value: (
                      <span className="bc-code" dir="ltr">
                        •••• {winner.couponLast4}
                      </span>
                    ),
                  },
                ]
              : []),
            ...(winner.pointsTransferId
              ? [{ name: t('giveaway.transaction.field.pointsTransferId'), value: chip(winner.pointsTransferId) }]
              : []),
            { name: t('giveaway.transaction.field.entryId'), value: chip(winner.entryId) },
          ]}
        />
        <div className="bc-row bc-wrap bc-gap-lg">
          {winner.canForfeit ? (
            <Button
              className="bc-destructive"
              leftSection={<IconBan size={16} stroke={1.75} aria-hidden />}
              onClick={() => setAsking({ what: 'forfeit', key: newIdempotencyKey() })}
            >
              {t('giveaway.winner.forfeit')}
            </Button>
          ) : null}
          {winner.canFulfil ? (
            <Button
              leftSection={<IconCircleCheck size={16} stroke={1.75} aria-hidden />}
              onClick={() => setAsking({ what: 'fulfil', key: newIdempotencyKey() })}
            >
              {t('giveaway.winner.fulfil')}
            </Button>
          ) : null}
        </div>
      </div>
      {asking === null ? null : (
        <WinnerDialog giveaway={giveaway} winner={winner} asking={asking} onClose={() => setAsking(null)} />
      )}
    </RecordDrawer>
  );
}

interface WinnerDialogProps {
  readonly giveaway: GiveawayRecord;
  readonly winner: GiveawayWinnerRowFragment;
  readonly asking: Asking;
  readonly onClose: () => void;
}

function WinnerDialog({ giveaway, winner, asking, onClose }: WinnerDialogProps) {
  const formats = useMessages();
  const { t } = formats;
  const refresh = useRefreshRich(giveaways, giveaway.id);
  const name = accountWords(winner.account);
  const isForfeit = asking.what === 'forfeit';
  const place = { giveawayId: giveaway.id, position: winner.position };
  const options = { idempotencyKey: asking.key, errorsShown: 'in-place' } as const;
  return (
    <ReasonDialog
      title={t(`giveaway.winner.${asking.what}-title`, { name })}
      consequence={t(`giveaway.winner.${asking.what}-consequence`, { prize: prizeOf(winner, formats) })}
      verb={t(`giveaway.winner.${asking.what}`)}
      {...askedBefore(GIVEAWAY_WINNER_MACHINE, asking.what)}
      onClose={onClose}
      onConfirm={async (reason) => {
        try {
          if (isForfeit) await request(winnerDocuments.forfeit, { input: { ...place, reason } }, options);
          else await request(winnerDocuments.fulfil, { input: { ...place, note: reason || null } }, options);
          onClose();
        } finally {
          void refresh();
        }
      }}
    />
  );
}
