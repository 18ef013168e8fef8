import { AUDIT_GUARDED_FIELDS } from '@backcounter/domain';
import { requirePermission } from '../../graphql/request-context.ts';
import type { FilterDefinition } from '../../listing/list-definition.ts';
import { invalidFilter } from '../../listing/list-filter.ts';

type Condition = NonNullable<FilterDefinition['condition']>;
type Filter = Parameters<Condition>[2]['filter'];

const FIELD = /^([a-z][a-z-]*)\.([A-Za-z][A-Za-z0-9]*)$/;

/** Changes have no index: only the events of a record, or since a time, are read. */
function isBounded({ record, occurred }: Filter): boolean {
  const { from, withinDays } = (occurred ?? {}) as { readonly from?: unknown; readonly withinDays?: unknown };
  return (record as { readonly in?: unknown } | undefined)?.in != null || from != null || withinDays != null;
}

/** Condition of the events that changed one of some fields. */
export const changedField: Condition = (chosen, values, { filter }) => {
  if (!isBounded(filter)) throw invalidFilter('occurred', 'required');
  const conditions = chosen.map((code) => {
    const [, kind, field] = FIELD.exec(code) ?? [];
    if (kind === undefined) throw invalidFilter('field', 'code');
    const name = values.add(field);
    return `e.entity_type = ${values.add(kind)} and (e.changes ? ${name} or e.personal_changes ? ${name})`;
  });
  return conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`;
};

/** Condition of the events in which the chosen field was (0) or became (1) one of some values, if the reader may see them. */
export function changedValue(at: 0 | 1): Condition {
  return (chosen, values, { filter, caller }) => {
    const [code, ...more] = (filter['field'] as { readonly in?: readonly string[] | null } | undefined)?.in ?? [];
    if (code === undefined || more.length > 0) throw invalidFilter('field', 'required');
    const permission = AUDIT_GUARDED_FIELDS.get(code);
    if (permission !== undefined) requirePermission(caller, permission);
    const field = `${values.add(code.slice(code.indexOf('.') + 1))}::text`;
    return `coalesce(e.changes -> ${field}, e.personal_changes -> ${field}) ->> ${at} = any(${values.add(chosen)}::text[])`;
  };
}
