import { peekRecord } from '../../crud/read-record.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import { store } from './store.entity.ts';
import { readStoreOnlineDay, type StoreOnlineDay, type StoreOnlineSlot } from './store-online-day.ts';

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
