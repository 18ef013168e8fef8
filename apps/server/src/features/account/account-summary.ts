import { sql } from 'kysely';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { StaffRef } from '../../graphql/schema/builder.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { accountNotFound } from './account-record.ts';

/** Counts of an account's related records, and its latest note; named as the API's fields. */
export interface AccountSummary {
  readonly badges: number;
  readonly topics: number;
  /** Devices that can be reached. */
  readonly devices: number;
  /** Notes that are not retracted. */
  readonly notes: number;
  readonly latestNote: {
    readonly id: string;
    readonly text: string;
    readonly writtenAt: Date;
    readonly writtenBy: StaffRef;
  } | null;
}

interface SummaryRow extends Omit<AccountSummary, 'latestNote'> {
  readonly noteId: string | null;
  readonly noteText: string;
  readonly noteAt: Date;
  readonly noteBy: string;
  readonly noteByName: string | null;
}

/** Counts for the tabs of an account. @throws AppError `record.not-found` */
export async function accountSummary({ db }: RequestContext, id: string): Promise<AccountSummary> {
  if (!isUuid(id)) throw accountNotFound();
  const { rows } = await sql<SummaryRow>`
    select a.badge_count as badges,
      (select count(*)::int from account_topic_subscription s join topic t on t.id = s.topic_id
        where s.account_id = a.id and s.is_subscribed and t.archived_at is null) as topics,
      (select count(*)::int from account_device d where d.account_id = a.id and d.invalidated_at is null) as devices,
      kept_notes(a.id) as notes,
      latest.id as "noteId", latest.text as "noteText", latest.written_at as "noteAt", latest.written_by as "noteBy",
      u.display_name as "noteByName"
    from account a
      left join lateral (
        select n.* from account_note n where n.account_id = a.id and n.retracted_at is null and n.text is not null
        order by n.written_at desc, n.id desc limit 1) as latest on true
      left join staff_user u on u.sub = latest.written_by
    where a.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw accountNotFound();
  const { noteId, noteText, noteAt, noteBy, noteByName, ...counts } = row;
  return {
    ...counts,
    latestNote:
      noteId === null
        ? null
        : { id: noteId, text: noteText, writtenAt: noteAt, writtenBy: { sub: noteBy, name: noteByName ?? noteBy } },
  };
}
