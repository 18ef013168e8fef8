import type { StoreState } from '@backcounter/domain';
import { addAction, addCreate, addUpdate } from '../../crud/mutation.graphql.ts';
import { addEntity, type EntityTypes } from '../../crud/record.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import type { Area, Country, ReferenceData } from '../../graphql/reference-data.ts';
import type { Services } from '../../graphql/request-context.ts';
import { store } from './store.entity.ts';
import { activateStore, closeStore, reactivateStore, suspendStore } from './store.service.ts';
import { addStoreOnlineType } from './store-visitors.graphql.ts';
import { readStoreOnline } from './store-visitors.ts';

/** Stores: list, record, form and states. */
export function addStore(builder: Builder, shared: EntityTypes): void {
  const online = addStoreOnlineType(builder);
  const refs = addEntity(builder, shared, store, { one: 'store', many: 'stores' }, (t, enums) => ({
    state: t.field({ type: enums('state'), resolve: ({ state }) => state as StoreState }),
    stateReason: t.string({ nullable: true, resolve: ({ stateReason }) => stateReason as string | null }),
    stateChangedAt: t.field({ type: 'DateTime', resolve: ({ stateChangedAt }) => stateChangedAt as string }),
    closedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ closedAt }) => closedAt as string | null }),
    online: t.field({
      type: online,
      nullable: true,
      description: 'Who is in the store at this moment; null where this server cannot tell.',
      extensions: needs('account.read'),
      resolve: ({ sid }, _args, context) => readStoreOnline(context, String(sid)),
    }),
    country: t.field({
      type: 'Country',
      resolve: ({ countryCode }, _args, { services }): Promise<Country> =>
        reference(services, (data) => data.countries.get(String(countryCode))),
    }),
    area: t.field({
      type: 'Area',
      resolve: ({ areaId }, _args, { services }): Promise<Area> =>
        reference(services, (data) => data.areas.get(String(areaId))),
    }),
  }));
  addCreate(builder, store, 'Store', refs);
  addUpdate(builder, store, 'Store', refs);
  addAction(builder, store, 'activateStore', refs, activateStore);
  addAction(builder, store, 'suspendStore', refs, suspendStore);
  addAction(builder, store, 'reactivateStore', refs, reactivateStore);
  addAction(builder, store, 'closeStore', refs, closeStore);
}

type ReferenceSnapshot = Awaited<ReturnType<ReferenceData['load']>>;

/** Country or area of a store; one that was made a moment ago, perhaps by another copy of the server, is looked for once more. */
async function reference<Found>(
  { referenceData }: Services,
  find: (data: ReferenceSnapshot) => Found | undefined,
): Promise<Found> {
  const found = find(await referenceData.load()) ?? find(await referenceData.load(true));
  if (found === undefined) throw new Error('A store refers to a country or area that is not there.');
  return found;
}
