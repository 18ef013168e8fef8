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

The possible actions on each record by state. The state machines in \`packages/domain\` are the only place that defines them; database, API, console and this page are
generated from them by \`npm run generate\` ([0142](decisions/0142-states-are-data.md)).

Steps in parentheses are automatic.
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
      arrows.set(arrow, [...(arrows.get(arrow) ?? []), label(name)]);
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
      : [label(action), ...changeOf(rule), who(rule), asked(rule), conditions(rule), effects(rule)];
  });
  return table(['action', 'from', 'to', 'permission', 'input', 'condition', 'effect'], rows);
}

function clientTable({ clients = {} }: StateMachine): string {
  const rows = Object.entries(clients).map(([name, step]) => [
    label(name),
    ...changeOf(step),
    `\`${step.scope}\``,
    conditions(step),
    effects(step),
  ]);
  return rows.length === 0 ? '' : `\n${table(['machine client', 'from', 'to', 'scope', 'condition', 'effect'], rows)}`;
}

function automaticTable({ automatic = {} }: StateMachine): string {
  const rows = Object.entries(automatic).map(([name, step]) => [
    label(name),
    ...changeOf(step),
    step.when,
    effects(step),
  ]);
  return rows.length === 0 ? '' : `\n${table(['automatic', 'from', 'to', 'when', 'effect'], rows)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell || '–').join(' | ')} |`;
  return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
}

const label = (name: string): string => name.toLowerCase().replaceAll('_', ' ');
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
