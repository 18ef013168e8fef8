import { useMessages } from '@backcounter/i18n/react';
import { IconUsers } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type MouseEvent, Suspense, useState } from 'react';
import { lazyPart } from '../../lib/page/part.ts';
import { encodeListUrl, INITIAL_LIST_STATE, NO_VIEW } from '../address/list-url.ts';
import { countFigure, type ListCount } from '../list-count.ts';
import type { Preset } from '../list-definition.ts';
import type { SavedViewActionsProps } from './saved-view-actions.tsx';
import type { ViewCounting, ViewCounts } from './saved-view-counts.tsx';
import type { SavedView } from './saved-view-state.ts';
import styles from './saved-views.module.css';

const SavedViewActions = lazyPart(() => import('./saved-view-actions.tsx'), 'SavedViewActions');

const SavedViewCounts = lazyPart(() => import('./saved-view-counts.tsx'), 'SavedViewCounts');

/** Properties of {@link SavedViews}. */
export interface SavedViewsProps extends SavedViewActionsProps {
  readonly presets: readonly Preset[];
  /** Null: no counts beside the names, or not yet. */
  readonly counting: ViewCounting | null;
  /** Tab of the record that contains the list, for the links. */
  readonly tab: string | null;
}

/** The saved views of a list, each a shareable link, and their actions. */
export function SavedViews({ counting, tab, presets, ...actions }: SavedViewsProps) {
  const { views, current, isModified, onOpen, state } = actions;
  const { pathname } = useLocation();
  const filters = JSON.stringify(encodeListUrl({ ...INITIAL_LIST_STATE, filters: state.filters }));
  const preset = current === null && presets.find(({ params }) => JSON.stringify(params()) === filters);
  const { t, locale } = useMessages();
  const [counts, setCounts] = useState<ViewCounts>({});
  const follow = (view: SavedView | null) => (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(view);
  };
  return (
    <nav className={styles['views']} aria-label={t('listing.views.title')}>
      <ul>
        {presets.map((each) => (
          <li key={each.labelKey}>
            <Link to={pathname} search={each.params()} aria-current={each === preset ? 'page' : undefined}>
              <span className={styles['name']}>{t(each.labelKey)}</span>
            </Link>
          </li>
        ))}
        {[null, ...views].map((view) => (
          <li key={view?.id ?? 'all'}>
            <a
              href={`?${new URLSearchParams({ ...(tab === null ? {} : { tab }), view: view?.id ?? NO_VIEW })}`}
              aria-current={view?.id === current?.id && !preset ? 'page' : undefined}
              onClick={follow(view)}
            >
              {view?.scope === 'TEAM' ? (
                <IconUsers size={14} stroke={1.75} role="img" aria-label={t('listing.views.team')} />
              ) : null}
              <span className={styles['name']} dir="auto">
                {view ? view.name : t('listing.views.all')}
              </span>
              <ViewCount count={counting ? counts[view?.id ?? NO_VIEW] : undefined} locale={locale} />
              {isModified && view !== null && view.id === current?.id ? (
                <span className={styles['modified']}>{t('listing.views.modified')}</span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
      <div className={styles['actions']}>
        <Suspense>
          {counting ? <SavedViewCounts {...counting} views={views} onCounts={setCounts} /> : null}
          <SavedViewActions {...actions} />
        </Suspense>
      </div>
    </nav>
  );
}

function ViewCount({ count, locale }: { readonly count: ListCount | undefined; readonly locale: string }) {
  if (!count) return null;
  return (
    <span className={styles['count']} data-estimate={count.kind === 'ESTIMATE' || undefined}>
      {countFigure(count, locale)}
    </span>
  );
}
