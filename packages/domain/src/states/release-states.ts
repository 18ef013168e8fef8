import { defineStates } from './state-machine.ts';

/** States of a release. */
export const RELEASE_STATES = ['DRAFT', 'PUBLISHED', 'WITHDRAWN'] as const;
/** One of the states. */
export type ReleaseState = (typeof RELEASE_STATES)[number];

/** States of a release and the actions between them. */
export const RELEASE_MACHINE = defineStates({
  record: 'release',
  states: RELEASE_STATES,
  initial: ['DRAFT'],
  actions: {
    EDIT: { from: RELEASE_STATES, to: null, permission: 'release.edit' },
    PUBLISH: {
      from: ['DRAFT', 'WITHDRAWN'],
      to: 'PUBLISHED',
      permission: 'release.publish',
      conditions: [
        { word: 'empty', says: 'it has changes', code: 'release.empty' },
        {
          word: 'not-greatest',
          in: ['DRAFT'],
          says: 'its number is greater than that of every published one',
          code: 'release.not-greatest',
        },
      ],
      effects: ['show-release'],
    },
    WITHDRAW: {
      from: ['PUBLISHED'],
      to: 'WITHDRAWN',
      permission: 'release.publish',
      reason: 'required',
      effects: ['hide-release'],
      isDestructive: true,
    },
    DUPLICATE: { from: RELEASE_STATES, to: null, permission: 'release.edit' },
    DISCARD: {
      from: ['DRAFT'],
      to: null,
      permission: 'release.edit',
      effects: ['delete-record'],
      isDestructive: true,
    },
  },
});
/** Action on a release, in display order. */
export type ReleaseAction = keyof typeof RELEASE_MACHINE.actions;
