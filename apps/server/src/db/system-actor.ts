import { NEVER, type StaffCaller } from '../ports/identity.ts';

/** Actor of automatic actions; its `staff_user` row provides the name in histories. */
export const SYSTEM_ACTOR = { sub: 'system', name: 'Backcounter' } as const;

/** The product as a caller with every permission, for work that no person asked for. */
export const SYSTEM_CALLER: StaffCaller = {
  kind: 'staff',
  sub: SYSTEM_ACTOR.sub,
  name: SYSTEM_ACTOR.name,
  email: null,
  roles: ['ADMIN'],
  expiresAt: NEVER,
};
