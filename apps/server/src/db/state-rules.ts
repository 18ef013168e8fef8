import { pairsOf, type StateCondition, type StateMachine, statePairs, stateWord, stepsOf } from '@backcounter/domain';

const HEADER = `-- Generated from the state machines of packages/domain by generate-states.ts; do not edit.
`;

/** SQL of state machines, for triggers, for functions that change many records, and for dry runs. */
export function stateRules(machines: readonly StateMachine[]): string {
  return (
    HEADER +
    machines
      .filter(({ isDerived }) => isDerived !== true)
      .map((machine) => `\n${mayBecome(machine)}\n${stateAfter(machine)}\n${refusal(machine)}${whoMay(machine)}`)
      .join('')
  );
}

const snake = (noun: string): string => noun.replaceAll('-', '_');

/** Function that checks a transition. */
function mayBecome(machine: StateMachine): string {
  return pairRule(machine, 'may_become', 'for any actor', statePairs(machine));
}

/** The same for staff and for automatic steps, for triggers that distinguish them. */
function whoMay(machine: StateMachine): string {
  if (machine.guardsAutomatic !== true) return '';
  const { actions, automatic = {} } = machine;
  return `
${pairRule(machine, 'staff_may', 'for staff', pairsOf(Object.values(actions)))}
${pairRule(machine, 'product_may', 'for automatic steps', pairsOf(Object.values(automatic)))}`;
}

function pairRule(
  { record }: StateMachine,
  suffix: string,
  by: string,
  pairs: readonly (readonly [string, string])[],
): string {
  const name = snake(record);
  return `CREATE OR REPLACE FUNCTION ${name}_${suffix}(before ${name}_state, after ${name}_state) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (before, after) IN (${pairs.map(([from, to]) => `('${from}', '${to}')`).join(', ')});
COMMENT ON FUNCTION ${name}_${suffix}(${name}_state, ${name}_state) IS 'True for an allowed transition, ${by} (docs/states.md).';
`;
}

/** Function that returns the state after an action or automatic step. */
function stateAfter(machine: StateMachine): string {
  const name = snake(machine.record);
  const cases = stepsOf(machine).flatMap(([action, { to }]) =>
    to === null ? [] : [`\n    WHEN '${action}' THEN '${to}'`],
  );
  return `CREATE OR REPLACE FUNCTION ${name}_after(action text) RETURNS ${name}_state
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action${cases.join('')} END::${name}_state;
COMMENT ON FUNCTION ${name}_after(text) IS 'The state after an action; NULL if it stays the same.';
`;
}

/** Function that returns why an action is refused; conditions in days use the clock of the transaction. */
function refusal(machine: StateMachine): string {
  const name = snake(machine.record);
  const isTimed = stepsOf(machine).some(([, { conditions = [] }]) =>
    conditions.some(({ withinDays }) => withinDays !== undefined),
  );
  const types = ['text', `${name}_state`, ...(isTimed ? ['timestamptz'] : [])];
  const names = ['action', 'state', 'state_changed_at'];
  const cases = stepsOf(machine).map(([action, { from, to, conditions = [] }]) => {
    const states = machine.states.flatMap((state) => {
      if (!from.includes(state)) return [`WHEN '${state}' THEN '${stateWord(state, to)}'`];
      const late = conditions.find(
        ({ in: states = from, withinDays }) => withinDays !== undefined && states.includes(state),
      );
      return late === undefined ? [] : [`WHEN '${state}' THEN ${tooLate(late)}`];
    });
    return states.length === 0
      ? `\n    WHEN '${action}' THEN NULL`
      : `\n    WHEN '${action}' THEN CASE state ${states.join(' ')} END`;
  });
  return `CREATE OR REPLACE FUNCTION ${name}_refusal(${types.map((type, at) => `${names[at]} ${type}`).join(', ')}) RETURNS text
  LANGUAGE sql ${isTimed ? 'STABLE' : 'IMMUTABLE'} PARALLEL SAFE
  RETURN CASE action${cases.join('')}
    ELSE 'is-unknown' END;
COMMENT ON FUNCTION ${name}_refusal(${types.join(', ')}) IS
  'Code of the reason why an action on a record is refused, such as is-closed; NULL if it is allowed (docs/states.md).';
`;
}

function tooLate({ word, withinDays = 0 }: StateCondition): string {
  return `CASE WHEN state_changed_at < now() - interval '${withinDays} days' THEN '${word}' END`;
}
