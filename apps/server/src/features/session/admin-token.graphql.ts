import { AppError } from '@backcounter/domain';
import { needs, needsOfApp } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';

/** The token that signs a browser in to the realtime backend (specification, section 7, which gives the names). */
export function addAdminToken(builder: Builder): void {
  builder.queryField('getFirebaseAdminToken', (t) =>
    t.string({
      description: "Custom token that signs the caller's browser in to Firebase.",
      args: { user_id: t.arg.string({ required: true, description: '`sub` of the caller.' }) },
      extensions: { ...needs('presence.read'), ...needsOfApp('presence.read') },
      resolve: (_root, { user_id: sub }, { caller, services }) => {
        if (caller.kind !== 'staff' || caller.sub !== sub)
          throw new AppError('access.denied', {
            message: 'You may not do this.',
            details: { permission: 'presence.read' },
          });
        return services.adminTokens.issue(caller);
      },
    }),
  );
}
