import { AppError, STORE_LIMITS, type StoreState, SYSTEM_WALLETS } from '@backcounter/domain';
import { permissionOf } from '../../crud/entity.ts';
import { fieldsInvalid } from '../../crud/field-input.ts';
import { addAction, addCreate, addUpdate, payloadOf } from '../../crud/mutation.graphql.ts';
import { type Expected, peekRecord } from '../../crud/read-record.ts';
import { addEntity, type EntityTypes, stateFields } from '../../crud/record.graphql.ts';
import { requiredReason } from '../../crud/state-change.ts';
import { needs } from '../../graphql/authorise.ts';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import type { RequestContext, Services } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addMutation, auditReason, expectedRecord } from '../../graphql/schema/mutation.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import type { JobTypes } from '../../jobs/job-types.graphql.ts';
import { closeWallet } from '../../ledger/close-wallet.ts';
import { openWallet, readWallet } from '../../ledger/wallet.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { addListNews } from '../../listing/list-news.graphql.ts';
import { addRecordChanges } from '../../listing/record-changes.graphql.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import type { Area, Country, ReferenceData } from '../../references/reference-data.ts';
import { addOpenStores } from './open-stores.graphql.ts';
import { store } from './store.entity.ts';
import { changeStoreState } from './store.service.ts';
import { addStoreBulk } from './store-bulk.graphql.ts';
import { STORE_BULK_ACTION_NAMES } from './store-bulk-action.ts';
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
  addOpenStores(builder);
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

/** Input for closing a store. */
interface StoreClosing extends Expected {
  readonly reason: string;
  /** The store's sid, typed again; required if points are left. */
  readonly confirmSid: string | null;
  /** Active store that receives the remaining points; null: they are written off. */
  readonly leftoverStoreId: string | null;
}

/**
 * Closes a store permanently and transfers its remaining points, in one transaction; its wallet stays frozen.
 * @throws AppError as `applyAction` does; `reason.required`; `field.invalid` on `confirmSid` and `leftoverStoreId`
 */
async function closeStore(context: RequestContext, closing: StoreClosing): Promise<void> {
  const { id, confirmSid, leftoverStoreId } = closing;
  const { db, caller } = context;
  const reason = requiredReason(closing.reason);
  const { sid } = await changeStoreState(context, 'CLOSE', closing, reason);
  const destinationWalletId = await destinationOf(context, id, leftoverStoreId);
  const walletId = await openWallet(db, { type: 'STORE', id }, true);
  const { points } = await closeWallet(db, { walletId, destinationWalletId, reason }, caller.sub);
  // A refusal here rolls back everything above.
  if (points > 0 && confirmSid?.trim() !== sid) throw fieldsInvalid({ confirmSid: [{ rule: 'required' }] });
}

async function destinationOf(context: RequestContext, id: string, leftoverStoreId: string | null): Promise<string> {
  if (leftoverStoreId === null) return SYSTEM_WALLETS.BREAKAGE;
  const heir = isUuid(leftoverStoreId) && leftoverStoreId !== id ? await findHeir(context, leftoverStoreId) : null;
  if (heir === null) throw fieldsInvalid({ leftoverStoreId: [{ rule: 'unknown' }] });
  if (heir['state'] !== 'ACTIVE') throw fieldsInvalid({ leftoverStoreId: [{ rule: 'not-in-use' }] });
  return (await readWallet(context.db, { type: 'STORE', id: leftoverStoreId })).id;
}

async function findHeir(context: RequestContext, id: string) {
  try {
    return await peekRecord(context, store, id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'record.not-found') return null;
    throw error;
  }
}

/** A store with its name. */
interface StoreName {
  readonly id: string;
  readonly sid: string;
  readonly name: string;
}

const NAMES = statementFor(`select s.id, s.sid, s.name from store s where s.sid = any($1::text[])`);

/**
 * Returns the stores with these sids, in any state and no order, with one statement. Sids without a store are omitted.
 * @throws AppError `field.invalid` for more than `STORE_LIMITS.namesMax`
 */
async function storeNames(
  { sql, signal }: Pick<RequestContext, 'sql' | 'signal'>,
  sids: readonly string[],
): Promise<readonly StoreName[]> {
  if (sids.length > STORE_LIMITS.namesMax) {
    throw fieldsInvalid({ sids: [{ rule: 'too-many', params: { max: STORE_LIMITS.namesMax } }] });
  }
  return sids.length === 0 ? [] : sql.rows<StoreName>(NAMES, [[...sids]], { signal, timeoutMs: LIST_TIMEOUT_MS });
}
