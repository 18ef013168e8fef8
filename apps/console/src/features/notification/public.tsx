import type { DeliveryState } from '@backcounter/domain';
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
import { type Looks, stateMark } from '../../lib/record/state-mark.tsx';

const DELIVERY_LOOKS: Looks<DeliveryState> = {
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
export const DeliveryStateMark = stateMark(DELIVERY_LOOKS, (state) => `delivery.state.${state}`);

export { NotificationStateMark } from './notification-state.tsx';
