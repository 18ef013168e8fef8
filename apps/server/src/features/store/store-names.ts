import { STORE_LIMITS } from '@backcounter/domain';
import { fieldsInvalid } from '../../crud/field-input.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';

/** A store with its name. */
export interface StoreName {
  readonly id: string;
  readonly sid: string;
  readonly name: string;
}

const NAMES = statementFor(`select s.id, s.sid, s.name from store s where s.sid = any($1::text[])`);

/**
 * Returns the stores with these sids, in any state and no order, with one statement. Sids without a store are omitted.
 * @throws AppError `field.invalid` for more than `STORE_LIMITS.namesMax`
 */
export async function storeNames(
  { sql, signal }: Pick<RequestContext, 'sql' | 'signal'>,
  sids: readonly string[],
): Promise<readonly StoreName[]> {
  if (sids.length > STORE_LIMITS.namesMax) {
    throw fieldsInvalid({ sids: [{ rule: 'too-many', params: { max: STORE_LIMITS.namesMax } }] });
  }
  return sids.length === 0 ? [] : sql.rows<StoreName>(NAMES, [[...sids]], { signal, timeoutMs: LIST_TIMEOUT_MS });
}
