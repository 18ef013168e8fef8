import { defineStates } from './state-machine.ts';

/** PREPARING: its recipients are being recorded. SENDING: messages are being sent to them. */
export const NOTIFICATION_STATES = [
  'DRAFT',
  'SCHEDULED',
  'PREPARING',
  'SENDING',
  'PAUSED',
  'SENT',
  'CANCELED',
  'FAILED',
] as const;
/** One of the states. */
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

/** States of a notification and the actions between them. */
export const NOTIFICATION_MACHINE = defineStates({
  record: 'notification',
  states: NOTIFICATION_STATES,
  initial: ['DRAFT'],
  guardsAutomatic: true,
  actions: {
    EDIT: { from: ['DRAFT'], to: null, permission: 'notification.edit' },
    TEST: { from: ['DRAFT'], to: null, permission: 'notification.edit' },
    SCHEDULE: {
      from: ['DRAFT'],
      to: 'SCHEDULED',
      permission: 'notification.schedule',
      reason: 'optional',
      conditions: [{ word: 'untested', says: 'it was sent to a test device as it is', code: 'notification.untested' }],
      extraPermissions: [
        {
          word: 'beyond-limits',
          when: 'with a reason and the number of recipients typed, for a marketing topic beyond the cap or in quiet hours',
          permission: 'notification.override-limits',
        },
        {
          word: 'large',
          when: 'with a reason and the number of recipients typed, for many recipients',
          permission: 'notification.schedule-large',
        },
      ],
      effects: ['plan-waves'],
    },
    UNSCHEDULE: {
      from: ['SCHEDULED'],
      to: 'DRAFT',
      permission: 'notification.schedule',
      conditions: [
        {
          word: 'too-late',
          says: 'it starts in more than 60 seconds, or is sent immediately',
          code: 'notification.too-late',
        },
      ],
      effects: ['discard-plan'],
    },
    PAUSE: { from: ['SENDING'], to: 'PAUSED', permission: 'notification.schedule', reason: 'required' },
    RESUME: {
      from: ['PAUSED'],
      to: 'SENDING',
      permission: 'notification.schedule',
      reason: 'optional',
      effects: ['wake-dispatch'],
    },
    CANCEL: {
      from: ['SCHEDULED', 'PREPARING', 'SENDING', 'PAUSED'],
      to: 'CANCELED',
      permission: 'notification.schedule',
      reason: 'required',
      effects: ['cancel-deliveries'],
      isDestructive: true,
    },
    RESEND: {
      from: ['SENT', 'FAILED', 'CANCELED'],
      to: null,
      permission: 'notification.edit',
      conditions: [
        { word: 'already-resent', says: 'it was not resent yet', code: 'notification.already-resent' },
        { word: 'nothing-failed', says: 'a delivery has failed', code: 'notification.nothing-failed' },
      ],
    },
    DUPLICATE: { from: NOTIFICATION_STATES, to: null, permission: 'notification.edit' },
  },
  automatic: {
    START: { from: ['SCHEDULED'], to: 'PREPARING', when: 'its time has come', effects: ['take-snapshot'] },
    SEND: { from: ['PREPARING'], to: 'SENDING', when: 'all recipients are recorded', effects: ['wake-dispatch'] },
    STOP: { from: ['SENDING'], to: 'PAUSED', when: 'the push service is unavailable, or sending was stopped' },
    COMPLETE: { from: ['SENDING'], to: 'SENT', when: 'no delivery is waiting' },
    FAIL: {
      from: ['SCHEDULED', 'PREPARING', 'SENDING', 'PAUSED'],
      to: 'FAILED',
      when: 'the push service refuses the message, or sending cannot continue',
      effects: ['fail-deliveries'],
    },
  },
});
/** Action on a notification, in display order. */
export type NotificationAction = keyof typeof NOTIFICATION_MACHINE.actions;
