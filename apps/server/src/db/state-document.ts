import {
  actionsOf,
  STATE_EFFECTS,
  type StateAction,
  type StateEffect,
  type StateMachine,
  type StateStep,
  stepsOf,
} from '@backcounter/domain';

const HEADER = `# States

Generated from the state machines of \`packages/domain\` (decision 0142) by \`node --conditions=source apps/server/src/db/generate-states.ts\`. They are the only place that says
what may be done with a record in which state. The database, the API, the console and this page follow from them.

In brackets: what the product does by itself.
`;

/** The page about all machines. */
export function stateDocument(machines: readonly StateMachine[]): string {
  return `${HEADER}\n${machines.map(chapter).join('\n')}`;
}

function chapter(machine: StateMachine): string {
  const title = machine.record.replaceAll('-', ' ');
  return `## ${title.charAt(0).toUpperCase()}${title.slice(1)}\n\n${diagram(machine)}\n${actionTable(machine)}${clientTable(machine)}${automaticTable(machine)}`;
}

function diagram(machine: StateMachine): string {
  const { initial, states, automatic = {} } = machine;
  const arrows = new Map<string, string[]>();
  for (const [step, { from, to }] of stepsOf(machine)) {
    if (to === null) continue;
    const name = step in automatic ? `(${step})` : step;
    for (const state of from.filter((each) => each !== to)) {
      const arrow = `${state} --> ${to}`;
      arrows.set(arrow, [...(arrows.get(arrow) ?? []), words(name)]);
    }
  }
  const final = states.filter((state) => ![...arrows.keys()].some((arrow) => arrow.startsWith(`${state} `)));
  return `\`\`\`mermaid
stateDiagram-v2
${initial.map((state) => `  [*] --> ${state}`).join('\n')}
${[...arrows].map(([arrow, names]) => `  ${arrow}: ${names.join(', ')}`).join('\n')}
${final.map((state) => `  ${state} --> [*]\n`).join('')}\`\`\`
`;
}

function actionTable(machine: StateMachine): string {
  const rows = actionsOf(machine).map((action) => {
    const rule = machine.actions[action];
    return rule === undefined
      ? []
      : [words(action), ...changeOf(rule), who(rule), asked(rule), conditions(rule), effects(rule)];
  });
  return table(['action', 'from', 'to', 'needs', 'asks for', 'only if', 'then'], rows);
}

function clientTable({ clients = {} }: StateMachine): string {
  const rows = Object.entries(clients).map(([name, step]) => [
    words(name),
    ...changeOf(step),
    `\`${step.scope}\``,
    conditions(step),
    effects(step),
  ]);
  return rows.length === 0 ? '' : `\n${table(['machine clients', 'from', 'to', 'scope', 'only if', 'then'], rows)}`;
}

function automaticTable({ automatic = {} }: StateMachine): string {
  const rows = Object.entries(automatic).map(([name, step]) => [
    words(name),
    ...changeOf(step),
    step.when,
    effects(step),
  ]);
  return rows.length === 0 ? '' : `\n${table(['by itself', 'from', 'to', 'when', 'then'], rows)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell || '–').join(' | ')} |`;
  return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
}

const words = (name: string): string => name.toLowerCase().replaceAll('_', ' ');
const list = (states: readonly string[]): string => states.join(', ');

function changeOf({ from, to }: StateStep): [string, string] {
  return [list(from), to ?? ''];
}

function who({ permission, extraPermissions = [] }: StateAction): string {
  return [`\`${permission}\``, ...extraPermissions.map(({ permission: extra, when }) => `\`${extra}\` ${when}`)].join(
    '; ',
  );
}

function asked({ reason = 'none', typed }: StateAction): string {
  return [
    ...(reason === 'none' ? [] : [reason === 'required' ? 'a reason' : 'a reason (optional)']),
    ...(typed ? [`the ${typed} typed again`] : []),
  ].join(', ');
}

function conditions({ from, conditions: asked = [] }: StateStep): string {
  return asked
    .map(({ in: states, says }) =>
      states === undefined || states.length === from.length ? says : `${list(states)}: ${says}`,
    )
    .join('; ');
}

function effects({ effects: names = [] }: { readonly effects?: readonly StateEffect[] }): string {
  return names.map((name) => STATE_EFFECTS[name]).join('; ');
}
