import type { InputRef } from '@pothos/core';
import { fieldsInvalid } from '../crud/field-input.ts';
import type { RequestContext } from '../graphql/request-context.ts';
import type { Builder } from '../graphql/schema/builder.ts';
import { isUuid } from '../listing/list-filter.ts';
import { findCardAccount } from './member-card.ts';

/** How a machine client names an account: by exactly one of these. */
export interface MemberInput {
  readonly accountId?: string | null | undefined;
  readonly firebaseId?: string | null | undefined;
  readonly card?: string | null | undefined;
}

/** Adds the input by which machine clients name an account. */
export function addMemberInput(builder: Builder): InputRef<MemberInput> {
  return builder.inputType('MemberInput', {
    description: 'Which account.',
    isOneOf: true,
    fields: (t) => ({
      accountId: t.id({ description: 'By its id.' }),
      firebaseId: t.string({ description: 'By its user id in Firebase.' }),
      card: t.string({ description: 'By the number of its card. Wrong numbers are counted and limited.' }),
    }),
  });
}

/**
 * The id of an account that is neither closed nor erased, or null.
 * @throws AppError `field.invalid` unless exactly one way is given, and as `findCardAccount`
 */
export async function findMemberId(context: RequestContext, by: MemberInput): Promise<string | null> {
  const { accountId = null, firebaseId = null, card = null } = by;
  if ([accountId, firebaseId, card].filter((way) => way !== null).length !== 1)
    throw fieldsInvalid({ by: [{ rule: 'invalid' }] });
  if (card !== null) return findCardAccount(context, card);
  const open = context.db.selectFrom('account').select('id').where('state', 'in', ['ACTIVE', 'SUSPENDED']);
  const found = await (accountId === null
    ? open.where('firebase_id', '=', firebaseId)
    : open.where('id', '=', isUuid(accountId) ? accountId : null)
  ).executeTakeFirst();
  return found?.id ?? null;
}
