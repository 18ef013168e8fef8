import type { GiveawayStatus } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { State, type StateProps } from '@backcounter/ui';
import {
  IconClock,
  IconDoorEnter,
  IconFlag,
  IconLock,
  IconPencil,
  IconSnowflake,
  IconTrophy,
  IconX,
} from '@tabler/icons-react';

type Look = Pick<StateProps, 'tone' | 'icon'>;

const GIVEAWAY_LOOKS: Readonly<Record<GiveawayStatus, Look>> = {
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

interface MarkProps<Status> {
  readonly status: Status;
  readonly variant?: StateProps['variant'];
}

/** What a giveaway is now: icon, word, then colour. */
export function GiveawayStatusMark({ status, variant = 'plain' }: MarkProps<GiveawayStatus>) {
  const { t } = useMessages();
  return <State {...GIVEAWAY_LOOKS[status]} word={t(`giveaway.status.${status}`)} variant={variant} />;
}
