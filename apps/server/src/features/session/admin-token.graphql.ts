import { AppError } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';

/** The token with which a person's browser signs in to the realtime backend (specification, section 7, which gives the names). */
export function addAdminToken(builder: Builder): void {
  builder.queryField('getFirebaseAdminToken', (t) =>
    t.string({
      description: 'Custom token with which the browser of the person who asks signs in to Firebase.',
      args: { user_id: t.arg.string({ required: true, description: '`sub` of the person who asks.' }) },
      extensions: needs('presence.read'),
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
