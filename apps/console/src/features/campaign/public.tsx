import type { RedemptionState } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { State, type StateProps } from '@backcounter/ui';
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconClockHour4,
  IconHourglassEmpty,
  IconLockOpen,
} from '@tabler/icons-react';

const LOOKS: Readonly<Record<RedemptionState, Pick<StateProps, 'tone' | 'icon'>>> = {
  RESERVED: { tone: 'warning', icon: IconClockHour4 },
  CONFIRMED: { tone: 'positive', icon: IconCircleCheck },
  RELEASED: { tone: 'neutral', icon: IconLockOpen },
  ROLLED_BACK: { tone: 'negative', icon: IconArrowBackUp },
};

interface RedemptionStateMarkProps {
  readonly state: RedemptionState;
  /** Released because it was not confirmed in time. */
  readonly isLapsed?: boolean;
  readonly variant?: StateProps['variant'];
}

/** State of a redemption: icon, label and colour. */
export function RedemptionStateMark({ state, isLapsed = false, variant = 'plain' }: RedemptionStateMarkProps) {
  const { t } = useMessages();
  if (isLapsed)
    return <State tone="neutral" icon={IconHourglassEmpty} word={t('coupon.redemption.lapsed')} variant={variant} />;
  return <State {...LOOKS[state]} word={t(`coupon.redemption.state.${state}`)} variant={variant} />;
}

export { CampaignStatusMark } from './campaign-state.tsx';
