import type { CampaignStatus, CouponStatus } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { State, type StateProps } from '@backcounter/ui';
import {
  IconArchive,
  IconBan,
  IconBattery,
  IconCalendarTime,
  IconCircleCheck,
  IconClock,
  IconClockHour4,
  IconHourglassEmpty,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugOff,
  IconTicket,
  IconX,
} from '@tabler/icons-react';

type Look = Pick<StateProps, 'tone' | 'icon'>;

const CAMPAIGN_LOOKS: Readonly<Record<CampaignStatus, Look>> = {
  DRAFT: { tone: 'neutral', icon: IconPencil },
  SCHEDULED: { tone: 'info', icon: IconClock },
  RUNNING: { tone: 'positive', icon: IconPlayerPlay },
  EXHAUSTED: { tone: 'violet', icon: IconBattery },
  PAUSED: { tone: 'warning', icon: IconPlayerPause },
  EXPIRED: { tone: 'neutral', icon: IconHourglassEmpty },
  CANCELED: { tone: 'neutral', icon: IconX },
  ARCHIVED: { tone: 'neutral', icon: IconArchive },
};

const COUPON_LOOKS: Readonly<Record<CouponStatus, Look>> = {
  ACTIVE: { tone: 'positive', icon: IconCircleCheck },
  NOT_YET_VALID: { tone: 'neutral', icon: IconCalendarTime },
  RESERVED: { tone: 'warning', icon: IconClockHour4 },
  REDEEMED: { tone: 'info', icon: IconTicket },
  EXPIRED: { tone: 'neutral', icon: IconHourglassEmpty },
  DISABLED: { tone: 'negative', icon: IconBan },
  CAMPAIGN_OFF: { tone: 'neutral', icon: IconPlugOff },
};

interface MarkProps<Status> {
  readonly status: Status;
  readonly variant?: StateProps['variant'];
}

/** Status of a campaign: icon, label and colour. */
export function CampaignStatusMark({ status, variant = 'plain' }: MarkProps<CampaignStatus>) {
  const { t } = useMessages();
  return <State {...CAMPAIGN_LOOKS[status]} word={t(`campaign.status.${status}`)} variant={variant} />;
}

/** Status of a coupon: icon, label and colour. */
export function CouponStatusMark({ status, variant = 'plain' }: MarkProps<CouponStatus>) {
  const { t } = useMessages();
  return <State {...COUPON_LOOKS[status]} word={t(`coupon.status.${status}`)} variant={variant} />;
}
