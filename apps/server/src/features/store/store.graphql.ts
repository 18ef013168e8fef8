import { STORE_LIMITS, type StoreState } from '@backcounter/domain';
import { permissionOf } from '../../crud/entity.ts';
import { addAction, addCreate, addUpdate, payloadOf } from '../../crud/mutation.graphql.ts';
import { addEntity, type EntityTypes, stateFields } from '../../crud/record.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import type { Services } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addMutation, auditReason, expectedRecord } from '../../graphql/schema/mutation.ts';
import type { Area, Country, ReferenceData } from '../../graphql/schema/reference-data.ts';
import type { JobTypes } from '../../jobs/job-types.graphql.ts';
import { addListNews } from '../../listing/list-news.graphql.ts';
import { addRecordChanges } from '../../listing/record-changes.graphql.ts';
import { store } from './store.entity.ts';
import { changeStoreState } from './store.service.ts';
import { addStoreBulk } from './store-bulk.graphql.ts';
import { STORE_BULK_ACTION_NAMES } from './store-bulk-action.ts';
import { closeStore } from './store-closing.ts';
import { type StoreName, storeNames } from './store-names.ts';
import { readStoreOnline, type StoreOnline, type StoreVisitor } from './store-visitors.ts';

/** Names of stores of which only the sid is known, as presence has it. */
function addStoreNames(builder: Builder): void {
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

/** Who is in a store now. */
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
        description: 'When the person came.',
        resolve: ({ onlineSince }) => onlineSince.toISOString(),
      }),
      account: t.expose('account', {
        type: account,
        nullable: true,
        description: 'Null where no account has the Firebase id.',
      }),
    }),
  });
  return builder.objectRef<StoreOnline>('StoreOnline').implement({
    description: 'Who is in a store now.',
    fields: (t) => ({
      count: t.exposeInt('count', { description: 'Number of people in the store.' }),
      visitors: t.field({
        type: [visitor],
        description: 'At most 100 of them, the last to come first.',
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
      description: 'When it was closed; null while it is not.',
      resolve: ({ closedAt }) => closedAt as string | null,
    }),
    balance: t.field({
      type: 'SafeInt',
      nullable: true,
      description: 'Points that it has now; null for a draft.',
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
      description: 'Who is in the store at this moment; null where this server cannot tell.',
      extensions: needs('account.read'),
      resolve: ({ sid }, _args, context) => readStoreOnline(context, String(sid)),
    }),
    country: t.field({
      type: 'Country',
      description: 'The country that it is in.',
      resolve: ({ countryCode }, _args, { services }): Promise<Country> =>
        reference(services, (data) => data.countries.get(String(countryCode))),
    }),
    area: t.field({
      type: 'Area',
      description: 'The area that it is in.',
      resolve: ({ areaId }, _args, { services }): Promise<Area> =>
        reference(services, (data) => data.areas.get(String(areaId))),
    }),
  }));
  addStoreNames(builder);
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
    description: 'Closes one store for good; points that are left go to another store, or to nobody.',
    extensions: needs(permissionOf(store, 'CLOSE')),
    input: (t) => ({
      ...expectedRecord(t, 'store'),
      reason: auditReason(t, true),
      confirmSid: t.string({ description: 'The sid, typed again; needed where points are left.' }),
      leftoverStoreId: t.id({
        description: 'Active store that gets the points that are left; without one, nobody does.',
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

/** Country or area of a store; one that was made a moment ago, perhaps by another copy of the server, is looked for once more. */
async function reference<Found>(
  { referenceData }: Services,
  find: (data: ReferenceSnapshot) => Found | undefined,
): Promise<Found> {
  const found = find(await referenceData.load()) ?? find(await referenceData.load(true));
  if (found === undefined) throw new Error('A store refers to a country or area that is not there.');
  return found;
}
