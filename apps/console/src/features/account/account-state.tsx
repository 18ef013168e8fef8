import type { AccountState } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { State, type StateProps } from '@backcounter/ui';
import { IconCircleCheck, IconEraser, IconLock, IconPlayerPause } from '@tabler/icons-react';

const LOOKS: Readonly<Record<AccountState, Pick<StateProps, 'tone' | 'icon'>>> = {
  ACTIVE: { tone: 'positive', icon: IconCircleCheck },
  SUSPENDED: { tone: 'warning', icon: IconPlayerPause },
  CLOSED: { tone: 'neutral', icon: IconLock },
  ERASED: { tone: 'neutral', icon: IconEraser },
};

/** An account's state: icon, label and colour. */
export function AccountStateMark({
  state,
  variant = 'plain',
}: { readonly state: AccountState } & Pick<StateProps, 'variant'>) {
  const { t } = useMessages();
  return <State {...LOOKS[state]} word={t(`account.state.${state}`)} variant={variant ?? 'plain'} />;
}
