import type { RequestContext } from '../../graphql/request-context.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { accountNotFound } from './account-record.ts';

/**
 * Locks an account for a change of what belongs to it, such as its topics: changes of that kind depend on its state, not on the version
 * of its own fields, and do not make a new one.
 * @throws AppError `record.not-found`
 */
export async function lockAccountNow({ db }: RequestContext, id: string) {
  const row = isUuid(id)
    ? await db.selectFrom('account').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
    : undefined;
  if (row === undefined) throw accountNotFound();
  return row;
}
