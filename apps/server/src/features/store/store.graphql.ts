import { STORE_LIMITS, type StoreState } from '@backcounter/domain';
import { permissionOf } from '../../crud/entity.ts';
import { addAction, addCreate, addUpdate, payloadOf } from '../../crud/mutation.graphql.ts';
import { addEntity, type EntityTypes, stateFields } from '../../crud/record.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import type { Services } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addMutation, auditReason, expectedRecord } from '../../graphql/schema/mutation.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import type { JobTypes } from '../../jobs/job-types.graphql.ts';
import { addListNews } from '../../listing/list-news.graphql.ts';
import { addRecordChanges } from '../../listing/record-changes.graphql.ts';
import type { Area, Country, ReferenceData } from '../../references/reference-data.ts';
import { store } from './store.entity.ts';
import { changeStoreState } from './store.service.ts';
import { addStoreBulk } from './store-bulk.graphql.ts';
import { STORE_BULK_ACTION_NAMES } from './store-bulk-action.ts';
import { closeStore } from './store-closing.ts';
import { type StoreName, storeNames } from './store-names.ts';
import { addStoreOnlineDay } from './store-online-day.graphql.ts';
import { readStoreOnline, type StoreOnline, type StoreVisitor } from './store-visitors.ts';

/** Looks up the names of stores by sid, the only key that presence has. */
function addStoreNames(builder: Builder): void {
  const name = builder.objectRef<StoreName>('StoreName').implement({
    description: 'The name of a store.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the store.' }),
      sid: t.exposeString('sid', { description: 'Number of the store.' }),
      name: t.exposeString('name', { description: 'Name that people see.' }),
    }),
  });
  builder.queryField('storeNames', (t) =>
    t.field({
      type: [name],
      description: `Stores by their sids, at most ${STORE_LIMITS.namesMax}; sids without a store are omitted.`,
      extensions: needs('store.read'),
      args: { sids: t.arg.stringList({ required: true, description: 'Sids of stores.' }) },
      resolve: async (_root, { sids }, context) => [...(await storeNames(context, sids))],
    }),
  );
}

/** The people in a store now. */
function addStoreOnlineType(builder: Builder) {
  const account = builder.objectRef<NonNullable<StoreVisitor['account']>>('StoreVisitorAccount').implement({
    description: 'The account of a visitor.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the account.' }),
      number: t.expose('number', { type: 'SafeInt', description: 'Number that people know the account by.' }),
      displayName: t.exposeString('displayName', {
        nullable: true,
        description: 'Name that people see; null without one.',
        extensions: NEVER_STORED,
      }),
      hasPicture: t.exposeBoolean('hasPicture', { description: 'Whether it has a picture.' }),
    }),
  });
  const visitor = builder.objectRef<StoreVisitor>('StoreVisitor').implement({
    description: 'A person who is in the store now.',
    fields: (t) => ({
      firebaseId: t.exposeString('firebaseId', {
        description: 'Firebase user id that the app signed in with.',
        extensions: NEVER_STORED,
      }),
      onlineSince: t.field({
        type: 'DateTime',
        description: 'When the person came online.',
        resolve: ({ onlineSince }) => onlineSince.toISOString(),
      }),
      account: t.expose('account', orNull('Null if no account has the Firebase id.', account)),
    }),
  });
  return builder.objectRef<StoreOnline>('StoreOnline').implement({
    description: 'The people in a store now.',
    fields: (t) => ({
      count: t.exposeInt('count', { description: 'Number of people in the store.' }),
      visitors: t.field({
        type: [visitor],
        description: 'At most 100 of them, the latest first.',
        resolve: ({ visitors }) => [...visitors],
      }),
    }),
  });
}

/** Stores: list, record, form and states. */
export function addStore(builder: Builder, shared: EntityTypes, jobs: JobTypes): void {
  const online = addStoreOnlineType(builder);
  const refs = addEntity(builder, shared, store, { one: 'store', many: 'stores' }, (t, enums) => ({
    ...stateFields<StoreState>(t, enums),
    closedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was closed; null if it was not.',
      resolve: ({ closedAt }) => closedAt as string | null,
    }),
    balance: t.field({
      type: 'SafeInt',
      nullable: true,
      description: 'Current points; null for a draft.',
      resolve: ({ balance }) => balance as number | null,
    }),
    entriesLately: t.field({
      type: 'SafeInt',
      nullable: true,
      description: 'Number of entries of its wallet within the last 30 days; null for a draft.',
      resolve: ({ entriesLately }) => entriesLately as number | null,
    }),
    online: t.field({
      type: online,
      nullable: true,
      description: 'People in the store now; null if the presence backend does not support it.',
      extensions: needs('account.read'),
      resolve: ({ sid }, _args, context) => readStoreOnline(context, String(sid)),
    }),
    country: t.field({
      type: 'Country',
      description: 'Country of the store.',
      resolve: ({ countryCode }, _args, { services }): Promise<Country> =>
        reference(services, (data) => data.countries.get(String(countryCode))),
    }),
    area: t.field({
      type: 'Area',
      description: 'Area of the store.',
      resolve: ({ areaId }, _args, { services }): Promise<Area> =>
        reference(services, (data) => data.areas.get(String(areaId))),
    }),
  }));
  addStoreNames(builder);
  addStoreOnlineDay(builder);
  addListNews(builder, shared.list, {
    name: 'storesCreated',
    what: 'stores',
    permission: 'store.read',
    filter: refs.filter,
    list: () => store.list,
    createdSql: 'r.created_at',
    topic: 'store_created',
  });
  addRecordChanges(builder, shared.list, {
    name: 'storesChanged',
    what: 'stores',
    permission: 'store.read',
    table: 'store',
    topic: 'store_changed',
  });
  addStoreBulk(builder, refs.filter, jobs);
  addCreate(builder, store, 'Store', refs);
  addUpdate(builder, store, 'Store', refs);
  for (const action of STORE_BULK_ACTION_NAMES) {
    addAction(builder, store, 'Store', action, refs, async (context, ...given) => {
      await changeStoreState(context, action, ...given);
    });
  }
  addMutation(builder, 'closeStore', {
    description: 'Closes one store permanently. Remaining points go to another store, or are written off.',
    extensions: needs(permissionOf(store, 'CLOSE')),
    input: (t) => ({
      ...expectedRecord(t, 'store'),
      reason: auditReason(t, true),
      confirmSid: t.string({ description: 'The sid, typed again; required if points are left.' }),
      leftoverStoreId: t.id({
        description: 'Active store that receives the remaining points; without one, they are written off.',
      }),
    }),
    resolve: async ({ confirmSid, leftoverStoreId, ...closing }, context) => {
      await closeStore(context, {
        ...closing,
        confirmSid: confirmSid ?? null,
        leftoverStoreId: leftoverStoreId ?? null,
      });
      return closing;
    },
    payload: payloadOf(store, 'Store', refs),
  });
}

type ReferenceSnapshot = Awaited<ReturnType<ReferenceData['load']>>;

/**
 * Returns the country or area of a store. Looks it up a second time if it was created a moment ago, perhaps by another
 * instance.
 */
async function reference<Found>(
  { referenceData }: Services,
  find: (data: ReferenceSnapshot) => Found | undefined,
): Promise<Found> {
  const found = find(await referenceData.load()) ?? find(await referenceData.load(true));
  if (found === undefined) throw new Error('A store refers to an unknown country or area.');
  return found;
}
