import { IconArchive, IconCircleCheck, IconPencil } from '@tabler/icons-react';
import { recordStateMark } from '../../crud/entity-state.tsx';

const LOOKS = {
  DRAFT: { tone: 'neutral', icon: IconPencil },
  ACTIVE: { tone: 'positive', icon: IconCircleCheck },
  RETIRED: { tone: 'neutral', icon: IconArchive },
} as const;

/** Draft, active or retired. */
export const BadgeStateMark = recordStateMark(LOOKS, (state) => `badge.state.${state}`);
