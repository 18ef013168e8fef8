import type { MessageKey } from '@backcounter/i18n';
import type { MessagesHook } from '@backcounter/i18n/react';

const NAME_KEYS = {
  'coupon.max_per_campaign': 'config-entry.about.coupon.max_per_campaign',
  'coupon.reservation_seconds': 'config-entry.about.coupon.reservation_seconds',
  'coupon.failed_tries_per_15min': 'config-entry.about.coupon.failed_tries_per_15min',
  'coupon.failed_tries_per_address_minute': 'config-entry.about.coupon.failed_tries_per_address_minute',
  'coupon.leak_alarm_per_5min': 'config-entry.about.coupon.leak_alarm_per_5min',
  'points.manual_max': 'config-entry.about.points.manual_max',
  'push.approval_above': 'config-entry.about.push.approval_above',
  'push.cap_per_day': 'config-entry.about.push.cap_per_day',
  'push.cap_per_week': 'config-entry.about.push.cap_per_week',
  'push.quiet_start': 'config-entry.about.push.quiet_start',
  'push.quiet_end': 'config-entry.about.push.quiet_end',
  'push.rate_per_second': 'config-entry.about.push.rate_per_second',
  'push.undo_seconds': 'config-entry.about.push.undo_seconds',
  'giveaway.claim_days': 'config-entry.about.giveaway.claim_days',
  'giveaway.min_account_age_days': 'config-entry.about.giveaway.min_account_age_days',
  'export.max_rows': 'config-entry.about.export.max_rows',
  'export.ttl_hours': 'config-entry.about.export.ttl_hours',
  'export.parallel_per_user': 'config-entry.about.export.parallel_per_user',
  'reporting.time_zone': 'config-entry.about.reporting.time_zone',
  'theme.primary': 'config-entry.about.theme.primary',
  'theme.secondary': 'config-entry.about.theme.secondary',
} as const satisfies Record<string, MessageKey>;

const isKnown = (key: string): key is keyof typeof NAME_KEYS => Object.hasOwn(NAME_KEYS, key);

/** The label of a setting; its key for one that only a newer server knows. */
export function settingName(key: string, { t }: Pick<MessagesHook, 't'>): string {
  return isKnown(key) ? t(NAME_KEYS[key]) : key;
}
