import { useMessages } from '@backcounter/i18n/react';
import { IconUsers } from '@tabler/icons-react';
import { lazy, type MouseEvent, Suspense } from 'react';
import { NO_VIEW } from './list-state.ts';
import type { SavedViewActionsProps } from './saved-view-actions.tsx';
import type { SavedView } from './saved-view-state.ts';
import './saved-views.css';

const SavedViewActions = lazy(() =>
  import('./saved-view-actions.tsx').then((module) => ({ default: module.SavedViewActions })),
);

/** The saved views of a list: each a link that a colleague can open as well; and what can be done with them. */
export function SavedViews(actions: SavedViewActionsProps) {
  const { views, current, isModified, onOpen } = actions;
  const { t } = useMessages();
  const follow = (view: SavedView | null) => (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(view);
  };
  return (
    <nav className="bc-views" aria-label={t('listing.views.title')}>
      <ul>
        {[null, ...views].map((view) => (
          <li key={view?.id ?? 'all'}>
            <a
              href={`?view=${view?.id ?? NO_VIEW}`}
              aria-current={view?.id === current?.id ? 'page' : undefined}
              onClick={follow(view)}
            >
              {view?.scope === 'TEAM' ? (
                <IconUsers size={14} stroke={1.75} role="img" aria-label={t('listing.views.team')} />
              ) : null}
              <span className="bc-views-name" dir="auto">
                {view ? view.name : t('listing.views.all')}
              </span>
              {isModified && view !== null && view.id === current?.id ? (
                <span className="bc-views-modified">{t('listing.views.modified')}</span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
      <div className="bc-views-actions">
        <Suspense fallback={null}>
          <SavedViewActions {...actions} />
        </Suspense>
      </div>
    </nav>
  );
}
