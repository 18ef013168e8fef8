import type { GiveawayTransactionType } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { State, type StateProps } from '@backcounter/ui';
import {
  IconArrowBackUp,
  IconArrowUp,
  IconBan,
  IconBell,
  IconCheck,
  IconCircleCheck,
  IconCirclePlus,
  IconCoins,
  IconDice5,
  IconDoorEnter,
  IconDoorExit,
  IconFlag,
  IconHourglass,
  IconRestore,
  IconSnowflake,
  IconSpeakerphone,
  IconTrophy,
  IconWorldCheck,
  IconX,
} from '@tabler/icons-react';

type Look = Pick<StateProps, 'tone' | 'icon'>;

const LOOKS: Readonly<Record<GiveawayTransactionType, Look>> = {
  PUBLISHED: { tone: 'info', icon: IconWorldCheck },
  FUNDED: { tone: 'neutral', icon: IconCoins },
  ENTERED: { tone: 'neutral', icon: IconDoorEnter },
  TICKETS_ADDED: { tone: 'neutral', icon: IconCirclePlus },
  WITHDRAWN: { tone: 'neutral', icon: IconDoorExit },
  DISQUALIFIED: { tone: 'negative', icon: IconBan },
  REINSTATED: { tone: 'neutral', icon: IconRestore },
  FROZEN: { tone: 'info', icon: IconSnowflake },
  DRAWN: { tone: 'violet', icon: IconDice5 },
  WON: { tone: 'violet', icon: IconTrophy },
  ALTERNATE_DRAWN: { tone: 'neutral', icon: IconHourglass },
  ANNOUNCED: { tone: 'violet', icon: IconSpeakerphone },
  NOTIFIED: { tone: 'info', icon: IconBell },
  CLAIMED: { tone: 'positive', icon: IconCheck },
  FORFEITED: { tone: 'negative', icon: IconBan },
  PROMOTED: { tone: 'violet', icon: IconArrowUp },
  PRIZE_GRANTED: { tone: 'positive', icon: IconCircleCheck },
  REFUNDED: { tone: 'neutral', icon: IconArrowBackUp },
  LEFTOVER_RETURNED: { tone: 'neutral', icon: IconArrowBackUp },
  SETTLED: { tone: 'neutral', icon: IconFlag },
  CANCELED: { tone: 'neutral', icon: IconX },
};

interface TransactionTypeProps {
  readonly type: GiveawayTransactionType;
  readonly variant?: StateProps['variant'];
}

/** Type of a transaction: icon and label. */
export function TransactionType({ type, variant = 'plain' }: TransactionTypeProps) {
  const { t } = useMessages();
  return <State {...LOOKS[type]} word={t(`giveaway.transaction.type.${type}`)} variant={variant} />;
}
