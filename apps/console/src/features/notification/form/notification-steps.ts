/** Steps of writing a notification, in their order, with the fields that stand on each. */
export const NOTIFICATION_STEPS = {
  content: ['titleI18n', 'bodyI18n', 'topicId', 'deepLink', 'imageUrl'],
  audience: ['countryCodes', 'areaIds', 'badgeId', 'lastSeenWithinDays'],
  timing: [
    'sendMode',
    'timezone',
    'sendAt',
    'sendLocal',
    'notAfter',
    'throttlePerMinute',
    'ttlSeconds',
    'ignoreQuietHours',
    'ignoreFrequencyCap',
  ],
  test: [],
  review: [],
} as const;

/** One of the steps. */
export type NotificationStep = keyof typeof NOTIFICATION_STEPS;
export const NOTIFICATION_STEP_NAMES = Object.keys(NOTIFICATION_STEPS) as readonly NotificationStep[];

/** Steps for which the notification has to be stored as it is on screen. */
export const STORED_STEPS: readonly NotificationStep[] = ['test', 'review'];

/** The step on which a field stands. */
export function stepOf(field: string): NotificationStep {
  const root = field.split('.', 1)[0] ?? field;
  const holds = (step: NotificationStep) => (NOTIFICATION_STEPS[step] as readonly string[]).includes(root);
  return NOTIFICATION_STEP_NAMES.find(holds) ?? 'content';
}

/** The step that an address names; null where it names none. */
export function stepNamed(text: string | null): NotificationStep | null {
  return NOTIFICATION_STEP_NAMES.find((name) => name === text) ?? null;
}
