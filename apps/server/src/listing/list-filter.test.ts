import { expect, it } from 'vitest';
import type { RequestContext } from '../graphql/request-context.ts';
import type { StaffCaller } from '../ports/identity.ts';
import { type FilterDefinition, type ListDefinition, SqlValues } from './list-definition.ts';
import { filterConditions, resolveFilter } from './list-filter.ts';
import { filterBy } from './list-parts.ts';

const ID = '01900000-0000-7000-8000-00000000abcd';
const caller = { kind: 'staff', sub: 'staff-ada', roles: ['ADMIN'] } as unknown as StaffCaller;
const context = { caller } as RequestContext;

/** The SQL of a list's filter by a record. */
async function conditionsOf(filter: FilterDefinition) {
  const list = { filters: { favorite: filter } } as unknown as ListDefinition;
  const resolved = await resolveFilter(list, { favorite: { in: [ID] } }, context);
  return filterConditions(list, resolved, new SqlValues(), caller, new Date());
}

const byCaller = { read: async () => ({ [ID]: true }), condition: () => 'true' };

it.each([
  [
    'condition',
    { ...byCaller, condition: (_rule: unknown, _values: unknown, { sub }: { sub: string }) => `r.sub = ${sub}` },
  ],
  ['read', { ...byCaller, read: async (asked: RequestContext) => ({ [ID]: asked.caller.sub }) }],
])('a filter whose %s depends on who calls must be declared as own [lists 1]', async (_part, rules) => {
  await expect(conditionsOf(filterBy.id('r.id', 'Is a favorite.', { rules }))).rejects.toThrow('isOwn');
  await expect(conditionsOf(filterBy.id('r.id', 'Is a favorite.', { rules, isOwn: true }))).resolves.toHaveLength(1);
});

it('a filter by permissions alone is shared', async () => {
  const rules = {
    ...byCaller,
    condition: (_rule: unknown, _values: unknown, { kind }: { kind: string }) => `'${kind}' = ''`,
  };
  expect(await conditionsOf(filterBy.id('r.id', 'Is in it.', { rules }))).toEqual(["('staff' = '')"]);
});
