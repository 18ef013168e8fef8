import type { StoreState } from '@backcounter/domain';
import { IconCircleCheck, IconLock, IconPencil, IconPlayerPause } from '@tabler/icons-react';
import type { Looks } from '../../lib/record/state-mark.tsx';
import { recordStateMark } from '../../records/entity-state.tsx';

const LOOKS: Looks<StoreState> = {
  DRAFT: { tone: 'neutral', icon: IconPencil },
  ACTIVE: { tone: 'positive', icon: IconCircleCheck },
  SUSPENDED: { tone: 'warning', icon: IconPlayerPause },
  CLOSED: { tone: 'neutral', icon: IconLock },
};

/** A store's state: icon, label and colour. */
export const StoreStateMark = recordStateMark(LOOKS, (state) => `store.state.${state}`);
