import { GIVEAWAY_PRIZE_KINDS, GIVEAWAY_STATUSES, may } from '@backcounter/domain';
import type { GiveawayFilter, GiveawayRowFragment } from '../../generated/graphql.ts';
import { lazyPart } from '../../lib/page/part.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import type { ListDefinition, ListFilter } from '../../listing/list-definition.ts';
import { listSource } from '../../listing/list-source.ts';
import { listNewsOf } from '../../listing/news/list-news-source.ts';
import { exportAction } from '../../listing/selection/export-action.ts';
import { choiceFilter, valueFilter } from '../../records/entity-columns.tsx';
import { filterInput } from '../../records/filters-as-input.ts';
import { recentPeek } from '../../records/recent-peek.ts';
import { segmentChoices } from '../segment/public.ts';
import { GIVEAWAY_LISTS, giveawayHref } from './giveaway.entity.ts';
import { giveawayNewsSubscription } from './giveaway.operations.ts';
import { countryOptions, storeOptions } from './giveaway-choices.ts';
import { giveawayColumns, giveawayPhoneRow } from './giveaway-columns.tsx';
import { giveawayDocuments } from './giveaway-record.operations.ts';

const filters: readonly ListFilter[] = [
  valueFilter('status', 'giveaway.field.status', GIVEAWAY_STATUSES, (status) => `giveaway.status.${status}`),
  { key: 'store', labelKey: 'giveaway.field.storeId', shape: 'set', options: storeOptions },
  choiceFilter('segment', 'giveaway.field.segmentId', segmentChoices),
  { key: 'country', labelKey: 'giveaway.field.countryCodes', shape: 'set', options: countryOptions },
  valueFilter('prizeKind', 'giveaway.field.prizes', GIVEAWAY_PRIZE_KINDS, (kind) => `giveaway.prize.kind.${kind}`),
  { key: 'opens', labelKey: 'giveaway.field.opensAt', shape: 'instant' },
  { key: 'closes', labelKey: 'giveaway.field.closesAt', shape: 'instant' },
  { key: 'draw', labelKey: 'giveaway.field.drawAt', shape: 'instant' },
  { key: 'entries', labelKey: 'giveaway.field.entries', shape: 'number' },
  { key: 'created', labelKey: 'giveaway.field.created', shape: 'instant' },
];

/** The list of giveaways. */
export const giveawayList: ListDefinition<GiveawayRowFragment> = {
  name: GIVEAWAY_LISTS.giveaways,
  capability: 'GIVEAWAYS',
  fileLabels: {
    tickets: 'giveaway.transaction.field.tickets',
  },
  titleKey: 'shell.page.giveaways',
  searchHintKey: () => 'giveaway.search.hint',
  emptyKey: 'giveaway.place.none',
  emptyBodyKey: 'giveaway.place.none-body',
  columns: giveawayColumns,
  filters,
  sorts: {
    title: 'TITLE',
    code: 'CODE',
    opens: 'OPENS',
    closes: 'CLOSES',
    draw: 'DRAW',
    entries: 'ENTRIES',
    created: 'CREATED',
    changed: 'UPDATED',
  },
  matchKey: (matchedBy) => (matchedBy === 'CODE' ? 'giveaway.match.code' : null),
  rowId: ({ id }) => id,
  kinds: ['timeline'],
  KindView: lazyPart(() => import('./giveaway-timeline.tsx'), 'GiveawayTimeline'),
  rowHref: ({ id }) => giveawayHref(id),
  editHref: ({ id }) => (may(currentRoles(), 'giveaway.edit') ? `${giveawayHref(id)}?edit` : undefined),
  Peek: recentPeek(giveawayDocuments.history, (id) => ['giveaway', id, 'history']),
  rowLabel: ({ title }) => title,
  rowCreatedAt: ({ createdAt }) => createdAt,
  phoneRow: giveawayPhoneRow,
  source: listSource(giveawayDocuments, filterInput),
  filterInput,
  bulk: [exportAction],
  news: listNewsOf({
    document: giveawayNewsSubscription,
    variables: ({ filters: chosen, search }, since) => ({
      since,
      filter: filterInput(chosen) as GiveawayFilter | null,
      search: search || null,
    }),
    count: ({ giveawaysCreated }) => giveawaysCreated,
  }),
};
