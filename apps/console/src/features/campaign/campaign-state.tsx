import type { CampaignStatus, CouponStatus } from '@backcounter/domain';
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
import { type Looks, stateMark } from '../../lib/record/state-mark.tsx';

const CAMPAIGN_LOOKS: Looks<CampaignStatus> = {
  DRAFT: { tone: 'neutral', icon: IconPencil },
  SCHEDULED: { tone: 'info', icon: IconClock },
  RUNNING: { tone: 'positive', icon: IconPlayerPlay },
  EXHAUSTED: { tone: 'violet', icon: IconBattery },
  PAUSED: { tone: 'warning', icon: IconPlayerPause },
  EXPIRED: { tone: 'neutral', icon: IconHourglassEmpty },
  CANCELED: { tone: 'neutral', icon: IconX },
  ARCHIVED: { tone: 'neutral', icon: IconArchive },
};

const COUPON_LOOKS: Looks<CouponStatus> = {
  ACTIVE: { tone: 'positive', icon: IconCircleCheck },
  NOT_YET_VALID: { tone: 'neutral', icon: IconCalendarTime },
  RESERVED: { tone: 'warning', icon: IconClockHour4 },
  REDEEMED: { tone: 'info', icon: IconTicket },
  EXPIRED: { tone: 'neutral', icon: IconHourglassEmpty },
  DISABLED: { tone: 'negative', icon: IconBan },
  CAMPAIGN_OFF: { tone: 'neutral', icon: IconPlugOff },
};

/** Status of a campaign: icon, label and colour. */
export const CampaignStatusMark = stateMark(CAMPAIGN_LOOKS, (state) => `campaign.status.${state}`);

/** Status of a coupon: icon, label and colour. */
export const CouponStatusMark = stateMark(COUPON_LOOKS, (state) => `coupon.status.${state}`);
