import { actionsOf, pairsOf, STATE_MACHINES, statePairs, stateRefusal } from '@backcounter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

const DAY_MS = 86_400_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe.each(STATE_MACHINES.filter(({ isDerived }) => isDerived !== true))(
  'the rules of $record in the database',
  (machine) => {
    const name = machine.record.replaceAll('-', '_');

    const { actions, automatic = {}, guardsAutomatic = false } = machine;
    it.each([
      ['for any actor', 'may_become', statePairs(machine)],
      ...(guardsAutomatic
        ? ([
            ['for staff', 'staff_may', pairsOf(Object.values(actions))],
            ['for automatic steps', 'product_may', pairsOf(Object.values(automatic))],
          ] as const)
        : []),
    ] as const)('allow the same transitions %s', async (_who, rule, pairs) => {
      const { rows } = await database.ownerPool.query<{ before: string; after: string }>(`
      SELECT b AS before, a AS after FROM unnest(enum_range(NULL::${name}_state)) b, unnest(enum_range(NULL::${name}_state)) a
      WHERE ${name}_${rule}(b, a)`);
      expect(rows.map(({ before, after }) => `${before} ${after}`).sort()).toEqual(
        pairs.map((pair) => pair.join(' ')).sort(),
      );
    });

    it('have the same states, and refuse actions for the same reasons', async () => {
      const { rows: states } = await database.ownerPool.query<{ state: string }>(
        `SELECT unnest(enum_range(NULL::${name}_state))::text AS state`,
      );
      expect(states.map(({ state }) => state).sort()).toEqual([...machine.states].sort());
      const { rows: types } = await database.ownerPool.query<{ arguments: number }>(
        `SELECT pronargs AS arguments FROM pg_proc WHERE proname = '${name}_refusal'`,
      );
      const isTimed = types[0]?.arguments === 3;
      for (const action of actionsOf(machine)) {
        for (const { state } of states) {
          for (const days of isTimed ? [0, 29, 31, 400] : [0]) {
            const { rows } = await database.ownerPool.query<{ word: string | null }>(
              `SELECT ${name}_refusal($1, $2${isTimed ? `, now() - interval '${days} days'` : ''}) AS word`,
              [action, state],
            );
            const now = new Date();
            const facts = { state, stateChangedAt: new Date(now.getTime() - days * DAY_MS) };
            expect([action, state, days, rows[0]?.word]).toEqual([
              action,
              state,
              days,
              stateRefusal(machine, action, facts, now),
            ]);
          }
        }
      }
      const { rows } = await database.ownerPool.query(
        `SELECT ${name}_refusal('NONSENSE', $1${isTimed ? ', now()' : ''}) AS word`,
        [machine.states[0]],
      );
      expect(rows).toEqual([{ word: 'is-unknown' }]);
    });
  },
);
