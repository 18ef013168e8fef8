import { load } from '../../lib/api/graphql-client.ts';
import type { ListFilter } from '../../listing/list-definition.ts';
import { entryDocuments } from './giveaway-people.operations.ts';
import { accountWords } from './people-words.ts';

const SHOWN = 100;

/** Participants of a giveaway, the newest first, and the chosen ones. */
export function accountOptionsOf(giveawayId: string): NonNullable<ListFilter['options']> {
  return async ({ signal, filters }) => {
    const { account } = filters;
    const chosen = account?.kind === 'set' ? [...account.values] : [];
    const entriesOf = async (ids: readonly string[] | null) => {
      const filter = { giveaway: { in: [giveawayId] }, ...(ids === null ? {} : { account: { in: [...ids] } }) };
      const { list } = await load(entryDocuments.page, { first: SHOWN, filter }, signal);
      return list.nodes;
    };
    const all = [...(chosen.length > 0 ? await entriesOf(chosen) : []), ...(await entriesOf(null))];
    const byId = new Map(all.map(({ account: who }) => [who.id, who]));
    return [...byId.values()].map((who) => ({
      value: who.id,
      label: accountWords(who),
      code: String(who.publicNo),
    }));
  };
}
