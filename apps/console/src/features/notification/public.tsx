import type { DeliveryState } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { State, type StateProps } from '@backcounter/ui';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconClockPause,
  IconLoader2,
  IconMail,
  IconMailOpened,
  IconPlayerSkipForward,
  IconX,
} from '@tabler/icons-react';

const DELIVERY_LOOKS: Readonly<Record<DeliveryState, Pick<StateProps, 'tone' | 'icon'>>> = {
  PENDING: { tone: 'neutral', icon: IconClock },
  DEFERRED: { tone: 'warning', icon: IconClockPause },
  SENDING: { tone: 'info', icon: IconLoader2 },
  SENT: { tone: 'positive', icon: IconCircleCheck },
  RECEIVED: { tone: 'info', icon: IconMail },
  OPENED: { tone: 'positive', icon: IconMailOpened },
  FAILED: { tone: 'negative', icon: IconAlertTriangle },
  SKIPPED: { tone: 'neutral', icon: IconPlayerSkipForward },
  CANCELED: { tone: 'neutral', icon: IconX },
};

/** State of a delivery: icon, label and colour. */
export function DeliveryStateMark({ state }: { readonly state: DeliveryState }) {
  const { t } = useMessages();
  return <State {...DELIVERY_LOOKS[state]} word={t(`delivery.state.${state}`)} />;
}

export { NotificationStateMark } from './notification-state.tsx';
