import { useMessages } from '@backcounter/i18n/react';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart, part } from '../lib/page/part.ts';
import { withFilter, withQuery } from './address/list-url.ts';
import { FilterBar } from './filter/filter-bar.tsx';
import type { ListDefinition } from './list-definition.ts';
import styles from './list-page.module.css';
import { ListSearch } from './list-search.tsx';
import type { ListChangesProps } from './news/list-changes.tsx';
import { newsSince } from './news/news-since.ts';
import { refreshLists } from './use-list-data.ts';
import type { ListPageModel } from './use-list-page.ts';

const ListNews = lazyPart(() => import('./news/list-news.tsx'), 'ListNews');
const ListChanges = lazyPart(() => import('./news/list-changes.tsx'), 'ListChanges') as <Row>(
  props: ListChangesProps<Row>,
) => ReactNode;

const FilterDrawer = part(() => import('./filter/filter-drawer.tsx'), 'FilterDrawer');

interface ListBarProps<Row> {
  readonly definition: ListDefinition<Row>;
  readonly model: ListPageModel<Row>;
  readonly isPhone: boolean;
  /** Actions on the list, where they are in this line. */
  readonly actions: ReactNode;
  /** News, where the definition has none of its own. */
  readonly news?: ReactNode;
  readonly onLeaveSearch: () => void;
  readonly onShowNews: () => void;
  readonly onShowChanges: () => void;
}

/** Search, filters, and the numbers of new and changed rows. */
export function ListBar<Row>(props: ListBarProps<Row>) {
  const { definition, model, isPhone, actions } = props;
  const { state, allowed, page, count, goTo } = model;
  const { t } = useMessages();
  const queryClient = useQueryClient();
  const [isFiltering, setFiltering] = useState(false);
  const filterCount = Object.keys(state.filters).length;
  const bar = {
    list: definition.name,
    counted: definition,
    // Until the allowed filters are known, the chips show those of the URL.
    filters: definition.filters.filter(
      ({ key }) => key !== 'pasted' && (allowed ? allowed.filters.has(key) : state.filters[key]),
    ),
    state,
    onChange: (key: string, value: (typeof state)['filters'][string] | null) => goTo(withFilter(state, key, value)),
    onClear: () => goTo(withQuery(state, { filters: {}, search: '' })),
  };
  const matched = matchedKey(definition, model);
  const created = page.isPlaceholderData ? [] : model.rows.flatMap((row) => definition.rowCreatedAt?.(row) ?? []);
  return (
    <>
      <search className={styles['bar']}>
        {allowed?.searches.size === 0 ? null : (
          <ListSearch
            value={state.search}
            hint={t(definition.searchHintKey(allowed?.searches ?? new Set()))}
            onSearch={(search) => goTo(withQuery(state, { search }), { replace: state.search !== '' })}
            onLeave={props.onLeaveSearch}
          />
        )}
        {isPhone ? (
          <button
            type="button"
            className={styles['filterButton']}
            onClick={() => setFiltering(true)}
            aria-haspopup="dialog"
          >
            <IconAdjustmentsHorizontal size={20} stroke={1.75} aria-hidden />
            <span className="bc-sr-only">{t('listing.filter.open', { count: filterCount })}</span>
            {filterCount > 0 ? (
              <span className={styles['filterCount']} aria-hidden="true">
                {filterCount}
              </span>
            ) : null}
          </button>
        ) : (
          <FilterBar {...bar} />
        )}
        {isPhone ? actions : null}
        {props.news ? (
          <div role="status" className={styles['news']}>
            {props.news}
          </div>
        ) : null}
        {definition.news || definition.changes ? (
          <div role="status" className={styles['news']}>
            <Suspense>
              {definition.changes && page.data ? (
                <ListChanges
                  changes={definition.changes}
                  rows={model.rows}
                  rowId={definition.rowId}
                  isFetching={page.isFetching}
                  onShow={props.onShowChanges}
                />
              ) : null}
              {definition.news && page.data && count ? (
                <ListNews
                  source={definition.news}
                  query={{ filters: state.filters, search: state.search.trim() }}
                  newFrom={newsSince(count.countedAt, created, state.position.kind === 'first')}
                  onShow={props.onShowNews}
                  onRecovered={() => void refreshLists(queryClient, definition.name)}
                />
              ) : null}
            </Suspense>
          </div>
        ) : null}
        {matched && !isPhone ? <span className={styles['matched']}>{t(matched)}</span> : null}

        {isPhone ? null : actions}
      </search>
      {isFiltering ? <FilterDrawer {...bar} onClose={() => setFiltering(false)} /> : null}
    </>
  );
}

/** The text of how the search was recognised; null where it needs none. */
export function matchedKey<Row>({ matchKey }: ListDefinition<Row>, { page }: ListPageModel<Row>) {
  return page.data?.matchedBy && !page.isPlaceholderData ? matchKey(page.data.matchedBy) : null;
}
