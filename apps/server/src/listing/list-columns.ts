import type { Selection } from '../graphql/schema/selection.ts';
import type { ListDefinition } from './list-definition.ts';

const columnTexts = new WeakMap<Selection, Map<ListDefinition, { columns: string; joins: string }>>();

/** Selected columns and their joins, cached with the compiled document. */
export function columnsFor(
  definition: ListDefinition,
  nodes: Selection | undefined,
): { columns: string; joins: string } {
  if (nodes === undefined) return { columns: '1 as _one', joins: '' };
  let known = columnTexts.get(nodes);
  if (known === undefined) {
    known = new Map();
    columnTexts.set(nodes, known);
  }
  let text = known.get(definition);
  if (text === undefined) {
    text = columnsAsked(definition, nodes);
    known.set(definition, text);
  }
  return text;
}

/** SQL of the selected columns and the joins they need. */
export function columnsAsked(definition: ListDefinition, nodes: Selection): { columns: string; joins: string } {
  const names = new Set<string>();
  const joins = new Set<string>();
  for (const field in nodes) {
    for (const name of definition.needs[field] ?? impliedColumns(field))
      if (name in definition.columns) names.add(name);
    const join = definition.joins[field];
    if (join !== undefined) joins.add(join);
  }
  const columns = [...names].map((name) => `${definition.columns[name]} as "${name}"`);
  return {
    columns: columns.length === 0 ? '1 as _one' : columns.join(', '),
    joins: [...joins].map((join) => ` ${join}`).join(''),
  };
}

/** The column of a field, or the columns that it is made of: a text in each language, a person. */
const impliedColumns = (field: string) => [field, `${field}I18n`, `${field}Sub`, `${field}Name`];
