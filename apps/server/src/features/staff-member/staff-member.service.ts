import { AppError, rolesIn, staffInvitationRule, staffMemberRecord } from '@backcounter/domain';
import { requireApproval } from '../../approvals/require-approval.ts';
import { refuseEntityAction } from '../../crud/entity.ts';
import type { EntityAction, EntityRow } from '../../crud/entity-declaration.ts';
import { fieldsInvalid, parseFields } from '../../crud/field-input.ts';
import { type Expected, peekRecord, recordConflict } from '../../crud/read-record.ts';
import { requiredReason, statedReason } from '../../crud/state-change.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { People, StaffActor } from '../../ports/people.ts';
import { staffMember } from './staff-member.entity.ts';

/**
 * Changes fields of a person.
 * @throws AppError as `expect` and `requireApproval` do; `field.invalid`, `staff.last-administrator`, `staff.own-access`
 */
export async function updatePerson(context: RequestContext, expected: Expected, patch: object): Promise<void> {
  const { roles, name, adminUrl, preferredLanguageKey } = parseFields(staffMemberRecord.patch, patch);
  const { people, by, row } = await expect(context, expected, 'EDIT');
  await people.change(
    context.db,
    by,
    expected.id,
    {
      ...(name !== undefined && { name }),
      ...(roles !== undefined && { roles: rolesIn(roles) }),
      ...(adminUrl !== undefined && { adminUrl }),
      ...(preferredLanguageKey !== undefined && { preferredLanguageKey }),
    },
    null,
  );
  // After the change, so that the database has refused all that it refuses.
  const after = await peekRecord(context, staffMember, expected.id);
  if (after['roles'] === row['roles']) return;
  await requireApproval(context, {
    action: 'ROLES',
    value: null,
    entityType: 'staff',
    entityId: expected.id,
    read: async () => ({
      title: String(row['name']),
      fields: FIELDS.flatMap((key) => {
        const [old, now] = [row[key] ?? null, after[key] ?? null];
        return old === now ? [] : [{ key, before: old, after: now }];
      }),
      figures: [],
      records: FIELDS.map((key) => [row[key] ?? null, after[key] ?? null]),
    }),
  });
}

const FIELDS = ['roles', 'name', 'email', 'state', 'adminUrl', 'preferredLanguageKey'] as const;

/**
 * Suspends a person, with a reason, or reactivates one.
 * @throws AppError as `updatePerson` does; `reason.required`
 */
export async function setPersonState(
  context: RequestContext,
  expected: Expected,
  action: 'SUSPEND' | 'REACTIVATE',
  given: string | null,
): Promise<void> {
  const isSuspended = action === 'SUSPEND';
  const reason = isSuspended ? requiredReason(given) : statedReason('optional', given);
  const { people, by } = await expect(context, expected, action);
  const state = isSuspended ? 'SUSPENDED' : 'ACTIVE';
  await people.change(context.db, by, expected.id, { state, stateReason: isSuspended ? reason : null }, reason);
}

/** Ends the wait after wrong passwords and codes. @throws AppError as `expect` does */
export async function unlockPerson(context: RequestContext, expected: Expected): Promise<void> {
  const { people, by } = await expect(context, expected, 'UNLOCK');
  await people.unlock(context.db, by, expected.id);
}

/**
 * Ends a person's password; returns the path of the link for a new one, or null if it is mailed.
 * @throws AppError as `expect` does; `reason.required`
 */
export async function resetPerson(
  context: RequestContext,
  expected: Expected,
  { endsSecondFactor, reason }: { readonly endsSecondFactor: boolean; readonly reason: string },
): Promise<string | null> {
  const stated = requiredReason(reason);
  const { people, by } = await expect(context, expected, 'RESET');
  return people.reset(context.db, by, expected.id, { endsSecondFactor, reason: stated });
}

/** Ends one session of a person, or all. @throws AppError as `expect` does */
export async function signOutPerson(
  context: RequestContext,
  expected: Expected,
  session: string | null,
): Promise<void> {
  const { people, by } = await expect(context, expected, 'EDIT');
  await people.signOut(context.db, by, expected.id, session);
}

/**
 * Invites someone; returns the id and, unless it is mailed, the path of the link.
 * @throws AppError `field.invalid`; `state.invalid-transition` where another provider manages people
 */
export async function inviteStaff(
  context: RequestContext,
  { byMail, ...given }: { readonly byMail: boolean },
): Promise<{ readonly id: string; readonly link: string | null }> {
  const { roles, email, adminUrl = null, preferredLanguageKey = null } = parseFields(INVITED, given);
  const { people, by } = administration(context);
  const invited = { email, roles: rolesIn(roles), adminUrl, preferredLanguageKey };
  const made = await people.invite(context.db, by, invited, byMail);
  if (made === undefined) throw fieldsInvalid({ email: [{ rule: 'taken' }] });
  if (invited.roles.length > 0) {
    const shown = { email, roles, adminUrl, preferredLanguageKey };
    await requireApproval(context, {
      action: 'ROLES',
      value: null,
      entityType: null,
      entityId: null,
      read: async () => ({
        title: email,
        fields: Object.entries(shown).flatMap(([key, after]) => (after == null ? [] : [{ key, before: null, after }])),
        figures: [],
        records: [shown, byMail],
      }),
    });
  }
  return made;
}

const INVITED = staffInvitationRule.partial({ roles: true, adminUrl: true, preferredLanguageKey: true });

/** Sends an invitation again, which ends its last link. @throws AppError as `expect` does */
export async function sendInvitation(context: RequestContext, expected: Expected): Promise<string | null> {
  const { people, by } = await expect(context, expected, 'INVITE');
  return people.sendInvitation(context.db, by, expected.id);
}

/** @throws AppError as `expect` does */
export async function revokeInvitation(context: RequestContext, expected: Expected): Promise<void> {
  const { people, by } = await expect(context, expected, 'REVOKE');
  await people.revokeInvitation(context.db, by, expected.id);
}

/**
 * Locks a person as the caller has read them.
 * @throws AppError `record.not-found`, `record.conflict`; `state.invalid-transition`, also where another provider
 * manages people
 */
async function expect(
  context: RequestContext,
  { id, expectedVersion }: Expected,
  action: EntityAction,
): Promise<{ readonly people: People; readonly by: StaffActor; readonly row: EntityRow }> {
  const { db, now, services } = context;
  const isLocked = await services.people?.lock(db, id);
  const row = await peekRecord(context, staffMember, id);
  if (row.version !== expectedVersion) throw recordConflict(row);
  refuseEntityAction(staffMember, row, action, now);
  if (!isLocked) throw new AppError('state.invalid-transition');
  return { ...administration(context), row };
}

function administration({ caller, requestId, services: { people } }: RequestContext) {
  if (people === null || caller.kind !== 'staff') throw new AppError('state.invalid-transition');
  return { people, by: { sub: caller.sub, roles: caller.roles, requestId } };
}
