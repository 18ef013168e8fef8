import type { NotificationState } from '@backcounter/domain';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconLoader2,
  IconPencil,
  IconPlayerPause,
  IconX,
} from '@tabler/icons-react';
import { type Looks, stateMark } from '../../lib/record/state-mark.tsx';

/** Tone and icon of each state. */
export const NOTIFICATION_LOOKS: Looks<NotificationState> = {
  DRAFT: { tone: 'neutral', icon: IconPencil },
  SCHEDULED: { tone: 'info', icon: IconClock },
  PREPARING: { tone: 'info', icon: IconLoader2 },
  SENDING: { tone: 'info', icon: IconLoader2 },
  PAUSED: { tone: 'warning', icon: IconPlayerPause },
  SENT: { tone: 'positive', icon: IconCircleCheck },
  CANCELED: { tone: 'neutral', icon: IconX },
  FAILED: { tone: 'negative', icon: IconAlertTriangle },
};

/** A notification's state: icon, label and colour. */
export const NotificationStateMark = stateMark(NOTIFICATION_LOOKS, (state) => `notification.state.${state}`);
