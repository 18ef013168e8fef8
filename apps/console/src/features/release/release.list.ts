import { CHANGE_TYPES, RELEASE_STATES } from '@backcounter/domain';
import type { ReleaseRowFragment } from '../../generated/graphql.ts';
import type { ListDefinition } from '../../listing/list-definition.ts';
import { listSource } from '../../listing/list-source.ts';
import { exportAction } from '../../listing/selection/export-action.ts';
import { valueFilter } from '../../records/entity-columns.tsx';
import { filterInput } from '../../records/filters-as-input.ts';
import { releases } from './release.entity.ts';
import { releaseColumns, releasePhoneRow } from './release-columns.tsx';
import { releaseDocuments } from './release-record.operations.ts';

/** Releases, the greatest number first. */
export const releaseList: ListDefinition<ReleaseRowFragment> = {
  name: releases.lists[0],
  capability: 'RELEASES',
  titleKey: 'shell.page.releases',
  searchHintKey: () => 'release.search.hint',
  emptyKey: 'release.place.none',
  emptyBodyKey: 'release.place.none-body',
  columns: releaseColumns,
  filters: [
    valueFilter('state', 'release.field.state', RELEASE_STATES, (state) => `release.state.${state}`),
    valueFilter('changeType', 'release.field.changeType', CHANGE_TYPES, (type) => `release.type.${type}`),
    { key: 'date', labelKey: 'release.field.date', shape: 'instant' },
    { key: 'published', labelKey: 'release.field.publishedAt', shape: 'instant', mayBeEmpty: true },
    { key: 'created', labelKey: 'release.field.createdAt', shape: 'instant' },
  ],
  sorts: { number: 'NUMBER', date: 'DATE', created: 'CREATED', changed: 'UPDATED' },
  matchKey: (matchedBy) => (matchedBy === 'NUMBER' ? 'release.match.number' : null),
  rowId: ({ id }) => id,
  rowHref: ({ id }) => releases.href(id),
  rowLabel: ({ number }) => number,
  rowCreatedAt: ({ createdAt }) => createdAt,
  phoneRow: releasePhoneRow,
  source: listSource(releaseDocuments, filterInput),
  filterInput,
  bulk: [exportAction],
};
