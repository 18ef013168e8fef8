import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { formatDay } from '../../lib/format/dates.ts';
import type { ListState } from '../address/list-url.ts';
import type { FilterValue } from '../filter/filter-value.ts';
import { filterWords } from '../filter/filter-words.ts';
import type { ListDefinition } from '../list-definition.ts';
import styles from '../list-notices.module.css';
import type { SavedView } from './saved-view-state.ts';
import { relativeWhenSaved } from './stale-dates.ts';

/** Properties of {@link StaleDateNote}. */
export interface StaleDateNoteProps<Row> {
  readonly definition: ListDefinition<Row>;
  readonly view: SavedView;
  readonly state: ListState;
  readonly onFilter: (key: string, value: FilterValue) => void;
}

/** Offers a relative time for a date that has stayed as it was when the view was saved. */
export function StaleDateNote<Row>({ definition, view, state, onFilter }: StaleDateNoteProps<Row>) {
  const { t, locale, timeZone } = useMessages();
  const now = new Date();
  for (const { key, labelKey } of definition.filters) {
    const value = state.filters[key];
    const range = value?.kind === 'instant' ? relativeWhenSaved(value.range, view.updatedAt, now) : null;
    if (range === null) continue;
    const relative: FilterValue = { kind: 'instant', range };
    const words = filterWords(relative, { say: t, locale, timeZone, labelOf: (each) => each });
    return (
      <div className={styles['notice']} role="status">
        <IconInfoCircle size={16} stroke={1.75} aria-hidden />
        <div>
          {t('listing.views.stale', {
            filter: t(labelKey),
            date: formatDay(view.updatedAt, { locale, timeZone }) ?? '',
          })}
        </div>
        <Button size="compact-sm" variant="default" onClick={() => onFilter(key, relative)}>
          {t('listing.views.relative', { time: words })}
        </Button>
      </div>
    );
  }
  return null;
}
