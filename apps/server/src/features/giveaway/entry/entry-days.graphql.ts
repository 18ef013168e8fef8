import { needs } from '../../../graphql/authorise.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import { giveawayNotFound } from '../giveaway-not-found.ts';

/** Entries of one day, in any state. */
interface EntryDay {
  readonly day: string;
  readonly entries: number;
  readonly tickets: number;
}

const DAYS = statementFor(`
  select (e.entered_at at time zone known_zone(r.timezone))::date::text as day, count(e.id)::int as entries, sum(e.tickets)::int as tickets
  from giveaway r left join giveaway_entry e on e.giveaway_id = r.id
  where r.id = $1::uuid group by 1 order by 1`);

/** @throws AppError `record.not-found`, `query.timed-out` */
async function entryDays({ sql, signal }: RequestContext, id: string): Promise<readonly EntryDay[]> {
  const rows = isUuid(id) ? await sql.rows<EntryDay>(DAYS, [id], { signal, timeoutMs: LIST_TIMEOUT_MS }) : [];
  if (rows.length === 0) throw giveawayNotFound();
  return rows.filter(({ entries }) => entries > 0);
}

/** Adds the entries of a giveaway by day. */
export function addEntryDays(builder: Builder): void {
  const day = builder.objectRef<EntryDay>('GiveawayEntryDay').implement({
    description: 'Entries of one day.',
    fields: (t) => ({
      day: t.expose('day', { type: 'Date', description: 'The day.' }),
      entries: t.exposeInt('entries', { description: 'Number of accounts that entered, in any state.' }),
      tickets: t.exposeInt('tickets', { description: 'Number of their tickets.' }),
    }),
  });
  builder.queryField('giveawayEntryDays', (t) =>
    t.field({
      type: [day],
      description: 'Days with entries of a giveaway in its time zone, the oldest first.',
      extensions: needs('giveaway.read'),
      args: { giveawayId: t.arg.id({ required: true, description: 'The giveaway.' }) },
      resolve: async (_root, { giveawayId }, context) => [...(await entryDays(context, giveawayId))],
    }),
  );
}
