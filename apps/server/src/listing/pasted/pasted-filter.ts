import type { FilterDefinition, NamedList } from '../list-definition.ts';
import { filterBy } from '../list-parts.ts';

/** The list of this name in the API, which takes pasted keys: it has the filter `pasted`. */
export function takesPastes(
  name: string,
  pastedKeys: NonNullable<NamedList['pastedKeys']>,
  list: NamedList,
): NamedList {
  return { ...list, pastedKeys, filters: { ...list.filters, pasted: pastedFilter(name, list) } };
}

/** The record that rows of a list belong to, such as a coupon's campaign, as SQL; null in other lists. */
export function parentOf({ filters }: Pick<NamedList, 'filters'>): string | null {
  return Object.values(filters).find(({ isRequired }) => isRequired === true)?.sql ?? null;
}

/** The filter of a list by what its caller has pasted; no rows for another person's selection and one that has ended. */
function pastedFilter(name: string, list: NamedList): FilterDefinition {
  const parent = parentOf(list);
  const [key, found] = parent === null ? [list.key.sql, 'w.id'] : [`(${list.key.sql}, ${parent})`, 'w.*'];
  return filterBy.id(list.key.sql, 'Is in these pasted selections of the caller. Others and ended ones have no rows.', {
    isOwn: true,
    rules: {
      isOfAll: true,
      read: (_context, ids) => Promise.resolve(Object.fromEntries(ids.map((id) => [id, id]))),
      // Sorted, so that a batch of a job ends after its rows instead of finding all of them.
      condition: (ids, values, caller, now) =>
        `${key} in (select distinct ${found} from pasted_selection p cross join unnest(p.record_ids, p.within_ids) as w (id, within)
          where p.id = any(${values.add(ids)}::uuid[]) and p.list_name = ${values.add(name)} and p.owner_sub = ${values.add(caller.sub)}
          and p.expires_at > ${values.add(now)}::timestamptz order by 1)`,
    },
  });
}
