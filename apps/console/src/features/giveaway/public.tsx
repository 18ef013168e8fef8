import type { GiveawayEntryState, GiveawayStatus, GiveawayWinnerState } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { State, type StateProps } from '@backcounter/ui';
import {
  IconArrowUp,
  IconBan,
  IconBell,
  IconCircleCheck,
  IconClock,
  IconDoorEnter,
  IconFlag,
  IconHourglass,
  IconHourglassEmpty,
  IconLock,
  IconPencil,
  IconPlayerSkipForward,
  IconSnowflake,
  IconTrophy,
  IconX,
} from '@tabler/icons-react';

type Look = Pick<StateProps, 'tone' | 'icon'>;

/** Tone and icon of each status. */
export const GIVEAWAY_LOOKS: Readonly<Record<GiveawayStatus, Look>> = {
  DRAFT: { tone: 'neutral', icon: IconPencil },
  SCHEDULED: { tone: 'info', icon: IconClock },
  OPEN: { tone: 'positive', icon: IconDoorEnter },
  CLOSED: { tone: 'neutral', icon: IconLock },
  FROZEN: { tone: 'info', icon: IconSnowflake },
  DRAWN: { tone: 'violet', icon: IconTrophy },
  ANNOUNCED: { tone: 'violet', icon: IconTrophy },
  SETTLED: { tone: 'neutral', icon: IconFlag },
  CANCELED: { tone: 'neutral', icon: IconX },
};

const ENTRY_LOOKS: Readonly<Record<GiveawayEntryState, Look>> = {
  VALID: { tone: 'positive', icon: IconCircleCheck },
  WITHDRAWN: { tone: 'neutral', icon: IconX },
  DISQUALIFIED: { tone: 'negative', icon: IconBan },
};

const WINNER_LOOKS: Readonly<Record<GiveawayWinnerState, Look>> = {
  DRAWN: { tone: 'violet', icon: IconTrophy },
  NOTIFIED: { tone: 'info', icon: IconBell },
  CLAIMED: { tone: 'positive', icon: IconCircleCheck },
  FULFILLED: { tone: 'positive', icon: IconCircleCheck },
  FORFEITED: { tone: 'negative', icon: IconBan },
  PROMOTED: { tone: 'violet', icon: IconArrowUp },
  UNUSED: { tone: 'neutral', icon: IconPlayerSkipForward },
};

interface MarkProps<Status> {
  readonly status: Status;
  readonly variant?: StateProps['variant'];
}

/** Status of a giveaway: icon, label and colour. */
export function GiveawayStatusMark({ status, variant = 'plain' }: MarkProps<GiveawayStatus>) {
  const { t } = useMessages();
  return <State {...GIVEAWAY_LOOKS[status]} word={t(`giveaway.status.${status}`)} variant={variant} />;
}

/** State of an entry. */
export function EntryStateMark({ status, variant = 'plain' }: MarkProps<GiveawayEntryState>) {
  const { t } = useMessages();
  return <State {...ENTRY_LOOKS[status]} word={t(`giveaway.entry.state.${status}`)} variant={variant} />;
}

interface WinnerMarkProps extends MarkProps<GiveawayWinnerState> {
  /** An alternate who is not needed yet. */
  readonly isWaiting?: boolean;
}

/** State of a winner. */
export function WinnerStateMark({ status, variant = 'plain', isWaiting = false }: WinnerMarkProps) {
  const { t } = useMessages();
  if (isWaiting)
    return <State tone="neutral" icon={IconHourglass} word={t('giveaway.winner.state.waiting')} variant={variant} />;
  const look = WINNER_LOOKS[status];
  const icon = status === 'UNUSED' ? IconHourglassEmpty : look.icon;
  return <State {...look} icon={icon} word={t(`giveaway.winner.state.${status}`)} variant={variant} />;
}

export { giveawayHref } from './giveaway-href.ts';
