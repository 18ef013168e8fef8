import { permissionsOf } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import type { Builder, Preference } from '../../graphql/builder.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { StaffCaller } from '../../ports/identity.ts';

/** Reads a person's preferences; the preference feature's, handed over by the table of contents. */
export type PreferenceReader = (context: RequestContext, keys: readonly string[]) => Promise<Preference[]>;

/** Who is signed in and what the policy lets them do. */
export function addViewer(builder: Builder, readPreferences: PreferenceReader): void {
  const viewer = builder.objectRef<StaffCaller>('Viewer').implement({
    fields: (t) => ({
      sub: t.exposeString('sub'),
      name: t.exposeString('name'),
      email: t.exposeString('email', { nullable: true }),
      roles: t.stringList({ resolve: ({ roles }) => [...roles] }),
      permissions: t.stringList({ resolve: ({ roles }) => permissionsOf(roles) }),
      preferences: t.field({
        type: ['Preference'],
        args: { keys: t.arg.stringList({ required: true }) },
        resolve: (_viewer, { keys }, context) => readPreferences(context, keys),
      }),
    }),
  });
  builder.queryField('viewer', (t) =>
    t.field({
      type: viewer,
      extensions: needs('session.read'),
      resolve: (_root, _args, { caller }) => caller as StaffCaller,
    }),
  );
}
