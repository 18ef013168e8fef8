import { permissionsOf } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { Builder, NamedObjects } from '../../graphql/schema/builder.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import type { StaffCaller } from '../../ports/identity.ts';

/** Reads a person's preferences; injected so that this feature does not import the preference feature. */
export type PreferenceReader = (
  context: RequestContext,
  keys: readonly string[],
) => Promise<NamedObjects['Preference'][]>;

/** The signed-in person and their permissions. */
export function addViewer(builder: Builder, readPreferences: PreferenceReader): void {
  const viewer = builder.objectRef<StaffCaller>('Viewer').implement({
    description: 'The person who is signed in.',
    fields: (t) => ({
      sub: t.exposeString('sub', { description: 'Subject of their access tokens.' }),
      name: t.exposeString('name', { description: 'Their name.' }),
      email: t.exposeString('email', orNull('Their email address; null where none is known.')),
      roles: t.stringList({ description: 'Their roles, such as `ADMIN`.', resolve: ({ roles }) => [...roles] }),
      permissions: t.stringList({
        description: 'Permissions of their roles, such as `account.read`.',
        resolve: ({ roles }) => permissionsOf(roles),
      }),
      preferences: t.field({
        type: ['Preference'],
        description: 'Their preferences under these keys; keys without a value are omitted.',
        args: { keys: t.arg.stringList({ required: true, description: 'At most 50.' }) },
        resolve: (_viewer, { keys }, context) => readPreferences(context, keys),
      }),
    }),
  });
  builder.queryField('viewer', (t) =>
    t.field({
      type: viewer,
      description: 'The person who is signed in.',
      extensions: needs('session.read'),
      resolve: (_root, _args, { caller }) => caller as StaffCaller,
    }),
  );
}
