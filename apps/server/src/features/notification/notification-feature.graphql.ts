import type { EntityTypes } from '../../crud/record.graphql.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addNotificationAudience } from './audience/notification-audience.graphql.ts';
import { addDeliveryLists } from './dispatch/delivery-list.graphql.ts';
import { addNotificationType } from './notification.graphql.ts';
import { addNotificationEnums } from './notification-enums.graphql.ts';
import { addNotificationList } from './notification-list.graphql.ts';
import { addNotificationMutations } from './notification-mutation.graphql.ts';

/** Adds notifications and their deliveries. */
export function addNotification(builder: Builder, shared: EntityTypes): void {
  const enums = addNotificationEnums(builder);
  const types = addNotificationType(builder, enums, shared.history);
  addNotificationList(builder, shared.list, enums, types);
  addNotificationAudience(builder, enums, types);
  addNotificationMutations(builder, enums, types.notification);
  addDeliveryLists(builder, shared.list, enums, types);
}
