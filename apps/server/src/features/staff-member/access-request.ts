import { AppError, may, type Permission, POLICY, rolesThatMay } from '@backcounter/domain';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import { type Expected, peekRecord, recordConflict } from '../../crud/read-record.ts';
import { statedReason } from '../../crud/state-change.ts';
import { needs } from '../../graphql/authorise.ts';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addMutation } from '../../graphql/schema/mutation.ts';
import type { StaffCaller } from '../../ports/identity.ts';
import { alertAdministrators } from './access-request.mail.ts';
import { staffMember } from './staff-member.entity.ts';

/** Requests for roles of people who were refused a page, once a day. */
export function addAccessRequest(builder: Builder): void {
  const help = builder.objectRef<StaffCaller>('AccessHelp').implement({
    description: 'Whom the caller may ask for roles.',
    fields: (t) => ({
      administrators: t.stringList({
        description: 'Names of administrators, at most 10.',
        extensions: NEVER_STORED,
        resolve: async ({ sub }, _args, { db }) => {
          const { rows } = await sql<{ name: string }>`
            select name from administrators_for(${sub}) where name is not null order by name limit 10`.execute(db);
          return rows.map(({ name }) => name);
        },
      }),
      requestedAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When the caller asked last, within a day; null: they may ask.',
        resolve: ({ sub }, _args, context) => requestedAt(context, sub),
      }),
    }),
  });
  builder.queryField('accessHelp', (t) =>
    t.field({
      type: help,
      description: 'Whom the caller may ask for roles, and whether they have.',
      extensions: needs('session.ask-access'),
      resolve: (_root, _args, { caller }) => caller as StaffCaller,
    }),
  );
  addMutation(builder, 'requestAccess', {
    description:
      'Asks the administrators for roles, who get a mail and see it at the person. A second time within a day changes nothing.',
    extensions: needs('session.ask-access'),
    input: (t) => ({
      permission: t.string({ description: 'The permission that the page needs; absent: any role.' }),
      note: t.string({ description: 'For the administrators, at most 2,000 characters.' }),
    }),
    resolve: async (input, context) => ({ requestedAt: await requestAccess(context, input) }),
    payload: (t) => ({
      requestedAt: t.expose('requestedAt', { type: 'DateTime', description: 'When the caller asked.' }),
    }),
  });
}

async function requestAccess(
  context: RequestContext,
  { permission, note }: { readonly permission?: string | null | undefined; readonly note?: string | null | undefined },
): Promise<Date> {
  const { db, services } = context;
  const { sub, roles: own } = context.caller as StaffCaller;
  const wanted = Object.hasOwn(POLICY, permission ?? '') ? (permission as Permission) : null;
  if (wanted === null ? own.length > 0 : may(own, wanted)) throw new AppError('state.invalid-transition');
  const roles = wanted === null ? [] : [...rolesThatMay(wanted)];
  // The row's lock makes a double click, and another process, wait for the first one.
  const { rows } = await sql<{ id: string }>`
    insert into access_request as r (staff_sub, roles, note) values (${sub}, ${roles}, ${statedReason('optional', note ?? null)})
    on conflict (staff_sub) do update set id = excluded.id, roles = excluded.roles, note = excluded.note,
      requested_at = excluded.requested_at, declined_at = null
    where r.requested_at <= now() - interval '1 day' returning id`.execute(db);
  const [made] = rows;
  if (made !== undefined) {
    const changes = { roles: [null, roles.join(' ') || null] } as const;
    await recordAudit(context, {
      action: 'session.ask-access',
      entityType: 'staff',
      entityId: sub,
      outcome: 'DONE',
      changes,
    });
    if (services.sendsMail) await alertAdministrators(db, sub, made.id);
  }
  return (await requestedAt(context, sub)) ?? context.now;
}

async function requestedAt({ db }: RequestContext, sub: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select requested_at as at from access_request
    where staff_sub = ${sub} and requested_at > now() - interval '1 day'`.execute(db);
  return rows[0]?.at ?? null;
}

/**
 * Declines a person's request, also where another provider manages people.
 * @throws AppError `record.not-found`, `record.conflict`; `state.invalid-transition` without a request
 */
export async function declineAccess(context: RequestContext, { id, expectedVersion }: Expected): Promise<void> {
  const row = await peekRecord(context, staffMember, id);
  if (row.version !== expectedVersion) throw recordConflict(row);
  const { numAffectedRows } = await sql`
    update access_request set declined_at = now()
    where staff_sub = ${id} and asks_for(staff_sub) is not null`.execute(context.db);
  if (numAffectedRows !== 1n) throw new AppError('state.invalid-transition');
  await recordAudit(context, { action: 'staff.refuse-access', entityType: 'staff', entityId: id, outcome: 'DONE' });
}
