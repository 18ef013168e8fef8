import { GIVEAWAY_MACHINE } from '@backcounter/domain';
import type { GiveawayRecordQuery } from '../../generated/graphql.ts';
import type { RichRecord } from '../../records/rich-record.ts';
import { giveawayDocuments } from './giveaway-record.operations.ts';

/** A giveaway as its page has it. */
export type GiveawayRecord = NonNullable<GiveawayRecordQuery['record']>;

/** Names of the lists that show data of giveaways. */
export const GIVEAWAY_LISTS = {
  giveaways: 'giveaways',
  transactions: 'giveaway-transactions',
  entries: 'giveaway-entries',
  winners: 'giveaway-winners',
} as const;

/** Search parameter of the entry or winner that is open beside the list. */
export const OPEN_ROW = 'open';

/** Page of a giveaway; it opens with the transactions (specification, section 2). */
export const giveawayHref = (id: string): string => `/giveaways/${encodeURIComponent(id)}/transactions`;

/** Giveaways and their draws. */
export const giveaways = {
  noun: 'giveaway',
  path: '/giveaways',
  href: giveawayHref,
  titleKey: 'shell.page.giveaways',
  placeKeys: { failed: 'giveaway.place.failed', missing: 'giveaway.place.missing' },
  machine: GIVEAWAY_MACHINE,
  lists: [GIVEAWAY_LISTS.giveaways, GIVEAWAY_LISTS.transactions, GIVEAWAY_LISTS.entries, GIVEAWAY_LISTS.winners],
  documents: giveawayDocuments,
  titleOf: ({ title }) => title,
  notNow: ({ status }, t) => t('giveaway.action.not-now', { state: t(`giveaway.status.${status}`) }),
} satisfies RichRecord<GiveawayRecord>;
