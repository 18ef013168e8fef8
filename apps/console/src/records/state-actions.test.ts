import {
  ACCOUNT_MACHINE,
  actionKey,
  actionsOf,
  CAMPAIGN_MACHINE,
  GIVEAWAY_MACHINE,
  NOTIFICATION_MACHINE,
  STATE_MACHINES,
  stateRefusal,
} from '@backcounter/domain';
import { IconPencil } from '@tabler/icons-react';
import { describe, expect, it } from 'vitest';
import { askedBefore, hasPlace, mainOf, rightsOf, stateActions } from './state-actions.ts';

describe.each(STATE_MACHINES)('actions of $record', (machine) => {
  it('are shown in every state that allows them', () => {
    for (const action of actionsOf(machine)) {
      for (const state of machine.states) {
        if (stateRefusal(machine, action, { state }, new Date()) === null) {
          expect([action, state, hasPlace(machine, action, state)]).toEqual([action, state, true]);
        }
      }
    }
  });

  it('are never offered where they are done, not even disabled', () => {
    const actions = actionsOf(machine);
    for (const state of machine.states) {
      const open = actions.filter((action) => stateRefusal(machine, action, { state }, new Date()) === null);
      const shown = stateActions({
        machine,
        record: { state, actions: actions.map((action) => ({ action, isAllowed: open.includes(action) })) },
        icons: Object.fromEntries(actions.map((action) => [action, IconPencil])),
        stays: actions,
        label: String,
        notNow: '',
        t: String as never,
        run: () => undefined,
      });
      const offered = actions.filter((action) => shown.some(({ key }) => key === actionKey(action)));
      const done = actions.filter((action) => machine.actions[action]?.to === state && !open.includes(action));
      expect([state, offered.filter((action) => done.includes(action))]).toEqual([state, []]);
    }
  });
});

describe('an action on a page', () => {
  it('is shown before an automatic step to its state, and never if the record is already there', () => {
    expect(hasPlace(GIVEAWAY_MACHINE, 'ANNOUNCE', 'FROZEN')).toBe(true);
    expect(hasPlace(NOTIFICATION_MACHINE, 'PAUSE', 'PREPARING')).toBe(true);
    expect(hasPlace(GIVEAWAY_MACHINE, 'SETTLE', 'FROZEN')).toBe(false);
    expect(hasPlace(CAMPAIGN_MACHINE, 'RESUME', 'ACTIVE')).toBe(false);
  });

  const actions = (state: string, refusal: string | null) =>
    stateActions({
      machine: ACCOUNT_MACHINE,
      record: { state, actions: [{ action: 'EXPORT_DATA', isAllowed: refusal === null, refusal }] },
      icons: { EXPORT_DATA: IconPencil, CLOSE: IconPencil },
      label: (key: string) => key,
      notNow: 'not now',
      t: (key: string) => key,
      run: () => undefined,
    } as unknown as Parameters<typeof stateActions>[0]);

  it('is hidden without permission, and if the API does not list it', () => {
    expect(actions('ACTIVE', 'access.denied')).toEqual([]);
    expect(actions('ACTIVE', null).map(({ key }) => key)).toEqual(['export-data']);
  });

  it('gives the reason, with the text of its error code if it has one', () => {
    expect(actions('ACTIVE', 'state.invalid-transition')[0]).toMatchObject({ isAllowed: false, whyNot: 'not now' });
    expect(actions('ACTIVE', 'campaign.without-coupons')[0]?.whyNot).toBe('error.campaign.without-coupons');
  });

  it('is allowed by name and permission if the API lists only what is allowed', () => {
    expect(rightsOf(ACCOUNT_MACHINE, ['SUSPEND'], ['ADMIN']).find(({ action }) => action === 'SUSPEND')).toEqual({
      action: 'SUSPEND',
      isAllowed: true,
      refusal: null,
    });
    expect(rightsOf(ACCOUNT_MACHINE, [], ['MARKETING']).find(({ action }) => action === 'SUSPEND')?.refusal).toBe(
      'access.denied',
    );
  });
});

describe('the main action', () => {
  const action = (key: string, isAllowed: boolean, isStep: boolean) => ({
    key,
    isAllowed,
    isStep,
    label: key,
    icon: IconPencil,
    whyNot: '',
    run: () => undefined,
  });

  it('is the first that is allowed or changes the state, and Duplicate in a final state', () => {
    const all = [action('edit', true, false), action('publish', false, true), action('duplicate', true, false)];
    expect(mainOf(GIVEAWAY_MACHINE, 'DRAFT', all, ['publish', 'edit'])).toBe('publish');
    expect(mainOf(GIVEAWAY_MACHINE, 'SETTLED', all, ['publish', 'edit'])).toBe('duplicate');
    expect(mainOf(GIVEAWAY_MACHINE, 'PUBLISHED', [action('edit', false, false)], ['edit'])).toBe('');
  });
});

it('a dialog asks for everything that the table requires', () => {
  expect(askedBefore(ACCOUNT_MACHINE, 'suspend')).toEqual({
    isDestructive: true,
    isReasonRequired: true,
    hasReason: true,
  });
  expect(askedBefore(ACCOUNT_MACHINE, 'export-data')).toMatchObject({ isReasonRequired: true });
  expect(askedBefore(GIVEAWAY_MACHINE, 'announce')).toEqual({
    isDestructive: false,
    isReasonRequired: false,
    hasReason: false,
  });
});
