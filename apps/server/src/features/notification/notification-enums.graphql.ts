import {
  type DeliveryReason,
  type DeliveryState,
  type NotificationSendMode,
  type NotificationState,
  notificationRecord,
} from '@backcounter/domain';
import type { EnumRef } from '@pothos/core';
import type { FieldEnums } from '../../crud/record-fields.graphql.ts';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';

const STATES: Readonly<Record<NotificationState, string>> = {
  DRAFT: 'Being written; it can be changed and tested.',
  SCHEDULED: 'Will be sent at its time; it can be unscheduled until shortly before.',
  PREPARING: 'Its recipients are being recorded.',
  SENDING: 'It is being sent.',
  PAUSED: 'Stopped by staff or the product; it can be resumed.',
  SENT: 'Complete: no delivery is waiting.',
  CANCELED: 'Stopped permanently by staff; sent messages remain sent.',
  FAILED: 'Stopped permanently by the product; sent messages remain sent.',
};

const DELIVERY_STATES: Readonly<Record<DeliveryState, string>> = {
  PENDING: 'Waiting to be sent.',
  DEFERRED: 'Waiting for a later time, such as the end of the quiet hours.',
  SENDING: 'Passed to the push service, which has not answered yet.',
  SENT: 'The push service accepted it.',
  RECEIVED: 'A device reported its arrival.',
  OPENED: 'A device reported that it was opened.',
  FAILED: 'Could not be sent.',
  SKIPPED: 'Left out; `reason` says why.',
  CANCELED: 'Not sent, because the notification was canceled.',
};

const DELIVERY_REASONS: Readonly<Record<DeliveryReason, string>> = {
  UNSUBSCRIBED: 'The account is not subscribed to the topic.',
  NO_CONSENT: 'The account has not agreed to push notifications.',
  NO_DEVICE: 'The account has no device that can be reached.',
  FREQUENCY_CAP: 'The account has had as many marketing notifications as the caps allow.',
  ACCOUNT_NOT_ACTIVE: 'The account is not active.',
  EXPIRED: 'Its time has passed.',
  QUIET_HOURS: 'The account is in its quiet hours.',
  PROVIDER_REJECTED: 'The push service rejected the message.',
  PROVIDER_UNAVAILABLE: 'The push service could not be reached.',
  TOKEN_INVALID: 'The push service no longer knows the device.',
  PAYLOAD_TOO_BIG: 'The message is larger than the push service accepts.',
  CANCELED_BY_STAFF: 'Staff canceled the notification.',
  NOTIFICATION_FAILED: 'The notification as a whole failed.',
  NOT_PREPARED: 'The message could not be prepared for the account; all others get it.',
};

/** GraphQL enums that the files of this feature share. */
export interface NotificationEnums extends FieldEnums {
  readonly state: EnumRef<BuilderTypes, NotificationState>;
  readonly sendMode: EnumRef<BuilderTypes, NotificationSendMode>;
  readonly deliveryState: EnumRef<BuilderTypes, DeliveryState>;
  readonly deliveryReason: EnumRef<BuilderTypes, DeliveryReason>;
}

/** Adds the enums of notifications. */
export function addNotificationEnums(builder: Builder): NotificationEnums {
  const { sendMode } = notificationRecord.fields;
  return {
    state: addEnum(builder, 'NotificationState', 'State of a notification.', STATES),
    sendMode: addEnum(builder, 'NotificationSendMode', 'When a notification is sent.', sendMode.values),
    deliveryState: addEnum(builder, 'DeliveryState', 'State of a notification for one account.', DELIVERY_STATES),
    deliveryReason: addEnum(
      builder,
      'DeliveryReason',
      'Why a delivery waits, was skipped or failed.',
      DELIVERY_REASONS,
    ),
  };
}
