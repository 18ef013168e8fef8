import type { AuditOutcome } from '@backcounter/domain';
import { IconAlertTriangle, IconBan, IconCircleCheck } from '@tabler/icons-react';
import { type Looks, stateMark } from '../../lib/record/state-mark.tsx';

const LOOKS: Looks<AuditOutcome> = {
  DONE: { tone: 'positive', icon: IconCircleCheck },
  DENIED: { tone: 'negative', icon: IconBan },
  FAILED: { tone: 'negative', icon: IconAlertTriangle },
};

/** An action's outcome: icon, label and colour. */
export const AuditOutcomeMark = stateMark(LOOKS, (state) => `audit.outcome.${state}`);
