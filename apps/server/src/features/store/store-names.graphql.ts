import { STORE_LIMITS } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { type StoreName, storeNames } from './store-names.ts';

/** Names of stores of which only the sid is known, as presence has it. */
export function addStoreNames(builder: Builder): void {
  const name = builder.objectRef<StoreName>('StoreName').implement({
    fields: (t) => ({ id: t.exposeID('id'), sid: t.exposeString('sid'), name: t.exposeString('name') }),
  });
  builder.queryField('storeNames', (t) =>
    t.field({
      type: [name],
      description: `Stores by their sids, at most ${STORE_LIMITS.namesMax}; a sid without a store is left out.`,
      extensions: needs('store.read'),
      args: { sids: t.arg.stringList({ required: true }) },
      resolve: async (_root, { sids }, context) => [...(await storeNames(context, sids))],
    }),
  );
}
