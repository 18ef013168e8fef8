import { storeSid } from '@backcounter/domain';
import type { SearchPlan } from '../../listing/list-definition.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { likeLiteral } from '../../listing/list-search.ts';

/** A fragment of a name is looked for from this many characters on; trigrams need three. */
const FRAGMENT_MIN_LENGTH = 3;

/**
 * What a text may mean: the whole sid first, then a name or the beginning of a sid or city. Name and city are one way: whoever types a
 * city wants all stores there, whether or not their names say so.
 */
export function planStoreSearch(text: string): SearchPlan {
  if (isUuid(text)) {
    return [{ mode: 'ID', isFragment: false, condition: (values) => `r.id = ${values.add(text)}::uuid` }];
  }
  const sid = text.toUpperCase();
  const isWhole = storeSid.safeParse(sid).success;
  return [
    ...(isWhole
      ? [
          {
            mode: 'SID',
            isFragment: false,
            condition: (values: { add(value: unknown): string }) => `r.sid = ${values.add(sid)}`,
          },
        ]
      : []),
    {
      mode: 'TEXT',
      isFragment: true,
      condition: (values) => {
        const beginning = values.add(`${likeLiteral(text)}%`);
        const name = text.length < FRAGMENT_MIN_LENGTH ? beginning : values.add(`%${likeLiteral(text)}%`);
        return `(r.name_key like lower(${name}) or r.city_key like lower(${beginning}) or r.sid like upper(${beginning}))`;
      },
    },
  ];
}
