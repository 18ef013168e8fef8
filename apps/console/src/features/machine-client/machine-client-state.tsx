import type { MachineClientState } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { State } from '@backcounter/ui';
import { IconCircleCheck, IconPlayerPause } from '@tabler/icons-react';

const LOOKS = {
  ACTIVE: { tone: 'positive', icon: IconCircleCheck },
  SUSPENDED: { tone: 'warning', icon: IconPlayerPause },
} as const;

interface MachineClientStateMarkProps {
  readonly record: { readonly state: MachineClientState };
  readonly variant?: 'pill' | 'plain';
}

/** Active or suspended. */
export function MachineClientStateMark({ record, variant = 'plain' }: MachineClientStateMarkProps) {
  const { t } = useMessages();
  return <State {...LOOKS[record.state]} word={t(`machine-client.state.${record.state}`)} variant={variant} />;
}
