import { AppError, normaliseCouponCode } from '@backcounter/domain';
import type { Kysely } from 'kysely';
import { fieldsInvalid } from '../crud/field-input.ts';
import { callFunction } from '../db/call-function.ts';
import type { Database } from '../db/client.ts';
import { SettledRefusal } from '../graphql/mutation-transaction.ts';
import type { RequestContext } from '../graphql/request-context.ts';

/**
 * The account of a card, for a machine client; null for a number that is unknown, or whose account is closed or erased.
 * Such a number counts as a try of the client. `key` is that of a request that may be a repeated one.
 * @throws AppError `field.invalid`, `card.replaced`, `rate.limited`
 */
export async function findCardAccount(
  { db, caller, now, afterDryRun }: RequestContext,
  card: string,
  key: string | null = null,
): Promise<string | null> {
  const find = (by: Kysely<Database>) =>
    callFunction(by, 'find_card', { with_number: normaliseCouponCode(card), by_client: caller.sub, with_key: key });
  const { outcome, account, retry_at: retryAt } = await find(db);
  if (outcome === 'MALFORMED') throw fieldsInvalid({ card: [{ rule: 'invalid' }] });
  if (outcome === 'REPLACED')
    throw new AppError('card.replaced', {
      message: 'This card was reported lost or replaced. The member has a newer one.',
    });
  if (outcome === 'LIMITED')
    throw new AppError('rate.limited', {
      message: 'Too many unknown cards.',
      details: {
        retryAfterSeconds: Math.max(1, Math.ceil(((retryAt ?? now).getTime() - now.getTime()) / 1_000)),
      },
    });
  if (outcome === 'UNKNOWN') afterDryRun?.push(find);
  return account;
}

/** An input of a mutation that may name its account by a card. */
export interface CardInput {
  readonly accountId?: string | null | undefined;
  readonly card?: string | null | undefined;
}

/**
 * The input with the id of the account instead of its card.
 * @throws AppError `record.not-found`, whose try counts although the mutation is rolled back, and as `findCardAccount`
 */
export async function withoutCard<Input extends CardInput>(
  context: RequestContext,
  input: Input,
  key: string | null,
): Promise<Input> {
  const { card } = input;
  if (card == null) return input;
  const accountId = await findCardAccount(context, card, key);
  if (accountId !== null) return { ...input, accountId, card: null };
  const unknown = new AppError('record.not-found', { message: 'No open account has this card.' });
  if (!context.db.isTransaction) throw unknown;
  throw new SettledRefusal(unknown, async (db) => void (await findCardAccount({ ...context, db }, card)));
}
