import type { NotificationState } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { State, type StateProps } from '@backcounter/ui';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconLoader2,
  IconPencil,
  IconPlayerPause,
  IconX,
} from '@tabler/icons-react';

type Look = Pick<StateProps, 'tone' | 'icon'>;

/** Tone and icon of each state. */
export const NOTIFICATION_LOOKS: Readonly<Record<NotificationState, Look>> = {
  DRAFT: { tone: 'neutral', icon: IconPencil },
  SCHEDULED: { tone: 'info', icon: IconClock },
  PREPARING: { tone: 'info', icon: IconLoader2 },
  SENDING: { tone: 'info', icon: IconLoader2 },
  PAUSED: { tone: 'warning', icon: IconPlayerPause },
  SENT: { tone: 'positive', icon: IconCircleCheck },
  CANCELED: { tone: 'neutral', icon: IconX },
  FAILED: { tone: 'negative', icon: IconAlertTriangle },
};

interface NotificationStateMarkProps {
  readonly state: NotificationState;
  readonly variant?: StateProps['variant'];
}

/** A notification's state: icon, label and colour. */
export function NotificationStateMark({ state, variant = 'plain' }: NotificationStateMarkProps) {
  const { t } = useMessages();
  return <State {...NOTIFICATION_LOOKS[state]} word={t(`notification.state.${state}`)} variant={variant} />;
}
