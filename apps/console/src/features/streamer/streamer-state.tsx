import type { StreamerState } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { State } from '@backcounter/ui';
import { IconCircleCheck, IconPlayerPause } from '@tabler/icons-react';

const LOOKS = {
  ACTIVE: { tone: 'positive', icon: IconCircleCheck },
  SUSPENDED: { tone: 'warning', icon: IconPlayerPause },
} as const;

interface StreamerStateMarkProps {
  readonly record: { readonly state: StreamerState };
  readonly variant?: 'pill' | 'plain';
}

/** Active or suspended. */
export function StreamerStateMark({ record, variant = 'plain' }: StreamerStateMarkProps) {
  const { t } = useMessages();
  return <State {...LOOKS[record.state]} word={t(`streamer.state.${record.state}`)} variant={variant} />;
}
