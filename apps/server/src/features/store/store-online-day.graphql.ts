import { peekRecord } from '../../crud/read-record.ts';
import { needs } from '../../graphql/authorise.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import { store } from './store.entity.ts';

/** The curve of people online in a store. A root field, so that a list of stores can't ask for it row by row. */
export function addStoreOnlineDay(builder: Builder): void {
  const slot = builder.objectRef<StoreOnlineSlot>('StoreOnlineSlot').implement({
    description: 'A quarter-hour of a day in a store.',
    fields: (t) => ({
      at: t.expose('at', { type: 'DateTime', description: 'Its beginning.' }),
      online: t.exposeInt('online', orNull('Number of people online in the store; null if they were not counted.')),
      weekBefore: t.exposeInt('weekBefore', orNull('The number at the same time of day a week earlier.')),
    }),
  });
  const day = builder.objectRef<StoreOnlineDay>('StoreOnlineDay').implement({
    description: 'People online in a store on one day.',
    fields: (t) => ({
      day: t.expose('day', { type: 'Date', description: 'The day in the time zone of the store.' }),
      slots: t.field({
        type: [slot],
        description: 'All quarter-hours of the day, the earliest first: 96, or 92 to 100 when the clocks change.',
        resolve: ({ slots }) => [...slots],
      }),
    }),
  });
  builder.queryField('storeOnlineDay', (t) =>
    t.field({
      type: day,
      nullable: true,
      description:
        'People online in a store on one day, counted every 15 minutes and kept for 35 days; null if the presence backend does not support it.',
      extensions: needs('store.read'),
      args: {
        id: t.arg.id({ required: true, description: 'Id of the store.' }),
        day: t.arg({ type: 'Date', description: 'A day in the time zone of the store; by default today.' }),
      },
      resolve: async (_root, { id, day: asked }, context) =>
        readStoreOnlineDay(context, (await peekRecord(context, store, id)).id, asked ?? null),
    }),
  );
}

/** A quarter-hour of a day in a store. */
interface StoreOnlineSlot {
  /** Its beginning. */
  readonly at: string;
  /** Accounts online; null if they were not counted. */
  readonly online: number | null;
  /** At the same time of day a week earlier. */
  readonly weekBefore: number | null;
}

/** The accounts online in a store on one day, in the store's time zone. */
interface StoreOnlineDay {
  readonly day: string;
  readonly slots: readonly StoreOnlineSlot[];
}

/** A store without a row in a sample had no one in it, unless the sample is incomplete. */
const counted = (sample: string, count: string) =>
  `coalesce(${count}.online, case when ${sample}.is_complete then 0 end)`;

const SLOTS = `
  with place as (
    select s.id, known_zone(s.timezone) as zone, coalesce($2::date, ($3::timestamptz at time zone known_zone(s.timezone))::date) as day
    from store s where s.id = $1::uuid)
  select p.day::text as day, t.at, ${counted('ns', 'n')} as online, ${counted('bs', 'b')} as "weekBefore"
  from place p
  cross join generate_series(p.day::timestamp at time zone p.zone,
    (p.day + 1)::timestamp at time zone p.zone - interval '1 second', interval '15 minutes') as t (at)
  left join store_online_sample ns on ns.slot = t.at
  left join store_online n on n.slot = ns.slot and n.store_id = p.id
  left join store_online_sample bs on bs.slot = ((t.at at time zone p.zone) - interval '7 days') at time zone p.zone
  left join store_online b on b.slot = bs.slot and b.store_id = p.id
  order by t.at`;

/**
 * Returns a day of a store that exists, by default today by the store's clock; null if the presence backend does not
 * support it.
 */
async function readStoreOnlineDay(
  { sql, signal, now, services }: RequestContext,
  storeId: string,
  day: string | null,
): Promise<StoreOnlineDay | null> {
  if (services.realtime === null) return null;
  const slots = await sql.rows<StoreOnlineSlot & { readonly day: string }>(statementFor(SLOTS), [storeId, day, now], {
    signal,
    timeoutMs: LIST_TIMEOUT_MS,
  });
  return { day: slots[0]?.day ?? '', slots };
}
