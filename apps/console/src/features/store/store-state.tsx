import type { StoreState } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { State, type StateProps } from '@backcounter/ui';
import { IconCircleCheck, IconLock, IconPencil, IconPlayerPause } from '@tabler/icons-react';

const LOOKS: Readonly<Record<StoreState, Pick<StateProps, 'tone' | 'icon'>>> = {
  DRAFT: { tone: 'neutral', icon: IconPencil },
  ACTIVE: { tone: 'positive', icon: IconCircleCheck },
  SUSPENDED: { tone: 'warning', icon: IconPlayerPause },
  CLOSED: { tone: 'neutral', icon: IconLock },
};

interface StoreStateMarkProps {
  readonly record: { readonly state: StoreState };
  readonly variant?: 'pill' | 'plain';
}

/** A store's state: icon, label and colour. */
export function StoreStateMark({ record, variant = 'plain' }: StoreStateMarkProps) {
  const { t } = useMessages();
  return <State {...LOOKS[record.state]} word={t(`store.state.${record.state}`)} variant={variant} />;
}
