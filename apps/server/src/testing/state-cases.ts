import { actionsOf, may, ROLES, type Role, type StateMachine, stateRefusal } from '@backcounter/domain';
import { describe, expect, it } from 'vitest';
import type { TestApp } from './test-app.ts';

/** A record prepared by a test. */
export interface PlacedRecord {
  readonly id: string;
  readonly version: number;
  /** Number, sid or code, if an action requires typing it. */
  readonly label?: string;
}

/** How to prepare and change records of a kind. */
export interface StateCases<State extends string, Action extends string> {
  readonly machine: StateMachine<State, Action>;
  readonly test: () => TestApp;
  /** Creates a record in a state, with all other conditions of the action met. */
  place(state: State, action: Action): Promise<PlacedRecord>;
  /** Mutation by action; omitted actions have their own tests. */
  readonly mutations: Partial<Readonly<Record<Action, (record: PlacedRecord) => string>>>;
  /** SQL that reads `state` of record `$1`; returns no row if it is deleted. */
  readonly stateSql: string;
}

/**
 * Tests every state × action × role: allowed actions lead to the state in the table; all others are refused and change
 * nothing.
 */
export function describeStates<State extends string, Action extends string>({
  machine,
  test,
  place,
  mutations,
  stateSql,
}: StateCases<State, Action>): void {
  const noun = machine.record.replaceAll('-', ' ');
  const stateOf = async (id: string) => (await test().database.ownerPool.query(stateSql, [id])).rows[0]?.state ?? null;

  describe.each(machine.states.map((state) => ({ state })))(`${noun} in $state`, ({ state }) => {
    const cases = actionsOf(machine).flatMap((action) => {
      const mutation = mutations[action];
      return mutation === undefined ? [] : [{ action, mutation }];
    });
    it.each(cases)('$action', async ({ action, mutation }) => {
      const { permission, to, effects = [] } = machine.actions[action];
      const record = await place(state, action);
      const barred = ROLES.filter((role) => !may([role], permission));
      for (const role of barred) {
        const refused = await test().send(mutation(record), {}, { token: tokenOf(role) });
        expect([role, refused.body.errors?.[0].extensions.code]).toEqual([
          role,
          expect.stringMatching(/^(access\.denied|record\.not-found)$/),
        ]);
      }
      expect(await stateOf(record.id)).toBe(state);

      const done = await test().send(mutation(record));
      const isOpen = stateRefusal(machine, action, { state }, new Date()) === null;
      expect(done.body.errors?.[0].extensions.code).toBe(isOpen ? undefined : 'state.invalid-transition');
      const isDeleted = isOpen && effects.includes('delete-record');
      expect(await stateOf(record.id)).toBe(isDeleted ? null : isOpen ? (to ?? state) : state);
    });
  });
}

const tokenOf = (role: Role) => role.toLowerCase();
