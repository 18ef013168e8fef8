import { may } from '@backcounter/domain';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { StoreFilter, StoreRowFragment } from '../../generated/graphql.ts';
import { part } from '../../lib/page/part.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import type { ListDefinition } from '../../listing/list-definition.ts';
import { ListPage } from '../../listing/list-page.tsx';
import { listNewsOf } from '../../listing/news/list-news-source.ts';
import type { EntityRow } from '../../records/entity-definition.ts';
import { listOf } from '../../records/entity-request.ts';
import { filterInput } from '../../records/filters-as-input.ts';
import { NewButton } from '../../records/new-button.tsx';
import type { NewEntityProps } from '../../records/new-entity.tsx';
import { usePanel } from '../../records/use-panel.ts';
import { storeNewsSubscription } from './bulk/store-bulk.operations.ts';
import { storeBulkActions } from './bulk/store-bulk.ts';
import { stores } from './store.entity.ts';
import { storeVersionsSubscription } from './store.operations.ts';

const NewEntity = part(() => import('../../records/new-entity.tsx'), 'NewEntity') as unknown as <Row extends EntityRow>(
  props: NewEntityProps<Row>,
) => ReactNode;

export const storeList: ListDefinition<StoreRowFragment> = {
  ...listOf(stores),
  rowHref: ({ id }) => `/stores/${id}`,
  editHref: ({ id }) => (may(currentRoles(), 'store.edit') ? `/stores/${id}?edit` : undefined),
  rowCreatedAt: ({ createdAt }) => createdAt,
  bulk: storeBulkActions,
  news: listNewsOf({
    document: storeNewsSubscription,
    variables: ({ filters, search }, since) => ({
      since,
      filter: filterInput(filters) as StoreFilter | null,
      search: search || null,
    }),
    count: ({ storesCreated }) => storesCreated,
  }),
  changes: { document: storeVersionsSubscription, versionOf: ({ version }) => version },
  matchKey: (matchedBy) => (matchedBy === 'SID' ? 'store.match.sid' : null),
};

/** `/stores`. */
export function StoreListPage() {
  const router = useRouter();
  const panel = usePanel();
  const { creation } = stores;
  const mayCreate = creation !== undefined && may(currentRoles(), 'store.edit');
  return (
    <>
      <ListPage definition={storeList} action={mayCreate ? <NewButton label="store.new.title" /> : null} />
      {panel.isNew && mayCreate ? (
        <NewEntity
          definition={stores}
          creation={creation}
          onClose={panel.close}
          onCreated={(id) => void router.navigate({ href: `/stores/${id}` })}
        />
      ) : null}
    </>
  );
}
