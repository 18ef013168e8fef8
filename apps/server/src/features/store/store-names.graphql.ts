import { STORE_LIMITS } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { type StoreName, storeNames } from './store-names.ts';

/** Names of stores of which only the sid is known, as presence has it. */
export function addStoreNames(builder: Builder): void {
  const name = builder.objectRef<StoreName>('StoreName').implement({
    description: 'What a store is called.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the store.' }),
      sid: t.exposeString('sid', { description: 'Number of the store.' }),
      name: t.exposeString('name', { description: 'Name that people see.' }),
    }),
  });
  builder.queryField('storeNames', (t) =>
    t.field({
      type: [name],
      description: `Stores by their sids, at most ${STORE_LIMITS.namesMax}; a sid without a store is left out.`,
      extensions: needs('store.read'),
      args: { sids: t.arg.stringList({ required: true, description: 'Numbers of stores.' }) },
      resolve: async (_root, { sids }, context) => [...(await storeNames(context, sids))],
    }),
  );
}
