import type { AccountState } from '@backcounter/domain';
import { IconCircleCheck, IconEraser, IconLock, IconPlayerPause } from '@tabler/icons-react';
import { type Looks, stateMark } from '../../lib/record/state-mark.tsx';

const LOOKS: Looks<AccountState> = {
  ACTIVE: { tone: 'positive', icon: IconCircleCheck },
  SUSPENDED: { tone: 'warning', icon: IconPlayerPause },
  CLOSED: { tone: 'neutral', icon: IconLock },
  ERASED: { tone: 'neutral', icon: IconEraser },
};

/** An account's state: icon, label and colour. */
export const AccountStateMark = stateMark(LOOKS, (state) => `account.state.${state}`);
