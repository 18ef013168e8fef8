import type { Builder } from '../../graphql/builder.ts';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import type { StoreOnline, StoreVisitor } from './store-visitors.ts';

/** Who is in a store now. */
export function addStoreOnlineType(builder: Builder) {
  const account = builder.objectRef<NonNullable<StoreVisitor['account']>>('StoreVisitorAccount').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      number: t.expose('number', { type: 'SafeInt' }),
      displayName: t.exposeString('displayName', { nullable: true, extensions: NEVER_STORED }),
      hasPicture: t.exposeBoolean('hasPicture'),
    }),
  });
  const visitor = builder.objectRef<StoreVisitor>('StoreVisitor').implement({
    fields: (t) => ({
      firebaseId: t.exposeString('firebaseId', { extensions: NEVER_STORED }),
      onlineSince: t.field({ type: 'DateTime', resolve: ({ onlineSince }) => onlineSince.toISOString() }),
      account: t.expose('account', {
        type: account,
        nullable: true,
        description: 'Null where no account has the Firebase id.',
      }),
    }),
  });
  return builder.objectRef<StoreOnline>('StoreOnline').implement({
    fields: (t) => ({
      count: t.exposeInt('count'),
      visitors: t.field({
        type: [visitor],
        description: 'At most 100 of them, the last to come first.',
        resolve: ({ visitors }) => [...visitors],
      }),
    }),
  });
}
