import { type LocalizedText, textIn } from '@backcounter/domain';
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
): PushMessage {
  return {
    token,
    platform,
    title: textIn(content.titleI18n, locale) ?? '',
    body: textIn(content.bodyI18n, locale) ?? '',
    imageUrl: content.imageUrl,
    deepLink: content.deepLink,
    ttlSeconds: content.ttlSeconds,
    collapseKey: content.id,
    data: { notificationId: content.id, accountId },
  };
}
