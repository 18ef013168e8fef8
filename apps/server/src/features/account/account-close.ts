import { sql } from 'kysely';
import type { RequestContext } from '../../graphql/request-context.ts';

/** Stops notifications to all devices of an account that is closed; a part of closing it. */
export async function invalidateDevicesOf({ db }: Pick<RequestContext, 'db'>, accountId: string): Promise<void> {
  await db
    .updateTable('account_device')
    .set({ invalidated_at: sql<Date>`now()`, invalid_reason: 'ACCOUNT_CLOSED' })
    .where('account_id', '=', accountId)
    .where('invalidated_at', 'is', null)
    .execute();
}
