import { notificationRecord } from '@backcounter/domain';
import { fieldsOfGroup } from '../../../records/form/field-map.ts';
import { stepPlan } from '../../../records/wizard/step-plan.ts';

/** Steps of the form in order, with their fields. */
export const NOTIFICATION_PLAN = stepPlan({
  content: fieldsOfGroup(notificationRecord, 'content'),
  audience: ['countryCodes', 'areaIds', ...fieldsOfGroup(notificationRecord, 'audience')],
  timing: fieldsOfGroup(notificationRecord, 'timing'),
  test: [],
  review: [],
});

/** One of the steps. */
export type NotificationStep = (typeof NOTIFICATION_PLAN)['steps'][number];

/** Steps that need the notification saved as it is on screen. */
export const STORED_STEPS: readonly NotificationStep[] = ['test', 'review'];
