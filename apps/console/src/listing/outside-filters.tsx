import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { countFigure, type ListCount } from './list-count.ts';
import type { CountedList } from './list-definition.ts';
import styles from './outside-filters.module.css';
import { countQuery } from './use-list-data.ts';

interface OutsideFiltersProps {
  readonly definition: CountedList;
  readonly search: string;
  /** Matches within the filters. */
  readonly count: ListCount;
  /** Removes the filters. */
  readonly onShow: () => void;
}

/** How many rows match a search outside the filters; nothing without any, or while it is unknown. */
export function OutsideFilters({ definition, search, count, onShow }: OutsideFiltersProps) {
  const { t, locale } = useMessages();
  const text = search.trim();
  // Only a hint: without it, the list is complete.
  const all = useQuery({
    ...countQuery(definition, { filters: {}, search: text }),
    meta: { errorsShown: 'elsewhere' },
  });
  if (!all.data || count.kind !== 'EXACT') return null;
  const more = { ...all.data, value: all.data.value - count.value };
  if (more.value <= 0) return null;
  return (
    <p className={styles['outside']}>
      {t('listing.outside.more', { count: more.value, figure: countFigure(more, locale), text })}
      <Button variant="subtle" size="compact-sm" onClick={onShow}>
        {t('listing.outside.show')}
      </Button>
    </p>
  );
}
