import { notificationRecord } from '@backcounter/domain';
import { fieldsOfGroup } from '../../../records/form/field-map.ts';

/** Steps of the form in order, with their fields. */
export const NOTIFICATION_STEPS = {
  content: fieldsOfGroup(notificationRecord, 'content'),
  audience: ['countryCodes', 'areaIds', ...fieldsOfGroup(notificationRecord, 'audience')],
  timing: fieldsOfGroup(notificationRecord, 'timing'),
  test: [],
  review: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** One of the steps. */
export type NotificationStep = keyof typeof NOTIFICATION_STEPS;
export const NOTIFICATION_STEP_NAMES = Object.keys(NOTIFICATION_STEPS) as readonly NotificationStep[];

/** Steps that need the notification saved as it is on screen. */
export const STORED_STEPS: readonly NotificationStep[] = ['test', 'review'];

/** The step of a field. */
export function stepOf(field: string): NotificationStep {
  const root = field.split('.', 1)[0] ?? field;
  return NOTIFICATION_STEP_NAMES.find((step) => NOTIFICATION_STEPS[step].some((name) => name === root)) ?? 'content';
}

/** The step named in the URL; null for any other text. */
export function stepNamed(text: string | null): NotificationStep | null {
  return NOTIFICATION_STEP_NAMES.find((name) => name === text) ?? null;
}
