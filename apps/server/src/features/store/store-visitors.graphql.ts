import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import type { StoreOnline, StoreVisitor } from './store-visitors.ts';

/** Who is in a store now. */
export function addStoreOnlineType(builder: Builder) {
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
