import type { StaffState } from '@backcounter/domain';
import { addAction, payloadOf } from '../../crud/mutation.graphql.ts';
import { readRecord } from '../../crud/read-record.ts';
import { addEntity, type EntityTypes } from '../../crud/record.graphql.ts';
import { addPatchInput, patchFields } from '../../crud/record-fields.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import {
  addChange,
  addMutation,
  auditReason,
  expectedRecord,
  type PayloadFields,
} from '../../graphql/schema/mutation.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import { selectionOf } from '../../graphql/schema/selection.ts';
import type { PersonSession } from '../../ports/people.ts';
import { declineAccess } from './access-request.ts';
import { staffMember } from './staff-member.entity.ts';
import {
  inviteStaff,
  resetPerson,
  revokeInvitation,
  sendInvitation,
  setPersonState,
  signOutPerson,
  unlockPerson,
  updatePerson,
} from './staff-member.service.ts';

interface Disclosed {
  readonly total: number;
  readonly peak: number;
  readonly since: string;
  readonly until: string;
  readonly usual: number;
  readonly times: number | null;
}

interface AccessRequest {
  readonly roles: readonly string[];
  readonly note: string | null;
  readonly requestedAt: string;
}

/** People who can sign in: list, record, sessions and changes. */
export function addStaffMember(builder: Builder, shared: EntityTypes): void {
  const disclosed = addDisclosed(builder);
  const session = addSession(builder);
  const asked = addAsked(builder);
  const refs = addEntity(builder, shared, staffMember, { one: 'staffMember', many: 'staffMembers' }, (t, enums) => ({
    state: t.field({
      type: enums('state'),
      description: 'Whether they may sign in.',
      resolve: ({ state }) => state as StaffState,
    }),
    stateReason: t.string({
      ...orNull('Why they may not sign in; null if they may, or if no reason was given.'),
      resolve: (row) => row['stateReason'] as string | null,
    }),
    secondFactor: t.field({
      type: enums('secondFactor'),
      description: 'Second factor of their sign-in, besides the password.',
      resolve: ({ secondFactor }) => secondFactor as string,
    }),
    lastSignInAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When they last signed in; null: never.',
      resolve: ({ lastSignInAt }) => lastSignInAt as Date | string | null,
    }),
    lastSeenAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When they last used the product, to some minutes; null: never.',
      resolve: ({ lastSeenAt }) => lastSeenAt as Date | string | null,
    }),
    isWaiting: t.boolean({
      description: 'Whether they have to wait after wrong passwords or codes.',
      resolve: ({ isWaiting }) => isWaiting as boolean,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the link of an invitation expires; null for a person.',
      resolve: ({ expiresAt }) => expiresAt as Date | string | null,
    }),
    isHere: t.boolean({
      description: 'Whether they are managed here; another identity provider manages the others.',
      resolve: ({ isHere }) => isHere as boolean,
    }),
    reveals: t.field({
      type: disclosed,
      nullable: true,
      description: 'Contacts and codes shown to them in the last 30 days; null: none.',
      resolve: ({ reveals }) => reveals as Disclosed | null,
    }),
    exports: t.field({
      type: disclosed,
      nullable: true,
      description: 'Rows exported by them in the last 30 days; null: none.',
      resolve: ({ exports }) => exports as Disclosed | null,
    }),
    accessRequest: t.field({
      type: asked,
      nullable: true,
      description: 'Their request to the administrators; null: none.',
      resolve: ({ accessRequest }) => accessRequest as AccessRequest | null,
    }),
    sessions: t.field({
      type: [session],
      description: 'Where they are signed in, newest first; empty if another provider knows.',
      extensions: NEVER_STORED,
      resolve: async ({ id }, _args, { db, services }) => [...((await services.people?.sessions(db, id)) ?? [])],
    }),
  }));
  addChanges(builder, refs);
}

function addDisclosed(builder: Builder) {
  return builder.objectRef<Disclosed>('StaffDisclosure').implement({
    description: 'Personal data shown to a person in the last 30 days.',
    fields: (t) => ({
      total: t.exposeInt('total', { description: 'How many.' }),
      peak: t.exposeInt('peak', { description: 'How many on the day with the most.' }),
      since: t.field({
        type: 'DateTime',
        description: 'When they began on that day.',
        resolve: ({ since }) => new Date(since),
      }),
      until: t.field({
        type: 'DateTime',
        description: 'When they ended on that day.',
        resolve: ({ until }) => new Date(until),
      }),
      usual: t.exposeInt('usual', { description: 'How many on all other days together.' }),
      times: t.exposeInt('times', orNull('How many times the usual that day was, if it was unusual; else null.')),
    }),
  });
}

function addAsked(builder: Builder) {
  return builder.objectRef<AccessRequest>('AccessRequest').implement({
    description: 'A request for roles by someone who was refused a page.',
    fields: (t) => ({
      roles: t.stringList({
        description: 'Roles such as `ADMIN`, of which one is enough; empty: any role.',
        resolve: ({ roles }) => [...roles],
      }),
      note: t.exposeString('note', { ...orNull('Their words; null: none.'), extensions: NEVER_STORED }),
      requestedAt: t.field({
        type: 'DateTime',
        description: 'When they asked.',
        resolve: (request) => new Date(request.requestedAt),
      }),
    }),
  });
}

