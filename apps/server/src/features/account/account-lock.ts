import type { RequestContext } from '../../graphql/request-context.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { accountNotFound } from './account-record.ts';

/**
 * Locks an account to change its related records, such as topics. These changes depend on its state, not on its version, and do not
 * increment the version.
 * @throws AppError `record.not-found`
 */
export async function lockAccountNow({ db }: RequestContext, id: string) {
  const row = isUuid(id)
    ? await db.selectFrom('account').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
    : undefined;
  if (row === undefined) throw accountNotFound();
  return row;
}
