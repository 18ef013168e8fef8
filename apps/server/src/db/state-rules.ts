import { pairsOf, type StateCondition, type StateMachine, statePairs, stateWord, stepsOf } from '@backcounter/domain';

const HEADER = `-- Generated from the state machines of packages/domain by generate-states.ts; do not edit.
`;

/** SQL of the rules of machines, for triggers, for functions that change many records, and for dry runs. */
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

/** Whether a state may follow another one. */
function mayBecome(machine: StateMachine): string {
  return pairRule(machine, 'may_become', 'whoever does it', statePairs(machine));
}

/** The same for staff and for the product itself, where a trigger tells them apart. */
function whoMay(machine: StateMachine): string {
  if (machine.guardsAutomatic !== true) return '';
  const { actions, automatic = {} } = machine;
  return `
${pairRule(machine, 'staff_may', 'by what staff do', pairsOf(Object.values(actions)))}
${pairRule(machine, 'product_may', 'by what the product does by itself', pairsOf(Object.values(automatic)))}`;
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
COMMENT ON FUNCTION ${name}_${suffix}(${name}_state, ${name}_state) IS 'True where a state may follow another one, ${by} (docs/states.md).';
`;
}

/** The state after an action, or a step that the product takes by itself. */
function stateAfter(machine: StateMachine): string {
  const name = snake(machine.record);
  const cases = stepsOf(machine).flatMap(([action, { to }]) =>
    to === null ? [] : [`\n    WHEN '${action}' THEN '${to}'`],
  );
  return `CREATE OR REPLACE FUNCTION ${name}_after(action text) RETURNS ${name}_state
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE action${cases.join('')} END::${name}_state;
COMMENT ON FUNCTION ${name}_after(text) IS 'The state to which an action leads; NULL where the state stays.';
`;
}

/** Why an action is not possible; judges by the clock of the transaction where a condition counts days. */
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
  'Why people may not do something with a record: a word such as is-closed; NULL where they may (docs/states.md).';
`;
}

function tooLate({ word, withinDays = 0 }: StateCondition): string {
  return `CASE WHEN state_changed_at < now() - interval '${withinDays} days' THEN '${word}' END`;
}
