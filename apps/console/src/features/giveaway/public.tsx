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
import { type Looks, stateMark } from '../../lib/record/state-mark.tsx';

/** Tone and icon of each status. */
export const GIVEAWAY_LOOKS: Looks<GiveawayStatus> = {
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

const ENTRY_LOOKS: Looks<GiveawayEntryState> = {
  VALID: { tone: 'positive', icon: IconCircleCheck },
  WITHDRAWN: { tone: 'neutral', icon: IconX },
  DISQUALIFIED: { tone: 'negative', icon: IconBan },
};

const WINNER_LOOKS: Looks<GiveawayWinnerState> = {
  DRAWN: { tone: 'violet', icon: IconTrophy },
  NOTIFIED: { tone: 'info', icon: IconBell },
  CLAIMED: { tone: 'positive', icon: IconCircleCheck },
  FULFILLED: { tone: 'positive', icon: IconCircleCheck },
  FORFEITED: { tone: 'negative', icon: IconBan },
  PROMOTED: { tone: 'violet', icon: IconArrowUp },
  UNUSED: { tone: 'neutral', icon: IconPlayerSkipForward },
};

/** Status of a giveaway: icon, label and colour. */
export const GiveawayStatusMark = stateMark(GIVEAWAY_LOOKS, (state) => `giveaway.status.${state}`);

/** State of an entry. */
export const EntryStateMark = stateMark(ENTRY_LOOKS, (state) => `giveaway.entry.state.${state}`);

interface WinnerMarkProps {
  readonly state: GiveawayWinnerState;
  readonly variant?: StateProps['variant'];
  /** An alternate who is not needed yet. */
  readonly isWaiting?: boolean;
}

/** State of a winner. */
export function WinnerStateMark({ state, variant = 'plain', isWaiting = false }: WinnerMarkProps) {
  const { t } = useMessages();
  if (isWaiting)
    return <State tone="neutral" icon={IconHourglass} word={t('giveaway.winner.state.waiting')} variant={variant} />;
  const look = WINNER_LOOKS[state];
  const icon = state === 'UNUSED' ? IconHourglassEmpty : look.icon;
  return <State {...look} icon={icon} word={t(`giveaway.winner.state.${state}`)} variant={variant} />;
}

export { giveawayHref } from './giveaway.entity.ts';
