import type { InputRef } from '@pothos/core';
import { needsScope } from '../../../graphql/authorise.ts';
import { IN_PUBLIC } from '../../../graphql/public-slice.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import type { MemberInput } from '../../../references/member-input.ts';
import type { PointsTypes } from '../points-types.graphql.ts';
import { findMember, MEMBER_ENTRIES_MAX, type Member, type MemberEntry, memberEntries } from './member.ts';

const ENTRIES_DEFAULT = 10;
const CONTACT = 'Null if unknown, and without the scope `account.read-contact`.';

/** Adds the look-up of an account, its balance and last entries by machine clients. */
export function addMember(builder: Builder, { code }: PointsTypes, by: InputRef<MemberInput>): void {
  const state = addEnum<Member['state']>(builder, 'MemberState', 'State of an account that is not closed.', {
    ACTIVE: 'It may earn, spend and redeem.',
    SUSPENDED: 'It may earn, but neither spend nor redeem.',
  });
  const entry = builder.objectRef<MemberEntry>('MemberEntry').implement({
    description: 'Points that a wallet received or gave.',
    extensions: IN_PUBLIC,
    fields: (t) => ({
      seq: t.expose('seq', { type: 'SafeInt', description: '1, 2, 3, … within the wallet.' }),
      transferId: t.exposeID('transferId', { description: 'The transfer.' }),
      delta: t.expose('delta', { type: 'SafeInt', description: 'Points in; negative: points out.' }),
      balanceAfter: t.expose('balanceAfter', { type: 'SafeInt', description: 'Balance after it.' }),
      code: t.expose('code', { type: code, description: 'Purpose of the transfer.' }),
      occurredAt: t.expose('occurredAt', { type: 'DateTime', description: 'When it happened.' }),
      reversalOf: t.exposeID('reversalOf', orNull('The transfer that it reverses; null if it is not a reversal.')),
      isOwn: t.exposeBoolean('isOwn', { description: 'Whether this client posted it.' }),
      key: t.exposeString('key', orNull('Key that this client gave; null for a transfer of others.')),
      reference: t.exposeString('reference', orNull('Reference that this client gave; null without one.')),
    }),
  });
  const member = builder.objectRef<Member>('Member').implement({
    description: 'An account, for machine clients.',
    extensions: IN_PUBLIC,
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the account.' }),
      firebaseId: t.exposeString('firebaseId', orNull('User id in Firebase; null if it has none.')),
      number: t.expose('number', { type: 'SafeInt', description: 'Short number that support reads on the phone.' }),
      state: t.expose('state', { type: state, description: 'Its state.' }),
      countryCode: t.exposeString('countryCode', { description: 'Its country, ISO 3166-1.' }),
      locale: t.exposeString('locale', { description: 'Language in which the person is addressed, such as `de-DE`.' }),
      displayName: t.exposeString('displayName', {
        ...orNull(`Its name. ${CONTACT}`),
        extensions: needsScope('account.read-contact'),
      }),
      email: t.exposeString('email', {
        ...orNull(`Its email address. ${CONTACT}`),
        extensions: needsScope('account.read-contact'),
      }),
      phone: t.exposeString('phone', {
        ...orNull(`Its phone number. ${CONTACT}`),
        extensions: needsScope('account.read-contact'),
      }),
      balance: t.expose('balance', {
        ...orNull('Its points; null without the scope `points.read`.', 'SafeInt'),
        extensions: needsScope('points.read'),
      }),
      entries: t.field({
        type: [entry],
        nullable: true,
        description: 'Its last entries, newest first; null without the scope `points.read`.',
        extensions: needsScope('points.read'),
        args: {
          first: t.arg.int({
            required: true,
            defaultValue: ENTRIES_DEFAULT,
            description: `How many; 1 to ${MEMBER_ENTRIES_MAX}.`,
          }),
          before: t.arg({ type: 'SafeInt', description: '`seq` of the last entry read, for the ones before it.' }),
        },
        resolve: (row, { first, before }, context) => memberEntries(context, row, first, before ?? null),
      }),
    }),
  });
  builder.queryField('member', (t) =>
    t.field({
      type: member,
      nullable: true,
      description: 'An account; null if there is none, or if it is closed or erased.',
      extensions: needsScope('account.read'),
      args: { by: t.arg({ type: by, required: true, description: 'Which account.' }) },
      resolve: (_root, args, context) => findMember(context, args.by),
    }),
  );
}
