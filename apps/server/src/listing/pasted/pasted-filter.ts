import type { FilterDefinition, NamedList } from '../list-definition.ts';
import { filterBy } from '../list-parts.ts';

/** The list of this name in the API, which takes pasted keys: it has the filter `pasted`. */
export function takesPastes(
  name: string,
  pastedKeys: NonNullable<NamedList['pastedKeys']>,
  list: NamedList,
): NamedList {
  return { ...list, pastedKeys, filters: { ...list.filters, pasted: pastedFilter(name, list.key.sql) } };
}

/** The filter of a list by what its caller has pasted; no rows for another person's selection and one that has ended. */
function pastedFilter(list: string, key: string): FilterDefinition {
  return filterBy.id(key, 'Is in this pasted selection of the caller, or not. Others and ended ones have no rows.', {
    isOwn: true,
    rules: {
      read: (_context, ids) => Promise.resolve(Object.fromEntries(ids.map((id) => [id, id]))),
      condition: (id, values, caller, now) =>
        `${key} in (select unnest(p.record_ids) from pasted_selection p where p.id = ${values.add(id)}::uuid
          and p.list_name = ${values.add(list)} and p.owner_sub = ${values.add(caller.sub)}
          and p.expires_at > ${values.add(now)}::timestamptz)`,
    },
  });
}
