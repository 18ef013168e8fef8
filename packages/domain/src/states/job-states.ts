import { defineStates } from './state-machine.ts';

/** States of a background job. The last three are final. */
export const JOB_STATES = ['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELED'] as const;
/** One of the states. */
export type JobState = (typeof JOB_STATES)[number];

/** States of a job and the actions between them. */
export const JOB_MACHINE = defineStates({
  record: 'job',
  states: JOB_STATES,
  initial: ['QUEUED'],
  actions: {
    CANCEL: {
      from: ['QUEUED', 'RUNNING'],
      to: 'CANCELED',
      permission: 'job.manage',
      conditions: [{ word: 'already-requested', says: 'no one has asked for it yet' }],
      extraPermissions: [{ word: 'of-others', when: "for a colleague's", permission: 'job.manage-all' }],
      effects: ['stop-job'],
      isDestructive: true,
    },
    RETRY: {
      from: ['FAILED', 'CANCELED'],
      to: 'QUEUED',
      permission: 'job.manage',
      conditions: [{ word: 'of-others', says: 'it is their own' }],
      effects: ['queue-job'],
    },
    RETRY_FAILED: {
      from: ['SUCCEEDED'],
      to: null,
      permission: 'job.manage',
      conditions: [{ word: 'nothing-failed', says: 'records have failed' }],
      extraPermissions: [{ word: 'of-others', when: "for a colleague's", permission: 'job.manage-all' }],
      effects: ['queue-job'],
    },
    UNDO: {
      from: ['SUCCEEDED', 'FAILED', 'CANCELED'],
      to: null,
      permission: 'job.manage',
      conditions: [
        { word: 'lasting', says: 'its kind can be undone' },
        { word: 'nothing-changed', says: 'it changed records' },
      ],
      extraPermissions: [{ word: 'of-others', when: "for a colleague's", permission: 'job.manage-all' }],
      reason: 'required',
      effects: ['queue-job'],
    },
  },
  automatic: {
    START: { from: ['QUEUED', 'RUNNING'], to: 'RUNNING', when: 'a worker takes it, or takes it over' },
    HAND_BACK: { from: ['RUNNING'], to: 'QUEUED', when: 'its worker ends, or it has to wait' },
    SUCCEED: { from: ['RUNNING'], to: 'SUCCEEDED', when: 'all its records were processed' },
    FAIL: { from: ['QUEUED', 'RUNNING'], to: 'FAILED', when: 'it cannot continue, or has failed too often' },
  },
});
/** Staff action on a job. */
export type JobAction = keyof typeof JOB_MACHINE.actions;