function addSession(builder: Builder) {
  return builder.objectRef<PersonSession>('StaffSession').implement({
    description: 'A place where a person is signed in.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      device: t.exposeString('device', { description: 'Browser and system, such as `Firefox, Linux`.' }),
      address: t.exposeString('address', orNull('Network address at the sign-in; null if unknown.')),
      signedInAt: t.expose('signedInAt', { type: 'DateTime', description: 'When they signed in there.' }),
      lastActiveAt: t.expose('lastActiveAt', {
        type: 'DateTime',
        description: 'When it was last used, to some minutes.',
      }),
    }),
  });
}

function addChanges(builder: Builder, refs: ReturnType<typeof addEntity>): void {
  const payload = payloadOf(staffMember, 'StaffMember', refs);
  const extensions = needs('staff-member.edit');
  const patch = addPatchInput(builder, 'StaffMember', staffMember.inputs);
  addChange(builder, 'updateStaffMember', {
    description: 'Changes fields of one person. Roles apply within 5 seconds, the link at the next sign-in.',
    extensions,
    input: (t) => ({
      ...expectedRecord(t, 'person'),
      patch: t.field({ type: patch, required: true, description: 'The fields to change.' }),
    }),
    change: ({ patch: changes, ...expected }, context) => updatePerson(context, expected, changes),
    payload,
  });
  for (const action of ['SUSPEND', 'REACTIVATE'] as const) {
    addAction(builder, staffMember, 'StaffMember', action, refs, (context, expected, reason) =>
      setPersonState(context, expected, action, reason),
    );
  }
  addChange(builder, 'unlockStaffMember', {
    description: 'Ends the wait of one person after wrong passwords and codes.',
    extensions,
    input: (t) => expectedRecord(t, 'person'),
    change: (expected, context) => unlockPerson(context, expected),
    payload,
  });
  addChange(builder, 'signOutStaffMember', {
    description: 'Ends one session of a person, or all of them.',
    extensions,
    input: (t) => ({
      ...expectedRecord(t, 'person'),
      session: t.id({ description: 'The session to end; absent or null: all.' }),
    }),
    change: ({ session, ...expected }, context) => signOutPerson(context, expected, session ?? null),
    payload,
  });
  addChange(builder, 'declineAccessRequest', {
    description: "Declines a person's request for roles; they may ask again a day after it.",
    extensions,
    input: (t) => expectedRecord(t, 'person'),
    change: (expected, context) => declineAccess(context, expected),
    payload,
  });
  addMutation(builder, 'resetStaffMember', {
    description: 'Ends the password and the sessions of one person, who gets a link for a new password.',
    extensions,
    input: (t) => ({
      ...expectedRecord(t, 'person'),
      endsSecondFactor: t.boolean({ required: true, description: 'Whether the second factor ends too.' }),
      reason: auditReason(t, true),
    }),
    resolve: async ({ endsSecondFactor, reason, ...expected }, context) => ({
      id: expected.id,
      link: await resetPerson(context, expected, { endsSecondFactor, reason }),
    }),
    payload: (t) => ({
      staffMember: t.field({
        type: refs.record,
        description: 'The record after the change.',
        resolve: ({ id }, _args, context, info) => readRecord(context, staffMember, id, selectionOf(info)),
      }),
      link: t.exposeString('link', {
        ...orNull(
          'Path of the link for the new password, shown only now and valid for 30 minutes; null if it is mailed.',
        ),
        extensions: NEVER_STORED,
      }),
    }),
  });
  addMutation(builder, 'inviteStaffMember', {
    description: 'Invites someone, who chooses a name and a password by a link that works once, within 7 days.',
    extensions,
    input: (t) => ({
      email: t.string({ required: true, description: 'Where they sign in.' }),
      ...patchFields(t, invitedFields, {}),
      byMail: t.boolean({ required: true, description: 'Whether to mail the link, if this server sends mail.' }),
    }),
    resolve: (input, context) => inviteStaff(context, input),
    payload: invitationPayload,
  });
  addMutation(builder, 'sendInvitation', {
    description: 'Sends a new link of an invitation; the last one ends.',
    extensions,
    input: (t) => expectedRecord(t, 'invitation'),
    resolve: async (expected, context) => ({ id: expected.id, link: await sendInvitation(context, expected) }),
    payload: invitationPayload,
  });
  addMutation(builder, 'revokeInvitation', {
    description: 'Ends an invitation and its link.',
    extensions,
    input: (t) => expectedRecord(t, 'invitation'),
    resolve: async (expected, context) => {
      await revokeInvitation(context, expected);
      return { id: expected.id, link: null };
    },
    payload: invitationPayload,
  });
  builder.queryField('staffMailed', (t) =>
    t.boolean({
      nullable: true,
      description: 'Whether links for people are mailed; null if another provider manages people.',
      extensions: needs('staff-member.edit'),
      resolve: (_root, _args, { services }) => services.people?.sendsMail ?? null,
    }),
  );
}

const invitedFields = staffMember.inputs.filter(({ name }) => name !== 'name');
const invitationPayload = (t: PayloadFields<{ readonly id: string; readonly link: string | null }>) => ({
  invitationId: t.exposeID('id', { description: 'The id of the invitation, later of the person.' }),
  link: t.exposeString('link', {
    ...orNull('Path of the link, shown only now, also after too many mails; null if it is mailed or revoked.'),
    extensions: NEVER_STORED,
  }),
});
