import { fillPlaceholders, type LocalizedText, type PlaceholderValues, textIn } from '@backcounter/domain';
import type { PushMessage } from '../../../ports/push.ts';
import type { TargetDevice } from './dispatch-statements.ts';

/** Content of a notification that is the same for all accounts. */
export interface NotificationContent {
  readonly id: string;
  readonly titleI18n: LocalizedText;
  readonly bodyI18n: LocalizedText;
  readonly imageUrl: string | null;
  readonly deepLink: string | null;
  readonly ttlSeconds: number;
}

/** Builds the message for one device. It carries the ids of notification and account, which the app's back end needs for receipts. */
export function messageFor(
  content: NotificationContent,
  accountId: string,
  locale: string,
  [, platform, token]: TargetDevice,
  values: PlaceholderValues | null,
): PushMessage {
  const filled = (text: LocalizedText) => fillPlaceholders(textIn(text, locale) ?? '', values, locale);
  return {
    token,
    platform,
    title: filled(content.titleI18n),
    body: filled(content.bodyI18n),
    imageUrl: content.imageUrl,
    deepLink: content.deepLink,
    ttlSeconds: content.ttlSeconds,
    collapseKey: content.id,
    data: { notificationId: content.id, accountId },
  };
}
