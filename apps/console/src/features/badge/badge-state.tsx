import type { BadgeState } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { State } from '@backcounter/ui';
import { IconArchive, IconCircleCheck, IconPencil } from '@tabler/icons-react';

const LOOKS = {
  DRAFT: { tone: 'neutral', icon: IconPencil },
  ACTIVE: { tone: 'positive', icon: IconCircleCheck },
  RETIRED: { tone: 'neutral', icon: IconArchive },
} as const;

interface BadgeStateMarkProps {
  readonly record: { readonly state: BadgeState };
  readonly variant?: 'pill' | 'plain';
}

/** Draft, active or retired. */
export function BadgeStateMark({ record, variant = 'plain' }: BadgeStateMarkProps) {
  const { t } = useMessages();
  return <State {...LOOKS[record.state]} word={t(`badge.state.${record.state}`)} variant={variant} />;
}
