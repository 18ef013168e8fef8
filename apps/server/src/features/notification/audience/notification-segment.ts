import { AppError } from '@backcounter/domain';
import { CompiledQuery } from 'kysely';
import { SYSTEM_CALLER } from '../../../db/system-actor.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { JobRun } from '../../../jobs/job-definition.ts';
import { SqlValues } from '../../../listing/list-definition.ts';
import type { Segments } from '../../../references/segments.ts';

/** Records the members of a notification's segment, once, before the first page of its recipients. */
export async function fixMembers({ db, clock }: JobRun, segments: Segments, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const due = await trx
      .selectFrom('notification')
      .select('segment_id')
      .where('id', '=', id)
      .where('state', '=', 'PREPARING')
      .where('segment_fixed_at', 'is', null)
      .where('resend_of', 'is', null)
      .executeTakeFirst();
    if (due?.segment_id == null) return;
    const segment = await segments.read({ db: trx, caller: SYSTEM_CALLER, now: clock.now() }, due.segment_id);
    if (segment === null) throw new AppError('record.not-found', { message: 'There is no such segment.' });
    const values = new SqlValues();
    const notification = `${values.add(id)}::uuid`;
    await trx.executeQuery(
      CompiledQuery.raw(
        `insert into notification_member (notification_id, account_id)
          select ${notification}, p.id from (${segment.presentMembers(values)}) as p`,
        [...values.list],
      ),
    );
    await trx.updateTable('notification').set({ segment_fixed_at: clock.now() }).where('id', '=', id).execute();
  });
}

/** Forgets the members of a notification whose recipients are recorded, or which has ended. */
export async function forgetMembers({ db }: JobRun, id: string): Promise<void> {
  await db.deleteFrom('notification_member').where('notification_id', '=', id).execute();
}
